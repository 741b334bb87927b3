"""What a browser would send if a form of a page were sent as it stands."""

import re
from html import unescape
from html.parser import HTMLParser
from typing import Any

from django.http import HttpResponse
from django.test import Client

from tests.web.pages import markup


class _Form(HTMLParser):
    def __init__(self, action: str) -> None:
        super().__init__()
        self.action, self.inside, self.sent, self.select = action, False, {}, ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attributes}
        if tag == "form":
            self.inside = values.get("action") == self.action
        elif self.inside and "disabled" not in values:
            self._field(tag, values)

    def _field(self, tag: str, values: dict[str, str]) -> None:
        if tag == "select":
            self.select = values["name"]
            self.sent[self.select] = ""
        elif tag == "option" and "selected" in values and self.select:
            self.sent[self.select] = values["value"]
        elif tag == "input" and values["name"] == "sure":
            self.sent["sure"] = [*self.sent.get("sure", []), values["value"]]
        elif tag == "input" and (values.get("type") not in ("checkbox", "radio") or "checked" in values):
            self.sent[values["name"]] = values.get("value", "on" if values.get("type") in ("checkbox", "radio") else "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False
        elif tag == "select":
            self.select = ""


def press(browser: Client, page: str, action: str, **typed: str) -> HttpResponse:
    """Open the page and send its form with that action, with what is typed over it."""
    return browser.post(action, form_fields(markup(browser.get(page)), action) | typed)


def press_again(browser: Client, answer: HttpResponse, action: str, **typed: str) -> HttpResponse:
    """Send the form of a refused page as it stands there."""
    return browser.post(action, form_fields(markup(answer), action) | typed)


def form_fields(page: str, action: str) -> dict[str, Any]:
    """Names and values of the enabled fields of the form with that action."""
    form = _Form(action)
    form.feed(page)
    assert form.sent, f"no form for {action}"
    return form.sent


def sure_of(question: HttpResponse) -> list[str]:
    """What a page that asks first wants to be sent along the second time."""
    return [unescape(one) for one in re.findall(r'name="sure" value="([^"]*)"', markup(question))]
