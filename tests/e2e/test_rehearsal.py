"""The whole of S000 from the empty entry forms to the podium, on real processes, through the pages, with its mails, and
with everything that goes wrong on such a day; it ends as the same cards do where nothing goes wrong.

In the first round everybody follows the links that he is shown, two of a kind.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial

import httpx

from guandan_rules import Reason
from journal.models import Event
from rehearsal.script import Script
from rehearsal.stage import own_annex
from scoring.models import Deal, Submission
from scoring.states import DealKind, ScoringEvent, SubmissionState
from tests.e2e.crawl import crawl
from tests.e2e.mails import assert_everybody_is_told
from tests.e2e.quiet import QuietEvent
from tests.e2e.stage import FIRST_DAY, Stage, a_stage, mails_are_out, play
from tests.thorough import in_ci_only
from tournaments.bracket.queries.awards import Podium
from tournaments.codes import TournamentEvent
from tournaments.formats.remedies import Kind
from tournaments.models import AccessDevice, CheckIn, Match, Result, Tournament
from tournaments.presets.preset import read_preset
from tournaments.states import WALKOVER, MatchState, TournamentState

BUSY = "round 1"
ONCE = {
    TournamentEvent.DRAW_CONFIRMED: 1,
    TournamentEvent.ENTRY_SAVED: 13,
    TournamentEvent.ROUND_CALLED: 5,
    TournamentEvent.AWARDS_CONFIRMED: 1,
    TournamentEvent.REMEDY_SIGNED: 5,
    ScoringEvent.CLOCK_STARTED: 5,
    ScoringEvent.CLOCK_PAUSED: 1,
    ScoringEvent.CLOCK_RESUMED: 1,
    ScoringEvent.DEAL_UNDONE: 1,
    ScoringEvent.PENALTY_STRUCK: 2,
    ScoringEvent.SUBMISSION_CONFLICTED: 3,
    ScoringEvent.SUBMISSION_CHOSEN: 3,
    ScoringEvent.SHEET_DISPUTED: 3,
}
SEED = "26 teams"


@in_ci_only
def test_troubled_event_is_played_to_the_podium_of_the_calm_one_and_everybody_is_told(whole_site, processes):
    with own_annex(processes.environment) as annex, a_stage(whole_site) as stage:
        look = Look(stage)
        rest = partial(mails_are_out, processes, stage.tournament)
        podium = play(stage, Script(SEED, calm=False), look, rest, annex)
        rest()
        assert not look.faults, "\n".join(look.faults)
        assert_podium_is_the_bracket(stage, podium)
        assert_everything_happened(stage.tournament)
        assert_everybody_is_told(processes.mails, stage)
        health = httpx.get(f"{whole_site}/healthz", trust_env=False)
        assert health.status_code == 200, health.text
    quiet = QuietEvent(read_preset("s000"), FIRST_DAY, Script(SEED))
    assert names(quiet.play()) == names(podium)
    assert_same_results(stage, quiet.tournament)


def assert_same_results(stage: Stage, quiet_event: Tournament) -> None:
    """Every match has the same pair and winner; those that no correction touched also the same reason and deals."""
    troubled, quiet = effective(stage.tournament), effective(quiet_event)
    assert len(stage.touched) >= 11
    assert {n: (outcome.pair, outcome.winner) for n, outcome in troubled.items()} == {
        n: (outcome.pair, outcome.winner) for n, outcome in quiet.items()
    }
    untouched = troubled.keys() - stage.touched
    assert len(untouched) > 10
    assert {n: troubled[n] for n in untouched} == {n: quiet[n] for n in untouched}


@dataclass(frozen=True)
class Effective:
    """What counts of a match in the end: teams by branch and ordinal, and the finish orders that stand."""

    pair: tuple[tuple[str, int], ...]
    winner: str
    reason: str
    orders: tuple[str, ...]


def effective(tournament: Tournament) -> dict[int, Effective]:
    rows = Match.objects.filter(stage__tournament=tournament, state=MatchState.OVER)
    by_number = {}
    for match in rows.select_related("result", "home_team__branch", "away_team__branch"):
        pair = tuple((t.branch.name, t.ordinal) for t in (match.home_team, match.away_team) if t)
        deals = Deal.objects.filter(sheet__match_game__match=match, sheet__match_game__replaced_at=None, struck_at=None)
        orders = tuple(deals.order_by("number").values_list("entry__order", flat=True))
        by_number[match.number] = Effective(pair, match.result.winner, match.result.reason, orders)
    return by_number


@dataclass
class Look:
    """Goes through the pages as each role, and remembers what was wrong."""

    stage: Stage
    faults: list[str] = field(default_factory=list)

    def __call__(self, milestone: str) -> None:
        if milestone != BUSY:
            return
        roles, slug = self.stage.roles, self.stage.tournament.slug
        with ThreadPoolExecutor(len(roles)) as pool:
            journeys = dict(zip(roles, pool.map(lambda role: crawl(roles[role], slug), roles), strict=True))
        self.faults += [f"{milestone}, {fault}" for journey in journeys.values() for fault in journey.faults]


def assert_podium_is_the_bracket(stage: Stage, podium: Podium) -> None:
    matches = Match.objects.filter(stage__tournament=stage.tournament)
    final = matches.get(winner_to=None)
    champion, runner_up = _winner_and_loser(final)
    assert (podium.champion.id, podium.runner_up.id) == (champion, runner_up)
    assert {t.id for t in podium.thirds} == {_winner_and_loser(m)[1] for m in matches.filter(winner_to=final)}
    placed = {champion, runner_up, *(t.id for t in podium.thirds)}
    came = set(CheckIn.objects.values_list("player__team", flat=True))
    assert {t.id for t in podium.souvenirs} == came - placed
    page = stage.cast.member.get(f"/e/{stage.tournament.slug}/bracket/")
    shown = " ".join(page.tree.xpath("string(//*[@class='champion']/p)").split())
    assert podium.champion.branch.removesuffix("分会") in shown


def _winner_and_loser(match: Match) -> tuple[int, int]:
    teams = {"home": match.home_team_id, "away": match.away_team_id}
    winner = teams.pop(match.result.winner)
    (loser,) = teams.values()
    return winner, loser


def assert_everything_happened(tournament: Tournament) -> None:
    assert tournament.state == TournamentState.FINISHED
    events = Event.objects.filter(journal=tournament.journal_id)
    counted = {kind: events.filter(kind=kind).count() for kind in ONCE}
    assert counted == ONCE
    signed = events.filter(kind=TournamentEvent.REMEDY_SIGNED).values_list("data__remedy", flat=True)
    assert set(signed) == {kind.value for kind in Kind}
    late = Deal.objects.filter(sheet__journal=tournament.journal_id, entry__kind=DealKind.LATE, struck_at=None)
    assert late.exists()
    ends = (SubmissionState.ACCEPTED, SubmissionState.DUPLICATE, SubmissionState.REFUSED, SubmissionState.DROPPED)
    assert not Submission.objects.exclude(state__in=ends).exists()
    assert AccessDevice.objects.values("link").distinct().count() >= 10
    matches = Match.objects.filter(stage__tournament=tournament)
    assert (matches.filter(state=MatchState.OVER).count(), matches.filter(state=MatchState.BYE).count()) == (25, 6)
    results = Result.objects.filter(pk__in=matches.values("result"))
    assert results.count() == 25
    for reason in (Reason.FORFEIT, Reason.BOTH_ABSENT, WALKOVER):
        assert results.filter(reason=reason).count() == 1, reason
    first = matches.filter(round__number=1).first().round
    late = events.filter(kind=TournamentEvent.PLAYER_CHECKED_IN, at__gt=first.starts_at, at__day=first.starts_at.day)
    assert late.count() == 2


def names(podium: Podium) -> list[tuple[str, int]]:
    """Champion, runner-up and both thirds by branch and ordinal."""
    return [(team.branch, team.ordinal) for team in (podium.champion, podium.runner_up, *podium.thirds) if team]
