"""Templates that a strict content security policy allows, and partials that can be found by their name."""

import re
from pathlib import Path

from tests.architecture.source import ROOT, place

TEMPLATES = sorted(ROOT.glob("templates/**/*.html"))
PARTIAL = re.compile(r"{%-?\s*partialdef\s+(?P<name>[\w-]+)[^%]*%}(?P<body>.*?){%\s*endpartialdef", re.DOTALL)
ROOT_ELEMENT = re.compile(r"<[a-zA-Z](?:{[{%].*?[}%]}|[^>])*>", re.DOTALL)
ID = re.compile(r"\bid=[\"'](?P<id>[^\"']+)")
KEPT_AS_A_FILE = ROOT / "templates/draw/draw_check_file.html"
"""Opened from disk, with everything inside; the site hands it out to be saved and shows it nowhere."""
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


def test_template_keeps_the_content_security_policy() -> None:
    breaches = [
        f"{place(path)}: {what}"
        for path in TEMPLATES
        for what, pattern in FORBIDDEN.items()
        if path != KEPT_AS_A_FILE and re.search(pattern, source(path), re.IGNORECASE)
    ]
    assert not breaches


def strangers(text: str) -> list[str]:
    """The partials whose root element has another id than their name."""
    partials = []
    for partial in PARTIAL.finditer(text):
        root = ROOT_ELEMENT.search(partial["body"])
        name = ID.search(root[0]) if root else None
        # a partial that is repeated numbers its roots: id="match-{{ match.number }}"
        if name is None or name["id"].partition("-{{")[0] != partial["name"]:
            partials.append(partial["name"])
    return partials


def test_partial_is_named_like_the_id_of_its_root_element() -> None:
    assert not [f"{place(path)}: {name}" for path in TEMPLATES for name in strangers(source(path))]


def test_partial_of_another_name_is_found() -> None:
    assert strangers('{% partialdef score inline %}<p class="a" id="result">1</p>{% endpartialdef %}') == ["score"]
    assert strangers("{% partialdef score %}<p>1</p>{% endpartialdef score %}") == ["score"]
    assert not strangers('{% partialdef score inline %}<p id="score">1</p>{% endpartialdef %}')
    assert not strangers('{% partialdef match %}<li id="match-{{ match.number }}">1</li>{% endpartialdef %}')
