"""What the office's pages share: today in the event's zone, the path of the event, the menu; and how the pages of
entries, of the adviser and of exports write what they show."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django import template
from django.urls import reverse
from django.utils.translation import ngettext

from journal import clock
from tournaments.bracket.words.names import day, in_chinese, listed
from tournaments.entries.fields import Entry, EntryField
from tournaments.entries.queries.entries import Namesakes
from tournaments.entries.words.entries import ZONES, team_or_leader, value_words
from tournaments.event.queries.office import Step, event_path
from tournaments.event.queries.shape import too_seldom
from tournaments.event.words import advice, shape
from tournaments.models import Role, Tournament
from tournaments.permissions import Permission, granted
from tournaments.states import RoleKind, TournamentState
from web.lists.listing import Form
from web.office.entries.entry_form import PlayerForm, TeamLines

register = template.Library()
register.filter("about", advice.about)
register.filter("misfit", advice.misfit_words)
register.filter("change", advice.change_words)
register.filter("match_count", advice.matches_words)
register.filter("chance", advice.chance_words)
register.filter("wall", advice.wall)
register.filter("stage_tree", shape.stage_tree)
register.filter("shape_warnings", shape.shape_warnings)

# the page of each step, what one must be allowed to open it, and the first words of the names of the addresses that
# belong to it: draw, draw_lots, draw_record
PAGES: dict[Step, tuple[str, Permission, tuple[str, ...]]] = {
    Step.ENTRIES: ("entries", Permission.ENTRY_EDIT, ("entries", "entry", "all_entries", "roster", "team")),
    Step.DRAW: ("draw", Permission.DRAW_MAKE, ("draw", "ceremony")),
    Step.PLAN: ("plan", Permission.TIMETABLE_EDIT, ("plan",)),
    Step.DAY: ("desk", Permission.DESK_READ, ("desk",)),
    Step.AWARDS: ("awards", Permission.AWARDS_CONFIRM, ("awards", "award")),
}
# the other pages, in the same manner
MENU = (
    ("office", Permission.OFFICE_READ, ("office",)),
    ("branches", Permission.EVENT_EDIT, ("branches", "branch")),
    ("settings", Permission.EVENT_EDIT, ("settings",)),
    ("people", Permission.EVENT_EDIT, ("people",)),
    ("printing", Permission.OFFICE_READ, ("printing", "circular")),
    ("exports", Permission.OFFICE_READ, ("exports", "export", "numbers")),
    ("outbox", Permission.OFFICE_READ, ("outbox", "announcements", "announcement", "channels", "channel", "wording",
                                        "wordings")),
    ("programs", Permission.DESK_READ, ("programs", "program", "webhooks", "webhook")),
    ("archive", Permission.EVENT_EDIT, ("archive",)),
)  # fmt: skip
# what belongs to other programs, in the same manner
OF_PROGRAMS = (
    ("programs", Permission.DESK_READ, ("programs", "program")),
    ("webhooks", Permission.EVENT_EDIT, ("webhooks", "webhook")),
)
# what belongs to the notices, in the same manner
OF_NOTICES = (
    ("outbox", Permission.OFFICE_READ, ("outbox",)),
    ("announcements", Permission.EVENT_EDIT, ("announcements", "announcement")),
    ("channels", Permission.EVENT_EDIT, ("channels", "channel")),
    ("wordings", Permission.EVENT_EDIT, ("wordings", "wording")),
)


@register.simple_tag(takes_context=True)
def event_today(context: dict[str, Any]) -> str:
    """Today by the event's own time: 11月27日 周一."""
    return day(clock.now(context["tournament"].journal))


@register.inclusion_tag("office/path.html", takes_context=True)
def office_path(context: dict[str, Any]) -> dict[str, Any]:
    """报名 → 抽签 → 赛程 → 比赛日 → 颁奖, with their facts."""
    tournament = context["tournament"]
    path = event_path(tournament, clock.now(tournament.journal))
    allowed, here = _allowed(context), _page_name(context)
    steps = [
        {
            "name": step.value,
            "url": _address(page, permission, allowed, tournament),
            "here": step is path.here,
            "past": step in path.past,
            "current": any(_belongs(here, own) for own in names),
        }
        for step, (page, permission, names) in PAGES.items()
    ]
    return {"steps": steps, "path": path, "tournament": tournament}


