"""The law of all formats: whatever people decide, sign, withdraw, pair and take back, the rows in the database are the
pure fold of the effective results, nobody meets himself, whoever may play has a match or a bye, no table is taken twice
at once, and the places that the public list says are those of the fold.
"""

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import chain
from random import Random

import pytest
from django.db import transaction
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from journal.refusals import Refused
from scoring.states import ClockState
from tests.refusals import too_late
from tests.thorough import THOROUGH, in_ci_only, some
from tests.tournaments.bracket.test_bracket_moves import outcome, slot
from tests.tournaments.entries.test_late_entries import enter_late
from tests.tournaments.played_bracket import Bracket
from tests.tournaments.round_day import Day, a_day
from tournaments.bracket.actions.pairing import pair_round, unpair_round
from tournaments.bracket.actions.remedies import sign_remedy
from tournaments.bracket.queries.pairing import cheapest, late_round
from tournaments.bracket.queries.remedies import Corrected, plan, record_of
from tournaments.bracket.rules.bracket_moves import follows_by_itself
from tournaments.bracket.rules.formats import format_of
from tournaments.bracket.words.names import team_name
from tournaments.codes import Code
from tournaments.day.actions.matches import call_match
from tournaments.day.actions.rulings import correct_result, decide, disqualify
from tournaments.draw.actions.places import place_stage
from tournaments.entries.actions.teams import withdraw_team
from tournaments.event.actions.stages import Entrance, add_stage
from tournaments.formats.format import Meeting
from tournaments.formats.matches import BYE, NOBODY, OPEN, Lot, Outcome, PlannedMatch, Position, Reason, Slot
from tournaments.formats.swiss import Swiss
from tournaments.formats.swiss_pairing import pair
from tournaments.models import Booking, Game, Match, Round, Stage, Team
from tournaments.states import BookingKind, MatchState, TeamState
from web.displays.present import present
from web.lists.of_places import standings

pytestmark = pytest.mark.django_db
SIDES = ("home", "away")
PLAYABLE = (MatchState.READY, MatchState.CALLED, MatchState.PLAYING)


