"""One match: who plays, how it stands or ended and why, and every deal with the levels before and after it; and 走势 of
a game: sentences, a table, and the drawing 走势图.

The race is two stepped lines, and under it home's chance to win, in units of a drawing of `WIDTH`. Away's line is
dashed and its deals are hollow squares, so that the sides can be told apart without colour.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, cast

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from guandan_rules import Deal, DealKind, Race, Side, Step
from scoring.games.entries import given_effects
from scoring.games.game import EntryResult
from scoring.models import Penalty as PenaltyOfSheet
from scoring.models import Sheet
from scoring.queries import replayed_rows, rows, state_of
from tournaments.bracket.queries.line_ups import board_rows, is_known
from tournaments.bracket.queries.match_history import versions
from tournaments.bracket.queries.match_views import MatchView
from tournaments.bracket.words.names import rank
from tournaments.bracket.words.results import side_words
from tournaments.chronicle.queries.stories import Story, story_of
from tournaments.chronicle.words.stories import drawing_words, percent, stood_words, story_summary, turn_words
from tournaments.day.queries.sheet_parts import sides_of
from tournaments.entries.names import masked
from tournaments.forecast.race import DEAL_MINUTES
from tournaments.models import Game, Tournament
from tournaments.states import SourceKind
from web.displays.present import present
from web.publishing.pages import public_page

Shown = tuple[int | None, int | None]
WIDTH: Final = 400
LEFT, RIGHT = 30, 374
TOP, BOTTOM = 14, 174
CHANCE_TOP, CHANCE_BOTTOM = 224, 304
EVEN = (CHANCE_TOP + CHANCE_BOTTOM) // 2
APART: Final = 2
"""Half of what lies between the two lines where both sides stand at the same level."""
LINE_OF_WORDS: Final = 16
LEVEL_TICKS: Final = (2, 5, 8, 11, 14)
MOST_NUMBERS: Final = 16
"""Deals that are numbered below the drawing; of more each second, third…"""


@dataclass(frozen=True)
class DealRow:
    """One deal as the page shows it; ``finishes`` are the seats of the winning side with the places 1…4 at which they
    came in; ``level`` is what it was played at; ``before`` and ``after`` are what stood on the scoreboard (home, away):
    levels, or points."""

    number: int
    kind: str
    winner: str
    finishes: tuple[tuple[str, int], ...]
    double: bool
    gain: int
    level: int | None
    before: Shown
    after: Shown
    passed: str
    failed: tuple[str, ...]
    stage: str


@dataclass(frozen=True)
class EntryRow:
    """What another game than 掼蛋 writes down, as that game has it; levels are None in games without them."""

    number: int
    game: str
    entry: Mapping[str, Any]
    before: Shown
    after: Shown


@dataclass(frozen=True)
class PenaltyRow:
    """A penalty in its place among the deals: who, for what, what it did."""

    side: str
    offence: str
    effects: tuple[dict[str, object], ...]
    before: Shown
    after: Shown


Row = DealRow | EntryRow | PenaltyRow


@public_page()
def match(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    snapshot = present(tournament)
    matches = [match for round_ in snapshot.rounds for match in round_.matches]
    with_boards = (table for match in matches for table in (match, *match.boards))
    view = next((match for match in with_boards if match.number == number), None)
    if view is None:
        raise Http404
    sides = ((other, line.source) for other in matches for line in other.lines)
    following = (other for other, source in sides if (source.kind, source.number) == (SourceKind.WINNER, number))
    shown = str if tournament.names_public else masked
    boards = board_rows(tournament, view) if view.boards else []
    # of each game the deals and penalties, the last one first
    sheets = Game.objects.filter(match_id=view.id).select_related("sheet__clock").order_by("number")
    games = [
        {
            "number": game.number,
            "winner": game.sheet.winner,
            "deals": deal_rows(game.sheet)[::-1],
            "story": match_story(view, game.sheet),
        }
        for game in sheets.prefetch_related("sheet__deals", "sheet__penalties")
    ]
    context = {
        "tournament": tournament,
        "present": snapshot,
        "match": view,
        "round": next(r for r in snapshot.rounds if r.number == view.round_number),
        "games": games,
        "players": _players(tournament, view),
        # the number of each board of a team match, and who plays at it; none before that may be known
        "line_ups": [
            (row.number, [shown(p.name) for p in row.one], [shown(p.name) for p in row.other]) for row in boards
        ],
        "following": next(following, None),
        "versions": [(row, [deal_rows(sheet) for sheet in row.sheets]) for row in versions(view.id)],
    }
    return render(request, "day/match.html", context)


def deal_rows(sheet: Sheet) -> list[Row]:
    """The counting deals and penalties of a sheet, as its game counts them; of 掼蛋 with who came in where."""
    entered = rows(sheet)
    state = state_of(sheet, entered)
    steps = state.steps if isinstance(state, Race) else ()
    shown_rows: list[Row] = []
    for index, (row, outcome) in enumerate(replayed_rows(sheet, entered)):
        before, after = ((stood.home, stood.away) for stood in outcome.shown)
        if isinstance(row, PenaltyOfSheet):
            effects: tuple[dict[str, object], ...] = tuple(
                {"kind": effect.kind.value, "amount": effect.amount} for effect in given_effects(row.effects)
            )
            shown_rows.append(PenaltyRow(row.side, row.offence, effects, before, after))
        elif steps:
            shown_rows.append(_deal_row(steps[index], cast("Deal", steps[index].entry), row.number, outcome))
        else:
            shown_rows.append(EntryRow(row.number, sheet.game, row.entry, before, after))
    return shown_rows


def _deal_row(step: Step, deal: Deal, number: int, outcome: EntryResult) -> DealRow:
    order, (before, after) = deal.order, outcome.shown
    places = {seat: place for place, seat in enumerate(order.seats, start=1)}
    own = (order.first, order.first.partner)
    return DealRow(
        number=number,
        kind="" if deal.kind is DealKind.REGULAR else deal.kind.value,
        winner=order.winner.value,
        finishes=tuple((seat.value, places[seat]) for seat in own),
        double=order.is_double,
        gain=(after[order.winner] or 0) - (before[order.winner] or 0) if outcome.points else step.risen(order.winner),
        level=step.level,
        before=(before.home, before.away),
        after=(after.home, after.away),
        passed=step.passed.value if step.passed else "",
        failed=tuple(side.value for side in step.failed),
        stage=step.stage_before.value if step.stage_before else "",
    )


def _players(tournament: Tournament, view: MatchView) -> dict[int, list[tuple[str, str]]]:
    """Team id → its players, each with the seat where the sheet has him, the reserves last; whoever plays alone needs
    none. Nobody of a board before its line-ups are shown."""
    if not is_known(tournament, view):
        return {}
    shown = str if tournament.names_public else masked
    return {
        side.team.id: [
            (player.seat if tournament.seats > 1 else "", shown(player.name))
            for player in sorted(side.players, key=lambda player: not player.seat)
        ]
        for side in sides_of(tournament, [view])[view.id]
        if side.team
    }


def match_story(match: MatchView, sheet: Sheet) -> dict[str, Any] | None:
    """What templates/day/parts/story.html shows: ``whole`` is all in one sentence, ``turns`` has one for each turning
    point, ``rows`` the deals and penalties as (moment, how it stood, home's chance).

    None before the first deal, while phones differ on one, and in games without a race.
    """
    story = None if match.contested else story_of(sheet, is_decided=match.is_decided)
    if story is None:
        return None
    home, away = map(side_words, match.lines)
    return {
        "story": story,
        "home": home,
        "drawing": drawing(story),
        "title": drawing_words(story, home, away),
        "whole": story_summary(story, home, away),
        "turns": [turn_words(story, *turn, home, away) for turn in story.turning],
        "rows": [(moment, stood_words(story, moment), percent(moment.chance)) for moment in story.moments[1:]],
        "deal_minutes": int(DEAL_MINUTES),
    }


@dataclass(frozen=True)
class Mark:
    """Something at a place of the drawing, with its words."""

    x: int
    y: int
    words: str = ""
    is_strong: bool = False


@dataclass(frozen=True)
class Track:
    """One side's line as a path, its deals won as dots, and where it ends."""

    path: str
    wins: tuple[Mark, ...]
    end: Mark


@dataclass(frozen=True)
class Drawing:
    """``scale``: the lines of the levels or points; ``deals``: their numbers, strong where the race turned. ``chance``:
    the corners of home's chance, "" where none is known; ``area`` between it and even."""

    home: Track
    away: Track
    scale: tuple[Mark, ...]
    deals: tuple[Mark, ...]
    turns: tuple[int, ...]
    chance: str
    area: str
    dots: tuple[Mark, ...]

    width, left, right, top, bottom = WIDTH, LEFT, RIGHT, TOP, BOTTOM
    chance_top, chance_bottom, even = CHANCE_TOP, CHANCE_BOTTOM, EVEN

    @property
    def turned(self) -> str:
        """Lines through both parts where the race turned, as one path."""
        spans = [(TOP, BOTTOM), *([(CHANCE_TOP, CHANCE_BOTTOM)] if self.chance else [])]
        return "".join(f"M{x} {top}V{bottom}" for x in self.turns for top, bottom in spans)

    @property
    def number_line(self) -> int:
        """Where the numbers of the deals stand."""
        return BOTTOM + LINE_OF_WORDS + 6

    @property
    def height(self) -> int:
        return CHANCE_BOTTOM + 10 if self.chance else self.number_line + 8


def drawing(story: Story) -> Drawing:
    """走势图 of a game with at least one deal."""
    across = [_between(LEFT, RIGHT, place / (len(story.moments) - 1)) for place in range(len(story.moments))]
    ticks = _ticks(story)
    low, high = ticks[0], max(ticks[-1], *(max(moment.stood) for moment in story.moments))

    def height(stood: int) -> int:
        return _between(BOTTOM, TOP, (stood - low) / (high - low))

    home, away = ([height(moment.stood[side]) for moment in story.moments] for side in (0, 1))
    deals = [(x, moment) for x, moment in zip(across, story.moments, strict=True) if moment.is_deal]
    every = -(-len(deals) // MOST_NUMBERS)

    # home's chance, and the area between it and even; a path, as it crosses the middle
    chances = [moment.chance for moment in story.moments if moment.chance is not None]
    corners = [
        (x, _between(CHANCE_BOTTOM, CHANCE_TOP, share))
        for x, share in zip(across, chances if story.has_chances else (), strict=False)
    ]
    steps = pairwise(corners)
    return Drawing(
        home=_track(story, Side.HOME, across, [y - APART for y in home], away),
        away=_track(story, Side.AWAY, across, [y + APART for y in away], home),
        scale=tuple(Mark(LEFT, height(tick), _stood(story, tick)) for tick in ticks),
        deals=tuple(
            Mark(x, 0, str(moment.number), bool(moment.turns))
            for x, moment in deals
            if moment.number % every == 0 or every == 1
        ),
        turns=tuple(x for x, moment in zip(across, story.moments, strict=True) if moment.turns),
        chance=" ".join(f"{x},{y}" for x, y in corners),
        area="".join(f"M{x} {EVEN}L{x} {y}L{to} {then}L{to} {EVEN}Z" for (x, y), (to, then) in steps),
        dots=tuple(Mark(x, y) for x, y in corners[1:]),
    )


def _between(first: int, last: int, share: float) -> int:
    return round(first + (last - first) * share)


def _ticks(story: Story) -> tuple[int, ...]:
    """The levels or points at which the scale has a line."""
    if story.levels:
        return LEVEL_TICKS
    low = min(0, *(min(moment.stood) for moment in story.moments))
    high = max(max(moment.stood) for moment in story.moments)
    step = max((high - low) // 4, 1)
    return tuple(range(low, max(high, low + 1) + 1, step))


def _stood(story: Story, stood: int) -> str:
    return rank(min(stood, LEVEL_TICKS[-1])) if story.levels else str(stood)


def _track(story: Story, side: Side, across: list[int], up: list[int], other: list[int]) -> Track:
    path = f"M{across[0]} {up[0]}" + "".join(f"H{x}V{y}" for x, y in zip(across[1:], up[1:], strict=True))
    wins = tuple(
        Mark(x, y)
        for x, y, moment in zip(across, up, story.moments, strict=True)
        if moment.is_deal and moment.side == side
    )
    # the words at the end of the line stand clear of those of the other side
    base, missing = up[-1] + LINE_OF_WORDS // 3, LINE_OF_WORDS - abs(up[-1] - other[-1])
    if missing > 0:
        base += missing // 2 if up[-1] > other[-1] else -(missing // 2)
    stood = story.end.stood[side is Side.AWAY]
    return Track(path, wins, Mark(RIGHT + 7, base, _stood(story, stood)))
