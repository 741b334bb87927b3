"""队伍: branches in the order of the annex with their teams, players' names, and how far each has come; of many by
pages, and found by the name of a branch, a team or a player.

The way of a team through the event is its next match, what follows if it wins or loses it, and all its matches.
"""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.views.decorators.http import require_safe

from tournaments.bracket.queries.match_views import THIRD, Line, MatchView, TeamLabel
from tournaments.bracket.queries.round_views import RoundView
from tournaments.bracket.queries.standings import StageView, standing
from tournaments.bracket.words.names import team_name
from tournaments.entries.queries.links import my_token
from tournaments.entries.queries.teams import BranchCount, LineUp, branch_counts, branch_line_ups
from tournaments.formats.format import BracketPart, Drawing
from tournaments.formats.knockout import Redraw
from tournaments.models import Tournament
from tournaments.permissions import Permission
from tournaments.states import MatchState, SlotKind, SourceKind
from web.displays.present import Present, present
from web.public.followed import followed_branch
from web.publishing.pages import public_page
from web.requests.loaders import needs
from web.requests.long_lists import LONGEST_SEARCH, is_called, page_of

MOST_BRANCHES, MOST_TEAMS = 40, 80
"""On one page."""


class Stand(StrEnum):
    """Where a team is in the event."""

    CHAMPION = "champion"
    RUNNER_UP = "runner_up"
    THIRD = "third"
    PLAYING = "playing"
    AHEAD = "ahead"
    OUT = "out"


@dataclass(frozen=True)
class TeamProgress:
    """``match`` is the team's first open match: being played or ahead of it; else its last one. ``matches`` are all.
    ``place`` in a table that is complete, or by a match that was played for it, else 0."""

    stand: Stand
    match: MatchView
    matches: tuple[MatchView, ...]
    place: int = 0


class End(StrEnum):
    """What a match means for a team that does not go on to a certain match by it."""

    CHAMPION = "champion"
    RUNNER_UP = "runner_up"
    THIRD = "third"
    PLACE = "place"
    OUT = "out"
    BY_STANDING = "by_standing"


@dataclass(frozen=True)
class Onward:
    """What follows from winning, or losing, a match: the ``match`` to which the team goes on, else ``end`` says why
    there is none, of a match for a place with the ``place``. ``opponents``: whom it may meet there, as far as they are
    known."""

    won: bool
    match: MatchView | None = None
    end: str = ""
    place: int = 0
    opponents: tuple[TeamLabel, ...] = ()


class Waiting(StrEnum):
    """What a team without an open match waits for."""

    DRAW = "draw"
    PAIRING = "pairing"
    NEXT_STAGE = "next_stage"
    NOTHING = ""


@dataclass(frozen=True)
class TeamPath:
    """How far a team has come, its match that is ``next`` or on, the possible ``opponents`` in it, and what follows;
    ``pending``: the round for which its opponent is not drawn yet."""

    line_up: LineUp
    waiting: str
    pending: RoundView | None
    progress: TeamProgress | None
    next: MatchView | None
    opponents: tuple[TeamLabel, ...]
    onward: tuple[Onward, ...]

    @property
    def is_called(self) -> bool:
        return bool(self.next and self.next.state == MatchState.CALLED)

    @property
    def other(self) -> Line | None:
        """The side of the next match against which the team plays."""
        return opponent_of(self.next, self.line_up.label.id) if self.next else None


