"""Pytest plugin: Chromium for the tests, in which every page is watched for console errors and breaches of the policy.

A page is shown when its scripts have run, and what follows from a press comes when it comes: so a test waits for
whatever it reads of a page, by Playwright's ``expect`` or by ``becomes`` (tests/architecture/test_waiting.py).

``BROWSER_TESTS=required`` (as in .ci/run) fails where no browser is installed; otherwise those tests are skipped.
"""

import os
import shutil
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:  # this plugin is loaded before Django is set up, and in runs that need no browser
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, Route

    from accounts.models import User

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
NARROW, PHONE, DESK, HALL = (320, 780), (390, 844), (1440, 900), (1920, 1080)
# A refused form and a lost race are answers of the site, which Chromium reports as errors; a page that is closed while
# it looks for a newer service worker reports the third, and htmx a question that a newer one has overtaken or that the
# page was left with. A question that truly failed is a fault by `requestfailed`.
EXPECTED = (
    "status of 409", "status of 422", "unknown error occurred when fetching the script", "htmx:sendAbort",
    "htmx:sendError", "htmx:afterRequest",
)  # fmt: skip
# What a page still asked for when it was left.
LEFT = "net::ERR_ABORTED"
PATIENCE = 60.0  # seconds, for whatever a test waits for: only one that fails waits so long
# Nothing of a page can be seen, filled in or pressed before its scripts have run. A style sheet of the browser's own,
# which the content security policy does not guard.
SHOWN_WHEN_LOADED = """
  const unseen = new CSSStyleSheet();
  unseen.replaceSync(":root, :root * { visibility: hidden !important }");
  document.adoptedStyleSheets = [unseen];
  addEventListener("load", () => { document.adoptedStyleSheets = []; });
"""
MISSING = "No browser is installed: apt-get install chromium fonts-noto-cjk (as .ci/run does)."


@dataclass
class Visitor:
    """A person with a browser of his own; ``faults`` collects what a page must not do."""

    context: "BrowserContext"
    address: str
    faults: list[str] = field(default_factory=list)

    def open(self, path: str) -> "Page":
        """The page in a new tab."""
        page = self.context.new_page()
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.faults.append(f"{page.url}: {error}"))
        page.on("requestfailed", self._miss)
        page.goto(self.address + path)
        return page

    def tour(self, paths: Iterable[str]) -> "Iterator[tuple[str, Page]]":
        """Each path with its page, one after the other in one tab: a new tab costs more time than most pages."""
        tab = self.open("/")
        for path in paths:
            tab.goto(self.address + path)
            yield path, tab

    def _miss(self, request: "Request") -> None:
        if request.failure != LEFT:
            self.faults.append(f"{request.url}: {request.failure}")

    def _hear(self, message: "ConsoleMessage") -> None:
        if message.type == "error" and not any(sign in message.text for sign in EXPECTED):
            self.faults.append(f"{message.location.get('url', '')}: {message.text}")


@pytest.fixture(scope="session")
def chromium() -> "Iterator[Browser]":
    """The browser itself, one a test process."""
    program = next((path for name in NAMES if (path := shutil.which(name))), None)
    if program is None:
        if os.environ.get("BROWSER_TESTS") == "required":
            pytest.fail(MISSING)
        pytest.skip(MISSING)
    # Playwright keeps an event loop in this thread, in which Django would refuse the ORM.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=1000 * PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()
        # what Django opened while the loop was running is out of its sight afterwards, and would stay open
        from django.db import connections

        connections.close_all()


@pytest.fixture(autouse=True)
def last_answers(request: pytest.FixtureRequest) -> Iterator[None]:
    """What pages still asked the live site for when they were closed is answered before the database is emptied."""
    if "live_server" not in request.fixturenames:
        yield
        return
    import httpx

    request.getfixturevalue("transactional_db")
    site = request.getfixturevalue("live_server").url
    yield
    httpx.get(f"{site}/static/icon.svg", trust_env=False)  # whoever connected before has a thread of his own by now
    answering = [thread for thread in threading.enumerate() if "process_request_thread" in thread.name]
    for thread in answering:
        thread.join(PATIENCE)
    assert not any(thread.is_alive() for thread in answering), "a page is still asking"


@pytest.fixture
def visitor(chromium: "Browser", live_server: Any) -> "Iterator[Callable[..., Visitor]]":
    """``visitor(user=None, size=DESK, …)`` → a Visitor of the live site, as ``visitors`` says."""
    with visitors(chromium, live_server.url) as enter:
        yield enter


