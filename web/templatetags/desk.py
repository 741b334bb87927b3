"""How the desk writes things: levels, teams, rounds, days, and the hidden fields of every form."""

import re
import uuid
from datetime import datetime
from typing import Any

from django import template
from django.middleware.csrf import get_token

from journal.refusals import Problem
from notices import phrases
from web.phrases import sentence, slips

register = template.Library()
register.filter("rank", phrases.rank)
register.filter("ordinal", phrases.ordinal)
register.filter("round_name", phrases.round_name)
register.filter("day", phrases.day)
register.filter("hour", phrases.hour)
register.filter("actor", slips.actor)


@register.filter
def branch_parts(name: str) -> tuple[str, str, str]:
    """机关分会一组 → 机关, 分会, 一组: narrow columns leave the middle out; 分会 alone and 第一分会 keep it."""
    before, word, after = name.partition("分会")
    numbered = re.search(r"第[\d零一二三四五六七八九十]+$", before)
    return (before, word, after) if (before or after) and not numbered else (name, "", "")


@register.filter
def short_day(moment: datetime | None) -> str:
    """11月27日."""
    return phrases.day(moment).split(" ")[0] if phrases.in_chinese() else phrases.day(moment)


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
    return {"rank": phrases.rank(value), "stage": stage, "passed": passed, "size": size}


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
