"""``python -m guandan_rules``: one question a line, one answer a line, whatever stands in the line."""

import io
import json
import os
import runpy
import subprocess
import sys
from dataclasses import fields
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from guandan_rules import NAMED, Code, Kind, RuleSet, Seat, finish_order, named
from guandan_rules.deal_play import replay
from guandan_rules.fields import PROTOCOL_NAMES
from guandan_rules.lines import LONGEST_LINE, OPS, answer, run, serve
from guandan_rules.notation import write_deal
from guandan_rules.random_player import random_deal
from tests.guandan_rules.factories import CASES, PACKAGE
from tests.guandan_rules.test_cards import EVERY

LEVEL = {
    "op": "level",
    "rule_set": "ns26",
    "levels": [14, 9],
    "fails": [2, 0],
    "declarer": 0,
    "winner_team": 0,
    "partner_place": 4,
}
READINGS = {"op": "readings", "level": "4", "cards": ["S8", "C8", "S9", "C9", "H4", "H4"]}
BEATS = {"op": "beats", "level": "7", "a": ["pair", 14, 2], "b": ["pair", 15, 2]}
LEADS = {"op": "leads", "level": "2", "hand": ["S3", "C3", "H2"]}
RESPONSES = {"op": "responses", "level": "2", "hand": ["S3", "C3", "H2"], "to_beat": ["single", 3, 1]}
REPLAY = {"op": "replay", "deal": "not a deal"}
QUESTIONS = {question["op"]: question for question in (READINGS, BEATS, LEADS, RESPONSES, LEVEL, REPLAY)}


def asked(question):
    return json.loads(json.dumps(answer(json.dumps(question).encode())))


def error_of(question):
    reply = asked(question)
    assert set(reply) == {"error", "detail"}
    assert reply["detail"]
    return reply["error"]


def process(data, **options):
    """The real program's answer to these bytes."""
    return subprocess.run(
        [sys.executable, "-m", "guandan_rules"],
        input=data,
        capture_output=True,
        cwd=PACKAGE.parent,
        check=False,
        **options,
    )


def answers(lines):
    completed = process(b"\n".join(lines) + b"\n")
    assert (completed.returncode, completed.stderr) == (0, b"")
    return [json.loads(line) for line in completed.stdout.decode("ascii").splitlines()]


def cases(name, op, asks):
    """The questions of a file of cases, and the answers it expects."""
    path = CASES / name
    if not path.exists():
        pytest.skip(f"no {name} in CASES_DIR")
    read = [json.loads(line) for line in path.read_text().splitlines()]
    constant = {"rule_set": "ns26"} if op == "level" else {}
    questions = [{"op": op, **constant} | {field: case[field] for field in asks} for case in read]
    return questions, [{key: value for key, value in case.items() if key not in asks} for case in read]


@pytest.mark.parametrize(
    ("name", "op", "asks"),
    [
        ("classify.jsonl", "readings", ("level", "cards")),
        ("lead_counts.jsonl", "leads", ("level", "hand")),
        ("levels.jsonl", "level", ("levels", "fails", "declarer", "winner_team", "partner_place")),
    ],
)
def test_every_case_is_answered_as_it_says(name, op, asks):
    """Readings, numbers of plays and single steps of the race that independent programs agree on."""
    questions, expected = cases(name, op, asks)
    assert questions
    wrong = [(question, case) for question, case in zip(questions, expected, strict=True) if asked(question) != case]
    assert wrong == []


def test_readings_of_whatever_is_no_play_are_none():
    assert asked(READINGS) == {"readings": [["plate", 9, 6], ["tube", 9, 6], ["tube", 10, 6]]}
    for cards in (["SB", "HR"], [], [f"S{rank}" for rank in "23456789TJQK"]):
        assert asked(READINGS | {"cards": cards}) == {"readings": []}


def test_each_op_is_tried_here():
    assert set(QUESTIONS) == set(OPS)


def test_beats_asks_whether_b_beats_a():
    assert asked(BEATS) == {"beats": True}
    assert asked(BEATS | {"a": BEATS["b"], "b": BEATS["a"]}) == {"beats": False}
    assert asked(BEATS | {"b": BEATS["a"]}) == {"beats": False}
    assert asked(BEATS | {"b": ["jokerbomb", 0, 4]}) == {"beats": True}


