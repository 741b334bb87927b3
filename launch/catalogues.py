"""The words of the site in its languages: taken from templates and code, kept in locale/, compiled. Babel does it all.

English is the source; ``zh_Hans`` is complete, which tests/config/test_catalogues.py checks.
"""

import io
import os
import re
from collections.abc import Iterator
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir, extract_python
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from launch import places

LOCALE = "zh_Hans"
PATH = places.ROOT / "locale" / LOCALE / "LC_MESSAGES" / "django.po"
SOURCES = (
    "accounts", "api", "config", "integrations", "journal",
    "notices", "scoring", "templates", "tournaments", "web",
)  # fmt: skip
KEYWORDS: dict[str, Any] = {
    "_": None,
    "gettext": None, "gettext_lazy": None, "gettext_noop": None,
    "ngettext": (1, 2), "ngettext_lazy": (1, 2),
    "pgettext": ((1, "c"), 2), "pgettext_lazy": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3), "npgettext_lazy": ((1, "c"), 2, 3),
}  # fmt: skip
# of no use here, and the dates would make every update a change
IDLE_HEADERS = re.compile(rb'"(POT|PO|Project|Report|Last|Generated|Language-Team)[\w-]*:.*\n')
TEMPLATES = ("**.html", "**.txt", "**.subject", "**.md")


def extracted() -> Catalog:
    """Every message that stands in templates and code now, without translations."""
    catalog = Catalog(project="guandan", locale=LOCALE, charset="utf-8", fuzzy=False)
    methods = [("**.py", "python"), *((pattern, extract_template) for pattern in TEMPLATES)]
    for folder in SOURCES:
        for filename, _, message, comments, context in extract_from_dir(
            str(places.ROOT / folder), methods, keywords=KEYWORDS, comment_tags=("Translators",)  # type: ignore[arg-type]
        ):  # fmt: skip
            catalog.add(message, locations=[(f"{folder}/{filename}", 0)], auto_comments=comments, context=context)
    return catalog


def extract_template(file: io.BytesIO, keywords: Any, comment_tags: Any, options: Any) -> Iterator[Any]:
    """Babel's extraction method for Django templates: Django turns them into Python, which Babel reads.

    ``templatize`` keeps the messages as calls and blanks everything else; parentheses around it make
    the indentation of the template harmless.
    """
    from django.utils.translation.template import templatize

    python = templatize(file.read().decode(), origin=getattr(file, "name", None))
    yield from extract_python(io.BytesIO(f"(\n{python}\n)".encode()), keywords, comment_tags, {"encoding": "utf-8"})


def stored() -> Catalog:
    """The catalogue in locale/, empty if there is none yet."""
    if not PATH.exists():
        return Catalog(locale=LOCALE, project="guandan", charset="utf-8", fuzzy=False)
    with PATH.open("rb") as file:
        return read_po(file, locale=LOCALE)


def update_catalogues() -> int:
    """Bring locale/ up to date: new messages are added empty, those no longer used are dropped."""
    catalog = stored()
    catalog.update(extracted(), no_fuzzy_matching=True)
    catalog.obsolete.clear()
    catalog.header_comment = "# The words of the site. `make messages` brings them up to date; translate what is empty."
    written = io.BytesIO()
    write_po(written, catalog, width=120, include_lineno=False, ignore_obsolete=True)
    PATH.parent.mkdir(parents=True, exist_ok=True)
    PATH.write_bytes(IDLE_HEADERS.sub(b"", written.getvalue()))
    empty = sum(1 for message in catalog if message.id and not has_translation(message.string))
    print(f"{PATH.relative_to(places.ROOT)}: {len(catalog)} messages, {empty} without translation.")
    return 0


def has_translation(string: str | tuple[str, ...] | list[str] | None) -> bool:
    """Whether every plural form, or the only one, is there."""
    forms = [string] if isinstance(string, str) else list(string or ())
    return bool(forms) and all(forms)


def compile_catalogues() -> int:
    """Write each .mo file that is older than its .po."""
    for source in (places.ROOT / "locale").glob("*/LC_MESSAGES/django.po"):
        target = source.with_suffix(".mo")
        if not target.exists() or target.stat().st_mtime_ns < source.stat().st_mtime_ns:
            with source.open("rb") as file:
                catalog = read_po(file, locale=source.parts[-3])
            unfinished = target.with_suffix(f".{os.getpid()}")  # two processes may compile at once
            with unfinished.open("wb") as file:
                write_mo(file, catalog)
            unfinished.replace(target)
    return 0


if __name__ == "__main__":
    compile_catalogues()