@dataclass
class Walk:
    """An event on its way by chance; ``lots``: stage → round of it → whom the pairing seated there, top first;
    ``left``: who withdrew or was disqualified at any time, whatever was made of it since."""

    day: Day
    chance: Random
    lots: dict[int, dict[int, tuple[object, ...]]] = field(default_factory=dict)
    left: set[int] = field(default_factory=set)

    # what people do

    def step(self) -> None:
        lots, matches = self.chance.randrange(8), Match.objects.select_related("result").order_by("number")
        waiting = Stage.objects.filter(tournament=self.day.tournament, size=0).first()
        unpaired = Round.objects.filter(matches__home_source_kind="lot").distinct()
        playable = list(matches.filter(state__in=PLAYABLE))
        if lots == 3 and late_round(self.day.tournament):
            enter_late(
                self.day, self.chance.choice(list(self.day.tournament.branches.values_list("number", flat=True)))
            )
        elif (lots == 0 or not playable) and waiting:
            self.place(waiting)
        elif (lots < 3 or not playable) and unpaired:
            self.pair_or_unpair(self.chance.choice(unpaired))
        else:
            self.rule(self.chance.choice(playable if playable and lots < 7 else list(matches)))

    def place(self, stage: Stage) -> None:
        codes = refused_for(lambda: place_stage(stage, by=self.day.chief, seed=str(self.chance.random())))
        assert codes <= {Code.STAGE_OPEN, Code.TOO_FEW_TEAMS, Code.PLACES_EQUAL}

    def pair_or_unpair(self, round_: Round) -> None:
        rows = Match.objects.filter(round=round_)
        lots, of = self.lots.setdefault(round_.stage_id, {}), number_in_stage(round_)
        before = Match.objects.filter(stage=round_.stage, round__number__lt=round_.number)
        if rows.filter(state=MatchState.WAITING).exists():
            is_open = before.filter(state__in=(MatchState.WAITING, *PLAYABLE, MatchState.DISPUTED)).exists()
            pairs = paired_by_the_fold(self, round_, rows.count())
            codes = refused_for(lambda: pair_round(round_, by=self.day.chief))
            assert bool(codes) == is_open
            if not is_open:
                lots[of] = pairs
        elif not refused_for(lambda: unpair_round(round_, by=self.day.chief)):
            lots.pop(of)

    def rule(self, match: Match) -> None:
        chief, lots, side = self.day.chief, self.chance.randrange(10), self.chance.choice(SIDES)
        if match.state in PLAYABLE:
            if lots == 0:
                self.withdraw(self.chance.choice([match.home_team, match.away_team]))
            elif lots == 1:
                disqualify(match, side, by=chief, reason="冒名")
                self.left.add(getattr(match, f"{side}_team_id"))
            elif lots == 2 and match.state == MatchState.READY:
                call_match(match, by=chief)
            else:
                decide(match, side, by=chief, reason="裁定")
        elif match.state == MatchState.OVER and not follows_by_itself(match):
            self.correct(match, side)

    def withdraw(self, team: Team) -> None:
        def withdraw() -> object:
            return withdraw_team(team, by=self.day.chief, reason="退赛")

        if team.state == TeamState.WITHDRAWN:  # an earlier result was taken back since
            assert too_late(withdraw) == TeamState.WITHDRAWN
        else:
            withdraw()
            self.left.add(team.pk)

    def correct(self, match: Match, side: str) -> None:
        chief, corrected = self.day.chief, Corrected(winner=side)
        try:
            planned = plan(match, corrected)
        except Refused:
            codes = refused_for(lambda: correct_result(match, by=chief, reason="记错"))
        else:
            remedy = self.chance.choice(planned.remedies)
            signed = {"corrected": corrected, "side": remedy.side or "", "seen": planned.seen}
            codes = refused_for(lambda: sign_remedy(match, remedy.kind.value, by=chief, reason="记错", **signed))
        assert codes <= {Code.LATER_STAGE_DRAWN}

    # what stands

    def fold(self, stage: Stage) -> Bracket:
        """From the draw over the effective results: the newest version of each, if people decided it."""
        rows = list(stage.matches.select_related("result", "round__clock", "stage__tournament").order_by("number"))
        record = record_of(rows[0])
        planned = planned_by(stage, rows, len(record.positions))
        lots = self.lots.get(stage.pk, {})
        fresh = Bracket(record.positions, planned, withdrawn=record.withdrawn, lots=lots)
        for number, match in enumerate(rows, start=1):
            if match.result is not None and not follows_by_itself(match):
                chosen = outcome(match)
                fresh = fresh.record(number, None if chosen.winner is NOBODY else chosen.winner, chosen.reason)
        return fresh

    def holds(self) -> None:
        """Rows are the fold; nothing played is shown for another pair."""
        for stage in Stage.objects.filter(tournament=self.day.tournament, size__gt=0):
            fresh = self.fold(stage)
            matches = list(stage.matches.select_related("result", "round__clock").order_by("number"))
            for number, match in enumerate(matches, start=1):
                assert tuple(slot(match, side) for side in SIDES) == fresh.slots(number), match.number
                assert outcome(match) == fresh.outcome(number), match.number
                own_results(match)
            bookings_agree(matches)
            nobody_is_left_out(fresh, LIVES.get(stage.format), self.left)
            printed_places_are_those_of_the_fold(stage, fresh)
        no_table_is_taken_twice(self.day)


def planned_by(stage: Stage, rows: list[Match], size: int) -> tuple[PlannedMatch, ...]:
    """By the format, with the matches that a Swiss got since for who came late."""
    planned = format_of(stage).plan(size)
    more = [
        PlannedMatch(number, of, row.place, Lot(of, 2 * row.place - 1), Lot(of, 2 * row.place))
        for number, row in enumerate(rows[len(planned) :], start=len(planned) + 1)
        for of in [number_in_stage(row.round)]
    ]
    return (*planned, *more)


def refused_for(change: Callable[[], object]) -> set[str]:
    """The codes of what is wrong with it; none where it is done."""
    try:
        with transaction.atomic():
            change()
    except Refused as refused:
        return {problem.code for problem in refused.problems}
    return set()


def holds(day: Day) -> None:
    """The rows of the event as they are now."""
    Walk(day, Random(0)).holds()


def number_in_stage(round_: Round) -> int:
    return round_.number - round_.stage.rounds.earliest("number").number + 1


def paired_by_the_fold(walk: Walk, round_: Round, tables: int) -> tuple[object, ...]:
    """Whom the pure pairing brings together from the results as the fold has them."""
    fresh, of = walk.fold(round_.stage), number_in_stage(round_)
    there = Team.objects.filter(branch__tournament=walk.day.tournament, state=TeamState.ENTERED)
    meetings = [
        Meeting(*fresh.slots(m.number), fresh.outcome(m.number), positions=(_drawn(m.home), _drawn(m.away)))
        for m in fresh.matches
        if m.round < of
    ]
    format_ = format_of(round_.stage)
    assert isinstance(format_, Swiss)
    contenders = format_.contenders(meetings, dict(there.values_list("pk", "branch_id")))
    later = len({match.round for match in fresh.matches if match.round > of})
    pairing = pair(contenders, matching=cheapest, later=later)
    seated = [slot for pair_ in pairing.pairs for slot in (pair_.home, pair_.away)]
    seated += [pairing.bye.entry, BYE] if pairing.bye else []
    return (*seated, *[BYE] * (2 * tables - len(seated)))  # or more matches than were planned