def test_leads_and_responses_are_counted():
    assert asked(LEADS)["canonical"] == 4
    assert asked(LEADS)["by_type"] == {"pair": 3, "single": 3, "triple": 1}
    assert (asked(LEADS)["plays"], asked(LEADS)["multisets"]) == (7, 7)
    assert asked(RESPONSES) == {"plays": 1, "multisets": 1, "by_type": {"single": 1}, "canonical": 1}
    assert asked(LEADS | {"hand": []}) == {"plays": 0, "multisets": 0, "by_type": {}, "canonical": 0}


def test_level_moves_one_step():
    assert asked(LEVEL) == {"after": [2, 9], "after_fails": [0, 0], "match_winner": None}
    assert asked(LEVEL | {"partner_place": 3}) == {"after": [14, 9], "after_fails": [2, 0], "match_winner": 0}
    assert asked(LEVEL | {"declarer": 1, "winner_team": 1, "partner_place": 2})["after"] == [14, 12]
    first = LEVEL | {"levels": [2, 2], "fails": [0, 0], "declarer": None, "winner_team": 1}
    assert asked(first) == {"after": [2, 3], "after_fails": [0, 0], "match_winner": None}


@pytest.mark.parametrize("name", NAMED)
def test_level_knows_every_named_rule_set(name):
    rises = [2, 2] if name == "s001_5" else [5, 2]
    question = LEVEL | {"rule_set": name, "levels": [2, 2], "fails": [0, 0], "declarer": None, "partner_place": 2}
    assert asked(question)["after"] == rises


def test_level_reads_a_rule_set_of_its_own():
    options = {"pass_condition": "first_and_second", "a_fail_limit": 3, "a_fail_to": "J", "must_play": [11, "A"]}
    assert asked(LEVEL | {"rule_set": options})["after"] == [11, 9]
    assert asked(LEVEL | {"rule_set": options | {"a_fail_to": "lose"}})["match_winner"] == 1
    assert asked(LEVEL | {"rule_set": {}})["match_winner"] == 0


def test_level_at_the_joker_step_is_15_where_the_rule_set_plays_to_it():
    """从2打到王 (S001-7)."""
    at_k = LEVEL | {"rule_set": "s001_7", "levels": [13, 2], "fails": [0, 0], "partner_place": 2}
    assert asked(at_k) == {"after": [15, 2], "after_fails": [0, 0], "match_winner": None}
    assert asked(at_k | {"levels": [15, 2]})["match_winner"] == 0
    assert error_of(at_k | {"rule_set": "s000", "levels": [15, 2]}) == Code.OUT_OF_RANGE


@pytest.mark.parametrize("before", [Seat.W, finish_order("NS"), finish_order("WNES")])
def test_replay_tells_the_finish_order_or_why_there_is_none(before):
    text = write_deal(random_deal(Random(5), named("s000"), 7, before))
    reply = asked(REPLAY | {"deal": text})
    assert reply["problems"] == []
    assert finish_order(reply["finish"]).seats == replay(text).finish
    *steps, _ = text.splitlines()
    assert asked(REPLAY | {"deal": "\n".join(steps)})["problems"] == ["deal_unfinished"]
    assert asked(REPLAY | {"deal": f"{text}N: -"})["problems"] == ["deal_over"]
    assert asked(REPLAY | {"deal": ""}) == {"finish": [], "problems": ["missing_line"]}
    assert asked(REPLAY | {"deal": "?\n\x00\n\ud800"}) == {
        "finish": [],
        "problems": ["unreadable_line", "missing_line"],
    }


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"", Code.NOT_JSON),
        (b"  \t\r\n", Code.NOT_JSON),
        (b"\x00", Code.NOT_JSON),
        (b'{"op": "\x00"}', Code.NOT_JSON),
        (b"{op: 1}", Code.NOT_JSON),
        (b"{} {}", Code.NOT_JSON),
        (b"\xef\xbb\xbf{}", Code.NOT_JSON),
        (b'{"op": NaN}', Code.NOT_JSON),
        (b'{"op": -Infinity}', Code.NOT_JSON),
        (b'"\xff"', Code.NOT_UTF8),
        (b'"\xed\xa0\x80"', Code.NOT_UTF8),
        (b"[" * 100_000, Code.NESTED_TOO_DEEP),
        (b'{"op":' * 100_000, Code.NESTED_TOO_DEEP),
        (b'{"op": ' + b"9" * 5000 + b"}", Code.OUT_OF_RANGE),
        (b"[]", Code.NOT_AN_OBJECT),
        (b"null", Code.NOT_AN_OBJECT),
        (b"17", Code.NOT_AN_OBJECT),
        (b'{"op": "leads", "op": "level"}', Code.REPEATED_FIELD),
        (b"{}", Code.MISSING_FIELD),
        (b'{"op": 1e999}', Code.UNKNOWN_OP),
        (b'{"op": []}', Code.UNKNOWN_OP),
        (b'{"op": "\\ud800"}', Code.UNKNOWN_OP),
        (b" " * (LONGEST_LINE + 1), Code.LINE_TOO_LONG),
    ],
)
def test_line_that_is_no_question_is_refused(line, code):
    reply = answer(line)
    assert (set(reply), reply["error"]) == ({"error", "detail"}, code)
    assert len(json.dumps(reply)) < 1000


