"""用单位账号登录, with a real provider beside: the first time, the second, connected, undone, and refused."""

from http.cookies import SimpleCookie

import pytest
from axes.models import AccessFailureLog, AccessLog
from django.test import Client

from accounts import devices
from accounts.models import Identity, User
from accounts.passwords import choose_password, hand_out_password, new_account
from tests.accounts.conftest import BACK, House
from tests.factories import a_role, a_tournament, a_user
from tests.web.pages import markup
from tournaments.event.actions.people import confirm_account, grant_role
from tournaments.permissions import roles_of
from tournaments.states import RoleKind
from web.site import gate

pytestmark = pytest.mark.django_db
OWN = "zhixinglou 1230"
HALL = "192.0.2.9"
HOUSE = "Campus identity"
"""The name of a button and of a heading."""


def a_browser(cookies: SimpleCookie | None = None, *, address: str = "127.0.0.1") -> Client:
    browser = Client(REMOTE_ADDR=address)
    browser.cookies["django_language"] = "en"
    browser.cookies.update(cookies or {})
    return browser


def back_from(house: House, browser: Client, username: str = "20230001", *, wanted: str = "", **how: str):
    """Press the button, sign in there, come back."""
    sent = browser.get("/sign-in/identity/", {"next": wanted} if wanted else {})
    assert sent.status_code == 302
    return browser.get(house.let_in(username, sent.headers["Location"], **how))


def sealed_in(page: str) -> str:
    return page.split('name="identity" value="')[1].split('"', maxsplit=1)[0]


def begin_anew(house: House, browser: Client, username: str = "20230001", **more: str):
    """A new account, for who has none."""
    page = markup(back_from(house, browser, username))
    return browser.post("/sign-in/identity/account/", {"identity": sealed_in(page), **more})


def connect(house: House, browser: Client, username: str, password: str, at_house: str = "20230001"):
    page = markup(back_from(house, browser, at_house))
    return browser.post("/sign-in/", {"username": username, "password": password, "identity": sealed_in(page)})


def who(browser: Client) -> str:
    """The user name of whoever is signed in there."""
    pk = browser.session.get("_auth_user_id")
    return User.objects.get(pk=pk).username if pk else ""


def test_off_by_default(client: Client, settings) -> None:
    settings.IDENTITY = {}
    assert "/sign-in/identity/" not in markup(client.get("/sign-in/"))
    for path in ("/sign-in/identity/", BACK):
        assert client.get(path).status_code == 404
    assert client.post("/sign-in/identity/account/", {"identity": "x"}).status_code == 404
    client.force_login(a_user())
    assert client.post("/sign-ins/identity/removal/").status_code == 404


def test_who_comes_for_the_first_time_begins_with_an_account_without_roles(house: House) -> None:
    browser = a_browser()
    assert HOUSE in markup(browser.get("/sign-in/"))
    page = markup(back_from(house, browser, wanted="/desks/?all=1"))
    assert "队员甲 (20230001)" in page
    assert not User.objects.exists()
    made = browser.post("/sign-in/identity/account/", {"identity": sealed_in(page), "next": "/desks/?all=1"})
    assert (made.status_code, made.headers["Location"]) == (302, "/desks/?all=1")
    user = User.objects.get()
    assert (user.username, user.name, user.has_usable_password()) == ("20230001@sso", "队员甲", False)
    assert (user.is_staff, user.is_superuser, user.roles.count()) == (False, False, 0)
    assert (user.identity.issuer, user.identity.label) == (house.issuer, "队员甲 (20230001)")
    assert who(browser) == "20230001@sso"


def test_second_time_leads_on_a_known_device_to_the_same_account_and_the_page_of_this_site_that_was_wanted(
    house: House, rf
) -> None:
    begin_anew(house, first := a_browser())
    request = rf.get("/sign-in/")
    request.COOKIES[devices.COOKIE] = first.cookies[devices.COOKIE].value
    assert devices.device_of(request, "20230001@sso") == devices.known_device(request) != ""
    came = back_from(house, browser := a_browser(), wanted="/password/")
    assert (came.status_code, came.headers["Location"], who(browser)) == (302, "/password/", "20230001@sso")
    assert User.objects.count() == 1
    assert AccessLog.objects.filter(username="20230001@sso").count() == 2
    assert back_from(house, a_browser(), wanted="https://example.org/").headers["Location"] == "/desks/"


def test_new_account_is_made_once_however_often_the_button_is_pressed_and_takes_no_name_of_another(
    house: House,
) -> None:
    for name in ("20230001", "20230001@sso"):
        a_user(username=name, password=OWN)
    page = markup(back_from(house, a_browser()))
    for _ in range(2):
        a_browser().post("/sign-in/identity/account/", {"identity": sealed_in(page)})
    assert (User.objects.count(), Identity.objects.get().user.username) == (3, "20230001-2@sso")


