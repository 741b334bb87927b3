"""今日战报 as a list: what a playing day brought, who is through, who is out, its best, and what comes next."""

from collections.abc import Mapping
from dataclasses import replace

from django.utils.translation import gettext as _

from tournaments.bracket.queries.match_views import MatchView, RoundView
from tournaments.bracket.words.names import day, listed, team_name
from tournaments.bracket.words.results import side_words
from tournaments.chronicle.queries.days import DayReport, day_report
from tournaments.chronicle.queries.highlights import highlights
from tournaments.chronicle.words.highlights import through_words
from web.displays.present import Present
from web.lists.listing import Listing, Part, Shape, listing_of, table_of
from web.lists.of_highlights import highlight_head, highlight_parts, highlight_rows
from web.lists.of_matches import by_table, match_table, meetings, round_heading, set_apart, where_played
from web.lists.of_places import best

BEST = 16
"""Places of a table that a report names."""


def report(present: Present, number: int) -> Listing:
    """战报 as a list: the file has the day's results, its best, and the next matches."""
    summary = day_report(present.tournament, present.rounds, number)
    name = _("Report of %(day)s") % {"day": day(summary.starts_at)}
    coming = [match for r in summary.next for match in by_table(known(r))]
    tables = [match_table(present, name, summary.matches, is_decided=True)]
    best_of_day, apart = highlights(summary.matches), set_apart(present)
    if best_of_day.feats:
        tables.append(table_of(present, _("Best of the day"), highlight_head(), highlight_rows(best_of_day)))
    if coming:
        tables.append(match_table(present, _("Next matches"), coming))
    parts = [
        *_medals(present, summary),
        *_day(summary, apart),
        *highlight_parts(best_of_day, _("Best of the day")),
        *_ahead(present, summary, apart),
    ]
    listing = listing_of(present, name, "report", tables, parts)
    return replace(listing, page=f"{listing.page}?day={number}")


def known(r: RoundView) -> list[MatchView]:
    """The matches of a round of which at least one team is known."""
    return [match for match in r.matches if not match.is_bye and any(line.team for line in match.lines)]


def _day(summary: DayReport, apart: Mapping[int, str]) -> list[Part]:
    parts = [Part(round_heading(r), meetings(r.matches, apart), Shape.MEETING) for r in summary.decided]
    if summary.open:
        parts.append(Part("", ((_("Matches of the day not over yet: %(n)s") % {"n": summary.open},),)))
    for heading, teams in ((through_words(summary), summary.through), (_("Out of the event"), summary.out)):
        if teams:
            parts.append(Part(heading, tuple((team_name(team),) for team in teams)))
    for stage in summary.tables:
        parts += best(stage, BEST)
    return parts


def _ahead(present: Present, summary: DayReport, apart: Mapping[int, str]) -> list[Part]:
    """The rounds of the next playing day, and where they are played."""
    parts = []
    place = present.tournament.place
    for r in summary.next:
        heading = _("Next: %(round)s") % {"round": round_heading(r)}
        rows = tuple(_meeting_ahead(match, apart) for match in by_table(known(r)))
        unknown = Part(heading, ((_("The opponents are not known yet"),),))
        parts.append(Part(heading, rows, Shape.MEETING) if rows else unknown)
    if parts and place:
        parts.append(Part("", ((_("Place: %(place)s") % {"place": place},),)))
    return parts


def _meeting_ahead(match: MatchView, apart: Mapping[int, str]) -> tuple[str, ...]:
    home, away = map(side_words, match.lines)
    return where_played(match, apart), home, "–", away, ""


def _medals(present: Present, summary: DayReport) -> list[Part]:
    """The podium, on the day on which it was decided."""
    medals = present.medals
    if not (summary.is_last and medals.champion):
        return []
    rows = [(_("Champion"), team_name(medals.champion))]
    if medals.runner_up:
        rows.append((_("Runner-up"), team_name(medals.runner_up)))
    if medals.thirds:
        rows.append((_("Third place"), listed(map(team_name, medals.thirds))))
    return [Part(_("Podium"), tuple(rows))]
