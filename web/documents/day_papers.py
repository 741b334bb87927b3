"""时间表, 每日战报: every round with its day and hour, and what a playing day brought."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from journal import clock
from tournaments.bracket.queries.round_views import RoundView
from tournaments.bracket.queries.standings import groups_of
from tournaments.bracket.words.names import day, hour, listed, table_range
from tournaments.bracket.words.results import side_words
from tournaments.chronicle.queries.days import day_report, present_day
from tournaments.chronicle.queries.highlights import highlights
from web.displays.cross_table import cross_tables
from web.documents.blocks import Block, Heading, Table, Text, paper, timed
from web.documents.document import Options, Pages
from web.documents.reading import EventReading
from web.documents.stage_tables import matches_table, standing_table
from web.lists.of_event import highlight_head, highlight_rows, report_name, through_and_out
from web.lists.of_matches import by_round_name, named_rounds
from web.templatetags.site import group_name, round_name


def timetable(reading: EventReading, options: Options) -> Pages:
    """The rounds, then the matches of each."""
    blocks = [rounds_table(reading), *matches_of_rounds(reading.of_round(options.round))]
    return paper(reading, options, _("Timetable"), blocks, subtitle=reading.tournament.place, leads_to="timetable")


def rounds_table(reading: EventReading) -> Table:
    """日期, 开始时间, 场次: annex 2 of S000."""
    rows = [
        [
            day(part.starts_at),
            day(part.until) if part.until else hour(part.starts_at),
            title,
            str(len(part.played) or ""),
        ]
        for part, title in named_rounds(reading.stages)
    ]
    begins = (
        [pgettext("days of a round", "From"), pgettext("days of a round", "Until")]
        if reading.tournament.own_days
        else [_("Day"), _("Begins")]
    )
    head, widths = [*begins, _("Round"), _("Matches")], ("1.2fr", "1fr", "1.6fr", "24")
    shown = 4 if any(row[-1] for row in rows) else 3  # before the draw nobody knows how many matches there are
    rows = [row[:shown] for row in rows]
    return Table(head[:shown], widths[:shown], rows, height=9, size=11.5, stays_whole=len(rows) < 20)


def matches_of_rounds(rounds: Iterable[RoundView]) -> Iterator[Block]:
    """A table a round, the tables of the hall in order."""
    head = [_("Table"), _("Match"), pgettext("side of a match", "Home"), "", pgettext("side of a match", "Away")]
    for part in (part for round_ in rounds for part in round_.parts if not part.waits_for_pairing):
        for name, matches in by_round_name(part.played).items():
            rows = [
                [table_range(match.tables), str(match.number), side_words(match.home), "—", side_words(match.away)]
                for match in matches
            ]
            yield Heading(timed(name, part.starts_at, part.until))
            yield Table(head, ("16", "16", "1fr", "12", "1fr"), rows, height=7, stays_whole=len(rows) <= 16)


def daily_report(reading: EventReading, options: Options) -> Pages:
    """Of the day of the options; else of today, or the last one played."""
    tournament, rounds = reading.tournament, reading.rounds
    number = options.day or present_day(tournament, rounds, clock.now(tournament.journal))
    report = day_report(tournament, rounds, number)
    groups = {team: group for stage in report.tables for team, group in groups_of(stage).items()}
    blocks = [block for round_ in report.decided for block in matches_table(round_, groups)]
    if not report.matches:
        blocks.append(Text(_("No results of this day yet")))
    if report.open:
        blocks.append(Text(_("Matches of the day not over yet: %(n)s") % {"n": report.open}, is_small=True))
    for heading, teams in through_and_out(report):
        blocks += [Heading(heading), Text(listed(teams), size=11)]
    for table in (table for stage in report.tables for table in cross_tables(stage)):
        blocks += [Heading(group_name(table.group) if table.group else _("Standings")), standing_table(table)]
    best = highlight_rows(highlights(report.matches))
    if best:
        widths = ("38", "44", "1fr")
        blocks += [Heading(_("Best of the day")), Table(highlight_head(), widths, best, height=7.5, left=(2,))]
    if report.next:
        blocks += [Heading(_("What comes next"), level=1), *matches_of_rounds(report.next)]
    for round_ in report.next:
        if not round_.played:
            blocks.append(Text(timed(round_name(round_), round_.starts_at, round_.until)))
    return paper(reading, options, report_name(report), blocks, subtitle=tournament.place, leads_to="report")
