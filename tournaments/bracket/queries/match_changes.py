"""改动: when it last changed where, when and against whom matches are played, as the journal tells."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Max

from journal.models import Event
from tournaments.bracket.queries.match_views import MatchView
from tournaments.codes import TournamentEvent
from tournaments.models import Tournament

OF_ONE = (
    TournamentEvent.ROUND_MOVED,
    TournamentEvent.ROUND_PAIRED,
    TournamentEvent.ROUND_UNPAIRED,
    TournamentEvent.TABLES_ASSIGNED,
    TournamentEvent.MATCH_MOVED,
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


@dataclass(frozen=True)
class Change:
    """The journal's ``number`` of what happened last, and when."""

    number: int
    at: datetime


def last_changes(tournament: Tournament, matches: Sequence[MatchView]) -> dict[int, Change]:
    """By the number of each of these matches, which are all of the event: one query.

    A change that touched none of the three may be among them; none that did is left out. So the number never falls,
    and rises whenever a match is moved.
    """
    events = Event.objects.filter(journal=tournament.journal_id, kind__in=(*OF_ONE, *OF_ALL)).order_by()
    rows = events.values_list("kind", "subject").annotate(Max("number"), Max("at"))
    of_all, of_one = Change(0, tournament.created_at), dict[str, Change]()
    for kind, subject, number, at in rows:
        change = Change(number, at)
        if kind in OF_ALL:
            of_all = max(of_all, change, key=_number)
        else:
            of_one[subject] = max(of_one.get(subject, change), change, key=_number)
    own = {m.number: _own(m, of_one, of_all) for m in matches}
    by_number = {m.number: m for m in matches}
    return {m.number: max((own[n] for n in _before(m, by_number)), key=_number) for m in matches}


def _number(change: Change) -> int:
    return change.number


def _own(match: MatchView, of_one: Mapping[str, Change], of_all: Change) -> Change:
    changes = (of_one.get(subject) for subject in (f"match:{match.id}", f"round:{match.round_id}"))
    return max([of_all, *filter(None, changes)], key=_number)


def _before(match: MatchView, by_number: Mapping[int, MatchView]) -> set[int]:
    """The match and all from which its teams come."""
    numbers: set[int] = set()
    reached = {match.number}
    while reached:
        numbers |= reached
        sources = (line.source for number in reached for line in by_number[number].lines)
        reached = {source.number for source in sources if source.is_match} - numbers
    return numbers