def team_progress(snapshot: Present, teams: Container[int]) -> dict[int, TeamProgress]:
    """How far these teams have come, by team id; empty before the draw."""
    played: dict[int, list[MatchView]] = {}
    for match in (match for round_ in snapshot.rounds for match in round_.matches):
        for line in match.lines:
            for one in line.each:
                if line.slot == SlotKind.TEAM and one.id in teams:
                    played.setdefault(one.id, []).append(match)
    medals = {team.id: Stand.THIRD for team in snapshot.medals.thirds}
    medals |= {team.id: Stand.RUNNER_UP for team in snapshot.medals.runners_up}
    medals |= {team.id: Stand.CHAMPION for team in snapshot.medals.champions}
    tables = [stage for stage in snapshot.stages if stage.drawing is not Drawing.BRACKET and stage.is_over]
    places = {row.team.id: row.place for stage in tables for row in standing(stage)}
    ladders = [stage for stage in snapshot.stages if stage.label.is_ladder and not stage.is_over]
    on_ladder = {team for stage in ladders for team in stage.teams}
    progress = {}
    for team, matches in played.items():
        now = next((match for match in matches if not (match.is_over or match.is_bye)), matches[-1])
        open_stand = Stand.PLAYING if now.state == MatchState.PLAYING else Stand.AHEAD
        is_out = now.is_over and team not in on_ladder
        stand = medals.get(team) or (Stand.OUT if is_out else open_stand)
        won_by = now.won_by
        place = places.get(team) or (now.place_of(won=any(one.id == team for one in won_by.each)) if won_by else 0)
        progress[team] = TeamProgress(stand, now, tuple(matches), place)
    return progress


def opponent_of(match: MatchView, team: int) -> Line:
    """The side of the match on which the team of that id does not stand."""
    return match.away if match.home.has(team) else match.home


def team_paths(snapshot: Present, line_ups: tuple[LineUp, ...]) -> tuple[TeamPath, ...]:
    """The ways of these teams, whoever is called or plays now first."""
    progress = team_progress(snapshot, {line_up.label.id for line_up in line_ups})
    paths = []
    for line_up in line_ups:
        team, come = line_up.label.id, progress.get(line_up.label.id)
        stage = next((s for s in snapshot.stages if come.match in s.matches), None) if come else None
        match = come.match if come and not (come.match.is_over or come.match.is_bye) else None
        pending = next((r for r in stage.rounds if r.matches and r.waits_for_pairing), None) if stage else None
        has_lost = come and any(line.has(team) and line.outcome == "lost" for line in come.match.lines)
        if stage and stage.label.shape.name == Redraw.name and has_lost:
            pending = None
        path = TeamPath(
            line_up=line_up,
            waiting="" if match or line_up.withdrawn else _waiting(snapshot, stage, pending),
            pending=pending,
            progress=come,
            next=match,
            opponents=candidates(snapshot, opponent_of(match, team)) if match else (),
            onward=tuple(_onward(snapshot, stage, match, team)) if match and stage else (),
        )
        paths.append(path)
    playing = {team for team, come in progress.items() if come.stand == Stand.PLAYING}
    return tuple(sorted(paths, key=lambda path: (not path.is_called, path.line_up.label.id not in playing)))


def candidates(snapshot: Present, line: Line) -> tuple[TeamLabel, ...]:
    """Who stands on that side, or who may come to it from the match that decides it, where both there are known."""
    if line.team or line.slot != SlotKind.OPEN:
        return (line.team,) if line.team else ()
    if not line.source.is_match:
        return ()
    feeder = next(m for r in snapshot.rounds for m in r.matches if m.number == line.source.number)
    teams = tuple(side.team for side in feeder.lines if side.team)
    return teams if len(teams) == sum(side.slot in (SlotKind.TEAM, SlotKind.OPEN) for side in feeder.lines) else ()


def _waiting(snapshot: Present, stage: StageView | None, pending: RoundView | None) -> Waiting:
    if stage is None:
        return Waiting.NOTHING if snapshot.is_drawn else Waiting.DRAW
    if pending:
        return Waiting.PAIRING
    later = (other for other in snapshot.stages if other.label.source == stage.label.id and not other.is_drawn)
    return Waiting.NEXT_STAGE if any(later) else Waiting.NOTHING


def _onward(snapshot: Present, stage: StageView, match: MatchView, team: int) -> Iterator[Onward]:
    """What winning and losing lead to; nothing where every match is fixed and places follow from a table."""
    fed = [m for m in stage.matches if any(_comes_from(line, match) for line in m.lines)]
    if not fed and not stage.label.shape.places_final:
        return
    # a second final is played only if the side at home lost the first
    second = next((m for m in fed if any(line.source.kind == SourceKind.CHANCE for line in m.lines)), None)
    is_home = bool(match.home.team and match.home.team.id == team)
    for won in (True, False):
        kind = SourceKind.WINNER if won else SourceKind.LOSER
        ways = (m for m in fed if any(_comes_from(s, match) and s.source.kind == kind for s in m.lines))
        to = next(ways, None)
        if second:
            to = None if won == is_home else second
        if to is None:
            yield Onward(won, end=_end(snapshot, stage, match, won=won), place=match.place_of(won=won))
        else:
            other = next(
                line for line in to.lines if not _comes_from(line, match) or line.source.kind == SourceKind.CHANCE
            )
            yield Onward(won, to, opponents=tuple(t for t in candidates(snapshot, other) if t.id != team))