@register.inclusion_tag("office/menu.html", takes_context=True)
def office_menu(context: dict[str, Any]) -> dict[str, Any]:
    """The office's other pages, and the way to the public ones."""
    tournament = context["tournament"]
    event_url = reverse("event", args=[tournament.slug])
    return {"pages": _pages(context, MENU), "event_url": event_url, "rehearsal": tournament.journal.rehearsal}


@register.inclusion_tag("office/parts/notices_menu.html", takes_context=True)
def notices_menu(context: dict[str, Any]) -> dict[str, Any]:
    """The pages about notices: what went out, announcements, channels, words."""
    return {"pages": _pages(context, OF_NOTICES)}


@register.inclusion_tag("office/parts/programs_menu.html", takes_context=True)
def programs_menu(context: dict[str, Any]) -> dict[str, Any]:
    """The pages about other programs: tokens, webhooks."""
    return {"pages": _pages(context, OF_PROGRAMS)}


def _pages(context: dict[str, Any], menu: Sequence[tuple[str, Permission, tuple[str, ...]]]) -> list[dict[str, Any]]:
    tournament, allowed, page = context["tournament"], _allowed(context), _page_name(context)
    return [
        {"name": name, "url": url, "current": any(_belongs(page, own) for own in names)}
        for name, permission, names in menu
        if (url := _address(name, permission, allowed, tournament))
    ]


@register.inclusion_tag("office/parts/no_chief.html", takes_context=True)
def chief_missing(context: dict[str, Any]) -> dict[str, Any]:
    """Until the event is over: that it has no chief referee, without whom no round begins, or none who is confirmed."""
    tournament = context["tournament"]
    awaited = tournament.state != TournamentState.FINISHED
    chiefs = Role.objects.filter(tournament=tournament, kind=RoleKind.CHIEF_REFEREE).select_related("user")
    unconfirmed = list(chiefs) if awaited else []
    missing = awaited and all(role.user.is_unconfirmed for role in unconfirmed)
    people_url = _address("people", Permission.EVENT_EDIT, _allowed(context), tournament) if missing else ""
    return {"missing": missing, "unconfirmed": unconfirmed, "people_url": people_url}


def _belongs(page: str, name: str) -> bool:
    return page == name or page.startswith(f"{name}_")


def _page_name(context: dict[str, Any]) -> str:
    match = context["request"].resolver_match
    return match.url_name or "" if match else ""


def _allowed(context: dict[str, Any]) -> frozenset[Permission]:
    # path and menu stand on the same page: the table is asked once
    request, tournament = context["request"], context["tournament"]
    known: dict[int, frozenset[Permission]] = request.__dict__.setdefault("_office_allowed", {})
    if tournament.pk not in known:
        known[tournament.pk] = granted(request.user, tournament)
    return known[tournament.pk]


def _address(page: str, permission: Permission, allowed: frozenset[Permission], tournament: Tournament) -> str:
    return reverse(page, args=[tournament.slug]) if permission in allowed else ""


@register.filter
def line_name(team: TeamLines, line: PlayerForm) -> str:
    """一队 队员 1: whose line of the entry form it is."""
    return team.label_of(line)


@register.filter
def places(namesakes: Namesakes) -> str:
    """甲分会一队、乙分会领队: where the name stands."""
    return listed(
        f"{place.branch}{'' if in_chinese() else ' '}{team_or_leader(place.ordinal)}" for place in namesakes.places
    )


@register.filter
def at(mapping: Mapping[str, Any], field: str) -> Any:
    """What is to be said at that field."""
    return mapping.get(field, ())


@register.filter
def value_in(entry: Entry, row: EntryField) -> str:
    """What the entry says in that field, as people read it."""
    return value_words(row, entry)


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


@register.inclusion_tag("event/parts/too_seldom.html")
def least_matches(tournament: Tournament) -> dict[str, Any]:
    """A warning where somebody would play less often than the event's plan says."""
    seen = too_seldom(tournament)
    return {"tournament": tournament, "warning": shape.seldom_words(seen) if seen else ""}


@register.filter
def kind_name(kind: str) -> str:
    """What the adviser proposes, in short."""
    return str(advice.KINDS[kind])


@register.inclusion_tag("chronicle/parts/take.html", takes_context=True)
def take(
    context: dict[str, Any], view: str, name: str, title: str, remark: str = "", query: str = ""
) -> dict[str, Any]:
    """List ``name`` of ``view`` (public_list, export, export_personal), with all the ways to take it away."""
    slug = context["tournament"].slug
    forms = {form.value: reverse(view, args=[slug, name, form]) for form in Form}
    return {"title": title, "remark": remark, "query": query, **forms}
