"""Is it a file of an event, and one that this site can hold? All that is wrong, as problems for whoever sent it.

A file comes from anywhere. What its shape cannot say is looked at here: that it names rows which are there and fit
together, that rules and formats are some that exist, and that the deals of every sheet follow from one another.
"""

import json
import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final, NoReturn

from archives import upgrades
from archives.kept import FORMAT, TABLES, VERSION, table_of
from archives.schema import event_schema
from archives.shapes import MOST_FAULTS, Misfit, misfits
from guandan_rules import NAMED, RuleSet, RuleSetError, named
from journal.refusals import Problem, Refused
from notices.kinds import KINDS
from scoring.games import GAMES, EntryError
from scoring.games.entries import given_effects
from scoring.models import Sheet
from tournaments.bracket.rules.formats import shaped
from tournaments.calendar import is_zone
from tournaments.codes import Code
from tournaments.formats import FORMATS
from tournaments.formats.settings import SettingsError
from tournaments.series.season import Criterion

Row = dict[str, Any]
File = dict[str, Any]
BROKEN: Final = (
    ArithmeticError,
    AttributeError,
    EntryError,
    LookupError,
    RuleSetError,
    SettingsError,
    TypeError,
    ValueError,
)
"""What rules, formats and games raise of values that are none of theirs."""


def read_event_file(data: bytes) -> File:
    """The values of ``event.json`` as the present version has them; ``Refused`` with all that is wrong."""
    try:
        file = json.loads(data, parse_constant=_refuse_constant, parse_float=_finite)
    except (ValueError, RecursionError):
        raise Refused(Problem(Code.EVENT_FILE_UNREADABLE, "file")) from None
    if not isinstance(file, dict) or file.get("format") != FORMAT or type(file.get("version")) is not int:
        raise Refused(Problem(Code.EVENT_FILE_UNREADABLE, "file"))
    version = file["version"]
    if version > VERSION:
        raise Refused(Problem(Code.EVENT_FILE_NEWER, "file", {"version": version}))
    try:
        file = upgrades.upgraded(file, version, VERSION)
    except BROKEN:
        raise Refused(Problem(Code.EVENT_FILE_UNREADABLE, "file")) from None
    refuse_misfits(misfits(file, event_schema()))
    refuse_misfits(_lost(file))
    refuse_misfits([*_strange(file), *_apart(file)])
    refuse_misfits(_unplayable(file))
    return file


def refuse_misfits(faults: Any) -> None:
    """``Refused`` with a problem for each."""
    problems = [Problem(Code.EVENT_FILE_WRONG, "file", {"place": one.at or "/", "why": one.why}) for one in faults]
    if problems:
        raise Refused(*problems[:MOST_FAULTS])


def _refuse_constant(_text: str) -> NoReturn:
    raise ValueError


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError
    return number


def _lost(file: File) -> Iterator[Misfit]:
    """Rows that name a row which is not there."""
    there = {table.name: len(file[table.name]) for table in TABLES} | {"people": len(file["people"])}
    for table in TABLES:
        columns = [column for column in table.fields() if column.is_relation]
        most = {column.name: there[table_of(column)] for column in columns}
        for number, row in enumerate(file[table.name], start=1):
            named = [(name, [row[name]]) for name in most] + [(name, row[name]) for name in table.lists]
            for name, others in named:
                if any(other > most.get(name, there[table.name]) for other in others if other is not None):
                    yield Misfit(f"{table.name}[{number}].{name}", "reference")
    tables = {"table": there["tables"], "team": there["teams"]}
    if any(one["match"] > there["matches"] or one["row"] > tables[one["kind"]] for one in file["booked"]):
        yield Misfit("booked", "reference")
    for event in file["journal"]["events"]:
        if (event["by"] or 0) > there["people"]:
            yield Misfit(f"journal.events[{event['number']}].by", "reference")


