"""改动: when it last changed where, when and against whom matches are played, as the journal tells."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import Max

from journal.models import Event
from tournaments.bracket.queries.match_views import MatchView
from tournaments.codes import TournamentEvent
from tournaments.models import Tournament

OF_ONE = (
    TournamentEvent.ROUND_MOVED,
    TournamentEvent.ROUND_PAIRED,
    TournamentEvent.ROUND_DRAWN,
    TournamentEvent.ROUND_UNPAIRED,
    TournamentEvent.TABLES_ASSIGNED,
    TournamentEvent.MATCH_MOVED,
    TournamentEvent.DAY_AGREED,
    TournamentEvent.CHALLENGE_MADE,
    TournamentEvent.RESULT_CONFIRMED,
    TournamentEvent.RESULT_CORRECTED,
)
"""They change the matches of their round, their match, and those that its teams go on to."""
OF_ALL = (
    TournamentEvent.TOURNAMENT_CREATED,
    TournamentEvent.TOURNAMENT_IMPORTED,
    TournamentEvent.TOURNAMENT_EDITED,
    TournamentEvent.BRANCH_EDITED,
    TournamentEvent.TEAM_WITHDRAWN,
    TournamentEvent.TEAM_RESTORED,
    TournamentEvent.DRAW_CONFIRMED,
    TournamentEvent.DRAW_DISCARDED,
    TournamentEvent.ROUNDS_PLANNED,
    TournamentEvent.TABLES_SET,
    TournamentEvent.REMEDY_SIGNED,
    TournamentEvent.MATCH_RESET,
)
"""They may change any match."""


class LastChange(NamedTuple):
    """The journal's ``number`` of what happened last, and when."""

    number: int
    at: datetime


def last_changes(tournament: Tournament, matches: Sequence[MatchView]) -> dict[int, LastChange]:
    """By the number of each of these matches, which are all of the event: one query.

    A change that touched none of the three may be among them; none that did is left out. So the number never falls,
    and rises whenever a match is moved.
    """
    events = Event.objects.filter(journal=tournament.journal_id, kind__in=(*OF_ONE, *OF_ALL)).order_by()
    of_all, of_one = LastChange(0, tournament.created_at), dict[str, LastChange]()
    for kind, subject, *newest in events.values_list("kind", "subject").annotate(Max("number"), Max("at")):
        change = LastChange(*newest)
        if kind in OF_ALL:
            of_all = max(of_all, change)
        else:
            of_one[subject] = max(of_one.get(subject, change), change)
    own = {}
    for match in matches:
        subjects = (f"match:{match.id}", f"round:{match.round_id}")
        own[match.number] = max(of_all, *(of_one.get(subject, of_all) for subject in subjects))

    by_number = {match.number: match for match in matches}
    changes = {}
    for number in by_number:
        before: set[int] = set()  # the match and all from which its teams come
        reached = {number}
        while reached:
            before |= reached
            sources = (line.source for other in reached for line in by_number[other].lines)
            reached = {source.number for source in sources if source.is_match} - before
        changes[number] = max(own[other] for other in before)
    return changes
