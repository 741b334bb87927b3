"""What the finished events tell together: champions, medals, and the records of branches, teams and players."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.factories import FIRST_START, a_branch, a_drawn_tournament, a_team, a_tournament
from tests.tournaments.played import S000_AWARDS, play_all
from tests.tournaments.series.seasons import a_series
from tournaments.bracket.actions.awards import confirm_awards
from tournaments.chronicle.queries.records import (
    appearances,
    branch_record,
    finished_events,
    honours,
    medal_table,
    player_record,
    team_record,
)
from tournaments.models import Branch, Player, Series, Team, Tournament
from tournaments.series.actions import merge_competitors
from tournaments.states import TournamentState

pytestmark = pytest.mark.django_db
YEAR = timedelta(weeks=52)


def over(year: int, names: tuple[str, ...] = ("机电分会", "信息分会"), **more: object) -> Tournament:
    """An event of that many years after the first, played to its confirmed awards; home has won every match."""
    event = a_drawn_tournament(starts_at=FIRST_START + year * YEAR, awards=S000_AWARDS, branches=len(names), **more)
    for branch, name in zip(event.branches.order_by("number"), names, strict=True):
        Branch.objects.filter(pk=branch.pk).update(name=name)
    play_all(event)
    confirm_awards(event, by=None)
    return Tournament.objects.get(pk=event.pk)


def teams_of(event: Tournament) -> list[Team]:
    return list(Team.objects.filter(branch__tournament=event).order_by("branch__number", "ordinal"))


@pytest.fixture(scope="module")
def years(module_db):
    """A knockout, a round robin with one branch renamed by its blanks, a double elimination that hides names, and
    a Swiss; beside them a rehearsal that is over, and an event that is being drawn."""
    events = {
        "knockout": over(0, organiser="工会"),
        "round_robin": over(1, ("机 电分会", "后勤分会"), format_="round_robin"),
        "double": over(2, ("信息分会", "机电分会"), format_="double_elimination", names_public=False),
        "elsewhere": over(3, ("图书馆分会",), teams=4),
    }
    rehearsed = over(4, ("彩排分会",), rehearsal=True)
    a_drawn_tournament(branches=1, teams=2)
    Tournament.objects.filter(pk=events["knockout"].pk).update(archived_at=timezone.now())
    return events | {"rehearsed": rehearsed}


def test_champions_of_all_years_the_newest_first(years):
    champions = honours(list(finished_events()), finals=True)
    assert [row.event.pk for row in champions] == [
        years[name].pk for name in ("elsewhere", "double", "round_robin", "knockout")
    ]
    knockout = champions[-1]
    assert [len(place) for place in knockout.places] == [1, 1, 2]
    champion, second = knockout.places[0][0], knockout.places[1][0]
    assert champion.team.branch == "机电分会"
    assert [player.name for player in champion.players] == ["队员甲", "队员乙"]
    assert knockout.final is not None
    assert {line.team.id for line in knockout.final.lines} == {champion.team.id, second.team.id}
    assert champions[2].final is None
    assert [player.name for player in champions[1].places[0][0].players] == ["队＊＊", "队＊＊"]
    assert champions[1].final is not None


def test_medals_are_counted_by_branch_whatever_its_blanks_and_of_one_year_alone(years):
    table = medal_table()
    assert (table.events, table.years) == (4, (2126, 2125, 2124, 2123))
    rows = {row.name: row for row in table.rows}
    assert "彩排分会" not in rows
    assert len(rows) == 4
    assert sum(row.medals[0] for row in table.rows) == 4
    assert rows["机电分会"].events == 3
    assert rows["机电分会"].branch == Branch.objects.get(tournament=years["double"], name="机电分会").pk
    ordered = [row.medals for row in table.rows]
    assert ordered == sorted(ordered, reverse=True)
    assert table.rows[0].rank == 1
    of_a_year = medal_table(2123)
    assert (of_a_year.events, {row.name for row in of_a_year.rows}) == (1, {"机电分会", "信息分会"})
    assert medal_table(1999).rows == ()


def test_equal_branches_share_the_rank(db):
    for names in (("乙分会", "甲分会"), ("甲分会", "乙分会")):
        over(20, names, teams=1)
    assert [(row.rank, row.medals) for row in medal_table(2143).rows] == [(1, (1, 1, 0)), (1, (1, 1, 0))]


def test_branch_has_all_its_teams_of_all_events(years):
    own = Branch.objects.get(tournament=years["knockout"], name="机电分会")
    record = branch_record(own.pk)
    teams = appearances(record.teams)
    assert (record.events, len(teams)) == (3, 6)
    assert (record.name, record.best, record.players) == ("机电分会", 1, ())
    assert [row.event.pk for row in teams[:2]] == [years["double"].pk] * 2
    assert record.medals == tuple(sum(row.place == place for row in teams) for place in (1, 2, 3))
    played = sum(row.tally.played for row in teams)
    assert (record.tally.played, record.tally.won > 0, record.tally.drawn) == (played, True, 0)


def test_team_is_the_same_players_of_the_same_branch(years):
    champion = teams_of(years["knockout"])[0]
    record = team_record(champion.pk)
    assert [row.event.pk for row in appearances(record.teams)] == [years["round_robin"].pk, years["knockout"].pk]
    assert [player.name for player in record.players] == ["队员甲", "队员乙"]
    assert record.name == "机 电分会"
    last = appearances(record.teams)[-1]
    assert (last.place, last.tally.won, last.tally.lost) == (1, 2, 0)


def test_player_is_one_by_name_and_branch_also_beside_another_partner(years):
    other = over(5, ("机电分会",), teams=2)
    team = teams_of(other)[0]
    Player.objects.filter(team=team, number=2).update(name="队员壬")
    player = Player.objects.get(team=teams_of(years["knockout"])[0], number=1)
    assert player_record(player.pk).events == 3
    assert team_record(teams_of(years["knockout"])[0].pk).events == 2
    newcomer = Player.objects.get(team=team, number=2)
    assert [row.event.pk for row in appearances(player_record(newcomer.pk).teams)] == [other.pk]


def test_nobody_stands_in_a_record_whose_name_is_not_public_and_whoever_has_finished_nothing_in_an_empty_one(years):
    for event in (years["double"], years["rehearsed"]):
        hidden = teams_of(event)[0]
        assert team_record(hidden.pk) is None
        assert player_record(hidden.players.first().pk) is None
    assert branch_record(teams_of(years["rehearsed"])[0].branch_id) is None
    assert branch_record(0) is None
    team = a_team(a_branch(a_tournament(), name="新分会"))
    assert (appearances(branch_record(team.branch_id).teams), branch_record(team.branch_id).best) == ((), 0)
    assert appearances(team_record(team.pk).teams) == ()
    assert player_record(team.players.first().pk).name == "新分会"


def test_whom_an_office_counts_as_one_has_one_record():
    series = a_series()
    before, after = over(0, ("老分会",)), over(1, ("新分会",))
    Tournament.objects.filter(pk__in=(before.pk, after.pk)).update(series=series)
    merge_competitors(series, "老分会|队员乙|队员甲", "新分会|队员乙|队员甲", by=None)
    assert Series.objects.get().merged
    old = teams_of(before)[0]
    assert team_record(old.pk).events == 2
    assert player_record(old.players.first().pk).events == 2
    assert player_record(teams_of(before)[1].players.first().pk).events == 1


def test_withdrawn_team_has_no_place_and_an_event_opened_again_counts_no_more(years):
    event = years["elsewhere"]
    Team.objects.filter(pk=teams_of(event)[3].pk).update(state="withdrawn")
    record = branch_record(event.branches.get().pk)
    assert [row.entrant.is_out for row in appearances(record.teams)] == [False, False, False, True]
    Tournament.objects.filter(pk=event.pk).update(state=TournamentState.RUNNING)
    assert appearances(branch_record(event.branches.get().pk).teams) == ()


def test_readings_cost_the_same_for_few_events_and_for_many(years):
    team = teams_of(years["knockout"])[0]
    readings = (
        lambda: honours(list(finished_events()), finals=True),
        medal_table,
        lambda: branch_record(team.branch_id),
        lambda: team_record(team.pk),
        lambda: player_record(team.players.first().pk),
    )

    def costs() -> list[int]:
        query_counts = []
        for read in readings:
            with CaptureQueriesContext(connection) as captured:
                read()
            query_counts.append(len(captured))
        return query_counts

    before = costs()
    for year in (6, 7):
        over(year, ("机电分会",), teams=2)
    assert costs() == before
