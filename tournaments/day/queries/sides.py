"""The sides of many matches with their players at their seats, and who of them is ticked."""

from collections.abc import Collection, Iterable, Sequence

from tournaments.bracket.queries.match_views import Line, MatchView
from tournaments.bracket.rules.starts import LineUps, Person
from tournaments.day.queries.sheet_views import PlayerView, SideView
from tournaments.entries.seats import lined_up, seated
from tournaments.models import CheckIn, Tournament


def player_views(people: Sequence[Person], side: str, seats: int, ticked: Collection[int]) -> tuple[PlayerView, ...]:
    """The players of a side by their number: the order stays as it is, whoever of them plays."""
    playing_first = lined_up(people, seats, lambda one: one.pk in ticked)
    letters = {one.pk: seat for one, seat in seated(playing_first, side, seats)}
    return tuple(PlayerView(one.pk, one.name, letters[one.pk], one.pk in ticked, one.team_id) for one in people)


def sides_of(tournament: Tournament, matches: Iterable[MatchView]) -> dict[int, tuple[SideView, SideView]]:
    """Home and away by the id of each match; two queries, three of boards. What stands on their sheets is not read."""
    by_id = {match.id: match for match in matches}
    teams = {one.id for match in by_id.values() for line in match.lines for one in line.each}
    line_ups = LineUps(tournament, teams)
    ticked: dict[int, set[int]] = {}
    for match, player in CheckIn.objects.filter(match__in=by_id).values_list("match", "player"):
        ticked.setdefault(match, set()).add(player)

    def side(match: MatchView, name: str, line: Line) -> SideView:
        boards = [line_ups.at_board(one.id, match.team_match, match.nth_board) for one in line.each]
        players = [person for people in boards for person in people]
        views = player_views(players, name, tournament.seats, ticked.get(match.id, ()))
        return SideView(name, line.team, views, colour=line.colour)

    return {m.id: (side(m, "home", m.home), side(m, "away", m.away)) for m in by_id.values()}
