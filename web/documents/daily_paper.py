"""每日战报 on paper: the results of a playing day, who is through and who is out, its best, and what comes next."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from journal import clock
from tournaments.bracket.queries.standings import groups_of
from tournaments.bracket.words.names import day, hour, listed, team_name
from tournaments.chronicle.queries.days import DayReport, day_report, playing_days, present_day
from tournaments.chronicle.queries.highlights import highlights
from tournaments.chronicle.words.highlights import feat_title, feat_value, holders_words, through_words
from web.displays.cross_table import cross_tables
from web.documents.blocks import Block, Heading, Lead, Table, Text, paper
from web.documents.document import Pages, Wish
from web.documents.reading import Reading
from web.documents.stage_tables import matches_table, standing_table
from web.documents.timetable_paper import matches_of_rounds, title_of
from web.templatetags.site import group_name


def daily_report(reading: Reading, wish: Wish) -> Pages:
    """Of the day that is wished for; else of today, or the last one played."""
    tournament, rounds = reading.tournament, reading.rounds
    number = wish.day or present_day(tournament, rounds, clock.now(tournament.journal))
    report = day_report(tournament, rounds, number)
    title = _("Report of %(day)s") % {"day": day(report.starts_at)}
    return paper(reading, wish, title, _blocks(reading, report), subtitle=tournament.place, leads_to=Lead("report"))


def days_of(reading: Reading) -> int:
    """How many playing days there are."""
    return len(playing_days(reading.tournament, reading.rounds))


def _blocks(reading: Reading, report: DayReport) -> Iterator[Block]:
    yield from _results(report)
    for heading, teams in ((through_words(report), report.through), (_("Out of the event"), report.out)):
        if teams:
            yield Heading(heading)
            yield Text(listed(map(team_name, teams)), size=11)
    for table in (table for stage in report.tables for table in cross_tables(stage)):
        yield Heading(group_name(table.group) if table.group else _("Standings"))
        yield standing_table(table)
    best = highlights(report.matches).feats
    if best:
        yield Heading(_("Best of the day"))
        rows = [[feat_title(one), feat_value(one), holders_words(one)] for one in best]
        yield Table([_("Highlight"), _("How much"), _("Whose")], ("38", "44", "1fr"), rows, height=7.5, left=(2,))
    yield from _ahead(reading, report)


def _results(report: DayReport) -> Iterator[Block]:
    groups = {team: group for stage in report.tables for team, group in groups_of(stage).items()}
    for round_ in report.decided:
        yield from matches_table(round_, groups)
    if not report.matches:
        yield Text(_("No results of this day yet"))
    if report.open:
        yield Text(_("Matches of the day not over yet: %(n)s") % {"n": report.open}, is_small=True)


def _ahead(reading: Reading, report: DayReport) -> Iterator[Block]:
    if report.next:
        yield Heading(_("What comes next"), level=1)
        yield from matches_of_rounds(reading, report.next)
    for round_ in report.next:
        if not round_.played:
            yield Text(f"{title_of(round_, round_)}　{day(round_.starts_at)} {hour(round_.starts_at)}")
