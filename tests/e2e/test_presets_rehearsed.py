"""A preset of each kind in its compact size, through the pages, from the empty entry forms to the podium, with phones,
disputes and a result that is corrected late; one of them once more in peace, which ends as the same cards do.

The site is in the process of the test: `tests/e2e/test_rehearsal.py` plays S000 at its true size on real processes.
"""

from collections.abc import Iterator
from itertools import count

import httpx
import pytest

from guandan_rules import Reason
from journal import clock
from journal.models import Event
from rehearsal.director import Director
from rehearsal.officials import assemble
from rehearsal.script import Script
from rehearsal.sizes import COMPACT, FULL, most_teams, sized
from tests.e2e.stage import FIRST_DAY
from tests.in_process import ADDRESS, in_process
from tests.one_answer import everybody_says_the_same
from tests.thorough import in_ci_only
from tests.tournaments.preset_events import PLANS
from tournaments.bracket.queries.awards import Podium
from tournaments.codes import TournamentEvent
from tournaments.event.actions.tournaments import create_tournament
from tournaments.models import AccessDevice, Match, Result, Team, Tournament
from tournaments.states import MatchState, TeamState, TournamentState

# at its true size each is rehearsed by `manage.py rehearse --preset KEY --size full`
ONCE_MORE = "s001_5"
EVERY = 20
"""So many minutes at which something happens are played until all pages are compared."""


def of_each_kind() -> list[str]:
    """Presets that have each game, each format, each way to find partners, matches of several games and of several
    boards between them; all presets are played by actions (`test_presets_played`)."""
    kinds = {
        key: {
            (plan.game, plan.best_of > 1),
            plan.boards > 1,
            *((stage.format, stage.settings.get("partners")) for stage in (plan, *plan.later)),
        }
        for key, plan in PLANS.items()
    }
    chosen: list[str] = []
    while missing := set().union(*kinds.values()) - set().union(*(kinds[key] for key in chosen)):
        chosen.append(max(kinds, key=lambda key: len(kinds[key] & missing)))
    return chosen


@pytest.fixture
def site(db: None) -> Iterator[httpx.BaseTransport]:
    with in_process() as transport:
        yield transport


@in_ci_only
@pytest.mark.parametrize("key", of_each_kind())
def test_preset_is_rehearsed_to_its_podium_whatever_happens(site, key):
    troubled, troubled_podium = rehearsed(site, key, calm=False)
    assert troubled_podium.champion
    everything_happened(troubled)
    troubles_happened(troubled)
    if key != ONCE_MORE:
        return
    quiet, podium = rehearsed(site, key, calm=True)
    everything_happened(quiet)
    assert names(troubled_podium) == names(podium)
    assert winners(troubled) == winners(quiet)


def rehearsed(site: httpx.BaseTransport, key: str, *, calm: bool) -> tuple[Tournament, Podium]:
    plan, slug = sized(PLANS[key], COMPACT), f"{key.replace('_', '-')}-{'calm' if calm else 'troubled'}"
    made = create_tournament(plan, by=None, slug=slug, first_day=FIRST_DAY, rehearsal=True)
    tournament = Tournament.objects.select_related("journal").get(pk=made.pk)
    clock.set_rehearsal_time(tournament.journal, tournament.closes_at)
    cast = assemble(ADDRESS, tournament, transport=site)
    minutes, played = count(), []

    def look(_results: int) -> None:
        """Now and then, at each hour another minute of the round."""
        if not calm and next(minutes) % EVERY == 0:
            member, chief = (lambda address, of=of: of.get(address).text for of in (cast.member, cast.chief))
            played.append(everybody_says_the_same(tournament, member, chief))

    try:
        podium = Director(tournament, cast, Script(key, calm=calm, quick=True), on_result=look).run()
    finally:
        cast.leave()
    tournament.refresh_from_db()
    assert calm or played
    return tournament, podium


def names(podium: Podium) -> list[tuple[str, int]]:
    return [(team.branch, team.ordinal) for team in (podium.champion, podium.runner_up, *podium.thirds) if team]


def winners(tournament: Tournament) -> dict[int, tuple[object, ...]]:
    """The pair of each match, by branch and ordinal, and who has won it."""
    rows = Match.objects.filter(stage__tournament=tournament)
    sides = ("home_team__branch__number", "home_team__ordinal", "away_team__branch__number", "away_team__ordinal")
    return {number: tuple(row) for number, *row in rows.values_list("number", *sides, "result__winner")}


def everything_happened(tournament: Tournament) -> None:
    assert tournament.state == TournamentState.FINISHED
    matches, tables = (kept.filter(stage__tournament=tournament) for kept in (Match.every, Match.at_tables))
    assert not tournament.prizes.filter(decided_at=None).exists()
    assert set(matches.values_list("state", flat=True)) <= {MatchState.OVER, MatchState.BYE}
    assert Result.objects.filter(match__in=tables, reason=Reason.FORFEIT, withdrawn_at=None).count() == 1
    assert Team.objects.filter(branch__tournament=tournament, state=TeamState.WITHDRAWN).count() == 1


def troubles_happened(tournament: Tournament) -> None:
    signed = Event.objects.filter(journal=tournament.journal_id, kind=TournamentEvent.REMEDY_SIGNED)
    # what a correction at a board does to its team match depends on the other boards, which no script knows
    # and a season has no round after it
    assert signed.exists() or tournament.boards > 1 or tournament.stages.filter(format="ladder").exists()
    assert AccessDevice.objects.filter(link__match__stage__tournament=tournament).exists()


@pytest.mark.parametrize("key", PLANS)
def test_full_size_is_what_tables_and_rounds_take(key):
    plan = PLANS[key]
    few, all_ = (sum(branch.quota for branch in sized(plan, size).branches) for size in (COMPACT, FULL))
    assert 5 <= few <= min(12, all_)
    assert all_ <= max(most_teams(plan), sum(branch.quota for branch in plan.branches)) <= 2 * max(plan.tables, 16)
