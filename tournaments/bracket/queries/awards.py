"""颁奖: who has won what, as far as it is decided, and who gets a souvenir."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from tournaments.bracket.queries.labels import player_names, team_label
from tournaments.bracket.queries.match_views import TeamLabel
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.prizes import DecidedPrize, decided_prizes, masked_prizes, present_teams
from tournaments.bracket.queries.standings import (
    Equals,
    StageView,
    equals_for_awards,
    final_places,
    is_decided,
    stages_of,
)
from tournaments.entries.names import masked
from tournaments.models import Team, Tournament

SOUVENIR = 0
THIRD = 3
"""The first three places have a prize each, whoever shares them."""


@dataclass(frozen=True)
class Podium:
    """冠军, 亚军, 季军, each shared where nothing tells them apart, 纪念奖; empty while open, or, once all is
    ``decided``, where nobody stands."""

    champions: tuple[TeamLabel, ...]
    runners_up: tuple[TeamLabel, ...]
    thirds: tuple[TeamLabel, ...]
    decided: bool
    souvenirs: tuple[TeamLabel, ...] = ()

    @property
    def champion(self) -> TeamLabel | None:
        """The champion, the first of those who share the place."""
        return next(iter(self.champions), None)

    @property
    def runner_up(self) -> TeamLabel | None:
        return next(iter(self.runners_up), None)


@dataclass(frozen=True)
class Winner:
    """A team on the list of awards, with the names of its players."""

    team: TeamLabel
    players: tuple[str, ...]


@dataclass(frozen=True)
class AwardedPrize:
    """A prize. ``rank`` is the best place that it is for: 1 champion, 2 runner-up …, 0 the souvenir; ``planned`` is how
    many the notice promises (0: as many as there are), beyond the third place for so many places."""

    rank: int
    name: str
    planned: int
    winners: tuple[Winner, ...]

    @property
    def is_souvenir(self) -> bool:
        return self.rank == SOUVENIR


@dataclass(frozen=True)
class AwardList:
    """All prizes of the event for places, in the order of the notice; ``decided`` once the last match is over and there
    are no ``equals``, between whom a prize ends."""

    awards: tuple[AwardedPrize, ...]
    decided: bool
    confirmed_at: datetime | None
    open_matches: int
    equals: tuple[Equals, ...] = ()
    prizes: tuple[DecidedPrize, ...] = ()
    """Those by rule, with whom the office has decided upon so far."""

    @property
    def given(self) -> tuple[DecidedPrize, ...]:
        """The prizes by rule as everybody may read them: nobody has one before the awards are confirmed."""
        return self.prizes if self.confirmed_at else tuple(replace(p, recipients=(), note="") for p in self.prizes)

    @property
    def placed(self) -> tuple[AwardedPrize, ...]:
        return tuple(award for award in self.awards if not award.is_souvenir)

    @property
    def souvenir(self) -> AwardedPrize | None:
        return next((award for award in self.awards if award.is_souvenir), None)

    @property
    def masked(self) -> "AwardList":
        """The same with names as everybody reads them where they are not public."""
        awards = (
            replace(award, winners=tuple(Winner(w.team, tuple(map(masked, w.players))) for w in award.winners))
            for award in self.awards
        )
        return replace(self, awards=tuple(awards), prizes=masked_prizes(self.prizes))


def podium(tournament: Tournament) -> Podium:
    """领奖台, as far as it is decided: a fixed number of queries."""
    stages = stages_of(rounds(tournament))
    places = places_of(stages, tournament.awards)
    if not places.decided or not any(award["rank"] == SOUVENIR for award in tournament.awards):
        return places
    placed = {team.id for team in (*places.champions, *places.runners_up, *places.thirds)}
    for teams in _winners_by_prize(tournament, final_places(stages)).values():
        placed |= {team.id for team in teams}
    return replace(places, souvenirs=_souvenirs(tournament, placed))


def places_of(stages: Sequence[StageView], awards: Sequence[Mapping[str, Any]]) -> Podium:
    """The first three places alone, from stages that were read already; open where it is about them that somebody must
    decide who are equal in everything."""
    equals = equals_for_awards(awards, stages)
    ranks = _without(equals, final_places(stages))
    first, second, third = (ranks.get(rank, ()) for rank in (1, 2, 3))
    return Podium(first, second, third, is_decided(stages) and not equals)


def award_list(tournament: Tournament) -> AwardList:
    """The prizes of the notice with their teams and players: a fixed number of queries."""
    stages = stages_of(rounds(tournament))
    equals = equals_for_awards(tournament.awards, stages)
    decided = is_decided(stages) and not equals
    winners = _winners_by_prize(tournament, _without(equals, final_places(stages)))
    placed = {team.id for teams in winners.values() for team in teams}
    winners[SOUVENIR] = _souvenirs(tournament, placed) if decided else ()
    names = player_names(team.id for teams in winners.values() for team in teams)
    return AwardList(
        awards=tuple(
            AwardedPrize(
                rank=award["rank"],
                name=award["name"],
                planned=award.get("count") or 0,
                winners=tuple(Winner(team, names[team.id]) for team in winners.get(award["rank"], ())),
            )
            for award in sorted(tournament.awards, key=lambda award: (award["rank"] == SOUVENIR, award["rank"]))
        ),
        decided=decided,
        confirmed_at=tournament.awards_confirmed_at,
        equals=equals,
        prizes=decided_prizes(tournament),
        open_matches=sum(not (match.is_over or match.is_bye) for stage in stages for match in stage.matches),
    )


def _without(equals: Sequence[Equals], ranks: Mapping[int, tuple[TeamLabel, ...]]) -> dict[int, tuple[TeamLabel, ...]]:
    """The places of all others."""
    open_ = {team for each in equals for team in each.teams}
    return {place: tuple(team for team in teams if team not in open_) for place, teams in ranks.items()}


def _winners_by_prize(
    tournament: Tournament, ranks: Mapping[int, tuple[TeamLabel, ...]]
) -> dict[int, tuple[TeamLabel, ...]]:
    """The teams of each prize by its best place, without the souvenir."""
    by_prize = {}
    for award in tournament.awards:
        first = award["rank"]
        if first != SOUVENIR:
            places = range(first, first + (award.get("count", 1) if first > THIRD else 1))
            by_prize[first] = tuple(team for place in places for team in ranks.get(place, ()))
    return by_prize


def _souvenirs(tournament: Tournament, placed: set[int]) -> tuple[TeamLabel, ...]:
    """到场参赛未获名次的队伍均有纪念奖 (S000 七): present at a match, or played one, and no place."""
    teams = Team.objects.filter(pk__in=present_teams(tournament) - placed).select_related("branch")
    return tuple(map(team_label, teams.order_by("branch__number", "ordinal")))
