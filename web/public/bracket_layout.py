"""The drawing of a bracket as the template prints it: columns of a round with two halves of slots.

Slots and lines are flat tuples of text, so that a slot can be rendered once for what stands in it: a drawing is made
anew after every deal, and a deal changes one slot.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache, lru_cache
from typing import NamedTuple

from django.utils.translation import get_language, pgettext

from tournaments.queries.matches import Line, MatchView, RoundView
from tournaments.states import MatchState, SlotKind
from web.present import Present
from web.templatetags.site import branch_parts
from words.names import chinese_number, in_chinese, rank
from words.results import note_words, short_source_words, verdict_word

DRAWN = 32
SECTIONS = 16


class DrawnLine(NamedTuple):
    """One side. ``css`` are its classes; without a ``branch`` (an id) its words stand in ``before``; ``card`` is stage,
    passed or empty; ``end`` is said where no level stands.
    """

    css: str
    position: str
    branch: str
    before: str
    word: str
    after: str
    team: str
    level: str
    card: str
    end: str


class DrawnSlot(NamedTuple):
    """A place of the drawing: ``kind`` and ``state``, its classes, say how its lines run; a bye has no ``number``."""

    kind: str
    state: str
    number: str
    deal: str
    table: str
    note: str
    lines: tuple[DrawnLine, ...]


@dataclass(frozen=True)
class Half:
    """上半区 (``a``) or 下半区 (``b``)."""

    letter: str
    slots: tuple[DrawnSlot, ...]


class Head(NamedTuple):
    """What stands above a round, the ``place``-th of the drawing. ``state`` is running, paused or rung while it is on,
    else empty."""

    place: int
    entrants: int
    round_number: int
    starts_at: datetime
    is_last: bool
    is_current: bool
    state: str


@dataclass(frozen=True)
class Column:
    """A round of the drawing."""

    round: RoundView
    head: Head
    halves: tuple[Half, ...]
    is_last: bool


@dataclass(frozen=True)
class Section:
    """A part of a large sheet, by its positions."""

    number: int
    first: int
    last: int


def columns(found: Present, rounds: Sequence[RoundView], mine: int = 0) -> tuple[Column, ...]:
    """The last rounds, at most of 32 positions; the very last one is drawn as the final, without slots."""
    drawn = [r for r in rounds if r.entrants <= DRAWN]
    made: list[Column] = []
    for round_ in drawn:
        is_last = round_ is drawn[-1]
        halves = () if is_last else zip("ab", round_.halves, strict=True)
        first = round_ is rounds[0]
        filled = tuple(Half(letter, _slots(matches, found, first, mine)) for letter, matches in halves)
        made.append(Column(round_, _head(found, round_, len(made) + 1, is_last), filled, is_last))
    return tuple(made)


def _head(found: Present, round_: RoundView, place: int, is_last: bool) -> Head:
    reading = found.reading if round_ is found.live else None
    state = ("rung" if reading.rung else reading.state) if reading else ""
    return Head(place, round_.entrants, round_.number, round_.starts_at, is_last, round_ is found.day_round, state)


def sections(size: int) -> tuple[Section, ...]:
    """Parts of a sheet too large to draw: 32 positions each, more if there were more than 16 parts. None up to 32."""
    if size <= DRAWN:
        return ()
    length = max(DRAWN, size // SECTIONS)
    return tuple(Section(i + 1, i * length + 1, (i + 1) * length) for i in range(size // length))


def section_columns(found: Present, rounds: Sequence[RoundView], part: Section, mine: int = 0) -> tuple[Column, ...]:
    """The rounds of one section, down to the match that its last team wins."""
    made: list[Column] = []
    width = (part.last - part.first + 1) // 2
    for round_ in rounds:
        first = (part.number - 1) * width
        matches = round_.matches[first : first + width]
        slots = _slots(matches, found, round_ is rounds[0], mine)
        made.append(Column(round_, _head(found, round_, len(made) + 1, False), (Half("a", slots),), is_last=False))
        width //= 2
        if not width:
            break
    return tuple(made)


def _slots(matches: Iterable[MatchView], found: Present, is_first: bool, mine: int) -> tuple[DrawnSlot, ...]:
    language = get_language() or ""
    return tuple(_slot(match, found.open_entrants, is_first, mine, language) for match in matches)


@lru_cache(maxsize=4096)
def _slot(match: MatchView, open_entrants: int, is_first: bool, mine: int, _language: str) -> DrawnSlot:
    lines = [_line(match, line, open_entrants, mine) for line in match.lines if line.slot != SlotKind.BYE]
    return DrawnSlot(
        kind=_kind(match, is_first),
        state=_state(match),
        number="" if match.is_bye else str(match.number),
        deal=str(match.deal) if match.is_live else "",
        table=str(match.table) if match.table and _shows_table(match) else "",
        note=note_words(match) if match.reason or match.is_disputed else "",
        lines=tuple(lines),
    )


def _shows_table(match: MatchView) -> bool:
    return not match.is_over and bool(match.home.team and match.away.team)


def _kind(match: MatchView, is_first: bool) -> str:
    if match.is_bye:
        return "bye"
    fed = not is_first and any(line.slot == SlotKind.TEAM for line in match.lines)
    done = match.won_by is not None
    return " ".join(name for name, holds in (("fed", fed), ("done", done)) if holds)


def _state(match: MatchView) -> str:
    if match.state == MatchState.PLAYING:
        return "now"
    if match.is_bye:
        return ""
    return "done" if match.is_over else "due"


def _line(match: MatchView, line: Line, open_entrants: int, mine: int) -> DrawnLine:
    position = str(line.position or "")
    if line.team is None:
        nobody = line.slot == SlotKind.NOBODY
        words = pgettext("slot", "nobody") if nobody else short_source_words(line.source, open_entrants)
        return DrawnLine("open", position, "", words, "", "", "", "", "", "")
    before, word, after = branch_parts(line.team.branch)
    return DrawnLine(
        css=f"{line.outcome} mine" if mine == line.team.branch_id else line.outcome,
        position=position,
        branch=str(line.team.branch_id),
        before=before,
        word=word,
        after=after,
        team=_ordinal(line.team.ordinal, get_language() or ""),
        level=rank(line.level),
        card="passed" if line.passed else "stage" if line.on_stage else "",
        end=_end(match, line) if line.level is None else "",
    )


def _end(match: MatchView, line: Line) -> str:
    if match.is_bye:
        return pgettext("slot", "bye")
    return verdict_word(match, line) if match.is_over else ""


@cache
def _ordinal(number: int, _language: str) -> str:
    return pgettext("drawing", "T%(number)s") % {"number": chinese_number(number) if in_chinese() else number}
