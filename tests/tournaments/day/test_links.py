"""台票: made, kept, renewed and revoked; opened on phones; what a slip's account may do, and nothing beyond."""

from datetime import datetime, timedelta

import pytest
from django.contrib.auth import authenticate
from django.core.signing import Signer

from accounts.models import User
from accounts.passwords import new_link_accounts
from journal.models import Event
from tests.factories import SHANGHAI, a_role, a_tournament, a_user
from tests.made_once import once_a_module
from tests.refusals import refused_codes, too_late
from tests.tournaments.recorded import kinds, last_data, last_number
from tests.tournaments.round_day import Day, a_day, win
from tournaments.codes import Code
from tournaments.day.actions.links import issue_slips, open_link, reissue_slip, revoke_slip
from tournaments.entries.queries.links import devices_of, link_of_token, slip_of, slips_of, token_of
from tournaments.event.actions.people import grant_role, renew_password
from tournaments.event.queries.people import people_of
from tournaments.models import AccessDevice, AccessLink, Round
from tournaments.permissions import SLIP, Permission, may
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db
PHONE, SECOND = "phone-number-one", "phone-number-two"


made_once, day = once_a_module(lambda: a_day(branches=4))


def issued(day: Day, number: int = 1) -> AccessLink:
    """The slip of that match."""
    return next(link for link in issue_slips(day.round, by=day.chief) if link.match.number == number)


def opened(day: Day, link: AccessLink, device: str = PHONE) -> AccessLink:
    return open_link(token_of(link), device, by=None)


def rights(user: User, day: Day, number: int | None) -> set[Permission]:
    return {p for p in Permission if may(User.objects.get(pk=user.pk), p, day.tournament, number)}


# making


def test_every_match_to_be_played_gets_one_slip_and_keeps_it(day):
    before = last_number(day.tournament)
    first = issue_slips(day.round, by=day.chief)
    assert [link.match.number for link in first] == [1, 2, 3, 4]
    assert len({link.account_id for link in first}) == 4
    assert {str(link.account) for link in first} == {f"台票 · 第{n}桌" for n in (1, 2, 3, 4)}
    revoke_slip(day.match(2), by=day.chief)
    again = issue_slips(day.round, by=day.chief)
    assert [a.pk == b.pk for a, b in zip(first, again, strict=True)] == [True, False, True, True]
    assert kinds(day.tournament, before) == [*["link.issued"] * 4, "link.revoked", "link.issued"]
    assert not Event.objects.filter(kind__startswith="link.", public=True).exists()


@pytest.mark.parametrize("branches", [2, 8])
def test_slips_cost_the_same_number_of_queries_for_any_number_of_matches(branches, django_assert_num_queries):
    day = a_day(branches=branches, tables=40)
    for cost, reading in ((9, issue_slips), (8, issue_slips), (5, lambda round_, by: slips_of(round_))):
        round_ = day.round
        with django_assert_num_queries(cost):
            reading(round_, by=day.chief)


def test_bye_and_match_that_is_over_get_none():
    day = a_day(branches=3)
    win(day, 4)
    assert [link.match.number for link in issue_slips(day.round, by=day.chief)] == [3]
    win(day, 3)
    assert refused_codes(lambda: issue_slips(day.round, by=day.chief)) == {Code.NO_SLIP_DUE}
    assert too_late(lambda: reissue_slip(day.match(3), by=day.chief)) == "over"


def test_slip_ends_four_hours_after_the_day_of_its_match_and_follows_its_table(day):
    link = issued(day)
    assert link.expires_at == datetime(2123, 11, 30, 4, tzinfo=SHANGHAI)
    Round.objects.filter(pk=day.round.pk).update(starts_at=day.round.starts_at + timedelta(days=2))
    day.tournament.stages.get().matches.filter(number=1).update(table=day.tournament.tables.get(number=9))
    assert issued(day).expires_at == link.expires_at + timedelta(days=2)
    assert str(User.objects.get(pk=link.account_id)) == "台票 · 第9桌"


def test_slip_ends_by_the_events_own_midnight():
    day = a_day(zone="America/New_York")  # 12:30 in Shanghai is still the evening before there
    assert issued(day).expires_at.astimezone(day.tournament.tzinfo).isoformat() == "2123-11-29T04:00:00-05:00"


def test_new_slip_takes_the_place_of_the_old_until_it_is_revoked(day):
    old = opened(day, issued(day))
    opened(day, old, SECOND)
    before = last_number(day.tournament)
    new = reissue_slip(day.match(1), by=day.chief)
    assert kinds(day.tournament, before) == ["link.revoked", "link.issued"]
    assert new.account_id != old.account_id
    assert devices_of(day.match(1)) is None  # the phones of the old one are forgotten
    assert refused_codes(lambda: opened(day, old, SECOND)) == {Code.LINK_REVOKED}
    assert rights(old.account, day, 1) == {Permission.PUBLIC}
    assert opened(day, new).pk == new.pk
    revoke_slip(day.match(1), by=day.chief)
    assert not User.objects.get(pk=new.account_id).is_active
    assert rights(new.account, day, 1) == {Permission.PUBLIC}
    assert refused_codes(lambda: opened(day, new)) == {Code.LINK_REVOKED}
    assert too_late(lambda: revoke_slip(day.match(1), by=day.chief)) == "revoked"


# opening


