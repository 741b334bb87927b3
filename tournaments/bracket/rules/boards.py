"""团体赛: the boards (台) of a team match. They have its two sides, and follow it wherever it goes."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.db.models import QuerySet

from guandan_rules import Reason
from journal.states import become, become_all
from scoring.models import Sheet
from scoring.states import SheetState
from tournaments.bracket.rules.current_sheets import new_result, open_game, withdraw_result
from tournaments.bracket.rules.formats import format_of
from tournaments.bracket.rules.sides import SIDES
from tournaments.bracket.rules.tables import book_if_free, release
from tournaments.models import Match
from tournaments.states import NOT_PLAYED, UNDECIDED, MatchState, SourceKind
from tournaments.team_match import BoardResult, BoardsEqual, Verdict, boards_won, verdict

FIRST_NUMBER = 10_000


def board_number(team_match: int, board: int) -> int:
    """The number of a board in its event, by that of its team match: 10032 is the second board of match 3."""
    return FIRST_NUMBER + 10 * team_match + board


def team_match_of(number: int) -> int:
    """The number of the team match of a board with that number; 0 if it is that of no board."""
    return max(number - FIRST_NUMBER, 0) // 10


def board_of(number: int) -> int:
    """Which board it is of its team match; 0 if it is the number of no board."""
    return number % 10 if number > FIRST_NUMBER else 0


def boards_of(match: Match) -> QuerySet[Match]:
    """The boards of a team match, the first one first."""
    return Match.every.filter(team_match=match).order_by("board")


def played_at_tables(match: Match) -> list[Match]:
    """The boards of a team match; any other match itself."""
    named = ("round__clock", "table", "result", "stage__tournament__journal", "home_team__branch", "away_team__branch")
    return list(boards_of(match).select_related(*named)) if match.has_boards else [match]


def may_be_drawn(match: Match) -> bool:
    """May it end without a winner? A board may, whatever the format of its stage."""
    return bool(match.board) or format_of(match.stage).takes_draws


def verdict_of(match: Match, winners: Mapping[int, str] | None = None) -> Verdict | None:
    """Who has won the team match by its boards; None while that is open. ``winners``: who should have won those boards,
    by their number among the boards.

    Where it stops early, a board that is being played is played to its end.
    """
    tournament = match.stage.tournament
    boards = list(boards_of(match).select_related("result"))
    is_played = any(board.state in (MatchState.PLAYING, MatchState.DISPUTED) for board in boards)
    results = [_result_of(board, (winners or {}).get(board.board)) for board in boards]
    equal = BoardsEqual(tournament.boards_equal)
    return verdict(results, equal, stop_early=tournament.stop_early and not is_played)


def score_of_boards(match: Match) -> tuple[dict[str, Any], dict[str, Any]]:
    """How many boards home and away have won, as a result keeps it."""
    won = boards_won([_result_of(board) for board in boards_of(match).select_related("result")])
    home, away = ({"level": None, "passed": False, "games": plain(boards), "points": 0} for boards in won)
    return home, away


def plain(boards: Fraction) -> int | float:
    """A number of boards as JSON and screens have it: 2, or 1.5 where one was drawn."""
    return int(boards) if boards == int(boards) else float(boards)


def _result_of(board: Match, winner: str | None = None) -> BoardResult | None:
    if board.result is None:
        return None
    home, away = board.result.home_standing, board.result.away_standing
    has_games = home.get("games", 0) + away.get("games", 0) > 1
    return BoardResult(
        board.result.winner if winner is None else winner,
        _ahead(home, has_games=has_games) - _ahead(away, has_games=has_games),
        is_drawn=board.result.reason == Reason.DRAW,
    )


def _ahead(standing: Mapping[str, Any], *, has_games: bool) -> int:
    """The games that it won of several, or its level, a passed A one more, or its points where there are no levels."""
    if has_games:
        return int(standing.get("games", 0))
    level = standing.get("level")
    return int(standing.get("points", 0) if level is None else level + bool(standing.get("passed")))


def with_boards(team_matches: Sequence[Match], boards: int) -> list[Match]:
    """The boards of new team matches, as these stand now; not saved. A bye has none."""
    return [
        Match(
            stage=match.stage,
            round=match.round,
            number=board_number(match.number, board),
            place=match.place,
            team_match=match,
            board=board,
            home_source_kind=SourceKind.LOT,
            away_source_kind=SourceKind.LOT,
            state=match.state,
            **_sides(match),
        )
        for match in team_matches
        if match.state != MatchState.BYE
        for board in range(1, boards + 1)
    ]


def follow_team_match(match: Match) -> None:
    """The boards of a (locked) team match take its sides. While it is to be played they are to be played, but for those
    that have a result; once it is over they are not played any more. Of any other match nothing follows."""
    if not match.has_boards:
        return
    for board in boards_of(match).select_related("round__clock", "result", "stage__tournament__journal"):
        sides = _sides(match)
        if match.state == MatchState.OVER:
            if board.state != MatchState.OVER:
                sheets = Sheet.objects.filter(match_game__match=board, match_game__replaced_at=None)
                become_all(sheets, SheetState.CLOSED)
                become(board, MatchState.OVER, result=new_result(board, reason=NOT_PLAYED))
                release(board)
        elif match.state in UNDECIDED:
            is_unplayed = board.result is not None and board.result.reason == NOT_PLAYED
            if board.state in (MatchState.WAITING, MatchState.BYE) or is_unplayed:
                withdraw_result(board)
                become(board, MatchState.READY, result=None, **sides)
                last = board.games.order_by("number").last()
                if last is None:
                    open_game(board)
                else:
                    become_all(Sheet.objects.filter(pk=last.sheet_id), SheetState.OPEN)
                book_if_free(board)
        else:
            withdraw_result(board)
            become(board, MatchState.WAITING, result=None, called_at=None, **sides)
            if match.state == MatchState.BYE:
                become(board, MatchState.BYE)
            release(board)


def begin_team_match(board: Match) -> None:
    """A board of it is being played. Whoever has just locked it, and waits for this board perhaps, will say so."""
    if board.team_match_id is None:
        return
    rows = Match.objects.filter(pk__in=[board.team_match_id]).exclude(state=MatchState.OVER)
    free = rows.select_for_update(no_key=True, skip_locked=True).values_list("pk", flat=True)
    become_all(Match.objects.filter(pk__in=list(free)), MatchState.PLAYING)


def _sides(match: Match) -> dict[str, object]:
    return {f"{side}_{name}": getattr(match, f"{side}_{name}") for side in SIDES for name in ("slot", "team_id")}
