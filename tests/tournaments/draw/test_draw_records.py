"""Records of draws: the published ones never change, a second program agrees, and whatever was altered is named."""

import json
from copy import deepcopy
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.thorough import THOROUGH
from tests.tournaments.draw import second_draw
from tests.tournaments.draw.draw_vectors import FILE, basis_of, vectors
from tournaments.draw.method import records
from tournaments.draw.method.records import Aspect, CalledNumber, read_calls

VECTORS = json.loads(FILE.read_text(encoding="utf-8"))
BY_NAME = {record["name"]: record for record in VECTORS}
CHAMPIONSHIP = BY_NAME["the championship"]


def found_in(record, published=""):
    return [(difference.aspect.value, difference.position) for difference in records.differences(record, published)]


@pytest.mark.parametrize("record", VECTORS, ids=[*BY_NAME])
def test_published_records_hold_for_ever_and_the_second_program_agrees(record):
    assert found_in(record, record["fingerprint"]) == []
    basis = json.loads(record["basis"])
    if basis["way"] != "by_hand":
        drawn = second_draw.drawn(record["basis"], record["seed"])
        assert drawn == (record["positions"], record["method"], record["missed"])
    if "secret" in basis:
        assert second_draw.sha(record["basis"]) == record["fingerprint"]
        assert second_draw.seed_of(basis["secret"], [n["number"] for n in record["numbers"]]) == record["seed"]


def test_published_records_are_made_anew_to_the_letter():
    assert vectors() == VECTORS


@st.composite
def bases(draw):
    """Small ones of every way, with whatever wishes."""
    shape = draw(st.lists(st.integers(1, 6), min_size=1, max_size=7).filter(lambda sizes: sum(sizes) > 1))
    teams, way = sum(shape), draw(st.sampled_from(["sheet", "pairs", "numbers", "ranks"]))
    options = {"way": way, "opposite_halves": draw(st.booleans()), "separate_first_round": draw(st.booleans())}
    some = st.lists(st.integers(1, teams), unique=True, max_size=teams)
    if way == "numbers":
        options["groups"] = draw(st.integers(1, min(3, teams)))
        options["size"] = -(-teams // options["groups"]) * options["groups"]
    if way == "pairs":
        options |= {"opposite_halves": False, "size": 2 * draw(st.integers(-(-teams // 2), teams))}
    if way == "ranks":
        options["line"] = draw(st.permutations(range(1, teams + 1)))
        options["ranks"] = draw(st.lists(st.integers(0, 9), min_size=teams, max_size=teams))
        options["layout"] = draw(st.permutations([*range(1, teams + 1), 0]))
    if (way in ("sheet", "pairs") or options.get("groups", 1) > 1) and draw(st.booleans()):
        most = 0 if way == "pairs" else (1 << (teams - 1).bit_length()) // 2
        pairs = [list(pair) for pair in zip(*[iter(draw(some))] * 2, strict=False)]
        options["wishes"] = {
            "seeds": draw(some)[:most], "rounds": draw(st.integers(1, 1 if way == "pairs" else 3)),
            "rested": draw(some), "met": pairs,
        }  # fmt: skip
    return basis_of("two teams", shape, "", **options)


@settings(max_examples=600 if THOROUGH else 20, deadline=None)
@given(bases(), st.text(max_size=8))
def test_second_program_agrees_on_whatever_is_drawn(basis, seed):
    made = records.outcome(records.read_basis(basis), seed)
    drawn = second_draw.drawn(basis, seed)
    assert (list(made.positions), made.method, records.missed_as_lists(made.missed)) == drawn


def test_whatever_was_altered_is_named():
    def altered(**changes):
        return found_in({**deepcopy(CHAMPIONSHIP), **changes})

    positions = CHAMPIONSHIP["positions"]
    exchanged = [positions[1], positions[0], *positions[2:]]
    assert altered(positions=exchanged) == [("position", 1), ("position", 2)]
    assert altered(positions=positions[:16]) == [("size", 0)]
    assert altered(fingerprint="0" * 64) == [("fingerprint", 0)]
    assert altered(seed="7") == [("seed", 0), *altered(seed="7")[1:]]
    assert altered(numbers=CHAMPIONSHIP["numbers"][::-1]) == [("seed", 0)]
    assert altered(method="repaired") == [("method", 0)]
    assert altered(missed={**CHAMPIONSHIP["missed"], "rested": [1]}) == [("missed", 0)]
    other = CHAMPIONSHIP["basis"].replace("分会13", "分会甲")
    assert altered(basis=other) == [("fingerprint", 0)]
    assert found_in(CHAMPIONSHIP, "0" * 64) == [("other_fingerprint", 0)]
    assert found_in(CHAMPIONSHIP, f" {CHAMPIONSHIP['fingerprint'].upper()} ") == []
    unsealed = BY_NAME["eight teams, unsealed"]
    assert found_in({**unsealed, "fingerprint": "0" * 64}) == [("not_sealed", 0)]
    by_hand = BY_NAME["lots drawn by hand"]
    assert found_in({**by_hand, "positions": [1, 1, 2, 3]}) == [("teams", 0)]


def test_what_is_no_record_is_said_to_be_none():
    wrong = ({"version": 2}, {"basis": "{"}, {"basis": "{}"}, {"positions": 7}, {"numbers": [7]})
    for record in ({}, {"kind": "x", "version": 1}, [], None, *(CHAMPIONSHIP | each for each in wrong)):
        assert [difference.aspect for difference in records.differences(record)] == [Aspect.UNREADABLE], record


def test_command_says_identical_or_where_it_differs(tmp_path):
    file, output = tmp_path / "record.json", StringIO()
    file.write_text(json.dumps(CHAMPIONSHIP), encoding="utf-8")
    call_command("verify_draw", str(file), fingerprint=CHAMPIONSHIP["fingerprint"], stdout=output)
    assert output.getvalue().splitlines() == [f"fingerprint 封存码 {CHAMPIONSHIP['fingerprint']}", "IDENTICAL 一致"]
    positions = [None, *CHAMPIONSHIP["positions"][1:]]
    file.write_text(json.dumps({**CHAMPIONSHIP, "positions": positions}), encoding="utf-8")
    with pytest.raises(CommandError, match="DIFFERENT in 1 places"):
        call_command("verify_draw", str(file), stdout=output)
    number = CHAMPIONSHIP["positions"][0]
    first = json.loads(CHAMPIONSHIP["basis"])["teams"][number - 1]
    team = f"{number} {first['name']} {first['ordinal']}"
    assert f"position 签位 1: recorded 记录 -, computed 计算 {team}\n" in output.getvalue()
    file.write_text("nothing", encoding="utf-8")
    with pytest.raises(CommandError, match=r"record\.json"):
        call_command("verify_draw", str(file), stdout=output)


def test_numbers_are_read_as_they_are_typed():
    assert read_calls("第一分会：7；第二分会 ０21\n\n 3,4") == (
        (CalledNumber("7", "第一分会"), CalledNumber("021", "第二分会"), CalledNumber("3"), CalledNumber("4")),
        (),
    )
    assert read_calls("七\n1234567890123\n5") == ((CalledNumber("5"),), ("七", "1234567890123"))
