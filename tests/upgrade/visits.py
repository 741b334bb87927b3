"""Brings the database of DATABASE_URL up to today's models and opens the site's addresses as everybody of its events.

A program of its own (``python -m tests.upgrade.visits``), as an upgrade is: the suite's database, connections and pages
in memory are far from it. It reads as JSON who is allowed what, by permission, and which events to open; it writes as
JSON what it saw.
"""

import json
import logging
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from itertools import chain, islice, product
from typing import Any

import django

from tests.thorough import THOROUGH

PEOPLE = {
    "s000": {
        "anonymous": "",
        "chief": "rehearsal-chief",
        "office": "rehearsal-office",
        "referee": "rehearsal-referee1",
    },
    "next": {"anonymous": "", "site_office": "office"},
    "groups": {"anonymous": "", "chief": "rehearsal-chief", "office": "rehearsal-office"},
    "shown": {"anonymous": "", "office": "rehearsal-office", "chief": "rehearsal-chief"},
    **{
        slug: {"anonymous": "", "chief": "rehearsal-chief", "office": "rehearsal-office"}
        for slug in ("double", "movement", "xiangqi", "shuangsheng")
    },
    "month-1": {"anonymous": ""},
}
"""Who looks at which event, by the names of tests/test_permission_matrix.py, with the accounts of the dump."""
BUSIEST = "s000"
PLAYED = (BUSIEST, "double")
"""The events that are being played, one in a dump: slips open there alone."""
SERIES = "monthly"
PLACEHOLDER = re.compile(r"(?:([\w-]+)/)?<(?:\w+:)?(\w+)>")
SLIP = re.compile(r"/t/([^/\"]+)/")


@dataclass(frozen=True)
class Visit:
    """Who went where (``route`` is the path with its placeholders), and the answer: 405 if only a form leads there."""

    who: str
    route: str
    path: str
    status: int


def main() -> None:
    django.setup()
    from django.core.cache import cache
    from django.core.management import call_command

    seen: dict[str, Any] = {"before": contents()}
    call_command("migrate", verbosity=0)
    seen["after"] = contents()
    make_a_series()
    call_command("makemigrations", check=True, dry_run=True, stdout=sys.stderr)
    cache.clear()
    logging.getLogger("django.request").setLevel(logging.ERROR)  # that a form answers no GET is no news here
    request = json.load(sys.stdin)
    seen["told"] = {slug: api_answers(slug) for slug in kept_events()}
    opened: set[tuple[str, str]] = set()
    visits = [visits_of(slug, request["allowed"], opened) for slug in request["events"]]
    visits += [by_slip(values_of(slug)) for slug in seen["told"] if slug in PLAYED and slug not in request["events"]]
    seen["visits"] = [asdict(visit) for visit in chain.from_iterable(visits)]
    json.dump(seen, sys.stdout)


def make_a_series() -> None:
    """What the first dump did not know: a series, of the event that is no rehearsal."""
    from tournaments.models import Series, Tournament
    from tournaments.series.actions import create_series, join_series
    from tournaments.series.queries import SeriesSettings

    if Series.objects.exists():
        return
    settings = SeriesSettings("月赛", "", "", (32, 24, 18, 18), 0, ("points",), 16)
    join_series(Tournament.objects.get(slug="next"), create_series(settings, by=None, slug=SERIES), by=None)


def kept_events() -> list[str]:
    """Those of the dump, by the names of ``PEOPLE``."""
    from tournaments.models import Tournament

    slugs = set(Tournament.objects.values_list("slug", flat=True))
    return [slug for slug in PEOPLE if slug in slugs]


def contents() -> dict[str, dict[str, int]]:
    """How many rows each table has, by their state where they have one."""
    from django.db import connection

    by_table = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            columns = {column.name for column in connection.introspection.get_table_description(cursor, table)}
            state = "state" if "state" in columns else "''"
            cursor.execute(f'select {state}, count(*) from "{table}" group by 1')
            by_table[table] = dict(cursor.fetchall())
    return by_table


def api_answers(slug: str) -> dict[str, Any]:
    """What the API says of the event."""
    client = client_of("")
    parts = {"event": "", "bracket": "bracket/", "teams": "teams/"}
    return {name: client.get(f"/api/v1/tournaments/{slug}/{part}").json() for name, part in parts.items()}