@pytest.mark.parametrize("op", QUESTIONS)
def test_fields_are_all_needed_and_no_others(op):
    question = QUESTIONS[op]
    assert "error" not in asked(question)
    for name in set(question) - {"op"}:
        assert error_of({key: value for key, value in question.items() if key != name}) == Code.MISSING_FIELD
    assert error_of(question | {"colour": 1}) == Code.UNKNOWN_FIELD


@pytest.mark.parametrize(
    ("question", "change", "code"),
    [
        (READINGS, {"level": 4}, Code.WRONG_TYPE),
        (READINGS, {"level": None}, Code.WRONG_TYPE),
        (READINGS, {"level": "10"}, Code.NOT_A_LEVEL),
        (READINGS, {"level": "王"}, Code.NOT_A_LEVEL),
        (READINGS, {"cards": "S8 S8"}, Code.WRONG_TYPE),
        (READINGS, {"cards": ["S8", 8]}, Code.WRONG_TYPE),
        (READINGS, {"cards": ["S8", "S1"]}, Code.NOT_A_CARD),
        (READINGS, {"cards": ["S10"]}, Code.NOT_A_CARD),
        (READINGS, {"cards": ["S8"] * 3}, Code.TOO_MANY_OF_A_CARD),
        (LEADS, {"hand": ["SA"] * 28}, Code.HAND_TOO_LARGE),
        (LEADS, {"hand": True}, Code.WRONG_TYPE),
        (BEATS, {"a": "pair"}, Code.WRONG_TYPE),
        (BEATS, {"a": ["pair", 14]}, Code.NO_SUCH_READING),
        (BEATS, {"a": ["quartet", 14, 4]}, Code.NO_SUCH_READING),
        (BEATS, {"a": ["full_house", 14, 5]}, Code.NO_SUCH_READING),
        (BEATS, {"a": [14, "pair", 2]}, Code.WRONG_TYPE),
        (BEATS, {"a": ["pair", 14.0, 2]}, Code.WRONG_TYPE),
        (BEATS, {"a": ["single", 14, True]}, Code.WRONG_TYPE),
        (BEATS, {"a": ["pair", 7, 2]}, Code.NO_SUCH_READING),
        (RESPONSES, {"to_beat": None}, Code.WRONG_TYPE),
        (RESPONSES, {"to_beat": ["single", 2, 1]}, Code.NO_SUCH_READING),
        (LEVEL, {"rule_set": "s999"}, Code.UNKNOWN_RULE_SET),
        (LEVEL, {"rule_set": ["s000"]}, Code.WRONG_TYPE),
        (LEVEL, {"rule_set": {"first_level": "A"}}, Code.NOT_BELOW_TARGET),
        (LEVEL, {"levels": [1, 9]}, Code.OUT_OF_RANGE),
        (LEVEL, {"levels": [14, 15]}, Code.OUT_OF_RANGE),
        (LEVEL, {"levels": [14, 10**17]}, Code.OUT_OF_RANGE),
        (LEVEL, {"levels": [14]}, Code.OUT_OF_RANGE),
        (LEVEL, {"levels": [14, "9"]}, Code.WRONG_TYPE),
        (LEVEL, {"rule_set": {"target_level": 10}, "levels": [9, 11], "fails": [0, 0]}, Code.OUT_OF_RANGE),
        (LEVEL, {"fails": [-1, 0]}, Code.OUT_OF_RANGE),
        (LEVEL, {"fails": [3, 0]}, Code.OUT_OF_RANGE),
        (LEVEL, {"declarer": 2}, Code.OUT_OF_RANGE),
        (LEVEL, {"declarer": False}, Code.WRONG_TYPE),
        (LEVEL, {"winner_team": None}, Code.WRONG_TYPE),
        (LEVEL, {"partner_place": 1}, Code.OUT_OF_RANGE),
        (LEVEL, {"partner_place": "2"}, Code.WRONG_TYPE),
        (REPLAY, {"deal": ["N"]}, Code.WRONG_TYPE),
    ],
)
def test_bad_value_is_refused_with_its_code(question, change, code):
    assert error_of(question | change) == code


