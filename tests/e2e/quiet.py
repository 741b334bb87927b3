"""The cards of a script without any trouble, entered by the actions alone: what the pages have to end with as well."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import partial
from typing import TypeAlias

from accounts.models import User
from guandan_rules import Awaited, Pending
from journal import clock
from rehearsal.match_play import BELL, CALL, LAST_DEAL_MINUTES, LATEST, RULING
from rehearsal.script import Script, TableScript
from scoring.queries import sheet_verdict
from scoring.states import DealKind
from tests.factories import a_role
from tournaments.bracket.actions.awards import confirm_awards
from tournaments.bracket.queries.awards import Podium
from tournaments.bracket.rules.current_sheets import current_sheet
from tournaments.day.actions.matches import answer_bell, check_in, confirm_result, enter_deal
from tournaments.day.actions.rounds import call_round, start_round
from tournaments.day.actions.rulings import both_absent, forfeit
from tournaments.draw.actions.draws import confirm_draw, preview_draw
from tournaments.entries.actions.entries import enter_samples
from tournaments.event.actions.tournaments import create_tournament
from tournaments.models import Match, Player, Round, Tournament
from tournaments.presets.preset import Blueprint
from tournaments.states import TO_BE_PLAYED, UNDECIDED, MatchState, RoleKind

Agenda: TypeAlias = dict[int, list[Callable[[], object]]]


@dataclass
class QuietEvent:
    """An event as its blueprint has it, from ``first_day`` on; the chief referee enters everything himself."""

    blueprint: Blueprint
    first_day: date
    script: Script
    tournament: Tournament = field(init=False)
    chief: User = field(init=False)

    def play(self) -> Podium:
        """From the entries to the podium."""
        self.tournament = create_tournament(
            self.blueprint, by=None, slug="quiet", first_day=self.first_day, rehearsal=True
        )
        self.chief = a_role(self.tournament, RoleKind.CHIEF_REFEREE)
        clock.set_rehearsal_time(self.tournament.journal, self.tournament.closes_at - timedelta(days=3))
        enter_samples(self.tournament, by=None)
        clock.set_rehearsal_time(self.tournament.journal, self.tournament.draw_at)
        confirm_draw(preview_draw(self.tournament, by=None, seed=self.script.seed), by=self.chief)
        for round_ in Round.objects.filter(stage__tournament=self.tournament).order_by("number"):
            self._play_round(round_)
        return confirm_awards(self.tournament, by=self.chief)

    def _play_round(self, round_: Round) -> None:
        agenda = self._agenda(round_)
        for minute in range(CALL, LATEST):
            clock.set_rehearsal_time(self.tournament.journal, round_.starts_at + timedelta(minutes=minute))
            while agenda[minute]:
                agenda[minute].pop(0)()
        assert not round_.matches.filter(state__in=UNDECIDED).exists()

    def _agenda(self, round_: Round) -> Agenda:
        """What happens in each minute from the planned start on; the bell's questions are asked until all is over."""
        agenda: Agenda = defaultdict(list)
        for minute, run in ((CALL, call_round), (0, start_round)):
            agenda[minute].append(partial(self._run, run, round_.pk))
        numbers = round_.matches.filter(state__in=TO_BE_PLAYED).order_by("number").values_list("number", flat=True)
        for place, number in enumerate(numbers, start=1):
            table = self.script.table(round_.number, place)
            for side in {"home", "away"} - {*table.absent}:
                agenda[table.late_minutes if side == table.late else CALL].append(partial(self._tick, number, side))
            if table.absent:
                agenda[RULING].append(partial(self._rule, number, table.absent))
                continue
            for deal in table.deals:
                agenda[deal.minute].append(partial(self._deal, number, deal.order))
            agenda[BELL + 1].append(partial(self._after_bell, agenda, BELL + 1, number, table))
        return agenda

    def _run(self, run: Callable[..., object], pk: int) -> None:
        run(Round.objects.get(pk=pk), by=self.chief)

    def _match(self, number: int) -> Match:
        return Match.objects.get(stage__tournament=self.tournament, number=number)

    def _tick(self, number: int, side: str) -> None:
        match = self._match(number)
        for player in Player.objects.filter(team=getattr(match, f"{side}_team_id"), left_at=None):
            check_in(match, player, by=self.chief)

    def _rule(self, number: int, absent: tuple[str, ...]) -> None:
        match = self._match(number)
        both_absent(match, by=self.chief) if len(absent) == 2 else forfeit(match, absent[0], by=self.chief)

    def _deal(self, number: int, order: str, kind: str = DealKind.REGULAR) -> None:
        """A deal, and the result with it where it decides; nothing where the match is over."""
        if self._awaits(number) is not None:
            enter_deal(self._match(number), order, kind=kind, by=self.chief)
            self._confirm(number)

    def _confirm(self, number: int) -> None:
        if self._match(number).state == MatchState.PLAYING and self._awaits(number) is None:
            confirm_result(self._match(number), by=self.chief)

    def _awaits(self, number: int) -> Awaited | None:
        """What the match waits for; None where nothing is left but to confirm it, and once it is over."""
        match = self._match(number)
        if match.state not in TO_BE_PLAYED:
            return None
        verdict = sheet_verdict(current_sheet(match), clock.now(self.tournament.journal))
        return verdict.awaits if isinstance(verdict, Pending) else None

    def _after_bell(self, agenda: Agenda, minute: int, number: int, table: TableScript) -> None:
        """What the bell allows: its question, the last deal, an extra one; each is over three minutes later."""
        awaited = self._awaits(number)
        if awaited is Awaited.DEAL_IN_HAND_QUESTION:
            answer_bell(self._match(number), table.in_hand, by=self.chief)
            awaited = self._awaits(number)
        self._confirm(number)
        then = minute + 1
        if awaited in (Awaited.LAST_DEAL, Awaited.EXTRA_DEAL):
            kind, order = (
                (DealKind.IN_HAND, table.last_order)
                if awaited is Awaited.LAST_DEAL
                else (DealKind.EXTRA, table.extra_order)
            )
            then = minute + LAST_DEAL_MINUTES
            agenda[then].append(partial(self._deal, number, order, kind))
        if awaited:
            agenda[then].append(partial(self._after_bell, agenda, then, number, table))
