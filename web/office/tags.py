"""What the office's pages share: today in the event's zone, the menu, the course of the event; and how the pages of
entries, of the adviser and of exports write what they show."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import template
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from journal import clock
from tournaments.bracket.words.names import day, in_chinese, listed
from tournaments.entries.fields import Entry, EntryField
from tournaments.entries.glyphs import print_doubts
from tournaments.entries.queries.entries import Namesakes
from tournaments.entries.words import ZONES, team_or_leader, value_words
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


@dataclass(frozen=True)
class Page:
    """A page of the menu: ``name`` of its address and the ``words`` for it; ``names``: the first words of the names of
    further addresses that belong to it. ``draw`` has draw, draw_lots, draw_record."""

    name: str
    words: Promise
    permission: Permission
    names: tuple[str, ...] = ()

    def fits(self, view: str) -> int:
        """How long a part of the name of the view says that it belongs here; 0: it does not."""
        fitting = (own for own in (self.name, *self.names) if view == own or view.startswith(f"{own}_"))
        return max(map(len, fitting), default=0)


STEPS = {
    Step.ENTRIES: Page("entries", _("Registration"), Permission.ENTRY_EDIT),
    Step.DRAW: Page("draw", _("Draw"), Permission.DRAW_MAKE, ("ceremony",)),
    Step.PLAN: Page("plan", _("Timetable"), Permission.TIMETABLE_EDIT),
    Step.DAY: Page("desk", _("Match day"), Permission.DESK_READ),
    Step.AWARDS: Page("awards", _("Awards"), Permission.AWARDS_CONFIRM, ("award",)),
}
Menu = tuple[tuple[Promise | str, tuple[Page, ...]], ...]
MENU: Menu = (
    ("", (Page("office", _("Overview"), Permission.OFFICE_READ),)),
    (_("Registration"), (
        Page("entries", _("Entry forms"), Permission.ENTRY_EDIT, ("entry", "all_entries", "roster", "team")),
        Page("entry_links", _("Links for the branches"), Permission.ENTRY_EDIT,
             ("entry_link", "entry_reminder", "entry_setting")),
        Page("branches", _("Branches"), Permission.EVENT_EDIT, ("branch",)),
    )),
    ("", (STEPS[Step.DRAW],)),
    (_("Timetable"), (Page("shape", _("Format and plan"), Permission.EVENT_EDIT), STEPS[Step.PLAN])),
    ("", (STEPS[Step.DAY],)),
    (_("Results and paper"), (
        STEPS[Step.AWARDS],
        Page("printing", _("Printing"), Permission.OFFICE_READ, ("circular", "document")),
        Page("exports", _("Exports"), Permission.OFFICE_READ, ("export", "numbers")),
    )),
    (_("Notices"), (
        Page("outbox", _("Sent and waiting"), Permission.OFFICE_READ),
        Page("announcements", _("Announcements"), Permission.EVENT_EDIT, ("announcement",)),
        Page("channels", _("Groups and mailboxes"), Permission.EVENT_EDIT, ("channel",)),
        Page("wordings", _("Wordings"), Permission.EVENT_EDIT, ("wording",)),
    )),
    ("", (Page("people", _("People"), Permission.EVENT_EDIT),)),
    (_("Settings"), (
        Page("settings", _("Settings"), Permission.EVENT_EDIT, ("open_point", "open_points", "event_again")),
        Page("archive", pgettext_lazy("office", "Archive"), Permission.EVENT_EDIT),
        Page("programs", _("Tokens"), Permission.DESK_READ, ("program",)),
        Page("webhooks", _("Webhooks"), Permission.EVENT_EDIT, ("webhook",)),
    )),
)  # fmt: skip
"""Everything that the office of an event has, in the order of its work; a group of one page goes by its name."""
OF_SITE: Menu = (
    (_("Events"), (
        Page("desks", _("My events"), Permission.OWN_ACCOUNT),
        Page("events", _("All events"), Permission.SITE, ("event_new", "event_import", "event_advice")),
        Page("series_list", _("Series"), Permission.SITE, ("series",)),
    )),
    (_("Site"), (
        Page("mail_server", _("Mail server"), Permission.SITE),
        Page("site_state", _("State of the site"), Permission.SITE),
    )),
    (_("My account"), (
        Page("password", _("Password"), Permission.OWN_ACCOUNT),
        Page("sign_ins", _("Signed in on"), Permission.OWN_ACCOUNT),
    )),
)  # fmt: skip
"""The same of the site."""


@register.simple_tag(takes_context=True)
def event_today(context: dict[str, Any]) -> str:
    """Today by the event's own time: 11月27日 周一."""
    return day(clock.now(context["tournament"].journal))