def _strange(file: File) -> Iterator[Misfit]:
    """Rules, formats, games and kinds that do not exist."""
    event = file["event"]
    if not is_zone(event["zone"]):
        yield Misfit("event.zone", "value")
    if event["rule_set"] not in NAMED or _breaks(lambda: _rules(event)):
        yield Misfit("event.rule_options", "value")
    for number, stage in enumerate(file["stages"], start=1):
        yield from (Misfit(f"stages[{number}].{name}", "value") for name in _strange_stage(event, stage))
    sheets = [number for number, sheet in enumerate(file["sheets"], start=1) if _has_no_rules(sheet)]
    yield from (Misfit(f"sheets[{number}].rule_set", "value") for number in sheets)
    kinds = [number for number, notice in enumerate(file["notices"], start=1) if notice["kind"] not in KINDS]
    yield from (Misfit(f"notices[{number}].kind", "value") for number in kinds)
    if file["series"] and not {str(each) for each in Criterion}.issuperset(file["series"]["criteria"]):
        yield Misfit("series.criteria", "value")


def _has_no_rules(row: Row) -> bool:
    """Of a stage or a sheet: is there no such game, or are these not its options?"""
    return row["game"] not in GAMES or _breaks(lambda: GAMES[row["game"]].options_of(row["rule_set"]))


def _rules(event: Row) -> RuleSet:
    return RuleSet.from_dict({**named(event["rule_set"]).to_dict(), **event["rule_options"]})


def _strange_stage(event: Row, stage: Row) -> Iterator[str]:
    if stage["format"] not in FORMATS:
        yield "format"
        return
    if _has_no_rules(stage):
        yield "rule_set"
        return
    rules, third_place = stage["rule_set"], event["third_place_match"]
    scale, bye_points = rules.get("scale"), rules.get("bye_points")
    if _breaks(lambda: shaped(stage["format"], stage["settings"], third_place, scale, bye_points)):
        yield "settings"
    if stage["game"] == "guandan" and _breaks(
        lambda: RuleSet.from_dict({**_rules(event).to_dict(), **stage["rule_options"]})
    ):
        yield "rule_options"


def _breaks(made: Callable[[], object]) -> bool:
    try:
        made()
    except BROKEN:
        return True
    return False


_TOGETHER: Final = (
    ("matches", "round", "rounds", "stage", "stage"),
    ("matches", "home_source_match", "matches", "stage", "stage"),
    ("matches", "away_source_match", "matches", "stage", "stage"),
    ("matches", "result", "results", "match", ""),
    ("games", "result", "results", "match", "match"),
    ("submissions", "deal", "deals", "sheet", "sheet"),
)
"""What a row names (table, column, table) says the same there as the row itself; "" is the row's own number."""


def _apart(file: File) -> Iterator[Misfit]:
    """Rows that name two others which do not belong together."""
    for table, column, other, there, own in _TOGETHER:
        for number, row in enumerate(file[table], start=1):
            if row[column] is not None and file[other][row[column] - 1][there] != (row[own] if own else number):
                yield Misfit(f"{table}[{number}].{column}", "apart")
    for number, stage in enumerate(file["stages"], start=1):
        if stage["source"] is not None and file["stages"][stage["source"] - 1]["number"] >= stage["number"]:
            yield Misfit(f"stages[{number}].source", "apart")
    for number, row in enumerate(file["substitutions"], start=1):
        left, came = (file["players"][row[side] - 1]["team"] for side in ("left", "came"))
        if left != came:
            yield Misfit(f"substitutions[{number}]", "apart")


def _unplayable(file: File) -> Iterator[Misfit]:
    """Deals and penalties that no game of that kind can hold."""
    deals: defaultdict[int, list[Row]] = defaultdict(list)
    for table in ("deals", "penalties"):
        for row in file[table]:
            deals[row["sheet"]].append(row)
    for number, row in enumerate(file["sheets"], start=1):
        if _breaks(partial(_entries, Sheet(game=row["game"]), deals[number])):
            yield Misfit(f"sheets[{number}]", "entries")


def _entries(sheet: Sheet, rows: Sequence[Row]) -> None:
    for row in rows:
        if "entry" in row:
            sheet.played.entry_of(row["entry"])
        else:
            given_effects(row["effects"])
