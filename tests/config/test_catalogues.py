"""The Chinese catalogue is complete and right: nothing missing, fuzzy or stale, and every placeholder kept."""

import io
import re
from gettext import GNUTranslations

import pytest
from babel.messages.catalog import Catalog, Message

from launch.catalogues import (
    KEYWORDS,
    LOCALE,
    compile_catalogues,
    extract_template,
    extracted,
    has_translation,
    path_of,
    stored,
)

# names that only the Chinese sentence needs, and that the code hands over
CHINESE_ONLY = {"Round of %(entrants)s": {"%(winners)s"}}
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|{\w+}")


def keys(catalog: Catalog) -> set[tuple[str, str | None]]:
    return {key(message) for message in catalog if message.id}


def key(message: Message) -> tuple[str, str | None]:
    return (message.id if isinstance(message.id, str) else message.id[0]), message.context


def forms(text: str | tuple[str, ...] | list[str] | None) -> list[str]:
    return [text] if isinstance(text, str) else list(text or ())


@pytest.fixture(scope="module")
def standing() -> set[tuple[str, str | None]]:
    """The messages in templates and code."""
    return keys(extracted())


@pytest.fixture(scope="module")
def chinese() -> list[Message]:
    return [message for message in stored() if message.id]


def test_no_message_is_missing(standing: set[tuple[str, str | None]]) -> None:
    assert sorted(standing - keys(stored()), key=str) == []


def test_no_message_is_stale(standing: set[tuple[str, str | None]]) -> None:
    assert sorted(keys(stored()) - standing, key=str) == []


def test_every_message_is_translated_without_doubt(chinese: list[Message]) -> None:
    assert [key(message) for message in chinese if message.fuzzy or not has_translation(message.string)] == []


def test_every_placeholder_is_kept(chinese: list[Message]) -> None:
    changed = []
    for message in chinese:
        wanted = set(PLACEHOLDER.findall(" ".join(forms(message.id)))) | CHINESE_ONLY.get(key(message)[0], set())
        if any(set(PLACEHOLDER.findall(form)) != wanted for form in forms(message.string) if form):
            changed.append(key(message))
    assert changed == []


def test_compiled_catalogue_says_what_is_stored(chinese: list[Message]) -> None:
    compile_catalogues()
    with path_of(LOCALE).with_suffix(".mo").open("rb") as file:
        compiled = GNUTranslations(file)
    translated = [message for message in chinese if has_translation(message.string)]
    assert [key(message) for message in translated if text_of(compiled, message) != forms(message.string)[0]] == []


def text_of(compiled: GNUTranslations, message: Message) -> str:
    one, many, context = forms(message.id)[0], forms(message.id)[-1], message.context
    if context:
        return compiled.npgettext(context, one, many, 1) if message.pluralizable else compiled.pgettext(context, one)
    return compiled.ngettext(one, many, 1) if message.pluralizable else compiled.gettext(one)


@pytest.mark.parametrize(
    ("template", "message"),
    [
        ("<p title=\"it's {% translate 'Draw' %}\">", "Draw"),
        ("{% translate 'May' context 'month' %}", ("month", "May")),
        ("{% translate 'Draw' as word %}", "Draw"),
        ("{{ word|default:_('Draw') }}", "Draw"),
        ("{% blocktranslate trimmed %}\n  two\n  lines\n{% endblocktranslate %}", "two lines"),
        ("{% blocktranslate with n=a.b %}by {{ n }}{% endblocktranslate %}", "by %(n)s"),
        (
            "{% blocktranslate count n=x trimmed %}\n{{ n }} team\n{% plural %}\n{{ n }} teams{% endblocktranslate %}",
            ("%(n)s team", "%(n)s teams", None),
        ),
        (
            "{% blocktranslate context 'deal' count n=x %}one{% plural %}{{ n }}{% endblocktranslate %}",
            ("deal", "one", "%(n)s", None),
        ),
    ],
)
def test_words_of_a_template_are_found(template: str, message: object) -> None:
    noise = " unbalanced ( [ { 'quotes\n      and\n  indentation {# {% translate 'hidden' %} #}"
    source = f"{{% load i18n %}}{template}{noise}"
    assert [m for _, _, m, _ in extract_template(io.BytesIO(source.encode()), KEYWORDS, (), {})] == [message]
