"""补报: a team enters a Swiss between two rounds, through the branch's entry form, and plays from the next one on."""

from dataclasses import replace

import pytest
from django.db.models import Q
from django.urls import reverse

from journal.queries import last_event_number
from tests.factories import a_role
from tests.made_once import once_a_module
from tests.refusals import refused_codes
from tests.tournaments.played import decide
from tests.tournaments.recorded import kinds, last_number
from tests.tournaments.round_day import a_day
from tournaments.bracket.actions.pairing import pair_round, unpair_round
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.pairing import late_round
from tournaments.bracket.queries.standings import stages_of, standing
from tournaments.codes import Code
from tournaments.entries.actions.branches import add_branches, edit_branch
from tournaments.entries.actions.entries import save_entry
from tournaments.entries.actions.teams import withdraw_team
from tournaments.entries.fields import PlayerEntry, TeamEntry
from tournaments.entries.queries.entries import entry_form
from tournaments.models import Match, Round, Team
from tournaments.presets.preset import BranchPlan
from tournaments.states import MatchState, RoleKind, TeamState

pytestmark = pytest.mark.django_db


def a_swiss(teams=4, **more):
    event = {"branches": teams, "teams": 1, "format_": "swiss", "settings": {"rounds_played": 3}, **more}
    return a_day(started=False, minute=-30, **event)


def of_round(day, number):
    return Match.objects.filter(stage__tournament=day.tournament, round__number=number).order_by("place")


def play(day, number):
    for match in of_round(day, number).filter(state=MatchState.READY):
        decide(match.number, of=day.tournament)


def after_a_round():
    day = a_swiss()
    play(day, 1)
    return day


made_once, day = once_a_module(after_a_round)


def enter_late(day, branch=1, ordinal=2, names=("队员丙", "队员丁")):
    """The office fills in one more team of the branch."""
    opened = entry_form(day.tournament, branch)
    team = TeamEntry(ordinal, tuple(PlayerEntry(name) for name in names))
    teams = (*(t for t in opened.form.teams if t.ordinal != ordinal), team)
    save_entry(opened.branch, replace(opened.form, teams=teams), by=day.chief)
    return Team.objects.get(branch=opened.branch, ordinal=ordinal)


def pair(day, number):
    return pair_round(Round.objects.get(stage__tournament=day.tournament, number=number), by=day.chief)


def seated(day, number):
    return [team for m in of_round(day, number) for team in (m.home_team_id, m.away_team_id) if team]


@pytest.mark.parametrize(("teams", "matches", "byes"), [(4, 3, 1), (5, 3, 0)])
def test_team_that_comes_late_plays_from_the_next_round_on(teams, matches, byes):
    day = a_swiss(teams)
    play(day, 1)
    before = last_number(day.tournament)
    late = enter_late(day)
    assert kinds(day.tournament, before) == ["entry.saved"]
    assert late_round(day.tournament) == 2
    pair(day, 2)
    rows = of_round(day, 2)
    assert (rows.count(), rows.filter(state=MatchState.BYE).count()) == (matches, byes)
    assert rows.filter(state=MatchState.READY).filter(Q(home_team=late) | Q(away_team=late)).exists()
    assert len(set(seated(day, 2))) == teams + 1
    numbers = list(Match.objects.filter(stage__tournament=day.tournament).values_list("number", flat=True))
    assert len(set(numbers)) == len(numbers)
    play(day, 2)
    table = standing(stages_of(rounds(day.tournament))[0])
    assert [row.played for row in table if row.team.id == late.pk] == [1]
    pair(day, 3)
    assert len(set(seated(day, 3))) == teams + 1
    assert late_round(day.tournament) == 0  # the last round is paired
    assert refused_codes(lambda: enter_late(day, branch=2)) == {Code.TEAM_CHANGED_AFTER_DRAW}
    play(day, 3)
    assert not of_round(day, 3).filter(state__in=[MatchState.WAITING, MatchState.READY]).exists()


def test_pairing_with_a_late_team_comes_out_the_same_again_and_without_it_once_it_has_left(day):
    late = enter_late(day)
    pair(day, 2)
    before = seated(day, 2)
    unpair_round(of_round(day, 2)[0].round, by=day.chief)
    pair(day, 2)
    assert seated(day, 2) == before
    assert of_round(day, 2).count() == 3
    unpair_round(of_round(day, 2)[0].round, by=day.chief)
    withdraw_team(late, by=day.chief, reason="出差")
    pair(day, 2)
    assert late.pk not in seated(day, 2)
    assert of_round(day, 2).filter(state=MatchState.READY).count() == 2


def test_branch_and_quota_are_open_as_long_as_a_team_may_come(day):
    add_branches(day.tournament, [BranchPlan("后来分会", 1)], by=day.chief)
    late = enter_late(day, branch=5, ordinal=1)
    branch = day.tournament.branches.get(number=1)
    edit_branch(branch, branch.name, 3, by=day.chief)
    pair(day, 2)
    assert late.pk in seated(day, 2)


def test_nothing_else_of_the_entries_is_open_again(day):
    opened = entry_form(day.tournament, 1)
    first = TeamEntry(1, (PlayerEntry("队员庚"), PlayerEntry("队员辛")))
    form = replace(opened.form, teams=(first,))
    save = {"by": day.chief, "sure": {"*"}}
    assert refused_codes(lambda: save_entry(opened.branch, form, **save)) == {Code.TEAM_CHANGED_AFTER_DRAW}
    drafted = {**save, "draft": True}
    assert refused_codes(lambda: save_entry(opened.branch, opened.form, **drafted)) == {Code.TEAM_CHANGED_AFTER_DRAW}


@pytest.mark.parametrize("format_", ["round_robin", "knockout", "movement"])
def test_other_formats_have_no_place_for_one_more(format_):
    day = a_swiss(4, format_=format_, settings={})
    assert late_round(day.tournament) == 0
    assert refused_codes(lambda: enter_late(day)) == {Code.TEAM_CHANGED_AFTER_DRAW}
    late = [BranchPlan("后来分会", 1)]
    assert refused_codes(lambda: add_branches(day.tournament, late, by=day.chief)) == {Code.AFTER_DRAW}


def test_office_enters_it_in_the_entry_form(client, day):
    client.force_login(a_role(day.tournament, RoleKind.OFFICE))
    address = reverse("entry", args=[day.tournament.slug, 1])
    page = client.get(address).content.decode()
    assert "第2轮" in page
    opened = entry_form(day.tournament, 1)
    sent = {"branch": opened.branch.pk, "seen": last_event_number(day.tournament.journal, opened.branch.subject)}
    for team, names in ((1, ("队员甲", "队员乙")), (2, ("队员丙", "队员丁"))):
        sent |= {f"team{team}_player{n}_name": name for n, name in enumerate(names, start=1)}
    assert client.post(address, sent).status_code == 302
    assert Team.objects.get(branch=opened.branch, ordinal=2).state == TeamState.ENTERED
