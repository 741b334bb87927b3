"""一行一问: the game for other programs, one JSON object a line in and one a line out (docs/guandan_rules.md).

Whatever is no question is answered with ``{"error": code, "detail": text}``, and the next line is read.
"""

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, BinaryIO, Final, NoReturn, TextIO

from guandan_rules import fields
from guandan_rules.codes import Code
from guandan_rules.deal_play import replay
from guandan_rules.fields import LineError, Reader, shown
from guandan_rules.kinds import beats
from guandan_rules.levels import Deal, start, step
from guandan_rules.plays import Play, all_leads, all_responses
from guandan_rules.readings import readings
from guandan_rules.rule_sets import RuleSet
from guandan_rules.seats import Side, Sides

LONGEST_LINE: Final = 1 << 20
"""Bytes of a line without its end; what is longer is skipped and refused."""

DIGITS: Final = 18
"""No number of the protocol comes near so many."""

Answer = dict[str, object]


def _counted(plays: Iterable[Play]) -> Answer:
    """How many plays, different card sets, plays of each kind, and different readings there are."""
    all_plays = list(plays)
    by_kind = Counter(fields.PROTOCOL_NAMES[play.reading.kind] for play in all_plays)
    return {
        "plays": len(all_plays),
        "multisets": len({play.packed for play in all_plays}),
        "by_type": dict(sorted(by_kind.items())),
        "canonical": len({play.reading for play in all_plays}),
    }


def _level(
    rule_set: RuleSet,
    levels: Sides[int],
    fails: Sides[int],
    declarer: Side | None,
    winner_team: Side,
    partner_place: int,
) -> Answer:
    fields.within(rule_set, levels, fails)
    seats = winner_team.seats
    others = winner_team.other.seats
    order = {2: seats, 3: (seats[0], others[0], seats[1]), 4: (seats[0], *others)}[partner_place]
    race = start(rule_set, levels=levels, fails=fails, on_stage=declarer)
    race = step(rule_set, race, Deal.from_letters(order))
    winner = tuple(Side).index(race.winner) if race.winner else None
    return {"after": list(race.levels), "after_fails": list(race.fails), "match_winner": winner}


def _replay(deal: str) -> Answer:
    """The finish order, as far as it is known, and the codes of all problems, each once."""
    replayed = replay(deal)
    codes = dict.fromkeys(problem.code for problem in replayed.problems)
    return {"finish": list(replayed.finish), "problems": list(codes)}


OPS: Final[dict[str, tuple[Callable[..., Answer], dict[str, Reader]]]] = {
    "readings": (
        lambda level, cards: {"readings": sorted(fields.written(reading) for reading in readings(cards, level))},
        {"level": fields.level_letter, "cards": fields.cards},
    ),
    "beats": (
        lambda level, a, b: {"beats": beats(fields.possible(a, level), fields.possible(b, level))},
        {"level": fields.level_letter, "a": fields.reading, "b": fields.reading},
    ),
    "leads": (
        lambda level, hand: _counted(all_leads(hand, level)),
        {"level": fields.level_letter, "hand": fields.cards},
    ),
    "responses": (
        lambda level, hand, to_beat: _counted(all_responses(hand, level, fields.possible(to_beat, level))),
        {"level": fields.level_letter, "hand": fields.cards, "to_beat": fields.reading},
    ),
    "level": (
        _level,
        {
            "rule_set": fields.rule_set,
            "levels": fields.levels,
            "fails": fields.fails,
            "declarer": fields.side_or_none,
            "winner_team": fields.side,
            "partner_place": fields.partner_place,
        },
    ),
    "replay": (_replay, {"deal": fields.text}),
}
"""What can be asked: the function that answers, and the reader of each of its fields, all of them needed."""


def answer(line: bytes) -> Answer:
    """The answer to one line, with or without its end; a mistake is an answer too: ``error`` and ``detail``."""
    try:
        question = _object_of(line)
        if "op" not in question:
            raise LineError(Code.MISSING_FIELD, "op")
        op = question.pop("op")
        if not isinstance(op, str) or op not in OPS:
            raise LineError(Code.UNKNOWN_OP, f"op is one of {', '.join(OPS)}, not {shown(op)}")
        answering, readers = OPS[op]
        missing = [name for name in readers if name not in question]
        if missing:
            raise LineError(Code.MISSING_FIELD, ", ".join(missing))
        unknown = [name for name in question if name not in readers]
        if unknown:
            raise LineError(Code.UNKNOWN_FIELD, shown(unknown[0]))
        return answering(**{name: read(question[name]) for name, read in readers.items()})
    except LineError as error:
        return {"error": error.code, "detail": error.detail}
    except RecursionError:
        return {"error": Code.NESTED_TOO_DEEP, "detail": "nothing in a question is nested so deep"}


def _object_of(line: bytes) -> dict[str, object]:
    """The JSON object of a line."""
    if len(line.rstrip(b"\r\n")) > LONGEST_LINE:
        raise LineError(Code.LINE_TOO_LONG, f"a line has at most {LONGEST_LINE} bytes")
    if not line.strip():
        raise LineError(Code.NOT_JSON, "the line is blank")
    try:
        value = json.loads(
            line.decode("utf-8"), object_pairs_hook=_once, parse_int=_number, parse_constant=_no_constant
        )
    except UnicodeDecodeError as error:
        raise LineError(Code.NOT_UTF8, f"byte {error.start + 1} is no part of UTF-8") from None
    except json.JSONDecodeError as error:
        raise LineError(Code.NOT_JSON, f"{error.msg} at character {error.pos + 1}") from None
    if not isinstance(value, dict):
        raise LineError(Code.NOT_AN_OBJECT, f"a line holds one object, not {shown(value)}")
    return value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    by_name = dict(pairs)
    if len(by_name) < len(pairs):
        raise LineError(Code.REPEATED_FIELD, "a name stands twice in an object")
    return by_name


def _number(digits: str) -> int:
    if len(digits) > DIGITS:
        raise LineError(Code.OUT_OF_RANGE, f"a number of {len(digits)} digits")
    return int(digits)


def _no_constant(name: str) -> NoReturn:
    raise LineError(Code.NOT_JSON, f"{name} is no JSON")


def serve(source: BinaryIO, target: BinaryIO) -> None:
    """Answers every line of `source` on `target`, each as soon as it is read; the last needs no line end."""
    while line := source.readline(LONGEST_LINE + 2):
        end = line
        while not end.endswith(b"\n") and len(end) > LONGEST_LINE:
            end = source.readline(LONGEST_LINE + 2)
        target.write(json.dumps(answer(line)).encode("ascii") + b"\n")
        target.flush()


def run(source: TextIO | None, target: TextIO | None) -> int:
    """`serve` between the standard streams; the exit status. A reader who goes away, or Ctrl-C, ends it quietly."""
    if source is None or target is None:
        return 0
    try:
        serve(source.buffer, target.buffer)
    except BrokenPipeError:
        _give_up(target)
    except KeyboardInterrupt:
        return 130
    except OSError:
        _give_up(target)
        return 1
    return 0


def _give_up(target: TextIO) -> None:
    """What is still to be written goes nowhere, so that the interpreter's own last flush has nothing to complain of."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, target.fileno())
    os.close(nowhere)
