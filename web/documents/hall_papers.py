"""签到表, 桌牌, 记分表, 时间表: what lies on the tables of the hall, and on its walls every round with
its day and hour."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.bracket.queries.match_views import Board, Line, MatchView
from tournaments.bracket.queries.round_views import RoundView
from tournaments.bracket.words.format_sentences import table_change
from tournaments.bracket.words.matches import SEATS
from tournaments.bracket.words.names import (
    COLOURS,
    dated,
    day,
    hour,
    listed,
    match_number,
    ordinal,
    round_time,
    table_range,
    team_name,
)
from tournaments.bracket.words.results import side_words
from tournaments.day.words.games import TITLES
from tournaments.day.words.slips import side_heads, written_columns
from tournaments.entries.seats import seated
from tournaments.presets.named_games import NAMED_GAMES
from tournaments.states import SlotKind
from web.documents.blocks import (
    Block,
    Cell,
    Content,
    Facts,
    Heading,
    Signatures,
    Table,
    Text,
    Title,
    heading_of,
    paper,
    timed,
)
from web.documents.document import EventReading, Options, Pages
from web.lists.of_event import known
from web.lists.of_matches import by_round_name, by_table, named_rounds
from web.templatetags.site import round_name

DEALS, MOST_DEALS = 14, 20
"""Lines for deals on a page: more than an hour usually holds, where their number has no limit; the most that fit."""
LINE, LINES = 7.4, 114
"""Millimetres: a line is this high, and all of them together no higher than this."""


def sign_in(reading: EventReading, options: Options) -> Pages:
    """A list a round, or sitting of it, by tables; as long as of none a team is known, one of all branches."""
    parts = (part for round_ in reading.of_round(options.round) for part in round_.parts)
    blocks: list[Block] = [block for part in parts for block in _sign_in_of(reading, part)]
    if not blocks:
        rows: list[list[Content]] = []
        for branch in reading.branches:
            teams = [team for team in branch.teams if not team.withdrawn and team.players]
            people = sum(len(team.players) for team in teams)
            for number, team in enumerate(teams):
                for place, name in enumerate(team.players):
                    of_branch = [Cell(branch.name, rows=people)] if not (number or place) else []
                    of_team = [Cell(ordinal(team.label.ordinal), rows=len(team.players))] if not place else []
                    rows.append([*of_branch, *of_team, name, "", ""])
        head = [_("Branch"), _("Team"), pgettext("a person", "Player"), _("Signature"), _("Arrived at")]
        blocks = [Table(head, ("1.2fr", "20", "1fr", "1.2fr", "26"), rows, height=9)]
    return paper(reading, options, _("Check-in list"), blocks, subtitle=reading.tournament.place)


def _sign_in_of(reading: EventReading, round_: RoundView) -> Iterator[Block]:
    matches = by_table(known(round_))
    if not matches:
        return
    round_names = listed(by_round_name(round_.played))
    start = f"{dated(round_.starts_at)} {hour(round_.starts_at)}"
    yield Title(_("Check-in list"), f"{round_names}　{round_time(round_) if round_.until else start}")
    head = [_("Table"), _("Team"), pgettext("a person", "Player"), _("Signature"), _("Arrived at")]
    rows: list[list[Content]] = []
    for match in matches:
        players = [(line, _players(reading, line)) for line in match.lines]
        people = sum(len(names) for _line, names in players)
        first: list[Content] = [Cell(table_range(match.tables) or "–", rows=people, is_strong=True)]
        for line, names in players:
            for place, name in enumerate(names):
                team: list[Content] = [Cell(side_words(line), rows=len(names))] if place == 0 else []
                rows.append([*first, *team, name, "", ""])
                first = []
    yield Table(head, ("16", "1.3fr", "1fr", "1.2fr", "26"), rows, height=9)
    yield Signatures([_("Referee"), _("Date")])


def _players(reading: EventReading, line: Line) -> list[str]:
    """The players of a side, empty lines where it is not known who they are."""
    players = [name for one in line.each for name in reading.players.get(one.id, ())]
    return [*players, *[""] * (reading.tournament.seats - len(players))]


def table_cards(reading: EventReading, options: Options) -> Pages:
    """A page a table, to be folded in the middle: its number to both sides, and where all play a game whose board has
    colours, to each side its own."""
    tables = reading.tournament.tables.order_by("number")
    games = {stage.label.game for stage in reading.stages}
    colours = NAMED_GAMES[games.pop()].colours if len(games) == 1 else ("", "")
    sides = [str(COLOURS[colour]) if colour else "" for colour in colours]
    cards = [{"number": str(table), "is_number": not table.name, "sides": sides} for table in tables]
    data = {**heading_of(reading, options, _("Table cards")), "cards": cards, "table": _("Table")}
    return Pages("cards.typ", data)


def score_sheets(reading: EventReading, options: Options) -> Pages:
    """A page a match that is still to be played, of those whose sides are known; without any, one to be filled in."""
    matches = [
        match
        for r in reading.of_round(options.round)
        for match in by_table(r.in_need_of_tables)
        if all(line.slot == SlotKind.TEAM for line in match.lines)
    ]
    open_ = [match for match in matches if not match.is_over] or matches
    blocks = [block for match in open_ for block in _sheet(reading, match)] or list(_sheet(reading, None))
    return paper(reading, options, _("Score sheets"), blocks)


def _sheet(reading: EventReading, match: MatchView | None) -> Iterator[Block]:
    label = next((r.stage for r in reading.rounds if match and r.number == match.round_number), None)
    stage = label or reading.stages[0].label
    yield Title(_("Score sheet"), timed(round_name(match), match.starts_at, match.until) if match else "")
    yield Facts([
        (_("Table"), str(match.table or "") if match else "＿" * 4),
        (_("Match"), match_number(match.number) if match else "＿" * 4),
        (_("Game"), str(TITLES[stage.game])),
        (_("Referee"), "＿" * 8),
    ])  # fmt: skip
    yield _sides(reading, match, stage.game)
    # as many lines as there are games, or deals where their number is limited
    board, best_of = stage.at_table, reading.tournament.best_of
    lines = best_of if board.is_entered else min(reading.deal_limits.get(stage.id) or DEALS, MOST_DEALS)
    columns = written_columns(board, stage.game, reading.tournament.seats)
    rows = [[str(number), *[""] * (len(columns) - 1)] for number in range(1, lines + 1)]
    if board.is_entered:
        yield Table(columns, ("16", *["1fr"] * (len(columns) - 1)), rows, height=12)
    else:
        widths = ("12", *["1fr"] * (len(columns) - 3), "26", "26")
        yield Table(columns, widths, rows, height=min(LINE, LINES / lines), size=9.5)
    is_last = match is None or match.round_number == max(r.number for r in reading.rounds if r.stage.id == stage.id)
    if not is_last and (change := table_change(stage.shape)):
        yield Text(change, is_small=True, size=9.5, indented=False)
    yield Table([_("Penalties and remarks")], ("1fr",), [[""]], height=14)
    is_won_alone = board is Board.NOTHING and best_of == 1
    head = [_("Winner"), *([] if is_won_alone else [_("Final score")]), _("Ended at")]
    yield Table(head, ("1.4fr", *["1fr"] * (len(head) - 1)), [[""] * len(head)], height=11)
    yield Signatures([
        pgettext("signature", "Home side"), pgettext("signature", "Away side"), _("Referee"), _("Chief referee"),
    ])  # fmt: skip


def _sides(reading: EventReading, match: MatchView | None, game: str) -> Table:
    seats = reading.tournament.seats
    is_alone = seats == 1  # of two who face each other nobody sits north
    rows: list[list[Content]] = []
    for side, word in side_heads(game).items():
        line = (match.home if side == "home" else match.away) if match else None
        names = _players(reading, line) if line else [""] * seats
        reserve = pgettext("score sheet", "Reserve: ")
        placed = [
            (f"{SEATS[seat]}：" if seat else reserve, name or "＿" * 5) for name, seat in seated(names, side, seats)
        ]
        seat_names = "　".join(f"{'' if is_alone else seat}{name}" for seat, name in placed)
        rows.append([word, team_name(line.team) if line and line.team else "", seat_names])
    players = pgettext("a person", "Player") if is_alone else _("Players and seats")
    return Table(["", _("Team"), players], ("14", "1fr", "1.6fr"), rows, height=9)


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
