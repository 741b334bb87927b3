"""抽签意愿: what an office asks of a draw, as the wishes that the draw knows: teams by their number in the list."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import QuerySet

from journal.refusals import Problem
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.standings import final_places, stages_of
from tournaments.bracket.rules.formats import format_of
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
class Asked:
    """``seeds``: ids of teams, best first; where there are none, the best ``best`` of the event before. ``rounds``: so
    many in which nobody of a branch should meet. ``last`` is an earlier event: of its first round ``rest_others`` asks
    for other byes, ``meet_others`` for other pairs."""

    seeds: tuple[int, ...] = ()
    best: int = 0
    rounds: int = 1
    last: Tournament | None = None
    rest_others: bool = False
    meet_others: bool = False

    def __bool__(self) -> bool:
        return bool(self.seeds or self.best) or self.rounds > 1 or self.rest_others or self.meet_others


NOTHING_ASKED: Final = Asked()


def wish_problems(tournament: Tournament, teams: Sequence[Team], wishes: Asked) -> list[Problem]:
    stage = first_stage(tournament)
    if wishes and not FORMATS[stage.format].is_sheet:
        of_a_sheet = wishes.rounds > 1 or wishes.rest_others
        if of_a_sheet or format_of(stage).groups == 1:
            return [Problem(Code.WISHES_WITHOUT_SHEET)]
    known = {team.pk for team in teams}
    if len(set(wishes.seeds)) < len(wishes.seeds) or not known.issuperset(wishes.seeds):
        return [Problem(Code.SEEDS_UNKNOWN, "seeds", {"line": ", ".join(map(str, wishes.seeds))})]
    needs_last = wishes.best or wishes.rest_others or wishes.meet_others
    return [Problem(Code.LAST_EVENT_MISSING, "last")] if needs_last and wishes.last is None else []


def wishes_for(tournament: Tournament, teams: Sequence[Team], wishes: Asked) -> drawing.Wishes:
    numbers = {team.pk: number for number, team in enumerate(teams, start=1)}
    same = _same_teams(wishes.last, teams) if wishes.last else {}
    rested, met = _first_round_of(wishes.last, same) if wishes.last else ((), ())
    best = _best_of(wishes.last, same)[: wishes.best] if wishes.last else ()
    return drawing.Wishes(
        seeds=tuple(numbers[team] for team in wishes.seeds) or best,
        rounds=wishes.rounds,
        rested=rested if wishes.rest_others else (),
        met=met if wishes.meet_others else (),
    )


def earlier_events(tournament: Tournament) -> list[Tournament]:
    """Finished events whose first round may be asked about, the latest first."""
    events = finished_events().filter(stages__draws__state=DrawState.CONFIRMED).exclude(pk=tournament.pk)
    return list(events.order_by("-awards_confirmed_at", "-pk").distinct()[:20])


def _best_of(last: Tournament, same: Mapping[int, int]) -> tuple[int, ...]:
    """The numbers of the teams by their places then; of those who share one, the earlier in the list first."""
    places = final_places(stages_of(rounds(last)))
    equals = (sorted(same[team.id] for team in places[place] if team.id in same) for place in sorted(places))
    return tuple(number for together in equals for number in together)


def _first_round_of(last: Tournament, same: Mapping[int, int]) -> tuple[tuple[int, ...], drawing.Pairs]:
    """Who of the teams (by number) had a bye in the first round of that event, and who met."""
    stage = first_stage(last)
    draw = Draw.objects.filter(stage=stage, state=DrawState.CONFIRMED).first()
    if draw is None or not FORMATS[stage.format].is_sheet:
        return (), ()
    pairs = list(zip(draw.positions[::2], draw.positions[1::2], strict=True))
    rested = sorted(same[one or other] for one, other in pairs if None in (one, other) and (one or other) in same)
    both = [(same[one], same[other]) for one, other in pairs if one in same and other in same]
    return tuple(rested), tuple(sorted((min(pair), max(pair)) for pair in both))


def _same_teams(last: Tournament, teams: Sequence[Team]) -> dict[int, int]:
    """Numbers of the teams by the id that they had then: the same players of the branch, else its team of that
    ordinal."""
    before = _with_players(Team.objects.filter(branch__tournament=last).exclude(state=TeamState.DRAFT))
    now = _with_players(Team.objects.filter(pk__in=[team.pk for team in teams]))
    players = {team.pk: _key(team) for team in (*before, *now)}
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


def _key(team: Team) -> str:
    return Competitor(team.branch.name, tuple(p.name for p in team.players.all() if p.left_at is None)).key
