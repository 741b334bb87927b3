"""The schema, and the page that shows it to people with examples; both the same for everybody.

An example says what is sent and a part of what comes back. The tests play them in this order at four events of four
teams, and hold every answer against what stands here: ``cup`` is drawn and runs, ``next`` takes entries, ``league``
waits for the teams of its second stage, ``spring`` of the series ``monthly`` is over.
"""

import json
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe
from rest_framework.request import Request

from api.access import OF_A_TOKEN, OF_AN_ADDRESS
from api.exceptions import titles
from api.resources import Resource
from api.schema import document
from integrations.states import Scope
from integrations.tokens import GRANTED
from tournaments.permissions import Permission


@dataclass(frozen=True)
class Example:
    """One request; ``answer`` holds some members of the answer, lists as far as they are written down. ``{team}``
    and the like in its path stand for ids, which other answers say."""

    method: str
    path: str
    body: dict[str, Any] | None = None
    status: int = 200
    answer: dict[str, Any] = field(default_factory=dict)
    by: str = ""
    """Whose token is sent: of the referee, chief or office; nobody's where it is empty."""

    def curl(self, site: str) -> str:
        """The request as it is typed."""
        method = "" if self.method == "GET" else f"-X {self.method} "
        parts = [f"curl {method}'{site}{self.path}'"]
        parts += ["-H 'Authorization: Bearer guandan_…'"] if self.by else []
        if self.body is not None:
            parts += ["-H 'Content-Type: application/json'", f"-d '{json.dumps(self.body)}'"]
        return " \\\n  ".join(parts)

    @property
    def excerpt(self) -> str:
        """What stands in the answer, among others."""
        return json.dumps(self.answer, indent=2, ensure_ascii=False)