def test_detail_shows_what_was_given_in_short():
    assert asked(READINGS | {"cards": ["S1"]})["detail"] == 'no card is written "S1"'
    long = asked(READINGS | {"cards": ["é" * 500]})["detail"]
    assert (len(long) < 100, long[-3:]) == (True, "...")


def test_every_problem_of_a_rule_set_is_in_the_detail():
    reply = asked(LEVEL | {"rule_set": {"minutes": "long", "a_fail_too": 2}})
    assert reply == {"error": "bad_value", "detail": "minutes: bad_value, a_fail_too: unknown_key"}


LEVEL_CARD, TWO_PACKS = 15, 8


@pytest.mark.parametrize(("of", "kind"), PROTOCOL_NAMES.items())
def test_readings_that_some_cards_have_and_no_others_are_accepted(of, kind):
    """At level 7 no card has rank 7, but for what goes by the natural ranks; and there are eight level cards."""
    by_natural_rank = of in (Kind.STRAIGHT, Kind.TUBE, Kind.PLATE, Kind.STRAIGHT_FLUSH)
    accepted = {
        (key, size)
        for key in range(-1, 20)
        for size in range(12)
        if "error" not in asked(BEATS | {"level": "7", "a": [kind, key, size]})
    }
    possible = {(key, size) for read, key, size in EVERY if read is of and (by_natural_rank or key != 7)}
    assert accepted == {(key, size) for key, size in possible if key != LEVEL_CARD or size <= TWO_PACKS}


def test_garbage_between_questions_costs_only_its_line():
    question = json.dumps(BEATS).encode()
    garbage = [b"", b"\x00\xff", b"[" * 9999, b"null", b'{"op":"beats"}', b"x" * (3 * LONGEST_LINE)]
    replies = answers([line for bad in garbage for line in (bad, question)])
    assert [entry.get("error") for entry in replies[::2]] == [
        Code.NOT_JSON, Code.NOT_UTF8, Code.NESTED_TOO_DEEP, Code.NOT_AN_OBJECT, Code.MISSING_FIELD, Code.LINE_TOO_LONG,
    ]  # fmt: skip
    assert replies[1::2] == [{"beats": True}] * len(garbage)


@pytest.mark.parametrize(("line", "times"), [("{}\r\n{}", 2), ("{}", 1), ("", 0)])
def test_last_line_needs_no_end_and_windows_ends_are_fine(line, times):
    target = io.BytesIO()
    serve(io.BytesIO(line.replace("{}", json.dumps(BEATS)).encode()), target)
    assert target.getvalue() == b'{"beats": true}\n' * times


@pytest.mark.parametrize("beyond", [0, 1, 2, 3, LONGEST_LINE, LONGEST_LINE + 2, LONGEST_LINE + 3])
@pytest.mark.parametrize("end", [b"", b"\n", b"\r\n"])
def test_line_of_any_length_is_one_line(beyond, end):
    line = json.dumps(BEATS).encode()
    line = line + b" " * (LONGEST_LINE + beyond - len(line)) + end
    target = io.BytesIO()
    serve(io.BytesIO(line + (b'{"op": 1}\n' if end else b"")), target)
    replies = [json.loads(text) for text in target.getvalue().splitlines()]
    assert len(replies) == 1 + bool(end)
    assert (replies[0].get("error") == Code.LINE_TOO_LONG) is (beyond > 0)


