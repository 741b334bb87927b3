"""The frame of the office's pages: today in the event's zone, the path of the event, the menu."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import template
from django.urls import NoReverseMatch, reverse
from django.utils.translation import ngettext

from journal import clock
from notices.phrases import day
from tournaments.models import Tournament
from tournaments.permissions import GRANTED, Permission, roles_of
from tournaments.queries.office import Step, event_path
from web.phrases.entries import GENDERS, ZONES

register = template.Library()

# the page of each step, and what one must be allowed to open it
PAGES: dict[Step, tuple[str, Permission]] = {
    Step.ENTRIES: ("entries", Permission.ENTRY_EDIT),
    Step.DRAW: ("draw", Permission.DRAW_MAKE),
    Step.PLAN: ("plan", Permission.TIMETABLE_EDIT),
    Step.DAY: ("desk", Permission.DESK_READ),
    Step.AWARDS: ("awards", Permission.AWARDS_CONFIRM),
}
# which step a page belongs to, by the beginning of its address's name
STEP_OF = {
    "entr": Step.ENTRIES,
    "all_entries": Step.ENTRIES,
    "team": Step.ENTRIES,
    "draw": Step.DRAW,
    "plan": Step.PLAN,
    "desk": Step.DAY,
    "award": Step.AWARDS,
}
MENU = (
    ("office", Permission.OFFICE_READ),
    ("branches", Permission.EVENT_EDIT),
    ("settings", Permission.EVENT_EDIT),
    ("people", Permission.EVENT_EDIT),
    ("outbox", Permission.OFFICE_READ),
)


@dataclass(frozen=True)
class PathStep:
    """One step as the template draws it."""

    name: str
    url: str
    here: bool
    past: bool
    current: bool


@register.simple_tag(takes_context=True)
def event_today(context: dict[str, Any]) -> str:
    """Today by the event's own time: 11月27日 周一."""
    return day(_now(context["tournament"]))


def _now(tournament: Tournament) -> datetime:
    return clock.now(tournament.journal)


@register.inclusion_tag("office/path.html", takes_context=True)
def office_path(context: dict[str, Any]) -> dict[str, Any]:
    """报名 → 抽签 → 赛程 → 比赛日 → 颁奖, with their facts."""
    tournament = context["tournament"]
    path = event_path(tournament, _now(tournament))
    roles, page = _roles(context), _page_name(context)
    reading = next((step for beginning, step in STEP_OF.items() if page.startswith(beginning)), None)
    steps = [
        PathStep(
            step.value,
            _address(page_name, permission, roles, tournament),
            step is path.here,
            step in path.past,
            step is reading,
        )
        for step, (page_name, permission) in PAGES.items()
    ]
    return {"steps": steps, "path": path, "tournament": tournament}


@register.inclusion_tag("office/menu.html", takes_context=True)
def office_menu(context: dict[str, Any]) -> dict[str, Any]:
    """The office's other pages, and the way to the public ones."""
    tournament, roles, page = context["tournament"], _roles(context), _page_name(context)
    entries = [(name, _address(name, permission, roles, tournament)) for name, permission in MENU]
    pages = [{"name": name, "url": url, "current": page.startswith(name.rstrip("s"))} for name, url in entries if url]
    return {"pages": pages, "event_url": _link("event", tournament), "rehearsal": tournament.journal.rehearsal}


def _page_name(context: dict[str, Any]) -> str:
    match = context["request"].resolver_match
    return match.url_name or "" if match else ""


def _roles(context: dict[str, Any]) -> frozenset[str]:
    # path and menu stand on the same page: the roles are asked for once
    request, tournament = context["request"], context["tournament"]
    known: dict[int, frozenset[str]] = request.__dict__.setdefault("_office_roles", {})
    if tournament.pk not in known:
        known[tournament.pk] = roles_of(request.user, tournament)
    return known[tournament.pk]


def _address(page: str, permission: Permission, roles: frozenset[str], tournament: Tournament) -> str:
    return _link(page, tournament) if GRANTED[permission] & roles else ""


def _link(page: str, tournament: Tournament) -> str:
    try:
        return reverse(page, kwargs={"slug": tournament.slug})
    except NoReverseMatch:
        return ""


@register.filter
def gender(code: str) -> str:
    """男, 女, or a dash where none is given."""
    return str(GENDERS[code])


@register.filter
def zone_name(zone: str) -> str:
    """Beijing time, or the name as it is."""
    return str(ZONES.get(zone, zone))


@register.filter
def until(moment: datetime, now: datetime) -> str:
    """How long it still is, in the two largest units: 2 天 21 小时."""
    minutes = max(0, int((moment - now).total_seconds()) // 60)
    days, hours = minutes // 1440, minutes // 60 % 24
    parts = [(ngettext("%(n)s day", "%(n)s days", days), days), (ngettext("%(n)s hour", "%(n)s hours", hours), hours)]
    rest = minutes % 60
    parts.append((ngettext("%(n)s minute", "%(n)s minutes", rest), rest))
    first = next((i for i, (_words, number) in enumerate(parts) if number), 2)
    return " ".join(words % {"n": number} for words, number in parts[first : first + 2] if number or first == 2)
