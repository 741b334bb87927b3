"""今日战报: what a playing day brought, who is through, and what comes next."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from django.utils.translation import gettext as _

from tournaments.formats.format import Drawing
from tournaments.queries.match_views import MatchView, RoundView, TeamLabel
from tournaments.queries.standings import StageView
from web.lists.listing import Listing, Part, Shape, listing_of, table_of
from web.lists.of_matches import by_table, match_head, match_row, meetings, result_head, result_row, round_heading
from web.lists.of_places import best
from web.present import Present
from words.names import day, listed, team_name
from words.results import side_words

BEST = 16
"""Places of a table that a report names."""


@dataclass(frozen=True)
class DayReport:
    """``number`` counts the playing days from 1; ``rounds``, or sittings, of the day with their decided matches;
    ``open``: how many are not over. ``through``: teams of the day that are in a later round, by stage that is drawn as
    a tree. ``tables``: stages of which the day played and whose places follow from points. ``next``: the rounds of the
    next playing day, with the matches whose sides are known in part at least."""

    number: int
    starts_at: datetime
    rounds: tuple[RoundView, ...]
    open: int
    through: tuple[TeamLabel, ...]
    tables: tuple[StageView, ...]
    next: tuple[RoundView, ...]

    @property
    def decided(self) -> tuple[RoundView, ...]:
        return tuple(r for r in self.rounds if r.matches)

    @property
    def through_words(self) -> str:
        """晋级, or still in where a defeat is not the end."""
        two_lives = any(r.stage.shape.has_parts for r in self.rounds)
        return _("Still in the event") if two_lives else _("Through to the next round")

    @property
    def is_last(self) -> bool:
        return not self.next


def playing_days(found: Present) -> list[datetime]:
    """The first start of each day with rounds, in the event's zone, in order."""
    first: dict[date, datetime] = {}
    for r in _sittings(found):
        day_ = _date(found, r)
        first[day_] = min(r.starts_at, first.get(day_, r.starts_at))
    return [first[day_] for day_ in sorted(first)]


def present_day(found: Present) -> int:
    """The number of today if it is a playing day, else of the last one before, else 1."""
    begun = sum(found.days_until(starts_at) <= 0 for starts_at in playing_days(found))
    return max(1, begun)


def day_report(found: Present, number: int) -> DayReport:
    """The playing day ``number`` from 1. IndexError for one that there is not."""
    days = playing_days(found)
    today = days[number - 1]
    date_ = today.astimezone(found.tournament.tzinfo).date()
    rounds = [r for r in _sittings(found) if _date(found, r) == date_]
    coming = days[number].astimezone(found.tournament.tzinfo).date() if number < len(days) else None
    played = {r.stage.id for r in rounds if r.matches}
    stages = [stage for stage in found.stages if stage.label.id in played]
    last = max((r.number for r in rounds), default=0)
    return DayReport(
        number=number,
        starts_at=today,
        rounds=tuple(replace(r, matches=tuple(m for m in r.matches if m.is_over)) for r in rounds),
        open=sum(not (m.is_over or m.is_bye) for r in rounds for m in r.matches),
        through=tuple(team for stage in stages if _is_tree(stage) for team in _through(stage, rounds, last)),
        tables=tuple(stage for stage in stages if not _is_tree(stage) and any(m.is_over for m in stage.matches)),
        next=tuple(r for r in _sittings(found) if _date(found, r) == coming),
    )


def report(found: Present, number: int) -> Listing:
    """战报 as a list: the file has the day's results and the next matches."""
    told = day_report(found, number)
    name = _("Report of %(day)s") % {"day": day(told.starts_at)}
    results = [result_row(match) for r in told.rounds for match in r.matches]
    coming = [match_row(match) for r in told.next for match in by_table(known(r))]
    tables = [table_of(found, name, result_head(), results)]
    if coming:
        tables.append(table_of(found, _("Next matches"), match_head(), coming))
    listing = listing_of(found, name, "report", tables, [*_medals(found, told), *_parts(told)])
    return replace(listing, page=f"{listing.page}?day={number}")


def known(r: RoundView) -> list[MatchView]:
    """The matches of a round of which at least one team is known."""
    return [match for match in r.matches if not match.is_bye and any(line.team for line in match.lines)]


def _parts(told: DayReport) -> list[Part]:
    found = [Part(round_heading(r), meetings(r.matches), Shape.MEETING) for r in told.decided]
    if told.open:
        found.append(Part("", ((_("Matches of the day not over yet: %(n)s") % {"n": told.open},),)))
    if told.through:
        found.append(Part(told.through_words, tuple((team_name(team),) for team in told.through)))
    for stage in told.tables:
        found += best(stage, BEST)
    for r in told.next:
        heading = _("Next: %(round)s") % {"round": round_heading(r)}
        rows = tuple(_ahead(match) for match in by_table(known(r)))
        unknown = Part(heading, ((_("The opponents are not known yet"),),))
        found.append(Part(heading, rows, Shape.MEETING) if rows else unknown)
    return found


def _ahead(match: MatchView) -> tuple[str, ...]:
    table = _("T%(table)s") % {"table": match.table} if match.table else ""
    home, away = map(side_words, match.lines)
    return table, home, "–", away, ""


def _medals(found: Present, told: DayReport) -> list[Part]:
    """The podium, on the day on which it was decided."""
    medals = found.medals
    if not (told.is_last and medals.champion):
        return []
    rows = [(_("Champion"), team_name(medals.champion))]
    if medals.runner_up:
        rows.append((_("Runner-up"), team_name(medals.runner_up)))
    if medals.thirds:
        rows.append((_("Third place"), listed(map(team_name, medals.thirds))))
    return [Part(_("Podium"), tuple(rows))]


def _through(stage: StageView, rounds: Sequence[RoundView], last: int) -> list[TeamLabel]:
    """Who of the day stands in a round after ``last``, the match for third place left out; in the order of the later
    round."""
    of_day = {line.team.id for r in rounds for match in r.matches for line in match.lines if line.team}
    later = [match for match in stage.matches if match.round_number > last and not match.third_place]
    found = {line.team.id: line.team for match in later for line in match.lines if line.team}
    return [team for pk, team in found.items() if pk in of_day]


def _is_tree(stage: StageView) -> bool:
    return stage.drawing is Drawing.BRACKET or stage.label.shape.has_parts


def _sittings(found: Present) -> list[RoundView]:
    return [part for whole in found.rounds for part in whole.parts]


def _date(found: Present, r: RoundView) -> date:
    return r.starts_at.astimezone(found.tournament.tzinfo).date()
