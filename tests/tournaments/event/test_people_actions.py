"""Roles, accounts and one-time passwords."""

import pytest

from accounts.models import User
from accounts.passwords import choose_password
from journal.models import Event
from journal.refusals import Refused, WrongState
from tests.factories import a_role, a_tournament, a_user
from tests.rows import all_rows
from tournaments.event.actions.people import add_person, confirm_account, grant_role, renew_password, revoke_role
from tournaments.models import Role
from tournaments.permissions import granted, roles_of
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db


def refusal_of(change) -> list[tuple[str, str]]:
    before = all_rows()
    with pytest.raises(Refused) as refused:
        change()
    assert all_rows() == before
    return [(p.field, p.code) for p in refused.value.problems]


def recorded() -> list[tuple[str, dict, bool]]:
    return list(Event.objects.order_by("number").values_list("kind", "data", "public"))


def test_add_person_makes_an_account_with_a_password_for_one_time():
    tournament = a_tournament()
    user, password = add_person(tournament, "zhangsan", " 张 三 ", RoleKind.REFEREE, by=None)
    user.refresh_from_db()
    assert user.check_password(password)
    assert (user.one_time_password, user.is_staff, user.name) == (True, False, "张 三")
    assert list(Role.objects.values_list("user", "kind")) == [(user.pk, "referee")]
    assert recorded() == [("role.granted", {"name": "张 三", "role": "referee"}, False)]
    assert password not in str(all_rows())


REFUSED = [
    (("", "张三", "referee"), [("username", "username_invalid")]),
    (("张三", "张三", "referee"), [("username", "username_invalid")]),
    (("Known", "张三", "referee"), [("username", "username_invalid")]),
    (("known", "", "king"), [("username", "username_taken"), ("name", "name_empty"), ("kind", "value_invalid")]),
    (("zhangsan", "长" * 41, "referee"), [("name", "name_too_long")]),
]


@pytest.mark.parametrize(("person", "problems"), REFUSED)
def test_add_person_refuses_with_all_problems(person, problems):
    a_user(username="known")
    tournament = a_tournament()
    assert refusal_of(lambda: add_person(tournament, *person, by=None)) == problems


def test_a_role_is_given_once_and_taken_back():
    tournament, user = a_tournament(), a_user(username="known")
    grant_role(tournament, user, RoleKind.REFEREE, by=None)
    again = lambda: grant_role(tournament, user, RoleKind.REFEREE, by=None)  # noqa: E731
    assert refusal_of(again) == [("username", "role_granted_already")]
    revoke_role(tournament, user, RoleKind.REFEREE, by=None)
    with pytest.raises(WrongState):
        revoke_role(tournament, user, RoleKind.REFEREE, by=None)
    assert [kind for kind, _, _ in recorded()] == ["role.granted", "role.revoked"]


def test_the_last_office_of_an_event_stays():
    tournament = a_tournament()
    office = a_role(tournament, RoleKind.OFFICE)
    assert refusal_of(lambda: revoke_role(tournament, office, RoleKind.OFFICE, by=office)) == [("", "last_office")]
    a_user(is_staff=True)
    revoke_role(tournament, office, RoleKind.OFFICE, by=office)
    assert not Role.objects.exists()


def test_renew_password_for_a_referee_of_this_event():
    tournament = a_tournament()
    office, referee = a_role(tournament, RoleKind.OFFICE), a_role(tournament)
    password = renew_password(tournament, referee, by=office)
    referee.refresh_from_db()
    assert referee.check_password(password)
    assert referee.one_time_password
    assert [kind for kind, _, _ in recorded()] == ["password.renewed"]


