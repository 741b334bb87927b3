"""Is it a file of an event, and one that this site can hold? All that is wrong, as problems for whoever sent it.

A file comes from anywhere. What its shape cannot say is looked at here: that it names rows which are there and fit
together, that rules and formats are some that exist, and that the deals of every sheet follow from one another.
"""

import json
import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NoReturn

from archives.schema import MOST_FAULTS, Misfit, event_schema, misfits
from archives.tables import FORMAT, TABLES, VERSION, listed_table, table_of
from guandan_rules import NAMED, RuleSet, RuleSetError, named
from journal.refusals import Problem, Refused
from notices.states import KINDS
from scoring.games import GAMES, EntryError
from scoring.games.entries import given_effects
from tournaments.bracket.rules.formats import shaped
from tournaments.calendar import is_zone
from tournaments.codes import Code
from tournaments.formats import FORMATS
from tournaments.formats.settings import SettingsError
from tournaments.series.season import Criterion

Row = dict[str, Any]
File = dict[str, Any]
USUAL_BEFORE: Final = {
    "round_robin": ["wins", "difference", "mutual"],
    "swiss": ["points", "opponents", "wins", "difference"],
    "movement": ["points", "wins", "opponents"],
}
"""名次依据 of a stage that said nothing of it, up to version 2."""
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

    def no_constant(_text: str) -> NoReturn:
        raise ValueError

    def finite(text: str) -> float:
        number = float(text)
        if not math.isfinite(number):
            raise ValueError
        return number

    try:
        file = json.loads(data, parse_constant=no_constant, parse_float=finite)
    except (ValueError, RecursionError):
        raise Refused(Problem(Code.EVENT_FILE_UNREADABLE, "file")) from None
    if not isinstance(file, dict) or file.get("format") != FORMAT or type(file.get("version")) is not int:
        raise Refused(Problem(Code.EVENT_FILE_UNREADABLE, "file"))
    version = file["version"]
    if version > VERSION:
        raise Refused(Problem(Code.EVENT_FILE_NEWER, "file", {"version": version}))
    try:
        for step in range(version, VERSION):
            file = UPGRADES[step](file) | {"version": step + 1}
    except BROKEN:
        raise Refused(Problem(Code.EVENT_FILE_UNREADABLE, "file")) from None
    # each look takes for granted what the one before has found right
    _refuse(misfits(file, event_schema()))
    _refuse(_dangling(file))
    _refuse([*_unknown(file), *_apart(file)])
    _refuse(_unplayable(file))
    return file


def _refuse(faults: Iterable[Misfit]) -> None:
    problems = [Problem(Code.EVENT_FILE_WRONG, "file", {"place": one.at or "/", "why": one.why}) for one in faults]
    if problems:
        raise Refused(*problems[:MOST_FAULTS])


def _columns_of_version_2(file: File) -> File:
    """Version 1 wrote ``winner:5`` where a side came from match number 5 of the event, and a flag at a third place; the
    branch of a notice stood in its key alone, by its number on the other site."""
    rows = {match["number"]: row for row, match in enumerate(file["matches"], start=1)}
    matches = []
    for match in file["matches"]:
        changed = dict(match)
        changed["place_for"] = 3 if changed.pop("third_place") else None
        for side in ("home", "away"):
            kind, _, number = changed.pop(f"{side}_source").partition(":")
            is_match = kind not in ("position", "lot")
            changed[f"{side}_source_kind"] = kind
            changed[f"{side}_source_match"] = rows[int(number)] if is_match else None
            changed[f"{side}_source_position"] = int(number) if kind == "position" else None
        matches.append(changed)
    return file | {"matches": matches, "notices": [notice | {"branch": None} for notice in file["notices"]]}


def _columns_of_version_3(file: File) -> File:
    """Version 2 knew one clock for all games of a match, neither rules, words nor committees of an event's own, of
    branches opposite halves or the first round alone, and of teams that are equal in everything nothing but the number
    drawn; and another order was usual."""
    stages = []
    for stage in file["stages"]:
        order = stage["settings"].get("criteria") or USUAL_BEFORE.get(stage["format"])
        criteria = {"criteria": [*order, "lot"] if stage["size"] else order} if order else {}
        stages.append(stage | {"settings": stage["settings"] | criteria})
    texts = {"committees": "", "own_rules": ""}
    words = texts | {"branch_word": "分会", "member_word": "会员", "leader_word": "领队兼教练"}
    event = _branches_apart(file["event"]) | words | {"match_clock": file["event"]["best_of"] > 1}
    return file | {
        "event": event,
        "draws": [_branches_apart(draw) for draw in file["draws"]],
        "clocks": [clock | {"games": 1} for clock in file["clocks"]],
        "stages": stages,
        "place_decisions": [],
    }


def _branches_apart(row: Row) -> Row:
    others = {name: value for name, value in row.items() if name != "opposite_halves"}
    return others | {"branches_apart": "halves" if row["opposite_halves"] else "first_round"}


def _columns_of_version_5(file: File) -> File:
    """Version 4 let a bell ring in every round, whether the rules of its stage limit the time or not."""
    unlimited = {
        row
        for row, stage in enumerate(file["stages"], start=1)
        if stage["minutes"] is None and stage["rule_set"].get("minutes", 1) is None
    }
    silent = {round_["clock"] for round_ in file["rounds"] if round_["stage"] in unlimited}
    clocks = [clock | {"rings": row not in silent} for row, clock in enumerate(file["clocks"], start=1)]
    return file | {"clocks": clocks}


