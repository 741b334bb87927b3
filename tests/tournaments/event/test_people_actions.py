"""Roles, accounts and one-time passwords."""

from functools import partial

import pytest

from accounts.models import User
from accounts.passwords import choose_password, slip_token, user_of_slip
from journal.models import Event
from journal.refusals import Problem, WrongState
from tests.factories import a_role, a_tournament, a_user
from tests.refusals import refused_at
from tests.rows import all_rows
from tournaments.codes import Code
from tournaments.event.actions.people import add_people, confirm_account, grant_role, renew_password, revoke_role
from tournaments.event.queries.people import slips_to_print
from tournaments.models import Role
from tournaments.permissions import granted, roles_of
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db


def recorded() -> list[tuple[str, dict, bool]]:
    return list(Event.objects.order_by("number").values_list("kind", "data", "public"))


def test_a_list_makes_accounts_that_their_slips_open_and_no_password():
    tournament = a_tournament()
    made, here = add_people(
        tournament, "刘裁判长 裁判长\n张 三、王伟 13800001111、王伟 13900002222", "referee", by=None
    )
    roles = {user.username: [*user.roles.values_list("kind", flat=True)] for user in made}
    assert roles == {"刘裁判长": ["chief_referee"], "张三": ["referee"], "王伟": ["referee"], "王伟2": ["referee"]}
    assert [user.name for user in made] == ["刘裁判长", "张三", "王伟（1111）", "王伟（2222）"]
    assert not here
    assert not any(user.has_usable_password() or user.is_staff for user in made)
    assert recorded()[0] == ("role.granted", {"name": "刘裁判长", "role": "chief_referee"}, False)
    assert [user_of_slip(slip_token(user)) for user in made] == made
    token = slip_token(made[0])
    choose_password(made[0], "a-long-password-of-ones-own")
    assert (user_of_slip(token), user_of_slip(slip_token(made[0]))) == (None, None)


def test_the_same_list_makes_nobody_twice_and_a_longer_one_the_rest():
    tournament = a_tournament()
    add_people(tournament, "张三\n李四", RoleKind.REFEREE, by=None)
    before = all_rows()
    made, here = add_people(tournament, "李四、张三", RoleKind.REFEREE, by=None)
    assert ([*map(str, made)], [*map(str, here)]) == ([], ["李四", "张三"])
    assert all_rows() == before
    made, here = add_people(tournament, "张三 裁判长\n王五", RoleKind.REFEREE, by=None)
    assert ([*map(str, made)], [*map(str, here)]) == (["王五"], ["张三"])
    assert set(here[0].roles.values_list("kind", flat=True)) == {"referee", "chief_referee"}


def test_somebody_of_that_name_elsewhere_is_asked_about():
    tournament, known = a_tournament(), a_user(username="zhangsan", name="张三")
    assert refused_at(lambda: add_people(tournament, "张三", "referee", by=None, sure=())) == [
        ("lines", "person_known")
    ]
    question = Problem(Code.PERSON_KNOWN, "lines", {"name": "张三", "username": known.username})
    (made,), _ = add_people(tournament, "张三", RoleKind.REFEREE, by=None, sure=(question.signature,))
    assert (made.username, made.pk == known.pk) == ("张三", False)


def test_a_list_is_refused_with_all_problems():
    tournament = a_tournament()
    unclear = [("lines", "person_unclear"), ("lines", "person_twice"), ("kind", "value_invalid")]
    too_many = "、".join(f"张{chr(0x4E00 + n)}" for n in range(101))
    for lines, kind, problems in (
        (" \n、", "referee", [("lines", "name_empty")]),
        ("张三\n12345 ?\n王伟\n王伟", "king", unclear),
        (too_many, "referee", [("lines", "too_many_people")]),
    ):
        assert refused_at(partial(add_people, tournament, lines, kind, by=None)) == problems


