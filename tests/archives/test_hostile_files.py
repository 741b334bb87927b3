"""A file comes from anywhere: what is not as it must be is refused with its place, and nothing of it stays."""

import copy
import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from archives.actions.importing import import_event
from archives.checking import read_event_file
from archives.queries import event_file
from archives.schema import event_schema, misfits
from journal.refusals import Refused
from tests.archives.copies import sent
from tests.rows import all_rows
from tests.thorough import some
from tests.tournaments.event.test_removal import a_full_rehearsal
from web.archiving import jobs

File = dict[str, Any]


@pytest.fixture(scope="module")
def good(module_db) -> File:
    return json.loads(sent(event_file(a_full_rehearsal().tournament, personal=True)))


def put(*way: str | int, value: Any) -> Callable[[File], None]:
    """A change of the file at one place."""

    def change(file: File) -> None:
        at: Any = file
        for step in way[:-1]:
            at = at[step]
        at[way[-1]] = value

    return change


SHAPES = {
    "unknown": put("teams", 0, "is_admin", value=True),
    "unknown above": put("users", value=[{"is_superuser": True}]),
    "missing": lambda file: file["matches"][0].pop("state"),
    "type": put("teams", 0, "ordinal", value="1"),
    "flag for a number": put("teams", 0, "ordinal", value=True),
    "state": put("matches", 0, "state", value="finished"),
    "negative": put("rounds", 0, "sitting", value=-1),
    "huge": put("matches", 0, "number", value=10**30),
    "long": put("branches", 0, "name", value="长" * 161),
    "moment": put("event", "closes_at", value="2023-11-29"),
    "line behind": put("event", "slug", value="slug\n"),
    "award": put("event", "awards", value=[{"rank": "<b>"}]),
    "standing": put("results", 0, "home_standing", value={"level": {}}),
    "kind": put("journal", "events", 0, "kind", value="Nonsense"),
    "null": put("stages", 0, "rule_set", value=None),
    "list": put("teams", value={}),
    "source": put("matches", 0, "home_source_kind", value="__import__('os')"),
    "no reference": put("players", 0, "team", value=0),
}
"""What the schema itself forbids, so that the published schema and the reader say the same."""
BEYOND = {
    "lost": put("players", 0, "team", value=9_999),
    "lost person": put("journal", "events", 0, "by", value=9_999),
    "lost booking": put("booked", 0, "match", value=9_999),
    "lost recall": put("notices", 0, "recalls", value=[9_999]),
    "zone": put("event", "zone", value="Mars/Olympus"),
    "rule set": put("event", "rule_set", value="none"),
    "rules": put("event", "rule_options", value={"no_such_rule": 1}),
    "format": put("stages", 0, "format", value="none"),
    "settings": put("stages", 0, "settings", value={"groups": -4}),
    "game": put("sheets", 0, "game", value="none"),
    "options": put("sheets", 0, "rule_set", value={"minutes": "many"}),
    "entry": put("deals", 0, "entry", value={"type": "deal", "order": "NNNN"}),
    "effect": put("penalties", 0, "effects", value=[{"kind": "none"}]),
    "notice": put("notices", 0, "kind", value="none"),
    "another stage's result": put("games", 0, "result", value=1),
    "zero character": put("journal", "events", 0, "data", "name", value="\0"),
    "half a pair": put("branches", 0, "name", value="\ud800"),
    "deep": put(
        "journal", "events", 0, "data", value=json.loads("[" * 40 + "]" * 40 and '{"a":' * 40 + "1" + "}" * 40)
    ),
    "endless number": put("journal", "events", 0, "data", value={"n": 10**400}),
}
ROWS = {
    "twice": lambda file: file["teams"][1].update(
        branch=file["teams"][0]["branch"], ordinal=file["teams"][0]["ordinal"]
    ),
    "over without a result": lambda file: next(m for m in file["matches"] if m["state"] == "over").update(result=None),
    "against himself": lambda file: next(m for m in file["matches"] if m["away_team"]).update(
        home_slot="team", home_team=next(m for m in file["matches"] if m["away_team"])["away_team"]
    ),
    "own time": lambda file: file["journal"].update(rehearsal=False),
    "deals after the end": lambda file: file["deals"].extend(
        file["deals"][0] | {"number": n, "mark": str(n)} for n in range(2, 40)
    ),
}
"""What only the database, or the fold of a sheet, finds."""


def refusal(data: bytes) -> list[str]:
    with pytest.raises(Refused) as refused:
        jobs.read_parcel(data)
    return [problem.code for problem in refused.value.problems]


@pytest.mark.parametrize("name", some(SHAPES))
def test_what_the_schema_forbids_is_refused(good, name):
    file = copy.deepcopy(good)
    SHAPES[name](file)
    assert list(Draft202012Validator(event_schema()).iter_errors(file)) or name == "line behind"
    assert set(refusal(sent(file))) == {"event_file_wrong"}


@pytest.mark.parametrize("name", BEYOND)
def test_what_does_not_hold_together_is_refused(good, name):
    file = copy.deepcopy(good)
    BEYOND[name](file)
    assert set(refusal(sent(file))) <= {"event_file_wrong", "event_file_unreadable"}


@pytest.mark.parametrize("name", ROWS)
def test_what_the_database_forbids_leaves_nothing_behind(good, name):
    file = copy.deepcopy(good)
    ROWS[name](file)
    parsed, before = read_event_file(sent(file)), all_rows()
    with pytest.raises(Refused) as refused:
        import_event(parsed, by=None, slug="hostile")
    assert [problem.code for problem in refused.value.problems] == ["event_file_inconsistent"]
    assert all_rows() == before


def zipped(**members: bytes) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in members.items():
            file.writestr(name.replace("_", "."), content)
    return out.getvalue()


def test_what_is_no_file_of_an_event_is_refused(good, monkeypatch):
    sound = zipped(event_json=sent(good))
    assert jobs.read_parcel(sound) == good
    assert not misfits(good, event_schema())
    assert not list(Draft202012Validator(event_schema()).iter_errors(good))
    monkeypatch.setattr(jobs, "LARGEST_EVENT", 1_000_000)
    bomb = zipped(event_json=b" " * 30_000_000)
    assert len(bomb) < 50_000
    assert refusal(bomb) == ["file_too_large"]
    damaged = bytearray(sound)
    damaged[200:260] = b"x" * 60
    for data in (
        b"", b"PK\3\4", b"%PDF", b"[]", b"{}", b"[" * 100_000, b'{"a": NaN}', b"\xff\xfe", sound[:-300], bytes(damaged),
        zipped(other_json=b"{}"), sent(good | {"format": "other"}), sent(good | {"version": "1"}),
        sent(good | {"version": True}), b'{"format": "guandan-event", "version": ' + b"9" * 5000 + b"}",
    ):  # fmt: skip
        assert refusal(data) == ["event_file_unreadable"], data[:40]
    assert refusal(sent(good | {"version": 99})) == ["event_file_newer"]
