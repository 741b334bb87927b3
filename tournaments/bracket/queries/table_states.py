"""What is going on at the tables that play: one answer for desk, phones, hall, public pages and programs.

It follows from the log of the sheet, its table's clock and the answer at the bell, as the verdict does.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.db.models import F, OuterRef, Subquery, TextField, Value
from django.db.models.functions import Cast, Concat

from guandan_rules import Awaited, Pending, Verdict
from journal import clock as journal_clock
from journal.models import Event
from scoring import clocks
from scoring.models import Sheet
from scoring.queries import NOTHING, sheet_logs, state_of_log
from tournaments.states import MatchState, TableState

AWAITED = {
    Awaited.PLAY_ON: TableState.PLAYING,
    Awaited.DEAL_IN_HAND_QUESTION: TableState.QUESTION,
    Awaited.LAST_DEAL: TableState.LAST_DEAL,
    Awaited.EXTRA_DEAL: TableState.EXTRA_DEAL,
    Awaited.REFEREE: TableState.REFEREE,
}
STATES = {
    MatchState.WAITING: TableState.WAITING,
    MatchState.READY: TableState.DUE,
    MatchState.CALLED: TableState.CALLED,
    MatchState.PLAYING: TableState.PLAYING,
    MatchState.DISPUTED: TableState.DISPUTED,
    MatchState.OVER: TableState.OVER,
    MatchState.BYE: TableState.BYE,
}
"""Of a match by its own state alone."""


class AtTable(NamedTuple):
    """The ``state`` of a match, and how many sides have ``agreed`` to its result as it stands."""

    state: TableState
    agreed: int = 0


def at_table(outcome: Verdict | Pending) -> TableState:
    """Of a match that is being played, by the verdict of its sheet."""
    return AWAITED[outcome.awaits] if isinstance(outcome, Pending) else TableState.VERDICT


def at_tables(matches: Mapping[int, str]) -> dict[int, AtTable]:
    """What is going on at matches, given by their ids with the state of each: four queries where some are played."""
    states = {match: AtTable(STATES[MatchState(state)]) for match, state in matches.items()}
    playing = [match for match, at in states.items() if at.state == TableState.PLAYING]
    if not playing:
        return states
    subject = Concat(Value("sheet:"), Cast(OuterRef("pk"), TextField()))
    events = Event.objects.filter(journal=OuterRef("journal"), subject=subject).order_by("-number")
    sheets = (
        Sheet.objects.filter(match_game__match__in=playing, match_game__replaced_at=None)
        .select_related("clock", "journal")
        .prefetch_related("confirmations")
        .annotate(match=F("match_game__match"), seen=Subquery(events.values("number")[:1]))
        .order_by("match_game__number")
    )
    current: dict[int, Any] = {sheet.match: sheet for sheet in sheets}
    logs = sheet_logs([sheet.pk for sheet in current.values()])
    for match, sheet in current.items():
        # what a side said last of the sheet as its last event left it
        said = {c.side: c.agrees for c in sheet.confirmations.all() if c.seen == (sheet.seen or 0)}
        log = logs.get(sheet.pk, NOTHING).log
        state = state_of_log(sheet.game, sheet.option_text, log, clocks.latest_sheet_bell(sheet))
        time_up = clocks.sheet_has_rung(sheet, journal_clock.now(sheet.journal))
        outcome = sheet.played.verdict(sheet.options, state, time_up=time_up, in_hand=sheet.in_hand)
        states[match] = AtTable(at_table(outcome), sum(said.values()))
    return states
