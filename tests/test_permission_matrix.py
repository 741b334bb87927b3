"""Who may do what, written down once more and tried at every address of web and api with every kind of person.

``TABLE`` is independent of ``tournaments.permissions.GRANTED`` and compared with it; the addresses are walked, so a new
one is tried without a word here, unless it names something (fixture ``values``) that no other address named before.
"""

import re
from dataclasses import dataclass
from datetime import timedelta
from http.cookies import SimpleCookie
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.passwords import account_of_slip, slip_token
from integrations.models import Token, Webhook
from notices.models import Channel, Notice
from notices.states import NoticeKind, Service
from tests.addresses import ADDRESSES, Address
from tests.factories import a_drawn_tournament, a_role, a_tournament, a_user
from tests.thorough import THOROUGH, some
from tests.tournaments.series.seasons import a_series
from tournaments.day.actions.links import issue_branch_links, issue_slips
from tournaments.entries.queries.links import my_token, token_of
from tournaments.models import AccessLink, PlaceDecision, Player, Prize, Round, Team, Tournament
from tournaments.permissions import BRANCH, GRANTED, MATCHES, SLIP, Permission, may
from tournaments.prizes import PrizeRule
from tournaments.states import EqualsDecided, RoleKind

pytestmark = pytest.mark.django_db

TABLE = """
permission        anonymous stranger referee chief office site_office other_referee slip other_slip branch other_branch
public            yes       yes      yes     yes   yes    yes         yes           yes  yes        yes    yes
signed_in         -         yes      yes     yes   yes    yes         yes           yes  yes        yes    yes
own_account       -         yes      yes     yes   yes    yes         yes           -    -          -      -
site              -         -        -       -     -      yes         -             -    -          -      -
office_read       -         -        -       yes   yes    yes         -             -    -          -      -
event_edit        -         -        -       -     yes    yes         -             -    -          -      -
entry_edit        -         -        -       -     yes    yes         -             -    -          -      -
entry_fill        -         -        -       -     yes    yes         -             -    -          own    -
day_agree         -         -        -       yes   yes    yes         -             -    -          own    -
team_edit         -         -        -       yes   yes    yes         -             -    -          -      -
draw_make         -         -        -       yes   yes    yes         -             -    -          -      -
timetable_edit    -         -        -       yes   yes    yes         -             -    -          -      -
desk_read         -         -        yes     yes   yes    yes         -             own  -          own    -
round_run         -         -        -       yes   -      -           -             -    -          -      -
slip_print        -         -        -       yes   yes    yes         -             -    -          -      -
check_in          -         -        yes     yes   yes    yes         -             own  -          own    -
deal_enter        -         -        yes     yes   -      -           -             own  -          own    -
result_agree      -         -        yes     yes   -      -           -             own  -          own    -
result_confirm    -         -        -       yes   -      -           -             -    -          -      -
match_rule        -         -        -       yes   -      -           -             -    -          -      -
match_end         -         -        yes     yes   -      -           -             -    -          -      -
breach_accept     -         -        -       yes   -      -           -             -    -          -      -
late_substitution -         -        -       yes   -      -           -             -    -          -      -
awards_confirm    -         -        -       yes   yes    yes         -             -    -          -      -
"""
_HEAD, *_ROWS = [line.split() for line in TABLE.strip().splitlines()]
WHO = tuple(_HEAD[1:])
OF_A_MATCH = ("e/<slug:slug>/sheets/<int:number>/", "api/v1/tournaments/<slug:slug>/matches/<int:number>/")
OWN = {"slip": OF_A_MATCH, "branch": ("e/<slug:slug>/entry/<int:number>/", *OF_A_MATCH)}
"""Where "own" stands in the table a link is let in beneath these addresses, if they name its match or branch."""
ALLOWED = {row[0]: {who for who, mark in zip(WHO, row[1:], strict=True) if mark == "yes"} for row in _ROWS}

LET_IN = {200, 201, 204, 302, 303, 304, 400, 404, 405, 409, 415, 422}


def test_every_view_declares_what_it_needs():
    silent = [str(address) for address in ADDRESSES if address.permission not in set(Permission)]
    assert not silent, "decorate the view with web.requests.loaders.needs(Permission.…), or set the attribute in api"


def test_table_here_names_every_permission():
    assert set(ALLOWED) == {permission.value for permission in Permission}
    assert set(GRANTED) == set(Permission) - {
        Permission.PUBLIC,
        Permission.SIGNED_IN,
        Permission.OWN_ACCOUNT,
        Permission.SITE,
    }
    assert {row[0] for row in _ROWS if "own" in row} == {permission.value for permission in SLIP | BRANCH | MATCHES}


@pytest.fixture(scope="module")
def event(module_db: None) -> Tournament:
    """A drawn event whose first round runs, and whose sides choose their days."""
    return a_drawn_tournament(branches=2, teams=1, started=True, own_days=7)


