"""Saving entry forms and naming substitutes: what changes, what is recorded, what is refused."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial

import pytest
from django.db import connection
from django.utils import timezone

from journal.models import Event
from journal.queries import last_event_number
from journal.refusals import WrongState
from tests.factories import a_branch, a_role, a_tournament, a_user
from tests.refusals import refused_at, too_late
from tournaments.entries.actions.entries import save_entry
from tournaments.entries.actions.teams import substitute_player, withdraw_team
from tournaments.entries.fields import BranchEntry, PlayerEntry, TeamEntry
from tournaments.models import Branch, Player, Substitution, Team
from tournaments.states import RoleKind, TeamState, TournamentState

pytestmark = pytest.mark.django_db
PAST = timedelta(days=-1)


def a_form(*teams: tuple[str, str], **more: str) -> BranchEntry:
    entries = (TeamEntry(n, (PlayerEntry(a), PlayerEntry(b))) for n, (a, b) in enumerate(teams, start=1))
    return BranchEntry(teams=tuple(entries), **more)


FULL = a_form(("队员甲", "队员乙"), ("队员丙", "队员丁"), leader="队员甲")


def names(branch: Branch) -> dict[int, list[str]]:
    return {
        team.ordinal: list(team.players.filter(left_at=None).order_by("number").values_list("name", flat=True))
        for team in branch.teams.all()
    }


def kinds() -> list[str]:
    return list(Event.objects.order_by("pk").values_list("kind", flat=True))


def test_save_entry_enters_the_teams_and_records_names_only():
    branch, office = a_branch(a_tournament()), a_user()
    private = PlayerEntry(" 队员 甲", "f", "用左手", "jia@example.com")
    form = BranchEntry(
        leader="队员戊", leader_gender="m", leader_remark="周三有课", contact_name="队员己",
        contact_phone="13800000000", contact_mail="ji@example.com",
        teams=(TeamEntry(1, (private, PlayerEntry("队员乙"))),),
    )  # fmt: skip
    save_entry(branch, form, by=office)
    branch.refresh_from_db()
    player = Player.objects.get(number=1)
    assert (player.name, player.pinyin, player.gender, player.remark, player.mail) == (
        "队员甲", "dui4 yuan2 jia3", "f", "用左手", "jia@example.com",
    )  # fmt: skip
    assert (branch.leader_name, branch.contact_phone, branch.contact_mail) == (
        "队员戊",
        "13800000000",
        "ji@example.com",
    )
    assert branch.saved_at is not None
    event = Event.objects.get()
    team = Team.objects.get(state=TeamState.ENTERED)
    assert (event.kind, event.subject, event.by, event.public) == ("entry.saved", branch.subject, office, True)
    assert event.data == {
        "branch": branch.name, "draft": False,
        "teams": [{"team": team.pk, "ordinal": 1, "players": ["队员甲", "队员乙"]}],
    }  # fmt: skip


def test_save_entry_changes_names_in_place_and_removes_an_emptied_team_but_none_that_is_not_mentioned():
    branch = a_branch(a_tournament())
    save_entry(branch, FULL, by=None, seen=0)
    rows = list(Player.objects.order_by("pk").values())
    assert too_late(lambda: save_entry(branch, a_form(("队员戊", "队员己")), by=None, seen=0)) == "changed"
    save_entry(branch, FULL, by=None, seen=last_event_number(branch.tournament.journal, branch.subject))
    assert list(Player.objects.order_by("pk").values()) == rows
    assert kinds() == ["entry.saved", "entry.saved"]
    save_entry(branch, a_form(("队员戊", "队员乙")), by=None)
    assert names(branch) == {1: ["队员戊", "队员乙"], 2: ["队员丙", "队员丁"]}
    assert Player.objects.get(name="队员戊").pk == rows[0]["id"]
    save_entry(branch, a_form(("队员戊", "队员乙"), ("", "")), by=None)
    assert names(branch) == {1: ["队员戊", "队员乙"]}


def test_a_draft_keeps_what_is_incomplete_and_is_nobody_elses_business_unless_a_team_leaves_the_list():
    tournament = a_tournament()
    branch = a_branch(tournament)
    save_entry(branch, a_form(("队员甲", ""), leader="甲、乙", contact_mail="x"), by=None, draft=True)
    branch.refresh_from_db()
    assert [team.state for team in branch.teams.all()] == [TeamState.DRAFT]
    assert names(branch) == {1: ["队员甲"]}
    assert (branch.leader_name, branch.contact_mail) == ("甲、乙", "x")
    event = Event.objects.get()
    assert (event.public, event.data) == (False, {"branch": branch.name, "draft": True, "teams": []})
    tournament.journal.refresh_from_db()
    assert tournament.journal.version == 0
    save_entry(branch, a_form(("队员甲", "队员乙")), by=None)
    assert [team.state for team in branch.teams.all()] == [TeamState.ENTERED]
    save_entry(branch, a_form(("队员甲", "")), by=None, draft=True)
    assert [team.state for team in branch.teams.all()] == [TeamState.DRAFT]
    assert Event.objects.latest("number").public


def test_save_entry_refuses_with_all_problems_and_changes_nothing():
    branch = a_branch(a_tournament(), quota=1, teams=1)
    form = a_form(("队员甲", ""), ("队员甲", "队员丁"), leader="甲、乙")
    assert refused_at(lambda: save_entry(branch, form, by=None)) == [
        ("leader", "more_than_one_leader"),
        ("team1_player2_name", "one_player_only"),
        ("team2_player1_name", "over_quota"),
        ("team2_player1_name", "in_two_teams"),
    ]


def test_a_person_of_another_branch_is_known_by_name_and_mail():
    tournament = a_tournament()
    other = a_branch(tournament, name="乙分会", teams=1)
    Player.objects.filter(number=1).update(mail="jia@example.com")
    branch = a_branch(tournament)
    form = BranchEntry(teams=(TeamEntry(1, (PlayerEntry("队员甲", mail="JIA@example.com"), PlayerEntry("队员乙"))),))
    assert refused_at(lambda: save_entry(branch, form, by=None)) == [("team1_player1_name", "in_another_branch")]
    withdraw_team(other.teams.get(), by=a_user(), reason="出差")
    save_entry(branch, form, by=None)
    assert names(branch) == {1: ["队员甲", "队员乙"]}


def test_after_the_deadline_or_the_draw_names_stay_and_contacts_may_change():
    branch = a_branch(a_tournament(closes_at=timezone.now() + PAST), teams=1)
    late, same = a_form(("队员甲", "队员戊")), a_form(("队员甲", "队员乙"), contact_mail="ji@example.com")
    for form, draft in ((late, False), (FULL, False), (late, True)):
        assert refused_at(partial(save_entry, branch, form, by=None, draft=draft)) == [("", "after_deadline")]
    save_entry(branch, same, by=None)
    assert Branch.objects.get(pk=branch.pk).contact_mail == "ji@example.com"
    branch.teams.update(state=TeamState.DRAFT)
    assert refused_at(lambda: save_entry(branch, same, by=None)) == [("", "after_deadline")]
    drawn = a_branch(a_tournament(state=TournamentState.DRAWN), teams=1)
    assert refused_at(lambda: save_entry(drawn, late, by=None)) == [("", "team_changed_after_draw")]


def test_a_withdrawn_team_is_no_part_of_the_form():
    branch = a_branch(a_tournament(), teams=2)
    withdraw_team(branch.teams.get(ordinal=1), by=a_user(), reason="出差")
    save_entry(branch, FULL, by=None)
    assert [team.state for team in branch.teams.all()] == [TeamState.WITHDRAWN, TeamState.ENTERED]


@pytest.mark.django_db(transaction=True)
def test_two_clerks_who_save_the_same_branch_at_once_do_not_overwrite_each_other():
    branch = a_branch(a_tournament())
    forms = [a_form(("队员甲", "队员乙")), a_form(("队员丙", "队员丁"))]

    def save(form: BranchEntry) -> str:
        try:
            save_entry(Branch.objects.get(pk=branch.pk), form, by=None, seen=0)
            return "saved"
        except WrongState:
            return "late"
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        assert sorted(pool.map(save, forms)) == ["late", "saved"]
    assert names(branch)[1] in (["队员甲", "队员乙"], ["队员丙", "队员丁"])
    assert kinds() == ["entry.saved"]


def test_substitute_player_keeps_the_one_who_left_readable():
    branch, office = a_branch(a_tournament(), teams=1), a_user()
    left = Player.objects.get(number=2)
    came = substitute_player(left, PlayerEntry("队员 戊", "f", "左手", "wu@example.com"), by=office)
    left.refresh_from_db()
    assert names(branch) == {1: ["队员甲", "队员戊"]}
    assert (left.name, left.left_at is not None) == ("队员乙", True)
    made = Substitution.objects.get()
    assert (made.left, made.came, made.by, made.at, made.reason) == (left, came, office, left.left_at, "")
    event = Event.objects.get()
    team = branch.teams.get()
    assert (event.kind, event.subject, event.public) == ("player.substituted", team.subject, True)
    assert event.data == {
        "team": {"id": team.pk, "branch": branch.name, "ordinal": 1}, "left": "队员乙", "came": "队员戊", "number": 2,
    }  # fmt: skip


def test_substitute_player_refuses():
    branch = a_branch(a_tournament(), teams=2)
    player = Player.objects.get(team__branch=branch, team__ordinal=1, number=2)
    for came, problem in (
        (PlayerEntry(""), ("name", "name_empty")),
        (PlayerEntry("队员 乙"), ("name", "twice_in_team")),  # himself
        (PlayerEntry("队员甲"), ("name", "twice_in_team")),
        (PlayerEntry("队员丙"), ("name", "in_two_teams")),
        (PlayerEntry("队员戊", remark="长" * 101), ("remark", "text_too_long")),
        (PlayerEntry("队员戊", mail="x"), ("mail", "mail_invalid")),
        (PlayerEntry("队员戊", "x"), ("gender", "gender_invalid")),
    ):
        assert refused_at(partial(substitute_player, player, came, by=None)) == [problem]


def test_once_play_has_begun_the_chief_referee_substitutes_with_a_reason():
    tournament = a_tournament(closes_at=timezone.now() + PAST, state=TournamentState.RUNNING)
    a_branch(tournament, teams=1)
    player, came = Player.objects.get(number=1), PlayerEntry("队员戊")
    office, chief = a_role(tournament, RoleKind.OFFICE), a_role(tournament, RoleKind.CHIEF_REFEREE)
    assert refused_at(lambda: substitute_player(player, came, by=office, reason="出差")) == [
        ("", "substitution_needs_chief")
    ]
    assert refused_at(lambda: substitute_player(player, came, by=chief, reason=" ")) == [("reason", "reason_missing")]
    substitute_player(player, came, by=chief, reason="出差")
    assert Substitution.objects.get().reason == "出差"


def test_whoever_left_is_not_substituted_again_and_his_place_not_emptied():
    branch = a_branch(a_tournament(), teams=1)
    left = Player.objects.get(number=1)
    substitute_player(left, PlayerEntry("队员戊"), by=None, reason="住院")
    assert "住院" not in str(Event.objects.get().data)
    with pytest.raises(WrongState):
        substitute_player(left, PlayerEntry("队员己"), by=None)
    problems = refused_at(lambda: save_entry(branch, a_form(("", "")), by=None, draft=True))
    assert problems == [("team1_player1_name", "team_has_history")]
    save_entry(branch, a_form(("队员己", "队员乙")), by=None)
    assert names(branch) == {1: ["队员己", "队员乙"]}
