"""Taking a rehearsal out that broke off. Whatever counts is never removed."""

from django.db import DEFAULT_DB_ALIAS
from django.db.models import Q

from accounts.models import User
from journal.recording import action, record
from journal.refusals import WrongState
from scoring.models import Clock, Sheet
from tournaments.locks import locked_event
from tournaments.models import CheckIn, Game, Match, Result, Substitution, Tournament
from tournaments.states import TournamentEvent, TournamentState


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
    record(
        tournament.journal, TournamentEvent.REHEARSAL_REMOVED, tournament.subject, by=by,
        name=tournament.name, slug=tournament.slug,
    )  # fmt: skip
    # what protects goes before what it protects
    matches = Match.objects.filter(stage__tournament=tournament)
    sheets = Sheet.objects.filter(journal=tournament.journal)
    clocks = list(Clock.objects.filter(Q(round__stage__tournament=tournament) | Q(sheets__in=sheets)).values_list("pk"))
    CheckIn.objects.filter(match__in=matches).delete()
    Substitution.objects.filter(left__team__branch__tournament=tournament).delete()
    Game.every.filter(match__in=matches).delete()
    sheets.delete()
    # past Django, which would first write each match as over without a result, and that must never stand
    Result.objects.filter(match__in=matches)._raw_delete(DEFAULT_DB_ALIAS)
    matches.delete()
    tournament.stages.all().delete()
    Clock.objects.filter(pk__in=[pk for (pk,) in clocks]).delete()
    tournament.delete()
