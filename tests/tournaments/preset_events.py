"""Presets as events of a few sample teams, played by their own game and format from the entries to the awards."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random

import pytest

from accounts.models import User
from guandan_rules import Pending
from journal import clock
from rehearsal.sizes import most_teams
from scoring.games.shuangsheng import Shuangsheng
from scoring.queries import sheet_verdict
from tests.factories import a_role, a_user
from tests.tournaments.played import draw_lots_for_equals
from tournaments.bracket.actions.awards import confirm_awards
from tournaments.bracket.queries.awards import Podium
from tournaments.bracket.queries.ladders import LadderView
from tournaments.bracket.queries.standings import stage_view
from tournaments.bracket.rules.current_sheets import current_sheet
from tournaments.bracket.rules.formats import format_of
from tournaments.day.actions.matches import check_in_all, confirm_result, enter
from tournaments.day.actions.own_days import challenge, close_season
from tournaments.day.actions.rounds import start_round
from tournaments.day.actions.rulings import forfeit
from tournaments.draw.actions.draws import confirm_draw, preview_draw
from tournaments.draw.actions.lots import pair_or_draw
from tournaments.draw.actions.places import place_stage
from tournaments.entries.actions.entries import enter_samples
from tournaments.entries.actions.teams import withdraw_team
from tournaments.event.actions.tournaments import create_tournament
from tournaments.formats import made
from tournaments.models import Branch, Match, Round, Stage, Team, Tournament
from tournaments.presets.preset import Blueprint, presets
from tournaments.states import TO_BE_PLAYED, RoleKind

PLANS = {plan.key: plan for plan in presets()}
FIRST_DAY = date(2123, 11, 29)
FEW = 5


def fewest_teams(plan: Blueprint) -> int:
    """As many as its format and its second stage take, and one more."""
    fewest = made(plan.format, plan.settings).fewest + 1 if plan.boards > 1 else FEW
    return max([FEW, fewest, *(stage.places + 1 for stage in plan.later[:1])])


def odd_number(plan: Blueprint, dice: Random) -> int:
    """An odd number of teams that it takes, small, by chance; the largest there is where none is odd."""
    fewest, most = fewest_teams(plan), most_teams(plan)
    return dice.choice([n for n in range(fewest, min(most, fewest + 6) + 1) if n % 2] or [most])


@dataclass
class PresetEvent:
    """One event, and the chief referee who does everything in it. ``long``: who wins a deal is drawn for each deal, and
    not for a match alone (of 双升, whose deals may go on for ever, it always is)."""

    key: str
    teams: int
    dice: Random
    long: bool = False
    tournament: Tournament = field(init=False)
    chief: User = field(init=False)

    def __post_init__(self) -> None:
        plan = PLANS[self.key]
        slug = self.key.replace("_", "-")
        self.tournament = create_tournament(plan, by=a_user(), slug=slug, first_day=FIRST_DAY, rehearsal=True)
        self.chief = a_role(self.tournament, RoleKind.CHIEF_REFEREE)
        self.tournament.branches.all().delete()
        quotas = [2] * (self.teams // 2) + [1] * (self.teams % 2)
        Branch.objects.bulk_create(
            Branch(tournament=self.tournament, number=n, name=f"第{n}分会", quota=quota)
            for n, quota in enumerate(quotas, start=1)
        )
        self.tournament = Tournament.objects.get(pk=self.tournament.pk)

    def draw(self) -> None:
        """The sample teams are entered and drawn."""
        clock.set_rehearsal_time(self.tournament.journal, self.tournament.closes_at - timedelta(hours=1))
        enter_samples(self.tournament, by=None)
        clock.set_rehearsal_time(self.tournament.journal, self.tournament.draw_at)
        confirm_draw(preview_draw(self.tournament, by=None, seed=self.key), by=self.chief)

    def stages(self) -> Iterator[Stage]:
        """Each stage in order, once those who go on to it have their places."""
        for stage in self.tournament.stages.order_by("number"):
            if stage.source_id:
                draw_lots_for_equals(self.tournament, by=self.chief)
                place_stage(stage, by=self.chief)
            yield stage

    def play(self, stage: Stage, *, before: Callable[[Round], object] = lambda round_: None) -> None:
        """All rounds; ``before`` is called with each when its pairs are known and nobody has sat down."""
        for pk in stage.rounds.order_by("number", "sitting").values_list("pk", flat=True):
            round_ = Round.objects.get(pk=pk)
            if format_of(stage).season_days:
                self.play_season(round_, before)
                continue
            clock.set_rehearsal_time(self.tournament.journal, round_.starts_at)
            if round_.matches.filter(home_source_kind="lot").exists():
                pair_or_draw(round_, by=self.chief)
            before(round_)
            ready = Match.at_tables.filter(round=round_, state__in=TO_BE_PLAYED).order_by("number")
            if not ready.exists():
                continue
            for match in ready:
                check_in_all(match, by=self.chief)
            start_round(Round.objects.get(pk=pk), by=self.chief)
            for number in ready.values_list("number", flat=True):
                self.play_match(number)

    def play_season(self, round_: Round, before: Callable[[Round], object]) -> None:
        """Twice everybody who may challenges the next one above him; then the season is closed."""
        for wave in range(2):
            clock.set_rehearsal_time(self.tournament.journal, round_.starts_at + timedelta(days=20 * wave))
            stage = stage_view(Stage.objects.get(pk=round_.stage_id))
            view = LadderView(stage, clock.now(self.tournament.journal))
            teams = [Team.objects.get(pk=rung.team.id) for rung in view.rungs]
            for upper, lower in zip(teams[wave::2], teams[wave + 1 :: 2], strict=False):
                challenge(lower, upper, by=self.chief)
            before(round_)
            ready = Match.objects.filter(round=round_, state__in=TO_BE_PLAYED).order_by("number")
            for match in list(ready):
                check_in_all(match, by=self.chief)
                self.play_match(match.number)
        close_season(round_, by=self.chief)

    def award(self) -> Podium:
        """The awards are confirmed, after lots for those who are equal in everything."""
        draw_lots_for_equals(self.tournament, by=self.chief)
        return confirm_awards(Tournament.objects.get(pk=self.tournament.pk), by=self.chief, sure=None)

    def play_match(self, number: int) -> None:
        """Deal by deal until it is decided, a game after the other, and confirmed."""
        luck = self.dice.random()
        for _ in range(400):
            match = Match.every.get(stage__tournament=self.tournament, number=number)
            if match.state not in TO_BE_PLAYED:
                return
            dice = self.dice if self.long or match.stage.game == Shuangsheng.name else Random(luck)
            if isinstance(sheet_verdict(current_sheet(match), clock.now(self.tournament.journal)), Pending):
                enter(match, entry(match, dice, long=self.long), by=self.chief)
            else:
                confirm_result(match, by=self.chief)
        pytest.fail(f"match {number} does not end")

    def stay_away(self, round_: Round) -> None:
        """The away side of its last match does not come."""
        late = (round_.until or round_.starts_at) + timedelta(hours=1)
        clock.set_rehearsal_time(self.tournament.journal, late)
        match = round_.matches.filter(state__in=TO_BE_PLAYED).order_by("number").last()
        assert match
        forfeit(match, "away", by=self.chief)

    def withdraw(self, round_: Round) -> None:
        """One of those who would play in it leaves the event."""
        match = self.dice.choice(list(round_.matches.filter(state__in=TO_BE_PLAYED).order_by("number")))
        withdraw_team(match.home_team, by=self.chief, reason="退赛")


def entry(match: Match, dice: Random, *, long: bool) -> dict[str, object]:
    """What somebody may write down at a table of that game."""
    match match.stage.game:
        case "guandan":
            return {"type": "deal", "order": dice.choice(["NS", "WE", "NS", "EW"] if long else ["NS", "WE"])}
        case "shuangsheng":
            defenders = current_sheet(match).standing["stage"] or "home"
            return {"type": "deal", "defenders": defenders, "points": dice.choice([0, 40, 120])}
    rules, winners = match.stage.rule_set, ["home", "away"]
    winner = dice.choice([*winners, "draw"] if rules["draws"] else winners)
    return {"type": "result", "winner": winner} | ({"points": 8} if rules["measure"] == "points" else {})
