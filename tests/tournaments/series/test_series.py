"""系列赛: which events belong to it, the table that follows from their confirmed awards, and its final's entries."""

from dataclasses import replace
from functools import partial

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from journal.models import Event
from journal.refusals import Overtaken, Refused, WrongState
from tests.factories import a_branch, a_team, a_tournament
from tests.made_once import once_a_module
from tests.refusals import refused_at, refused_codes
from tests.thorough import in_ci_only
from tests.tournaments.recorded import kinds, last_data
from tests.tournaments.series.seasons import SETTINGS, a_played_event, a_series, its_final
from tournaments.bracket.actions.awards import reopen_awards
from tournaments.codes import Code
from tournaments.draw.actions.draws import preview_ranks
from tournaments.entries.actions.teams import withdraw_team
from tournaments.event.actions.removal import delete_tournament
from tournaments.event.actions.tournaments import archive_tournament, restore_tournament
from tournaments.models import Player, Series, Team, Tournament
from tournaments.series.actions import (
    create_series,
    delete_series,
    edit_series,
    fill_final,
    join_series,
    leave_series,
    merge_competitors,
    part_competitors,
)
from tournaments.series.queries import season, settings_of
from tournaments.series.season import Criterion
from tournaments.states import TeamState, TournamentState

pytestmark = pytest.mark.django_db


def rows(series: Series) -> list[str]:
    """``1 第1分会 甲乙 64``, best first."""
    return [
        f"{line.rank} {line.competitor.branch} {''.join(n[-1] for n in line.competitor.players)} {line.ranked.points}"
        for line in season(series).lines
    ]


def one_event() -> tuple[Series, Tournament]:
    series = a_series()
    return series, a_played_event(series)


made_once, of_one_event = once_a_module(one_event)


@pytest.fixture
def series(db, of_one_event) -> Series:
    """A series of one event, whose awards are confirmed."""
    return of_one_event[0]


@pytest.fixture
def played(series, of_one_event) -> Tournament:
    return of_one_event[1]


def test_table_follows_the_confirmed_awards_of_its_events(series, played):
    a_played_event(series, month=1, branches=3, teams=1)
    join_series(a_tournament(), series, by=None)
    # the first has a bye in the second event, and the third is third there
    assert rows(series) == [
        "1 第1分会 甲乙 64", "2 第2分会 甲乙 48", "3 第1分会 丙丁 18", "3 第2分会 丙丁 18", "3 第3分会 甲乙 18",
    ]  # fmt: skip
    season_so_far = season(series)
    assert [event.counts for event in season_so_far.events] == [True, False, True]
    assert [event.champion.branch for event in season_so_far.counting] == ["第1分会", "第1分会"]
    assert [line.ranks for line in season_so_far.lines] == [(1, 1), (2, 2), (3, 3), (3, 3), (None, 3)]
    reopen_awards(played, by=None, reason="误点")
    assert rows(series)[:1] == ["1 第1分会 甲乙 32"]


def test_table_of_the_points_gathered_in_the_events():
    series = a_series("points", settings=replace(SETTINGS, scale=(), criteria=(Criterion.POINTS,)))
    assert rows(series) == []
    a_played_event(series, format_="round_robin")
    assert [row.split()[0] + row.split()[-1] for row in rows(series)] == ["12", "12", "31", "31"]


def test_event_that_leaves_or_is_deleted_breaks_nothing_and_an_archived_one_stays(series, played):
    delete_tournament(join_series(a_tournament(branches=2, teams=1), series, by=None), by=None)
    assert len(rows(series)) == 4
    archived = archive_tournament(played, by=None)
    assert len(rows(series)) == 4
    assert refused_codes(lambda: leave_series(archived, series, by=None)) == {Code.ARCHIVED}
    leave_series(restore_tournament(archived, by=None), series, by=None)
    assert (rows(series), season(series).events) == ([], ())
    assert last_data(played) == {"series": "攒蛋月赛"}
    with pytest.raises(WrongState):
        leave_series(played, series, by=None)


