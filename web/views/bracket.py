"""对阵表: the drawing of a knockout. Of more than 32 positions the last 32 are drawn, the rest is read by sections."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from tournaments.models import Tournament
from tournaments.permissions import Permission
from tournaments.queries.matches import MatchView, RoundView
from tournaments.states import MatchState, SlotKind
from web.followed import followed_branch
from web.loaders import needs
from web.pages import public_page
from web.present import Present, present

DRAWN = 32
SECTIONS = 16


@dataclass(frozen=True)
class Slot:
    """A place of the drawing: ``kind`` and ``state`` are its classes and say how its lines run."""

    match: MatchView
    kind: str
    state: str


@dataclass(frozen=True)
class Half:
    """上半区 (``a``) or 下半区 (``b``)."""

    letter: str
    slots: tuple[Slot, ...]


@dataclass(frozen=True)
class Column:
    """A round of the drawing."""

    round: RoundView
    halves: tuple[Half, ...]
    is_last: bool


@dataclass(frozen=True)
class Section:
    """A part of a large sheet, by its positions."""

    number: int
    first: int
    last: int


@public_page("branch", "section")
@needs(Permission.PUBLIC)
def bracket(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    found = present(tournament)
    followed = followed_branch(request, tournament)
    context = {"present": found, "tournament": tournament, "followed": followed, "mine": followed.pk if followed else 0}
    if not found.is_drawn:
        return render(request, "public/bracket_planned.html", context)
    size = found.rounds[0].entrants
    parts = sections(size)
    section = int(request.GET.get("section", "0"))
    if section:
        if section > len(parts):
            raise Http404
        part = parts[section - 1]
        context |= {"section": part, "columns": _section_columns(found, part), "sections": parts}
        return render(request, "public/bracket_section.html", context)
    drawn = [r for r in found.rounds if r.entrants <= DRAWN]
    return render(request, "public/bracket.html", context | _drawing(found, drawn) | {"size": size, "sections": parts})


def _drawing(found: Present, drawn: list[RoundView]) -> dict[str, object]:
    first = found.rounds[0]
    final = next(m for m in drawn[-1].matches if not m.third_place)
    return {
        "columns": [_column(r, r is drawn[-1], r is first) for r in drawn],
        "drawn_size": drawn[0].entrants,
        "final": final,
        "third": next((m for m in drawn[-1].matches if m.third_place), None),
        "semifinals": drawn[-2].matches if len(drawn) > 1 else (),
        "teams": sum(line.slot == SlotKind.TEAM for m in first.matches for line in m.lines),
        "byes": sum(line.slot == SlotKind.BYE for m in first.matches for line in m.lines),
        "current": found.day_round,
    }


def _column(round_: RoundView, is_last: bool, is_first: bool) -> Column:
    halves = zip("ab", round_.halves, strict=True)
    return Column(round_, tuple(Half(letter, _slots(matches, is_first)) for letter, matches in halves), is_last)


def _slots(matches: Iterable[MatchView], is_first: bool) -> tuple[Slot, ...]:
    return tuple(Slot(m, _kind(m, is_first), _state(m)) for m in matches)


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


def sections(size: int) -> tuple[Section, ...]:
    """Parts of a sheet too large to draw: 32 positions each, more if there were more than 16 parts. None up to 32."""
    if size <= DRAWN:
        return ()
    length = max(DRAWN, size // SECTIONS)
    return tuple(Section(i + 1, i * length + 1, (i + 1) * length) for i in range(size // length))


def _section_columns(found: Present, part: Section) -> list[Column]:
    """The rounds of one section, down to the match that its last team wins."""
    columns = []
    width = part.last - part.first + 1
    for round_ in found.rounds:
        width //= 2
        if not width:
            break
        first = (part.number - 1) * width
        slots = _slots(round_.matches[first : first + width], round_ is found.rounds[0])
        columns.append(Column(round_, (Half("a", slots),), False))
    return columns
