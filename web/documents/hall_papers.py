"""签到表, 桌牌, 记分表: what lies on the tables of the hall."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.bracket.queries.match_views import Board, Line, MatchView, RoundView
from tournaments.bracket.words.matches import SEATS
from tournaments.bracket.words.names import dated, day, hour, listed, ordinal, team_name
from tournaments.bracket.words.results import side_words
from tournaments.day.words.games import TITLES
from tournaments.day.words.slips import PAPER
from tournaments.entries.seats import SEATS_OF, seated
from tournaments.states import SlotKind
from web.documents.blocks import Block, Cell, Content, Facts, Signatures, Table, Title, heading_of, paper
from web.documents.document import Pages, Wish
from web.documents.reading import Reading
from web.lists.of_matches import by_round_name, match_round

DEALS = 14
"""Lines for deals on a page: more than an hour usually holds."""
SHUANGSHENG = "shuangsheng"


def sign_in(reading: Reading, wish: Wish) -> Pages:
    """A list a round, by tables; before there are matches one of all branches."""
    rounds = _with_teams(reading, wish)
    blocks = [block for r in rounds for block in _sign_in_of(reading, r)] or _sign_in_of_all(reading)
    return paper(reading, wish, _("Check-in list"), blocks, subtitle=reading.tournament.place)


def _with_teams(reading: Reading, wish: Wish) -> list[RoundView]:
    """Rounds, or sittings of them, of which somebody is known to play."""
    parts = (part for round_ in reading.of_round(wish.round) for part in round_.parts)
    return [part for part in parts if any(line.team for match in part.played for line in match.lines)]


def _sign_in_of(reading: Reading, round_: RoundView) -> Iterator[Block]:
    name = listed(by_round_name(round_.played))
    yield Title(_("Check-in list"), f"{name}　{dated(round_.starts_at)} {hour(round_.starts_at)}")
    head = [_("Table"), _("Team"), pgettext("a person", "Player"), _("Signature"), _("Arrived at")]
    rows: list[list[Content]] = []
    for match in _by_table(round_.played):
        of_match = [(line, name) for line in match.lines for name in _names(reading, line)]
        for place, (line, name) in enumerate(of_match):
            seats = len(_names(reading, line))
            row: list[Content] = []
            if place == 0:
                row.append(Cell(str(match.table or "–"), rows=len(of_match), is_strong=True))
            if place in (0, len(_names(reading, match.home))):
                row.append(Cell(side_words(line), rows=seats))
            rows.append([*row, name, "", ""])
    yield Table(head, ("16", "1.3fr", "1fr", "1.2fr", "26"), rows, height=9)
    yield Signatures([_("Referee"), _("Date")])


def _sign_in_of_all(reading: Reading) -> list[Block]:
    head = [_("Branch"), _("Team"), pgettext("a person", "Player"), _("Signature"), _("Arrived at")]
    rows: list[list[Content]] = []
    for branch in reading.branches:
        teams = [team for team in branch.teams if not team.withdrawn and team.players]
        people = sum(len(team.players) for team in teams)
        for number, team in enumerate(teams):
            for place, name in enumerate(team.players):
                first: list[Content] = [Cell(branch.name, rows=people)] if not (number or place) else []
                second: list[Content] = [Cell(ordinal(team.label.ordinal), rows=len(team.players))] if not place else []
                rows.append([*first, *second, name, "", ""])
    return [Table(head, ("1.2fr", "20", "1fr", "1.2fr", "26"), rows, height=9)]


def _by_table(matches: Sequence[MatchView]) -> list[MatchView]:
    known = [match for match in matches if any(line.team for line in match.lines)]
    return sorted(known, key=lambda match: (match.table or 999, match.number))


def _names(reading: Reading, line: Line) -> list[str]:
    """The players of a side, empty lines where it is not known who they are."""
    players = reading.players.get(line.team.id, ()) if line.team else ()
    return [*players, *[""] * (reading.tournament.seats - len(players))]


def table_cards(reading: Reading, wish: Wish) -> Pages:
    """A page a table, to be folded in the middle: its number to both sides."""
    tables = reading.tournament.tables.order_by("number")
    cards = [{"number": str(table), "is_number": not table.name} for table in tables]
    data = {**heading_of(reading, wish, _("Table cards")), "cards": cards, "table": _("Table")}
    return Pages("cards.typ", data)


def has_rounds(reading: Reading) -> bool:
    return bool(reading.rounds)


def has_tables(reading: Reading) -> bool:
    return reading.tournament.tables.exists()


def score_sheets(reading: Reading, wish: Wish) -> Pages:
    """A page a match that is still to be played, of those whose sides are known; without any, one to be filled in."""
    known = [
        match
        for r in reading.of_round(wish.round)
        for match in _by_table(r.played)
        if all(line.slot == SlotKind.TEAM for line in match.lines)
    ]
    open_ = [match for match in known if not match.is_over] or known
    blocks = [block for match in open_ for block in _sheet(reading, match)] or list(_sheet(reading, None))
    return paper(reading, wish, _("Score sheets"), blocks)


def _sheet(reading: Reading, match: MatchView | None) -> Iterator[Block]:
    label = next((r.stage for r in reading.rounds if match and r.number == match.round_number), None)
    stage = label or reading.stages[0].label
    when = f"{match_round(match)}　{day(match.starts_at)} {hour(match.starts_at)}" if match else ""
    yield Title(_("Score sheet"), when)
    yield Facts([
        (_("Table"), str(match.table or "") if match else "＿" * 4),
        (_("Match"), str(match.number) if match else "＿" * 4),
        (_("Game"), str(TITLES[stage.game])),
        (_("Referee"), "＿" * 8),
    ])  # fmt: skip
    yield _sides(reading, match)
    yield _lines(reading, stage.board, stage.game)
    yield Table([_("Penalties and remarks")], ("1fr",), [[""]], height=14)
    is_won_alone = stage.board is Board.NOTHING and reading.tournament.best_of == 1
    head = [_("Winner"), *([] if is_won_alone else [_("Final score")]), _("Ended at")]
    yield Table(head, ("1.4fr", *["1fr"] * (len(head) - 1)), [[""] * len(head)], height=11)
    yield Signatures([
        pgettext("signature", "Home side"), pgettext("signature", "Away side"), _("Referee"), _("Chief referee"),
    ])  # fmt: skip


def _sides(reading: Reading, match: MatchView | None) -> Table:
    seats = reading.tournament.seats
    is_alone = seats == 1  # of two who face each other nobody sits north
    rows: list[list[Content]] = []
    for side, word in (("home", pgettext("side of a match", "Home")), ("away", pgettext("side of a match", "Away"))):
        line = (match.home if side == "home" else match.away) if match else None
        names = _names(reading, line) if line else [""] * seats
        placed = [(f"{SEATS[seat]}：", name or "＿" * 5) for name, seat in seated(names, side, seats) if seat]
        seat_names = "　".join(f"{'' if is_alone else seat}{name}" for seat, name in placed)
        rows.append([word, team_name(line.team) if line and line.team else "", seat_names])
    players = pgettext("a person", "Player") if is_alone else _("Players and seats")
    return Table(["", _("Team"), players], ("14", "1fr", "1.6fr"), rows, height=9)


def _lines(reading: Reading, board: Board, game: str) -> Table:
    """What is written down at the table, by how the event counts."""
    best_of = reading.tournament.best_of
    letters = {side: " ".join(str(SEATS[seat]) for seat in SEATS_OF[reading.tournament.seats][side]) for side in _SIDES}
    words = {"home": pgettext("side of a match", "Home"), "away": pgettext("side of a match", "Away")}
    numbers = [str(number) for number in range(1, (best_of if board.is_entered else DEALS) + 1)]
    if board is Board.NOTHING:
        head = [pgettext("of a match", "Game"), _("Winner"), _("Remark")]
        return Table(head, ("16", "1fr", "1fr"), [[number, "", ""] for number in numbers], height=12)
    if board is Board.SCORE:
        head = [pgettext("of a match", "Game"), words["home"], words["away"], _("Winner")]
        return Table(head, ("16", "1fr", "1fr", "1fr"), [[number, "", "", ""] for number in numbers], height=12)
    counted = _("Points") if board is Board.POINTS else str(PAPER["levels"])
    ends = [f"{counted}\n{words[side]} {letters[side]}" for side in _SIDES]
    marks = [str(PAPER[name]) for name in ("first", "second", "third", "last")]
    if game == SHUANGSHENG:
        marks = [_("Defenders"), _("Points of the attackers"), _("Bottom")]
    head = [str(PAPER["deal"]), *marks, *ends]
    widths = ("12", *("1fr" for _mark in marks), "26", "26")
    return Table(head, widths, [[number, *[""] * (len(head) - 1)] for number in numbers], height=7.4, size=9.5)


_SIDES = ("home", "away")