def a_slip(event: Tournament) -> AccessLink:
    """The slip of the event's first match."""
    return issue_slips(Round.objects.get(stage__tournament=event, number=1), by=None)[0]


def a_decision(event: Tournament) -> PlaceDecision:
    stage = event.stages.first()
    return PlaceDecision.objects.create(stage=stage, teams=[], how=EqualsDecided.SHARED, at=event.closes_at)


def a_notice(event: Tournament) -> Notice:
    """What the board says of the event's draw."""
    now = timezone.now()
    return Notice.objects.create(
        tournament=event, kind=NoticeKind.DRAW_PUBLISHED, key=f"draw:{event.pk}", due_at=now, made_at=now
    )


def a_channel(event: Tournament) -> Channel:
    """A chat group of the event."""
    return Channel.objects.create(tournament=event, name="工作群", service=Service.WECOM, mark="x")


def a_token_row(event: Tournament, person: User) -> Token:
    """A program's token."""
    expires_at = timezone.now() + timedelta(days=1)
    return Token.objects.create(tournament=event, user=person, name="记分板", digest="x", expires_at=expires_at)


@pytest.fixture(scope="module")
def people(event: Tournament) -> dict[str, User | AnonymousUser]:
    return {
        "anonymous": AnonymousUser(),
        "stranger": a_user(),
        "referee": a_role(event, RoleKind.REFEREE),
        "chief": a_role(event, RoleKind.CHIEF_REFEREE),
        "office": a_role(event, RoleKind.OFFICE),
        "site_office": a_user(is_staff=True),
        "other_referee": a_role(a_tournament(), RoleKind.REFEREE),
        "slip": a_slip(event).account,
        "other_slip": a_slip(elsewhere := a_drawn_tournament(branches=2, teams=1, started=True)).account,
        "branch": issue_branch_links(event, by=None)[0].account,
        "other_branch": issue_branch_links(elsewhere, by=None)[0].account,
    }


@pytest.fixture(scope="module")
def values(event: Tournament, people: dict[str, Any]) -> dict[str, Any]:
    """What an address may name, by the noun before it if the name alone does not tell. Everything named exists."""
    return {
        "slug": event.slug,
        "number": 1,  # match, branch, round and draw
        "branches/pk": event.branches.first().pk,
        "teams/pk": Team.objects.filter(branch__tournament=event).first().pk,
        "teams/team": Team.objects.filter(branch__tournament=event).first().pk,
        "penalties/penalty": 1,
        "matches/match": 1,
        "branch/pk": event.branches.first().pk,
        "team/pk": Team.objects.filter(branch__tournament=event).first().pk,
        "player/pk": Player.objects.filter(team__branch__tournament=event).first().pk,
        "branch/branch": event.branches.first().pk,
        "team/team": Team.objects.filter(branch__tournament=event).first().pk,
        "player/player": Player.objects.filter(team__branch__tournament=event).first().pk,
        "equals/pk": (decision := a_decision(event).pk),
        "equals/decision": decision,
        "prizes/pk": Prize.objects.create(tournament=event, position=1, name="最佳女队", rule=PrizeRule.WOMEN).pk,
        "year": 2123,
        "people/pk": people["referee"].pk,
        "outbox/pk": a_notice(event).pk,
        "channels/pk": a_channel(event).pk,
        "programs/pk": a_token_row(event, people["office"]).pk,
        "webhooks/pk": Webhook.objects.create(tournament=event, name="排行榜").pk,
        "notice": NoticeKind.MATCH_SOON.value,
        "kind": RoleKind.REFEREE.value,
        "code": "zh-hans",
        "address": "no/such/address",
        "token": token_of(a_slip(event)),
        "my/token": my_token(event, branch=event.branches.first().pk),
        "own/token": slip_token(account_of_slip("来宾", name="来宾", handed_out_by=None)),
        "series": a_series().slug,
        "event": event.slug,
        "key": "timetable",
        "paper": "seal",
        "lists/name": "results",
        "records/name": "medals",
        "ratings/game": "guandan",
        "of-the-day/name": "awards",
        "personal/name": "entries",
        "form": "csv",
    }


CONVERTER = re.compile(r"([\w-]+)/<(?:\w+:)?(\w+)>")


def path_of(address: Address, values: dict[str, Any]) -> str:
    """The route with its values in place."""

    def value(blank: re.Match[str]) -> str:
        noun, name = blank.groups()
        known = values.get(f"{noun}/{name}", values.get(name))
        assert known is not None, f"{address}: what is {noun}/<{name}>? Add it to the fixture `values` of {__file__}."
        return f"{noun}/{known}"

    route = f"/{address.route}"
    while CONVERTER.search(route):  # one may follow another
        route = CONVERTER.sub(value, route)
    return route


