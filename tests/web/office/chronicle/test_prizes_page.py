"""按条件评的奖 on the pages: set with the settings, decided beside the awards, read by everybody once given."""

import re

import pytest

from tests.factories import a_role, a_tournament, a_user
from tests.made_once import once_a_module
from tests.tournaments.bracket.test_prizes_given import FAIR, WOMEN, an_event, prize, team
from tests.tournaments.played import S000_AWARDS, play_all
from tests.web.form_fields import form_fields, press, press_again
from tests.web.pages import markup, signed_in, text
from tournaments.bracket.actions.awards import confirm_awards, decide_prize
from tournaments.bracket.queries.prizes import decided_prizes
from tournaments.models import Tournament
from tournaments.presets.preset import USUAL_PRIZES, PrizePlan
from tournaments.prizes import Candidate, PrizeRule
from tournaments.states import RoleKind
from web.office.chronicle.prizes import value_of

API = "/api/v1/tournaments/s000/awards/"
pytestmark = pytest.mark.django_db


def with_prizes():
    """Branch 1 wins all; for the branches with most teams, the women, and whoever is fair."""
    return an_event(PrizePlan("优秀组织奖", PrizeRule.MOST_TEAMS, 4), WOMEN, FAIR, slug="s000")


made_once, tournament = once_a_module(with_prizes)


@pytest.fixture
def played(tournament):
    play_all(tournament)
    return tournament


def office(tournament):
    return signed_in(a_role(tournament, RoleKind.OFFICE))


def address(tournament, page=""):
    return f"/e/{tournament.slug}/office/{page}"


def plans(tournament: Tournament) -> list[tuple[str, str, int]]:
    return list(tournament.prizes.order_by("position").values_list("name", "rule", "count"))


def test_prizes_are_set_row_by_row_and_the_usual_ones_by_one_press():
    tournament = a_tournament(awards=S000_AWARDS)
    browser, page = office(tournament), address(tournament, "settings/")
    action = f"{page}prizes/"
    own = {"name-1": "最佳搭档", "rule-1": "by_hand", "count-1": "2"}
    assert press(browser, page, action, **own).status_code == 302
    assert plans(tournament) == [("最佳搭档", "by_hand", 2)]
    older = browser.post(action, {"seen": "0", "name-1": "别的奖", "rule-1": "women", "count-1": "1"})
    assert older.status_code == 409
    assert "别的奖" in older.content.decode()
    assert press(browser, page, action, usual="1").status_code == 302
    usual = [(plan.name, plan.rule, plan.count) for plan in USUAL_PRIZES]
    assert plans(tournament) == [("最佳搭档", "by_hand", 2), *usual]
    assert press(browser, page, action, usual="1", **{"name-2": ""}).status_code == 302
    assert sorted(plans(tournament)) == sorted([("最佳搭档", "by_hand", 2), *usual])


def test_wrong_row_is_shown_again_with_its_error_at_its_field():
    tournament = a_tournament(awards=S000_AWARDS)
    browser, page = office(tournament), address(tournament, "settings/")
    action = f"{page}prizes/"
    # also where a row before it is empty
    assert 'href="#f-rule-2"' in markup(press(browser, page, action, **{"name-2": "最佳女队", "rule-2": ""}))
    typed = {"name-1": "最佳女队", "rule-1": "women", "count-1": "0", "name-2": "最佳女队", "rule-2": ""}
    refused = press(browser, page, action, **typed)
    assert refused.status_code == 422
    shown = markup(refused)
    for field in ("f-count-1", "f-name-2", "f-rule-2"):
        assert f'href="#{field}"' in shown
        assert f'id="{field}"' in shown
    sent = form_fields(shown, action)
    assert (sent["name-1"], sent["count-1"], sent["name-2"]) == ("最佳女队", "0", "最佳女队")
    assert plans(tournament) == []
    assert press_again(browser, refused, action, **{"count-1": "1", "name-2": ""}).status_code == 302
    assert plans(tournament) == [("最佳女队", "women", 1)]


def test_prize_is_given_as_proposed_by_one_press_and_chosen_among_equals_on_its_page(tournament):
    browser, page = office(tournament), address(tournament, "awards/")
    assert "Proposed once everything is decided" in text(browser.get(page))
    play_all(tournament)
    shown = browser.get(page)
    for sentence in ("2 teams took part", "Nothing sets these apart", "place 5", "Give it as proposed"):
        assert sentence in text(shown)
    first, second = (f"{page}prizes/{prize(tournament, position).pk}/" for position in (1, 2))
    values = re.findall(r'name="recipients" value="(\d+-0)"', markup(shown))
    assert press(browser, page, f"{first}decision/", recipients=values).status_code == 302
    assert len(decided_prizes(tournament)[0].recipients) == 4
    chosen = team(tournament, 3, 2)
    refused = press(browser, second, f"{second}decision/", note="")
    assert refused.status_code == 422
    assert 'href="#f-note"' in markup(refused)
    assert press(browser, second, f"{second}decision/", recipients=value_of(chosen)).status_code == 302
    assert decided_prizes(tournament)[1].candidates == {chosen}


def test_somebody_else_gets_a_prize_with_a_reason_that_stays_typed(played):
    browser, page = office(played), address(played, f"awards/prizes/{prize(played, 2).pk}/")
    other = value_of(Candidate(team(played, 2, 1).branch))
    refused = press(browser, page, f"{page}decision/", others=other)
    assert refused.status_code == 422
    assert form_fields(markup(refused), f"{page}decision/")["others"] == other
    assert press_again(browser, refused, f"{page}decision/", note="女职工参与最多").status_code == 302
    assert "女职工参与最多" in text(browser.get(address(played, "awards/")))


def test_everybody_reads_who_has_a_prize_once_it_is_given_and_never_why_it_was_proposed(played):
    branch, women = team(played, 4, 1).branch, team(played, 3, 2)
    decide_prize(prize(played), [Candidate(branch)], by=None, note="组织最好")
    decide_prize(prize(played, 2), [women], by=None)
    member = signed_in(a_user())
    pages = [f"/e/s000/{page}" for page in ("", "results/", "hall/", "journal/")]
    assert not any("优秀组织奖" in text(member.get(page)) for page in pages)
    assert all(not row["teams"] for row in member.get(API).json()["prizes"])
    confirm_awards(played, by=None)
    for page in pages[:3]:
        words = text(member.get(page))
        assert "优秀组织奖 第4分会" in words
        assert "最佳女队 第3分会" in words
        assert "place 5" not in words
    told = [(row["name"], row["planned"], row["teams"], row["branches"]) for row in member.get(API).json()["prizes"]]
    assert told[:2] == [("优秀组织奖", 4, [], [branch]), ("最佳女队", 1, [women.team], [])]
    # one that is decided later is told in the journal
    decide_prize(prize(played, 3), [team(played, 1, 1)], by=None)
    assert "The prize 体育道德风尚奖: 第1分会 Team 1." in text(member.get("/e/s000/journal/"))


def test_nobody_but_the_office_and_the_chief_reads_proposals(played):
    page = address(played, f"awards/prizes/{prize(played, 2).pk}/")
    for browser in (signed_in(a_user()), signed_in(a_role(played, RoleKind.REFEREE))):
        assert browser.get(page).status_code == 403
        assert browser.post(f"{page}decision/", {"recipients": value_of(team(played, 3, 2))}).status_code == 403
    assert not decided_prizes(played)[1].is_decided
    other = an_event(WOMEN)
    assert office(played).get(address(played, f"awards/prizes/{prize(other).pk}/")).status_code == 404