def _columns_of_version_6(file: File) -> File:
    """Version 5 knew no table of branches."""
    of_teams = {"counts": "teams", "branch_scale": [7, 5, 4, 3, 2, 1], "branch_best": 0, "share_points": False}
    return file | {"series": file["series"] and file["series"] | of_teams}


def _adding(columns: dict[str, Row], tables: Iterable[str] = ()) -> Callable[[File], File]:
    """A step to a version with more columns, each with the value that it stands for in all rows so far, and with tables
    that are empty so far."""

    def step(file: File) -> File:
        event = file["event"] | columns.get("event", {})
        rows = {table: [row | more for row in file[table]] for table, more in columns.items() if table != "event"}
        return file | {"event": event} | rows | {table: [] for table in tables}

    return step


UPGRADES: Final[dict[int, Callable[[File], File]]] = {
    1: _columns_of_version_2,
    2: _columns_of_version_3,
    # version 3 did not know what an event was planned with, nor telephones of players
    3: _adding({"event": {"plan": {}, "phones_kept": False}, "players": {"phone": ""}}),
    4: _columns_of_version_5,
    5: _columns_of_version_6,
    # version 6 knew no ratings, reserves, or prizes but those for places
    6: _adding({"event": {"is_rated": False, "reserves": 0}}, ("prizes",)),
    # version 7 knew no matches of several boards, and in it rounds began at their hours
    7: _adding(
        {
            "event": {"boards": 1, "boards_equal": "difference", "stop_early": False, "own_days": 0},
            "matches": {
                "agreed_at": None,
                "agreed_place": "",
                "proposed_at": None,
                "proposed_place": "",
                "proposed_by": "",
                "team_match": None,
                "board": 0,
            },
        },
        ("board_players",),
    ),
    # version 8 knew no partners who change and no ladders: no match came by a challenge, and no season was closed
    8: _adding(
        {
            "event": {"changing_partners": False},
            "matches": {
                **{f"{side}_partner{what}": None for side in ("home", "away") for what in ("", "_position")},
                "challenged_at": None,
            },
            "rounds": {"closed_at": None},
        }
    ),
}
"""From a version to the next: the file's values as that version has them, to those of the next. A step is written when
`tables.VERSION` rises, with a file of the version before among the tests."""


def _dangling(file: File) -> Iterator[Misfit]:
    """Rows that name a row which is not there."""
    there = {table.name: len(file[table.name]) for table in TABLES} | {"people": len(file["people"])}
    for table in TABLES:
        most = {column.name: there[table_of(column)] for column in table.fields() if column.is_relation}
        for number, row in enumerate(file[table.name], start=1):
            named = [(name, [row[name]]) for name in most] + [(name, row[name]) for name in table.lists]
            for name, others in named:
                last = most.get(name) if name in most else there[listed_table(table, name)]
                if any(other > last for other in others if other is not None):
                    yield Misfit(f"{table.name}[{number}].{name}", "reference")
    tables = {"table": there["tables"], "team": there["teams"]}
    if any(one["match"] > there["matches"] or one["row"] > tables[one["kind"]] for one in file["booked"]):
        yield Misfit("booked", "reference")
    for event in file["journal"]["events"]:
        if (event["by"] or 0) > there["people"]:
            yield Misfit(f"journal.events[{event['number']}].by", "reference")


def _unknown(file: File) -> Iterator[Misfit]:
    """Rules, formats, games and kinds that do not exist."""
    event = file["event"]
    if not is_zone(event["zone"]):
        yield Misfit("event.zone", "value")
    if event["rule_set"] not in NAMED or _breaks(lambda: _rules(event)):
        yield Misfit("event.rule_options", "value")
    for number, stage in enumerate(file["stages"], start=1):
        yield from (Misfit(f"stages[{number}].{name}", "value") for name in _unknown_of_stage(event, stage))
    for number, sheet in enumerate(file["sheets"], start=1):
        if _has_no_rules(sheet):
            yield Misfit(f"sheets[{number}].rule_set", "value")
    for number, notice in enumerate(file["notices"], start=1):
        if notice["kind"] not in KINDS:
            yield Misfit(f"notices[{number}].kind", "value")
    if file["series"] and not {str(each) for each in Criterion}.issuperset(file["series"]["criteria"]):
        yield Misfit("series.criteria", "value")


def _unknown_of_stage(event: Row, stage: Row) -> Iterator[str]:
    """The names of its columns."""
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


def _has_no_rules(row: Row) -> bool:
    """Of a stage or a sheet: is there no such game, or are these not its options?"""
    return row["game"] not in GAMES or _breaks(lambda: GAMES[row["game"]].options_of(row["rule_set"]))


def _rules(event: Row) -> RuleSet:
    return RuleSet.from_dict({**named(event["rule_set"]).to_dict(), **event["rule_options"]})


def _breaks(make: Callable[[], object]) -> bool:
    try:
        make()
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
    entries: defaultdict[int, list[Row]] = defaultdict(list)
    for table in ("deals", "penalties"):
        for row in file[table]:
            entries[row["sheet"]].append(row)
    for number, sheet in enumerate(file["sheets"], start=1):
        game = GAMES[sheet["game"]]
        try:
            for row in entries[number]:
                if "entry" in row:
                    game.entry_of(row["entry"])
                else:
                    given_effects(row["effects"])
        except BROKEN:
            yield Misfit(f"sheets[{number}]", "entries")