def test_name_is_asked_for_where_the_token_lacks_it(house: House, settings) -> None:
    settings.IDENTITY = settings.IDENTITY | {"claim": "staff_name"}
    begin_anew(house, a_browser())
    assert User.objects.get().name == "队员甲老师"


def test_own_account_is_connected_by_its_password_also_after_a_wrong_one(house: House) -> None:
    a_user(username="referee1", password=OWN)
    refused = connect(house, browser := a_browser(), "referee1", "wrong")
    assert (refused.status_code, Identity.objects.count()) == (422, 0)
    typed = {"username": "referee1", "password": OWN, "identity": sealed_in(markup(refused))}
    assert browser.post("/sign-in/", typed).status_code == 302
    assert "opens this account" in markup(browser.get("/desks/"))
    assert back_from(house, other := a_browser()).status_code == 302
    assert who(other) == "referee1"


def test_refusal_of_the_gate_still_connects_afterwards(house: House) -> None:
    a_user(username="referee1", password=OWN)
    browser = a_browser(address=HALL)
    sealed = sealed_in(markup(back_from(house, browser)))
    for _ in range(gate.WRONG + 1):
        refused = browser.post("/sign-in/", {"username": "referee1", "password": "wrong", "identity": sealed})
    assert refused.status_code == 429
    assert sealed_in(markup(refused)) == sealed


def test_nothing_is_connected_by_a_made_up_seal_a_one_time_password_or_an_account_that_waits(house: House) -> None:
    """Whoever hands a one-time password out could connect himself; another account waits for a second person."""
    a_user(username="referee1", password=OWN)
    sealed = {"identity": "WyJodHRwIl0:made:up"}
    (browser := a_browser()).post("/sign-in/", {"username": "referee1", "password": OWN, **sealed})
    assert (who(browser), Identity.objects.count()) == ("referee1", 0)
    _user, password = new_account("referee2")
    connect(house, browser := a_browser(), "referee2", password)
    assert (who(browser), Identity.objects.count()) == ("referee2", 0)
    waiting = a_user(username="referee3", password=OWN)
    User.objects.filter(pk=waiting.pk).update(handed_out_by=a_user())
    connect(house, a_browser(), "referee3", OWN)
    assert not Identity.objects.exists()


def test_signed_in_person_is_asked_for_the_password_before_a_connection(house: House) -> None:
    browser = a_browser()
    browser.force_login(a_user(username="referee1", password=OWN))
    page = markup(back_from(house, browser, wanted="/sign-ins/"))
    assert 'value="referee1"' in page
    assert "/sign-in/identity/account/" not in page
    assert not Identity.objects.exists()


def test_account_of_the_house_opens_one_account_only(house: House) -> None:
    for name in ("referee1", "referee2"):
        a_user(username=name, password=OWN)
    browser = a_browser()
    page = markup(back_from(house, browser))
    connect(house, a_browser(), "referee1", OWN)
    browser.post("/sign-in/", {"username": "referee2", "password": OWN, "identity": sealed_in(page)})
    assert "opens another one" in markup(browser.get("/desks/"))
    assert Identity.objects.get().user.username == "referee1"


def test_somebody_else_who_is_signed_in_is_not_replaced_and_a_closed_account_stays_closed(house: House) -> None:
    begin_anew(house, a_browser())
    (browser := a_browser()).force_login(a_user(username="office"))
    refused = back_from(house, browser)
    assert (refused.status_code, who(browser)) == (422, "office")
    assert "20230001@sso" in markup(refused)
    User.objects.update(is_active=False)
    refused = back_from(house, browser := a_browser())
    assert (refused.status_code, who(browser)) == (422, "")
    assert "closed" in markup(refused)


@pytest.mark.parametrize("replace", [lambda user: choose_password(user, "other 1330"), hand_out_password])
def test_new_password_ends_the_connection(house: House, replace) -> None:
    user = a_user(username="referee1", password=OWN)
    connect(house, a_browser(), "referee1", OWN)
    replace(user, **({"handed_out_by": None} if replace is hand_out_password else {}))
    assert not Identity.objects.exists()
    assert back_from(house, browser := a_browser()).status_code == 200
    assert not who(browser)


def test_undone_connection_opens_nothing_and_signs_out_elsewhere(house: House) -> None:
    user = a_user(username="referee1", password=OWN)
    here, by_password = a_browser(), a_browser()
    connect(house, here, "referee1", OWN)
    by_password.force_login(user)
    back_from(house, there := a_browser())
    page = markup(here.get("/sign-ins/"))
    assert "队员甲 (20230001)" in page
    assert page.count('class="quiet small">Campus identity') == 1
    assert here.post("/sign-ins/identity/removal/").status_code == 302
    assert [browser.get("/desks/").status_code for browser in (here, by_password, there)] == [200, 200, 302]
    assert back_from(house, a_browser()).status_code == 200