AT, NEXT, LEAGUE, SPRING = (f"/api/v1/tournaments/{slug}/" for slug in ("cup", "next", "league", "spring"))
DEAL = {"number": 1, "order": "NS", "winner": "home", "level": 2}
EXAMPLES: dict[str, Example] = {
    "index": Example("GET", "/api/v1/", answer={"addresses": [{"name": "index", "permission": "public"}]}),
    "tournaments": Example("GET", "/api/v1/tournaments/", answer={"tournaments": [{"slug": "cup"}]}),
    "tournament": Example("GET", AT, answer={"slug": "cup", "zone": "Asia/Shanghai", "seats": 2}),
    "bracket": Example("GET", AT + "bracket/", answer={"stages": [{"format": "knockout"}], "rounds": [{"number": 1}]}),
    "timetable": Example("GET", AT + "timetable/", answer={"zone": "Asia/Shanghai", "rounds": [{"number": 1}]}),
    "teams": Example("GET", AT + "teams/", answer={"branches": [{"number": 1, "teams": [{"ordinal": 1}]}]}),
    "awards": Example("GET", AT + "awards/", answer={"decided": False, "confirmed_at": None}),
    "notices": Example("GET", AT + "notices/", answer={"notices": []}),
    "statistics": Example("GET", AT + "statistics/", answer={"numbers": {"branches": [{"number": 1}]}}),
    "days": Example("GET", AT + "days/", answer={"days": [{"number": 1}, {"number": 2}]}),
    "day": Example("GET", AT + "days/1/", answer={"number": 1, "is_last": False, "rounds": [{"number": 1}]}),
    "draw": Example("GET", AT + "draw/", answer={"seal": None, "draws": [{"number": 1, "state": "confirmed"}]}),
    "draw_record": Example("GET", AT + "draws/1/", answer={"kind": "guandan-draw-record", "version": 1}),
    "champions": Example("GET", "/api/v1/champions/", answer={"events": [{"slug": "spring"}]}),
    "matches": Example(
        "GET", AT + "matches/?round=1&limit=1",
        answer={"total": 2, "next": AT + "matches/?round=1&limit=1&offset=1", "matches": [{"number": 1, "sitting": 1}]},
    ),
    "deals": Example(
        "POST", AT + "matches/1/deals/", {"order": "NS"}, 201,
        answer={"deal": DEAL, "standing": {"home": 5, "away": 2, "deals": 1}}, by="referee",
    ),
    "match": Example("GET", AT + "matches/1/", answer={"games": [{"deals": [DEAL]}]}),
    "match_story": Example(
        "GET", AT + "matches/1/story/",
        answer={"games": [{"moments": [{"number": 0}, {"number": 1, "stood": {"home": 5, "away": 2}}]}]},
    ),
    "sheet": Example("GET", AT + "matches/1/sheet/?device=tablet", by="referee"),
    "undo": Example(
        "POST", AT + "matches/1/undo/", {}, answer={"deal": {"number": 1}, "standing": {"deals": 0}}, by="referee"
    ),
    "submissions": Example(
        "POST", AT + "matches/1/submissions/",
        {"device": "tablet", "key": "1", "operation": "deal", "number": 1, "body": {"order": "WE"}}, 201,
        answer={"state": "accepted", "standing": {"away": 5}}, by="referee",
    ),
    "penalties": Example(
        "POST", AT + "matches/1/penalties/", {"side": "away", "offence": "illegal_signal", "effect": "warning"}, 201,
        answer={"penalty": {"side": "away", "effects": [{"kind": "warning"}]}}, by="referee",
    ),
    "penalty_strike": Example(
        "POST", AT + "matches/1/penalties/{penalty}/strike/", {"reason": "看错了"},
        answer={"penalty": {"offence": "illegal_signal", "struck": True}}, by="referee",
    ),
    "agreement": Example(
        "POST", AT + "matches/1/agreement/", {"side": "home", "seen": 1}, 422,
        answer={"code": "refused", "problems": [{"code": "verdict_pending"}]}, by="referee",
    ),
    "confirmation": Example(
        "POST", AT + "matches/1/confirmation/", {}, 422, answer={"code": "refused", "status": 422}, by="chief"
    ),
    "equals": Example("GET", LEAGUE + "equals/", answer={"open": [], "decided": [{"how": "shared"}]}, by="office"),
    "equals_save": Example(
        "POST", LEAGUE + "equals/", {"stage": 1, "teams": [1, 2], "how": "shared"}, 409,
        answer={"code": "changed_meanwhile"}, by="office",
    ),
    "equals_reopening": Example(
        "POST", LEAGUE + "equals/{decision}/reopening/", {}, answer={"open": [], "decided": []}, by="office"
    ),
    "stage_places": Example(
        "POST", LEAGUE + "stages/2/places/", {}, 201, answer={"method": "places", "state": "confirmed"}, by="office"
    ),
    "call": Example("POST", LEAGUE + "matches/7/call/", {}, answer={"number": 7, "state": "called"}, by="chief"),
    "referee_call": Example(
        "POST", AT + "matches/1/referee-call/", {"note": "争牌"}, answer={"number": 1}, by="referee"
    ),
    "referee_answer": Example("POST", AT + "matches/1/referee-call/answer/", {}, answer={"number": 1}, by="chief"),
    "check_in": Example(
        "POST", AT + "matches/1/check-in/", {}, answer={"number": 1, "state": "playing"}, by="referee"
    ),
    "entry": Example(
        "GET", AT + "branches/1/entry/", answer={"branch": 1, "teams": [{"ordinal": 1}]}, by="office"
    ),
    "entry_save": Example(
        "POST", NEXT + "branches/1/entry/",
        {
            "leader": "领队甲", "contact_name": "联系人甲", "contact_phone": "110",
            "teams": [{"ordinal": 1, "players": [{"name": "队员戊"}, {"name": "队员己"}]}],
        },
        answer={"branch": 1, "state": "accepted", "teams": [{"players": [{"name": "队员戊"}]}]}, by="office",
    ),
    "events": Example("GET", AT + "events/?after=0&kind=deal.", answer={"events": [{"kind": "deal.entered"}]}),
    "clock": Example(
        "POST", AT + "rounds/1/clock/", {"step": "pause"}, answer={"clock": {"state": "paused"}}, by="chief"
    ),
    "pairing": Example(
        "POST", AT + "rounds/2/pairing/", {"step": "pair"}, 409, answer={"code": "changed_meanwhile"}, by="chief"
    ),
    "round_start": Example(
        "POST", AT + "rounds/2/start/", {"starts_at": "2123-12-24T12:30:00+08:00"},
        answer={"number": 2, "starts_at": "2123-12-24T04:30:00Z"}, by="office",
    ),
    "match_day": Example(
        "POST", AT + "matches/2/day/", {"at": "2123-12-24T12:30:00+08:00", "place": "工会活动室"}, 409,
        answer={"code": "changed_meanwhile"}, by="office",
    ),
    "challenges": Example(
        "POST", AT + "challenges/", {"challenger": 2, "challenged": 1}, 422, answer={"code": "refused"}, by="office"
    ),
    "season": Example(
        "POST", AT + "rounds/1/season/", {"step": "close"}, 422, answer={"problems": [{"code": "no_ladder"}]},
        by="office",
    ),
    "announcements": Example(
        "POST", AT + "announcements/", {"title": "停车", "text": "请停在北门。", "public": True}, 201,
        answer={"state": "pending"}, by="office",
    ),
    "withdrawal": Example(
        "POST", NEXT + "teams/{team}/withdrawal/", {"reason": "出差"}, answer={"state": "withdrawn"}, by="office"
    ),
    "restoration": Example("POST", NEXT + "teams/{team}/restoration/", {}, answer={"state": "entered"}, by="office"),
    "substitution": Example(
        "POST", NEXT + "teams/{team}/substitution/", {"number": 2, "name": "队员庚"},
        answer={"players": [{"number": 1}, {"number": 2, "name": "队员庚"}]}, by="office",
    ),
    "awards_reopening": Example(
        "POST", SPRING + "awards/reopening/", {"reason": "名次有误"},
        answer={"state": "running", "confirmed_at": None}, by="office",
    ),
    "awards_confirmation": Example(
        "POST", SPRING + "awards/confirmation/", {}, answer={"state": "finished"}, by="office"
    ),
    "ruling": Example(
        "POST", AT + "matches/2/ruling/",
        {"ruling": "decision", "side": "home", "reason": "裁判长裁定", "confirmed": True},
        answer={"number": 2, "state": "over", "winner": "home"}, by="chief",
    ),
    "draws": Example(
        "POST", NEXT + "draws/", {"seed": "2026"}, 201,
        answer={"number": 1, "state": "preview", "seed": "2026", "breaches": []}, by="office",
    ),
    "draw_confirmation": Example(
        "POST", NEXT + "draws/1/confirmation/", {}, answer={"number": 1, "state": "confirmed"}, by="office"
    ),
    "draw_repeal": Example(
        "POST", NEXT + "draws/1/repeal/", {"reason": "名单有误"}, answer={"state": "discarded"}, by="office"
    ),
    "all_series": Example("GET", "/api/v1/series/", answer={"series": ["monthly"]}),
    "series": Example(
        "GET", "/api/v1/series/monthly/", answer={"slug": "monthly", "events": [{"slug": "spring"}]}
    ),
    "archive": Example("GET", "/api/v1/archive/", answer={"tournaments": []}),
    "medals": Example("GET", "/api/v1/medals/", answer={"year": 0, "years": [2123], "rows": [{"rank": 1}]}),
    "medals_of_year": Example("GET", "/api/v1/medals/2123/", answer={"year": 2123, "events": 1}),
    "ratings": Example("GET", "/api/v1/ratings/", answer={"game": "guandan", "rows": [{"rank": 0, "matches": 2}]}),
    "ratings_of_game": Example("GET", "/api/v1/ratings/guandan/", answer={"games": ["guandan"], "events": 1}),
    "player_ratings": Example(
        "GET", "/api/v1/records/player/{player}/ratings/",
        answer={"ratings": [{"game": "guandan", "provisional": True}]},
    ),
    "branch_record": Example(
        "GET", "/api/v1/records/branch/{branch}/", answer={"players": [], "appearances": [{"slug": "spring"}]}
    ),
    "team_record": Example("GET", "/api/v1/records/team/{team}/", answer={"appearances": [{"slug": "spring"}]}),
    "player_record": Example("GET", "/api/v1/records/player/{player}/", answer={"players": [{"name": "队员甲"}]}),
}  # fmt: skip
FOLLOWING = """import time

import httpx

last, state = 0, ""
with httpx.Client(base_url="{site}/api/v1/tournaments/cup/") as event:
    while state != "finished":
        state = event.get("").json()["state"]
        while news := event.get("events/", params={"after": last}).json()["events"]:
            for item in news:
                print(item["number"], item["kind"], item["match"])
            last = news[-1]["number"]
        time.sleep(1)
"""
"""A program that follows an event to its end by asking each second; the stream says sooner when to ask."""