UNFIT = (
    ({"name": " "}, Code.NAME_EMPTY, "name"),
    ({"season": "长" * 21}, Code.TEXT_TOO_LONG, "season"),
    ({"scale": (10, 20)}, Code.SCALE_INVALID, "scale"),
    ({"scale": (10, -1)}, Code.SCALE_INVALID, "scale"),
    ({"scale": (1,) * 129}, Code.SCALE_INVALID, "scale"),
    ({"best": 101}, Code.NUMBER_OUT_OF_RANGE, "best"),
    ({"counts": "players"}, Code.VALUE_INVALID, "counts"),
    ({"finalists": 1}, Code.NUMBER_OUT_OF_RANGE, "finalists"),
    ({"criteria": ()}, Code.VALUE_INVALID, "criterion_1"),
    ({"criteria": ("luck",)}, Code.VALUE_INVALID, "criterion_1"),
    ({"criteria": ("points", "points")}, Code.CRITERION_TWICE, "criterion_1"),
)


def test_settings_that_cannot_be_are_refused_at_their_field():
    series = a_series("other")
    for changed, code, field in UNFIT:
        settings = replace(SETTINGS, **changed)
        assert refused_at(partial(edit_series, series, settings, by=None)) == [(field, code)]
        with pytest.raises(Refused) as refused:
            create_series(settings, by=None, slug="another")
        assert [(problem.field, problem.code) for problem in refused.value.problems] == [(field, code)]


def test_series_is_made_edited_and_deleted_with_a_journal_of_its_own():
    series = a_series("yearly")
    for slug, code in (("yearly", Code.SERIES_SLUG_TAKEN), ("月赛", Code.SLUG_INVALID)):
        assert refused_codes(lambda slug=slug: create_series(SETTINGS, by=None, slug=slug)) == {code}
    edited = edit_series(series, replace(SETTINGS, best=3, name="月赛 "), by=None, seen=0)
    assert settings_of(edited) == replace(SETTINGS, best=3, name="月赛")
    with pytest.raises(Overtaken):
        edit_series(series, SETTINGS, by=None, seen=0)
    event = join_series(a_tournament(), series, by=None)
    assert refused_codes(lambda: delete_series(series, by=None)) == {Code.SERIES_HAS_EVENTS}
    leave_series(event, series, by=None)
    delete_series(series, by=None)
    journal = Event.objects.filter(journal=series.journal).order_by("number").values_list("kind", "data")
    assert [kind for kind, _ in journal] == ["series.created", "series.edited", "series.deleted"]
    assert journal[1][1] == {"name": "月赛", "fields": ["best", "name"]}


def test_event_that_does_not_fit_is_refused(series):
    its_final(series)
    for event, final, code in (
        (a_tournament(rehearsal=True), False, Code.OF_A_REHEARSAL),
        (join_series(a_tournament(), a_series("other"), by=None), False, Code.IN_ANOTHER_SERIES),
        (a_tournament(seats=3), False, Code.SEATS_DIFFER),
        (a_tournament(), True, Code.FINAL_ALREADY),
    ):
        assert refused_codes(partial(join_series, event, series, by=None, final=final)) == {code}


def test_competitors_that_look_alike_are_told_and_merged_and_parted(series):
    event = a_played_event(series, month=1)  # in which 队员丙 plays with somebody else
    of_first = Player.objects.filter(team__branch__tournament=event, team__branch__number=1)
    of_first.filter(team__ordinal=2, number=2).update(name="队员戊")
    before = ["1 第1分会 甲乙 64", "2 第2分会 甲乙 48", "3 第2分会 丙丁 36", "4 第1分会 丙丁 18", "4 第1分会 丙戊 18"]
    assert rows(series) == before
    ((one, other),) = season(series).alike
    assert {one.competitor.players, other.competitor.players} == {("队员丙", "队员丁"), ("队员丙", "队员戊")}
    merge_competitors(series, other.key, one.key, by=None)
    series.refresh_from_db()
    assert rows(series)[2:] == ["3 第1分会 丙丁 36", "3 第2分会 丙丁 36"]
    assert season(series).alike == ()
    for key, into in ((other.key, one.key), (one.key, one.key), ("x", one.key)):
        assert refused_codes(partial(merge_competitors, series, key, into, by=None)) == {Code.COMPETITOR_UNKNOWN}
    part_competitors(series, other.key, by=None)
    series.refresh_from_db()
    assert rows(series) == before
    assert refused_codes(lambda: part_competitors(series, other.key, by=None)) == {Code.COMPETITOR_UNKNOWN}


def final_teams(final: Tournament) -> list[str]:
    teams = Team.objects.filter(branch__tournament=final, state=TeamState.ENTERED).select_related("branch")
    return [
        f"{team.branch.name} {team.ordinal} {''.join(name[-1] for name in team.players.values_list('name', flat=True))}"
        for team in teams.order_by("branch__number", "ordinal")
    ]


