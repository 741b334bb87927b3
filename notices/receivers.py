"""What notices hear of: a shell that fetches and calls the plan, inside the action's transaction."""

from collections.abc import Callable

from django.utils.dateparse import parse_datetime

from journal.recording import Happening
from notices import plan
from notices.models import Mailing, Wording
from notices.recalls import Wrongs
from notices.states import NoticeKind
from scoring.states import ScoringEvent
from tournaments.bracket.rules.boards import board_of
from tournaments.codes import TournamentEvent
from tournaments.models import Match, Round, Tournament


def make_notices(happening: Happening) -> None:
    """For ``journal.recording.on_record``. Of the boards of a team match the first one is called for all, and their
    results are those of the match."""
    make = _MAKERS.get(happening.kind)
    if make is None:
        return
    board = board_of(happening.data.get("number") or 0)
    is_call = happening.kind in (TournamentEvent.MATCH_CALLED, TournamentEvent.MATCH_CALL_UNDONE)
    is_result = happening.kind in (TournamentEvent.RESULT_CONFIRMED, TournamentEvent.MATCH_RESET)
    if not (board > 0 and (is_result or (is_call and board > 1))):
        make(happening)


def _tournament(happening: Happening) -> Tournament:
    return Tournament.objects.select_related("journal").get(journal=happening.journal)


def _match(happening: Happening) -> Match:
    rows = Match.every.select_related("stage__tournament__journal", "round", "result", "team_match__result")
    return rows.get(pk=happening.row)


def _result_confirmed(happening: Happening) -> None:
    if happening.data["version"] == 1 and not happening.data["automatic"]:
        plan.announce_first_result(happening.journal.tournament, happening.row)
    else:
        plan.announce_result(_match(happening))


def _corrected(happening: Happening) -> None:
    data = happening.data
    sides = [(int(match), str(side)) for match, side in data["moved"]]
    wrongs = Wrongs(data["withdrawn"], sides, awards=data["awards_opened"])
    match, version = _match(happening), str(data["version"])
    if match.team_match is not None:
        match.team_match.stage, match.team_match.round = match.stage, match.round
        match, version = match.team_match, f"{match.board}.{version}"
    plan.announce_correction(match, version, wrongs)


def _round_moved(happening: Happening) -> None:
    round_ = Round.objects.select_related("stage__tournament__journal").get(pk=happening.row)
    before = happening.data.get("before")
    plan.announce_move(round_, parse_datetime(before) if isinstance(before, str) else None)


def _awards_reopened(happening: Happening) -> None:
    tournament = _tournament(happening)
    plan.forget_awards(tournament)
    plan.plan_expiry(tournament)


def _edited(happening: Happening) -> None:
    if "personal_months" in happening.data["fields"]:
        plan.plan_expiry(_tournament(happening))
    if "own_days" in happening.data["fields"]:
        plan.plan_reminders(_tournament(happening))


def _copied(happening: Happening) -> None:
    """The words that the event before had for its notices are the new one's too, and what it did not mail."""
    before, tournament = happening.data["of"], _tournament(happening)
    words = Wording.objects.filter(tournament=before).values("kind", "title", "text")
    Wording.objects.bulk_create(Wording(tournament=tournament, **row) for row in words)
    silenced = Mailing.objects.filter(tournament=before).values("silenced")
    Mailing.objects.bulk_create(Mailing(tournament=tournament, **row) for row in silenced)


def _hold_reminders(happening: Happening) -> None:
    plan.plan_reminders(_tournament(happening))


def _expiry_changed(happening: Happening) -> None:
    plan.plan_expiry(_tournament(happening))


def _to_branch(kind: NoticeKind) -> Callable[[Happening], None]:
    return lambda happening: plan.notify_branch(_tournament(happening), kind, happening.row)


_MAKERS: dict[str, Callable[[Happening], None]] = {
    TournamentEvent.DRAW_CONFIRMED: lambda happening: plan.publish_draw(_tournament(happening), happening.row),
    TournamentEvent.DRAW_DISCARDED: lambda happening: plan.forget_draw(_tournament(happening), happening.row),
    TournamentEvent.CHALLENGE_MADE: lambda happening: plan.announce_challenge(_match(happening)),
    TournamentEvent.CHALLENGE_WITHDRAWN: lambda happening: plan.forget_challenge(_tournament(happening), happening.row),
    TournamentEvent.DAY_PROPOSED: lambda happening: plan.announce_proposal(_match(happening), happening.data["side"]),
    TournamentEvent.DAY_AGREED: lambda happening: plan.announce_day(_match(happening)),
    TournamentEvent.MATCH_CALLED: lambda happening: plan.announce_call(_match(happening)),
    TournamentEvent.MATCH_CALL_UNDONE: lambda happening: plan.forget_call(_match(happening)),
    TournamentEvent.RESULT_CONFIRMED: _result_confirmed,
    TournamentEvent.RESULT_CORRECTED: _corrected,
    TournamentEvent.REMEDY_SIGNED: _corrected,
    TournamentEvent.MATCH_RESET: lambda happening: plan.announce_result(_match(happening)),
    TournamentEvent.ROUND_MOVED: _round_moved,
    TournamentEvent.ROUNDS_PLANNED: _hold_reminders,
    TournamentEvent.MATCH_MOVED: _hold_reminders,
    TournamentEvent.TEAM_WITHDRAWN: _hold_reminders,
    TournamentEvent.TEAM_RESTORED: _hold_reminders,
    ScoringEvent.CLOCK_START_UNDONE: _hold_reminders,
    TournamentEvent.AWARDS_CONFIRMED: lambda happening: plan.announce_awards(_tournament(happening)),
    TournamentEvent.AWARDS_REOPENED: _awards_reopened,
    TournamentEvent.ENTRY_REMINDED: _to_branch(NoticeKind.ENTRY_REMINDER),
    TournamentEvent.ENTRY_RETURNED: _to_branch(NoticeKind.ENTRY_RETURNED),
    TournamentEvent.ENTRY_ACCEPTED: _to_branch(NoticeKind.ENTRY_ACCEPTED),
    TournamentEvent.ENTRY_HANDED_IN: lambda happening: plan.forget_entry(_tournament(happening), happening.row),
    TournamentEvent.TOURNAMENT_COPIED: _copied,
    TournamentEvent.TOURNAMENT_EDITED: _edited,
    TournamentEvent.TOURNAMENT_ARCHIVED: _expiry_changed,
    TournamentEvent.TOURNAMENT_RESTORED: _expiry_changed,
    TournamentEvent.PEOPLE_FORGOTTEN: _expiry_changed,
}
"""What an event of the journal gives occasion to."""
