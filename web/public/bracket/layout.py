"""The drawing of a bracket as the template prints it: columns of a round with two halves of slots.

Slots and lines are flat tuples of text, so that a slot can be rendered once for what stands in it: a drawing is made
anew after every deal, and a deal changes one slot.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import get_language, pgettext

from tournaments.bracket.queries.match_views import Line, MatchView, TeamLabel
from tournaments.bracket.queries.round_views import RoundView
from tournaments.bracket.words.names import chinese_number, in_chinese, rank, table_range
from tournaments.bracket.words.results import (
    doing_words,
    match_name,
    note_words,
    short_source_words,
    sitting_words,
    verdict_word,
)
from tournaments.states import MatchState, SlotKind
from web.displays.present import Present
from web.templatetags.site import branch_parts, name_parts

DRAWN = 32
MOST_OFFERED = 256
"""Branches that a field offers while a name is typed."""


class DrawnName(NamedTuple):
    """A team: ids of its branch and its own, the name of the branch by its parts (``tail`` ends a long one), and the
    ordinal."""

    branch: str
    team: str
    before: str
    tail: str
    word: str
    after: str
    ordinal: str


class DrawnLine(NamedTuple):
    """One side. ``css`` are its classes; without a ``name`` its ``words`` stand; ``card`` is stage, passed, points or
    empty; ``end`` is said where no level stands.
    """

    css: str
    position: str
    name: DrawnName | None
    words: str = ""
    level: str = ""
    card: str = ""
    end: str = ""


class DrawnSlot(NamedTuple):
    """A place of the drawing: ``kind`` and ``state``, its classes, say how its lines run; a bye has no ``number``."""

    kind: str
    state: str
    number: str
    name: str
    deal: str
    sitting: str
    table: str
    note: str
    lines: tuple[DrawnLine, ...]


Halves = tuple[tuple[str, tuple[DrawnSlot, ...]], ...]
"""上半区 (``a``) and 下半区 (``b``)."""


class Head(NamedTuple):
    """What stands above a round, the ``place``-th of the drawing. ``state`` is running, paused or rung while it is on,
    else empty; ``advance``: so many teams come out of a drawing that has no final, and this stands above them."""

    place: int
    entrants: int
    round_number: int
    starts_at: datetime
    is_last: bool
    is_current: bool
    state: str
    advance: int = 0


@dataclass(frozen=True)
class Column:
    """A round of the drawing; ``marks``: now, done, due or bye of each match, for the small map of the whole."""

    head: Head
    halves: Halves
    marks: tuple[str, ...]


@dataclass(frozen=True)
class Section:
    """A part of a large sheet, by its positions."""

    number: int
    first: int
    last: int


class Middle(NamedTuple):
    """What all rounds lead to, the matches of the ``last`` one: the final of a stage, the match that the winner of a
    ``section`` wins, or several, whose winners advance to the ``next_stage`` (its number, 0: there is none)."""

    last: tuple[MatchView, ...]
    section: Section | None = None
    third: MatchView | None = None
    semifinals: tuple[MatchView, ...] = ()
    next_stage: int = 0

    @property
    def final(self) -> MatchView | None:
        return self.last[0] if len(self.last) == 1 else None


@dataclass(frozen=True)
class Sheet:
    """One drawing: the last rounds of a stage, or a section."""

    columns: tuple[Column, ...]
    middle: Middle

    @property
    def size(self) -> int:
        """Positions of a sheet with as many columns that ends with a final."""
        return int(2 ** len(self.columns))

    @property
    def section(self) -> Section | None:
        return self.middle.section


@dataclass(frozen=True)
class Tab:
    """What a section holds: its teams, those still in, those of the followed branch (``own``), and matches in play."""

    section: Section
    teams: int
    left: int
    own: tuple[TeamLabel, ...]
    playing: int


Drawn = Sequence[tuple[RoundView, tuple[MatchView, ...]]]


def sections(size: int) -> tuple[Section, ...]:
    """Parts of a sheet too large to draw: 32 positions each. None up to 32."""
    if size <= DRAWN:
        return ()
    return tuple(Section(i + 1, i * DRAWN + 1, (i + 1) * DRAWN) for i in range(size // DRAWN))


def section_of(index: int) -> int:
    """The number of the section in which the match stands that is ``index`` (from 0) in the first round."""
    return index // (DRAWN // 2) + 1


def last_rounds(snapshot: Present, rounds: Sequence[RoundView], mine: int = 0) -> Sheet:
    """The last rounds, at most of 32 positions."""
    drawn = [(r, r.of_bracket) for r in rounds if r.entrants <= DRAWN]
    last, of_stage = drawn[-1][1], rounds[-1].stage.id
    semifinals = rounds[-2].of_bracket if len(rounds) > 1 and len(last) == 1 else ()
    following = (stage.label.number for stage in snapshot.stages if stage.label.source == of_stage)
    middle = Middle(last, third=rounds[-1].for_third, semifinals=semifinals, next_stage=min(following, default=0))
    return Sheet(_columns(snapshot, drawn, rounds[0], mine), middle)


def section_sheet(snapshot: Present, rounds: Sequence[RoundView], part: Section, mine: int = 0) -> Sheet:
    """The rounds of one section, down to the match that its last team wins."""
    drawn = _of_section(rounds, part)
    return Sheet(_columns(snapshot, drawn, rounds[0], mine), Middle(drawn[-1][1], part))


def tabs(rounds: Sequence[RoundView], mine: int = 0) -> tuple[Tab, ...]:
    """The sections of a large sheet with what each holds."""
    shown = []
    for section in sections(rounds[0].entrants):
        drawn = _of_section(rounds, section)
        teams = {line.team.id: line.team for match in drawn[0][1] for line in match.lines if line.team}
        matches = [match for _, of_round in drawn for match in of_round]
        lost = {line.team.id for match in matches for line in match.lines if line.team and line.outcome == "lost"}
        tab = Tab(
            section=section,
            teams=len(teams),
            left=len(teams.keys() - lost),
            own=tuple(team for team in teams.values() if team.branch_id == mine),
            playing=sum(match.doing.is_dealt for match in matches),
        )
        shown.append(tab)
    return tuple(shown)


def branches(rounds: Sequence[RoundView]) -> list[tuple[int, str]]:
    """Ids and names of the branches in the sheet, in the order in which they were entered; none where they are more
    than a list that opens can offer."""
    teams = [line.team for match in rounds[0].matches for line in match.lines if line.team]
    branch_names = {(team.branch_id, team.branch) for team in teams}
    return sorted(branch_names) if len(branch_names) <= MOST_OFFERED else []


def opening(snapshot: Present, rounds: Sequence[RoundView], parts: Sequence[Tab]) -> int:
    """The section to open at while its rounds are played: that of the followed branch, else the first; 0 for the last
    rounds."""
    current = next((r for r in rounds if snapshot.day_round and r.number == snapshot.day_round.number), rounds[-1])
    if current.entrants <= DRAWN:
        return 0
    return next((tab.section.number for tab in parts if tab.own), 1)


def _of_section(rounds: Sequence[RoundView], part: Section) -> Drawn:
    drawn: list[tuple[RoundView, tuple[MatchView, ...]]] = []
    width = DRAWN // 2
    for round_ in rounds:
        if width:
            first = (part.number - 1) * width
            drawn.append((round_, round_.matches[first : first + width]))
        width //= 2
    return drawn


def _columns(snapshot: Present, drawn: Drawn, first: RoundView, mine: int) -> tuple[Column, ...]:
    """A final is drawn in the middle, without slots; of a last round with several matches the winners stand there."""
    columns: list[Column] = []
    language = get_language() or ""
    for place, (round_, matches) in enumerate(drawn, start=1):
        is_last, is_current = len(matches) == 1, round_ is snapshot.day_round
        reading = next((on.reading for on in snapshot.running if on.round is round_), None)
        state = ("rung" if reading.rung else reading.state) if reading else ""
        head = Head(place, round_.entrants, round_.number, round_.begins_at, is_last, is_current, state)
        halves = () if is_last else _halves(matches, round_ is first, mine, language)
        columns.append(Column(head, halves, tuple(_state(match) or "bye" for match in matches)))
    if not head.is_last:
        advance = head._replace(place=place + 1, is_last=True, is_current=False, state="", advance=len(matches))
        columns.append(Column(advance, (), ()))
    return tuple(columns)


@lru_cache(maxsize=256)
def _halves(matches: tuple[MatchView, ...], is_first: bool, mine: int, language: str) -> Halves:
    middle = len(matches) // 2
    return tuple(
        (letter, tuple(_slot(match, is_first, mine, language) for match in half))
        for letter, half in (("a", matches[:middle]), ("b", matches[middle:]))
    )


@lru_cache(maxsize=4096)
def _slot(match: MatchView, is_first: bool, mine: int, _language: str) -> DrawnSlot:
    lines = tuple(_line(match, line, mine) for line in match.lines if line.slot != SlotKind.BYE)
    is_fed = not is_first and any(line.slot == SlotKind.TEAM for line in match.lines)
    kind = " ".join(name for name, holds in (("fed", is_fed), ("done", match.won_by is not None)) if holds)
    has_table = bool(match.tables) and not match.is_over and match.home.team and match.away.team
    return DrawnSlot(
        kind="bye" if match.is_bye else kind,
        state=f"{_state(match)} s-{match.doing}",
        number="" if match.is_bye else str(match.number),
        name="" if match.is_bye else match_name(match),
        deal=doing_words(match) if match.is_live and not match.contested else "",
        sitting=sitting_words(match),
        table=table_range(match.tables) if has_table else "",
        note=note_words(match) if match.reason or match.awaits_ruling else "",
        lines=lines,
    )


def _state(match: MatchView) -> str:
    if match.state == MatchState.PLAYING:
        return "now"
    if match.is_bye:
        return ""
    return "done" if match.is_over else "due"


def _line(match: MatchView, line: Line, mine: int) -> DrawnLine:
    position = str(line.position or "")
    if line.team is None:
        nobody = line.slot == SlotKind.NOBODY
        words = pgettext("slot", "nobody") if nobody else short_source_words(line.source)
        return DrawnLine("open", position, None, words)
    before, word, after = branch_parts(line.team.branch)
    head, tail = name_parts(before)
    number = chinese_number(line.team.ordinal) if in_chinese() else line.team.ordinal
    ordinal = pgettext("drawing", "T%(number)s") % {"number": number}
    end = pgettext("slot", "bye") if match.is_bye else verdict_word(match, line) if match.is_over else ""
    return DrawnLine(
        css=f"{line.outcome} mine" if mine == line.team.branch_id else line.outcome,
        position=position,
        name=DrawnName(str(line.team.branch_id), str(line.team.id), head, tail, word, after, ordinal),
        level=rank(line.level) if line.score is None else str(line.score),
        card="points" if line.score is not None else "passed" if line.passed else "stage" if line.on_stage else "",
        end="" if line.is_scored else end,
    )
