"""每日战报 on paper: the results of a playing day, who is through and who is out, its best, and what comes next."""

from django.utils.translation import gettext as _

from journal import clock
from tournaments.bracket.queries.standings import groups_of
from tournaments.bracket.words.names import listed
from tournaments.chronicle.queries.days import day_report, present_day
from tournaments.chronicle.queries.highlights import highlights
from web.displays.cross_table import cross_tables
from web.documents.blocks import Heading, Table, Text, paper, timed
from web.documents.document import Options, Pages
from web.documents.reading import EventReading
from web.documents.stage_tables import matches_table, standing_table
from web.documents.timetable_paper import matches_of_rounds
from web.lists.of_day import report_name, through_and_out
from web.lists.of_event import highlight_head, highlight_rows
from web.templatetags.site import group_name, round_name


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
            blocks.append(Text(timed(round_name(round_), round_.starts_at)))
    return paper(reading, options, report_name(report), blocks, subtitle=tournament.place, leads_to="report")
