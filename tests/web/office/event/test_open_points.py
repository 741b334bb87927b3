"""What is still open in the rules, asked one by one."""

import pytest

from guandan_rules import OnTime, OpenPoint
from journal.models import Event
from tests.factories import a_role, a_tournament
from tests.tournaments.played import S000_AWARDS
from tests.web.form_fields import press
from tests.web.pages import markup, signed_in, text
from tournaments.bracket.queries.versions import settings_version
from tournaments.bracket.rules.rule_sets import rule_set
from tournaments.event.actions.tournaments import switch_rule_set
from tournaments.event.queries.open_points import open_questions
from tournaments.models import Tournament
from tournaments.states import RoleKind, TournamentState

pytestmark = pytest.mark.django_db
PAGE = "/e/s000/office/open-points/"
POINTS = ["on_time", "tie_at_start", "pass_scope", "a_fail_limit", "grace_minutes", "branch_halves", "third_place"]


@pytest.fixture
def office():
    tournament = a_tournament(slug="s000", branches=8, teams=1, rounds=3, awards=S000_AWARDS)
    return signed_in(a_role(tournament, RoleKind.OFFICE))


def the_event() -> Tournament:
    return Tournament.objects.get(slug="s000")


def answered() -> list[str]:
    return [question.point.value for question in open_questions(the_event()) if question.answered]


def asked() -> list[str]:
    return [question.point.value for question in open_questions(the_event())]


def answer_to(office, field: str, answer: str, *, of: str = "") -> None:
    where = f"{PAGE}{asked().index(of or field) + 1}/"
    press(office, where, where, **{field: answer})


def test_each_point_is_asked_with_its_default_and_the_next_one_follows(office):
    assert "7 points of the rules are still open." in markup(office.get("/e/s000/office/"))
    assert asked() == POINTS
    page = markup(office.get(f"{PAGE}1/"))
    for words in ("Open point 1 of 7", "then the levels decide (default)", "The regulation says so far:"):
        assert words in page
    answer = press(office, f"{PAGE}1/", f"{PAGE}1/", on_time=OnTime.STOP_NOW)
    assert answer.headers["Location"] == f"{PAGE}2/"
    assert rule_set(the_event()).on_time == OnTime.STOP_NOW
    assert answered() == ["on_time"]
    assert "1 of 7 open points are settled" in markup(office.get(PAGE))
    assert "6 points of the rules are still open." in markup(office.get("/e/s000/office/"))


def test_points_of_another_rule_set_are_asked(office):
    assert OpenPoint.GAME_CLOCK not in asked()
    switch_rule_set(the_event(), "s004", by=None)
    for point, answer in (("deal_limit", "16"), ("fail_consecutive", "False"), ("fail_scope", "any_deal")):
        answer_to(office, point, answer)
    rules = rule_set(the_event())
    assert (rules.deal_limit, rules.fail_consecutive, rules.fail_scope) == (16, False, "any_deal")
    # one of several games brings them, and asks whose time it is
    switch_rule_set(the_event(), "s001_4", by=None)
    assert the_event().best_of == 3
    answer_to(office, "match_clock", "True", of=OpenPoint.GAME_CLOCK)
    assert the_event().match_clock
    switch_rule_set(the_event(), "s000", by=None)
    assert the_event().best_of == 1


def test_the_default_is_kept_whatever_was_chosen_before(office):
    press(office, f"{PAGE}5/", f"{PAGE}5/", grace_minutes="15")
    assert rule_set(the_event()).grace_minutes == 15
    answer = press(office, f"{PAGE}5/", f"{PAGE}5/", grace_minutes="nonsense", keep="yes")
    assert answer.headers["Location"] == f"{PAGE}6/"
    assert rule_set(the_event()).grace_minutes == 0
    assert answered() == ["grace_minutes"]
    press(office, f"{PAGE}6/", f"{PAGE}6/", keep="yes")
    events = Event.objects.order_by("number").values_list("data__answers", "data__fields", "public")
    assert list(events) == [
        (["grace_minutes"], ["rule_options"], True),
        (["grace_minutes"], ["rule_options"], True),
        (["branch_halves"], [], False),
    ]


def test_all_of_them_are_answered_in_any_order_and_can_be_answered_anew(office):
    assert press(office, f"{PAGE}7/", f"{PAGE}7/", third_place_match="True").headers["Location"] == PAGE
    assert the_event().third_place_match
    assert [award["count"] for award in the_event().awards if award["rank"] == 3] == [1]
    for number in range(1, 7):
        office.post(f"{PAGE}{number}/", {"keep": "yes", "seen": settings_version(the_event())})
    assert sorted(answered()) == sorted(POINTS)
    assert "Every open point is settled" in markup(office.get(PAGE))
    assert "of the rules are still open" not in markup(office.get("/e/s000/office/"))
    press(office, f"{PAGE}6/", f"{PAGE}6/", branches_apart="none")
    assert the_event().branches_apart == "none"
    assert the_event().third_place_match


def test_what_the_chosen_format_has_brought_is_kept_and_not_called_the_default(office):
    Tournament.objects.update(third_place_match=True)
    list_ = text(office.get(PAGE))
    assert list_.count("as the format was chosen") == 1
    assert list_.count("the default so far") == 6
    assert "Leave it so" in text(office.get(f"{PAGE}7/"))
    office.post(f"{PAGE}7/", {"keep": "yes", "seen": settings_version(the_event())})
    assert the_event().third_place_match
    assert answered() == ["third_place"]


def test_a_wrong_answer_is_refused_at_its_field_and_whoever_is_overtaken_sees_it(office):
    for number, typed, field in ((5, {"grace_minutes": "999"}, "grace_minutes"), (1, {"on_time": "never"}, "on_time")):
        answer = press(office, f"{PAGE}{number}/", f"{PAGE}{number}/", **typed)
        assert answer.status_code == 422
        assert f'href="#f-{field}"' in markup(answer)
    assert office.post(f"{PAGE}1/", {"on_time": "stop_now", "seen": "7"}).status_code == 409
    assert not Event.objects.filter(kind="tournament.edited").exists()
    assert office.get(f"{PAGE}8/").status_code == 404


def test_another_rule_set_leaves_other_points_open(office):
    press(office, f"{PAGE}1/", f"{PAGE}1/", keep="yes")
    switch_rule_set(the_event(), "s001_1", by=None, seen=settings_version(the_event()))
    assert [(q.point.value, q.answered) for q in open_questions(the_event())] == [
        ("on_time", False),
        ("report_at", False),
    ]
    assert "The default:" not in markup(office.get(f"{PAGE}2/"))
    press(office, f"{PAGE}2/", f"{PAGE}2/", report_at="6")
    assert rule_set(the_event()).report_at == 6


def test_a_swiss_is_not_asked_for_halves_nor_for_the_third_place(office):
    the_event().stages.update(format="swiss")
    assert asked() == POINTS[:5]
    the_event().stages.update(game="win_loss")
    assert not open_questions(the_event())
    assert "Every open point is settled" in markup(office.get(PAGE))


def test_after_the_draw_they_are_only_read(office):
    Tournament.objects.update(state=TournamentState.DRAWN)
    assert "the rules stay as they are here" in markup(office.get(PAGE))
    page = markup(office.get(f"{PAGE}1/"))
    assert "Keep the default" not in page
    before = the_event().rule_options
    assert office.post(f"{PAGE}1/", {"on_time": "stop_now", "seen": settings_version(the_event())}).status_code == 422
    assert the_event().rule_options == before