def test_opening_notes_the_phone_once_and_a_second_one_is_told_of(day):
    link, before = issued(day), last_number(day.tournament)
    opened(day, link)
    day.at(9)
    opened(day, link)
    phone = AccessDevice.objects.get(link=link)
    assert (phone.device, phone.last_at - phone.first_at) == (PHONE, timedelta(minutes=4))
    assert kinds(day.tournament, before) == ["link.opened"] * 2
    assert last_data(day.tournament)["new"] is False
    event = Event.objects.filter(kind="link.opened").first()
    assert (event.subject, event.by, event.public) == (day.match(1).subject, link.account, False)
    assert devices_of(day.match(1)).is_shared is False
    day.at(12)
    opened(day, link, SECOND)
    devices = devices_of(day.match(1))
    assert (devices.count, devices.is_shared, devices.last_at) == (2, True, day.round.starts_at + timedelta(minutes=12))
    day.at(20)
    opened(day, link)  # the first one looks again: still two, and the moment stays that of the second
    assert devices_of(day.match(1)) == devices
    assert devices_of(day.match(2)) is None


GARBAGE = ("", ".", "1", "1.", "x", "1.x", "\x00", "٣.x", "9" * 5000, "1:" + "a" * 43, "-1.a", "1.é")


def test_token_that_nobody_signed_for_this_slip_opens_nothing(day):
    link = issued(day)
    slip = Signer(sep=".", salt=f"tournaments.slip.{link.account.username}")
    for token in (
        *GARBAGE,
        Signer(sep=".").sign(str(link.pk)),
        Signer(sep=".", salt="other").sign(str(link.pk)),
        str(link.pk + 1) + token_of(link)[len(str(link.pk)) :],
        *(slip.sign(key) for key in ("0", "-5", "9" * 30, "999999", "x", "1.5")),
    ):
        assert link_of_token(token) is None
        assert refused_codes(lambda token=token: open_link(token, PHONE, by=None)) == {Code.LINK_INVALID}


def test_paper_of_another_database_opens_no_slip_that_has_its_number_now(day):
    old = issued(day)
    paper, account = token_of(old), old.account
    assert link_of_token(paper) == old
    (again,) = new_link_accounts([account.name])
    AccessLink.objects.filter(pk=old.pk).update(account=again)
    assert link_of_token(paper) is None
    assert refused_codes(lambda: open_link(paper, PHONE, by=None)) == {Code.LINK_INVALID}


def test_phone_without_a_proper_name_opens_nothing(day):
    link = issued(day)
    for device in ("", "short", "x" * 41, "phone\x00number", "电话电话电话电话", "a b c d e f"):
        assert refused_codes(lambda device=device: opened(day, link, device)) == {Code.DEVICE_INVALID}


def test_slip_outlives_its_match_by_an_hour_and_once_expired_opens_nothing_and_is_replaced(day):
    link, other = (opened(day, issued(day, number)) for number in (1, 2))
    win(day, 1)
    day.at(64)
    assert opened(day, link)
    assert Permission.DEAL_ENTER in rights(link.account, day, 1)
    day.at(66)
    assert refused_codes(lambda: opened(day, link)) == {Code.LINK_MATCH_OVER}
    assert rights(link.account, day, 1) == {Permission.PUBLIC, Permission.SIGNED_IN}
    assert slip_of(day.match(1)).state == "closed"
    day.at(24 * 60)
    assert refused_codes(lambda: opened(day, other)) == {Code.LINK_EXPIRED}
    assert rights(other.account, day, 2) == {Permission.PUBLIC, Permission.SIGNED_IN}
    assert slip_of(day.match(2)).state == "expired"
    new = issued(day, 2)
    assert new.pk != other.pk
    assert not User.objects.get(pk=other.account_id).is_active
    assert opened(day, new)


# rights


def test_slip_may_do_its_four_things_in_its_own_match_only_whatever_role_it_is_given(day):
    link = issued(day)
    everywhere = {Permission.PUBLIC, Permission.SIGNED_IN}
    assert rights(link.account, day, 1) == {*everywhere, *SLIP}
    assert rights(link.account, day, 2) == everywhere
    assert rights(link.account, a_day(branches=4), 1) == everywhere
    assert [person.user for person in people_of(day.tournament)] == [day.chief]
    grant = lambda: grant_role(day.tournament, link.account, RoleKind.OFFICE, by=day.chief)  # noqa: E731
    assert refused_codes(grant) == {Code.USER_UNKNOWN}
    a_role(day.tournament, RoleKind.CHIEF_REFEREE, user=link.account)
    assert rights(link.account, day, None) == everywhere


def test_nobody_signs_in_as_a_slip_by_password(day, rf):
    account, union = issued(day).account, a_user(is_staff=True)
    assert not account.has_usable_password()
    for password in ("", "!", account.password, account.username):
        assert authenticate(rf.post("/sign-in/"), username=account.username, password=password) is None
    assert refused_codes(lambda: renew_password(day.tournament, account, by=union)) == {Code.ACCOUNT_NOT_YOURS}


# reading


def test_slips_of_a_round_stand_by_table_with_their_state(day):
    issue_slips(day.round, by=day.chief)
    revoke_slip(day.match(3), by=day.chief)
    win(day, 4)
    slips = slips_of(day.round)
    assert [(slip.match.table, slip.state) for slip in slips] == [(1, "valid"), (2, "valid"), (3, "none"), (4, "valid")]
    assert [link_of_token(slip.token).match.number for slip in slips if slip.token] == [1, 2, 4]
    assert [(p.seat, p.name) for p in slips[0].home] == [("N", "队员甲"), ("S", "队员乙")]
    before_the_draw = a_tournament(rounds=1).stages.get().rounds.get()
    assert slips_of(before_the_draw) == ()