def test_role_for_an_account_of_ones_own_making_waits_for_a_second_person(house: House) -> None:
    tournament = a_tournament()
    office, second = (a_role(tournament, RoleKind.OFFICE) for _ in range(2))
    begin_anew(house, a_browser())
    user = User.objects.get(username="20230001@sso")
    grant_role(tournament, user, RoleKind.CHIEF_REFEREE, by=office)
    user.refresh_from_db()
    assert not roles_of(user, tournament)
    page = a_browser()
    page.force_login(second)
    assert "Made by its owner" in markup(page.get(f"/e/{tournament.slug}/office/people/"))
    confirm_account(tournament, user, by=second)
    user.refresh_from_db()
    assert roles_of(user, tournament) == {RoleKind.CHIEF_REFEREE}


def test_account_without_password_is_told_where_it_signs_in(house: House) -> None:
    begin_anew(house, browser := a_browser())
    page = markup(browser.get("/password/"))
    assert "Your account has no password" in page
    assert browser.post("/password/", {"present": "", "new": OWN, "again": OWN}).status_code == 422
    assert "<b>20230001@sso</b>" in markup(browser.get("/desks/"))


def test_form_that_was_typed_meanwhile_stays_beside_the_other_way(house: House) -> None:
    tournament = a_tournament()
    path = f"/e/{tournament.slug}/office/people/"
    page = markup(a_browser().post(path, {"lines": "队员甲", "kind": "referee"}))
    assert 'target="_blank"' in page
    assert f'action="{path}"' in page


def test_who_is_not_let_in_is_told_and_may_use_the_password(house: House) -> None:
    refused = back_from(house, browser := a_browser(), button="cancel", wanted="/password/")
    page = markup(refused)
    assert (refused.status_code, who(browser)) == (422, "")
    assert "You were not let in there" in page
    assert 'name="password"' in page
    assert 'name="next" value="/password/"' in page


def test_way_back_leads_in_once(house: House) -> None:
    begin_anew(house, a_browser())
    browser = a_browser()
    address = house.let_in("20230001", browser.get("/sign-in/identity/").headers["Location"])
    cookies = SimpleCookie(browser.cookies.output(header=""))
    assert browser.get(address).status_code == 302
    browser.post("/sign-out/")
    again = browser.get(address)
    assert (again.status_code, who(browser)) == (422, "")
    assert "begin again" in markup(again)
    # with the cookie as it was: the provider gives nothing for a code twice
    assert a_browser(cookies).get(address).status_code == 422
    assert AccessFailureLog.objects.filter(username=HOUSE).count() == 1


def test_way_that_another_browser_began_leads_nowhere(house: House) -> None:
    begin_anew(house, a_browser())
    address = house.let_in("20230001", a_browser().get("/sign-in/identity/").headers["Location"])
    victim = a_browser()
    victim.get("/sign-in/identity/")
    for browser in (victim, a_browser()):
        assert (browser.get(address).status_code, who(browser)) == (422, "")


def test_link_of_another_site_leads_to_the_button(house: House) -> None:
    sent = a_browser().get("/sign-in/identity/", {"next": "/password/"}, headers={"Sec-Fetch-Site": "cross-site"})
    assert sent.headers["Location"] == "/sign-in/?next=/password/"


def test_provider_gets_a_challenge_and_no_verifier(house: House) -> None:
    browser = a_browser()
    address = browser.get("/sign-in/identity/").headers["Location"]
    assert "code_challenge_method=S256" in address
    assert "redirect_uri=http%3A%2F%2Ftestserver%2Fsign-in%2Fidentity%2Fback%2F" in address
    morsel = browser.cookies["identity"]
    assert (morsel["httponly"], morsel["samesite"], morsel["path"]) == (True, "Lax", "/sign-in/identity/")


def test_who_makes_up_answers_is_stopped_and_a_known_device_is_not(house: House) -> None:
    begin_anew(house, known := a_browser(address=HALL))
    known.post("/sign-out/")
    for _ in range(gate.CROWD):
        made_up = a_browser(address=HALL)
        state = made_up.get("/sign-in/identity/").headers["Location"].split("state=")[1].split("&")[0]
        assert made_up.get(BACK, {"state": state, "code": "guessed"}).status_code == 422
    refused = a_browser(address=HALL).get(BACK, {"state": "x", "code": "guessed"})
    assert refused.status_code == 429
    assert int(refused.headers["Retry-After"]) > 0
    assert back_from(house, known).status_code == 302
