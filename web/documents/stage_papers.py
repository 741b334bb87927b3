"""对阵图: a stage on paper. A knockout is a drawing, over as many sheets as its size asks for; every other
format (小组、瑞士制、移位、双败) is tables of standings, everybody against everybody, and the rounds as lists."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.bracket.queries.match_views import Line, MatchView
from tournaments.bracket.queries.round_views import RoundView
from tournaments.bracket.queries.standings import StageView, groups_of
from tournaments.bracket.words.formats import TITLES
from tournaments.bracket.words.names import day, hour, listed, part_name, rank, table_range, team_name
from tournaments.bracket.words.results import (
    full_note_words,
    in_brackets,
    note_words,
    short_source_words,
    side_words,
    sitting_words,
    verdict_word,
)
from tournaments.formats.format import Drawing
from tournaments.formats.tie_breaks import TieBreak
from tournaments.states import MatchState, SlotKind
from web.displays.cross_table import CrossTable, Row, cross_tables
from web.displays.drawings import PartRound, parts_of, places_played_out
from web.documents.blocks import (
    Block,
    Cell,
    Content,
    Drawn,
    DrawnMatch,
    DrawnSide,
    Heading,
    Table,
    Text,
    Title,
    Tree,
    paper,
    timed,
)
from web.documents.document import A3, EventReading, Options, Pages
from web.lists.of_matches import by_round_name
from web.lists.of_places import decided_by
from web.templatetags.site import group_name, part_title, round_name

WHOLE = 16
"""Rows of a table that is not divided over two pages."""
WIDEST_CROSS = 14
"""Teams of the largest group of which everybody against everybody can still be read on paper."""
POSITIONS = {A3: 64}
USUAL = 32
"""Lines of the sheet that one piece of paper takes, A4 and otherwise."""


def stage_blocks(title: str, stage: StageView, chapter: str = "") -> Iterator[Block]:
    """A stage whose places follow from a table, or whose matches fall into parts; ``chapter``: as contents name it."""
    yield Title(title, chapter=chapter)
    if stage.label.shape.has_parts:
        for part in parts_of(stage):
            yield Heading(part_title(part.part), level=1)
            yield from part_blocks(part.rounds)
        return
    for table in cross_tables(stage):
        if table.group:
            yield Heading(group_name(table.group))
        if stage.drawing is Drawing.TABLE and len(table.rows) <= WIDEST_CROSS:
            yield _crossed(table)
        elif table.has_begun or table.group:
            yield standing_table(table)
    groups = groups_of(stage)
    for round_ in stage.rounds:
        if round_.played and round_.waits_for_pairing:
            yield Heading(timed(round_name(round_), round_.begins_at, round_.until))
            by_lot = _("Drawn by lot once the round before is over.")
            by_standing = _("Paired by the standing, once the round before is over.")
            yield Text(by_lot if round_.waits_for_lots else by_standing, is_small=True)
        elif round_.played:
            yield from matches_table(round_, groups)


def part_blocks(rounds: Sequence[PartRound]) -> Iterator[Block]:
    """The rounds of a part."""
    for of_round in rounds:
        played = [match for match in of_round.matches if not match.is_bye]
        if not played:
            yield _heading(part_name(of_round.where), of_round.matches)
            yield _matches(played, {})
        for name, matches in by_round_name(played).items():
            yield _heading(name, matches)
            yield _matches(matches, {})


def _heading(name: str, matches: Sequence[MatchView]) -> Heading:
    """The name of these matches and their start; where sides choose the day, from the first one to the last day."""
    own_day = matches[0].own_day
    if own_day:
        return Heading(timed(name, min(match.starts_at for match in matches), own_day.until))
    return Heading(timed(name, matches[0].starts_at))


def matches_table(round_: RoundView, groups: Mapping[int, int]) -> Iterator[Block]:
    """A round with its matches, results where there are any; ``groups``: as `groups_of` finds them for its stage."""
    for name, matches in by_round_name(round_.played).items():
        starts_at = round_.begins_at if round_.until else matches[0].starts_at
        yield Heading(timed(name, starts_at, round_.until))
        yield _matches(matches, groups)
    resting = [line.team for match in round_.matches if match.is_bye for line in match.lines if line.team]
    if resting:
        yield Text(_("Bye: %(teams)s") % {"teams": listed(map(team_name, resting))}, is_small=True)


def _matches(matches: Sequence[MatchView], groups: Mapping[int, int]) -> Block:
    if not matches:
        return Text(_("All of them have a bye in this round."), is_small=True)
    head = [
        _("Match"), _("Table"), *([pgettext("column", "Group")] if groups else []),
        pgettext("side of a match", "Home"), pgettext("of a match", "Score"), pgettext("side of a match", "Away"),
        _("How it ended"),
    ]  # fmt: skip
    rows: list[list[Content]] = []
    for match in matches:
        home, away = (Cell(side_words(line), is_strong=line.outcome == "won") for line in match.lines)
        note = full_note_words(match) if match.is_over or match.awaits_ruling else ""
        group = [group_name(groups.get(match.home.team.id, 0)) if match.home.team else ""] if groups else []
        rows.append([str(match.number), table_range(match.tables), *group, home, result_words(match), away, note])
    widths = ("13", "13", *(["14"] if groups else []), "1fr", "22", "1fr", "34")
    return Table(head, widths, rows, height=7, size=9.5, stays_whole=len(rows) <= WHOLE)


def result_words(match: MatchView) -> str:
    """10 : 7; without levels or points 胜 : 负; empty while it is open."""
    return " : ".join(line_result(match, line) for line in match.lines) if match.is_over else ""


def line_result(match: MatchView, line: Line) -> str:
    """The level or the points of a side of a match that is over; without any how it ended, in a word."""
    if line.level is not None:
        return rank(line.level)
    return str(line.score) if line.score is not None else verdict_word(match, line)


def standing_table(table: CrossTable) -> Table:
    """Places with what they were counted by."""
    counted = [str(column.heading) for column in table.columns]
    head = [pgettext("standings", "Place"), _("Team"), *counted, _("What decided")]
    rows = [
        [_place(table, row), team_name(row.team), *_counted(table, row), decided_by(table, row)] for row in table.rows
    ]
    return Table(head, ["13", "1fr", *["13"] * len(counted), "45"], rows, height=7.5, left=(1,))


def _crossed(table: CrossTable) -> Table:
    """Each team's result against each other, as its own row reads it."""
    numbers = [str(row.number) for row in table.rows]
    counted = [str(column.heading) for column in table.columns]
    head = ["", _("Team"), *numbers, *counted, pgettext("standings", "Place")]
    team_width = "2.6fr" if len(numbers) < 9 else "3.4fr"
    widths = ["8", team_width, *["1fr"] * len(numbers), *["11"] * len(counted), "11"]
    rows: list[list[Content]] = []
    for place, row in enumerate(table.rows):
        name = team_name(row.team)
        if row.standing.decided_by is TieBreak.STRUCK:
            name += in_brackets(decided_by(table, row))
        line: list[Content] = [str(row.number), name]
        for column, cell in enumerate(row.cells):
            if column == place:
                line.append("╲")
            elif cell.match is None or cell.own is None or cell.other is None or not cell.match.is_over:
                line.append("")
            else:
                score = ":".join(line_result(cell.match, side) for side in (cell.own, cell.other))
                strong = cell.own.outcome == "won" and not cell.match.is_struck
                line.append(Cell(in_brackets(score) if cell.match.is_struck else score, is_strong=strong))
        rows.append([*line, *_counted(table, row), _place(table, row)])
    return Table(head, widths, rows, height=11, size=8.5 if len(numbers) > 6 else 9.5, left=(1,), stays_whole=True)