class Schema(Resource):
    """The schema of this release (OpenAPI 3.1)."""

    permission = Permission.PUBLIC
    authentication_classes = ()
    throttle_classes = ()

    def get(self, request: Request) -> HttpResponseBase:
        return self.unless_known("", document)


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """Every operation with what it needs, takes and answers, and examples that the tests play."""
    context = {
        "groups": groups(),
        "problems": titles(),
        "scopes": [(scope.value, scope.label, sorted(GRANTED[scope])) for scope in Scope],
        "limits": {"token": OF_A_TOKEN, "address": OF_AN_ADDRESS},
        "site": settings.SITE_URL,
        "following": FOLLOWING.replace("{site}", settings.SITE_URL),
    }
    return render(request, "api/docs.html", context)


docs.permission = Permission.PUBLIC  # type: ignore[attr-defined]


def groups() -> list[tuple[str, list[dict[str, Any]]]]:
    """The operations by tag, in the order of the addresses."""
    by_tag: dict[str, list[dict[str, Any]]] = {}
    for path, methods in document()["paths"].items():
        for method, operation in methods.items():
            if operation["operationId"] != "schema":
                shown = {**operation, "path": path, "method": method.upper(), "id": operation["operationId"]}
                shown["permission"] = operation["x-permission"]
                example = EXAMPLES.get(operation["operationId"])
                shown["example"] = example
                shown["curl"] = example.curl(settings.SITE_URL) if example else ""
                shown["errors"] = sorted(status for status in operation["responses"] if status >= "4")
                by_tag.setdefault(operation["tags"][0], []).append(shown)
    return list(by_tag.items())
