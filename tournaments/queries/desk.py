"""The chief referee's desk: every table of a round, who is late, and what is missing at its start and its end."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q

from guandan_rules import Awaited, Pending
from journal import clock as journal_clock
from scoring import clocks
from scoring.clocks import Reading
from scoring.states import ClockState
from tournaments.models import Match, Tournament
from tournaments.progress import begun_after, follows_by_itself
from tournaments.queries.matches import MatchView, RoundView, match_view, rounds
from tournaments.queries.play import SideView
from tournaments.queries.sheets import Play, matches_with_play, play_of, side_views
from tournaments.states import MatchState

CLOSED = ("over", "bye")
AT_THE_BELL = {
    Awaited.DEAL_IN_HAND_QUESTION: "question",
    Awaited.LAST_DEAL: "last_deal",
    Awaited.EXTRA_DEAL: "extra_deal",
    Awaited.REFEREE: "referee",
    Awaited.PLAY_ON: "playing",
}


@dataclass(frozen=True)
class Lateness:
    """迟到 by the rule set's grace: who is absent, and since when they are late. Evidence, nothing more."""

    absent: tuple[SideView, ...]
    due: datetime
    minutes: int
    grace: int
    called_at: datetime | None

    @property
    def both(self) -> bool:
        return len(self.absent) == 2

    @property
    def missing(self) -> tuple[str, ...]:
        return tuple(p.name for side in self.absent for p in side.players if not p.present)


@dataclass(frozen=True)
class TableCard:
    """A match on the desk. ``status`` is one of waiting, due, called, present, playing, question, last_deal,
    extra_deal, referee, verdict, over and bye; ``silent_minutes`` counts from the last entry, or from the start."""

    match: MatchView
    sides: tuple[SideView, SideView]
    status: str
    called_at: datetime | None
    deals: int
    last_entry: datetime | None
    silent_minutes: int
    late: Lateness | None

    @property
    def is_open(self) -> bool:
        return self.status not in CLOSED

    @property
    def takes_check_ins(self) -> bool:
        return self.status in ("due", "called", "present")

    @property
    def both_present(self) -> bool:
        return all(side.is_present for side in self.sides)

    @property
    def needs_attention(self) -> bool:
        return self.late is not None or self.status in ("question", "referee", "verdict")


@dataclass(frozen=True)
class RoundDesk:
    """A round on the desk, with all rounds for the way to the others. ``now`` is the event's present moment."""

    rounds: tuple[RoundView, ...]
    round: RoundView
    cards: tuple[TableCard, ...]
    clock: Reading
    now: datetime

    @property
    def played(self) -> tuple[TableCard, ...]:
        return tuple(card for card in self.cards if card.status != "bye")

    def with_status(self, *statuses: str) -> tuple[TableCard, ...]:
        return tuple(card for card in self.cards if card.status in statuses)

    @property
    def waiting(self) -> tuple[TableCard, ...]:
        return self.with_status("waiting")

    @property
    def uncalled(self) -> tuple[TableCard, ...]:
        return self.with_status("due")

    @property
    def incomplete(self) -> tuple[TableCard, ...]:
        """Matches to be played whose teams are not all there."""
        return tuple(card for card in self.cards if card.takes_check_ins and not card.both_present)

    @property
    def unfinished(self) -> tuple[TableCard, ...]:
        return tuple(card for card in self.cards if card.is_open)

    @property
    def counts(self) -> Counter[str]:
        return Counter(card.status for card in self.cards)

    @property
    def is_set(self) -> bool:
        return self.clock.state == ClockState.SET

    @property
    def may_call(self) -> bool:
        return bool(self.uncalled)

    @property
    def may_start(self) -> bool:
        return self.is_set and bool(self.unfinished) and not self.waiting

    @property
    def may_pause(self) -> bool:
        return self.clock.state == ClockState.RUNNING and not self.clock.rung and bool(self.unfinished)

    @property
    def may_resume(self) -> bool:
        return self.clock.state == ClockState.PAUSED

    @property
    def may_extend(self) -> bool:
        return not self.is_set and bool(self.unfinished)


