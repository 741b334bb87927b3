"""Examples of the pages about the API: what is sent and a part of what comes back. The tests play them in this order
at an event ``cup`` of four teams that is drawn and runs, and hold every answer against what stands here.
"""

import json
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Example:
    """One request; ``answer`` holds some members of the answer, lists as far as they are written down."""

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


AT = "/api/v1/tournaments/cup/"
DEAL = {"number": 1, "order": "NS", "winner": "home", "level": 2}
EXAMPLES: dict[str, Example] = {
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
    "champions": Example("GET", "/api/v1/champions/", answer={"events": []}),
    "matches": Example(
        "GET", AT + "matches/?round=1&limit=1",
        answer={"total": 2, "next": AT + "matches/?round=1&limit=1&offset=1", "matches": [{"number": 1, "sitting": 1}]},
    ),
    "deals": Example(
        "POST", AT + "matches/1/deals/", {"order": "NS"}, 201,
        answer={"deal": DEAL, "standing": {"home": 5, "away": 2, "deals": 1}}, by="referee",
    ),
    "match": Example("GET", AT + "matches/1/", answer={"games": [{"deals": [DEAL]}]}),
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
    "confirmation": Example(
        "POST", AT + "matches/1/confirmation/", {}, 422, answer={"code": "refused", "status": 422}, by="referee"
    ),
    "call": Example(
        "POST", AT + "matches/1/call/", {}, 409, answer={"code": "changed_meanwhile"}, by="chief"
    ),
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
    "announcements": Example(
        "POST", AT + "announcements/", {"title": "停车", "text": "请停在北门。", "public": True}, 201,
        answer={"state": "pending"}, by="office",
    ),
    "withdrawal": Example(
        "POST", AT + "teams/0/withdrawal/", {"reason": "出差"}, 404, answer={"code": "not_found"}, by="office"
    ),
    "awards_confirmation": Example(
        "POST", AT + "awards/confirmation/", {}, 422, answer={"problems": [{"code": "not_decided_yet"}]}, by="office"
    ),
    "ruling": Example(
        "POST", AT + "matches/2/ruling/",
        {"ruling": "decision", "side": "home", "reason": "裁判长裁定", "confirmed": True},
        answer={"number": 2, "state": "over", "winner": "home"}, by="chief",
    ),
    "draws": Example("POST", AT + "draws/", {"seed": "2026"}, 409, answer={"code": "changed_meanwhile"}, by="office"),
    "challonge": Example("GET", AT + "challonge/", answer={"tournament": {"tournament_type": "single elimination"}}),
    "all_series": Example("GET", "/api/v1/series/", answer={"series": []}),
}  # fmt: skip
