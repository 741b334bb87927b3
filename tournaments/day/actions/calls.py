"""请裁判长: a table asks for the chief referee, who answers by coming."""

from accounts.models import User
from journal.reasons import reason_problems
from journal.recording import action, record
from journal.refusals import WrongState, refuse_if
from journal.texts import storable
from tournaments.bracket.rules.bracket_moves import locked, match_facts
from tournaments.codes import TournamentEvent
from tournaments.day.queries.calls import open_call
from tournaments.models import Match
from tournaments.states import MatchState


@action
def call_referee(match: Match, *, by: User, note: str = "") -> None:
    """请裁判长 to the table of a match that is to be played; nothing changes but that the desk shows it until answered.

    ``note`` says why, for the staff, and may stay empty. Calling again is heard, with its new note. The event is not
    public, so it raises no version: whoever shows calls asks for them now and then.
    """
    refuse_if(reason_problems(note, "note", required=False))
    match = locked(match)
    if match.state in (MatchState.BYE, MatchState.WAITING):
        raise WrongState(match.subject, match.state)
    _record(match, TournamentEvent.REFEREE_CALLED, by=by, note=storable(note))


@action
def answer_call(match: Match, *, by: User) -> None:
    """裁判长已到: the open call of that match is answered; ``WrongState`` if there is none."""
    match = locked(match)
    if open_call(match) is None:
        raise WrongState(match.subject, match.state)
    _record(match, TournamentEvent.REFEREE_CAME, by=by)


def _record(match: Match, kind: TournamentEvent, *, by: User, **facts: str) -> None:
    record(match.stage.tournament.journal, kind, match.subject, by=by, public=False, **match_facts(match), **facts)
