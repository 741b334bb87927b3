"""抽签意愿: what an office asks of a draw, as the wishes that the draw knows: teams by their number in the list."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.db.models import QuerySet

from journal.refusals import Problem
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.settings import present_game
from tournaments.bracket.queries.standings import final_places, stages_of
from tournaments.bracket.rules.formats import format_of
from tournaments.chronicle.queries.ratings import best_rated
from tournaments.chronicle.queries.records import finished_events
from tournaments.codes import Code
from tournaments.draw import method as drawing
from tournaments.draw.queries.draws import first_stage
from tournaments.entries.names import Competitor, likeness
from tournaments.formats import FORMATS
from tournaments.models import Draw, Team, Tournament
from tournaments.states import DrawState, TeamState

MOST_ROUNDS: Final = 4
MOST_SEEDS: Final = 64


@dataclass(frozen=True)
class WishRequest:
    """``seeds``: ids of teams, best first; where there are none, the ``rated`` best by the ratings of their players, or
    the best ``best`` of the event before. ``rounds``: so many in which nobody of a branch should meet. ``last`` is an
    earlier event: of its first round ``rest_others`` asks for other byes, ``meet_others`` for other pairs."""

    seeds: tuple[int, ...] = ()
    rated: int = 0
    best: int = 0
    rounds: int = 1
    last: Tournament | None = None
    rest_others: bool = False
    meet_others: bool = False

    def __bool__(self) -> bool:
        return bool(self.seeds or self.rated or self.best) or self.rounds > 1 or self.rest_others or self.meet_others


def with_rated_seeds(tournament: Tournament, teams: Sequence[Team], request: WishRequest) -> WishRequest:
    """The request with the seeds that ratings say, where they are asked for and none are named."""
    if request.seeds or not request.rated:
        return request
    return replace(request, seeds=best_rated(present_game(tournament), teams, request.rated))


def wish_problems(tournament: Tournament, teams: Sequence[Team], request: WishRequest) -> list[Problem]:
    stage = first_stage(tournament)
    if request and not FORMATS[stage.format].is_sheet:
        of_a_sheet = request.rounds > 1 or request.rest_others
        if of_a_sheet or format_of(stage).groups == 1:
            return [Problem(Code.WISHES_WITHOUT_SHEET)]
    known = {team.pk for team in teams}
    if len(set(request.seeds)) < len(request.seeds) or not known.issuperset(request.seeds):
        return [Problem(Code.SEEDS_UNKNOWN, "seeds", {"line": ", ".join(map(str, request.seeds))})]
    if request.rated and not request.seeds:
        return [Problem(Code.NOBODY_RATED, "rated")]
    needs_last = request.best or request.rest_others or request.meet_others
    return [Problem(Code.LAST_EVENT_MISSING, "last")] if needs_last and request.last is None else []


def wishes_for(tournament: Tournament, teams: Sequence[Team], request: WishRequest) -> drawing.Wishes:
    numbers = {team.pk: number for number, team in enumerate(teams, start=1)}
    seeds = tuple(numbers[team] for team in request.seeds)
    if request.last is None:
        return drawing.Wishes(seeds=seeds, rounds=request.rounds)

    # the best of the last event by their places then; of those who share one, the earlier in the list first
    same = _same_teams(request.last, teams)
    places = final_places(stages_of(rounds(request.last)))
    equals = (sorted(same[team.id] for team in places[place] if team.id in same) for place in sorted(places))
    best = tuple(number for together in equals for number in together)[: request.best]

    # who had a bye in its first round, and who met there
    stage = first_stage(request.last)
    draw = Draw.objects.filter(stage=stage, state=DrawState.CONFIRMED).first()
    positions = draw.positions if draw and FORMATS[stage.format].is_sheet else []
    pairs = list(zip(positions[::2], positions[1::2], strict=True))
    rested = sorted(same[one or other] for one, other in pairs if None in (one, other) and (one or other) in same)
    met = [(same[one], same[other]) for one, other in pairs if one in same and other in same]
    return drawing.Wishes(
        seeds=seeds or best,
        rounds=request.rounds,
        rested=tuple(rested) if request.rest_others else (),
        met=tuple(sorted((min(pair), max(pair)) for pair in met)) if request.meet_others else (),
    )


def earlier_events(tournament: Tournament) -> list[Tournament]:
    """Finished events whose first round may be asked about, the latest first."""
    events = finished_events().filter(stages__draws__state=DrawState.CONFIRMED).exclude(pk=tournament.pk)
    return list(events.order_by("-awards_confirmed_at", "-pk").distinct()[:20])


def _same_teams(last: Tournament, teams: Sequence[Team]) -> dict[int, int]:
    """Numbers of the teams by the id that they had then: the same players of the branch, else its team of that
    ordinal."""
    before = _with_players(Team.objects.filter(branch__tournament=last).exclude(state=TeamState.DRAFT))
    now = _with_players(Team.objects.filter(pk__in=[team.pk for team in teams]))
    players = {
        team.pk: Competitor(team.branch.name, tuple(p.name for p in team.players.all() if p.left_at is None)).key
        for team in (*before, *now)
    }
    numbers = {team.pk: number for number, team in enumerate(teams, start=1)}
    by_players = {players[team.pk]: numbers[team.pk] for team in now}
    by_ordinal = {(likeness(team.branch.name), team.ordinal): numbers[team.pk] for team in now}
    by_id = {team.pk: by_players[players[team.pk]] for team in before if players[team.pk] in by_players}
    taken = set(by_id.values())
    for team in before:
        number = by_ordinal.get((likeness(team.branch.name), team.ordinal))
        if team.pk not in by_id and number and number not in taken:
            by_id[team.pk] = number
    return by_id


def _with_players(teams: QuerySet[Team]) -> list[Team]:
    return list(teams.select_related("branch").prefetch_related("players").order_by("pk"))
