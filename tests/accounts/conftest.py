"""The house's identity provider, as a program of its own beside the tests."""

import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from lxml import html

from accounts import identity
from launch.places import ROOT
from launch.servers import end_with_parent, free_port
from tests.identity_provider import CLIENT, PASSWORD, SECRET

BACK = "/sign-in/identity/back/"


@dataclass(frozen=True)
class House:
    """The provider at ``issuer``."""

    issuer: str

    def let_in(self, username: str, address: str, *, button: str = "allow") -> str:
        """Sign in there, where the site has sent the browser, and press a button; the address that leads back."""
        with httpx.Client(trust_env=False, follow_redirects=True) as browser:
            entered = self._send(browser, browser.get(address), username=username, password=PASSWORD)
            pressed = {"allow": "Authorize"} if button == "allow" else {}
            answer = self._send(browser, entered, follow_redirects=False, **pressed)
        return answer.headers["Location"]

    def _send(self, browser: httpx.Client, page: httpx.Response, follow_redirects: bool = True, **typed: str) -> Any:
        (form,) = html.fromstring(page.text).forms
        fields = {name: value for name, value in form.fields.items() if name and name != "allow"}
        return browser.post(page.url, data=fields | typed, follow_redirects=follow_redirects)


@pytest.fixture(scope="session")
def house_process(live_server: Any) -> Iterator[House]:
    """It may send browsers back to the tests' client and to the live site."""
    port = free_port()
    backs = [f"{site}{BACK}" for site in ("http://testserver", live_server.url)]
    argv = [sys.executable, "-m", "tests.identity_provider", str(port), *backs]
    process = subprocess.Popen(argv, cwd=ROOT, preexec_fn=end_with_parent())  # noqa: PLW1509
    house = House(f"http://127.0.0.1:{port}/o")
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and process.poll() is None:
        try:
            httpx.get(f"{house.issuer}/.well-known/openid-configuration", trust_env=False)
        except httpx.TransportError:
            time.sleep(0.1)
        else:
            break
    yield house
    process.terminate()
    process.wait()


@pytest.fixture
def house(house_process: House, settings: Any) -> House:
    """The provider, with which people sign in here."""
    set_up(settings, house_process.issuer)
    return house_process


def set_up(settings: Any, issuer: str) -> None:
    settings.SITE_URL = "http://testserver"
    settings.IDENTITY = {
        "issuer": issuer,
        "client": CLIENT,
        "secret": SECRET,
        "names": {"zh-hans": "校园统一身份认证", "en": "Campus identity"},
        "claim": "name",
    }
    identity._documents.clear()
    identity._away.clear()
