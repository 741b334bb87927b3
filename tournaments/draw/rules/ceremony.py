"""How far a ceremony is at a moment, and how it ends with its draw."""

from collections.abc import Iterator
from datetime import datetime

from accounts.models import User
from journal import clock
from journal.recording import record
from journal.states import become
from tournaments.codes import TournamentEvent
from tournaments.draw.method import showing
from tournaments.draw.method.showing import DrawnLot
from tournaments.formats import FORMATS
from tournaments.models import Ceremony, Draw, Stage
from tournaments.states import CeremonyPace, CeremonyState, DrawState


def lots_of(ceremony: Ceremony) -> tuple[DrawnLot, ...]:
    """All its lots in their order; of lots drawn by hand those that are typed."""
    if ceremony.by_hand:
        return showing.typed(ceremony.lots)
    assert ceremony.draw is not None  # only lots drawn by hand come before their draw
    is_sheet = FORMATS[ceremony.stage.format].is_drawn_in_pairs
    return showing.in_turn(ceremony.teams, ceremony.draw.positions, is_sheet=is_sheet)


def shown_at(ceremony: Ceremony, now: datetime) -> int:
    """How many lots are shown: all of a draw that is published, else what the row and the clock say."""
    if ceremony.draw and ceremony.draw.state == DrawState.CONFIRMED:
        return len(ceremony.teams)
    if not counts(ceremony) or ceremony.since is None:
        return ceremony.shown
    return showing.turned(ceremony.shown, len(ceremony.teams), ceremony.since, now, ceremony.seconds)


def counts(ceremony: Ceremony) -> bool:
    """Does the clock turn the lots?"""
    return not ceremony.by_hand and ceremony.state == CeremonyState.RUNNING and ceremony.pace == CeremonyPace.AUTO


def moments_of(ceremony: Ceremony) -> Iterator[datetime]:
    """When a lot will be shown although nobody does anything."""
    if counts(ceremony) and ceremony.since is not None:
        yield from showing.moments(ceremony.shown, len(ceremony.teams), ceremony.since, ceremony.seconds)


def of_stage(stage: Stage) -> Ceremony | None:
    """The ceremony that is on, locked."""
    rows = Ceremony.objects.select_for_update(of=("self",)).select_related("stage__tournament__journal", "draw")
    return rows.filter(stage=stage).exclude(state=CeremonyState.OVER).first()


def end(ceremony: Ceremony, draw: Draw | None, *, by: User | None) -> None:
    """Nothing more is shown; ``draw`` is what was drawn by hand, or what was shown."""
    journal = ceremony.stage.tournament.journal
    shown = shown_at(ceremony, clock.now(journal))
    become(ceremony, CeremonyState.OVER, shown=shown, since=None, draw=draw)
    record(journal, TournamentEvent.CEREMONY_OVER, ceremony.subject, by=by, shown=shown)