def test_each_answer_comes_before_the_next_question():
    with subprocess.Popen(
        [sys.executable, "-m", "guandan_rules"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=PACKAGE.parent
    ) as running:
        for question in (BEATS, LEVEL, BEATS):
            running.stdin.write(json.dumps(question).encode() + b"\n")
            running.stdin.flush()
            assert json.loads(running.stdout.readline()) == asked(question)
        running.stdin.close()
        assert running.wait() == 0


def test_reader_who_goes_away_ends_it_quietly():
    with subprocess.Popen(
        [sys.executable, "-m", "guandan_rules"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=PACKAGE.parent,
    ) as running:
        running.stdout.close()
        running.stdin.write(json.dumps(BEATS).encode() + b"\n")
        running.stdin.close()
        assert (running.wait(), running.stderr.read()) == (0, b"")


def between(source, target):
    """`run` with streams as the interpreter makes them."""
    with io.TextIOWrapper(source) as asking, io.TextIOWrapper(target) as answering:
        return run(asking, answering)


def test_closed_pipe_and_full_disk_leave_nothing_to_write():
    reading, writing = os.pipe()
    os.close(reading)
    line = json.dumps(BEATS).encode()
    assert between(io.BytesIO(line), os.fdopen(writing, "wb")) == 0
    assert between(io.BytesIO(line), os.fdopen(os.open("/dev/full", os.O_WRONLY), "wb")) == 1


def test_closed_streams_and_interruption_are_no_error():
    class Interrupted(io.BytesIO):
        def readline(self, size=-1):
            raise KeyboardInterrupt

    assert run(None, io.TextIOWrapper(io.BytesIO())) == 0
    assert run(io.TextIOWrapper(io.BytesIO()), None) == 0
    assert between(Interrupted(), io.BytesIO()) == 130


def test_module_runs_between_the_standard_streams(monkeypatch):
    monkeypatch.delitem(sys.modules, "guandan_rules.__main__", raising=False)
    target = io.BytesIO()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(BEATS).encode())))
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(target, write_through=True))
    with pytest.raises(SystemExit) as left:
        runpy.run_module("guandan_rules", run_name="__main__")
    assert (left.value.code, target.getvalue()) == (0, b'{"beats": true}\n')
    assert runpy.run_module("guandan_rules.__main__")["run"] is run


letters = st.sampled_from([*"SHCDBRTJQKA2790 {[,:-", "王", "\x00", "\ud800", "𝟚", "\u202e"])
words = st.text(letters, max_size=6)
numbers = st.integers() | st.integers(-1, 16) | st.floats()
scalars = st.none() | st.booleans() | numbers | words | st.sampled_from(["SA", "pair", "sf", "s000", "lose"])
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=3), max_leaves=6
)
options = st.sampled_from([field.name for field in fields(RuleSet)])
names = st.sampled_from(sorted({name for question in QUESTIONS.values() for name in question}))
changed = st.builds(
    lambda op, change: {**QUESTIONS[op], **change},
    st.sampled_from(sorted(QUESTIONS)),
    st.dictionaries(names, values | st.dictionaries(options, values, max_size=3), max_size=2),
)
SHAPES = {op: set(asked(question)) for op, question in QUESTIONS.items()}


def is_an_answer(reply, question):
    """An error with its code, or the fields of the op's answer; and always JSON in ASCII."""
    assert json.dumps(reply).isascii()
    if set(reply) == {"error", "detail"}:
        return reply["error"] in set(Code) and isinstance(reply["detail"], str)
    return set(reply) == SHAPES[question["op"]]


@given(changed)
@example(LEVEL | {"rule_set": {"penalties": [["offence", "effects"]]}})
def test_changed_question_is_answered(question):
    assert is_an_answer(answer(json.dumps(question).encode()), question)


@given(st.binary(max_size=60) | values.map(lambda value: json.dumps(value).encode()))
def test_any_bytes_are_answered(line):
    reply = answer(line)
    assert set(reply) == {"error", "detail"}
    assert reply["error"] in set(Code)


@given(st.text(letters | st.sampled_from("NWSE\n=>#"), max_size=100))
def test_any_text_is_replayed_or_refused(text):
    assert is_an_answer(asked(REPLAY | {"deal": text}), REPLAY)
