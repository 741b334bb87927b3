"""彩排的导演: takes a whole event from the empty entry forms to the podium, through the pages.

The event's time stands still while people act, and is moved on from one minute of the script to the next.
"""

import heapq
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import partial
from itertools import count
from queue import SimpleQueue

from django.db import connection
from django.db.models import Q, QuerySet

from journal import clock
from notices.due import due_times
from rehearsal import officials
from rehearsal.browser import Browser, RehearsalFailed
from rehearsal.match_play import CALL, MatchPlay, Moment
from rehearsal.officials import Cast, Chief
from rehearsal.round_day import Correction, Feeds, RoundPlay, planned
from rehearsal.script import Script, TableScript, Terms
from rehearsal.stage import Annex
from scoring.games import GAMES
from tournaments.bracket.queries.advancement import advancement
from tournaments.bracket.queries.awards import Podium, podium
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.standings import stages_of
from tournaments.bracket.rules.formats import format_of
from tournaments.bracket.rules.rule_sets import frozen_options, stage_minutes
from tournaments.bracket.rules.sides import SEATED
from tournaments.models import Match, Round, Stage, Team, Tournament
from tournaments.states import MatchState

ENTRY_DAYS_BEFORE = timedelta(days=3)
FIRST_AFTER = 2
WITHDRAWN_BEFORE, PAUSED_ROUND, KILLING_ROUND = 2, 2, 3
BUSY_MINUTE = 24
WAVES, BETWEEN = 3, timedelta(days=20)
"""So often they challenge each other in a season, and the time from one to the next."""
DECIDED = (MatchState.OVER, MatchState.BYE)


def nothing(*_: object) -> None:
    """For those who do not watch."""


