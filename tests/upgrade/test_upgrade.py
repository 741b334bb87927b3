"""Databases that earlier releases left behind: brought up to today's models nothing is lost, and every page opens.

The dumps are described in README.md beside this. What is asked of them is asked in tests/upgrade/visits.py.
"""

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest

from launch.places import ROOT
from tests.addresses import ADDRESSES
from tests.test_permission_matrix import ALLOWED
from tests.thorough import in_ci_only

HERE = Path(__file__).parent
Contents = dict[str, dict[str, int]]
"""How many rows each table has, by their state where they have one."""
OWN = ("accounts_", "journal_", "notices_", "scoring_", "tournaments_")
PLAYED = ("playing", "disputed", "over")


@dataclass(frozen=True)
class Kept:
    """What the site said of an event at the commit after which the dump is named: ``results`` are the matches that were
    played, a level that two phones contest left out."""

    version: int
    results: str


FIRST, SECOND, THIRD, FOURTH = "64e8792", "098848d", "56b7024", "4aba670"
FORMATS = ("groups", "double", "movement", "xiangqi", "shuangsheng")
"""The events that the third dump has of formats and games of which the first has none."""
KEPT = {
    (FIRST, "s000"): Kept(
        version=291,
        results="""
        match  state     winner  reason          home           level  away           level
        2      over      home    level_at_time   机关分会二组1  12     机关分会一组1  7
        3      over      away    forfeit         机电分会2      -      文管分会1      -
        5      over      -       both_absent     基础分会2      -      体育分会1      -
        6      over      away    level_at_time   机关分会四组1  9      后勤基建分会1  11
        7      over      home    level_at_time   机关分会五组1  12     马院分会1      6
        10     over      home    passed_a        机关分会三组1  14     基础分会1      7
        11     over      away    passed_a        机关分会四组2  6      文管分会2      14
        14     playing   -       -               机电分会1      7      马院分会2      10
        15     over      home    first_to_reach  机关分会五组2  11     信息分会1      11
        16     over      home    passed_a        后勤基建分会2  14     机关分会二组2  8
        17     disputed  -       -               机关分会三组2  13     机关分会二组1  13
        18     disputed  -       -               文管分会1      13     建工分会1      8
        19     over      away    walkover        -              -      后勤基建分会1  -
        20     playing   -       -               机关分会五组1  11     信息分会2      12
        21     over      away    level_at_time   体育分会2      9      机关分会三组1  14
        22     over      away    passed_a        文管分会2      4      机关分会一组2  14
        24     playing   -       -               机关分会五组2  -      后勤基建分会2  -
        """,
    ),
    (SECOND, "groups"): Kept(
        version=204,
        results="""
        match  state    winner  reason          home           level  away           level
        2      over     home    passed_a        第6分会1          14     第4分会2          8
        4      over     away    forfeit         第6分会2          -      第2分会1          -
        6      over     home    passed_a        第5分会2          14     第3分会1          8
        8      over     home    passed_a        第5分会1          14     第3分会2          8
        10     over     home    passed_a        第4分会2          14     第2分会2          8
        12     over     away    passed_a        第2分会1          8      第4分会1          14
        14     over     away    passed_a        第3分会1          8      第1分会2          14
        16     over     away    passed_a        第3分会2          14     第1分会1          14
        18     over     away    passed_a        第2分会2          11     第6分会1          14
        20     over     home    passed_a        第4分会1          14     第6分会2          8
        22     over     home    passed_a        第1分会2          14     第5分会2          11
        24     over     away    passed_a        第1分会1          11     第5分会1          14
        25     over     away    passed_a        第4分会1          11     第6分会2          14
        26     over     home    passed_a        第5分会1          14     第5分会2          11
        27     over     away    passed_a        第6分会1          8      第1分会1          14
        28     over     home    passed_a        第1分会2          14     第4分会2          11
        29     over     away    passed_a        第6分会2          8      第5分会1          14
        30     over     away    passed_a        第1分会1          8      第1分会2          14
        31     over     away    passed_a        第5分会1          11     第1分会2          14
        """,
    ),
    (THIRD, "double"): Kept(
        version=34,
        results="""
        match  state    winner  reason      home      level  away      level
        2      over     home    passed_a    第1分会2  14     第3分会2  8
        3      over     away    forfeit     第2分会1  -      第3分会1  -
        4      over     away    passed_a    第1分会1  8      第4分会1  14
        5      over     away    withdrawal  第2分会2  -      第1分会2  -
        6      playing  -       -           第3分会1  -      第4分会1  -
        8      playing  -       -           第2分会1  -      第1分会1  -
        """,
    ),
    (THIRD, "movement"): Kept(
        version=48,
        results="""
        match  state    winner  reason      home      level  away      level
        1      over     home    points      第3分会2  -      第1分会1  -
        2      over     away    forfeit     第2分会2  -      第2分会1  -
        3      over     away    points      第1分会2  -      第4分会1  -
        5      playing  -       -           第1分会1  -      第3分会1  -
        6      over     away    withdrawal  第2分会2  -      第3分会2  -
        7      playing  -       -           第1分会2  -      第2分会1  -
        """,
    ),
    (THIRD, "xiangqi"): Kept(
        version=87,
        results="""
        match  state  winner  reason    home      level  away      level
        1      over   home    points    第3分会2  -      第1分会1  -
        2      over   away    forfeit   第2分会2  -      第2分会1  -
        3      over   home    decision  第1分会2  -      第4分会1  -
        5      over   home    points    第2分会1  -      第1分会2  -
        6      over   away    points    第1分会1  -      第3分会1  -
        7      over   away    points    第4分会1  -      第2分会2  -
        9      over   home    points    第3分会1  -      第2分会1  -
        10     over   home    points    第1分会2  -      第2分会2  -
        11     over   home    points    第1分会1  -      第4分会1  -
        13     over   away    points    第3分会1  -      第1分会2  -
        14     over   away    points    第4分会1  -      第2分会1  -
        15     over   away    points    第2分会2  -      第1分会1  -
        17     over   away    points    第3分会1  -      第2分会2  -
        18     over   away    points    第2分会1  -      第1分会1  -
        19     over   home    points    第1分会2  -      第4分会1  -
        """,
    ),
    (THIRD, "shuangsheng"): Kept(
        version=36,
        results="""
        match  state    winner  reason      home      level  away      level
        1      over     home    passed_a    第1分会2  14     第3分会1  2
        2      over     away    forfeit     第1分会1  -      第3分会2  -
        3      over     home    passed_a    第2分会2  14     第2分会1  2
        4      playing  -       -           第3分会1  -      第1分会1  -
        5      playing  -       -           第2分会2  -      第1分会2  -
        6      over     home    withdrawal  第2分会1  -      第3分会2  -
        9      over     away    withdrawal  第3分会2  -      第1分会2  -
        11     over     away    withdrawal  第3分会2  -      第2分会2  -
        13     over     away    withdrawal  第3分会2  -      第3分会1  -
        """,
    ),
}
# played again, by the same scripts
KEPT[SECOND, "s000"] = KEPT[FIRST, "s000"]
KEPT |= {(FOURTH, event): results for (of, event), results in KEPT.items() if of == THIRD}
GONE: dict[str, str] = {}
"""Tables that are no more, with the migration that gave their rows another place."""
FEWER = {SECOND: {"notices_channel": 1}}
"""Rows that a migration rightly takes away: a member's device (notices.0011)."""
OF_THE_NEXT_EVENT = {
    "anonymous /language/en/": 302,  # back to where one was
    "anonymous /api/v1/no/such/address/": 404,
    "anonymous /api/v1/medals/2023/": 404,  # nothing but a rehearsal is over
    "anonymous /ratings/guandan/": 404,
    "anonymous /api/v1/ratings/guandan/": 404,
    **{f"anonymous /ratings/guandan/lists/{form}/": 404 for form in ("text", "picture", "xlsx", "csv")},
    "site_office /e/next/desk/5/": 404,  # not drawn
    "anonymous /e/next/draw/rounds/5/": 404,
    "site_office /e/next/desk/5/slips/a4/": 302,
    "site_office /e/next/desk/5/slips/a6/": 302,
    "site_office /e/next/office/printing/timetable.docx": 404,
    "site_office /e/next/office/printing/all/": 302,  # no set of documents is on its way
    "site_office /e/next/office/printing/all.zip": 302,
    "site_office /e/next/office/archive/file/": 302,  # none is made yet
    "site_office /events/import/no-such-file/": 302,
}
"""What answers otherwise in every dump: about the site, and the event that is not drawn."""
OF_ITS_OWN = {"groups": 4, "double": 2, "movement": 2, "xiangqi": 5, "shuangsheng": 2}
"""A round of each event of the third dump; none is drawn on its own, or paired by a standing."""


