"""Templates that a strict content security policy allows, and partials that can be found by their name."""

import re
from pathlib import Path

import pytest

from tests.architecture.source import ROOT, place

TEMPLATES = sorted(ROOT.glob("templates/**/*.html"))
PARTIAL = re.compile(r"{%-?\s*partialdef\s+(?P<name>[\w-]+)[^%]*%}(?P<body>.*?){%\s*endpartialdef", re.DOTALL)
ROOT_ELEMENT = re.compile(r"<[a-zA-Z](?:{[{%].*?[}%]}|[^>])*>", re.DOTALL)
ID = re.compile(r"\bid=[\"'](?P<id>[^\"']+)")
TAGS = re.compile(r"{#.*?#}|{%\s*comment.*?endcomment\s*%}", re.DOTALL)
FORBIDDEN = {
    "an inline style": r"<[^>]*\sstyle\s*=",
    "a style element": r"<style\b",
    "an inline handler": r"<[^>]*\son[a-z]+\s*=",
    "an inline script": r"<script(?![^>]*\bsrc=)(?![^>]*type=[\"'](?:application/json|text/plain))",
    "a javascript: address": r"(?:href|action)\s*=\s*[\"']\s*javascript:",
    "something from another site": r"<(?:script|link|img|iframe|source)\b[^>]*(?:src|href)=[\"'](?:https?:)?//",
}


def source(path: Path) -> str:
    """The template without its comments."""
    return TAGS.sub("", path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", TEMPLATES, ids=place)
def test_template_keeps_the_content_security_policy(path: Path) -> None:
    assert not [what for what, pattern in FORBIDDEN.items() if re.search(pattern, source(path), re.IGNORECASE)]


@pytest.mark.parametrize("path", TEMPLATES, ids=place)
def test_partial_is_named_like_the_id_of_its_root_element(path: Path) -> None:
    strangers = []
    for partial in PARTIAL.finditer(source(path)):
        root = ROOT_ELEMENT.search(partial["body"])
        name = ID.search(root[0]) if root else None
        # a partial that is repeated numbers its roots: id="match-{{ match.number }}"
        if name is None or name["id"].partition("-{{")[0] != partial["name"]:
            strangers.append(partial["name"])
    assert not strangers
