"""经费表, 奖品清单, 工作安排, 级差得分对照表: what it costs, what is to be bought, who does what by when, and what a
difference is worth."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from math import ceil

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from guandan_rules import Scale, Sides, level_name
from guandan_rules.scales import FORFEIT_28, MIDDLE, WITHDRAWAL_28, level_points
from scoring.games.guandan import Guandan
from tournaments.bracket.rules.rule_sets import rule_set
from tournaments.bracket.words.names import hour, listed
from tournaments.bracket.words.prizes import prize_count
from tournaments.chronicle.queries.days import playing_days
from tournaments.states import RoleKind
from web.documents.blocks import Block, Cell, Content, Heading, Signatures, Table, Text, paper
from web.documents.document import EventReading, Options, Pages
from web.documents.official import official, official_day, official_moment, official_start
from web.documents.word_blocks import word_paper
from web.lists.of_matches import named_rounds

PACKS_A_TABLE = 2
"""掼蛋 is played with two packs of cards."""
SET_UP, ASSEMBLE = timedelta(minutes=60), timedelta(minutes=30)
"""Before the first round of a day: the hall is set up, the referees are there."""
Task = tuple[str, str, str]
"""When, what, who."""


def work_plan(reading: EventReading, options: Options) -> Pages:
    """Before the event, on each of its days, and after it: to be completed by hand."""
    return paper(reading, options, _("Work plan"), _plan(reading), subtitle=reading.tournament.place)


def work_plan_word(reading: EventReading) -> bytes:
    """The same as .docx."""
    with reading.tournament.at_home():
        heading = _("Work plan of %(event)s") % {"event": reading.tournament.name}
        return word_paper(reading, _("Work plan"), _plan(reading), heading=heading)


def _plan(reading: EventReading) -> Iterator[Block]:
    kinds = (RoleKind.OFFICE, RoleKind.CHIEF_REFEREE, RoleKind.REFEREE)
    office, chief, referees = (listed(reading.people[kind]) for kind in kinds)
    yield Heading(_("Before the event"))
    yield _tasks(list(_before(reading, office, chief)))
    if reading.tournament.own_days:
        # where sides choose their days no hall is prepared, but somebody looks after them
        yield Heading(pgettext("work plan", "While it is played"))
        tasks = [("", _("Remind who has no day or no result yet; rule on what was not played in time"), office)]
        if reading.rounds:
            first, last = reading.rounds[0].begins_at, max(round_.ends_at for round_ in reading.rounds)
            tasks.insert(0, (official_start(first, last), _("The two sides of each match agree on a day and play"), ""))
        yield _tasks(tasks)
    else:
        for day in map(official_day, playing_days(reading.tournament, reading.rounds)):
            yield Heading(pgettext("work plan", "On the day: %(day)s") % {"day": day})
            yield _tasks(list(_on(reading, day, office, chief, referees)))
    if not reading.rounds:
        yield Text(_("The timetable is announced separately."))
    hall = _("Give back the hall and what was borrowed; file everything")
    what_was_borrowed = _("Give back what was borrowed; file everything")
    after = [
        ("", _("Announce the results, hand out souvenirs against signature"), office),
        ("", _("Sign and hand over score sheets and the record of the draw"), chief),
        ("", _("Write the summary with pictures, settle the accounts"), office),
        ("", what_was_borrowed if reading.tournament.own_days else hall, office),
    ]
    yield Heading(_("After the event"))
    yield _tasks(after)


def _tasks(tasks: Sequence[Task]) -> Table:
    rows = [[official(when), official(what), who, ""] for when, what, who in tasks]
    head = [pgettext("work plan", "When"), pgettext("work plan", "What"), pgettext("work plan", "Who"), _("Done")]
    return Table(head, ("40", "1fr", "40", "18"), rows, height=9, left=(1,))


def _before(reading: EventReading, office: str, chief: str) -> Iterator[Task]:
    tournament = reading.tournament
    yield "", _("Send out the notice, look after the entries of the branches"), office
    yield official_moment(tournament.closes_at, tournament.closes_at), _("Entries close: check the lists"), office
    if tournament.draw_at:
        who = listed(filter(None, (office, chief)))
        yield official_moment(tournament.draw_at), _("Draw: leaders, witness, record signed"), who
    yield "", _("Print and hand out the programme; publish timetable and bracket"), office
    if tournament.own_days:
        yield "", _("Buy prizes and souvenirs; print certificates"), office
    else:
        yield "", _("Buy prizes, souvenirs, water; print certificates"), office
    yield "", _("Instruct the referees: rules, score sheets, phones"), chief
    tables = reading.facts.tables
    if tables and _plays_guandan(reading):
        packs = _("Tables: %(tables)s, packs of cards: %(packs)s, table cards, score sheets, pens")
        yield "", packs % {"tables": tables, "packs": tables * PACKS_A_TABLE}, office
    if not tournament.own_days:
        yield "", _("Hall: sound, projector, network, sign-in desk, first aid"), office


def _on(reading: EventReading, day: str, office: str, chief: str, referees: str) -> Iterator[Task]:
    """One day, from the hall to the last round."""
    parts = [(part, title) for part, title in named_rounds(reading.stages) if official_day(part.starts_at) == day]
    parts.sort(key=lambda each: each[0].starts_at)
    first = parts[0][0].starts_at
    everybody = listed(filter(None, (chief, referees)))
    yield hour(first - SET_UP), _("Set up the hall: tables, signs, projector, sign-in desk"), office
    yield hour(first - ASSEMBLE), _("Referees assemble; cards and score sheets are laid out"), everybody
    if minutes := reading.tournament.check_in_minutes:
        yield hour(first - timedelta(minutes=minutes)), _("Call the round, check in the players"), everybody
    for part, title in parts:
        words = {"round": title, "n": len(part.played)}
        what = (
            ngettext("%(round)s: %(n)s match", "%(round)s: %(n)s matches", len(part.played)) if part.played else title
        )
        yield hour(part.starts_at), what % words, everybody
    yield "", _("Confirm and announce the results, report of the day"), chief
    if day == official_day(reading.rounds[-1].starts_at) and reading.tournament.awards:
        yield "", _("Awards: guests, certificates, prizes, picture of all"), office


def prize_list(reading: EventReading, options: Options) -> Pages:
    """What is to be bought for each prize: places, players, pieces; what it is, is written by hand."""
    seats, rows, total = reading.tournament.most_players, list[list[Content]](), 0
    for award in reading.awards.placed:
        teams = max(award.planned, len(award.winners))
        total += teams * seats
        rows.append([award.name, *_counted(teams, seats), "", ""])
    souvenir = reading.awards.souvenir
    if souvenir:
        prizes = sum(max(award.planned, len(award.winners)) for award in reading.awards.placed)
        teams = len(souvenir.winners) if reading.awards.decided else max(0, len(reading.teams) - prizes)
        total += teams * seats
        rows.append([souvenir.name, *_counted(teams, seats), "", ""])
    for prize in reading.awards.prizes:
        total += prize.pieces(seats)
        rows.append([prize.name, str(prize.planned), "—", str(prize.pieces(seats)), "", ""])
    rows.append([Cell(_("Total"), columns=3, is_strong=True), Cell(str(total), is_strong=True), "", ""])
    head = [
        _("Award"), _("Teams"), _("Players per team"), pgettext("prizes", "Pieces"), pgettext("prizes", "What"),
        pgettext("prizes", "Remark"),
    ]  # fmt: skip
    blocks: list[Block] = [
        Table(head, ("1fr", "20", "24", "20", "1.2fr", "1fr"), rows, height=11),
        Text(_("Counted by the prizes of the event and the teams entered now."), is_small=True),
        Signatures([_("Prepared by"), _("Checked by"), _("Date")]),
    ]
    return paper(reading, options, _("List of prizes"), blocks, subtitle=reading.tournament.organiser)


def _counted(teams: int, seats: int) -> list[str]:
    return [str(teams or "—"), str(seats), str(teams * seats or "—")]


def budget(reading: EventReading, options: Options) -> Pages:
    """What is needed and how much of it, from the counts; prices are filled in by hand."""
    head = [
        pgettext("list", "No."), _("Item"), _("How it was counted"), _("Quantity"), _("Unit"), _("Price"), _("Sum"),
    ]  # fmt: skip
    rows: list[list[Content]] = [
        [str(number), item, counted, str(quantity), unit, "", ""]
        for number, (item, counted, quantity, unit) in enumerate(_items(reading), start=1)
    ]
    rows += [[str(len(rows) + free), *[""] * 6] for free in (1, 2, 3)]
    rows.append([Cell(_("Total"), columns=6, is_strong=True), ""])
    blocks: list[Block] = [
        Table(head, ("10", "1.2fr", "1.9fr", "16", "14", "22", "26"), rows, height=10, size=10, left=(2,)),
        Text(_("Counted from what is entered now; prices in yuan."), is_small=True),
        Signatures([_("Prepared by"), _("Checked by"), _("Approved by"), _("Date")]),
    ]
    return paper(reading, options, _("Budget"), blocks, subtitle=reading.tournament.organiser)


def _items(reading: EventReading) -> Iterator[tuple[str, str, int, str]]:
    """Item, how it was counted, quantity, unit."""
    tournament = reading.tournament
    seats = tournament.most_players
    prizes = 0
    for award in reading.awards.placed:
        units = max(award.planned, len(award.winners))
        prizes += units
        reckoning = _("%(teams)s teams of %(seats)s") % {"teams": units, "seats": seats}
        yield _("Prize: %(name)s") % {"name": award.name}, reckoning, units * seats, pgettext("unit", "pieces")
    for prize in reading.awards.prizes:
        pieces = prize.pieces(seats)
        yield _("Prize: %(name)s") % {"name": prize.name}, prize_count(prize), pieces, pgettext("unit", "pieces")
    sheets = prizes * seats + sum(prize.pieces(seats) for prize in reading.awards.prizes)
    yield _("Certificates"), _("a prize each, for every player"), sheets, pgettext("unit", "sheets")

    unprized = max(0, len(reading.teams) - prizes)
    reckoning = _("%(teams)s teams without a prize, of %(seats)s") % {"teams": unprized, "seats": seats}
    yield _("Souvenirs"), reckoning, unprized * seats, pgettext("unit", "pieces")

    if any(r.stage.game == "guandan" for r in reading.rounds):
        tables = tournament.tables.count()
        reckoning = _("%(tables)s tables, %(packs)s packs each") % {"tables": tables, "packs": PACKS_A_TABLE}
        yield _("Packs of cards"), reckoning, tables * PACKS_A_TABLE, pgettext("unit", "packs")

    days = len(playing_days(tournament, reading.rounds))
    roles = tournament.roles.filter(kind__in=(RoleKind.CHIEF_REFEREE, RoleKind.REFEREE))
    referees = roles.values("user").distinct().count()
    reckoning = _("%(people)s referees, %(days)s days") % {"people": referees, "days": days}
    yield _("Referees"), reckoning, referees * days, pgettext("unit", "days")

    people = reading.player_count + referees
    reckoning = _("%(people)s people, a bottle each; %(bottles)s a box") % {"people": people, "bottles": 24}
    yield _("Drinking water"), reckoning, ceil(people / 24), pgettext("unit", "boxes")


def counts_differences(reading: EventReading) -> bool:
    """Is a match worth points by its level difference?"""
    return _plays_guandan(reading) and rule_set(reading.tournament).scale in MIDDLE


def _plays_guandan(reading: EventReading) -> bool:
    return any(stage.label.game == Guandan.name for stage in reading.stages)


def points_table(reading: EventReading, options: Options) -> Pages:
    """级差与得分: from equal levels to the largest difference, large enough for the wall."""
    rules = rule_set(reading.tournament)
    scale, middle = rules.scale, MIDDLE[rules.scale]
    rows = []
    for difference in range(middle + 1):
        points = level_points(scale, Sides(difference, 0))
        rows.append([str(difference), str(points.home), str(points.away)])
    head = [_("Level difference"), _("Points of the winner"), _("Points of the loser")]
    target = rules.target_level
    levels = listed(f"{level_name(level)} = {level}" for level in range(11, target + 1))
    words = _("Levels count as numbers: %(levels)s; whoever has passed %(target)s counts %(passed)s.")
    blocks: list[Block] = [
        Table(head, ("1fr", "1fr", "1fr"), rows, height=10.5, size=14),
        Text(words % {"levels": levels, "target": level_name(target), "passed": target + 1}, size=11),
    ]
    if scale is Scale.LEVELS_28:
        awarded = _(
            "Who forfeits: %(forfeit)s. Who withdraws before the match, or loses it by penalty: %(withdrawal)s."
        )
        shares = {
            "forfeit": f"{FORFEIT_28[1]} : {FORFEIT_28[0]}",
            "withdrawal": f"{WITHDRAWAL_28[1]} : {WITHDRAWAL_28[0]}",
        }
        blocks.append(Text(awarded % shares, size=11))
    title = _("Table of %(points)s points") % {"points": 2 * middle}
    return paper(reading, options, title, blocks)
