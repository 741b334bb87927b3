"""Whatever the API changes, a page changes too: the same people are let in at both, and it does the same there."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import get_resolver, reverse
from django.utils import timezone

from accounts.models import User
from api.resources import Resource
from journal.models import Event
from journal.queries import last_event_number
from tests.factories import FIRST_START, a_drawn_tournament, a_role, a_tournament, a_user
from tests.thorough import THOROUGH, some
from tests.tournaments.equals import a_circle
from tests.tournaments.played import S000_AWARDS, play_all
from tests.tournaments.round_day import PASSES_ACE
from tests.web.form_fields import form_fields, press_again
from tests.web.pages import markup, signed_in
from tournaments.bracket.actions.awards import confirm_awards
from tournaments.bracket.actions.pairing import pair_round
from tournaments.bracket.queries.advancement import open_equals
from tournaments.bracket.rules.current_sheets import current_sheet
from tournaments.day.actions.links import issue_branch_links, issue_slips
from tournaments.day.actions.matches import agree, call_referee, confirm_result, enter_deal, enter_penalty
from tournaments.day.actions.own_days import close_season
from tournaments.day.actions.rounds import pause_round
from tournaments.draw.actions.draws import confirm_draw, preview_draw, preview_lots
from tournaments.draw.actions.places import decide_places
from tournaments.entries.actions.teams import withdraw_team
from tournaments.event.actions.stages import Entrance, add_stage
from tournaments.formats import KNOCKOUT, RoundRobin
from tournaments.models import Match, Round, Team, Tournament
from tournaments.states import EqualsDecided, MatchState, RoleKind

pytestmark = pytest.mark.django_db
Made = dict[str, Any]
"""What the state of an act gives to its addresses and to what is sent, by name."""
State = Callable[[Tournament], Any]


def match(event: Tournament) -> Match:
    return Match.objects.get(stage__tournament=event, number=1)


def first_round(event: Tournament) -> Round:
    return Round.objects.get(stage__tournament=event, number=1)


def as_it_is(event: Tournament) -> Made:
    return {"team": Team.objects.filter(branch__tournament=event).earliest("pk").pk}


def a_settled_sheet(event: Tournament) -> Made:
    for order in PASSES_ACE["home"]:
        enter_deal(match(event), order, by=a_user())
    return {"seen": last_event_number(event.journal, current_sheet(match(event)).subject)}


def a_sheet_that_one_side_agrees_to(event: Tournament) -> Made:
    made = a_settled_sheet(event)
    agree(match(event), "home", by=a_user(), seen=made["seen"])
    return made


def a_result(event: Tournament) -> None:
    a_settled_sheet(event)
    confirm_result(match(event), by=a_user())


def two_of_a_ladder(event: Tournament) -> Made:
    teams = Team.objects.filter(branch__tournament=event).order_by("branch__number")
    return {"upper": teams[0].pk, "lower": teams[2].pk}


def a_withdrawn_team(event: Tournament) -> Made:
    made = as_it_is(event)
    withdraw_team(Team.objects.get(pk=made["team"]), by=a_user(), reason="出差")
    return made


def after_the_deadline(event: Tournament) -> Made:
    Tournament.objects.filter(pk=event.pk).update(closes_at=timezone.now() - timedelta(hours=1))
    return as_it_is(event)


def a_preview(event: Tournament) -> Made:
    return {"draw": preview_draw(event, by=a_user()).number, "seen": Event.objects.latest("pk").number}


def a_preview_with_breaches(event: Tournament) -> Made:
    teams = Team.objects.filter(branch__tournament=event).order_by("branch__number", "ordinal")
    draw = preview_lots(event, {team.pk: place for place, team in enumerate(teams, start=1)}, by=a_user())
    return {"draw": draw.number, "seen": Event.objects.latest("pk").number}


def equal_teams(event: Tournament) -> Made:
    teams = sorted(open_equals(event)[0].ids)
    return {"teams": teams, "typed": ",".join(map(str, teams))}


def shared_places(event: Tournament) -> Made:
    teams = equal_teams(event)["teams"]
    return {"decision": decide_places(event.stages.get(), teams, EqualsDecided.SHARED, by=a_user()).pk}


STATES: dict[str, State] = {
    **{
        state.__name__: state
        for state in (
            as_it_is, a_settled_sheet, a_sheet_that_one_side_agrees_to, a_result, two_of_a_ladder, a_withdrawn_team,
            after_the_deadline, a_preview, a_preview_with_breaches, equal_teams, shared_places,
        )
    },
    "a_deal": lambda event: enter_deal(match(event), "NS", by=a_user()),
    "a_penalty": lambda event: {"penalty": enter_penalty(match(event), "away", "wrong_count", by=a_user()).pk},
    "a_call": lambda event: call_referee(match(event), by=a_user(), note="争牌"),
    "a_paused_clock": lambda event: pause_round(first_round(event), by=a_user()),
    "a_closed_season": lambda event: close_season(first_round(event), by=a_user()),
    "a_paired_round": lambda event: pair_round(Round.objects.get(stage__tournament=event, number=2), by=a_user()),
    "confirmed_awards": lambda event: confirm_awards(event, by=a_user()),
}  # fmt: skip


@dataclass(frozen=True)
class Act:
    """One change, asked for in both ways of the same ``state`` of an ``event``; ``%(name)s`` is what the state gave.

    ``form``: the page whose own form is sent, with ``typed`` over it.
    """

    api: str
    body: dict[str, Any]
    page: str
    typed: dict[str, Any]
    event: str = "running"
    state: str = "as_it_is"
    about: dict[str, Any] = field(default_factory=lambda: {"number": 1})
    page_about: dict[str, Any] | None = None
    form: str = ""

    def __str__(self) -> str:
        return f"{self.api}-{self.page}-{self.state}"


TEAM = {"team": "%(team)s"}
ON_TEAM = {"pk": "%(team)s"}
ENTRANT = {"name": "队员庚", "gender": "", "remark": "", "mail": ""}
ENTRY = {
    "leader": "领队甲", "contact_name": "联系人甲", "contact_phone": "110",
    "teams": [{"ordinal": 1, "players": [{"name": "队员戊"}, {"name": "队员己"}]}],
}  # fmt: skip
TYPED_ENTRY = {
    "leader": "领队甲", "contact_name": "联系人甲", "contact_phone": "110",
    "team1_player1_name": "队员戊", "team1_player2_name": "队员己",
}  # fmt: skip
SENT = {"device": "tablet", "key": "1", "operation": "deal", "number": 1, "body": {"order": "NS"}}
RULED = {"side": "home", "reason": "裁判长裁定", "confirmed": True}
HARD = {"side": "home", "offence": "hidden_card", "effect": "offender_down", "amount": 1}
AGREED = {"side": "away", "seen": "%(seen)s"}


def ruling(name: str, page: str, state: str = "as_it_is", **typed: str) -> Act:
    return Act("ruling", RULED | {"ruling": name}, page, {"side": "home"} | typed, state=state)


ACTS = (
    Act("deals", {"order": "NS"}, "sheet_deals", {"order": "NS", "kind": "regular"}),
    Act("submissions", SENT, "sheet_deals", {"order": "NS", "kind": "regular"}),
    Act("undo", {}, "sheet_undo", {}, state="a_deal"),
    Act("penalties", {"side": "away", "offence": "wrong_count"}, "sheet_penalty", {"penalty": "away:wrong_count"}),
    Act("penalties", HARD, "sheet_penalty", {"penalty": "home:hidden_card", "effect": "offender_down", "amount": "1"}),
    Act(
        "penalty_strike", {"reason": "看错了"}, "sheet_strike", {"penalty": "%(penalty)s", "reason": "看错了"},
        state="a_penalty", about={"number": 1, "penalty": "%(penalty)s"}, page_about={"number": 1},
    ),
    Act("referee_call", {"note": "争牌"}, "sheet_referee", {"note": "争牌"}),
    Act("referee_answer", {}, "desk_match_answer", {}, state="a_call"),
    Act("check_in", {}, "sheet_check_in", {"all": ""}),
    Act("call", {}, "sheet_call", {}, event="drawn"),
    Act("agreement", AGREED, "sheet_agreement", AGREED | {"agrees": "yes"}, state="a_settled_sheet"),
    Act("agreement", AGREED, "sheet_agreement", AGREED | {"agrees": "yes"}, state="a_sheet_that_one_side_agrees_to"),
    Act(
        "agreement", AGREED | {"agrees": False, "note": "少算一副"},
        "sheet_agreement", AGREED | {"agrees": "no", "note": "少算一副"}, state="a_settled_sheet",
    ),
    Act("confirmation", {"seen": "%(seen)s"}, "sheet_result", {"seen": "%(seen)s"}, state="a_settled_sheet"),
    Act("clock", {"step": "start"}, "clock_start", {"anyway": "yes"}, event="drawn"),
    Act("clock", {"step": "pause"}, "clock_pause", {}),
    Act("clock", {"step": "resume"}, "clock_resume", {}, state="a_paused_clock"),
    ruling("forfeit", "ruling_forfeit", note="裁判长裁定"),
    ruling("both_absent", "ruling_absence", note="裁判长裁定"),
    ruling("disqualification", "ruling_disqualification", reason="裁判长裁定"),
    ruling("decision", "ruling_decision", reason="裁判长裁定"),
    ruling("correction", "ruling_correction", "a_result", reason="裁判长裁定"),
    Act("pairing", {"step": "pair"}, "desk_pairing", {}, event="swiss", about={"number": 2}),
    Act("pairing", {"step": "unpair"}, "desk_pairing_undo", {}, "swiss", "a_paired_round", {"number": 2}),
    Act(
        "round_start", {"starts_at": "2123-12-24T12:30:00+08:00"}, "clock_plan",
        {"date": "2123-12-24", "time": "12:30"}, event="drawn", about={"number": 2}, form="desk_round",
    ),
    Act(
        "match_day", {"at": "2123-12-24T12:30:00+08:00", "place": "本部"}, "day_proposal",
        {"date": "2123-12-24", "time": "12:30", "place": "本部"}, "own_days", page_about={"number": 2, "match": 1},
    ),
    Act(
        "challenges", {"challenger": "%(lower)s", "challenged": "%(upper)s"}, "challenge",
        {"challenger": "%(lower)s", "challenged": "%(upper)s"}, "ladder", "two_of_a_ladder", {}, {"number": 3},
    ),
    Act("season", {"step": "close"}, "season_closing", {}, "ladder", page_about={}),
    Act("season", {"step": "reopen"}, "season_closing", {"again": "yes"}, "ladder", "a_closed_season", page_about={}),
    Act("withdrawal", {"reason": "出差"}, "team_withdrawal", {"reason": "出差"}, about=TEAM, page_about=ON_TEAM),
    *(
        Act("restoration", why, "team_restoration", why, event, "a_withdrawn_team", TEAM, ON_TEAM)
        for event, why in (("open", {}), ("drawn", {"reason": "点错了行"}))
    ),
    *(
        Act(
            "substitution", ENTRANT | {"number": 2, "reason": "受伤"},
            "team_substitution", ENTRANT | {"player": "2", "reason": "受伤"}, "open", state, TEAM, ON_TEAM,
        )
        for state in ("as_it_is", "after_the_deadline")
    ),
    Act("announcements", {"title": "停车", "text": "北门"}, "announcements", {"title": "停车", "text": "北门"},
        about={}, form="announcements"),
    Act("awards_confirmation", {}, "awards_confirmation", {}, "over", about={}, form="awards"),
    Act("awards_reopening", {"reason": "有误"}, "awards_reopening", {"reason": "有误"}, "over", "confirmed_awards", {}),
    Act("entry", ENTRY, "entry", TYPED_ENTRY, "open", form="entry"),
    Act("draws", {"seed": "2026"}, "draw_preview", {"seed": "2026"}, "open", about={}),
    *(
        Act(
            "equals", {"stage": 1, "teams": "%(teams)s", "how": how}, "awards_equals_decision",
            {"how": how, "teams": "%(typed)s"}, "circle", "equal_teams", {}, {"number": 1},
        )
        for how in (EqualsDecided.SHARED, EqualsDecided.DRAWN)
    ),
    Act(
        "equals_reopening", {}, "awards_equals_reopening", {}, "circle", "shared_places",
        {"decision": "%(decision)s"}, {"pk": "%(decision)s"},
    ),
    Act("stage_places", {}, "draw_stage", {"seed": ""}, "league", about={"number": 2}),
    *(
        Act(
            "draw_confirmation", {"seen": "%(seen)s", "confirmed": True, "reason": "各领队同意"}, "draw_confirmation",
            {"number": "%(draw)s", "seen": "%(seen)s", "accept": "on", "reason": "各领队同意"},
            event, state, {"number": "%(draw)s"}, {},
        )
        for event, state in (("open", "a_preview"), ("unfair", "a_preview_with_breaches"))
    ),
    Act(
        "draw_repeal", {"reason": "名单有误"}, "draw_repeal", {"number": "%(draw)s", "reason": "名单有误"},
        "open", "a_preview", {"number": "%(draw)s"}, {},
    ),
)  # fmt: skip


def test_every_write_of_the_api_is_compared_with_a_page():
    writes = {
        pattern.name
        for pattern in get_resolver("api.urls").url_patterns
        if issubclass(getattr(pattern.callback, "cls", object), Resource) and hasattr(pattern.callback.cls, "post")
    }
    assert {act.api for act in ACTS} == writes


@pytest.fixture(scope="module")
def events(module_db: None) -> dict[str, Tournament]:
    """One of each kind, by the name that the acts call it."""
    league = a_tournament(branches=4, teams=1, rounds=3, format_=RoundRobin.name)
    a_season = {"format_": "ladder", "own_days": 7, "starts_at": timezone.now() - timedelta(days=7)}
    starts, by = [FIRST_START + timedelta(days=3)], a_user()
    add_stage(league, by=by, format_=KNOCKOUT, entrance=Entrance(2), starts=starts, minutes=45, rule_options={})
    confirm_draw(preview_draw(league, by=by), by=by)
    play_all(league)
    swiss = a_drawn_tournament(branches=4, teams=1, format_="swiss")
    play_all(swiss)  # its first round: the others wait for their pairs
    over = a_drawn_tournament(branches=4, teams=1, awards=S000_AWARDS)
    play_all(over)
    return {
        "running": a_drawn_tournament(branches=4, teams=1, started=True),
        "own_days": a_drawn_tournament(branches=4, teams=1, own_days=7),
        "ladder": a_drawn_tournament(branches=4, teams=1, **a_season),
        "drawn": a_drawn_tournament(branches=4, teams=1),
        "open": a_tournament(branches=4, teams=1, rounds=2),
        "unfair": a_tournament(branches=2, teams=2, rounds=2),
        "league": league,
        "swiss": swiss,
        "over": over,
        "circle": a_circle().tournament,
    }


def people_of(event: Tournament, place: int) -> dict[str, User | None]:
    """Whoever may come, an event's own table slip and branch link among them; None is nobody known.

    In .ci/run all of them, otherwise those whose rights differ here, and one of the others at each act.
    """
    playable = Match.objects.filter(stage__tournament=event, number=1, state__in=(MatchState.READY, MatchState.PLAYING))
    others: dict[str, Callable[[], User | None]] = {
        "nobody": lambda: None,
        "stranger": lambda: a_role(a_tournament(), RoleKind.CHIEF_REFEREE),
        "site office": lambda: a_user(is_staff=True),
        "branch link": lambda: issue_branch_links(event, by=None)[0].account,
    }
    chosen = others if THOROUGH else list(others)[place % len(others) :][:1]
    return {
        "referee": a_role(event, RoleKind.REFEREE),
        "chief": a_role(event, RoleKind.CHIEF_REFEREE),
        "office": a_role(event, RoleKind.OFFICE),
        **{who: others[who]() for who in chosen},
        **({"slip": issue_slips(first_round(event), by=None)[0].account} if playable else {}),
    }


@pytest.mark.parametrize(("place", "act"), some(enumerate(ACTS)), ids=str)
def test_api_lets_in_whom_the_page_lets_in_and_does_the_same(events, place, act):
    event = events[act.event]
    made, people = STATES[act.state](event) or {}, people_of(event, place)
    by_program = {who: outcome(by_api, act, event, made, user) for who, user in people.items()}
    assert by_program == {who: outcome(by_page, act, event, made, user) for who, user in people.items()}
    assert any(by_program.values()), "nobody could do it, so nothing was compared"
    assert not by_program.get("nobody")
    assert not by_program.get("stranger")


@contextmanager
def nothing_stays() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def outcome(way: Callable[..., HttpResponse], act: Act, event: Tournament, made: Any, user: User | None) -> list[str]:
    """The kinds of what was recorded; none where it was refused."""
    with nothing_stays():
        before = Event.objects.latest("pk").pk if Event.objects.exists() else 0
        browser = signed_in(user) if user else Client()
        answer = way(act, event, made, browser)
        recorded = list(Event.objects.filter(pk__gt=before).order_by("pk").values_list("kind", flat=True))
        if answer.status_code in (401, 403) or answer.headers.get("Location", "").startswith(reverse("sign_in")):
            assert recorded == []
        return recorded


def by_api(act: Act, event: Tournament, made: Any, browser: Client) -> HttpResponse:
    address = reverse(f"api:{act.api}", kwargs={"slug": event.slug} | filled(act.about, made))
    return browser.post(address, filled(act.body, made), content_type="application/json")


def by_page(act: Act, event: Tournament, made: Any, browser: Client) -> HttpResponse:
    """What is only asked once is answered with yes."""
    about = {"slug": event.slug} | filled(act.about if act.page_about is None else act.page_about, made)
    address = reverse(act.page, kwargs=about)
    typed = filled(act.typed, made)
    if act.form:
        owner = signed_in(a_role(event, RoleKind.OFFICE))
        typed = form_fields(markup(owner.get(reverse(act.form, kwargs=about))), address) | typed
        typed["key"] = ""
    answer = browser.post(address, typed)
    if answer.status_code == 422 and 'name="sure"' in answer.content.decode():
        answer = press_again(browser, answer, address)
    return answer


def filled(named: dict[str, Any], made: Any) -> dict[str, Any]:
    return {
        name: (made[value[2:-2]] if isinstance(value, str) and value.startswith("%(") else value)
        for name, value in named.items()
    }
