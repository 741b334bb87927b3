"""排阵: a side hands in who plays at which board, secretly until both sides have done so or the boards are called."""

from collections.abc import Sequence

from accounts.models import User
from journal.recording import action, record
from journal.refusals import Problem, refuse_if
from tournaments.bracket.rules.boards import boards_of
from tournaments.bracket.rules.bracket_moves import locked, match_facts, team_facts
from tournaments.bracket.rules.starts import LineUps, are_shown
from tournaments.codes import Code, TournamentEvent
from tournaments.models import BoardPlayer, Match, Team


@action
def hand_in_line_up(match: Match, team: Team, people: Sequence[Sequence[int | None]], *, by: User | None) -> Match:
    """Keep who of the ``team`` plays at each board of the team match: ids of players, the first board first, None for
    nobody. The same once more is no change.

    Refused: the team does not play in it, the line-ups are shown already, a board lacks a player, somebody is at two
    places (at the field ``board1_1``: the first player of the first board).
    """
    match = locked(match)
    tournament = match.stage.tournament
    sides = (match.home_team_id, match.away_team_id)
    refuse_if([] if match.has_boards and team.pk in sides else [Problem(Code.NOT_A_SIDE)])
    line_ups = LineUps(tournament, sides)
    refuse_if([Problem(Code.LINE_UP_CLOSED)] if are_shown(match, line_ups) else [])
    names = {person.pk: person.name for person in line_ups.team(team.pk)}
    refuse_if(_problems(people, names, boards=tournament.boards, seats=tournament.seats))
    before = [{person.pk for person in of} for of in line_ups.by_boards(team.pk, match.number)]
    if line_ups.is_handed_in(team.pk, match.number) and before == [set(filter(None, of)) for of in people]:
        return match
    boards = list(boards_of(match))
    BoardPlayer.objects.filter(match__in=boards, player__team=team).delete()
    placed = [(board, player) for board, of in zip(boards, people, strict=True) for player in of if player]
    BoardPlayer.objects.bulk_create(BoardPlayer(match=board, player_id=player) for board, player in placed)
    other = sides[team.pk == sides[0]]
    # until both are in, everybody but the office hears nothing of it
    record(
        tournament.journal, TournamentEvent.LINE_UP_HANDED_IN, f"line_up:{match.pk}.{team.pk}", by=by,
        public=line_ups.is_handed_in(other, match.number), **match_facts(match), team=team_facts(team),
    )  # fmt: skip
    return match


def _problems(
    people: Sequence[Sequence[int | None]], names: dict[int, str], *, boards: int, seats: int
) -> list[Problem]:
    """A team that is not whole leaves places empty at its last boards."""
    problems, placed, wanted = list[Problem](), set[int](), min(boards * seats, len(names))
    for board in range(boards):
        of = list(people[board]) if board < len(people) else []
        for place in range(seats):
            field = f"board{board + 1}_{place + 1}"
            player = of[place] if place < len(of) else None
            if player is None:
                is_needed = board * seats + place < wanted
                problems += [Problem(Code.VALUE_INVALID, field)] if is_needed else []
            elif player not in names:
                problems.append(Problem(Code.VALUE_INVALID, field))
            elif player in placed:
                problems.append(Problem(Code.LINED_UP_TWICE, field, {"player": names[player]}))
            else:
                placed.add(player)
    return problems