def _comes_from(line: Line, match: MatchView) -> bool:
    return line.source.is_match and line.source.number == match.number


def _end(snapshot: Present, stage: StageView, match: MatchView, *, won: bool) -> End:
    """Where a team is that goes on to no match of its stage, if that is certain by this match alone."""
    label = stage.label
    is_source = any(other.label.source == label.id for other in snapshot.stages)
    if is_source or label.first_place > 1 or not label.shape.places_final:
        return End.BY_STANDING
    if match.place_for:
        return End.THIRD if won and match.place_for == THIRD else End.PLACE
    has_parts = label.shape.has_parts
    in_final = bool(match.where and match.where.part == BracketPart.FINAL)
    if in_final if has_parts else match.round_number == stage.rounds[-1].number:
        return End.CHAMPION if won else End.RUNNER_UP
    if won:
        return End.BY_STANDING
    return End.THIRD if match.entrants == 4 and not has_parts else End.OUT


@public_page("branch", "page")
def teams(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    counts = branch_counts(tournament)
    page = page_of(request, _by_page(counts), 1)
    followed = followed_branch(request, tournament)
    snapshot = present(tournament)
    branches = branch_line_ups(tournament, page[0])
    here = {team.label.id for branch in branches for team in branch.teams}
    context = {
        "tournament": tournament,
        "present": snapshot,
        "branches": branches,
        "total": sum(branch.teams for branch in counts),
        "progress": team_progress(snapshot, here),
        "page": page.number,
        "pages": page.paginator.page_range,
        "mine": followed.pk if followed else 0,
        "tokens": {branch.id: my_token(tournament, branch=branch.id) for branch in branches},
    }
    return render(request, "entries/teams.html", context)


@needs(Permission.PUBLIC)
@require_safe
def teams_find(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """To the only branch that is meant, or those to choose from; with ``?to=mine`` to the matches of a team, or of all
    teams of a branch."""
    words = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    teams = (team for branch in branch_line_ups(tournament) for team in branch.teams)
    called = [
        team for team in teams if words and is_called(words, team_name(team.label), *team.own_texts, *team.players)
    ]
    pages = {pk: page for page, ids in enumerate(_by_page(branch_counts(tournament)), start=1) for pk in ids}
    to_mine = request.GET.get("to") == "mine"
    hits = []
    for team in called:
        branch = team.label.branch_id
        query = urlencode({"branch": branch} | ({"page": pages[branch]} if pages[branch] > 1 else {}))
        matches = resolve_url("my_matches", tournament.slug, my_token(tournament, team=team.label.id))
        hits.append((team, matches if to_mine else f"{resolve_url('teams', tournament.slug)}?{query}#b{branch}"))
    branches = {team.label.branch_id for team in called}
    if len(branches) == 1 and to_mine and len(called) > 1:
        return redirect("my_matches", tournament.slug, my_token(tournament, branch=branches.pop()))
    if len(branches) == 1:
        return redirect(hits[0][1])
    context = {"tournament": tournament, "present": present(tournament), "words": words, "hits": hits[:MOST_TEAMS]}
    return render(request, "entries/teams_find.html", context)


def _by_page(counts: Sequence[BranchCount]) -> list[list[int]]:
    """The ids of the branches of each page, whole branches; one page without any."""
    pages: list[list[int]] = [[]]
    teams = 0
    for branch in counts:
        teams += branch.teams
        if pages[-1] and (len(pages[-1]) == MOST_BRANCHES or teams > MOST_TEAMS):
            pages.append([])
            teams = branch.teams
        pages[-1].append(branch.id)
    return pages
