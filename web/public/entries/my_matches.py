"""我的比赛: one address a team and one a branch, without an account: the next match first, then the way so far; and the
same matches as an iCalendar feed (RFC 5545, RFC 7986) that corrects itself.

An entry of the feed keeps its UID, the match and the team; SEQUENCE is the number of the last journal event that moved
it, DTSTAMP and LAST-MODIFIED are when that was. So it is the same for everybody who asks, until something happens.
"""

from collections.abc import Iterator
from datetime import date, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from notices.queries.announced import board, reminded
from tournaments.bracket.queries.match_history import LastChange, last_changes
from tournaments.bracket.queries.match_views import MatchView, TeamLabel
from tournaments.bracket.words.names import full_name, hour, table_range
from tournaments.bracket.words.results import full_note_words
from tournaments.day.words.my_matches import entry_round, entry_title, opponent_words
from tournaments.entries.queries.links import my_token, owner_of
from tournaments.entries.queries.teams import LineUp, branch_line_ups
from tournaments.models import Branch, Team, Tournament
from tournaments.states import UNPLAYED, SlotKind
from web.displays.present import Present, present
from web.public.entries.teams import candidates, opponent_of, team_paths
from web.publishing.pages import public_page

NEWEST_NOTICES = 8
REFRESH = timedelta(minutes=15)
"""How often a calendar is asked to look; most programs do so less often."""

if TYPE_CHECKING:
    from icalendar import Event, Timezone


@public_page()
def my_matches(request: HttpRequest, tournament: Tournament, token: str) -> HttpResponse:
    """Nothing here is secret: it is read from the public pages, and rendered once for everybody like them."""
    owner, line_ups = _owner_and_line_ups(tournament, token)
    snapshot = present(tournament)
    paths = team_paths(snapshot, line_ups)
    branch = owner.branch if isinstance(owner, Team) else owner
    # what is announced of these teams' matches and rounds, and to all
    own = [match for path in paths if path.progress for match in path.progress.matches]
    matches, rounds = {match.number for match in own}, {match.round_number for match in own}
    news = [
        item
        for item in board(tournament)
        if (item.match in matches if item.match else not item.round or item.round in rounds)
    ]
    # a phone's calendar subscribes only where the site stands under a name of its own
    calendar = f"webcal://{urlsplit(settings.SITE_URL).netloc}{reverse('my_calendar', args=[tournament.slug, token])}"
    context = {
        "tournament": tournament,
        "present": snapshot,
        "owner": owner,
        "branch": branch,
        "is_team": isinstance(owner, Team),
        "paths": paths,
        "tokens": {team.label.id: my_token(tournament, team=team.label.id) for team in line_ups},
        "subscribe": calendar if settings.PRODUCTION else "",
        "branch_token": my_token(tournament, branch=branch.pk),
        "news": news[:NEWEST_NOTICES],
    }
    return render(request, "entries/my_matches.html", context)


@public_page()
def my_calendar(request: HttpRequest, tournament: Tournament, token: str) -> HttpResponse:
    """The matches of the team, or of all teams of the branch, as a calendar that is subscribed to."""
    owner, line_ups = _owner_and_line_ups(tournament, token)
    return HttpResponse(calendar_of(present(tournament), owner, line_ups), content_type="text/calendar")


def _owner_and_line_ups(tournament: Tournament, token: str) -> tuple[Team | Branch, tuple[LineUp, ...]]:
    """The team or branch whose address it is, with its line-ups; or 404."""
    owner = owner_of(tournament, token)
    if owner is None:
        raise Http404
    branch = owner.branch_id if isinstance(owner, Team) else owner.pk
    (line_ups,) = (row.teams for row in branch_line_ups(tournament, [branch]))
    if isinstance(owner, Team):
        line_ups = tuple(team for team in line_ups if team.label.id == owner.pk)
    return owner, line_ups


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
    starts = [round_.starts_at for round_ in snapshot.rounds] or [snapshot.tournament.closes_at]
    years = [moment.astimezone(snapshot.tournament.tzinfo).year for moment in starts]
    calendar.add_component(_zone(snapshot.tournament.zone, min(years), max(years)))
    matches = [match for round_ in snapshot.rounds for match in round_.matches]
    changes = last_changes(snapshot.tournament, matches)
    for team, match, fell in _entries(matches, line_ups):
        calendar.add_component(_event(snapshot, team, match, changes[match.number], fell=fell))
    return calendar.to_ical()


@lru_cache(maxsize=32)
def _zone(name: str, first: int, last: int) -> "Timezone":
    """The zone in those years; finding its changes takes longer than all the rest of a calendar."""
    from icalendar import Timezone

    return Timezone.from_tzid(name, first_date=date(first, 1, 1), last_date=date(last + 1, 12, 31))


def _entries(matches: list[MatchView], line_ups: tuple[LineUp, ...]) -> Iterator[tuple[TeamLabel, MatchView, bool]]:
    """The matches of these teams that have their hour, and whether they fell away: they are not played by the team any
    more."""
    teams = {line_up.label.id: line_up.label for line_up in line_ups}
    reminders = reminded(teams)
    for match in matches:
        here = {one.id for line in match.lines for one in line.each if line.slot == SlotKind.TEAM}
        meant = {team for id_, team in reminders if id_ == match.id}
        # decided without play before it was to begin
        is_off = bool(match.reason in UNPLAYED and match.decided_at and match.decided_at < match.starts_at)
        for team in sorted(here & set(teams)):
            if (not match.is_bye and not (match.own_day and not match.agreed_at)) or team in meant:
                yield teams[team], match, match.is_bye or is_off
        for team in sorted(meant - here):
            yield teams[team], match, True


def _event(snapshot: Present, team: TeamLabel, match: MatchView, change: LastChange, *, fell: bool) -> "Event":
    from icalendar import Event

    tournament, other = snapshot.tournament, opponent_of(match, team.id)
    opponent = opponent_words(other, candidates(snapshot, other))
    starts = match.starts_at.astimezone(tournament.tzinfo)
    minutes = next(part.clock.minutes for r in snapshot.rounds for part in r.parts if part.id == match.round_id)
    table = _("Table %(table)s") % {"table": table_range(match.tables)} if match.tables else ""
    agreed_place = match.own_day.agreed_place if match.own_day else tournament.place
    place = pgettext("separator", ", ").join(filter(None, (agreed_place, table)))
    check_in = hour(match.starts_at - timedelta(minutes=tournament.check_in_minutes))
    ahead = "" if match.own_day else _("Check-in by %(hour)s") % {"hour": check_in}
    note = full_note_words(match) if match.is_over else ahead
    event = Event()
    event.add("UID", f"match-{match.id}.team-{team.id}@{urlsplit(settings.SITE_URL).hostname}")
    event.add("SEQUENCE", change.number)
    event.add("DTSTAMP", change.at)
    event.add("LAST-MODIFIED", change.at)
    event.add("DTSTART", starts)
    event.add("DTEND", starts + timedelta(minutes=minutes))
    event.add("SUMMARY", entry_title(team, opponent))
    if place:
        event.add("LOCATION", place)
    event.add("DESCRIPTION", "\n".join(filter(None, (entry_round(match), note))))
    event.add("URL", settings.SITE_URL + reverse("match", args=[tournament.slug, match.number]))
    event.add("STATUS", "CANCELLED" if fell else "CONFIRMED")
    return event
