"""An event of the journal as a sentence: its data in words, put into the sentence of its kind."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import pgettext, pgettext_lazy

from guandan_rules import Reason
from journal.words import Words
from tournaments.bracket.words.names import (
    day,
    full_name,
    hour,
    level_score,
    listed,
    partners,
    person_name,
    rank,
    round_name,
)
from tournaments.bracket.words.results import reason_in_short
from tournaments.chronicle.queries.history import Group, HistoryItem
from tournaments.codes import TournamentEvent
from tournaments.day.words import games
from tournaments.day.words.games import effects_words, offence_name
from tournaments.event.words import events
from tournaments.event.words.channels import NOTICES
from tournaments.formats.format import Where, beside_bracket
from tournaments.states import UNPLAYED, EqualsDecided
from tournaments.words import EVENTS

MOMENTS = (("before", "after"), ("after", "before"), ("day", "day"))

DECIDED: dict[str, Promise] = Words() | {
    EqualsDecided.SHARED: pgettext_lazy("history", "they share the place"),
    EqualsDecided.PLAY_OFF: pgettext_lazy("history", "in this order after a play-off"),
    EqualsDecided.DRAWN: pgettext_lazy("history", "in this order by lot"),
}
GROUP_NAMES: dict[int, Promise] = Words() | {
    Group.RESULTS: pgettext_lazy("journal", "Results"),
    Group.RULINGS: pgettext_lazy("journal", "Corrections, penalties, rulings"),
    Group.DEALS: pgettext_lazy("journal", "Entries on the sheets"),
    Group.DRAW_AND_TIMES: pgettext_lazy("journal", "Draw, timetable, clocks"),
}


class Facts(dict[str, Any]):
    """An event's data with everything in words; what an event does not know is empty."""

    def __missing__(self, name: str) -> str:
        return ""


def history_words(item: HistoryItem) -> str:
    """Who did it is said elsewhere; this is what was done."""
    sentences = games.SENTENCES if "entry" in item.data else EVENTS
    # partners by lot are drawn as a round is paired
    is_drawn = item.kind == TournamentEvent.ROUND_PAIRED and item.data.get("seed")
    kind = TournamentEvent.ROUND_DRAWN if is_drawn else item.kind
    return str(sentences.get(kind, events.OTHER)) % facts(item.data, item.parts)


def facts(data: dict[str, Any], parts: Sequence[Where] = ()) -> Facts:
    """The data as sentences need it; its round goes by the ``parts`` of the stage, if it is of any."""
    named = Facts()
    for name, value in data.items():
        if isinstance(value, dict) and "ordinal" in value:
            named[name] = _team(value)
        elif isinstance(value, list):
            named[name] = len(value)
        else:
            named[name] = value if isinstance(value, (str, int)) else ""
    if "equals" in data:
        named["equals_said"] = listed(map(_team, data["equals"]))
        named["decided"] = str(DECIDED.get(data.get("how", ""), ""))
    if "recipients" in data:
        said = (_team(one) if "ordinal" in one else one["branch"] for one in data["recipients"])
        named["recipients_said"] = listed(said) or pgettext("prize", "nobody")
    named |= {name: _moment(data[name], data[other]) for name, other in MOMENTS if name in data and other in data}
    if data.get("entrants") or data.get("round"):
        place_for = data.get("place_for") or (3 if data.get("third_place") else None)
        beside = beside_bracket(place_for, data.get("entrants", 0))
        counted = {"number": data.get("round", 0), "sitting": data.get("sitting", 1)}
        named["round_name"] = round_name(data.get("entrants", 0), **counted, where=beside or parts)
    if data.get("notice"):
        named["notice_name"] = str(NOTICES.get(data["notice"], ""))
    if data.get("table"):
        named["table_name"] = _("table %(table)s") % data
    if "home" in data and "away" in data:
        named |= _match_facts(data, named)
    return named


def _team(value: dict[str, Any] | None) -> str:
    if value is None:
        return _("nobody")
    if partner := value.get("partner"):
        alone = [one | {"partner": None} for one in (value, partner)]
        return partners(*(one.get("person") or _team(one) for one in alone))
    if person := value.get("person"):
        return person_name(person, value["branch"])
    return full_name(value["branch"], value["ordinal"])


def _moment(text: Any, other: Any) -> Any:
    """With the year, where the two lie in different ones; what is no moment stays as it is."""
    try:
        moment, beside = datetime.fromisoformat(text), datetime.fromisoformat(other)
    except (TypeError, ValueError):
        return text
    return f"{day(moment, beside)} {hour(moment)}"


def _match_facts(data: dict[str, Any], named: Facts) -> dict[str, str]:
    home, away = _team(data["home"]), _team(data["away"])
    names = {"round": named["round_name"], "home": home, "away": away, "number": data.get("number", "")}
    winner, standing = data.get("winner"), data.get("standing")
    winner_team = {"home": home, "away": away}.get(str(winner), _("nobody"))
    words = {
        "pairing": _("%(round)s, match %(number)s, %(home)s – %(away)s") % names,
        "winner_team": winner_team,
        "deal_team": home if str(data.get("order", ""))[:1] in ("N", "S") else away,
        "levels_now": "",
    }
    if isinstance(standing, dict) and standing:
        words["levels_now"] = f"{rank(standing['home'])} : {rank(standing['away'])}"
    if "entry" in data:
        words["entry_said"] = games.entry_words(data["entry"], home, away, data.get("colour", ""))
    if data.get("side") in ("home", "away"):
        words["side_team"] = home if data["side"] == "home" else away
    if "offence" in data:
        words["offence_name"] = offence_name(data["offence"])
        words["effects_said"] = effects_words(data.get("effects", []))
    if "winner" in data:
        words["outcome"] = _outcome(data, winner_team)
    return words


def _outcome(data: dict[str, Any], winner: str) -> str:
    reason = str(data.get("reason"))
    words = {"winner": winner, "reason": reason_in_short(reason)}
    if reason == Reason.DRAW:
        return pgettext("board game, journal", "a draw") if data.get("colour") else pgettext("journal", "a draw")
    if not data.get("winner"):
        return _("nobody wins (%(reason)s)") % words
    home, away = (data.get("levels") or [None, None])[:2]
    if not home or not away or reason in UNPLAYED:
        return pgettext("journal", "%(winner)s wins (%(reason)s)") % words
    words["levels"] = level_score(home, away, str(data["winner"]))
    return _("%(winner)s wins at %(levels)s (%(reason)s)") % words
