"""按条件评的奖 of an event: set, proposed from what was played, decided by the office, given with the awards."""

from datetime import timedelta

import pytest

from archives.queries import event_file
from guandan_rules import Reason
from journal.refusals import Doubtful
from journal.texts import ReasonCode
from scoring.models import Penalty
from tests.archives.copies import copied
from tests.factories import FIRST_START, a_drawn_tournament, a_tournament, a_user
from tests.refusals import refused_codes, too_late
from tests.thorough import in_ci_only
from tests.tournaments.played import S000_AWARDS, decide, play_all
from tests.tournaments.recorded import kinds, last_data
from tournaments.bracket.actions.awards import confirm_awards, decide_prize, reopen_awards, save_prizes
from tournaments.bracket.queries.awards import award_list
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.prizes import decided_prizes, given_prizes, prizes_to_decide
from tournaments.bracket.queries.standings import stages_of
from tournaments.codes import Code
from tournaments.day.actions.rulings import correct_result
from tournaments.event.queries.patterns import pattern_of
from tournaments.models import Match, Player, Prize, Round, Team, Tournament
from tournaments.presets.preset import USUAL_PRIZES, PrizePlan
from tournaments.prizes import Candidate, PrizeRule
from tournaments.states import TeamState, TournamentState

pytestmark = pytest.mark.django_db

WOMEN = PrizePlan("最佳女队", PrizeRule.WOMEN)
FAIR = PrizePlan("体育道德风尚奖", PrizeRule.FAIR_PLAY, 2)
WOMEN_DECIDED = {"prize": "最佳女队", "note": ""}


def an_event(*plans: PrizePlan, **more) -> Tournament:
    """Eight teams of four branches, of whom the second teams are women."""
    tournament = a_drawn_tournament(branches=4, teams=2, awards=S000_AWARDS, **more)
    Player.objects.filter(team__branch__tournament=tournament).update(gender="m")
    Player.objects.filter(team__branch__tournament=tournament, team__ordinal=2).update(gender="f")
    save_prizes(tournament, plans, by=None)
    return tournament


def team(tournament: Tournament, branch: int, ordinal: int) -> Candidate:
    row = Team.objects.get(branch__tournament=tournament, branch__number=branch, ordinal=ordinal)
    return Candidate(row.branch_id, row.pk)


def prize(tournament: Tournament, position: int = 1) -> Prize:
    return Prize.objects.get(tournament=tournament, position=position)


def recipient(tournament: Tournament, branch: int, ordinal: int) -> dict[str, object]:
    """As the journal names it."""
    return {"id": team(tournament, branch, ordinal).team, "branch": f"第{branch}分会", "ordinal": ordinal}


def proposed(tournament: Tournament) -> list[tuple[list[str], list[str]]]:
    """Of each prize: proposed, and the equals."""
    of = prizes_to_decide(tournament, stages_of(rounds(tournament)), decided_prizes(tournament))

    def names(one, fits):
        return [f"{who.branch} {who.team.ordinal if who.team else ''}".strip() for who, _n in one.recipients(fits)]

    return [(names(one, one.proposal.proposed), names(one, one.proposal.equals)) for one in of]


def test_prizes_are_proposed_from_what_was_played():
    tournament = an_event(
        PrizePlan("优秀组织奖", PrizeRule.MOST_TEAMS, 3), WOMEN, FAIR, PrizePlan("全勤奖", PrizeRule.ALL_PRESENT, 3)
    )
    loser = decide(1, reason=Reason.FORFEIT, ticked=False).away_team
    play_all(tournament)
    sheet = Match.objects.get(stage__tournament=tournament, number=2).games.get().sheet
    Penalty.objects.create(sheet=sheet, side="home", offence="late", effects=[], after_deal=0, entered_at=FIRST_START)
    most, women, fair, there = proposed(tournament)
    came = [f"第{number}分会" for number in range(1, 5) if number != loser.branch.number]
    assert most == (came, [])  # the fourth sent two teams, and one of them came
    assert len(women[1]) == 3  # the four losers of the first round share the fifth place, of whom one gave it away
    assert len(fair[1]) == 6  # of eight
    assert there == (came, [])