def of_a_round(slug: str, number: int) -> dict[str, int]:
    """That is neither drawn on its own nor waits for its pairs."""
    return {
        f"anonymous /e/{slug}/draw/rounds/{number}/": 404,
        f"chief /e/{slug}/desk/{number}/draw/": 404,
        f"chief /e/{slug}/desk/{number}/pairing/absent/": 302,
    }


def of_documents(who: str, *slugs: str) -> dict[str, int]:
    """No set is on its way, and the notice alone is there for Word."""
    answers = {"all/": 302, "all.zip": 302, "timetable.docx": 404}
    return {f"{who} /e/{slug}/office/printing/{page}": answer for slug in slugs for page, answer in answers.items()}


def of_files(*slugs: str) -> dict[str, int]:
    """None is made yet, and one that is not there is asked for once more."""
    pages = ("archive/file/", "entries/file/no-such-file/", "entries/file/no-such-file/marked/")
    return {f"office /e/{slug}/office/{page}": 302 for slug in slugs for page in pages}


def of_slips(who: str, slug: str, number: int) -> dict[str, int]:
    """There are none yet: to the page that makes them."""
    return {f"{who} /e/{slug}/desk/{number}/slips/{size}/": 302 for size in ("a4", "a6")}


OTHERWISE = {
    FIRST: {
        **OF_THE_NEXT_EVENT,
        **of_a_round("s000", 2),
        **of_a_round("s000", 5),
        **of_slips("chief", "s000", 5),
        "chief /e/s000/desk/matches/1/slip/": 404,  # a bye
        **of_files("s000"),
        **of_documents("chief", "s000"),
        **of_documents("office", "s000"),
    },
    SECOND: {
        **OF_THE_NEXT_EVENT,
        **of_a_round("groups", 6),
        **of_a_round("shown", 5),
        **of_documents("chief", "groups"),
        **of_slips("chief", "groups", 6),
        **of_files("groups"),
        **of_documents("office", "shown"),
        "office /e/shown/office/archive/file/": 302,
        "office /e/shown/desk/5/": 404,
        **of_slips("office", "shown", 5),
    },
    THIRD: {
        **OF_THE_NEXT_EVENT,
        **{visit: status for slug, number in OF_ITS_OWN.items() for visit, status in of_a_round(slug, number).items()},
        "anonymous /e/month-1/draw/rounds/1/": 404,
        **{f"office /e/{slug}/office/open-points/1/": 404 for slug in ("shuangsheng", "xiangqi")},  # none is open
        **of_documents("chief", *FORMATS),
        **of_files(*FORMATS),
    },
}
OTHERWISE[FOURTH] = OTHERWISE[THIRD]  # played by the same script
"""Whatever answers neither with a page (200) nor, being the address of a form or a stream, with 405 or 204."""
OF_IDENTITY = {f"anonymous /sign-in/identity/{path}": 404 for path in ("", "account/", "back/")} | {
    f"{who} /sign-ins/identity/removal/": 404 for who in ("site_office", "office", "chief")
}
"""Nobody signs in with a house's account."""
OPENED = {
    FIRST: ("s000", "next"),
    SECOND: ("groups", "next", "shown"),
    THIRD: ("double",),
    FOURTH: ("month-1", "movement", "xiangqi", "shuangsheng"),
}
"""The events whose addresses are opened, each once: all of the first dump, and of later ones those of which it has none
of the kind. The last two have the same events."""
for dump, slugs in OPENED.items():
    OTHERWISE[dump] = OTHERWISE[dump] | {
        f"office /e/{slug}/office/people/slips.pdf": 302 for slug in slugs
    }  # made by another office
    OTHERWISE[dump] = OTHERWISE[dump] | OF_IDENTITY
    for who in ("site_office", "office", "chief"):  # no lots are shown: to the page of the draw
        OTHERWISE[dump] = OTHERWISE[dump] | {
            f"{who} /e/{slug}/office/draw/ceremony/": 302 for slug in slugs if slug != "shown"
        }