def _drawn(source: object) -> int:
    return source.number if isinstance(source, Position) else 0


def own_results(match: Match) -> None:
    newest = match.results.filter(withdrawn_at=None).order_by("version").last()
    assert match.result == newest
    if newest:
        assert (newest.home_team_id, newest.away_team_id) == (match.home_team_id, match.away_team_id)
    for game in Game.every.filter(match=match).exclude(replaced_at=None):
        assert game.result is not None or not game.sheet.deals.exists()
        assert game.result is None or game.result.withdrawn_at is not None


def bookings_agree(matches: list[Match]) -> None:
    booked: dict[int, set[int]] = {}
    for booking in Booking.objects.filter(kind=BookingKind.TEAM, match__in=matches):
        booked.setdefault(booking.match_id, set()).add(booking.resource)
    for match in matches:
        taken = booked.get(match.pk, set())
        known = {team for team in (match.home_team_id, match.away_team_id) if team}
        if match.state in (MatchState.OVER, MatchState.BYE):
            assert not taken, match.number
        else:
            assert taken <= known, match.number
            assert len(known) < 2 or taken == known, match.number


def no_table_is_taken_twice(day: Day) -> None:
    """At one hour, by what the rows say of matches that are still to be played."""
    rows = Match.objects.filter(stage__tournament=day.tournament, state__in=(MatchState.WAITING, *PLAYABLE))
    taken = [*rows.exclude(table=None).values_list("round__starts_at", "table")]
    assert len(taken) == len(set(taken))


def printed_places_are_those_of_the_fold(stage: Stage, fresh: Bracket) -> None:
    """What the public list says, beside the standing of the format over the fold of all results."""
    if not any(match.state == MatchState.OVER for match in stage.matches.all()):
        return
    format_, names = format_of(stage), {t.pk: team_name(t) for t in Team.objects.select_related("branch")}
    entering = format_.rounds(stage.size)
    rounds = [round_ for round_ in present(stage.tournament).rounds if round_.stage.id == stage.pk]
    ahead = {n for n, r in enumerate(rounds, 1) if r.clock.state == ClockState.SET and not r.is_over}

    def counted(match: PlannedMatch) -> Outcome | None:
        """In a table a bye counts from the start of its round on."""
        found = fresh.outcome(match.number)
        is_ahead = match.round in ahead and not format_.places_final
        return None if found and found.reason is Reason.BYE and is_ahead else found

    placed = format_.standing(
        [
            Meeting(
                *fresh.slots(m.number), counted(m), entering[m.round - 1], m.place_for,
                positions=(_drawn(m.home), _drawn(m.away)), round=m.round,
            )
            for m in fresh.matches
        ]
    )  # fmt: skip
    of_group: dict[int, list[int]] = {}
    expected = []
    for row in placed:
        of_group.setdefault(row.group, []).append(row.place)
        in_group = of_group[row.group].index(row.place) + 1
        expected.append((names[row.entry], in_group if row.group and row.place else row.place))
    parts = standings(present(stage.tournament), stage.number).parts
    shown = [(name, int(place) if place.isdigit() else 0) for part in parts for place, name, *_more in part.rows]
    assert sorted(shown) == sorted(expected)


LIVES = {"knockout": 1, "double_elimination": 2}
"""How many matches one loses before one is out; in every other format each plays in all rounds."""


def nobody_is_left_out(bracket: Bracket, lives: int | None, left: set[int]) -> None:
    """Nobody meets himself or has two matches in a round. Where one is out for having lost, whoever has not lost so
    often waits for a match or has won the last; elsewhere whoever was in a round is in each later one, or rests with a
    bye. Not so who ``left``, and who did not come to a match with an opponent who did not come either."""
    rounds: dict[int, list[Slot]] = {}
    for match in bracket.matches:
        rounds.setdefault(match.round, []).extend(bracket.slots(match.number))
    seated = {of: [slot for slot in slots if isinstance(slot, int)] for of, slots in rounds.items()}
    assert all(len(teams) == len(set(teams)) for teams in seated.values())
    entries = {slot for slot in bracket.positions if isinstance(slot, int)}
    assert entries <= {*chain.from_iterable(seated.values())}
    for entry in {*chain.from_iterable(seated.values())} - left:
        own = [match for match in bracket.matches if entry in bracket.slots(match.number)]
        outcomes = [bracket.outcome(match.number) for match in own]
        resting = [outcome for outcome in outcomes if outcome and BYE in (outcome.winner, outcome.loser)]
        assert all(outcome.reason is Reason.BYE for outcome in resting)
        if any(outcome and outcome.winner is NOBODY for outcome in outcomes):
            continue
        if lives:
            lost = sum(outcome is not None and outcome.winner != entry for outcome in outcomes)
            won_the_last = any(match.winner_to is None for match in own)
            assert None in outcomes or lost >= lives or won_the_last, entry
        else:
            known = [of for of, slots in rounds.items() if OPEN not in slots and of >= own[0].round]
            assert [of for of in known if entry not in seated[of]] == [], entry


