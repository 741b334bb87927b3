"""The sheet for a phone, as plain JSON: everything it needs to go on without a network.

The page embeds it and the API sends it; both say the same. Moments are UTC, ``2123-11-29T04:30:00.123456Z``.
"""

from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from scoring.states import ClockState
from tournaments.day.queries.sheet_reading import sheet_view
from tournaments.day.queries.sheet_views import (
    DealLine,
    PenaltyLine,
    SheetView,
    SideView,
    SubmissionLine,
)
from tournaments.entries.queries.links import DevicesView, devices_of
from tournaments.models import Tournament


def phone_sheet(tournament: Tournament, number: int, device: str = "") -> dict[str, Any] | None:
    """The sheet of match ``number`` for the phone ``device`` (its random id); None if there is no such match."""
    view = sheet_view(tournament, number)
    return phone_json(tournament, view, device, devices_of(view.match.id)) if view else None


def phone_json(tournament: Tournament, view: SheetView, device: str, opened: DevicesView | None) -> dict[str, Any]:
    """The same for a sheet that was read already, as were the phones of its slip.

    ``version`` is that of the event when it was read; ``pace`` how fast its time runs, other than 1 in a rehearsal.
    """
    return {
        "match": view.match.number,
        "state": view.match.state,
        "game": view.game,
        "played": view.game_name,
        "best_of": view.best_of,
        "sheet": view.sheet,
        "seen": view.seen,
        "version": tournament.journal.version,
        "is_open": view.is_open,
        "sides": [_side(side) for side in view.sides],
        "deals": [_deal(line) for line in view.deals],
        "penalties": [_penalty(line) for line in view.penalties],
        "offences": [
            {
                "offence": choice.offence,
                "times": [choice.home_times, choice.away_times],
                "home": [asdict(effect) for effect in choice.home],
                "away": [asdict(effect) for effect in choice.away],
            }
            for choice in view.offences
        ],
        "standing": view.standing.to_dict(),
        "level": view.level,
        "outlook": view.outlook.to_dict() if view.outlook else None,
        "tributes": {order: tribute.to_list() for order, tribute in view.tributes.items()},
        "clock": {
            "state": view.clock.state,
            "now": _moment(view.now),
            "bell_at": _moment(view.clock.bell_at),
            "paused": view.clock.state == ClockState.PAUSED,
            "remaining": int(view.clock.remaining.total_seconds()),
            "extra": int(view.extra.total_seconds()),
            "rung": view.clock.rung,
            "pace": tournament.journal.pace,
        },
        "kinds": list(view.kinds),
        "kind": view.kind,
        "awaits": view.awaited,
        "on_time": view.on_time,
        "asks_at_bell": view.asks_at_bell,
        "in_hand": view.in_hand,
        "may_change_answer": view.may_change_answer,
        "verdict": asdict(view.verdict) if view.verdict else None,
        "confirmations": [{"side": a.side, "says": a.says, "at": _moment(a.at)} for a in view.answers],
        "submissions": view.received.get(device, []),
        "conflicts": [_conflict(line) for line in view.conflicts],
        "device": device,
        "devices": {"count": opened.count if opened else 0, "last_at": _moment(opened.last_at if opened else None)},
    }


def _moment(moment: datetime | None) -> str | None:
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z") if moment else None


def _side(side: SideView) -> dict[str, Any]:
    partner = side.team.partner if side.team else None
    return {
        "side": side.side,
        "branch": side.team.branch if side.team else "",
        "ordinal": side.team.ordinal if side.team else 0,
        "partner": {"branch": partner.branch, "ordinal": partner.ordinal} if partner else None,
        "players": [{"seat": player.seat, "name": player.name} for player in side.players],
        "fails": side.fails,
        "fail_limit": side.fail_limit,
        "games": side.games,
    }


def _deal(line: DealLine) -> dict[str, Any]:
    return {
        "number": line.number,
        "mark": line.mark,
        "order": "".join(out.seat for out in line.finishers),
        "entry": line.entry,
        "kind": line.kind,
        "level": line.level,
        "rise": asdict(line.rise) if line.rise else None,
        "by": line.entered_by,
        "at": _moment(line.entered_at),
    }


def _penalty(line: PenaltyLine) -> dict[str, Any]:
    return {
        "id": line.id,
        "after_deal": line.after_deal,
        "side": line.side,
        "offence": line.offence,
        "effects": [asdict(effect) for effect in line.effects],
        "note": line.note,
        "levels": [line.home, line.away],
        "by": line.entered_by,
        "at": _moment(line.entered_at),
    }


def _conflict(line: SubmissionLine) -> dict[str, Any]:
    return {
        "id": line.id,
        "key": line.key,
        "device": line.device,
        "operation": line.operation,
        "number": line.number,
        "state": line.state,
        "order": line.order,
        "kind": line.kind,
        "in_hand": line.in_hand,
        "stands": line.on_sheet,
        "stands_kind": line.kind_on_sheet,
        "problems": [{"code": code, "field": field} for code, field in line.problems],
        "by": line.by,
        "at": _moment(line.received_at),
    }
