"""How the desk writes things: levels, teams, rounds, days, and the hidden fields of every form."""

import re
import uuid
from datetime import datetime
from typing import Any

from django import template
from django.middleware.csrf import get_token
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from journal.refusals import Problem
from web.phrases import sentence

register = template.Library()

RANKS = {11: "J", 12: "Q", 13: "K", 14: "A", 15: "王"}
DIGITS = "零一二三四五六七八九十"


def in_chinese() -> bool:
    return (get_language() or "").startswith("zh")


@register.filter
def rank(level: int | None) -> str:
    """A level as the rank of a card: 11 is J, 14 is A."""
    return "" if level is None else RANKS.get(level, str(level))


def chinese_number(number: int) -> str:
    """1…99 in Chinese digits; larger ones as they are."""
    if number <= 10:
        return DIGITS[number]
    if number > 99:
        return str(number)
    tens, ones = divmod(number, 10)
    return (DIGITS[tens] if tens > 1 else "") + "十" + (DIGITS[ones] if ones else "")


@register.filter
def ordinal(number: int) -> str:
    """一队 or Team 1."""
    return _("Team %(number)s") % {"number": chinese_number(number) if in_chinese() else number}


@register.filter
def branch_parts(name: str) -> tuple[str, str, str]:
    """机关分会一组 → 机关, 分会, 一组: narrow columns leave the middle out; 分会 alone and 第一分会 keep it."""
    before, word, after = name.partition("分会")
    numbered = re.search(r"第[\d零一二三四五六七八九十]+$", before)
    return (before, word, after) if (before or after) and not numbered else (name, "", "")


@register.filter
def round_name(entrants: int) -> str:
    """32进16 or Round of 32; the last one is the final."""
    if entrants == 2:
        return _("Final")
    return _("Round of %(entrants)s") % {"entrants": entrants, "winners": entrants // 2}


@register.filter
def day(moment: datetime | None) -> str:
    """11月27日 周一, in the event's zone."""
    if moment is None:
        return ""
    local = timezone.localtime(moment)
    if in_chinese():
        return f"{local.month}月{local.day}日 周{'一二三四五六日'[local.weekday()]}"
    return date_format(local, "D j M")


@register.filter
def short_day(moment: datetime | None) -> str:
    """11月27日."""
    return day(moment).split(" ")[0] if in_chinese() else day(moment)


@register.filter
def hour(moment: datetime | None) -> str:
    """12:30, in the event's zone."""
    return "" if moment is None else timezone.localtime(moment).strftime("%H:%M")


@register.filter
def countdown(seconds: float) -> str:
    """A span in seconds as 38:12, or 1:05:00 from an hour on."""
    whole = max(0, int(seconds))
    hours, rest = divmod(whole, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60:02}:{rest % 60:02}"


@register.filter
def words(problem: Problem) -> str:
    """A problem as a sentence."""
    return sentence(problem)


@register.inclusion_tag("parts/level.html")
def level(value: int | None, stage: bool = False, passed: bool = False, size: str = "") -> dict[str, Any]:
    """The corner of a playing card: the level of a side, red heart if on stage, ticked if A is passed."""
    return {"rank": rank(value), "stage": stage, "passed": passed, "size": size}


@register.inclusion_tag("parts/icon.html")
def icon(name: str) -> dict[str, str]:
    return {"name": name}


@register.inclusion_tag("parts/team.html")
def team(label: Any, short: bool = False) -> dict[str, Any]:
    """A TeamLabel."""
    return {"team": label, "short": short}


@register.inclusion_tag("parts/tokens.html", takes_context=True)
def tokens(context: dict[str, Any]) -> dict[str, str]:
    """The hidden fields of every form: the CSRF token, and a key that makes sending it twice the same as once.

    A refused form gets a new key: nothing was written under the old one, or it belongs to another form.
    """
    return {"csrf": get_token(context["request"]), "key": uuid.uuid4().hex}


@register.inclusion_tag("parts/problems.html")
def problems(found: Any) -> dict[str, Any]:
    """Everything that is wrong, at once; each line leads to its field (an id ``f-<field>``)."""
    return {"problems": found}


@register.inclusion_tag("parts/field.html")
def field(bound: Any, label: str = "") -> dict[str, Any]:
    """One field of a Django form with its label and errors; its id is what ``problems`` links to."""
    return {"field": bound, "label": label or bound.label}
