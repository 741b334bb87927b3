"""分会自行报名: handed in, returned with remarks, accepted, and who is reminded; and the links that lead there."""

from datetime import timedelta
from functools import partial

import pytest

from accounts.models import User
from journal import clock
from journal.clock import set_rehearsal_time
from journal.models import Event
from journal.queries import last_event_number
from tests.factories import a_branch, a_drawn_tournament, a_team, a_tournament, a_user
from tests.refusals import refused_codes, too_late
from tests.tournaments.entries.test_entries_actions import FULL, a_form, names
from tests.tournaments.recorded import kinds, last_number
from tournaments.codes import Code
from tournaments.day.actions.links import issue_branch_links, open_link, reissue_branch_link, revoke_branch_link
from tournaments.entries.actions.entries import hand_in_entry, save_entry
from tournaments.entries.actions.entry_reviews import (
    accept_entries,
    accept_entry,
    remind_branches,
    return_entry,
    set_entries,
)
from tournaments.entries.fields import BranchEntry, PlayerEntry, TeamEntry
from tournaments.entries.queries.entries import entry_list
from tournaments.entries.queries.links import branch_links, link_of_token, token_of, valid_link
from tournaments.models import AccessLink, Branch, Tournament
from tournaments.permissions import BRANCH, Permission, may
from tournaments.states import EntryState

pytestmark = pytest.mark.django_db
PHONE, SECOND = "phone-number-one", "phone-number-two"
REMARK = {"team1_player1_name": "姓名与花名册不符", "": "请补领队", "team1_player2_name": "  ", "x": "y"}


@pytest.fixture
def branch() -> Branch:
    """A branch with a quota of two teams, a week before registration closes."""
    tournament = a_tournament(rehearsal=True)
    branch = a_branch(tournament)
    at(branch, timedelta(days=-7))
    return branch


def at(branch: Branch, moved: timedelta) -> None:
    """So long before or after the deadline."""
    set_rehearsal_time(branch.tournament.journal, branch.tournament.closes_at + moved)


def states(branch: Branch) -> list[str]:
    """Of the form, and of its teams."""
    branch.refresh_from_db()
    return [branch.state, *branch.teams.order_by("ordinal").values_list("state", flat=True)]


def version(branch: Branch) -> int:
    return last_event_number(branch.tournament.journal, branch.subject)


def returned(branch: Branch) -> None:
    hand_in_entry(branch, FULL, by=None)
    return_entry(branch, REMARK, by=None)


# handing in


def test_a_draft_is_kept_and_what_is_handed_in_counts_at_once_and_is_no_draft_again(branch):
    hand_in_entry(branch, a_form(("队员甲", "")), by=None, draft=True)
    assert states(branch) == ["open", "draft"]
    seen, before = version(branch), last_number(branch.tournament)
    hand_in_entry(branch, FULL, by=a_user(), seen=seen)
    assert states(branch) == ["handed_in", "entered", "entered"]
    assert branch.handed_in_at == clock.now(branch.tournament.journal)
    assert kinds(branch.tournament, before) == ["entry.saved", "entry.handed_in"]
    assert list(Event.objects.filter(public=True).values_list("kind", flat=True)) == ["entry.saved"]
    another = a_form(("队员己", "队员庚"))  # of a second contact of the branch
    assert too_late(lambda: hand_in_entry(branch, another, by=None, seen=seen)) == "changed"
    assert too_late(lambda: hand_in_entry(branch, FULL, by=None, draft=True)) == "handed_in"
    accept_entry(branch, by=None)
    assert too_late(lambda: hand_in_entry(branch, FULL, by=None, draft=True)) == "accepted"


def test_where_the_event_says_so_it_counts_once_it_is_accepted(branch):
    set_entries(branch.tournament, acceptance=True, phones=False, by=None)
    hand_in_entry(branch, FULL, by=None)
    assert states(branch) == ["handed_in", "draft", "draft"]
    assert not Event.objects.filter(kind="entry.saved", public=True).exists()
    before = last_number(branch.tournament)
    accept_entry(branch, by=None, seen=version(branch))
    assert states(branch) == ["accepted", "entered", "entered"]
    assert kinds(branch.tournament, before) == ["entry.saved", "entry.accepted"]
    hand_in_entry(branch, a_form(("队员甲", "队员戊")), by=None, seen=version(branch))
    assert states(branch) == ["handed_in", "draft", "entered"]  # the second team was not mentioned