@register.inclusion_tag("office/course.html", takes_context=True)
def office_course(context: dict[str, Any]) -> dict[str, Any]:
    """报名 → 抽签 → 赛程 → 比赛日 → 颁奖, with their facts."""
    tournament = context["tournament"]
    path = event_path(tournament, clock.now(tournament.journal))
    steps = [
        {
            "name": step.value,
            "url": _address(page.name, page.permission, _allowed(context), tournament),
            "here": step is path.here,
            "past": step in path.past,
        }
        for step, page in STEPS.items()
    ]
    return {"steps": steps, "path": path, "tournament": tournament}


@register.inclusion_tag("office/menu.html", takes_context=True)
def office_menu(context: dict[str, Any]) -> dict[str, Any]:
    """All pages of the office that the person may open, by groups; the one that is read is marked by its address."""
    slug = context["tournament"].slug
    return {
        "label": gettext("Office"),
        "event_url": reverse("event", args=[slug]),
        **_menu(context, MENU, _allowed(context), slug),
    }


@register.inclusion_tag("office/menu.html", takes_context=True)
def site_menu(context: dict[str, Any]) -> dict[str, Any]:
    """The same of what belongs to no event."""
    allowed = {Permission.OWN_ACCOUNT} | ({Permission.SITE} if context["request"].user.is_staff else set())
    return {"label": gettext("Site"), **_menu(context, OF_SITE, allowed)}


def _menu(context: dict[str, Any], menu: Menu, allowed: Collection[Permission], *slug: str) -> dict[str, Any]:
    match = context["request"].resolver_match
    view = match.url_name or "" if match else ""
    current = max((page for _group, pages in menu for page in pages), key=lambda page: page.fits(view))
    is_known = current.fits(view) > 0
    groups = []
    for title, pages in menu:
        rows = [
            {"words": page.words, "url": reverse(page.name, args=slug), "current": is_known and page is current}
            for page in pages
            if page.permission in allowed
        ]
        groups += [{"title": title, "pages": rows}] if rows else []
    return {"groups": groups, "here": current.words if is_known else ""}


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


def _allowed(context: dict[str, Any]) -> frozenset[Permission]:
    # menu and course stand on the same page: the table is asked once
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
def is_reserve(team: TeamLines, line: PlayerForm) -> bool:
    return team.is_reserve(line)


@register.filter
def places(namesakes: Namesakes) -> str:
    """甲分会一队、乙分会领队: where the name stands."""
    return listed(
        f"{place.branch}{'' if in_chinese() else ' '}{team_or_leader(place.ordinal)}" for place in namesakes.places
    )


register.filter("print_doubts", print_doubts)


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
    """How long it still is, in the two largest units (2天21小时), from three days on in days alone."""
    minutes = max(0, int((moment - now).total_seconds()) // 60)
    days, hours = minutes // 1440, minutes // 60 % 24
    parts = [(ngettext("%(n)s day", "%(n)s days", days), days), (ngettext("%(n)s hour", "%(n)s hours", hours), hours)]
    rest = minutes % 60
    parts.append((ngettext("%(n)s minute", "%(n)s minutes", rest), rest))
    first = next((i for i, (_words, number) in enumerate(parts) if number), 2)
    spans = [words % {"n": number} for words, number in parts[first : first + 2] if number or first == 2]
    if days >= 3 or len(spans) == 1:
        return spans[0]
    return pgettext("days and hours", "%(more)s %(less)s") % {"more": spans[0], "less": spans[1]}


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
