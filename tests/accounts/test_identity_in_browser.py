"""用单位账号登录, in a browser, from the button to the account page; with script and without."""

from typing import Any

import pytest

from accounts.models import Identity, User
from tests.accounts.conftest import House
from tests.browser import PHONE, barriers, broken, overflow, small_targets
from tests.factories import a_user
from tests.identity_provider import PASSWORD
from tests.thorough import in_ci_only

OWN = "zhixinglou 1230"
BUTTON = "用校园统一身份认证登录"


@pytest.fixture
def at_home(house: House, live_server: Any, settings: Any) -> House:
    settings.SITE_URL = live_server.url
    return house


def let_in(page: Any, *, press: str = "Authorize") -> None:
    """What the provider asks for."""
    page.fill("input[name=username]", "20230001")
    page.fill("input[name=password]", PASSWORD)
    page.click("text=Log in")
    page.click(f"input[value={press}]")


@in_ci_only
@pytest.mark.parametrize("script", [True, False])
def test_from_the_button_to_the_connected_account_and_back(at_home, visitor, live_server, script: bool) -> None:
    a_user(username="referee1", password=OWN)
    page = visitor(size=PHONE, script=script).open("/sign-ins/")
    page.click(f"text={BUTTON}")
    let_in(page)
    page.wait_for_selector("text=队员甲 (20230001)")
    page.fill("input[name=username]", "referee1")
    page.fill("input[name=password]", OWN)
    page.click("text=登录并关联")
    page.wait_for_url(f"{live_server.url}/sign-ins/")
    page.wait_for_selector("text=已关联")
    page.click("form.leave button")
    page.wait_for_url(f"{live_server.url}/")
    page.goto(f"{live_server.url}/sign-ins/")
    page.click(f"text={BUTTON}")
    page.click("input[value=Authorize]")
    page.wait_for_url(f"{live_server.url}/sign-ins/")
    page.click("text=解除关联 >> nth=-1")
    page.wait_for_selector("text=关联已解除")
    assert not Identity.objects.exists()


@in_ci_only
def test_who_goes_back_is_told_and_who_has_no_account_begins_with_one(at_home, visitor, live_server) -> None:
    page = visitor().open("/sign-in/")
    page.click(f"text={BUTTON}")
    let_in(page, press="Cancel")
    page.wait_for_selector("text=对方未予放行")
    page.click(f"text={BUTTON}")
    page.click("input[value=Authorize]")
    page.click("text=开通新账号")
    page.wait_for_url(f"{live_server.url}/desks/")
    assert User.objects.get().username == "20230001@sso"


@in_ci_only
@pytest.mark.parametrize("language", ["zh-hans", "en"])
def test_pages_are_whole_on_a_phone(at_home, visitor, live_server, language: str) -> None:
    person = visitor(size=(320, 780), language=language)
    page = person.open("/sign-in/")
    looked_at = [page.url]
    for step in ("begin", "come", "account"):
        if step == "come":
            page.click(".sheet a.btn")
            let_in(page)
        if step == "account":
            page.click("form[action='/sign-in/identity/account/'] button")
            page.wait_for_url(f"{live_server.url}/desks/")
            page.goto(f"{live_server.url}/sign-ins/")
        page.wait_for_selector("h1")
        assert (barriers(page), broken(page), small_targets(page), overflow(page)) == ([], [], [], 0), step
        looked_at.append(page.url)
    assert len(set(looked_at)) == 3
