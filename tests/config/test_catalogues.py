"""The Chinese catalogue is complete and right: nothing missing, fuzzy or stale, and every placeholder kept."""

import io
import re
from gettext import GNUTranslations

import pytest
from babel.messages.catalog import Catalog, Message

from launch.catalogues import (
    KEYWORDS,
    PATH,
    compile_catalogues,
    extract_template,
    extracted,
    has_translation,
    stored,
)

# names that only the Chinese sentence needs, and that the code hands over
CHINESE_ONLY = {"Round of %(entrants)s": {"%(winners)s"}}
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|{\w+}")

# how Chinese is set here: no space at digits and numbers, full-width marks, and 您 for whoever reads
NUMBER = r"(?:[0-9]|%\((?:n|number|count|teams|tables?|rounds?|minutes|most|first|last|position|place|stage|size)\)s)"
BADLY_SET = re.compile(
    rf"[一-鿿](?<!周[一二三四五六日]) {NUMBER}"
    rf"|{NUMBER} [一-鿿]"
    r"|[一-鿿][,;:!?()]"
    r"|你"
)
FOR_PROGRAMMERS = ("api/", "templates/api/")
AS_TYPED = "Suit and rank, like S8 H10"
# words that another one has taken the place of: 种子 is a seeded team, 通知 the circular
GIVEN_UP = re.compile(r"令牌|指纹|措辞|瑞士移位|角色|联系人|裁判长台|事件推送|检录|种子(?!队)|通知附件")


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


def test_chinese_is_set_in_one_way(chinese: list[Message]) -> None:
    assert [
        form
        for message in chinese
        if not all(place.startswith(FOR_PROGRAMMERS) for place, _line in message.locations)
        and not key(message)[0].startswith(AS_TYPED)
        for form in forms(message.string)
        if BADLY_SET.search(form)
    ] == []


def test_one_thing_has_one_chinese_word(chinese: list[Message]) -> None:
    assert [form for message in chinese for form in forms(message.string) if GIVEN_UP.search(form)] == []


def test_compiled_catalogue_says_what_is_stored(chinese: list[Message]) -> None:
    compile_catalogues()
    with PATH.with_suffix(".mo").open("rb") as file:
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
