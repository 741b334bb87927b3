"""Every answer carries the policy that a browser enforces."""

import re

import pytest
from django.test import Client

from tests.architecture.source import ROOT

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("path", ["/healthz", "/livez", "/sign-in/", "/admin/login/", "/nowhere/"])
def test_policy_is_strict_and_forbids_framing_and_sniffing(client: Client, path: str) -> None:
    answer = client.get(path)
    parts = map(str.split, answer["Content-Security-Policy"].split(";"))
    directives = {words[0]: words[1:] for words in parts if words}
    assert directives["default-src"] == ["'self'"]
    assert directives["frame-ancestors"] == directives["base-uri"] == directives["object-src"] == ["'none'"]
    assert not [source for sources in directives.values() for source in sources if "unsafe" in source or "*" in source]
    assert (answer["X-Frame-Options"], answer["X-Content-Type-Options"]) == ("DENY", "nosniff")
    assert answer["Referrer-Policy"] == "same-origin"


def test_style_sheets_load_nothing_from_elsewhere() -> None:
    foreign = re.compile(r"url\(\s*[\"']?(?:https?:)?//|@import")
    assert not [path.name for path in ROOT.glob("static/**/*.css") if foreign.search(path.read_text("utf-8"))]
