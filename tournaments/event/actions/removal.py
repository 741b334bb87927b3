"""Taking out a rehearsal that broke off, or an event in which nothing was played. Whatever counts is never removed."""

from collections.abc import Collection

from django.db import DEFAULT_DB_ALIAS
from django.db.models import Q

from accounts.models import User
from journal.recording import action, record
from journal.refusals import Problem, WrongState, ask_about, refuse_if
from scoring.models import Clock, Sheet
from tournaments.bracket.queries.settings import has_results
from tournaments.codes import Code, TournamentEvent
from tournaments.locks import locked_event
from tournaments.models import CheckIn, Game, Match, Result, Substitution, Team, Tournament
from tournaments.states import TournamentState


@action
def remove_rehearsal(tournament: Tournament, *, by: User | None) -> None:
    """Delete a rehearsal that did not come to its end, with all that belongs to it but its journal.

    The journal stays, as it remembers; so do the accounts of those who played, whom it names.
    ``ValueError`` if the event is no rehearsal, ``WrongState`` if it is finished or put into the archive.
    """
    if not tournament.journal.rehearsal:
        raise ValueError("only a rehearsal may be removed")
    tournament = locked_event(tournament)
    if tournament.state == TournamentState.FINISHED:
        raise WrongState(tournament.subject, tournament.state)
    if tournament.archived_at is not None:
        raise WrongState(tournament.subject, "archived")
    _remove(tournament, TournamentEvent.REHEARSAL_REMOVED, by=by)


@action
def delete_tournament(tournament: Tournament, *, by: User | None, sure: Collection[str] | None = None) -> None:
    """Delete an event in which nothing was played, with all that belongs to it but its journal. It is asked about.

    Refused once there is a deal or a result.
    """
    tournament = locked_event(tournament)
    refuse_if([Problem(Code.EVENT_HAS_RESULTS)] if has_results(tournament) else [])
    teams = Team.objects.filter(branch__tournament=tournament).count()
    ask_about([Problem(Code.EVENT_DELETED, "", {"event": tournament.name, "teams": teams})], sure)
    _remove(tournament, TournamentEvent.TOURNAMENT_DELETED, by=by)


def _remove(tournament: Tournament, kind: TournamentEvent, *, by: User | None) -> None:
    record(tournament.journal, kind, tournament.subject, by=by, name=tournament.name, slug=tournament.slug)
    # what protects goes before what it protects
    sheets = Sheet.objects.filter(journal=tournament.journal)
    matches = Match.every.filter(stage__tournament=tournament)
    clocks = list(Clock.objects.filter(Q(round__stage__tournament=tournament) | Q(sheets__in=sheets)).values_list("pk"))
    CheckIn.objects.filter(match__in=matches).delete()
    Substitution.objects.filter(left__team__branch__tournament=tournament).delete()
    Game.every.filter(match__in=matches).delete()
    sheets.delete()
    # past Django, which would first write each match as over without a result, and that must never stand
    Result.objects.filter(match__in=matches)._raw_delete(DEFAULT_DB_ALIAS)
    matches.delete()
    for stage in tournament.stages.order_by("-number"):  # one that follows another protects it
        stage.delete()
    Clock.objects.filter(pk__in=[pk for (pk,) in clocks]).delete()
    tournament.delete()