def walk(seed: int, steps: int, *, later: tuple[Entrance, dict[str, object]] | None = None, **event: object) -> None:
    """So many steps by chance through an event, with a ``later`` stage perhaps; after each the rows are the fold."""
    with transaction.atomic():
        day = a_day(started=False, minute=-30, **event)
        if later:
            entrance, more = later
            last = day.tournament.stages.get().rounds.last().starts_at
            starts = [last + timedelta(days=number) for number in range(1, 4)]
            add_stage(day.tournament, by=day.chief, entrance=entrance, starts=starts, **more)
        walked = Walk(day, Random(seed))
        walked.holds()
        for _ in range(steps):
            walked.step()
            walked.holds()
        transaction.set_rollback(True)


seeds = st.integers(0, 2**32)


WALKS = int(os.environ.get("WALKS", "3" if THOROUGH else "1"))
"""Of each format; more on demand: ``WALKS=100``."""
STEPS = 16 if THOROUGH else 8
by_chance = settings(max_examples=WALKS, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


FORMATS = {
    "a knockout": {},
    "with a match for third place": {"third_place_match": True},
    "until four are left": {"settings": {"survivors": 4}, "branches": (5, 9)},
    "every place played out": {"third_place_match": True, "settings": {"places_to": 8}, "branches": (5, 8)},
    "a consolation": {"settings": {"consolation": True}, "branches": (5, 9)},
    "double elimination": {"format_": "double_elimination"},
    "without a final of both": {"format_": "double_elimination", "settings": {"finals": 0}},
    "movement": {"format_": "movement", "branches": (4, 7)},
    "round robin": {"format_": "round_robin", "branches": (3, 6)},
    "two groups": {"format_": "round_robin", "settings": {"groups": 2}, "branches": (6, 8)},
    "Swiss": {"format_": "swiss", "settings": {"rounds_played": 3}, "branches": (4, 8)},
    "best of three": {"best_of": 3, "branches": (3, 5)},
    "places 5 to 8 played out": {
        "branches": (8, 8),
        "later": (Entrance(4, first_place=5), {"format_": "knockout", "settings": {"third_place": True}}),
    },
    "groups and then a bracket": {
        "format_": "round_robin",
        "branches": (4, 4),
        "later": (Entrance(2), {"format_": "knockout"}),
    },
}


@pytest.mark.parametrize("name", some(FORMATS, of=6))
def test_rows_are_the_fold_in_every_format(name):
    @by_chance
    @given(seeds, st.integers(*FORMATS[name].get("branches", (3, 8))))
    def walked(seed: int, branches: int) -> None:
        event = {key: value for key, value in FORMATS[name].items() if key != "branches"}
        walk(seed, STEPS, branches=branches, teams=1, **event)

    walked()


@in_ci_only
@by_chance
@given(seeds, st.integers(2, 5), st.booleans())
@example(20689, 2, False)  # a team withdraws, an earlier result of it is taken back, and it would withdraw again
def test_rows_are_the_fold_where_branches_have_two_teams(seed, branches, third_place):
    walk(seed, STEPS, branches=branches, third_place_match=third_place)


def test_team_that_leaves_a_round_robin_loses_its_earlier_open_match_too():
    day = a_day(branches=4, teams=1, format_="round_robin", started=False, minute=-30)
    leaves, later = Match.objects.get(number=1).home_team, Match.objects.order_by("number")
    meets = [m for m in later if leaves.pk in (m.home_team_id, m.away_team_id)]
    decide(meets[1], "home", by=day.chief, reason="裁定")
    withdraw_team(leaves, by=day.chief, reason="退赛")
    fresh = Walk(day, Random(0)).fold(day.tournament.stages.get())
    assert [fresh.outcome(m.number).reason for m in meets] == ["withdrawal", "decision", "withdrawal"]
    assert OPEN not in fresh.slots(1)
    holds(day)