def test_everything_wrong_is_said_at_once_and_a_team_that_is_taken_out_is_asked_about(branch):
    wrong = BranchEntry(
        contact_mail="x@",
        teams=(TeamEntry(1, (PlayerEntry("队员甲"), PlayerEntry())), TeamEntry(3, (PlayerEntry("队员甲"),) * 2)),
    )
    expected = {Code.MAIL_INVALID, Code.ONE_PLAYER_ONLY, Code.OVER_QUOTA, Code.IN_TWO_TEAMS}
    assert expected <= refused_codes(lambda: hand_in_entry(branch, wrong, by=None))
    assert refused_codes(lambda: hand_in_entry(branch, BranchEntry(), by=None)) == {Code.NO_PLAYERS}
    hand_in_entry(branch, FULL, by=None)
    fewer = a_form(("队员甲", "队员乙"), ("", ""))
    assert refused_codes(lambda: hand_in_entry(branch, fewer, by=None, sure=())) == {Code.TEAM_REMOVED}
    hand_in_entry(branch, fewer, by=None)
    assert states(branch) == ["handed_in", "entered"]


def test_after_the_deadline_a_branch_changes_nothing_but_what_was_returned(branch):
    hand_in_entry(branch, FULL, by=None)
    at(branch, timedelta(minutes=1))
    changed = a_form(("队员甲", "队员乙"), contact_phone="010 5555 0100")
    assert refused_codes(lambda: hand_in_entry(branch, changed, by=None)) == {Code.ENTRY_CLOSED}
    return_entry(branch, REMARK, by=None)
    hand_in_entry(branch, a_form(("队员甲", "队员戊"), ("队员丙", "队员丁")), by=None)
    assert states(branch) == ["handed_in", "entered", "entered"]


def test_once_lots_are_drawn_nothing_is_handed_in_returned_or_accepted():
    tournament = a_drawn_tournament(branches=2, teams=1)
    branch = tournament.branches.first()
    Branch.objects.filter(pk=branch.pk).update(state=EntryState.HANDED_IN)
    assert refused_codes(lambda: hand_in_entry(branch, FULL, by=None)) == {Code.ENTRY_CLOSED}
    for change in (
        partial(return_entry, branch, REMARK),
        partial(accept_entry, branch),
        partial(accept_entries, tournament),
        partial(set_entries, tournament, acceptance=True, phones=False),
        partial(remind_branches, tournament),
    ):
        assert too_late(partial(change, by=None)) == "drawn"


def test_individuals_and_teams_of_three_hand_in_too():
    for seats in (1, 3):
        branch = a_branch(a_tournament(seats=seats), quota=3)
        people = tuple(PlayerEntry(f"队员{letter}") for letter in "甲乙丙"[:seats])
        hand_in_entry(branch, BranchEntry(teams=(TeamEntry(1, people),)), by=None)
        return_entry(branch, REMARK, by=None)
        assert states(branch) == ["returned", "draft"]
        assert len(names(branch)[1]) == seats


# what the office does


def test_what_the_office_saves_itself_is_accepted_and_its_draft_is_open(branch):
    save_entry(branch, FULL, by=None)
    assert states(branch) == ["accepted", "entered", "entered"]
    save_entry(branch, FULL, by=None, draft=True)
    assert states(branch) == ["open", "draft", "draft"]
    for before, state in (
        (lambda: hand_in_entry(branch, FULL, by=None), "open"),
        (lambda: returned(branch), "returned"),
    ):
        before()
        save_entry(branch, FULL, by=None, draft=True)
        assert states(branch)[0] == state
    save_entry(branch, FULL, by=None)
    assert (states(branch)[0], branch.remarks) == ("accepted", {})