@contextmanager
def visitors(chromium: "Browser", address: str) -> Iterator[Callable[..., Visitor]]:
    """``enter(user=None, size=DESK, language="zh-hans", script=True, touch=False, hurried=False)`` → a Visitor of the
    site at that address; one who is hurried acts before the scripts of a page have run.

    At the end no visitor may have met a console error, a script error, a request that failed or a breach of the policy.
    """
    from django.conf import settings

    entered: list[Visitor] = []

    def enter(
        user: "User | None" = None, *, size: tuple[int, int] = DESK, language: str = "zh-hans", script: bool = True,
        touch: bool = False, hurried: bool = False,
    ) -> Visitor:  # fmt: skip
        width, height = size
        context = chromium.new_context(
            viewport={"width": width, "height": height}, java_script_enabled=script, has_touch=touch, is_mobile=touch
        )
        context.set_default_timeout(1000 * PATIENCE)
        if script and not hurried:
            context.add_init_script(SHOWN_WHEN_LOADED)
        cookies = {settings.LANGUAGE_COOKIE_NAME: language} | (_session_of(user) if user else {})
        context.add_cookies([{"name": n, "value": v, "url": address} for n, v in cookies.items()])
        entered.append(Visitor(context, address))
        return entered[-1]

    try:
        yield enter
    finally:
        for visitor in entered:
            visitor.context.close()
    assert not [fault for visitor in entered for fault in visitor.faults]


def _session_of(user: "User") -> dict[str, str]:
    from django.conf import settings
    from django.test import Client

    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return {settings.SESSION_COOKIE_NAME: client.cookies[settings.SESSION_COOKIE_NAME].value}


@contextmanager
def held(asking: "Page | BrowserContext", pattern: str) -> Iterator[None]:
    """What is asked for there waits until the end, as on a slow line."""
    waiting: list[Route] = []
    is_over = False

    def hold(route: "Route") -> None:
        if is_over:
            route.continue_()
        else:
            waiting.append(route)

    asking.route(pattern, hold)
    yield
    is_over = True
    for route in waiting:
        route.continue_()


def becomes(read: Callable[[], object], expected: object) -> None:
    """Wait until ``read()`` gives what is expected: of a page what ``expect`` cannot say, of the database any row."""
    deadline = time.monotonic() + PATIENCE
    while (value := read()) != expected and time.monotonic() < deadline:
        time.sleep(0.05)
    assert value == expected


def barriers(page: "Page", only: str = "") -> list[str]:
    """What axe finds on the page: rule, help, and the first element that breaks it.

    ``only`` names the one rule to look at. The size of targets is asked too, which axe leaves out unless told.
    The rules are put into the page by the browser's own door, which the content security policy does not guard.
    """
    from axe_playwright_python.base import AXE_SCRIPT

    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    options: dict[str, object] = {"resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}}}
    if only:
        options["runOnly"] = [only]
    report = page.evaluate("options => axe.run(document, options)", options)
    return [
        f"{violation['id']}: {violation['help']} ({violation['nodes'][0]['html'][:200]})"
        for violation in report["violations"]
    ]


BROKEN = """() => {
  const found = [], seen = element => element.getClientRects().length && !element.closest(".vh");
  const lines = (node, from, to) => {
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    return new Set([...range.getClientRects()].map(box => Math.round(box.top))).size;
  };
  const short = [...document.querySelectorAll("thead th, td.num, .ord, .btn, button, label, legend, dt")].filter(seen);
  for (const element of short) {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      for (const word of texts.currentNode.data.matchAll(/(?<![A-Za-z0-9])[A-Za-z0-9]{2,14}(?![A-Za-z0-9])/g)) {
        if (lines(texts.currentNode, word.index, word.index + word[0].length) > 1) found.push(word[0]);
      }
    }
  }
  for (const table of [...document.querySelectorAll("table")].filter(seen)) {
    let box = table.parentElement;
    while (box !== document.body && getComputedStyle(box).overflowX === "visible") box = box.parentElement;
    const beyond = table.getBoundingClientRect().right - box.getBoundingClientRect().right;
    const is_cut = ["clip", "hidden"].includes(getComputedStyle(box).overflowX) && beyond > 1;
    if (is_cut) found.push(`${beyond} px of a table`);
  }
  const pen = document.createElement("canvas").getContext("2d");
  for (const box of [...document.querySelectorAll("select")].filter(seen)) {
    const style = getComputedStyle(box), word = box.selectedOptions[0]?.text ?? "";
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const room = box.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    if (word.length < 9 && pen.measureText(word).width > room) found.push(`${word} in ${box.name}`);
  }
  return found;
}"""


def broken(page: "Page") -> list[str]:
    """Words of headings of tables, buttons and labels that go on in the next line without a hyphen, short choices
    that their field cuts off, and tables that are cut off. A name that somebody entered may be longer than any line."""
    words: list[str] = page.evaluate(BROKEN)
    return words


SMALL = """() => {
  const controls = "button, summary, select, textarea, input:not([type=hidden]), .btn, nav a";
  const isMeant = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    && !node.closest(".skip, .vh") && node.offsetWidth > 1 && node.offsetHeight > 1;
  const height = (node) => Math.max(...[node, ...(node.labels ?? [])].map((one) => one.getBoundingClientRect().height));
  return [...document.querySelectorAll(controls)].filter((node) => isMeant(node) && height(node) < 43.5)
    .map((node) => `${Math.round(height(node))} px high: ${node.outerHTML.slice(0, 120)}`);
}"""


def small_targets(page: "Page") -> list[str]:
    """What a finger has to meet and is less than 44 px high; a link inside a text is as high as its line."""
    found: list[str] = page.evaluate(SMALL)
    return found


def overflow(page: "Page") -> int:
    """How many pixels the page is wider than its window."""
    width: int = page.evaluate("() => document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return width
