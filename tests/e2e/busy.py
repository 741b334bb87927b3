"""An event in the middle of its first round with everything that a page can have to show, and its people."""

from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import F

from accounts.models import User
from journal.clock import set_rehearsal_time
from tests.factories import a_role, a_tournament, a_user
from tests.tournaments.played import S000_AWARDS, play_all
from tests.tournaments.round_day import PASSES_ACE, Day, tick
from tournaments.bracket.actions.awards import confirm_awards, decide_prize, save_prizes
from tournaments.day.actions.matches import confirm_result, enter_deal, undo_deal
from tournaments.day.actions.rounds import call_round, extend_round
from tournaments.day.actions.rulings import both_absent, forfeit
from tournaments.draw.actions.draws import confirm_draw, preview_draw
from tournaments.entries.actions.entries import save_entry
from tournaments.entries.actions.teams import withdraw_team
from tournaments.entries.fields import BranchEntry, PlayerEntry, TeamEntry
from tournaments.event.actions.people import add_people
from tournaments.event.actions.tournaments import create_tournament
from tournaments.models import Branch, Match, Player, Prize, Tournament
from tournaments.presets.preset import USUAL_PRIZES, read_preset
from tournaments.prizes import Candidate, PrizeRule
from tournaments.states import MatchState, RoleKind

FIRST_DAY = date(2123, 11, 29)  # a Monday, far ahead
LONG_BRANCH = "职业技术教育与终身学习研究中心及离退休人员服务办公室联合分会"[:30]
UNBROKEN_BRANCH = "Donaudampfschifffahrtsbranch30"
LONG_PLAYER = "队员甲（名字一直写到二十个字为止的人）"
DAY_BEFORE = timedelta(days=1)


@dataclass
class Busy:
    """``numbers`` are the matches of the first round that are not byes, each in another state, as ``_play`` says."""

    day: Day
    office: User
    referee: User
    numbers: list[int]

    @property
    def tournament(self) -> Tournament:
        return self.day.tournament

    @property
    def chief(self) -> User:
        return self.day.chief


def a_busy_event() -> Busy:
    """S000 with long names, 25 minutes after the first start: played, playing, proposed, forfeited, late, withdrawn."""
    tournament = create_tournament(
        read_preset("s000"), by=None, slug="busy", first_day=FIRST_DAY, with_sample_teams=True, rehearsal=True
    )
    kinds = (RoleKind.OFFICE, RoleKind.CHIEF_REFEREE, RoleKind.REFEREE)
    office, chief, referee = (a_role(tournament, kind) for kind in kinds)
    User.objects.filter(pk=office.pk).update(is_staff=True, name="工会干事")
    office.refresh_from_db()
    set_rehearsal_time(tournament.journal, tournament.closes_at - DAY_BEFORE)
    _lengthen(tournament)
    Prize.objects.create(tournament=tournament, position=1, name="优秀组织奖", rule=PrizeRule.MOST_TEAMS)
    add_people(tournament, "新裁判", RoleKind.REFEREE, by=office)
    preview_draw(tournament, by=office, seed="first")
    confirm_draw(preview_draw(tournament, by=office, seed="second"), by=office)
    tournament.refresh_from_db()
    matches = Match.objects.filter(round__number=1, state=MatchState.READY).order_by("number")
    busy = Busy(Day(tournament, chief), office, referee, list(matches.values_list("number", flat=True)))
    _play(busy)
    return busy


def _lengthen(tournament: Tournament) -> None:
    """Two very long branches; contacts, remarks and addresses everywhere."""
    branches = Branch.objects.filter(tournament=tournament)
    branches.filter(number=2).update(name=LONG_BRANCH)
    branches.filter(number=3).update(name=UNBROKEN_BRANCH)
    branches.update(contact_name="联络人", contact_phone="010 5555 0100", contact_mail="contact@branch.example")
    players = Player.objects.filter(team__branch__tournament=tournament)
    players.filter(team__branch__number__in=[2, 3], team__ordinal=1, number=1).update(name=LONG_PLAYER)
    players.update(gender="f", remark="备注", mail="player@branch.example", pinyin=F("pinyin"))


def _play(busy: Busy) -> None:
    day, (won, gone, empty, undone, late, withdrawn, proposed, *playing) = busy.day, busy.numbers
    chief = busy.chief
    day.at(-10)
    call_round(day.round, by=chief)
    withdraw_team(day.match(withdrawn).away_team, by=chief, reason="两名队员都要出差")
    for number in (won, undone, proposed, *playing):
        tick(day.match(number), "home", "away", by=chief)
    tick(day.match(late), "home", by=chief)
    day.start()
    day.at(12)
    forfeit(day.match(gone), "home", by=chief, note="没有来")
    both_absent(day.match(empty), by=chief)
    day.at(20)
    for number in (won, proposed):
        for order in PASSES_ACE["home"]:
            enter_deal(day.match(number), order, by=busy.referee)
    confirm_result(day.match(won), by=busy.referee)
    for order in ("NS", "WNES", "ENWS"):
        enter_deal(day.match(undone), order, by=busy.referee)
    undo_deal(day.match(undone), by=busy.referee)
    enter_deal(day.match(playing[0]), "WE", by=busy.referee)
    extend_round(day.round, 5, by=chief, reason="开始得晚")
    day.at(25)


def a_fresh_event() -> Tournament:
    """In registration: a branch with two teams, one with a draft, one that has sent nothing."""
    tournament = a_tournament(slug="fresh", name="报名中的比赛", branches=3, awards=S000_AWARDS)
    full, draft, _ = tournament.branches.all()
    pairs = [(PlayerEntry("队员甲", "m"), PlayerEntry("队员乙", "f")), (PlayerEntry("队员丙"), PlayerEntry("队员丁"))]
    teams = tuple(TeamEntry(ordinal, pair) for ordinal, pair in enumerate(pairs, start=1))
    save_entry(full, BranchEntry(leader="队员甲", teams=teams), by=None)
    half = (TeamEntry(1, (PlayerEntry("队员甲"), PlayerEntry())), TeamEntry(2))
    save_entry(draft, BranchEntry(teams=half), by=None, draft=True)
    return tournament


def a_finished_event() -> Tournament:
    """Four branches, seven matches, awards confirmed."""
    tournament = a_tournament(slug="finished", name="比完的比赛", branches=4, teams=2, rounds=3, awards=S000_AWARDS)
    confirm_draw(preview_draw(tournament, by=None, seed="finished"), by=None)
    play_all(tournament)
    tournament.refresh_from_db()
    save_prizes(tournament, USUAL_PRIZES, by=None)
    organised, _women, _new, fair = tournament.prizes.order_by("position")
    branch = tournament.branches.earliest("number")
    decide_prize(organised, [Candidate(branch.pk)], by=None)
    decide_prize(fair, [Candidate(branch.pk, branch.teams.earliest("ordinal").pk)], by=None)
    confirm_awards(tournament, by=a_user())
    tournament.refresh_from_db()
    return tournament