def test_team_that_withdrew_or_played_here_before_is_not_proposed():
    year = {"starts_at": FIRST_START - timedelta(days=365), "state": TournamentState.FINISHED}
    first = a_tournament(branches=4, teams=2, **year)
    Player.objects.filter(team__branch__tournament=first, team__ordinal=1).update(name="队员老")
    tournament = an_event(PrizePlan("最佳新人", PrizeRule.NEWCOMERS))
    play_all(tournament)
    # the first teams are new: in the event before, the names of their players stood in no team of theirs
    assert proposed(tournament) == [(["第1分会 1"], [])]
    Team.objects.filter(pk=team(tournament, 1, 1).team).update(state=TeamState.WITHDRAWN)
    assert proposed(tournament) == [(["第3分会 1"], [])]
    Player.objects.filter(team__branch__tournament=first, team__ordinal=1, number=1).update(name="队员甲")
    assert proposed(tournament) == [([], [])]


def test_choice_of_one_of_the_equals_needs_no_reason_and_anything_else_does():
    tournament = an_event(WOMEN)
    row, other = prize(tournament), [team(tournament, 1, 1)]
    decide(1)
    assert refused_codes(lambda: decide_prize(row, [], by=None)) == {Code.NOT_DECIDED_YET}
    play_all(tournament)
    assert proposed(tournament)[0][0] == []
    for recipients in (other, []):
        codes = refused_codes(lambda recipients=recipients: decide_prize(row, recipients, by=None))
        assert codes == {ReasonCode.REASON_MISSING}
    decide_prize(row, [team(tournament, 3, 2)], by=None)
    assert last_data(tournament) == WOMEN_DECIDED | {"recipients": [recipient(tournament, 3, 2)]}
    decide_prize(row, other, by=None, note="队员甲代表女职工委员会")
    (decided,) = decided_prizes(tournament)
    assert (decided.candidates, decided.note) == ({other[0]}, "队员甲代表女职工委员会")
    assert kinds(tournament).count("prize.decided") == 2


def test_nobody_of_another_event_and_nobody_who_withdrew_gets_a_prize():
    tournament, elsewhere = a_drawn_tournament(branches=2, teams=1), an_event()
    decide(1, of=tournament)
    save_prizes(tournament, [FAIR], by=None)
    gone, strange = team(tournament, 2, 1), team(elsewhere, 1, 1)
    Team.objects.filter(pk=gone.team).update(state=TeamState.WITHDRAWN)
    row = prize(tournament)
    for one in (strange, Candidate(strange.branch), Candidate(1, 10**9), gone):
        assert refused_codes(lambda one=one: decide_prize(row, [one], by=None, note="x")) == {Code.VALUE_INVALID}


def test_prize_is_public_once_the_awards_are_confirmed_and_no_more_when_they_are_open_again():
    tournament = an_event(WOMEN, FAIR)
    play_all(tournament)
    Round.objects.update(starts_at=FIRST_START - timedelta(days=99999))
    decide_prize(prize(tournament), [team(tournament, 3, 2)], by=None)
    assert given_prizes(tournament) == ()
    with pytest.raises(Doubtful) as doubtful:
        confirm_awards(tournament, by=a_user(), sure=())
    assert [problem.code for problem in doubtful.value.problems] == [Code.PRIZE_UNDECIDED]
    confirm_awards(tournament, by=a_user())
    assert last_data(tournament)["prizes"] == [WOMEN_DECIDED | {"recipients": [recipient(tournament, 3, 2)]}]
    tournament.refresh_from_db()
    assert [(one.name, len(one.recipients)) for one in given_prizes(tournament)] == [("最佳女队", 1)]

    # the other is decided afterwards, and everybody reads it at once
    version = tournament.journal.version
    decide_prize(prize(tournament, 2), [team(tournament, 1, 1)], by=None)
    tournament.journal.refresh_from_db()
    assert tournament.journal.version > version
    assert [one.name for one in given_prizes(tournament)] == ["最佳女队", "体育道德风尚奖"]

    reopen_awards(tournament, by=None, reason="抄错")
    tournament.refresh_from_db()
    assert given_prizes(tournament) == ()
    assert all(not one.recipients for one in award_list(tournament).given)
    confirm_awards(tournament, by=None)
    Tournament.objects.update(names_public=False)
    tournament.refresh_from_db()
    # nobody has to choose anew, and names that are not public are masked for the public
    assert [one.recipients[0].players for one in given_prizes(tournament)] == [("队＊＊", "队＊＊")] * 2
    assert decided_prizes(tournament)[1].recipients[0].players == ("队员甲", "队员乙")


