"""The chief referee's desk: every table of a round, who is late, and what is missing at its start and its end."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from journal import clock as journal_clock
from journal.refusals import Problem
from scoring import clocks
from scoring.clocks import Reading
from scoring.queries import last_extensions
from scoring.states import ClockState
from tournaments.models import Match, Round, Tournament
from tournaments.play.bracket_moves import begun_after, follows_by_itself
from tournaments.play.starts import start_lacks
from tournaments.play.tables import free_tables
from tournaments.queries.desk_cards import TableCard, card_of, is_last_bell, signals
from tournaments.queries.matches import MatchView, RoundView, match_view, rounds
from tournaments.queries.sheet_reading import matches_with_play, play_of
from tournaments.states import MatchState, SlotKind

GROUPS = ("all", "chief", "missing", "playing", "over")
"""What the desk may be narrowed to."""
MOST_NAMED = 24


@dataclass(frozen=True)
class Lack:
    """Tables whose matches still need the same before the round is over: the status of a card, or ``tableless``."""

    status: str
    cards: tuple[TableCard, ...]

    @property
    def first(self) -> tuple[TableCard, ...]:
        """Those that are named."""
        return self.cards[:MOST_NAMED]

    @property
    def more(self) -> int:
        return len(self.cards) - len(self.first)


@dataclass(frozen=True)
class RoundDesk:
    """A round on the desk, with all rounds for the way to the others. ``now`` is the event's present moment.

    ``cards`` stand by table. ``held`` are the matches that depend on a ruling alone; ``extension``: the minutes of the
    newest extra time, which can be taken back (0: none); ``is_last``: 最后一副 is told.
    """

    rounds: tuple[RoundView, ...]
    round: RoundView
    cards: tuple[TableCard, ...]
    clock: Reading
    now: datetime
    held: frozenset[int] = frozenset()
    extension: int = 0
    free_tables: tuple[int, ...] = ()
    is_last: bool = False

    @property
    def played(self) -> tuple[TableCard, ...]:
        return tuple(card for card in self.cards if card.status != "bye")

    def with_status(self, *statuses: str) -> tuple[TableCard, ...]:
        return tuple(card for card in self.cards if card.status in statuses)

    @property
    def waiting(self) -> tuple[TableCard, ...]:
        return self.with_status("waiting")

    @property
    def blocked(self) -> tuple[TableCard, ...]:
        """Those that hold up the start of the round."""
        return tuple(card for card in self.waiting if card.match.number not in self.held)

    @property
    def uncalled(self) -> tuple[TableCard, ...]:
        """Those that ``call_round`` would call."""
        return tuple(card for card in self.with_status("due") if card.match.table)

    @property
    def incomplete(self) -> tuple[TableCard, ...]:
        """Tables at which somebody is missing."""
        return tuple(card for card in self.cards if card.match.table and card.takes_check_ins and not card.both_present)

    @property
    def start_lacks(self) -> tuple[Problem, ...]:
        """What ``start_round`` would ask about; nothing once the clock runs."""
        if not self.is_set:
            return ()
        here = [card for card in self.cards if card.match.table and card.takes_check_ins]
        empty = sum(not any(player.present for side in card.sides for player in side.players) for card in here)
        return start_lacks(self.round.starts_at, self.now, uncalled=len(self.uncalled), empty=empty)

    @property
    def by_urgency(self) -> tuple[TableCard, ...]:
        """The matches to be played, those first that need the chief referee."""
        return tuple(sorted(self.played, key=lambda card: card.place))

    @property
    def groups(self) -> dict[str, tuple[TableCard, ...]]:
        """The cards of each of ``GROUPS``, the most pressing first."""
        cards = self.by_urgency
        return {
            "all": cards,
            "chief": tuple(card for card in cards if card.needs_attention),
            "missing": tuple(card for card in cards if card.takes_check_ins and not card.both_present),
            "playing": tuple(card for card in cards if card.match.is_live),
            "over": tuple(card for card in cards if not card.is_open),
        }

    @property
    def lacks(self) -> tuple[Lack, ...]:
        """What the round still lacks at its end, the tables by what each needs."""
        found: dict[str, list[TableCard]] = {}
        tableless = {card.match.number for card in self.without_table}
        for card in self.by_urgency:
            if card.is_open:
                found.setdefault("tableless" if card.match.number in tableless else card.status, []).append(card)
        return tuple(Lack(status, tuple(cards)) for status, cards in found.items())

    @property
    def following(self) -> RoundView | None:
        """The round after this one, which comes next once this one is over."""
        return next((r for r in self.rounds if r.number > self.round.number and r.matches), None)

    @property
    def without_table(self) -> tuple[TableCard, ...]:
        """Matches that are ready but for a table."""
        states = (MatchState.READY, MatchState.CALLED)
        ready = [card for card in self.cards if card.match.state in states and not card.match.table]
        return tuple(sorted(ready, key=lambda card: (card.match.third_place, card.match.place)))

    @property
    def may_assign(self) -> bool:
        return bool(self.without_table and self.free_tables)

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
    def may_undo_call(self) -> bool:
        return any(card.match.state == MatchState.CALLED for card in self.cards)

    @property
    def may_undo_start(self) -> bool:
        return not self.is_set and all(card.last_entry is None for card in self.cards) and bool(self.unfinished)

    @property
    def may_undo_pause(self) -> bool:
        return self.clock.state == ClockState.PAUSED

    @property
    def may_undo(self) -> bool:
        """Can anything be taken back?"""
        return bool(self.may_undo_call or self.may_undo_start or self.may_undo_pause or self.extension)

    @property
    def may_start(self) -> bool:
        return self.is_set and len(self.unfinished) > len(self.waiting) and not self.blocked

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
    reading = clocks.read(shown.clock, now)
    return RoundDesk(
        rounds=found,
        round=shown,
        cards=table_cards(tournament, shown, now),
        clock=reading,
        now=now,
        held=_held(found, shown),
        extension=0 if reading.rung else _last_extension(tournament, shown),
        free_tables=_free(shown),
        is_last=is_last_bell(tournament, reading) and not shown.is_over,
    )


def _held(found: tuple[RoundView, ...], shown: RoundView) -> frozenset[int]:
    """待裁定: the matches of the round that wait for a ruling alone, as ``actions.rounds.start_round`` has it."""
    by_number = {match.number: match for round_ in found for match in round_.matches}

    def is_held(match: MatchView) -> bool:
        sources = [by_number.get(line.source.number) for line in match.lines if line.slot == SlotKind.OPEN]
        open_ = [source for source in sources if source is not None and not source.is_over]
        return bool(open_) and all(m.is_disputed or (m.state == MatchState.WAITING and is_held(m)) for m in open_)

    return frozenset(m.number for m in shown.matches if m.state == MatchState.WAITING and is_held(m))


def _last_extension(tournament: Tournament, shown: RoundView) -> int:
    subjects = [f"round:{shown.id}"] if shown.clock.extra else []
    return next(iter(last_extensions(tournament.journal, shown.clock, subjects).values()), 0)


def _free(shown: RoundView) -> tuple[int, ...]:
    round_ = Round.objects.select_related("clock").get(pk=shown.id)
    return tuple(table.number for table in free_tables(round_))


def table_cards(tournament: Tournament, round_: RoundView, now: datetime) -> tuple[TableCard, ...]:
    """The matches of the round as cards, by table, those without a table last; a fixed number of queries."""
    feeds = Q(winner_to__round=round_.id) | Q(loser_to__round=round_.id)
    found = matches_with_play(tournament, Q(round=round_.id) | feeds)
    matches = [m for m in found.values() if m.round_id == round_.id]
    cards = _cards(tournament, matches, found, now)
    return tuple(sorted(cards, key=lambda card: (card.match.table or 10_000, card.match.number)))


def _cards(tournament: Tournament, matches: list[Match], found: dict[int, Match], now: datetime) -> list[TableCard]:
    plays = [play_of(match, now) for match in matches]
    heard = signals(tournament, plays)
    return [card_of(play, match_view(play.match, found), heard) for play in plays]


def match_card(tournament: Tournament, number: int) -> TableCard | None:
    """One match as a card; None if there is no such match."""
    feeds = Q(winner_to__number=number) | Q(loser_to__number=number)
    found = matches_with_play(tournament, Q(number=number) | feeds)
    if number not in found:
        return None
    return _cards(tournament, [found[number]], found, journal_clock.now(tournament.journal))[0]
