"""擂台赛: who stood where as the season began, and in which order its challenges were decided."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime

from django.db.models import Exists, Min, OuterRef, Q

from tournaments.bracket.queries.labels import team_label, with_people
from tournaments.bracket.queries.match_views import MatchView, TeamLabel
from tournaments.bracket.queries.round_views import RoundView, StageLabel
from tournaments.models import Match, Result, Stage, Team
from tournaments.states import DrawState, TeamState

NEVER = datetime.max.replace(tzinfo=UTC)


def with_entrants(planned: Sequence[tuple[int, RoundView]]) -> list[tuple[int, RoundView]]:
    """The rounds (each with the id of its event) of ladders that are drawn with the entries of their stages: two
    queries, none where there are no such stages."""
    stages = {round_.stage: event for event, round_ in planned if round_.stage.is_ladder and round_.stage.size}
    if not stages:
        return list(planned)
    drawn = Stage.objects.filter(pk__in=[stage.id for stage in stages], draws__state=DrawState.CONFIRMED)
    positions = dict(drawn.values_list("pk", "draws__positions"))
    own = Match.objects.filter(Q(home_team=OuterRef("pk")) | Q(away_team=OuterRef("pk")), stage__in=positions)
    of_events = Team.objects.filter(branch__tournament__in=stages.values()).exclude(state=TeamState.DRAFT)
    rows = with_people(of_events.annotate(has_met=Exists(own)).order_by("pk"))
    with_own = {}
    for stage, event in stages.items():
        teams = [team for team in rows if team.branch.tournament_id == event]
        with_own[stage.id] = _with_entries(stage, positions.get(stage.id, ()), teams)
    return [(event, replace(r, stage=with_own.get(r.stage.id, r.stage))) for event, r in planned]


def _with_entries(stage: StageLabel, positions: Iterable[int | None], teams: Sequence[Team]) -> StageLabel:
    """Those who were drawn, from the top; then, if it began with those who registered, who has come since."""
    by_id = {team.pk: team for team in teams}
    at_start = [by_id[pk] for pk in positions if pk in by_id]
    late = [t for t in teams if t not in at_start and (t.state == TeamState.ENTERED or getattr(t, "has_met", False))]
    entries: list[Team] = at_start + ([] if stage.source else late)
    left = frozenset(team.pk for team in entries if team.state == TeamState.WITHDRAWN)
    labels: tuple[TeamLabel, ...] = tuple(map(team_label, entries))
    return replace(stage, entries=labels, left=left)


def as_decided(views: Mapping[int, Sequence[MatchView]]) -> dict[int, list[MatchView]]:
    """The matches of seasons, by the id of each, in the order in which they were decided for the first time, then those
    that are open, the older challenge first: one query, or none. What was corrected since keeps its place."""
    over = [view.id for of_season in views.values() for view in of_season if view.is_over]
    first = Result.objects.filter(match__in=over).values("match").order_by().annotate(at=Min("at"))
    decided = dict(first.values_list("match", "at")) if over else {}
    return {
        season: sorted(of_season, key=lambda view: (decided.get(view.id, NEVER), view.number))
        for season, of_season in views.items()
    }