def test_an_office_prints_the_slips_of_those_whom_it_let_in_alone():
    tournament = a_tournament()
    first, second, union = (a_role(tournament, RoleKind.OFFICE) for _ in range(3))
    union.is_staff = True
    (one,), _ = add_people(tournament, "张三", RoleKind.REFEREE, by=first)
    (other,), _ = add_people(tournament, "李四", RoleKind.REFEREE, by=union)
    printed = [{person.user for person in slips_to_print(tournament, by)} for by in (first, second, union)]
    assert printed == [{one}, set(), {one, other}]


def test_a_role_is_given_once_and_taken_back():
    tournament, user = a_tournament(), a_user(username="known")
    grant_role(tournament, user, RoleKind.REFEREE, by=None)
    again = lambda: grant_role(tournament, user, RoleKind.REFEREE, by=None)  # noqa: E731
    assert refused_at(again) == [("username", "role_granted_already")]
    revoke_role(tournament, user, RoleKind.REFEREE, by=None)
    with pytest.raises(WrongState):
        revoke_role(tournament, user, RoleKind.REFEREE, by=None)
    assert [kind for kind, _, _ in recorded()] == ["role.granted", "role.revoked"]


def test_the_last_office_of_an_event_stays_and_one_that_nobody_confirmed_is_none():
    tournament = a_tournament()
    office = a_role(tournament, RoleKind.OFFICE)
    add_people(tournament, "钱小满", RoleKind.OFFICE, by=office)
    assert refused_at(lambda: revoke_role(tournament, office, RoleKind.OFFICE, by=office)) == [("", "last_office")]
    a_user(is_staff=True)
    revoke_role(tournament, office, RoleKind.OFFICE, by=office)
    assert not Role.objects.filter(user=office).exists()


def test_renew_password_for_a_referee_of_this_event():
    tournament = a_tournament()
    office, referee = a_role(tournament, RoleKind.OFFICE), a_role(tournament)
    password = renew_password(tournament, referee, by=office)
    referee.refresh_from_db()
    assert referee.check_password(password)
    assert referee.one_time_password
    assert [kind for kind, _, _ in recorded()] == ["password.renewed"]
    assert refused_at(lambda: renew_password(tournament, office, by=office)) == [("", "second_person_needed")]


def test_a_role_in_one_event_opens_no_other_and_the_union_and_superusers_are_out_of_reach():
    here, elsewhere = a_tournament(), a_tournament()
    office, referee, root = a_role(here, RoleKind.OFFICE), a_role(here), a_role(here)
    a_role(elsewhere, RoleKind.OFFICE, user=referee)
    root.is_superuser = True
    root.save()
    union, stranger = a_user(is_staff=True), a_role(elsewhere)
    for user in (referee, union, stranger, root):
        assert refused_at(partial(renew_password, here, user, by=office)) == [("", "account_not_yours")]
    assert renew_password(here, referee, by=union)


def test_office_gives_itself_no_whistle_and_the_sites_office_does_on_the_record():
    tournament = a_tournament()
    office, union = a_role(tournament, RoleKind.OFFICE), a_user(is_staff=True)
    own = lambda: grant_role(tournament, office, RoleKind.CHIEF_REFEREE, by=office)  # noqa: E731
    assert refused_at(own) == [("username", "second_person_needed")]
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
    (user,), _ = add_people(tournament, "钱小满", kind, by=first)
    confirm = lambda by: lambda: confirm_account(tournament, user, by=by)  # noqa: E731
    assert (roles_of(user, tournament), granted(user, tournament)) == (set(), set())
    assert refused_at(confirm(second)) == [("", "not_signed_in_yet")]
    owned(user)
    assert refused_at(confirm(first)) == refused_at(confirm(user)) == [("", "second_person_needed")]
    confirm(second)()
    user.refresh_from_db()
    assert roles_of(user, tournament) == {kind}
    assert recorded()[-1] == ("account.confirmed", {"name": "钱小满"}, False)
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
