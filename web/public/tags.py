"""How public pages write matches: sources, reasons, days as people say them, and the class names of a line."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta, tzinfo
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple

from django import template
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import clocks
from scoring.states import ClockState
from tournaments.bracket.queries.match_views import Board, Line, MatchView, TeamLabel
from tournaments.bracket.queries.round_views import RoundView, StageLabel
from tournaments.bracket.words import matches as match_phrases
from tournaments.bracket.words import remedies, results
from tournaments.bracket.words.format_sentences import format_words
from tournaments.bracket.words.names import day, full_name, hour, round_time, team_name
from tournaments.chronicle.queries.history import HistoryItem
from tournaments.chronicle.queries.ratings import rated_events
from tournaments.chronicle.words import stories
from tournaments.chronicle.words.history import history_words
from tournaments.day.words import own_days
from tournaments.day.words.games import effects_words, entry_words, offence_name
from tournaments.day.words.my_matches import end_words, opponent_words
from tournaments.day.words.own_days import day_words
from tournaments.draw.queries.ceremony import CeremonyView
from tournaments.formats.format import Where
from web.displays.present import Present, lost_by, round_title
from web.displays.present import headline as headline_of
from web.lists.of_matches import by_table
from web.templatetags.site import level, name_first, of_key, part, points_card, short_branch, words_of

FIRST_LEVEL = 2
CHOICE = 100
"""Among more than so many branches and teams nobody chooses from a list that opens."""

register = template.Library()
register.filter("get", of_key)
register.filter(end_words)
register.filter("deal_kind", words_of(match_phrases.KINDS))
register.filter("place", words_of(match_phrases.PLACES))
register.filter("seat", words_of(match_phrases.SEATS))
register.filter("loser", lost_by)
register.filter(round_title)
register.filter(by_table)
register.filter("source", results.source_words)
register.filter("match_name", results.match_name)
register.filter("team_name", team_name)
register.filter("note", results.note_words)
register.filter("full_note", results.full_note_words)
register.filter("short_word", results.short_word)
register.filter("sitting_words", results.sitting_words)
register.filter("deal_on", results.doing_words)
register.filter("history_words", history_words)
register.filter("remedy_mark", remedies.remedy_mark)
register.filter("version_words", remedies.version_words)
register.filter("effects_words", effects_words)
register.filter("offence_name", offence_name)
register.filter("moved", own_days.moved_words)
register.filter("open_challenge", own_days.open_words)
register.filter("last_challenge", own_days.last_words)
register.filter("format_words", format_words)
register.simple_tag(results.verdict_word, name="verdict")
register.simple_tag(opponent_words, name="opponent")
register.simple_tag(lambda: rated_events().exists(), name="has_ratings")
for phrase in (
    "game_title", "rated_match_words", "change_words", "feat_title", "feat_value", "holder_words", "more_words",
    "counted_words",
):  # fmt: skip
    register.filter(phrase, getattr(stories, phrase))


@register.simple_tag(takes_context=True)
def ready_words(context: Mapping[str, Any], match: MatchView) -> str:
    """待赛; 等待点名 once the clock of its round runs; what is agreed where its sides choose the day."""
    if match.own_day:
        return day_words(match)
    snapshot: Present | None = context.get("present")
    is_on = snapshot and any(running.round.id == match.round_id for running in snapshot.running)
    return _("waits to be called") if is_on else _("to be played")


@register.simple_tag
def follow_any(snapshot: Present) -> str:
    """关注 on every page, as soon as there are matches: a branch or a team of the event to choose."""
    lines = (line for r in snapshot.rounds for match in r.matches for line in match.lines)
    labels = {one.id: one for line in lines for one in line.each}
    chosen = _by_branch(tuple(labels.values()))
    return part("public/parts/follow_any.html", slug=snapshot.tournament.slug, branches=chosen) if labels else ""


@lru_cache(maxsize=64)
def _by_branch(labels: tuple[TeamLabel, ...]) -> tuple[tuple[tuple[int, str], tuple[TeamLabel, ...]], ...]:
    """Each branch with its teams; none where they are too many."""
    teams = sorted(labels, key=lambda team: (team.branch_id, team.ordinal))
    branches = tuple((branch, tuple(own)) for branch, own in groupby(teams, lambda team: (team.branch_id, team.branch)))
    return branches if len(teams) + len(branches) <= CHOICE else ()


@register.simple_tag
def level_of(match: MatchView, line: Line, size: str = "") -> str:
    """The level of a side that plays or has played, or its points: as they stand before the first deal, none while they
    are contested; nothing where neither is counted."""
    if match.board is Board.NOTHING:
        return ""
    if match.board.shows_points and not match.contested:
        return points_card(line.score or 0, size)
    present = None if match.contested else line.level or FIRST_LEVEL
    return level(present, line.on_stage, line.passed, size)


class RunningClock(NamedTuple):
    """A round that is on, as the head of a page names it."""

    number: int
    entrants: int
    sitting: int
    wheres: tuple[Where, ...]
    stage: StageLabel
    reading: clocks.ClockReading
    until: datetime | None


@register.filter
def headline(snapshot: Present | None) -> str:
    """Where the event stands, in one line."""
    return headline_of(snapshot) if snapshot else ""


@register.filter("clocks")
def running_clocks(snapshot: Present) -> tuple[RunningClock, ...]:
    """The rounds that are on. What their clocks say stays the same while it stays so on the page: of one that runs the
    bell counts, of one that is held the time that is left."""
    running = []
    for on, now in ((on.round.on, on.reading) for on in snapshot.running):
        shown = now
        if not now.rung:
            runs = now.state == ClockState.RUNNING
            shown = replace(now, remaining=now.length) if runs else replace(now, bell_at=None)
        running.append(RunningClock(on.number, on.entrants, on.sitting, on.wheres, on.stage, shown, on.until))
    return tuple(running)


@register.filter
def coming(snapshot: Present) -> tuple[str, str] | None:
    """The round that comes next, and when it is played."""
    return (round_title(snapshot.next), round_time(snapshot.next)) if snapshot.next else None


@register.filter
def reading(round_: RoundView, now: datetime) -> clocks.ClockReading:
    """What the clock of the round says."""
    return clocks.read(round_.clock, now)


@register.filter
def match_state(match: MatchView) -> str:
    """Classes of a match: now, done or due, and what is going on at its table."""
    if match.is_live:
        return f"now s-{match.doing}"
    return f"{'done' if match.is_over or match.is_bye else 'due'} s-{match.doing}"


@register.filter
def bye_line(match: MatchView) -> Line:
    """The side of a bye that has a team."""
    return match.home if match.home.team else match.away


@register.filter
def playing(round_: RoundView) -> int:
    """How many tables play."""
    return sum(match.doing.is_dealt for match in round_.at_tables)


@register.filter
def entry_of_match(match: MatchView, entry: Mapping[str, Any]) -> str:
    """What was entered in a game without finish orders, the sides by their teams."""
    home, away = (team_name(line.team) if line.team else "" for line in match.lines)
    return entry_words(entry, home, away, match.home.colour)


@register.filter
def side_name(match: MatchView, side: str) -> str:
    """机关一组; where both sides are of one branch, which they may be in a final, 机关一组二队."""
    home, away = (line.team for line in match.lines)
    team = home if side == "home" else away
    if team is None:
        return ""
    if team.person or team.partner:
        return name_first(team)
    alone = home is None or away is None or home.branch_id != away.branch_id
    return short_branch(team.branch) if alone else full_name(short_branch(team.branch), team.ordinal)


@register.filter
def on_stage(match: MatchView) -> str:
    """台上: the side whose level is played, as `side_name` has it; empty where nobody is."""
    sides = zip(("home", "away"), match.lines, strict=True)
    return next((side_name(match, side) for side, line in sides if line.on_stage), "")


@register.filter
def position_of(ceremony: CeremonyView, team: int) -> int:
    """The position that the team of that id has drawn so far; 0 for none."""
    return next((place for place, label in ceremony.places.items() if label and label.id == team), 0)


@register.filter
def minutes_before(moment: datetime, minutes: int) -> datetime:
    return moment - timedelta(minutes=minutes)


@register.simple_tag
def in_zone(zone: tzinfo, moment: datetime, now: datetime) -> str:
    """Day and hour in the zone of an event that is one of several on a page; with the year if it is another one."""
    with timezone.override(zone):
        return f"{day(moment, now)} {hour(moment)}"


@register.filter
def by_day(items: tuple[HistoryItem, ...]) -> list[list[HistoryItem]]:
    """Runs of items of one day, in the active zone."""
    return [list(run) for _day, run in groupby(items, key=lambda item: timezone.localtime(item.at).date())]


@register.simple_tag
def near_day(now: datetime, moment: datetime) -> str:
    """Today, tomorrow, yesterday, else the date; both moments in the active zone."""
    days = (timezone.localtime(moment).date() - timezone.localtime(now).date()).days
    return {0: _("today"), 1: _("tomorrow"), -1: _("yesterday")}.get(days, "") or day(moment, now)


@register.simple_tag
def near_date(now: datetime, moment: datetime) -> str:
    """明天 11月29日 周三."""
    near, date = near_day(now, moment), day(moment, now)
    return date if near == date else f"{near} {date}"


@register.simple_tag
def near_time(now: datetime, moment: datetime) -> str:
    """今天 12:30, or 11月27日 12:30."""
    return f"{near_day(now, moment)} {hour(moment)}"


@register.filter
def milliseconds(moment: datetime | None) -> int:
    """Since the epoch, as scripts count."""
    return int(moment.timestamp() * 1000) if moment else 0