@dataclass(frozen=True)
class Correction:
    """Whether a result may be taken back: not if it ``follows`` from other matches alone, nor once match ``obstacle``
    has begun (0: none has)."""

    follows: bool
    obstacle: int

    @property
    def is_possible(self) -> bool:
        return not self.follows and not self.obstacle


def correction_of(match: Match) -> Correction:
    """What ``actions.rulings.correct_result`` would say to a decided match."""
    begun = begun_after(match)
    return Correction(follows_by_itself(match), begun.number if begun else 0)


def current_round(found: tuple[RoundView, ...]) -> RoundView | None:
    """The first round that is not over; the last one once all are. None before the draw."""
    drawn = [r for r in found if r.matches]
    return next((r for r in drawn if not r.is_over), drawn[-1] if drawn else None)


def round_desk(tournament: Tournament, number: int | None = None) -> RoundDesk | None:
    """The desk of round ``number``, or of the current one; None if there is no such round or nothing is drawn yet."""
    found = rounds(tournament)
    shown = current_round(found) if number is None else next((r for r in found if r.number == number), None)
    if shown is None or not shown.matches:
        return None
    now = journal_clock.now(tournament.journal)
    return RoundDesk(found, shown, table_cards(tournament, shown, now), clocks.read(shown.clock, now), now)


def table_cards(tournament: Tournament, round_: RoundView, now: datetime) -> tuple[TableCard, ...]:
    """The matches of the round as cards, by table, those without a table last; a fixed number of queries."""
    feeds = Q(winner_to__round=round_.id) | Q(loser_to__round=round_.id)
    found = matches_with_play(tournament, Q(round=round_.id) | feeds)
    matches = [m for m in found.values() if m.round_id == round_.id]
    cards = [_card(play_of(m, now), match_view(m, found)) for m in matches]
    return tuple(sorted(cards, key=lambda card: (card.match.table or 10_000, card.match.number)))


def match_card(tournament: Tournament, number: int) -> TableCard | None:
    """One match as a card; None if there is no such match."""
    feeds = Q(winner_to__number=number) | Q(loser_to__number=number)
    found = matches_with_play(tournament, Q(number=number) | feeds)
    if number not in found:
        return None
    return _card(play_of(found[number], journal_clock.now(tournament.journal)), match_view(found[number], found))


def _card(play: Play, shown: MatchView) -> TableCard:
    sides = side_views(play)
    last_entry = play.deals[-1].entered_at if play.deals else None
    started_at = play.match.round.clock.started_at
    since = max((moment for moment in (last_entry, started_at) if moment), default=play.now)
    status = _status(play, sides)
    return TableCard(
        match=shown,
        sides=sides,
        status=status,
        called_at=play.match.called_at,
        deals=len(play.deals),
        last_entry=last_entry,
        silent_minutes=int((play.now - since).total_seconds() // 60) if status == "playing" else 0,
        late=_lateness(play, sides),
    )


def _status(play: Play, sides: tuple[SideView, SideView]) -> str:
    match play.match.state:
        case MatchState.READY | MatchState.CALLED:
            if all(side.is_present for side in sides):
                return "present"
            return "called" if play.match.state == MatchState.CALLED else "due"
        case MatchState.PLAYING:
            found = play.verdict()
            return AT_THE_BELL[found.awaits] if isinstance(found, Pending) else "verdict"
        case other:
            return str(other)


def _lateness(play: Play, sides: tuple[SideView, SideView]) -> Lateness | None:
    if play.match.state not in (MatchState.READY, MatchState.CALLED) or play.deals:
        return None
    grace = play.rules.grace_minutes
    due = play.match.round.starts_at + timedelta(minutes=grace)
    absent = tuple(side for side in sides if not side.is_present)
    if play.now < due or not absent:
        return None
    late = int((play.now - play.match.round.starts_at).total_seconds() // 60)
    return Lateness(absent, due, late, grace, play.match.called_at)