@dataclass(frozen=True)
class Upgraded:
    """What was seen of a dump: before and after its upgrade, what the API told then, and where everybody went."""

    before: Contents
    after: Contents
    told: dict[str, dict[str, Any]]
    visits: list[dict[str, Any]]


LATER = [pytest.param(commit, marks=in_ci_only) for commit in (SECOND, THIRD, FOURTH)]


@in_ci_only
@pytest.mark.parametrize("commit", [FIRST, *LATER])
def test_nothing_is_lost_and_every_page_opens(commit: str) -> None:
    """One test, for what it stands on takes seconds: xdist would give it to every process that gets a part."""
    seen = upgraded(commit)
    for table, rows in FEWER.get(commit, {}).items():
        seen.before[table][""] -= rows
    assert_rows_are_all_there(seen.before, seen.after)
    for event in (event for of, event in KEPT if of == commit):
        assert_results_are_as_announced(KEPT[commit, event], **seen.told[event])
    left_out = {address.route for address in ADDRESSES if commit == FIRST} - {v["route"] for v in seen.visits}
    assert not left_out, "what do their placeholders stand for? Add it to values_of in tests/upgrade/visits.py"
    answers = {f"{visit['who']} {visit['path']}": visit["status"] for visit in seen.visits}
    otherwise = {visit: status for visit, status in answers.items() if status not in (200, 204, 405)}
    assert otherwise == {visit: status for visit, status in OTHERWISE[commit].items() if visit in answers}