@dataclass(frozen=True)
class Browser:
    """A browser that forgets, after each answer, what came of it: no cookie stays and no row."""

    client: Client
    cookies: dict[str, str]

    @classmethod
    def of(cls, user: User | AnonymousUser) -> "Browser":
        client = Client(raise_request_exception=False)
        if isinstance(user, User):
            client.force_login(user)
        return cls(client, {name: cookie.value for name, cookie in client.cookies.items()})

    def answer(self, method: str, path: str) -> HttpResponse:
        self.client.cookies = SimpleCookie(self.cookies)
        with transaction.atomic():
            response = self.client.generic(method, path)
            transaction.set_rollback(True)
        return response


@pytest.fixture(scope="module")
def browsers(people: dict[str, User | AnonymousUser]) -> dict[str, Browser]:
    """Everybody at a browser of his own, signed in where he has an account."""
    return {who: Browser.of(user) for who, user in people.items()}


def is_let_in(response: HttpResponse, address: Address, who: str) -> bool:
    """False for a refusal in the right manner: anonymous people are sent to the sign-in page, to programs 401 says that
    nobody is known, all others get 403."""
    if response.status_code == 401:
        assert (who, address.is_api) == ("anonymous", True)
        return False
    sent_to_sign_in = response.status_code == 302 and response.headers["Location"].startswith(reverse("sign_in"))
    if sent_to_sign_in or response.status_code == 403:
        assert sent_to_sign_in == (who == "anonymous"), f"{response.status_code} for {who}"
        return False
    assert response.status_code in LET_IN, f"{response.status_code} for {who} at {address}"
    return True


def marks_of(permission: str) -> list[str]:
    return next(row for row in _ROWS if row[0] == permission)[1:]


def test_permissions_are_those_of_the_table(event, people):
    for permission in Permission:
        assert {who for who in WHO if may(people[who], permission, event)} == ALLOWED[permission], permission


def allowed_at(address: Address) -> set[str]:
    """Who is let in at the address; its match is that of the slip."""
    marks = zip(WHO, marks_of(address.permission), strict=True)
    return ALLOWED[address.permission] | {
        who for who, mark in marks if mark == "own" and address.route.startswith(OWN[who])
    }


def test_link_may_in_its_own_match_or_branch_what_the_table_allows_there(event, people):
    for permission in Permission:
        for who, about in (("slip", {"number": 1}), ("branch", {"number": 1, "branch": 1})):
            mark = marks_of(permission)[WHO.index(who)]
            assert may(people[who], permission, event, **about) == (mark in {"yes", "own"}), permission
            assert may(people[f"other_{who}"], permission, event, **about) == (mark == "yes"), permission


def tried_at(place: int, address: Address) -> set[str]:
    """Who is not known, and by turns another where nobody is refused; elsewhere two others, in .ci/run everybody."""
    known = WHO[1:]
    if address.permission == Permission.PUBLIC:
        return {WHO[0], known[place % len(known)]}
    return set(WHO) if THOROUGH else {WHO[0], *(known[(place + step) % len(known)] for step in (0, 4))}


@pytest.mark.parametrize(("place", "address"), some(enumerate(ADDRESSES)), ids=str)
def test_address_lets_in_whom_the_table_allows_and_nobody_else(browsers, values, place, address):
    path, chosen = path_of(address, values), tried_at(place, address)
    for method in ("GET", "POST"):
        answers = {who: browsers[who].answer(method, path) for who in chosen}
        let_in = {who for who in chosen if is_let_in(answers[who], address, who)}
        assert let_in == allowed_at(address) & chosen, f"{method} {path} needs {address.permission}"
        for who in let_in:
            look_at(answers[who], address)


WITHOUT_HELP = {
    "embedded_bracket", "embedded_bracket_english", "draw_check_file", "hall", "hall_draw", "sheet_preview",
}  # fmt: skip
"""A frame of another site, a file to take along, screens of a hall, a part of a page."""


def look_at(answer: HttpResponse, address: Address) -> None:
    """Every page leads to the help, and what is not for everybody is kept by no browser."""
    if answer.status_code != 200 or address.is_api:
        return
    if answer.headers["Content-Type"].startswith("text/html") and address.name not in WITHOUT_HELP:
        assert 'href="/help/' in answer.content.decode(), f"{address} does not lead to the help"
    if address.permission != Permission.PUBLIC:
        assert "no-store" in answer.headers["Cache-Control"], f"{address} may be kept"


def test_switched_off_account_may_what_everybody_may(event, people):
    referee = a_role(event, RoleKind.CHIEF_REFEREE)
    referee.is_active = False
    assert {permission for permission in Permission if may(referee, permission, event)} == {Permission.PUBLIC}
