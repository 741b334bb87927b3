"""对阵图: a knockout as a drawing, over as many sheets as its size asks for; every other format by its tables."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.bracket.queries.match_views import Line, MatchView
from tournaments.bracket.queries.round_views import RoundView
from tournaments.bracket.queries.standings import StageView
from tournaments.bracket.words.formats import TITLES
from tournaments.bracket.words.names import day, hour, table_range, team_name
from tournaments.bracket.words.results import note_words, short_source_words, sitting_words
from tournaments.formats.format import Drawing
from tournaments.states import MatchState, SlotKind
from web.displays.parts import places_played_out
from web.documents.blocks import Block, Drawn, DrawnMatch, DrawnSide, Title, Tree, paper
from web.documents.document import A3, Options, Pages
from web.documents.reading import EventReading
from web.documents.stage_tables import line_result, part_blocks, stage_blocks
from web.templatetags.site import round_name

POSITIONS = {A3: 64}
USUAL = 32
"""Lines of the sheet that one piece of paper takes, A4 and otherwise."""


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
        yield from _sheets(stage, title, chapter, most)
    if places := places_played_out(stage):
        yield Title(_("%(title)s: matches for places") % {"title": title})
        yield from part_blocks(places)


def _sheets(stage: StageView, title: str, chapter: str, most: int) -> Iterator[Block]:
    """The last rounds on one sheet, and then a sheet for every ``most`` of the positions."""
    last = tuple(r for r in stage.rounds if len(r.of_bracket) * 2 <= most)
    yield Drawn(title, tree_of(last, stage), _("the last rounds"), chapter=chapter)
    for part in range(len(stage.rounds[0].of_bracket) * 2 // most):
        words = _("positions %(first)s to %(last)s") % {"first": part * most + 1, "last": (part + 1) * most}
        yield Drawn(title, _section(stage.rounds, part, most), words)


def tree_of(rounds: Sequence[RoundView], stage: StageView) -> Tree:
    """The last ``rounds`` of a stage, from both sides to its final."""
    return _tree([(r, r.of_bracket) for r in rounds], stage.rounds[0], _("Champion"), rounds[-1].for_third)


def _section(rounds: Sequence[RoundView], part: int, most: int) -> Tree:
    """The rounds of ``most`` positions, down to the match that decides who leaves them."""
    columns = []
    width = most // 2
    for round_ in rounds:
        if width:
            columns.append((round_, round_.of_bracket[part * width : (part + 1) * width]))
        width //= 2
    return _tree(columns, rounds[0], _("Advances"))


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
    return Tree(
        heads=[(round_name(r), _start(r.begins_at, r.until)) for r, _matches in beside],
        left=[column[: len(column) // 2] for column in sides],
        right=[column[len(column) // 2 :] for column in sides],
        final=None if others else _titled(last, round_name(last_round)),
        third=_titled(third, _("Match for third place")) if third else None,
        champion_label=_("Advances") if others else champion_label,
        champion="" if others or not last.won_by else team_name(last.won_by),
        survivors=[_survivor(match) for match in (last, *others)] if others else (),
    )


def _survivor(match: MatchView) -> str:
    return team_name(match.goes_on) if match.goes_on else _("Winner of match %(number)s") % {"number": match.number}


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
    sides = [_side(match, line, str(line.position) if is_first and line.position else "") for line in match.lines]
    return DrawnMatch(sides, note, is_done=match.is_over, is_bye=match.is_bye)


def _side(match: MatchView, line: Line, position: str) -> DrawnSide:
    if match.is_bye and line.slot == SlotKind.BYE:
        return DrawnSide("")
    if line.team is None:
        nobody = line.slot == SlotKind.NOBODY
        words = pgettext("slot", "nobody") if nobody else short_source_words(line.source)
        return DrawnSide(words, position=position, open=True)
    score = pgettext("slot", "bye") if match.is_bye else line_result(match, line) if match.is_over else ""
    return DrawnSide(team_name(line.team), score, position, won=line.outcome == "won")