def upgraded(commit: str) -> Upgraded:
    sql = gzip.decompress((HERE / f"{commit}.sql.gz").read_bytes()).decode()
    allowed = {permission: sorted(people) for permission, people in ALLOWED.items()}
    request = json.dumps({"allowed": allowed, "events": OPENED[commit]})
    with a_database() as url:
        with psycopg.connect(url, autocommit=True) as link:
            link.execute(sql)
        process = subprocess.run(
            [sys.executable, "-m", "tests.upgrade.visits"], cwd=ROOT, input=request, capture_output=True, text=True,
            env={**os.environ, "DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": "config.settings"}, check=False,
        )  # fmt: skip
    assert process.returncode == 0, process.stderr
    sys.stderr.write(process.stderr)  # the tracebacks of pages that failed
    return Upgraded(**json.loads(process.stdout))


@contextmanager
def a_database(purpose: str = "upgrade") -> Iterator[str]:
    """The address of an empty database on the server of the tests, for as long as the block lasts."""
    server = urlsplit(os.environ["DATABASE_URL"])
    name = f"{purpose}_{os.environ.get('PYTEST_XDIST_WORKER', 'alone')}"
    with psycopg.connect(server.geturl(), autocommit=True) as link:
        link.execute(f"drop database if exists {name}")
        link.execute(f"create database {name} template template0")
        yield server._replace(path=f"/{name}").geturl()
        link.execute(f"drop database {name}")


def assert_rows_are_all_there(before: Contents, after: Contents) -> None:
    assert before.keys() - after.keys() == GONE.keys() & before.keys()
    own = [table for table in before if table.startswith(OWN) and table not in GONE]
    assert len(own) > 20
    assert {table: _as_then(after[table], before[table]) for table in own} == {table: before[table] for table in own}


def _as_then(rows: dict[str, int], then: dict[str, int]) -> dict[str, int]:
    """The rows of a table by their states, or all together if it has got states since."""
    return {"": sum(rows.values())} if set(then) == {""} else rows


def assert_results_are_as_announced(announced: Kept, event: dict[str, Any], bracket: dict[str, Any], **_: Any) -> None:
    assert event["version"] == announced.version
    head, *rows = announced.results.strip().splitlines()
    played = [match for round_ in bracket["rounds"] for match in round_["matches"] if match["state"] in PLAYED]
    assert [line_of(match) for match in played] == [row.split() for row in rows], head


def line_of(match: dict[str, Any]) -> list[str]:
    """The match as a line of ``Kept.results``, "-" for what there is not."""
    values = [match["number"], match["state"], match["winner"], match["reason"]]
    for side in (match["home"], match["away"]):
        team = side["team"]
        values += [f"{team['branch']}{team['ordinal']}" if team else None, side["level"]]
    return [str(value or "-") for value in values]
