"""更正错别字: names are mended at any time, and everything that shows them follows; who plays stays the same."""

from functools import partial

import pytest

from archives.actions.forgetting import forget_person
from journal.models import Event
from journal.refusals import Doubtful, Problem
from tests.factories import a_branch, a_role, a_tournament, a_user
from tests.refusals import refused_at
from tests.rows import all_rows
from tournaments.codes import Code
from tournaments.entries.actions.teams import correct_team, substitute_player
from tournaments.entries.fields import PlayerEntry
from tournaments.entries.names import sort_key
from tournaments.models import Player, Team
from tournaments.states import RoleKind, TournamentState

pytestmark = pytest.mark.django_db


@pytest.fixture
def team(db):
    branch = a_branch(a_tournament(state=TournamentState.FINISHED), teams=2)
    return Team.objects.select_related("branch__tournament__journal").get(branch=branch, ordinal=1)


def test_name_is_mended_at_any_time_and_the_journal_has_both(team):
    office = a_role(team.branch.tournament, RoleKind.OFFICE)
    changed = correct_team(team, {1: "队员 钾", 2: "队员乙"}, by=office, name="雄鹰队", reason="证书写错")
    player = Player.objects.get(team=team, number=1)
    assert changed == [player]
    assert (player.name, player.pinyin, player.left_at) == ("队员钾", sort_key("队员钾"), None)
    assert Team.objects.get(pk=team.pk).name == "雄鹰队"
    facts = {"team": {"id": team.pk, "branch": team.branch.name, "ordinal": 1}, "reason": "证书写错"}
    assert [(event.kind, event.data) for event in Event.objects.order_by("number")] == [
        ("player.corrected", facts | {"was": "队员甲", "now": "队员钾", "number": 1}),
        ("team.named", facts | {"was": "", "now": "雄鹰队"}),
    ]


def test_what_is_no_correction_is_refused(team):
    for names, name, reason, problem in (
        ({1: ""}, "", "错字", ("name-1", "name_empty")),
        ({1: "队员乙"}, "", "错字", ("name-1", "twice_in_team")),
        ({1: "队员丙"}, "", "错字", ("name-1", "in_two_teams")),
        ({1: "队员钾"}, "", "", ("reason", "reason_missing")),
        ({}, "长" * 200, "错字", ("name", "name_too_long")),
    ):
        assert refused_at(partial(correct_team, team, names, by=None, name=name, reason=reason)) == [problem]


def asked_about(team: Team, name: str) -> list[Problem]:
    before = all_rows()
    with pytest.raises(Doubtful) as asked:
        correct_team(team, {1: name}, by=None, name="", reason="错字", sure=[])
    assert all_rows() == before
    return [*asked.value.problems]


@pytest.mark.parametrize(
    ("name", "code", "mended", "remark"),
    [("张三", Code.ANOTHER_PERSON, "张三", ""), ("队员丙", Code.IN_TWO_TEAMS, "队员丙（小）", "小")],
)
def test_quite_another_name_or_that_of_a_namesake_is_asked_about_once(team, name, code, mended, remark):
    asked = asked_about(team, name)
    assert [problem.code for problem in asked] == [code]
    sure = [problem.signature for problem in asked]
    correct_team(team, {1: mended}, by=None, name="", reason="错字", sure=sure)
    assert Player.objects.filter(team=team, number=1).values_list("name", "remark").get() == (name, remark)
    correct_team(team, {1: name, 2: "队员乙"}, by=None, name="", reason="")
    assert Event.objects.count() == 1


def test_office_names_a_substitute_until_play_begins_and_after_the_draw_with_a_reason():
    tournament = a_tournament(state=TournamentState.DRAWN)
    a_branch(tournament, teams=1)
    office, player = a_role(tournament, RoleKind.OFFICE), Player.objects.get(number=1)
    assert refused_at(lambda: substitute_player(player, PlayerEntry("队员戊"), by=office)) == [
        ("reason", "reason_missing")
    ]
    assert substitute_player(player, PlayerEntry("队员戊"), by=office, reason="出差").name == "队员戊"


def test_misspelt_name_is_forgotten_with_the_person():
    branch = a_branch(a_tournament(state=TournamentState.FINISHED), teams=1)
    correct_team(Team.objects.get(), {1: "队员钾"}, by=None, name="", reason="错字")
    correct_team(Team.objects.get(), {1: "队员佳"}, by=None, name="", reason="写成了队员钾")
    forget_person(branch.tournament, branch.name, "队员佳", by=a_user(is_staff=True))
    left = str(list(Event.objects.values_list("data", flat=True)))
    assert not [name for name in ("队员钾", "队员佳") if name in left]
