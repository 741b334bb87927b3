"""What a test sees of a page."""

import re

from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from tests.rows import all_rows


def signed_in(user: User) -> Client:
    """A browser of that person, in English."""
    client = Client()
    client.force_login(user)
    client.cookies["django_language"] = "en"
    return client


def markup(response: HttpResponse) -> str:
    """The page as one line: elements and attributes as they are sent, without the layout of the source."""
    page = re.sub(r"[ \t\n]*\n[ \t\n]*(?=<|/?>)|(?<=>)[ \t\n]*\n[ \t\n]*", "", response.content.decode())
    return re.sub(r"[ \t\n]*\n[ \t\n]*", " ", page)


def text(response: HttpResponse) -> str:
    """The page without tags and without what is there for scripts or for later, spaces folded."""
    shown = re.sub(r"<(script|template)\b.*?</\1>", " ", response.content.decode(), flags=re.DOTALL)
    body = re.sub(r"<[^>]+>", " ", shown)
    return re.sub(r"\s+", " ", body)


def value(response: HttpResponse, name: str) -> str:
    """What stands in the form field of that name; raises if there is none."""
    for tag in re.findall(r"<input[^>]*>", response.content.decode()):
        if f'name="{name}"' in tag:
            match = re.search(r'value="([^"]*)"', tag)
            return match[1] if match else ""
    raise LookupError(name)


def queries(browser: Client, address: str, *, part: bool = False) -> int:
    """How many queries the page costs, or the part of it that htmx asks for; it must be there."""
    with CaptureQueriesContext(connection) as captured:
        assert browser.get(address, headers={"HX-Request": "true"} if part else {}).status_code == 200
    return len(captured)


def refused(browser: Client, address: str, status: int = 422, **typed: object) -> HttpResponse:
    """The answer to a refused form; nothing has changed."""
    before = all_rows()
    answer = browser.post(address, typed)
    assert answer.status_code == status
    assert all_rows() == before
    return answer
