"""Whose matches count for the ratings, under which name, and what a draw makes of them."""

import json
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest

from guandan_rules import Reason
from tests.factories import FIRST_START, a_drawn_tournament, a_tournament
from tests.made_once import once_a_module
from tests.refusals import refused_codes
from tests.tournaments.chronicle.test_records import over
from tests.tournaments.played import decide
from tests.tournaments.series.seasons import a_series
from tournaments.bracket.queries.settings import settings_of
from tournaments.chronicle.queries.ratings import best_rated, rating_list, ratings_of
from tournaments.chronicle.rating import START
from tournaments.codes import Code
from tournaments.draw.actions.draws import draw_sealed, seal_draw
from tournaments.draw.queries.draws import entered_teams
from tournaments.draw.queries.wishes import WishRequest
from tournaments.entries.actions.teams import substitute_player
from tournaments.entries.fields import PlayerEntry
from tournaments.event.actions.tournaments import edit_tournament
from tournaments.models import Branch, Match, Result, Tournament
from tournaments.series.actions import merge_competitors
from tournaments.states import TournamentState

pytestmark = pytest.mark.django_db
FOUR = ("机电分会", "信息分会", "后勤分会", "图书馆分会")


def rated(year: int = 0, **more: object) -> Tournament:
    event = over(year, more.pop("names", FOUR), teams=1, **more)
    Tournament.objects.filter(pk=event.pk).update(is_rated=True)
    event.refresh_from_db()
    return event


made_once, event = once_a_module(rated)


@pytest.fixture
def nothing_rated(db) -> None:
    """The event of the module counts no more."""
    Tournament.objects.update(is_rated=False)


def test_nothing_counts_unless_the_office_says_so_and_names_are_shown_when_it_is_over(event):
    row = Tournament.objects.filter(pk=event.pk)
    for change in (
        {"is_rated": False},
        {"names_public": False},
        {"forgotten_at": FIRST_START},
        {"state": TournamentState.RUNNING},
    ):
        before = row.values(*change).get()
        row.update(**change)
        assert rating_list().rows == ()
        row.update(**before)
    listed = rating_list()
    assert (listed.game, listed.games, listed.events) == ("guandan", ("guandan",), 1)
    assert len(listed.rows) == 8
    assert all(row.rank == 0 and not row.rating.is_settled for row in listed.rows)
    # partners won and lost together, and whoever reached the final stands above who lost at once
    champion = Match.objects.filter(stage__tournament=event).latest("number").home_team
    best = {row.player.id for row in listed.rows[:2]}
    assert best == set(champion.players.values_list("pk", flat=True))


def test_matches_without_play_do_not_count_and_draws_do(nothing_rated):
    event = rated(format_="round_robin")
    matches = Match.objects.filter(stage__tournament=event).order_by("number")
    assert rating_list().rows[0].rating.matches == 3
    Result.objects.filter(match=matches[0]).update(reason=Reason.FORFEIT)
    Result.objects.filter(match=matches[1]).update(winner="", reason=Reason.BOTH_ABSENT)
    Result.objects.filter(match=matches[2]).update(winner="", reason=Reason.DRAW)
    outcomes = [change.outcome for row in rating_list().rows for change in row.rating.changes]
    assert (len(outcomes), outcomes.count("drawn")) == (4 * 4, 4)


def test_ranks_are_for_those_who_have_played_enough(nothing_rated):
    for year in range(3):
        rated(year, format_="round_robin")
    listed = rating_list()
    assert listed.events == 3
    assert {row.rating.matches for row in listed.rows} == {9}
    ranks = [row.rank for row in listed.rows]
    assert ranks == sorted(ranks)
    # partners are equal, and share the rank
    assert listed.rows[0].rating.points == listed.rows[1].rating.points
    assert ranks[:3] == [1, 1, 3]


def test_every_change_of_a_player_names_the_match_and_the_people(event):
    final = Match.objects.filter(stage__tournament=event).latest("number")
    player, partner = final.home_team.players.order_by("number")
    (of,) = ratings_of(player.pk)
    assert [line.change.outcome for line in of.lines] == ["won", "won"]
    newest = of.lines[0]
    assert (newest.event, newest.number) == (event, final.number)
    assert [one.id for one in newest.partners] == [partner.pk]
    assert {one.id for one in newest.opponents} == set(final.away_team.players.values_list("pk", flat=True))
    assert newest.change.after == of.rating.points > START
    assert of.lines[1].change.before == START
    assert ratings_of(0) == ()


def test_a_substitute_gets_what_was_played_after_he_came(nothing_rated):
    event = a_drawn_tournament(branches=4, teams=1)
    decide(1, of=event)
    final = Match.objects.filter(stage__tournament=event).latest("number")
    left = final.home_team.players.order_by("number").first()
    came = substitute_player(left, PlayerEntry(name="队员丙"), by=None, reason="生病")
    decide(2, of=event)
    decide(final.number, of=event)
    Tournament.objects.filter(pk=event.pk).update(is_rated=True, state=TournamentState.FINISHED)
    (first,), (second,) = ratings_of(left.pk), ratings_of(came.pk)
    assert [line.number for line in first.lines] == [1]
    assert [line.number for line in second.lines] == [final.number]


def test_the_same_name_in_the_same_branch_goes_on_and_a_renamed_branch_is_known(event):
    rated(1, names=("机 电分会", *FOUR[1:]))
    assert len(rating_list().rows) == 8
    renamed = rated(2, names=("机械分会", *FOUR[1:]))
    assert len(rating_list().rows) == 10
    series = a_series()
    Tournament.objects.update(series=series)
    before, after = ("机电分会|队员乙|队员甲", "机械分会|队员乙|队员甲")
    merge_competitors(series, before, after, by=None)
    listed = rating_list()
    assert len(listed.rows) == 8
    branch = Branch.objects.get(tournament=renamed, name="机械分会")
    assert {row.branch for row in listed.rows if row.branch_name == "机械分会"} == {branch.pk}


def test_a_draw_seeds_the_best_rated_teams(event):
    now = a_tournament(branches=5, teams=1, rounds=3, starts_at=FIRST_START + timedelta(weeks=60))
    by_ratings = partial(seal_draw, now, by=None, wishes=WishRequest(rated=2))
    assert refused_codes(by_ratings) == {Code.NOBODY_RATED}  # no branch has a name that is known
    for branch, name in zip(now.branches.order_by("number"), (*FOUR, "新分会"), strict=True):
        Branch.objects.filter(pk=branch.pk).update(name=name)
    teams = entered_teams(now)
    best = best_rated("guandan", teams, 8)
    assert len(best) == 4
    rows = {row.branch_name: row.rating.points for row in rating_list().rows}
    by_id = {team.pk: team.branch.name for team in teams}
    assert [rows[by_id[team]] for team in best] == sorted(rows.values(), reverse=True)
    draw = draw_sealed(by_ratings(), "7", by=None)
    numbers = {team.pk: number for number, team in enumerate(teams, start=1)}
    assert json.loads(draw.basis)["wishes"]["seeds"] == [numbers[team] for team in best[:2]]
    first, second = (draw.positions.index(team) for team in best[:2])
    assert (first < 4) != (second < 4)


def test_an_event_that_hides_names_cannot_be_rated():
    event = a_tournament()
    settings = replace(settings_of(event), is_rated=True)
    hidden = replace(settings, names_public=False)
    assert refused_codes(lambda: edit_tournament(event, hidden, by=None)) == {Code.RATED_WITHOUT_NAMES}
    assert edit_tournament(event, settings, by=None).is_rated
