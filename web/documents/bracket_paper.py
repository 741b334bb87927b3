"""对阵图: a knockout as a drawing, over as many sheets as its size asks for; every other format by its tables."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.bracket.queries.match_views import Line, MatchView, RoundView
from tournaments.bracket.queries.standings import StageView
from tournaments.bracket.words.formats import TITLES
from tournaments.bracket.words.names import day, hour, rank, team_name
from tournaments.bracket.words.results import note_words, short_source_words, verdict_word
from tournaments.formats.format import Drawing
from tournaments.states import MatchState, SlotKind
from web.documents.blocks import Block, Champion, Drawn, Head, Lead, Meeting, Side, Tree, paper
from web.documents.document import A3, Pages, Wish
from web.documents.reading import Reading
from web.documents.stage_tables import stage_blocks
from web.templatetags.site import round_name

POSITIONS = {A3: 64}
USUAL = 32
"""Lines of the sheet that one piece of paper takes, A4 and otherwise."""


def bracket(reading: Reading, wish: Wish) -> Pages:
    """Every stage that has been drawn, one after the other."""
    blocks = [block for stage in reading.stages if stage.matches for block in drawn_stage(reading, stage, wish)]
    return paper(reading, wish, title_of(reading, reading.stages[0]), blocks, leads_to=Lead("bracket"))


def title_of(reading: Reading, stage: StageView) -> str:
    """对阵图, or what the format calls it; with the number of the stage where there are several."""
    title = str(TITLES[stage.label.format])
    if len(reading.stages) == 1:
        return title
    return _("Stage %(number)s: %(title)s") % {"number": stage.label.number, "title": title}


def drawn_stage(reading: Reading, stage: StageView, wish: Wish, chapter: str = "") -> Iterator[Block]:
    """The drawing or the tables of a stage, beginning with a page of its own; ``chapter``: how contents name it."""
    title = title_of(reading, stage)
    if stage.drawing is Drawing.BRACKET and not stage.label.shape.has_parts:
        yield from _sheets(title, stage, POSITIONS.get(wish.size, USUAL), chapter)
    else:
        yield from stage_blocks(title, stage, chapter)


def _sheets(title: str, stage: StageView, most: int, chapter: str) -> Iterator[Drawn]:
    """One sheet; or that of the last rounds and then one for every part of the positions."""
    rounds = stage.rounds
    first = len(rounds[0].of_bracket) * 2
    if first <= most:
        yield Drawn(title, tree_of(rounds, stage), chapter=chapter)
        return
    last = tuple(r for r in rounds if len(r.of_bracket) * 2 <= most)
    yield Drawn(title, tree_of(last, stage), _("the last rounds"), chapter=chapter)
    for part in range(first // most):
        positions = _("positions %(first)s to %(last)s") % {"first": part * most + 1, "last": (part + 1) * most}
        yield Drawn(title, _section(rounds, part, most), positions)


def tree_of(rounds: Sequence[RoundView], stage: StageView) -> Tree:
    """The last ``rounds`` of a stage, from both sides to its final."""
    columns = [[_meeting(match, r is stage.rounds[0]) for match in r.of_bracket] for r in rounds]
    final = rounds[-1].of_bracket[0]
    third = next(iter(rounds[-1].for_places), None)
    return Tree(
        heads=[_head(r) for r in rounds[:-1]],
        left=[column[: len(column) // 2] for column in columns[:-1]],
        right=[column[len(column) // 2 :] for column in columns[:-1]],
        final=_named(final, round_name(rounds[-1])),
        third=_named(third, _("Match for third place")) if third else None,
        champion=Champion(_("Champion"), team_name(final.won_by) if final.won_by else ""),
    )


def _section(rounds: Sequence[RoundView], part: int, most: int) -> Tree:
    """The rounds of ``most`` positions, down to the match that decides who leaves them."""
    drawn: list[tuple[RoundView, tuple[MatchView, ...]]] = []
    width = most // 2
    for round_ in rounds:
        if width:
            drawn.append((round_, round_.of_bracket[part * width : (part + 1) * width]))
        width //= 2
    columns = [[_meeting(match, r is rounds[0]) for match in matches] for r, matches in drawn]
    last_round, (last,) = drawn[-1]
    return Tree(
        heads=[_head(r) for r, _matches in drawn[:-1]],
        left=[column[: len(column) // 2] for column in columns[:-1]],
        right=[column[len(column) // 2 :] for column in columns[:-1]],
        final=_named(last, round_name(last_round)),
        third=None,
        champion=Champion(_("Advances"), team_name(last.won_by) if last.won_by else ""),
    )


def _head(round_: RoundView) -> Head:
    return Head(round_name(round_), f"{day(round_.starts_at)} {hour(round_.starts_at)}")


def _named(match: MatchView, title: str) -> Meeting:
    meeting = _meeting(match, is_first=bool(match.home.position))
    when = f"{day(match.starts_at)} {hour(match.starts_at)}"
    return Meeting(meeting.sides, meeting.note, meeting.is_done, meeting.is_bye, title, when)


def _meeting(match: MatchView, is_first: bool) -> Meeting:
    return Meeting(
        sides=[_side(match, line, is_first) for line in match.lines],
        note="" if match.is_bye else _note(match),
        is_done=match.is_over,
        is_bye=match.is_bye,
    )


def _side(match: MatchView, line: Line, is_first: bool) -> Side:
    position = str(line.position) if is_first and line.position else ""
    if match.is_bye and line.slot == SlotKind.BYE:
        return Side("")
    if line.team is None:
        nobody = line.slot == SlotKind.NOBODY
        words = pgettext("slot", "nobody") if nobody else short_source_words(line.source)
        return Side(words, position=position, open=True)
    return Side(team_name(line.team), score_of(match, line), position, won=line.outcome == "won")


def score_of(match: MatchView, line: Line) -> str:
    """The level or the points of a side; without any how it ended, in a word."""
    if match.is_bye:
        return pgettext("slot", "bye")
    if not match.is_over:
        return ""
    if line.level is not None:
        return rank(line.level)
    return str(line.score) if line.score is not None else verdict_word(match, line)


def _note(match: MatchView) -> str:
    number = _("Match %(number)s") % {"number": match.number}
    if match.state == MatchState.OVER or match.awaits_ruling:
        note = note_words(match)
    else:
        note = _("Table %(number)s") % {"number": match.table} if match.table else ""
    return f"{number} · {note}" if note else number
