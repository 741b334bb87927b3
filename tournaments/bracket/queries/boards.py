"""团体赛 as screens show it: a team match with its boards."""

from collections.abc import Sequence
from dataclasses import replace

from guandan_rules import Reason
from tournaments.bracket.queries.match_views import Board, MatchView
from tournaments.bracket.rules.boards import plain
from tournaments.team_match import BoardResult, boards_won


def with_boards(match: MatchView, boards: Sequence[MatchView]) -> MatchView:
    """A team match with its boards, its score by those that are over."""
    over = [BoardResult(board.winner, is_drawn=board.reason == Reason.DRAW) for board in boards if board.is_over]
    won = boards_won(over)
    shown = over and match.home.team and match.away.team
    home, away = (
        replace(line, score=plain(score) if shown else None) for line, score in zip(match.lines, won, strict=True)
    )
    difference = int(won[0] - won[1]) if match.is_over else 0
    return replace(match, home=home, away=away, board=Board.SCORE, difference=difference, boards=tuple(boards))
