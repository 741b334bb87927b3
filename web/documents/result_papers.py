"""每日战报, 成绩公告, 获奖名单, 纪念品领取表: what a playing day brought, and what follows when the last match is
over."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from journal import clock
from tournaments.bracket.queries.awards import AwardedPrize
from tournaments.bracket.queries.match_views import MatchView
from tournaments.bracket.queries.prizes import DecidedPrize, Recipient
from tournaments.bracket.queries.standings import groups_of
from tournaments.bracket.words.names import dated, listed, ordinal, period, team_name
from tournaments.bracket.words.prizes import recipient_name
from tournaments.bracket.words.results import in_brackets, verdict_word
from tournaments.chronicle.queries.days import day_report, present_day
from tournaments.chronicle.queries.highlights import highlights
from tournaments.states import UNPLAYED
from web.displays.cross_table import cross_tables
from web.documents.blocks import Block, Cell, Closing, Content, Heading, Signatures, Table, Text, paper, timed, today
from web.documents.document import EventReading, Options, Pages, Ready
from web.documents.hall_papers import matches_of_rounds
from web.documents.stage_papers import WHOLE, matches_table, standing_table
from web.lists.of_event import highlight_head, highlight_rows, report_name, through_and_out
from web.lists.of_places import table_name
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
            blocks.append(Text(timed(round_name(round_), round_.starts_at, round_.until)))
    return paper(reading, options, report_name(report), blocks, subtitle=tournament.place, leads_to="report")


def announcement(reading: EventReading, options: Options) -> Pages:
    """The prizes with their teams and players, every place that is decided, and every result."""
    blocks: list[Block] = [
        Text(_("%(sentences)s The results are as follows.") % {"sentences": who_took_part(reading)}, size=13),
        *places_blocks(reading),
        Closing([line for line in (reading.tournament.organiser, today(reading)) if line]),
    ]
    # of each stage the tables that its places follow from, and every round with a result, the first one first
    for stage in reading.stages:
        begun = [r for r in stage.rounds if any(match.is_over for match in r.matches)]
        for table in cross_tables(stage) if begun and stage.label.shape.criteria else ():
            blocks += [Heading(table_name(table, len(reading.stages))), standing_table(table)]
        groups = groups_of(stage)
        blocks += [block for r in begun for block in matches_table(r, groups)]
    title = _("Announcement of the results") if reading.stands >= Ready.DECIDED else _("Results so far")
    return paper(reading, options, title, blocks, leads_to="results")


def who_took_part(reading: EventReading) -> str:
    """Who took part, where, when, and how much was played."""
    tournament, rounds = reading.tournament, reading.rounds
    words = {
        "event": tournament.name,
        "place": tournament.place or _("the hall"),
        "when": period(rounds[0].starts_at, rounds[-1].ends_at),
        "branches": reading.branch_count,
        "teams": len(reading.teams),
        "rounds": len({r.number for r in rounds}),
        "matches": sum(match.is_over for match in reading.matches),
    }
    return (
        _(
            "%(event)s was played %(when)s at %(place)s. "
            "%(teams)s teams of %(branches)s branches took part; %(matches)s matches were decided in %(rounds)s rounds."
        )
        % words
    )


def places_blocks(reading: EventReading) -> Iterator[Block]:
    """The prizes of the notice, then the other places."""
    placed = [award for award in reading.awards.placed if award.winners]
    given: list[AwardedPrize | DecidedPrize] = [*placed, *reading.awards.given]
    rows = [row for award in given for row in _award_rows(award)]
    if rows:
        yield Heading(pgettext("document", "Awards"))
        head = [_("Award"), _("Team"), _("Players")]
        yield Table(head, ("28", "1.2fr", "1.4fr"), rows, height=9, size=11, stays_whole=len(rows) <= WHOLE)
    prized = {winner.team.id for award in placed for winner in award.winners}
    never = never_played(reading.matches)
    further = []
    for place, teams in sorted(reading.places.items()):
        names = [team_name(team) for team in teams if team.id not in prized and team.id not in never]
        if names:
            further.append([str(place), listed(names)])
    if further:
        yield Heading(_("Further places"))
        yield Table(
            [pgettext("standings", "Place"), _("Team")], ("28", "1fr"), further, height=8, left=(1,), stays_whole=True
        )
    absent = [team_name(team) + in_brackets(never[team.id]) for team in reading.teams if team.id in never]
    if absent:
        yield Heading(_("Without a place"))
        yield Text(listed(absent), size=12)
    souvenir = reading.awards.souvenir
    if souvenir and souvenir.winners:
        yield Heading(souvenir.name)
        yield Text(listed(team_name(winner.team) for winner in souvenir.winners), size=12)


def never_played(matches: Iterable[MatchView]) -> dict[int, str]:
    """The teams, by their ids, that lost without playing and never played: each with the word for how (未到, 退赛)."""
    lost, played = dict[int, str](), set[int]()
    for match in matches:
        for line in match.lines if match.is_over else ():
            for one in line.each:
                if match.reason not in UNPLAYED or line.outcome == "won":
                    played.add(one.id)
                elif word := verdict_word(match, line):
                    lost.setdefault(one.id, word)
    return {team: word for team, word in lost.items() if team not in played}


def _award_rows(award: AwardedPrize | DecidedPrize) -> list[list[Content]]:
    """Of a prize for a place or by rule: who has it, a row each."""
    recipients = award.winners if isinstance(award, AwardedPrize) else award.recipients
    rows: list[list[Content]] = []
    for recipient in recipients:
        first = [Cell(award.name, rows=len(recipients), is_strong=True)] if not rows else []
        name = recipient_name(recipient) if isinstance(recipient, Recipient) else team_name(recipient.team)
        players = listed(recipient.players) if recipient.team and not recipient.team.person else ""
        rows.append([*first, name, players])
    return rows


def award_list(reading: EventReading, options: Options) -> Pages:
    """Who gets what, with a line to sign for it."""
    rows: list[list[Content]] = []
    every: list[AwardedPrize | DecidedPrize] = [*reading.awards.awards, *reading.awards.prizes]
    for award in every:
        award_rows = _award_rows(award)
        rows += [[*row, ""] for row in award_rows]
        if not award_rows:
            is_decided = award.is_decided if isinstance(award, DecidedPrize) else reading.awards.decided
            unfilled = _("not awarded") if is_decided else pgettext("award", "to be determined")
            rows.append([Cell(award.name, is_strong=True), unfilled, "", ""])
    head = [_("Award"), _("Team"), _("Players"), _("Received by")]
    blocks: list[Block] = [
        Table(head, ("26", "1.1fr", "1.1fr", "1fr"), rows, height=10.5),
        Signatures([_("For the organiser"), _("Chief referee"), _("Date")]),
    ]
    confirmed = reading.awards.confirmed_at
    subtitle = _("confirmed on %(day)s") % {"day": dated(confirmed)} if confirmed else _("not confirmed yet")
    return paper(reading, options, _("List of awards"), blocks, subtitle=subtitle)


def souvenirs(reading: EventReading, options: Options) -> Pages:
    """A line for each person: of the teams that get a souvenir once that is decided, before that of all."""
    souvenir = reading.awards.souvenir
    teams = [(team, reading.players[team.id]) for team in reading.teams]
    if souvenir and reading.awards.decided:
        teams = [(winner.team, winner.players) for winner in souvenir.winners]
    rows: list[list[Content]] = []
    for team, players in teams:
        for place, name in enumerate(players):
            of_team = [Cell(team.branch, len(players)), Cell(ordinal(team.ordinal), len(players))]
            rows.append([str(len(rows) + 1), *(of_team if place == 0 else []), name, "", ""])
    head = [pgettext("list", "No."), _("Branch"), _("Team"), _("Name"), _("Received by"), _("Date")]
    blocks: list[Block] = [
        Table(head, ("12", "1.3fr", "18", "1fr", "1.2fr", "26"), rows, height=9),
        Signatures([_("Handed out by"), _("Checked by"), _("Date")]),
    ]
    subtitle = ngettext("%(n)s person", "%(n)s people", len(rows)) % {"n": len(rows)}
    return paper(reading, options, _("Receipts of souvenirs"), blocks, subtitle=subtitle)