def test_a_returned_form_counts_again_once_it_is_handed_in_anew(branch):
    hand_in_entry(branch, FULL, by=None)
    before = last_number(branch.tournament)
    return_entry(branch, REMARK, by=None, seen=version(branch))
    assert states(branch) == ["returned", "draft", "draft"]
    assert branch.remarks == {"team1_player1_name": "姓名与花名册不符", "": "请补领队"}
    assert kinds(branch.tournament, before) == ["entry.saved", "entry.returned"]
    assert "花名册" not in str(list(Event.objects.values_list("data", flat=True)))
    assert too_late(lambda: return_entry(branch, REMARK, by=None)) == "returned"
    assert too_late(lambda: accept_entry(branch, by=None)) == "returned"
    for draft, expected in ((True, ["returned", "draft", "draft"]), (False, ["handed_in", "entered", "entered"])):
        hand_in_entry(branch, FULL, by=None, draft=draft)
        assert states(branch) == expected
    accept_entry(branch, by=None)
    assert (states(branch)[0], branch.remarks) == ("accepted", {})
    return_entry(branch, {"leader": "请补"}, by=None)
    assert states(branch) == ["returned", "draft", "draft"]


def test_returning_asks_for_a_remark_that_fits(branch):
    assert too_late(lambda: return_entry(branch, REMARK, by=None)) == "open"
    hand_in_entry(branch, FULL, by=None)
    for nothing in ({}, {"leader": " "}, {"nowhere": "x"}):
        assert refused_codes(lambda remark=nothing: return_entry(branch, remark, by=None)) == {Code.NO_REMARK}
    assert refused_codes(lambda: return_entry(branch, {"leader": "长" * 201}, by=None)) == {Code.TEXT_TOO_LONG}
    assert too_late(lambda: return_entry(branch, REMARK, by=None, seen=0)) == "changed"


def test_all_are_accepted_but_what_can_no_longer_be_entered(branch):
    tournament = branch.tournament
    set_entries(tournament, acceptance=True, phones=False, by=None)
    second, third, idle, fourth = (a_branch(tournament, quota=1) for _ in range(4))
    hand_in_entry(branch, FULL, by=None)
    hand_in_entry(second, a_form(("队员戊", "队员己")), by=None)
    same = TeamEntry(1, (PlayerEntry("队员甲", mail="a@x.example"), PlayerEntry("队员乙")))
    hand_in_entry(third, BranchEntry(teams=(same,)), by=None)
    # entered by the office meanwhile, with a name and address that stand in the third
    a_team(fourth, players=("队员甲", "队员庚")).players.filter(number=1).update(mail="a@x.example")
    assert refused_codes(lambda: accept_entry(third, by=None)) == {Code.IN_ANOTHER_BRANCH}
    assert [each.name for each in accept_entries(tournament, by=None)] == [branch.name, second.name]
    assert [states(each)[0] for each in (branch, second, third, idle)] == ["accepted", "accepted", "handed_in", "open"]
    assert accept_entries(tournament, by=None) == []


def test_who_is_awaited_is_reminded(branch):
    tournament = branch.tournament
    assert refused_codes(lambda: remind_branches(tournament, by=None)) == {Code.NOBODY_TO_REMIND}
    with_mail = [a_branch(tournament, contact_mail=f"{n}@branch.example") for n in range(4)]
    hand_in_entry(with_mail[0], FULL, by=None)
    save_entry(with_mail[1], a_form(("队员戊", "队员己"), contact_mail="1@branch.example"), by=None)
    hand_in_entry(with_mail[2], a_form(("队员庚", ""), contact_mail="2@branch.example"), by=None, draft=True)
    before, seen = last_number(tournament), version(with_mail[2])
    assert remind_branches(tournament, by=None) == with_mail[2:]
    assert kinds(tournament, before) == ["entry.reminded"] * 2
    assert version(with_mail[2]) == seen  # whoever fills the form in meanwhile is not overtaken
    assert [row.name for row in entry_list(tournament).awaited] == ["第1分会", "第4分会", "第5分会"]
    returned(with_mail[0])
    assert len(entry_list(tournament).awaited) == 4