def _counted(table: CrossTable, row: Row) -> Sequence[str]:
    """The numbers of a row, as the head has them; nothing before the first result."""
    return row.counted if table.has_begun else [""] * len(row.counted)


def _place(table: CrossTable, row: Row) -> str:
    """In its group; nothing before the first result, and of whoever left."""
    return str(row.place) if row.place and table.has_begun else ""


def bracket(reading: EventReading, options: Options) -> Pages:
    """Every stage that has been drawn, one after the other."""
    blocks = [block for stage in reading.stages if stage.is_drawn for block in drawn_stage(reading, stage, options)]
    return paper(reading, options, title_of(reading, reading.stages[0]), blocks, leads_to="bracket")


def title_of(reading: EventReading, stage: StageView) -> str:
    """对阵图, or what the format calls it; with the number of the stage where there are several."""
    title = str(TITLES[stage.label.format])
    if len(reading.stages) == 1:
        return title
    return _("Stage %(number)s: %(title)s") % {"number": stage.label.number, "title": title}


def drawn_stage(reading: EventReading, stage: StageView, options: Options, chapter: str = "") -> Iterator[Block]:
    """The drawing or the tables of a stage, beginning with a page of its own; ``chapter``: how contents name it."""
    title = title_of(reading, stage)
    if stage.drawing is not Drawing.BRACKET or stage.label.shape.has_parts:
        yield from stage_blocks(title, stage, chapter)
        return
    most = POSITIONS.get(options.size, USUAL)
    positions = len(stage.rounds[0].of_bracket) * 2
    if positions <= most:
        yield Drawn(title, tree_of(stage.rounds, stage), chapter=chapter)
    else:
        # the last rounds on one sheet, and then a sheet for every ``most`` of the positions
        last = tuple(r for r in stage.rounds if len(r.of_bracket) * 2 <= most)
        yield Drawn(title, tree_of(last, stage), _("the last rounds"), chapter=chapter)
        for part in range(positions // most):
            words = _("positions %(first)s to %(last)s") % {"first": part * most + 1, "last": (part + 1) * most}
            # their rounds, down to the match that decides who leaves them
            columns, width = [], most // 2
            for round_ in stage.rounds:
                if width:
                    columns.append((round_, round_.of_bracket[part * width : (part + 1) * width]))
                width //= 2
            yield Drawn(title, _tree(columns, stage.rounds[0], _("Advances")), words)
    if places := places_played_out(stage):
        yield Title(_("%(title)s: matches for places") % {"title": title})
        yield from part_blocks(places)


def tree_of(rounds: Sequence[RoundView], stage: StageView) -> Tree:
    """The last ``rounds`` of a stage, from both sides to its final."""
    return _tree([(r, r.of_bracket) for r in rounds], stage.rounds[0], _("Champion"), rounds[-1].for_third)


def _tree(
    columns: Sequence[tuple[RoundView, Sequence[MatchView]]],
    first: RoundView,
    champion_label: str,
    third: MatchView | None = None,
) -> Tree:
    """``columns``: of each round the matches that are drawn, of the last one alone. The lines of the ``first`` round
    of the stage have their numbers."""
    last_round, (last, *others) = columns[-1]
    beside = columns if others else columns[:-1]
    sides = [[_drawn(match, r is first) for match in matches] for r, matches in beside]
    survivors = []
    for match in (last, *others) if others else ():
        waits = _("Winner of match %(number)s") % {"number": match.number}
        survivors.append(team_name(match.goes_on) if match.goes_on else waits)
    return Tree(
        heads=[(round_name(r), _start(r.begins_at, r.until)) for r, _matches in beside],
        left=[column[: len(column) // 2] for column in sides],
        right=[column[len(column) // 2 :] for column in sides],
        final=None if others else _titled(last, round_name(last_round)),
        third=_titled(third, _("Match for third place")) if third else None,
        champion_label=_("Advances") if others else champion_label,
        champion="" if others or not last.won_by else team_name(last.won_by),
        survivors=survivors,
    )


def _titled(match: MatchView, title: str) -> DrawnMatch:
    when = _start(match.starts_at, match.until)
    return replace(_drawn(match, bool(match.home.position)), title=title, when=when)


def _start(starts_at: datetime, until: datetime | None) -> str:
    """Its start; where sides choose the day, the last one: 12月5日 周日前赛完."""
    return _("to be played by %(day)s") % {"day": day(until)} if until else f"{day(starts_at)} {hour(starts_at)}"


def _drawn(match: MatchView, is_first: bool) -> DrawnMatch:
    note = ""
    if not match.is_bye:
        note = _("Match %(number)s") % {"number": match.number}
        if match.state == MatchState.OVER or match.awaits_ruling:
            why = note_words(match)
        else:
            table = _("Table %(number)s") % {"number": table_range(match.tables)} if match.tables else ""
            why = " · ".join(filter(None, (table, sitting_words(match))))
        note = f"{note} · {why}" if why else note
    sides = []
    for line in match.lines:
        position = str(line.position) if is_first and line.position else ""
        if match.is_bye and line.slot == SlotKind.BYE:
            sides.append(DrawnSide(""))
        elif line.team is None:
            nobody = line.slot == SlotKind.NOBODY
            words = pgettext("slot", "nobody") if nobody else short_source_words(line.source)
            sides.append(DrawnSide(words, position=position, open=True))
        else:
            score = pgettext("slot", "bye") if match.is_bye else line_result(match, line) if match.is_over else ""
            sides.append(DrawnSide(team_name(line.team), score, position, won=line.outcome == "won"))
    return DrawnMatch(sides, note, is_done=match.is_over, is_bye=match.is_bye)