def client_of(username: str) -> Any:
    """Somebody's browser; a fault comes back as 500 and its traceback goes to standard error."""
    from django.contrib.auth import get_user_model
    from django.test import Client

    client = Client(raise_request_exception=False)
    if username:
        user = get_user_model().objects.get(username=username)
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def visits_of(slug: str, allowed: dict[str, list[str]], opened: set[tuple[str, str]]) -> Iterator[Visit]:
    """Each address by the first who may go there, to public pages as nobody in particular: of the busiest event all
    that it may name (in .ci/run), of others the first. One that names no event is ``opened`` once for all of them."""
    from tests.addresses import ADDRESSES

    values = values_of(slug)
    for who, username in PEOPLE[slug].items():
        client = client_of(username)
        permissions = {permission for permission, people in allowed.items() if who in people}
        permissions -= {"public"} if username else set()
        addresses = [address for address in ADDRESSES if str(address.permission) in permissions]
        client.cookies["django_language"] = "zh-hans"
        for address in addresses:
            key = (address.route, slug if "<slug:slug>" in address.route else "")
            places = paths(address.route, values) if key not in opened else ()
            for path in islice(places, None if slug == BUSIEST and THOROUGH else 1):
                opened.add(key)
                yield Visit(who, address.route, path, answer_at(client, path).status_code)
    yield from by_slip(values)


def by_slip(values: dict[str, list[Any]]) -> Iterator[Visit]:
    """The table slip opened on a phone, which then sees the sheet of its match."""
    for of_match in values["token"]:
        opened = client_of("").post(f"/t/{of_match}/", follow=True)
        yield Visit("slip", "t/<str:token>/", opened.request["PATH_INFO"], opened.status_code)


def answer_at(client: Any, path: str) -> Any:
    """The answer to GET; to HEAD where that leads elsewhere: by GET alone a form's own address leads to its page."""
    answer = client.get(path)
    return client.head(path) if answer.status_code == 302 else answer


def values_of(slug: str) -> dict[str, list[Any]]:
    """What the addresses may name, by the noun before it if the name alone does not tell; the busiest first.

    There is a round of every state of its clock, and a match of every state, those that were played apart.
    """
    from notices.models import Notice

    known = api_answers(slug)
    branches = known["teams"]["branches"][:2]
    by_clock = sorted(known["bracket"]["rounds"], key=lambda r: (r["clock"]["state"] != "running", -r["number"]))
    by_state = sorted((m for r in by_clock for m in r["matches"]), key=lambda m: m["state"] != "playing")
    rounds = first_of_each(by_clock, lambda r: r["clock"]["state"])
    matches = first_of_each(by_state, lambda m: (m["state"], m["home"]["level"] is None))
    return {
        "slug": [slug],
        **dict.fromkeys(("matches/number", "matches/match", "sheets/number"), matches),
        "desk/number": rounds,
        "timetable/number": rounds,
        "draw/number": [1] if matches else [],
        "draws/number": [1] if matches else [],
        "files/number": [1] if matches else [],
        "open-points/number": [1],
        "stages/number": [1] if matches else [],
        "entries/number": [branch["number"] for branch in branches],
        "links/number": [branch["number"] for branch in branches],
        "entry/number": [branch["number"] for branch in branches],
        "branches/pk": [branch["id"] for branch in branches],
        "teams/pk": [team["id"] for branch in branches for team in branch["teams"]],
        "teams/team": [team["id"] for branch in branches for team in branch["teams"]][:1],
        "penalties/penalty": [1] if matches else [],
        **{key: [1] for key in ("days/number", "equals/number", "equals/pk", "equals/decision", "people/pk")},
        "prizes/pk": [prize(slug)],
        "year": [2023],
        "outbox/pk": list(Notice.objects.filter(tournament__slug=slug).values_list("pk", flat=True)[:2]),
        "channels/pk": [channel(slug)],
        "webhooks/pk": [webhook(slug)],
        "programs/pk": [1],
        "branches/number": [branch["number"] for branch in branches],
        "rounds/number": rounds,
        "notice": ["match_soon"],
        "kind": ["referee"],
        "code": ["en"],
        "address": ["no/such/address"],
        "file/token": ["no-such-file"] if matches else [],
        "import/token": ["no-such-file"],
        "turn/token": [turn(slug)],
        "my/token": [mine(slug)],
        "own/token": [of_account(slug)],
        "token": tokens(slug, matches[0]) if matches and "chief" in PEOPLE[slug] else [],
        "series": [SERIES],
        "key": ["timetable"],
        "paper": ["seal"],
        "event": [slug],
        "lists/name": ["results", "report"],
        "of-the-day/name": ["arrivals"],
        "personal/name": ["journal"],
        "form": ["text", "xlsx", "csv", "picture"],
        **records_of(slug),
    }


