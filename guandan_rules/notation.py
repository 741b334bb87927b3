"""牌谱: a whole deal as text that people can write, and the same text read back.

    rules s000              # a named rule set, or {"report_at": 10, …}: the options that are not the default
    level 2                 # 级牌: 2…10, J, Q, K, A; 王 where no rank is the level card
    last NS                 # the last deal's finish order; in the first deal instead: leader N
    hand N S2 H2 C3 …       # 27 cards for each of N, W, S, E

    W > HR                  # 贡牌
    N < D5                  # 还牌
    W: S3 H3 D3 C4 C4       # 出牌
    S: H8 S8 S9 C9 D9 = full_house 9   # the reading as kind and key, needed where the cards have several
    E: -                    # 过牌
    N: SB !                 # 报牌: announced that few cards are left

Lines of the head come before the steps, in any order, each once; `#` begins a remark, blank lines and small or capital
letters are free. `read_deal(write_deal(deal)) == deal`; errors name their line. Whether a deal is legal, `replay` says.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from guandan_rules.cards import Card, CardError, cards_of
from guandan_rules.codes import Code
from guandan_rules.deal_state import Cards, DealRecord, DealStep, Pass, Pay, Put, Return
from guandan_rules.kinds import Kind, Reading
from guandan_rules.ladder import JOKER_STEP, level_name, level_of
from guandan_rules.named_rule_sets import NAMED, named
from guandan_rules.orders import FinishOrder, OrderError, finish_order
from guandan_rules.rule_sets import RuleSet, RuleSetError
from guandan_rules.seats import Seat

LONGEST_LINE: Final = 20_000
LONGEST_HAND: Final = 500
"""Characters of a line, and of the cards in one, before it is refused unread."""

_STEP: Final = re.compile(r"([NWSE])\s*([:：<>])\s*(.*)", re.IGNORECASE)
_PUT: Final = re.compile(r"([^=!]*)(?:=\s*([a-z_]+)\s+([0-9]{1,2})\s*)?(!)?", re.IGNORECASE)
_HEAD: Final = ("rules", "level", "leader", *(f"hand {seat}" for seat in Seat))


@dataclass(frozen=True, slots=True)
class LineProblem:
    """What is wrong with a line, counted from 1; line 0 is the text as a whole, and `text` names what it lacks."""

    line: int
    code: Code
    text: str


class NotationError(ValueError):
    """Not a deal as text; `problems` holds those of every line."""

    def __init__(self, problems: tuple[LineProblem, ...]) -> None:
        super().__init__("; ".join(f"line {problem.line}: {problem.code}" for problem in problems))
        self.problems = problems


class _Unreadable(Exception):
    """Why a part of a line cannot be read."""

    def __init__(self, *codes: Code) -> None:
        self.codes = codes


def write_deal(deal: DealRecord) -> str:
    """牌谱 of a deal; `read_deal` gives the deal back. ValueError for a level that has no name."""
    rules, level = deal.rule_set, level_name(JOKER_STEP if deal.level is None else deal.level)
    if rules.name in NAMED and named(rules.name) == rules:
        rules_text = rules.name
    else:
        usual = RuleSet().to_dict()
        options = {name: value for name, value in rules.to_dict().items() if value != usual[name]}
        rules_text = json.dumps(options).replace("#", "\\u0023")
    before = f"leader {deal.before}" if isinstance(deal.before, Seat) else f"last {deal.before.letters}"
    hands = [f"hand {seat} {_cards_text(hand)}" for seat, hand in zip(Seat, deal.hands, strict=True)]

    steps = []
    for step in deal.steps:
        match step:
            case Pay():
                steps.append(f"{step.seat} > {step.card.text}")
            case Return():
                steps.append(f"{step.seat} < {step.card.text}")
            case Pass():
                steps.append(f"{step.seat}: -")
            case _:
                reading = f" = {step.reading.kind} {step.reading.key}" if step.reading else ""
                steps.append(f"{step.seat}: {_cards_text(step.cards)}{reading}{' !' if step.report else ''}")
    return "\n".join([f"rules {rules_text}", f"level {level}", before, *hands, "", *steps, ""])


def read_deal(text: str) -> DealRecord:
    """一副牌 from its text; NotationError names every line that cannot be read, and what is missing."""
    return read_lines(text)[0]


def read_lines(deal: str) -> tuple[DealRecord, tuple[int, ...]]:
    """The deal like `read_deal`, and the line, from 1, of each of its steps."""
    head: dict[str, Any] = {}
    steps: list[DealStep] = []
    lines: list[int] = []
    problems = []
    for number, line in enumerate(deal.splitlines(), 1):
        try:
            if len(line) > LONGEST_LINE:
                raise _Unreadable(Code.LINE_TOO_LONG)
            text = line.partition("#")[0].strip()
            step = _STEP.fullmatch(text)
            if step:
                lines.append(number)
                steps.append(_STEPS[step[2]](Seat(step[1].upper()), step[3]))
            elif text:
                _read_head(head, text, is_misplaced=bool(lines))
        except _Unreadable as error:
            problems += [LineProblem(number, code, line.strip()[:80]) for code in error.codes]
    problems += [LineProblem(0, Code.MISSING_LINE, name) for name in _HEAD if name not in head]
    if problems:
        raise NotationError(tuple(problems))
    hands = tuple(head[f"hand {seat}"] for seat in Seat)
    return DealRecord(head["rules"], head["level"], hands, head["leader"], tuple(steps)), tuple(lines)


def _cards_text(cards: Cards) -> str:
    return " ".join(card.text for card in cards)


def _read_head(head: dict[str, Any], text: str, *, is_misplaced: bool) -> None:
    """Put into `head` what a line of it says, by its name; `leader` is the place of the last order too."""
    word, rest = _parted(text)
    if word not in _PARSERS:
        raise _Unreadable(Code.UNREADABLE_LINE)
    name, parse = _PARSERS[word]
    if word == "hand":
        seat, rest = _parted(rest)
        name = f"hand {_seat(seat)}"
    codes = [Code.MISPLACED_LINE] if is_misplaced else []
    if name in head:
        codes.append(Code.REPEATED_LINE)
    if codes:
        raise _Unreadable(*codes)
    head[name] = None  # seen, and not missing, even where the rest cannot be read
    head[name] = parse(rest)


def _parted(text: str) -> tuple[str, str]:
    """The first word, in small letters, and the rest."""
    word, *rest = text.split(None, 1) or [""]
    return word.casefold(), "".join(rest)


def _read_rules(text: str) -> RuleSet:
    if not text.startswith("{"):
        name = text.casefold()
        if name not in NAMED:
            raise _Unreadable(Code.UNKNOWN_RULE_SET)
        return named(name)
    try:
        return RuleSet.from_dict(json.loads(text))
    except RuleSetError as error:
        raise _Unreadable(*dict.fromkeys(problem.code for problem in error.problems)) from error
    except (ValueError, RecursionError) as error:
        raise _Unreadable(Code.NOT_JSON) from error


def _read_level(text: str) -> int | None:
    try:
        level = level_of(text)
    except ValueError as error:
        raise _Unreadable(Code.NOT_A_LEVEL) from error
    return None if level == JOKER_STEP else level


def _seat(text: str) -> Seat:
    if text.upper() not in tuple(Seat):
        raise _Unreadable(Code.NOT_A_SEAT)
    return Seat(text.upper())


def _read_order(text: str) -> FinishOrder:
    try:
        return finish_order("".join(text.upper().split()))
    except OrderError as error:
        raise _Unreadable(*error.problems) from error


def _read_cards(text: str) -> Cards:
    if len(text) > LONGEST_HAND:
        raise _Unreadable(Code.LINE_TOO_LONG)
    try:
        return cards_of(text)
    except CardError as error:
        raise _Unreadable(*error.problems) from error


def _read_card(text: str) -> Card:
    cards = _read_cards(text)
    if len(cards) != 1:
        raise _Unreadable(Code.UNREADABLE_LINE)
    return cards[0]


def _read_play(seat: Seat, text: str) -> Put | Pass:
    if text == "-":
        return Pass(seat)
    put = _PUT.fullmatch(text)
    if not put:
        raise _Unreadable(Code.UNREADABLE_LINE)
    cards = _read_cards(put[1])
    try:
        reading = Reading(Kind(put[2].casefold()), int(put[3]), len(cards)) if put[2] else None
    except ValueError as error:
        raise _Unreadable(Code.NO_SUCH_READING) from error
    return Put(seat, cards, reading, bool(put[4]))


_PARSERS: Final[dict[str, tuple[str, Callable[[str], object]]]] = {
    "rules": ("rules", _read_rules),
    "level": ("level", _read_level),
    "leader": ("leader", _seat),
    "last": ("leader", _read_order),
    "hand": ("hand", _read_cards),
}
_STEPS: Final[dict[str, Callable[[Seat, str], DealStep]]] = {
    ":": _read_play,
    "：": _read_play,
    ">": lambda seat, text: Pay(seat, _read_card(text)),
    "<": lambda seat, text: Return(seat, _read_card(text)),
}
