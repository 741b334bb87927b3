"""Every page of web/: each address with an example of its arguments, and who may see most on it.

A new page is found by itself; one with an argument of a new kind must be given an example here.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import URLPattern, URLResolver, resolve, reverse

from accounts.models import User
from accounts.passwords import account_of_slip, slip_token
from archives.queries import event_file
from integrations.actions import add_webhook, try_webhook
from integrations.models import CallAttempt, Webhook
from notices.actions.channels import ChannelPlan, add_channel, try_channel
from notices.models import Attempt, Channel, Notice
from notices.states import NoticeKind, Outcome, Service
from tests.e2e.busy import Busy
from tests.thorough import some
from tests.tournaments.series.seasons import a_played_event, a_series, its_final
from tournaments.day.actions.links import issue_slips
from tournaments.draw.queries.ceremony import turn_token
from tournaments.entries.queries.links import my_token, token_of
from tournaments.event.papers.word_files import DOCX
from tournaments.models import Branch, Player, Prize, Series, Team, Tournament
from tournaments.permissions import GRANTED, Permission
from tournaments.states import RoleKind
from web.files.workbooks import CSV, XLSX
from web.lists.listing import Form
from web.urls import urlpatterns

ROLES = ("member", "office", "chief referee")
OF_THE_CHIEF = {Permission.DESK_READ, Permission.CHECK_IN}
LEADS_ELSEWHERE = {
    "language",
    "sign_out",
    "identity",
    "identity_back",
    "identity_account",
    "identity_removal",
    "worker",
    "icon",
    "sheet_preview",
    "draw_check_file",
}  # part of a page, and a file
PICTURES = ("image/png", "image/svg+xml")
NO_SCREEN, SIGN_IN = (
    ("application/json", "application/pdf", "text/calendar", "text/css", *PICTURES, CSV, XLSX, DOCX),
    "/sign-in/",
)
LISTS = {
    "public_list": "report", "export": "arrivals", "export_personal": "statistics", "records_list": "champions",
}  # fmt: skip
NO_PAGE = {HTTPStatus.METHOD_NOT_ALLOWED, HTTPStatus.FOUND, HTTPStatus.NO_CONTENT}  # what is only sent to, a stream
Route = tuple[str, frozenset[str]]
RECORDS = {"branch_record": "team__branch", "team_record": "team", "player_record": "pk"}


@dataclass(frozen=True)
class Address:
    """A page and the role that sees most of it."""

    view: str
    path: str
    role: str


def pages(busy: Busy, *roles: str, of: int = 1) -> list[Address]:
    """The pages of these roles (of all): whatever answers a GET with a document, in whatever module it is named;
    outside .ci/run one address in ``of``.

    An AssertionError where an address answers neither so nor as one that is only sent to.
    """
    screens = []
    browsers = {role: _browser(busy, role) for role in roles or ROLES}
    for address in some([address for address in _addresses(busy) if address.role in browsers], of=of):
        answer = browsers[address.role].get(address.path)
        if answer.status_code in NO_PAGE and SIGN_IN not in answer.headers.get("Location", ""):
            continue
        assert answer.status_code == HTTPStatus.OK, f"{address.path} answered {answer.status_code}"
        if answer.headers["Content-Type"] not in NO_SCREEN:
            screens.append(address)
    return screens


def user_of(busy: Busy, role: str) -> User | None:
    return {"member": None, "office": busy.office, "chief referee": busy.chief}[role]


def _browser(busy: Busy, role: str) -> Client:
    browser, user = Client(), user_of(busy, role)
    if user:
        browser.force_login(user)
    return browser


def _addresses(busy: Busy) -> Iterator[Address]:
    for name, arguments in _routes(urlpatterns):
        for example in [] if name in LEADS_ELSEWHERE else _examples(busy, name, arguments):
            path = reverse(name, kwargs={argument: example[argument] for argument in arguments})
            yield Address(name, path, _role(resolve(path).func.permission))  # type: ignore[attr-defined]


def _routes(patterns: list[URLPattern | URLResolver], above: frozenset[str] = frozenset()) -> Iterator[Route]:
    for pattern in patterns:
        arguments = above | set(pattern.pattern.converters)
        if isinstance(pattern, URLResolver):
            yield from _routes(pattern.url_patterns, arguments)
        else:
            yield str(pattern.name), arguments


def _role(permission: Permission) -> str:
    if permission == Permission.PUBLIC:
        return "member"
    if permission not in GRANTED:
        return "office"
    return "office" if RoleKind.OFFICE in GRANTED[permission] - _left_to_chief(permission) else "chief referee"


def _left_to_chief(permission: Permission) -> set[str]:
    return {RoleKind.OFFICE} if permission in OF_THE_CHIEF else set()


def _examples(busy: Busy, name: str, arguments: frozenset[str]) -> list[dict[str, Any]]:
    event = {"slug": busy.tournament.slug, "kind": RoleKind.REFEREE.value, "paper": "seal"}
    event["key"] = "circular" if name == "document_word" else "timetable"
    if {"series", "game"} & arguments or name in RECORDS:
        season = _season() | _recorded(name) | {"game": "guandan"}
        return [season | {"form": form} for form in Form] if "form" in arguments else [season]
    if "token" in arguments:
        return [event | {"token": _token(busy, name)}]
    if {"notice", "pk"} & arguments:
        return [event | {"notice": NoticeKind.MATCH_SOON.value, "pk": _pk(busy, name)}]
    if "match" in arguments:  # of a branch
        return [event | {"number": 1, "match": 1}]
    if "number" in arguments:
        return [event | {"number": number} for number in _numbers(busy, name)]
    return [event | {"name": LISTS[name], "form": form} for form in Form] if "form" in arguments else [event]


def _token(busy: Busy, name: str) -> str:
    """Of an account, of a branch or its leader, of a file that was sent, or of a slip."""
    if name == "first_sign_in":
        return slip_token(account_of_slip("来宾", name="来宾", handed_out_by=None))
    if name == "draw_turn":
        return turn_token(Branch.objects.filter(tournament=busy.tournament)[0])
    if name.startswith("my_"):
        return my_token(busy.tournament, branch=Branch.objects.filter(tournament=busy.tournament)[0].pk)
    if name.startswith("roster"):
        return _sent_roster(busy)
    if name == "event_import_preview":
        return _sent_event(busy)
    return token_of(issue_slips(busy.day.round, by=busy.chief)[0])


def _season() -> dict[str, Any]:
    """A series with an event that is played and rated, and a final to be filled."""
    series = Series.objects.first()
    if series is None:
        series = a_series()
        played = a_played_event(series)
        Tournament.objects.filter(pk=played.pk).update(is_rated=True)
        its_final(series)
    return {"series": series.slug, "event": series.events.earliest("pk").slug}


def _recorded(name: str) -> dict[str, Any]:
    """Somebody of the event of the season, by his branch, his team or himself."""
    player = Player.objects.filter(team__branch__tournament__slug=_season()["event"])
    return {"pk": player.values_list(RECORDS.get(name, "pk"), flat=True)[0]}


def _sent_roster(busy: Busy) -> str:
    """A list that was sent, with something to mend."""
    browser, event = _browser(busy, "office"), {"slug": busy.tournament.slug}
    sent = browser.post(reverse("roster", kwargs=event), {"pasted": "分会\t姓名\t性别\n没有的分会\t队员甲\t男"})
    return str(resolve(sent.headers["Location"]).kwargs["token"])


def _sent_event(busy: Busy) -> str:
    """The file of the event itself."""
    file = SimpleUploadedFile("event.json", json.dumps(event_file(busy.tournament)).encode())
    sent = _browser(busy, "office").post(reverse("event_import"), {"file": file})
    return str(resolve(sent.headers["Location"]).kwargs["token"])


def _pk(busy: Busy, name: str) -> int:
    if name.startswith("branch"):
        return Branch.objects.filter(tournament=busy.tournament)[1].pk
    if name.startswith("team"):
        return Team.objects.filter(branch__tournament=busy.tournament, branch__number=2)[0].pk
    if name.startswith(("outbox", "announcement", "wording")):
        return Notice.objects.filter(tournament=busy.tournament)[0].pk
    if name.startswith("award_prize"):
        return Prize.objects.filter(tournament=busy.tournament)[0].pk
    if name.startswith(("channel", "webhook")):
        return (_channel(busy) if name.startswith("channel") else _webhook(busy)).pk
    assert name.startswith(("people", "program", "awards_equals")), f"{name}: which row is an example of pk?"
    return busy.referee.pk  # nothing was decided of equals


def _channel(busy: Busy) -> Channel:
    """A chat group that took a message and waits for another."""
    channel = Channel.objects.filter(tournament=busy.tournament).first()
    if channel is None:
        plan = ChannelPlan("工作群", Service.WECOM, "https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=0a1b2c3d")
        channel = add_channel(busy.tournament, plan, by=None)
        try_channel(channel, by=None)
        Attempt.objects.create(delivery=channel.deliveries.get(), number=1, message_id="x", outcome=Outcome.LATER)
    return channel


def _webhook(busy: Busy) -> Webhook:
    """An address that has not taken a test yet."""
    webhook = Webhook.objects.filter(tournament=busy.tournament).first()
    if webhook is None:
        webhook, _key = add_webhook(busy.tournament, "排行榜", "https://scores.example.org/hook", ["result"], by=None)
        CallAttempt.objects.create(call=try_webhook(webhook, by=None), number=1, status=503, said="busy")
    return webhook


def _numbers(busy: Busy, name: str) -> list[int]:
    """Matches in every state; of entries a branch with a long name, of rounds the first and the second."""
    if name in ("match", "sheet", "desk_match", "match_slip", "remedies"):
        return busy.numbers[:8]
    if name.startswith(("desk_round", "slips")):
        return [1, 2]
    if name in ("round_draw", "round_record_file"):  # no round of this event is drawn on its own
        return []
    return [2]