def of_account(slug: str) -> str:
    """The slip of a referee who has not signed in yet."""
    from accounts.passwords import slip_token
    from tournaments.event.actions.people import add_people
    from tournaments.models import Tournament

    made, here = add_people(Tournament.objects.get(slug=slug), "来宾裁判", "referee", by=None)
    return slip_token((made or here)[0])


def turn(slug: str) -> str:
    """By which the leader of a branch turns its lots."""
    from tournaments.draw.queries.ceremony import turn_token
    from tournaments.models import Branch

    return turn_token(Branch.objects.select_related("tournament").filter(tournament__slug=slug)[0])


def mine(slug: str) -> str:
    """By which a branch finds its matches."""
    from tournaments.entries.queries.links import my_token
    from tournaments.models import Branch

    branch = Branch.objects.select_related("tournament").filter(tournament__slug=slug)[0]
    return my_token(branch.tournament, branch=branch.pk)


def channel(slug: str) -> int:
    """What the first dump did not know: a chat group."""
    from notices.actions.channels import ChannelPlan, add_channel
    from notices.models import Channel
    from tournaments.models import Tournament

    tournament = Tournament.objects.get(slug=slug)
    existing = Channel.objects.filter(tournament=tournament).first()
    plan = ChannelPlan("工作群", "wecom", "https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=0a1b2c3d")
    return (existing or add_channel(tournament, plan, by=None)).pk


def prize(slug: str) -> int:
    """A prize by rule, which no event of that time has."""
    from tournaments.models import Prize, Tournament

    values = {"position": 1, "name": "最佳女队", "rule": "women"}
    made, _ = Prize.objects.get_or_create(tournament=Tournament.objects.get(slug=slug), defaults=values)
    return made.pk


def webhook(slug: str) -> int:
    """Nor an address of a program."""
    from integrations.models import Webhook
    from tournaments.models import Tournament

    return Webhook.objects.get_or_create(tournament=Tournament.objects.get(slug=slug), name="排行榜")[0].pk


def records_of(slug: str) -> dict[str, list[Any]]:
    """Which lists of all years, and whose record, may be asked for: of a rehearsal nobody's."""
    from tournaments.models import Player

    public = {"team__branch__tournament__slug": slug, "team__branch__tournament__journal__rehearsal": False}
    player = Player.objects.filter(**public).select_related("team").first()
    ids = {"branch": player.team.branch_id, "team": player.team_id, "player": player.pk} if player else {}
    names = [(noun, name) for noun in ("branch", "team", "player") for name in ("pk", noun)]
    own = {f"{noun}/{name}": [ids[noun]] if ids else [] for noun, name in names}
    return {"records/name": ["champions", "medals"], "ratings/game": ["guandan"], **own}


def first_of_each(rows: list[dict[str, Any]], kind: Callable[[dict[str, Any]], Any]) -> list[int]:
    """The number of the first row of each kind."""
    number_by_kind: dict[Any, int] = {}
    for row in rows:
        number_by_kind.setdefault(kind(row), row["number"])
    return [*number_by_kind.values()]


def tokens(slug: str, number: int) -> list[str]:
    """What opens the match's slip, from the page that shows its code to the chief referee."""
    page = client_of(PEOPLE[slug]["chief"]).get(f"/e/{slug}/desk/matches/{number}/slip/").content.decode()
    return SLIP.findall(page)[:1]


def paths(route: str, values: dict[str, list[Any]]) -> Iterator[str]:
    """The route with every combination of its values in place."""
    known = [values.get(f"{noun}/{name}", values.get(name, [])) for noun, name in PLACEHOLDER.findall(route)]
    for combination in product(*known):
        yield "/" + re.sub("<[^>]+>", "{}", route).format(*combination)


if __name__ == "__main__":
    main()