# links


def a_link(branch: Branch) -> AccessLink:
    issue_branch_links(branch.tournament, by=None)
    return AccessLink.objects.get(branch=branch, revoked_at=None)


def rights(link: AccessLink, number: int | None, tournament: Tournament | None = None) -> set[Permission]:
    user = User.objects.get(pk=link.account_id)
    event = Tournament.objects.get(pk=(tournament or link.tournament).pk)
    return {p for p in Permission if may(user, p, event, number, branch=number)}


def test_every_branch_gets_one_link_and_keeps_it_and_opening_it_overtakes_no_form(branch):
    tournament, by = branch.tournament, a_user()
    a_branch(tournament)
    before = last_number(tournament)
    first = issue_branch_links(tournament, by=by)
    assert [link.branch.number for link in first] == [1, 2]
    assert kinds(tournament, before) == ["entry_link.issued"] * 2
    a_branch(tournament)
    assert [link.branch.number for link in issue_branch_links(tournament, by=by)] == [3]
    assert [link.state for link in branch_links(tournament)] == ["valid"] * 3
    seen, before = version(branch), last_number(tournament)
    for device in (PHONE, SECOND, PHONE):
        open_link(token_of(first[0]), device, by=None)
    assert kinds(tournament, before) == ["entry_link.opened"] * 3
    assert version(branch) == seen
    assert branch_links(tournament)[0].devices.count == 2
    assert not Event.objects.filter(kind__startswith="entry_link", public=True).exists()


def test_links_cost_the_same_number_of_queries_for_any_number_of_branches(django_assert_num_queries):
    for branches in (2, 8):
        tournament = a_tournament(branches=branches)
        with django_assert_num_queries(7):
            assert len(issue_branch_links(tournament, by=None)) == branches


def test_link_may_fill_in_the_form_of_its_branch_and_nothing_else(branch):
    other, elsewhere = a_branch(branch.tournament), a_branch(a_tournament())
    link = open_link(token_of(a_link(branch)), PHONE, by=None)
    assert rights(link, 1) == {Permission.PUBLIC, Permission.SIGNED_IN, *BRANCH}
    for number, tournament in ((None, None), (other.number, None), (1, elsewhere.tournament)):
        assert rights(link, number, tournament) == {Permission.PUBLIC, Permission.SIGNED_IN}


def test_replaced_and_revoked_links_open_nothing(branch):
    old = a_link(branch)
    new = reissue_branch_link(branch, by=None)
    assert not User.objects.get(pk=old.account_id).is_active
    assert refused_codes(lambda: open_link(token_of(old), PHONE, by=None)) == {Code.ENTRY_LINK_REVOKED}
    assert link_of_token(token_of(new)) == new
    revoke_branch_link(branch, by=None)
    assert valid_link(branch.pk, clock.now(branch.tournament.journal)) is None
    assert rights(new, 1) == {Permission.PUBLIC}
    assert too_late(lambda: revoke_branch_link(branch, by=None)) == "revoked"
    assert reissue_branch_link(branch, by=None).revoked_at is None


def test_link_ends_a_day_after_the_deadline_wherever_that_moves_and_of_a_returned_form_at_the_draw(branch):
    link = a_link(branch)
    at(branch, timedelta(hours=23))
    assert rights(link, 1) >= BRANCH
    at(branch, timedelta(hours=24))
    assert rights(link, 1) == {Permission.PUBLIC, Permission.SIGNED_IN}
    assert refused_codes(lambda: open_link(token_of(link), PHONE, by=None)) == {Code.ENTRY_LINK_EXPIRED}
    assert branch_links(branch.tournament)[0].state == "expired"
    Tournament.objects.filter(pk=branch.tournament_id).update(closes_at=branch.tournament.closes_at + timedelta(days=2))
    assert rights(link, 1) >= BRANCH
    returned(branch)
    at(branch, timedelta(days=9))
    assert rights(link, 1) >= BRANCH
    hand_in_entry(branch, FULL, by=link.account)
    assert rights(link, 1) == {Permission.PUBLIC, Permission.SIGNED_IN}