def test_final_is_filled_by_the_table_and_a_second_press_adds_nothing(series, played):
    series = edit_series(series, replace(SETTINGS, finalists=3), by=None)
    played.branches.filter(number=1).update(leader_name="领队甲", contact_mail="a@example.org")
    of_first = Player.objects.filter(team__branch__tournament=played, team__branch__number=1)
    of_first.update(mail="x@example.org", gender="f")
    final = its_final(series)
    a_branch(final, name="第2分会", quota=1)
    assert fill_final(series, by=None) == 3
    assert final_teams(final) == ["第2分会 1 甲乙", "第1分会 1 甲乙", "第1分会 2 丙丁"]
    first = final.branches.get(name="第1分会")
    assert (first.quota, first.leader_name, first.contact_mail) == (2, "领队甲", "a@example.org")
    assert set(Player.objects.filter(team__branch=first).values_list("mail", "gender")) == {("x@example.org", "f")}
    assert kinds(final)[1:] == ["branch.added", "entry.saved", "entry.saved", "final.filled"]
    assert last_data(final)["entered"] == 3
    assert fill_final(series, by=None) == 0
    assert len(final_teams(final)) == 3


def test_next_in_line_comes_for_who_declines_or_withdrew(series):
    final = its_final(series)
    first, *_, fourth = season(series).lines
    assert fill_final(series, by=None, declined=[first.key, "nobody"]) == 2
    assert final_teams(final) == ["第2分会 1 甲乙", "第1分会 1 丙丁"]
    series.refresh_from_db()
    assert series.declined == [first.key]
    assert [line.key for line in season(series).left_out_equal] == [fourth.key]
    withdraw_team(Team.objects.get(branch__tournament=final, branch__name="第2分会"), by=None, reason="出差")
    assert fill_final(series, by=None, declined=[first.key]) == 1
    assert final_teams(final) == ["第2分会 2 丙丁", "第1分会 1 丙丁"]


def test_final_keeps_what_the_office_entered_by_hand(series):
    final = its_final(series)
    by_hand = a_branch(final, name="第1分会", quota=2)
    a_team(by_hand, players=("队员甲", "队员庚"))
    assert refused_codes(lambda: fill_final(series, by=None)) == {Code.IN_TWO_TEAMS}  # 队员甲
    Player.objects.filter(team__branch=by_hand, number=1).update(name="队员辛")
    assert fill_final(series, by=None) == 2
    assert final_teams(final) == ["第1分会 1 辛庚", "第1分会 2 甲乙", "第2分会 1 甲乙"]


def test_final_that_cannot_be_filled_says_why():
    series = a_series("other")
    assert refused_codes(lambda: fill_final(series, by=None)) == {Code.FINAL_MISSING}
    final = its_final(series)
    assert refused_codes(lambda: fill_final(series, by=None)) == {Code.NOBODY_QUALIFIED}
    Tournament.objects.filter(pk=final.pk).update(state=TournamentState.DRAWN)
    assert refused_codes(lambda: fill_final(series, by=None)) == {Code.AFTER_DRAW}


@in_ci_only
def test_queries_depend_on_no_size(series):
    counts = []
    for month in range(1, 4):
        with CaptureQueriesContext(connection) as captured:
            season(Series.objects.get())
        counts.append(len(captured))
        a_played_event(series, month=month, branches=2 + 2 * month)
    assert len(set(counts)) == 1, counts


def test_final_is_placed_by_the_ranks_of_its_season(series):
    series = edit_series(series, replace(SETTINGS, finalists=4), by=None)
    final = its_final(series)
    fill_final(series, by=None)
    a_team(a_branch(final, name="外来分会"), players=("队员庚", "队员辛"))
    draw = preview_ranks(final, by=None, seed="九")
    ranks = {team: line.rank for line in season(series).lines for team in line.teams}
    stood = [ranks.get(team) for team in draw.positions if team]
    assert (draw.method, len(draw.positions), stood.count(None)) == ("ranks", 8, 1)
    first, second = (next(i for i, team in enumerate(draw.positions) if ranks.get(team) == rank) for rank in (1, 2))
    assert {first // 4, second // 4} == {0, 1}
    assert draw.positions == preview_ranks(final, by=None, seed="九").positions
    alone = a_tournament(branches=2, teams=1)
    assert refused_codes(lambda: preview_ranks(alone, by=None)) == {Code.FINAL_MISSING}
