"""退赛 after the draw: the matches that it gave away, and what keeps it from being taken back; what keeps a name from
standing in a team: that of a substitute, one that is corrected, those of a team that comes back.
"""

from collections.abc import Collection, Sequence

from django.db.models import QuerySet

from journal.models import Event
from journal.refusals import Problem
from tournaments.bracket.rules.bracket_moves import begun_after, follows_by_itself
from tournaments.bracket.rules.sides import stands_in
from tournaments.codes import Code, TournamentEvent
from tournaments.entries.fields import PlayerEntry
from tournaments.entries.forms import Registered, another_branch_problems, one_name_problem, same_name_doubt
from tournaments.entries.names import likeness
from tournaments.entries.queries.entries import people_elsewhere
from tournaments.models import Draw, Match, Player, Round, Team
from tournaments.states import DrawState, MatchState, SourceKind, TeamState


def matches_of(team: Team) -> QuerySet[Match]:
    """Where it stands on one side, alone or as a partner."""
    return Match.objects.filter(stands_in(team))


def matches_given_away(team: Team) -> list[Match]:
    """The matches that the team did not win because it had left, by number: walkovers, and those with an opponent who
    did not come either. Four queries at most for each."""
    over = matches_of(team).filter(state=MatchState.OVER).select_related("result", "stage__tournament", "round__clock")
    return [
        match
        for match in over.order_by("number")
        if match.result and follows_by_itself(match) and match.winning_team_id != team.pk
    ]


def restoration_problems(team: Team) -> list[Problem]:
    """Why the withdrawal of the team stands: it was drawn or paired without it since, a match that follows from one
    that it gave away has begun, or a player of it stands in another team by now."""
    journal = team.branch.tournament.journal
    events = Event.objects.filter(journal=journal).order_by("-number")
    withdrawn = events.filter(subject=team.subject, kind=TournamentEvent.TEAM_WITHDRAWN)
    since = events.filter(number__gt=withdrawn.values_list("number", flat=True).first() or 0)
    elsewhere, problems = people_elsewhere(team.branch), []
    for player in team.players.filter(left_at=None).order_by("number"):
        problems += another_branch_problems(PlayerEntry(player.name, mail=player.mail), elsewhere)
    drawn = Draw.objects.filter(pk__in=_rows(since, TournamentEvent.DRAW_CONFIRMED), state=DrawState.CONFIRMED)
    for draw in drawn.select_related("stage").order_by("stage__number")[:1]:
        problems.append(Problem(Code.DRAWN_WITHOUT, data={"stage": draw.stage.number}))
    seated = Match.objects.filter(home_source_kind=SourceKind.LOT).exclude(state=MatchState.WAITING)
    paired = Round.objects.filter(pk__in=_rows(since, TournamentEvent.ROUND_PAIRED), matches__in=seated)
    for round_ in paired.order_by("number")[:1]:
        problems.append(Problem(Code.PAIRED_WITHOUT, data={"round": round_.number}))
    begun = {after.number for match in matches_given_away(team) if (after := begun_after(match))}
    problems += [Problem(Code.FOLLOWING_BEGUN, data={"number": number}) for number in sorted(begun)]
    return problems


def _rows(events: QuerySet[Event], kind: str) -> list[int]:
    subjects = events.filter(kind=kind).values_list("subject", flat=True)
    return [int(subject.rpartition(":")[2]) for subject in subjects]


def newcomer_problems(came: PlayerEntry, elsewhere: Sequence[Registered], where: str = "name") -> list[Problem]:
    """The name is one, and nobody of another branch has it with the same e-mail. At the field ``where``."""
    problem = one_name_problem(came.name, where)
    return [problem] if problem else another_branch_problems(came, elsewhere, where)


def newcomer_doubts(team: Team, came: PlayerEntry, where: str = "name", but: Collection[Player] = ()) -> list[Problem]:
    """一人只能参加一支队伍: the name has another place of the branch that takes part, ``but`` for these."""
    others = Player.objects.filter(team__branch=team.branch, left_at=None).exclude(team__state=TeamState.WITHDRAWN)
    others = others.exclude(pk__in=[one.pk for one in but])
    return [
        same_name_doubt(where, came, team.ordinal, other.name, other.team.ordinal)
        for other in others.select_related("team").order_by("team__ordinal", "number")
        if likeness(other.name) == likeness(came.name)
    ][:1]
