"""当日战报 as a list: what a playing day brought, who is through, who is out, its best, and what comes next."""

from dataclasses import replace

from django.utils.translation import gettext as _

from tournaments.bracket.queries.match_views import MatchView
from tournaments.bracket.queries.round_views import RoundView
from tournaments.bracket.words.names import day, listed, team_name
from tournaments.bracket.words.prizes import recipient_name
from tournaments.bracket.words.results import side_words
from tournaments.chronicle.queries.days import DayReport, day_report
from tournaments.chronicle.queries.highlights import highlights
from tournaments.chronicle.words.stories import through_words
from web.displays.present import Present
from web.lists.listing import Listing, ListPart, listing_of, table_of
from web.lists.of_event import highlight_head, highlight_parts, highlight_rows
from web.lists.of_matches import by_table, match_table, round_heading, round_part, set_apart, where_played
from web.lists.of_places import best

BEST = 16
"""Places of a table that a report names."""


def report(present: Present, number: int) -> Listing:
    """战报 as a list: the file has the day's results, its best, and the next matches."""
    summary = day_report(present.tournament, present.rounds, number)
    name = report_name(summary)
    best_of_day, apart = highlights(summary.matches), set_apart(present)
    tables = [match_table(present, name, summary.matches, is_decided=True)]
    if best_of_day.feats:
        tables.append(table_of(present, _("Best of the day"), highlight_head(), highlight_rows(best_of_day)))
    coming = [(r, by_table(known(r))) for r in summary.next]
    next_matches = [match for _r, matches in coming for match in matches]
    if next_matches:
        tables.append(match_table(present, _("Next matches"), next_matches))

    parts = _podium(present) if summary.is_last else []
    parts += [round_part(r, r.matches, apart) for r in summary.decided]
    if summary.open:
        parts.append(_line(_("Matches of the day not over yet: %(n)s") % {"n": summary.open}))
    parts += [ListPart(heading, tuple((name,) for name in names)) for heading, names in through_and_out(summary)]
    parts += [part for stage in summary.tables for part in best(stage, BEST)]
    parts += highlight_parts(best_of_day, _("Best of the day"))
    for r, matches in coming:
        heading = _("Next: %(round)s") % {"round": round_heading(r)}
        rows = tuple((where_played(m, apart), side_words(m.home), "–", side_words(m.away), "") for m in matches)
        if rows:
            parts.append(ListPart(heading, rows, are_meetings=True))
        else:
            parts.append(_line(_("The opponents are not known yet"), heading))
    if coming and present.tournament.place:
        parts.append(_line(_("Place: %(place)s") % {"place": present.tournament.place}))
    listing = listing_of(present, name, "report", tables, parts)
    return replace(listing, page=f"{listing.page}?day={number}")


def report_name(summary: DayReport) -> str:
    """The day is in it."""
    return _("Report of %(day)s") % {"day": day(summary.starts_at)}


def through_and_out(summary: DayReport) -> list[tuple[str, list[str]]]:
    """The teams that are through and those that are out, each group under its heading; no group without teams."""
    groups = ((through_words(summary), summary.through), (_("Out of the event"), summary.out))
    return [(heading, [team_name(team) for team in teams]) for heading, teams in groups if teams]


def known(r: RoundView) -> list[MatchView]:
    """The matches of a round of which at least one team is known."""
    return [match for match in r.matches if not match.is_bye and any(line.team for line in match.lines)]


def _line(sentence: str, heading: str = "") -> ListPart:
    return ListPart(heading, ((sentence,),))


def _podium(present: Present) -> list[ListPart]:
    medals = present.medals
    if not medals.champions:
        return []
    places = (
        (_("Champion"), medals.champions), (_("Runner-up"), medals.runners_up), (_("Third place"), medals.thirds)
    )  # fmt: skip
    rows = tuple((place, listed(map(team_name, teams))) for place, teams in places if teams)
    given = tuple((prize.name, listed(map(recipient_name, prize.recipients))) for prize in present.prizes)
    return [ListPart(_("Podium"), (*rows, *given))]
