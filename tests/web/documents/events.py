"""Events with papers: every game and format, far and not so far, and one whose names are rare."""

from collections.abc import Iterator
from typing import Any

from django.utils import translation

from journal.clock import set_rehearsal_time
from tests.factories import FIRST_START, a_branch, a_drawn_tournament, a_team, a_tournament
from tests.tournaments.played import play_all
from tournaments.models import Tournament
from web.documents.catalogue import BY_KEY, DOCUMENTS
from web.documents.document import EventReading, Options

SITE = "https://guandan.example.org"
RARE = ("㛃䶮", "𬭎田")
"""Names with characters that many fonts lack."""
AWARDS = [
    {"rank": 1, "name": "冠军", "count": 1},
    {"rank": 2, "name": "亚军", "count": 1},
    {"rank": 3, "name": "季军", "count": 2},
    {"rank": 0, "name": "纪念奖"},
]
PLAYED: dict[str, dict[str, Any]] = {
    "knockout": {"third_place_match": True},
    "round_robin": {"format_": "round_robin", "settings": {"groups": 2}},
    "swiss": {"format_": "swiss", "settings": {"rounds_played": 3}},
    "double_elimination": {"format_": "double_elimination"},
    "movement": {"format_": "movement"},
    "xiangqi": {"format_": "round_robin", "game": "win_loss", "seats": 1},
    "six_players": {"game": "win_loss", "seats": 3, "best_of": 3},
    "shuangsheng": {"game": "shuangsheng"},
    "every_place": {"settings": {"places_to": 8}},
}
UNSEALED = [document for document in DOCUMENTS if document.key not in ("draw-seal", "points-table")]
"""What there is to print for them: their draw was not sealed beforehand, and no match is worth 28 points."""


def a_reading(tournament: Tournament) -> EventReading:
    tournament.refresh_from_db()
    return EventReading(tournament, SITE)


def said(reading: EventReading, key: str, *, round_: int = 0, day: int = 0) -> str:
    """What stands on the paper in Chinese, all its texts in their order without spaces: sooner there than the paper."""
    with translation.override("zh-hans"), reading.tournament.at_home():
        data = BY_KEY[key]._of(reading, Options(round=round_, day=day)).data
    return "".join("".join(texts(data)).split())


def texts(data: Any) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for name, part in data.items():
            yield from texts(part) if name not in ("kind", "widths", "svg") else ()
    elif isinstance(data, list | tuple):
        for part in data:
            yield from texts(part)


def an_event_of(kind: str, *, branches: int = 4, played: bool = False, slug: str = "") -> Tournament:
    """Drawn, two teams a branch, by its key in ``PLAYED``."""
    more = {"rehearsal": True, "awards": AWARDS, "organiser": "某校工会", "place": "职工之家", **PLAYED[kind]}
    tournament = a_drawn_tournament(branches=branches, teams=2, name="掼蛋比赛", slug=slug, **more)
    set_rehearsal_time(tournament.journal, FIRST_START)
    if played:
        play_all(tournament)
    return tournament


def an_entered_event(*, name: str = "掼蛋比赛") -> Tournament:
    """Before its draw; the first team has rare names, the second branch a long one."""
    tournament = a_tournament(
        name=name, rehearsal=True, awards=AWARDS, organiser="某校工会", place="职工之家（知行楼）", tables=3, rounds=2
    )
    set_rehearsal_time(tournament.journal, FIRST_START)
    branch = a_branch(tournament, name="机关分会一组", contact_phone="110", leader_name="领队甲", leader_gender="f")
    a_team(branch, players=RARE)
    a_team(branch)
    a_branch(tournament, name="离退休教职工与后勤基本建设联合分会", teams=2)
    return tournament
