"""Who gets which mail; and that nobody reads in it what is not his business."""

from datetime import timedelta

import pytest

from notices.audience import People, addresses, candidates
from notices.models import Notice
from notices.states import NoticeKind
from notices.wording import mail, with_subjects
from tests.factories import a_role, a_user
from tests.notices.factories import WEEK_BEFORE, notices, the_match, the_round, the_team
from tournaments.bracket.actions.awards import confirm_awards
from tournaments.day.actions.rulings import disqualify
from tournaments.day.actions.timetable import announce_timetable, move_round
from tournaments.models import Branch, Player
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db

CONTACTS = ["a@branch.example", "b@branch.example"]
OFFICE = ["office@example.org"]


def only(tournament, kind, **more):
    (notice,) = notices(tournament, kind, **more)
    return addresses(notice, People([notice]))


def test_draw_goes_to_contacts_and_office_a_match_to_its_team_and_branch_and_a_round_to_the_office(tournament):
    assert only(tournament, NoticeKind.DRAW_PUBLISHED) == CONTACTS + OFFICE
    team = the_team(tournament, "甲分会", 2)
    for kind in (NoticeKind.MATCH_SOON, NoticeKind.MATCH_DAY_BEFORE):
        assert only(tournament, kind, team=team) == ["a@branch.example", "a3@player.example", "a4@player.example"]
    assert only(tournament, NoticeKind.ROUND_SOON, round__number=1) == OFFICE


def test_result_goes_to_both_sides_and_the_office(tournament):
    disqualify(the_match(tournament, 1), "away", by=a_user(), reason="late")
    players = [f"{side}{number}@player.example" for side in "ab" for number in (1, 2)]
    assert sorted(only(tournament, NoticeKind.RESULT)) == sorted([*CONTACTS, *players, *OFFICE])


def test_moved_round_goes_to_those_who_may_still_play_in_it(tournament):
    disqualify(the_match(tournament, 1), "away", by=a_user(), reason="late")
    final = the_round(tournament, 2)
    out = the_team(tournament, "乙分会", 1)
    assert candidates(final) == {
        team.pk for branch in tournament.branches.all() for team in branch.teams.all() if team != out
    }
    announce_timetable(tournament, by=None)
    move_round(final, final.starts_at + timedelta(hours=1), by=a_user())
    players = {"a1", "a2", "a3", "a4", "b3", "b4"}
    expected = [*CONTACTS, *(f"{player}@player.example" for player in players), *OFFICE]
    assert sorted(only(tournament, NoticeKind.ROUND_MOVED)) == sorted(expected)


def test_awards_go_to_contacts_and_office(tournament):
    for number in (1, 2, 3):
        disqualify(the_match(tournament, number), "away", by=a_user(), reason="late")
    confirm_awards(tournament, by=a_user())
    assert only(tournament, NoticeKind.AWARDS) == CONTACTS + OFFICE


def test_address_is_written_to_once_and_nobody_who_was_replaced_or_has_none(tournament):
    team = the_team(tournament, "甲分会", 1)
    Player.objects.filter(mail="a1@player.example").update(mail=" A@Branch.example ")
    assert only(tournament, NoticeKind.MATCH_SOON, team=team) == ["a@branch.example", "a2@player.example"]
    Player.objects.filter(mail="a2@player.example").update(left_at=WEEK_BEFORE)
    assert only(tournament, NoticeKind.MATCH_SOON, team=team) == ["a@branch.example"]
    Branch.objects.update(contact_mail="")
    Player.objects.update(mail="")
    assert only(tournament, NoticeKind.MATCH_SOON, team=team) == []
    assert only(tournament, NoticeKind.DRAW_PUBLISHED) == OFFICE


def test_office_is_the_events_own_and_the_sites_but_no_referee_and_nobody_who_left(tournament):
    site = a_user(is_staff=True)
    gone, referee = a_role(tournament, RoleKind.OFFICE), a_role(tournament, RoleKind.REFEREE)
    gone.is_active = False
    for person, name in ((site, "site"), (gone, "gone"), (referee, "referee")):
        person.email = f"{name}@example.org"
        person.save()
    assert only(tournament, NoticeKind.ROUND_SOON, round__number=1) == [*OFFICE, "site@example.org"]


def test_mails_hold_no_address_gender_remark_or_contact(tournament):
    Branch.objects.update(contact_name="某联络人", contact_phone="13900000000", leader_remark="领队备注")
    Player.objects.update(gender="f", remark="队员备注")
    disqualify(the_match(tournament, 1), "away", by=a_user(), reason="late")
    for notice in with_subjects(Notice.objects.all()):
        written = " ".join((mail(notice, WEEK_BEFORE).subject, mail(notice, WEEK_BEFORE).body))
        for private in ("@", "某联络人", "13900000000", "备注", "队员甲"):
            assert private not in written