@dataclass
class Director:
    """``on_milestone`` is told when something worth looking at is on the pages; ``on_result`` how many matches
    are over since, ``on_due`` when the clock stands where mails are due. ``annex``: the processes that are killed in
    the middle of a round; phones use its web server, or the site's where there is none."""

    tournament: Tournament
    cast: Cast
    script: Script
    on_milestone: Callable[[str], None] = nothing
    on_result: Callable[[int], object] = nothing
    on_due: Callable[[], object] = nothing
    annex: Annex | None = None
    _serial: Iterator[int] = field(default_factory=count)
    _cards: dict[int, TableScript] = field(default_factory=dict)
    _plays: dict[int, MatchPlay] = field(default_factory=dict)
    _over: set[int] = field(default_factory=set)
    _corrections: list[Correction] = field(default_factory=list)
    _taken: set[int] = field(default_factory=set)
    _reported: int = 0

    def run(self) -> Podium:
        """The whole event; raises ``RehearsalFailed`` where it goes otherwise than the script says."""
        self.take_entries()
        self.hold_draw()
        for stage in self.tournament.stages.order_by("number"):
            if stage.source_id:
                self.begin_stage(stage)
            for pk in [*self._rounds().filter(stage=stage).values_list("pk", flat=True)]:
                play = self.play_season if format_of(stage).season_days else self.play_round
                play(self._rounds().get(pk=pk))
        self.give_awards()
        self.ask_as_a_program()
        return podium(self.tournament)

    @property
    def corrected(self) -> list[Correction]:
        """The matches that were written wrongly and put right, so far."""
        return [*self._corrections]

    def _rounds(self) -> QuerySet[Round]:
        of_event = Round.objects.filter(stage__tournament=self.tournament)
        return of_event.select_related("stage__tournament").order_by("number", "sitting")

    def set_time(self, moment: datetime) -> None:
        """Everybody's clock shows this moment now."""
        clock.set_rehearsal_time(self.tournament.journal, moment)

    def take_entries(self) -> None:
        self.set_time(self.tournament.closes_at - ENTRY_DAYS_BEFORE)
        for branch in self.tournament.branches.all():
            officials.enter_branch(self.cast.office, self.tournament, branch, with_mistake=branch.number == 1)
        self.on_milestone("entered")

    def hold_draw(self) -> None:
        self.set_time(self.tournament.draw_at or self.tournament.closes_at)
        officials.draw(self.cast.office, self.tournament, self.script.seed)
        self.on_milestone("drawn")

    def begin_stage(self, stage: Stage) -> None:
        """The places of the stage before go on to this one, but for a team that withdraws before it."""
        waiting = advancement(stages_of(rounds(self.tournament)))
        assert waiting is not None
        if self.script.quick and stage.number == FIRST_AFTER:
            self._withdraw(waiting.coming[-1].team.id)
        self._decide_equals()
        officials.place_stage(self.cast.office, self.tournament, stage.number, self.script.seed)

    def _decide_equals(self) -> None:
        for number in self.tournament.stages.order_by("number").values_list("number", flat=True):
            officials.decide_equals(self.cast.chief, self.tournament, number)

    def play_season(self, round_: Round) -> None:
        """擂台赛: everybody who may challenges somebody, several times over, until the office closes the season."""
        for wave in range(WAVES):
            self.set_time(round_.starts_at + wave * BETWEEN)
            if self.script.quick and wave == 1:
                self._withdraw(self._leaves_before(round_))
            officials.challenge(self.cast.office, self.tournament)
            self.play_round(self._rounds().get(pk=round_.pk))
        officials.close_season(self.cast.office, self.tournament)
        self.on_milestone("season closed")

    def play_round(self, round_: Round) -> None:
        """A round, or one sitting of it, from the call to the last confirmed result, minute by minute; what was long
        before it delays it."""
        self.wait_for_mails(round_)
        is_second = (round_.number, round_.sitting) == (WITHDRAWN_BEFORE, 1)
        if self.script.quick and is_second and not self.tournament.stages.filter(number=2).exists():
            self._withdraw(self._leaves_before(round_))
        Chief(self.cast.chief, self.tournament.slug).pair(round_.number)
        play = self._round_play(round_)
        if not play.tables:
            return
        start = max(round_.starts_at, clock.now(self.tournament.journal) - timedelta(minutes=CALL))
        agenda: list[tuple[int, int, Moment]] = []
        self._plan(agenda, play.opening())
        looked = False
        while agenda:
            minute, together = agenda[0][0], []
            while agenda and agenda[0][0] == minute:
                together.append(heapq.heappop(agenda)[2])
            self.set_time(start + timedelta(minutes=minute))
            self._plan(agenda, self._happen(together))
            if minute == CALL:
                self.on_due()  # the calls go out before anybody sits down
            if not agenda or agenda[0][0] > minute:
                self._plan(agenda, play.then(minute))
            self.on_result(len(self._over) - self._reported)
            self._reported = len(self._over)
            if minute > BUSY_MINUTE and not looked:
                looked = True
                self.on_milestone(f"round {round_.number}")
        play.close()

    def _leaves_before(self, round_: Round) -> int:
        """Somebody whom no correction touches; of the round's pairs, if they are known already."""
        taken = Q(number__in=self._taken)
        matches = Match.objects.filter(stage=round_.stage)
        busy = {t for four in matches.filter(taken).values_list(*SEATED) for t in four}
        paired = round_.matches.filter(state=MatchState.READY).exclude(taken).order_by("-number")
        in_pairs = [team for four in paired.values_list(*SEATED) for team in four if team]
        others = Team.objects.filter(branch__tournament=self.tournament).order_by("-branch__number", "-ordinal")
        return next(team for team in (*in_pairs, *others.values_list("pk", flat=True)) if team not in busy)

    def _withdraw(self, team: int) -> None:
        officials.withdraw(self.cast.office, self.tournament, team)

    def _round_play(self, round_: Round) -> RoundPlay:
        """The round as the script has it, and what is to go wrong and be put right in it."""
        number, sitting = round_.number, round_.sitting
        open_states = [MatchState.READY, MatchState.CALLED]
        open_ = Match.at_tables.filter(round=round_, state__in=open_states)
        numbers = open_.order_by("number").values_list("number", flat=True)
        terms = terms_of(round_.stage)
        of_round = Match.at_tables.filter(round__stage=round_.stage, round__number=number, number__in=self._cards)
        first = of_round.exclude(number__in=numbers).count() + 1  # in an earlier sitting, or earlier in a season
        tables = {n: self.script.table(number, place, terms.minutes) for place, n in enumerate(numbers, start=first)}
        if not terms.is_tapped:
            tables = {n: table.untapped() for n, table in tables.items()}
        self._cards |= tables
        rows = round_.stage.matches.values_list("number", "round__number", "winner_to__number", "loser_to__number")
        targets = {n: tuple(filter(None, to)) for n, _, *to in rows}
        feeds = Feeds({n: to for n, to in targets.items() if to}, {n: of_round for n, of_round, *_ in rows})
        corrections = planned(number, tables, feeds, self._taken, quick=self.script.quick)
        if not self.script.calm and self.tournament.boards == 1:
            self._corrections += corrections
        written = {c.match: c.written(tables[c.match]) for c in self._corrections if c.match in tables}
        site = self.annex.address if self.annex else self.cast.site
        killing = self.annex if (number, sitting) == (KILLING_ROUND, 1) else None
        return RoundPlay(
            tournament=self.tournament,
            number=number,
            sitting=sitting,
            tables=tables | written,
            cards=self._cards,
            plays=self._plays,
            over=self._over,
            new_phone=partial(Browser, site, name="phone", transport=self.cast.transport),
            terms=terms,
            corrections=[c for c in self._corrections if (c.signed_in, 1) == (number, sitting)],
            pause=(number, sitting) == (PAUSED_ROUND, 1),
            kill=killing.kill if killing else None,
            start_again=killing.start if killing else None,
        )

    def wait_for_mails(self, round_: Round) -> None:
        """Stop where the round's reminders are due, if that is still ahead."""
        due = due_times(round_.starts_at, self.tournament.tzinfo, clock.now(self.tournament.journal))
        for moment in filter(None, due):
            self.set_time(moment)
            self.on_due()

    def _plan(self, agenda: list[tuple[int, int, Moment]], moments: list[Moment]) -> None:
        for moment in moments:
            heapq.heappush(agenda, (moment.minute, next(self._serial), moment))

    def _happen(self, together: list[Moment]) -> list[Moment]:
        """The referees side by side, each at one thing at a time; then the chief referee, one thing after the other.

        Where the site is no process of its own, there is one referee.
        """
        free: SimpleQueue[Browser] = SimpleQueue()
        for referee in self.cast.referees:
            free.put(referee)

        def by_a_referee(moment: Moment) -> list[Moment]:
            referee = free.get()
            try:
                return moment.act(referee)
            finally:
                free.put(referee)
                connection.close()

        chiefs, others = [m for m in together if m.by_chief], [m for m in together if not m.by_chief]
        if self.cast.transport:
            results = [m.act(self.cast.referees[0]) for m in others]
        else:
            with ThreadPoolExecutor(len(self.cast.referees)) as pool:
                results = list(pool.map(by_a_referee, others))
        results += [m.act(self.cast.chief) for m in chiefs]
        return [moment for moments in results for moment in moments]

    def ask_as_a_program(self) -> None:
        """A program that follows the event by the API has heard of every match that is over and of every result."""
        api, listed = f"/api/v1/tournaments/{self.tournament.slug}/", 0
        ended = Match.objects.filter(stage__tournament=self.tournament, state__in=DECIDED)
        program = self.cast.member.client
        totals = [program.get(f"{api}matches/", params={"state": s, "limit": 1}).json()["total"] for s in DECIDED]
        question: dict[str, str | int] = {"kind": "result.", "limit": 200, "after": 0}
        while page := program.get(f"{api}events/", params=question).json()["events"]:
            listed += len(page)
            question["after"] = page[-1]["number"]
        results = self.tournament.journal.events.filter(kind__startswith="result.", public=True).count()
        if (sum(totals), listed) != (ended.count(), results):
            raise RehearsalFailed(f"the API lists {sum(totals)} matches and {listed} results")

    def give_awards(self) -> None:
        self._decide_equals()
        officials.decide_prizes(self.cast.office, self.tournament)
        officials.confirm_awards(self.cast.office, self.tournament)
        self.on_milestone("awarded")


def terms_of(stage: Stage) -> Terms:
    """The terms of a stage, drawn or not."""
    played = GAMES[stage.game]
    options = played.options_of(frozen_options(stage))
    event = stage.tournament
    grace, form = played.terms(options).grace_minutes, played.form(options)
    names = tuple(field.name for field in form.fields)
    return Terms(stage.game, stage_minutes(stage), grace, event.best_of, event.match_clock, form.is_tapped, names)
