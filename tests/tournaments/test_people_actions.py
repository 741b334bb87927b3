"""Roles, accounts and one-time passwords."""

import pytest

from accounts.models import User
from journal.models import Event
from journal.refusals import Refused, WrongState
from tests.factories import a_role, a_tournament, a_user
from tests.rows import all_rows
from tournaments.actions.people import add_person, grant_role, renew_password, revoke_role
from tournaments.models import Role
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


def test_whoever_brought_a_person_in_does_not_get_at_his_password_alone():
    tournament, stranger = a_tournament(), a_user(username="stranger", name="队员甲")
    first, second = a_role(tournament, RoleKind.OFFICE), a_role(tournament, RoleKind.OFFICE)
    grant_role(tournament, stranger, RoleKind.REFEREE, by=first)
    before = User.objects.get(pk=stranger.pk).password
    assert refusal_of(lambda: renew_password(tournament, stranger, by=first)) == [("", "second_person_needed")]
    assert User.objects.get(pk=stranger.pk).password == before
    assert renew_password(tournament, stranger, by=second)


def test_superuser_is_out_of_reach_too():
    tournament, root = a_tournament(), a_user()
    root.is_superuser = True
    root.save()
    a_role(tournament, user=root)
    office = a_role(tournament, RoleKind.OFFICE)
    assert refusal_of(lambda: renew_password(tournament, root, by=office)) == [("", "account_not_yours")]