def test_correction_that_changes_the_proposal_is_asked_about():
    tournament = a_drawn_tournament(branches=2, teams=1)
    save_prizes(tournament, [PrizePlan("最佳混合队", PrizeRule.MIXED)], by=None)
    for number, gender in ((1, "f"), (2, "m")):
        Player.objects.filter(number=number).update(gender=gender)
    Round.objects.update(starts_at=FIRST_START - timedelta(days=99999))
    decide(1)
    decide_prize(prize(tournament), [team(tournament, 1, 1)], by=None)
    confirm_awards(tournament, by=None, sure=())
    correct_result(Match.objects.get(number=1), by=None, reason="记反")
    decide(1, "away", ticked=False)
    tournament.refresh_from_db()
    (now,) = prizes_to_decide(tournament, stages_of(rounds(tournament)), decided_prizes(tournament))
    assert now.is_overtaken
    with pytest.raises(Doubtful) as doubtful:
        confirm_awards(tournament, by=None, sure=())
    assert [problem.code for problem in doubtful.value.problems] == [Code.PRIZE_OVERTAKEN]


def test_wrong_prizes_are_refused_and_right_ones_are_those_of_the_event_that_is_held_again():
    tournament = an_event(*USUAL_PRIZES)
    assert pattern_of(tournament).prizes == USUAL_PRIZES
    wrong = [
        *(PrizePlan(name, PrizeRule.WOMEN) for name in (" ", "奖" * 21, "最佳女队")),
        PrizePlan("最佳女队", "none"),
        PrizePlan("另一个", PrizeRule.WOMEN, 0),
    ]
    codes = refused_codes(lambda: save_prizes(tournament, wrong, by=None))
    assert codes == {Code.TEXT_TOO_LONG, Code.PRIZE_TWICE, Code.VALUE_INVALID, Code.NUMBER_OUT_OF_RANGE}
    many = [PrizePlan(f"奖{number}", PrizeRule.WOMEN) for number in range(13)]
    assert refused_codes(lambda: save_prizes(tournament, many, by=None)) == {Code.TOO_MANY_PRIZES}
    in_registration = a_tournament(branches=2, teams=1)
    save_prizes(in_registration, [FAIR], by=None)
    assert too_late(lambda: decide_prize(prize(in_registration), [], by=None)) == "entry"


def test_prize_that_is_changed_is_decided_anew_and_the_others_stay():
    tournament = a_drawn_tournament(branches=2, teams=1)
    save_prizes(tournament, [WOMEN, FAIR], by=None)
    decide(1)
    for position, branch in ((1, 2), (2, 1)):
        decide_prize(prize(tournament, position), [team(tournament, branch, 1)], by=None, note="x")
    save_prizes(tournament, [PrizePlan("最佳女子队", PrizeRule.WOMEN), FAIR], by=None)
    changed, same = decided_prizes(tournament)
    assert (changed.is_decided, changed.recipients) == (False, ())
    assert same.candidates == {team(tournament, 1, 1)}
    confirm_awards(tournament, by=None)
    assert too_late(lambda: save_prizes(tournament, [], by=None)) == "finished"


def test_file_of_the_event_has_the_prizes_with_their_recipients():
    tournament = a_drawn_tournament(branches=2, teams=1)
    save_prizes(tournament, [WOMEN], by=None)
    decide(1)
    decide_prize(prize(tournament), [team(tournament, 2, 1)], by=None, note="x")
    confirm_awards(tournament, by=None)
    tournament.refresh_from_db()
    file = event_file(tournament)
    (row,) = file["prizes"]
    assert (row["name"], row["rule"], row["branches"]) == ("最佳女队", "women", [])
    named = file["teams"][row["teams"][0] - 1]
    assert (file["branches"][named["branch"] - 1]["name"], named["ordinal"]) == ("第2分会", 1)
    copy = copied(tournament)
    read = event_file(copy)
    assert (read["prizes"], read["journal"]) == (file["prizes"], file["journal"])
    assert [one.branch for one in given_prizes(copy)[0].recipients] == ["第2分会"]
    assert Prize.objects.get(tournament=copy).teams.get().branch.tournament == copy


@in_ci_only
@pytest.mark.parametrize("branches", [4, 16])
def test_proposals_cost_the_same_queries_at_any_size(branches, django_assert_num_queries):
    tournament = a_drawn_tournament(branches=branches, teams=2, awards=S000_AWARDS)
    save_prizes(tournament, USUAL_PRIZES, by=None)
    play_all(tournament)
    stages = stages_of(rounds(tournament))
    with django_assert_num_queries(3):
        prizes = decided_prizes(tournament)
    with django_assert_num_queries(11):
        prizes_to_decide(tournament, stages, prizes)
