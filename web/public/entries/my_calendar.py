"""The matches of a team as an iCalendar feed (RFC 5545, RFC 7986) that corrects itself.

An entry keeps its UID, the match and the team; SEQUENCE is the number of the last journal event that moved it, DTSTAMP
and LAST-MODIFIED are when that was. So the feed is the same for everybody who asks, until something happens.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from notices.queries.announced import reminded
from tournaments.bracket.queries.match_changes import LastChange, last_changes
from tournaments.bracket.queries.match_views import MatchView, TeamLabel
from tournaments.bracket.words.names import full_name, hour
from tournaments.bracket.words.results import full_note_words
from tournaments.day.words.my_matches import entry_round, entry_title, opponent_words
from tournaments.entries.queries.teams import LineUp
from tournaments.models import Branch, Team
from tournaments.states import UNPLAYED, SlotKind
from web.displays.present import Present
from web.public.entries.team_path import candidates, opponent_of

if TYPE_CHECKING:
    from icalendar import Event, Timezone

REFRESH = timedelta(minutes=15)
"""How often a calendar is asked to look; most programs do so less often."""


@dataclass(frozen=True)
class Entry:
    """A match of a team; one that ``fell`` away is not played by it any more."""

    team: TeamLabel
    match: MatchView
    fell: bool


def calendar_of(snapshot: Present, owner: Team | Branch, line_ups: tuple[LineUp, ...]) -> bytes:
    """Every match that these teams play, with those that were announced to them and fell away as cancelled."""
    from icalendar import Calendar

    branch = owner.branch if isinstance(owner, Team) else owner
    name = full_name(branch.name, owner.ordinal) if isinstance(owner, Team) else branch.name
    calendar = Calendar()
    calendar.add("PRODID", "-//guandan//my matches//ZH")
    calendar.add("VERSION", "2.0")
    calendar.add("METHOD", "PUBLISH")
    title = f"{snapshot.tournament.name} · {name}"
    calendar.add("NAME", title)
    calendar.add("X-WR-CALNAME", title)
    calendar.add("REFRESH-INTERVAL", REFRESH, parameters={"VALUE": "DURATION"})
    calendar.add("X-PUBLISHED-TTL", "PT15M")
    calendar.add_component(_zone(snapshot.tournament.zone, *_years(snapshot)))
    matches = [match for round_ in snapshot.rounds for match in round_.matches]
    changes = last_changes(snapshot.tournament, matches)
    for entry in _entries(matches, line_ups):
        calendar.add_component(_event(snapshot, entry, changes[entry.match.number]))
    return calendar.to_ical()


def _years(snapshot: Present) -> tuple[int, int]:
    """The first and the last in which it is played."""
    starts = [round_.starts_at for round_ in snapshot.rounds] or [snapshot.tournament.closes_at]
    years = [moment.astimezone(snapshot.tournament.tzinfo).year for moment in starts]
    return min(years), max(years)


@lru_cache(maxsize=32)
def _zone(name: str, first: int, last: int) -> "Timezone":
    """The zone in those years; finding its changes takes longer than all the rest of a calendar."""
    from icalendar import Timezone

    return Timezone.from_tzid(name, first_date=date(first, 1, 1), last_date=date(last + 1, 12, 31))


def _entries(matches: list[MatchView], line_ups: tuple[LineUp, ...]) -> Iterator[Entry]:
    teams = {line_up.label.id: line_up.label for line_up in line_ups}
    reminders = reminded(teams)
    for match in matches:
        here = {line.team.id for line in match.lines if line.team and line.slot == SlotKind.TEAM}
        meant = {team for id_, team in reminders if id_ == match.id}
        for team in sorted(here & set(teams)):
            if not match.is_bye or team in meant:
                yield Entry(teams[team], match, match.is_bye or _is_off(match))
        for team in sorted(meant - here):
            yield Entry(teams[team], match, fell=True)


def _is_off(match: MatchView) -> bool:
    """Was it decided without play before it was to begin?"""
    return bool(match.reason in UNPLAYED and match.decided_at and match.decided_at < match.starts_at)


def _event(snapshot: Present, entry: Entry, change: LastChange) -> "Event":
    from icalendar import Event

    match, tournament = entry.match, snapshot.tournament
    other = opponent_of(match, entry.team.id)
    opponent = opponent_words(other, candidates(snapshot, other))
    starts = match.starts_at.astimezone(tournament.tzinfo)
    event = Event()
    event.add("UID", f"match-{match.id}.team-{entry.team.id}@{urlsplit(settings.SITE_URL).hostname}")
    event.add("SEQUENCE", change.number)
    event.add("DTSTAMP", change.at)
    event.add("LAST-MODIFIED", change.at)
    event.add("DTSTART", starts)
    event.add("DTEND", starts + timedelta(minutes=_minutes(snapshot, match)))
    event.add("SUMMARY", entry_title(entry.team, opponent))
    if place := _location(snapshot, match):
        event.add("LOCATION", place)
    event.add("DESCRIPTION", _description(snapshot, match))
    event.add("URL", settings.SITE_URL + reverse("match", args=[tournament.slug, match.number]))
    event.add("STATUS", "CANCELLED" if entry.fell else "CONFIRMED")
    return event


def _minutes(snapshot: Present, match: MatchView) -> int:
    """What the clock of its round, or of its sitting, is set to."""
    return next(part.clock.minutes for r in snapshot.rounds for part in r.parts if part.id == match.round_id)


def _location(snapshot: Present, match: MatchView) -> str:
    table = _("Table %(table)s") % {"table": match.table} if match.table else ""
    return pgettext("separator", ", ").join(filter(None, (snapshot.tournament.place, table)))


def _description(snapshot: Present, match: MatchView) -> str:
    early = match.starts_at - timedelta(minutes=snapshot.tournament.check_in_minutes)
    note = full_note_words(match) if match.is_over else _("Check-in by %(hour)s") % {"hour": hour(early)}
    return "\n".join(filter(None, (entry_round(match), note)))
