"""A match that stays as it was is the same view; a deal changes one view, and no standing."""

import pytest

from tests.factories import a_drawn_tournament, a_referee
from tournaments.bracket.queries.match_views import MatchView
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.standings import StandingRow, stages_of, standing
from tournaments.day.actions.matches import confirm_result, enter_deal
from tournaments.models import Match, Tournament
from tournaments.states import MatchState

PASSED = 5
"""Deals after which home has passed A, if it wins each by a double."""


def views(tournament: Tournament) -> dict[int, MatchView]:
    return {match.id: match for round_ in rounds(tournament) for match in round_.matches}


def table(tournament: Tournament) -> tuple[StandingRow, ...]:
    return standing(stages_of(rounds(tournament))[0])


@pytest.mark.parametrize("format_", ["knockout", "round_robin"])
def test_a_deal_changes_the_view_of_its_match_alone_and_no_standing_which_a_result_does(db, format_):
    tournament = a_drawn_tournament(branches=4, started=True, format_=format_)
    referee, before, standing_before = a_referee(tournament), views(tournament), table(tournament)
    match = Match.objects.filter(stage__tournament=tournament, state=MatchState.READY).first()
    enter_deal(match, "NS", by=referee)
    after = views(tournament)
    assert {pk for pk in after if after[pk] is not before[pk]} == {match.pk}
    assert (before[match.pk].deal, after[match.pk].deal, after[match.pk].home.level) == (0, 2, 5)
    for _ in range(PASSED - 1):
        enter_deal(match, "NS", by=referee)
    assert table(tournament) is standing_before
    confirm_result(match, by=referee)
    assert table(tournament) != standing_before


def test_a_new_name_of_a_branch_is_in_every_view(db):
    tournament = a_drawn_tournament(branches=4, started=True)
    before = views(tournament)
    tournament.branches.filter(number=1).update(name="后勤分会")
    changed = [match for pk, match in views(tournament).items() if match is not before[pk]]
    assert changed
    assert all("后勤分会" in {line.team.branch for line in match.lines if line.team} for match in changed)