def test_a_role_in_one_event_opens_no_other():
    here, elsewhere = a_tournament(), a_tournament()
    office, referee = a_role(here, RoleKind.OFFICE), a_role(here)
    a_role(elsewhere, RoleKind.OFFICE, user=referee)
    union, stranger = a_user(is_staff=True), a_role(elsewhere)
    for user in (referee, union, stranger):
        before = User.objects.get(pk=user.pk).password
        assert refusal_of(lambda user=user: renew_password(here, user, by=office)) == [("", "account_not_yours")]
        assert User.objects.get(pk=user.pk).password == before
    assert renew_password(here, referee, by=union)


def test_office_gives_itself_no_whistle_and_the_sites_office_does_on_the_record():
    tournament = a_tournament()
    office, union = a_role(tournament, RoleKind.OFFICE), a_user(is_staff=True)
    own = lambda: grant_role(tournament, office, RoleKind.CHIEF_REFEREE, by=office)  # noqa: E731
    assert refusal_of(own) == [("username", "second_person_needed")]
    assert not Role.objects.filter(user=office, kind=RoleKind.CHIEF_REFEREE).exists()
    grant_role(tournament, union, RoleKind.CHIEF_REFEREE, by=union)
    assert [kind for kind, _, _ in recorded()] == ["role.granted"]


def owned(user: User) -> User:
    """Somebody has signed in with the one-time password and chosen one of his own."""
    user.refresh_from_db()
    choose_password(user, "a-long-password-of-ones-own")
    return user


@pytest.mark.parametrize("kind", RoleKind)
def test_account_that_an_office_hands_out_does_nothing_until_a_second_person_confirms_it(kind):
    tournament = a_tournament()
    first, second = a_role(tournament, RoleKind.OFFICE), a_role(tournament, RoleKind.OFFICE)
    user, _ = add_person(tournament, "zhangsan", "队员甲", kind, by=first)
    confirm = lambda by: lambda: confirm_account(tournament, user, by=by)  # noqa: E731
    assert (roles_of(user, tournament), granted(user, tournament)) == (set(), set())
    assert refusal_of(confirm(second)) == [("", "not_signed_in_yet")]
    owned(user)
    assert refusal_of(confirm(first)) == refusal_of(confirm(user)) == [("", "second_person_needed")]
    confirm(second)()
    user.refresh_from_db()
    assert roles_of(user, tournament) == {kind}
    assert recorded()[-1] == ("account.confirmed", {"name": "队员甲"}, False)
    with pytest.raises(WrongState):
        confirm(second)()


def test_new_password_takes_a_second_person_before_the_roles_count_again():
    tournament = a_tournament()
    first, chief = a_role(tournament, RoleKind.OFFICE), a_role(tournament, RoleKind.CHIEF_REFEREE)
    renew_password(tournament, chief, by=first)
    assert roles_of(owned(chief), tournament) == set()
    union = a_user(is_staff=True)
    confirm_account(tournament, chief, by=union)
    assert roles_of(User.objects.get(pk=chief.pk), tournament) == {"chief_referee"}
    renew_password(tournament, chief, by=union)  # one clerk alone on a site of his own
    assert roles_of(User.objects.get(pk=chief.pk), tournament) == {"chief_referee"}


def test_own_password_is_not_renewed_without_the_present_one():
    tournament = a_tournament()
    office = a_role(tournament, RoleKind.OFFICE)
    assert refusal_of(lambda: renew_password(tournament, office, by=office)) == [("", "second_person_needed")]


def test_an_office_that_nobody_confirmed_is_nobody_left():
    tournament = a_tournament()
    office = a_role(tournament, RoleKind.OFFICE)
    add_person(tournament, "second", "队员甲", RoleKind.OFFICE, by=office)
    assert refusal_of(lambda: revoke_role(tournament, office, RoleKind.OFFICE, by=office)) == [("", "last_office")]


def test_superuser_is_out_of_reach_too():
    tournament, root = a_tournament(), a_user()
    root.is_superuser = True
    root.save()
    a_role(tournament, user=root)
    office = a_role(tournament, RoleKind.OFFICE)
    assert refusal_of(lambda: renew_password(tournament, root, by=office)) == [("", "account_not_yours")]
