"""How every page of the site writes things: levels, teams, rounds, days, and the hidden fields of every form."""

import re
import uuid
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from itertools import pairwise
from typing import Any

from django import template
from django.conf import settings
from django.core.paginator import Page
from django.template.base import FilterExpression, Parser, TextNode, Token, token_kwargs
from django.template.loader import get_template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext

from guandan_rules.options import Scale
from journal.refusals import Problem
from journal.words import own_words
from tournaments.bracket.queries.match_views import Board, TeamLabel
from tournaments.bracket.queries.standings import StageView
from tournaments.bracket.words import formats, names
from tournaments.bracket.words.formats import TIE_BREAKS, equals_words, order_words
from tournaments.day.words import slips
from tournaments.day.words.own_days import day_words
from tournaments.presets.named_games import NAMED_GAMES
from tournaments.words import sentence
from web.files.qr_codes import is_local

JOINED = re.compile("[\u0590-\u08ff\u0900-\u0fff\u1800-\u18af]")
"""Arabic, Indic, Tibetan, Mongolian."""
LONG, TAIL = 8, 3
LETTERS = 26
"""Characters from which a branch's name is long, and of its end."""

register = template.Library()


def words_of(words: Mapping[Any, Any]) -> Callable[[Any], str]:
    """A filter that says a code in words."""
    return lambda code: str(words[code])


register.filter("rank", names.rank)
register.filter("match_number", names.match_number)
register.filter("table_range", names.table_range)
register.filter("ordinal", names.ordinal)
register.filter("day", names.day)
register.filter("dated", names.dated)
register.filter("hour", names.hour)
register.filter("moment", names.moment)
register.filter("within_branch", names.within_branch)
register.filter("words", sentence)
register.filter("round_time", names.round_time)
register.filter("points", names.points)
register.filter("signed", names.signed)
register.filter("own_day", day_words)
register.filter("actor", slips.actor)
register.filter("own_part", formats.own_part)
register.filter("why_paired", words_of(formats.WHY_PAIRED))
register.filter("format_name", words_of(formats.FORMAT_NAMES))
register.filter("format_title", words_of(formats.TITLES))
part_title = register.filter("part_title", words_of(formats.PARTS))


@register.filter
def round_name(view: Any) -> str:
    """The name of a round, or of the round of a match, with the sitting if it is a later one."""
    sitting, where = getattr(view, "sitting", 1), getattr(view, "wheres", None) or getattr(view, "where", None)
    return names.round_name(view.entrants, number=view.round_number, sitting=sitting, where=where)


@register.filter
def opens_here_alone(text: str) -> bool:
    """Does an address in the text lead whoever reads it elsewhere to his own device?"""
    return any(is_local(address) for address in re.findall(r"https?://[^\s，。]+", text))


@register.filter
def page_numbers(page: Any) -> list[int]:
    """The first, the last, and those around the present page, of Django's page or of a list that counts its own; 0 is a
    gap."""
    number, last = (page.number, page.paginator.num_pages) if isinstance(page, Page) else (page.page, page.pages)
    numbers = sorted({1, last} | {n for n in range(number - 2, number + 3) if 1 <= n <= last})
    return [n for before, after in pairwise((0, *numbers)) for n in ((after,) if after == before + 1 else (0, after))]


@register.filter
def decided_by(code: str) -> str:
    """Why a team stands where it does in a table."""
    return str(TIE_BREAKS[code].sentence)


@register.filter
def criteria(stage: StageView) -> str:
    """In which order the teams of a stage are told apart: 胜场、级差、相互胜负、抽签."""
    return order_words(stage.label.shape.criteria)


@register.filter
def equals_rule(stage: StageView) -> str:
    """What becomes of those who are equal in all of it."""
    return equals_words(stage.label.shape.criteria)


@register.filter
def rest(stage: StageView) -> str:
    """轮空按…计: what a round without an opponent is worth, where deals count points and the office chose it."""
    return formats.rest_words(stage.label.shape) if any(m.scale != Scale.NONE for m in stage.matches[:1]) else ""


@register.filter
def of_key(values: Mapping[Any, Any] | None, key: Any) -> Any:
    """The value under a key that is itself a variable; None where there is nothing."""
    return values.get(key) if values else None


@register.filter
def group_name(number: int) -> str:
    """A 组, B 组, …"""
    return pgettext("group", "Group %(name)s") % {"name": chr(ord("A") + number - 1) if number <= LETTERS else number}


@register.filter
def round_short(number: int) -> str:
    """第 1 轮, where there is little room."""
    return pgettext("cell", "R%(number)s") % {"number": number}


@register.simple_tag(takes_context=True)
def drawn_title(context: dict[str, Any]) -> str:
    """What the page is called that shows the stage drawn last, or the first one while none is.

    Asked of the database only where the page did not read the rounds.
    """
    present = context.get("present")
    stages = [(r.stage.format, r.stage.size) for r in present.rounds] if present else []
    stages = stages or list(context["tournament"].stages.order_by("number").values_list("format", "size"))
    drawn = [name for name, size in stages if size]
    return str(formats.TITLES[drawn[-1] if drawn else stages[0][0]])


@register.filter
def branch_parts(name: str) -> tuple[str, str, str]:
    """机关分会一组 → 机关, 分会, 一组: narrow columns leave the middle out; 分会 alone and 第一分会 keep it."""
    before, word, after = name.partition("分会")
    numbered = re.search(r"第[\d零一二三四五六七八九十]+$", before)
    return (before, word, after) if (before or after) and not numbered else (name, "", "")


@register.filter
def short_branch(name: str) -> str:
    """机关分会一组 → 机关一组."""
    before, _word, after = branch_parts(name)
    return before + after


@register.filter
def name_first(team: TeamLabel) -> str:
    """机关一组, or who plays where a side has one seat, or who sit together; ``name_after`` says the rest."""
    return names.team_name(team) if team.partner else team.person or short_branch(team.branch)


@register.filter
def name_after(team: TeamLabel) -> str:
    """一队, or the branch of whoever plays alone; partners are named by their names."""
    if team.partner:
        return ""
    return short_branch(team.branch) if team.person else names.ordinal(team.ordinal)


@register.filter
def team_ordinal(team: TeamLabel) -> str:
    """一队 after its branch in a sentence; nothing of whoever plays alone."""
    return "" if team.person or team.partner else names.ordinal(team.ordinal)


@register.filter
def name_parts(before: str) -> tuple[str, str]:
    """What may be left out of a long name where there is little room, and its end, which may not: names that begin
    alike stay apart. Where letters join or stand upon each other, nothing parts them."""
    is_divided = len(before) > LONG and not JOINED.search(before)
    return (before[:-TAIL], before[-TAIL:]) if is_divided else (before, "")


@register.filter
def short_day(moment: datetime | None) -> str:
    """11月27日."""
    return names.day(moment).split(" ")[0] if names.in_chinese() else names.day(moment)


@register.filter
def day_of(moment: datetime, now: datetime) -> str:
    """11月27日, or 2028年2月29日 in another year than now."""
    same = timezone.localtime(moment).year == timezone.localtime(now).year
    return short_day(moment) if same else names.dated(moment).rpartition(" 周")[0] or names.dated(moment)


@register.filter
def countdown(seconds: float) -> str:
    """A span in seconds as 38:12, or 1:05:00 from an hour on."""
    hours, rest = divmod(max(0, int(seconds)), 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60:02}:{rest % 60:02}"


class Joined(template.Node):
    """What stands between ``joined`` and ``endjoined``."""

    child_nodelists = ("inside",)

    def __init__(self, inside: template.NodeList) -> None:
        self.inside = inside

    def render(self, context: template.Context) -> SafeString:
        return self.inside.render(context)


@register.tag
def joined(parser: Parser, _token: Token) -> Joined:
    """Words and tags that stand side by side on the page though they stand one a line here.

    A line break and the indentation around it are left out as the template is read, because a browser shows them as a
    space, and Chinese has none. Spaces within a line stay. An element's attributes must stand on one line in it.
    """
    inside = parser.parse(("endjoined",))
    parser.delete_first_token()
    for text in inside.get_nodes_by_type(TextNode):
        assert isinstance(text, TextNode)
        text.s = re.sub(r"[ \t]*\n[ \t\n]*", "", text.s)
    return Joined(inside)


@register.simple_block_tag
def sentences(content: str) -> SafeString:
    """Sentences that stand one a line here and one after the other on the page: a full-width mark has its room, so in
    Chinese no space follows it."""
    return SafeString(_AFTER_A_MARK.sub(r"\1", content) if names.in_chinese() else content)


_AFTER_A_MARK = re.compile(r"([。：！？；，、](?:</[a-z]+>)*)\s+")


@register.simple_block_tag
def captured(content: str) -> SafeString:
    """What stands between, under the name after ``as``: for a block that is said twice, which has one place only."""
    return SafeString(content.strip())


@register.simple_tag
def from_site(path: str) -> str:
    """The whole address of a page, for those who read it elsewhere: pages are kept and know no host."""
    return settings.SITE_URL + path


def part(template_name: str, /, **values: Hashable) -> str:
    """An include that knows nothing but its values, and is rendered once for them: a deal changes one table of a page,
    and all others are as they were. So they are plain values, never rows of the database.
    """
    return _part(template_name, _reader(), tuple(values), *values.values())


def _reader() -> Hashable:
    """What the words of a page depend on beside its values."""
    return get_language(), timezone.get_current_timezone(), own_words()


@lru_cache(maxsize=8192)
def _part(name: str, _of: Hashable, names: tuple[str, ...], *values: Hashable) -> str:
    return get_template(name).render(dict(zip(names, values, strict=True)))


class PartNode(template.Node):
    """``part`` in a template. The pages that change most consist of them, and a tag made by Django would take twice as
    long to find one that is kept."""

    def __init__(self, name: str, values: Mapping[str, FilterExpression]) -> None:
        self.name, self.names, self.values = name, tuple(values), tuple(values.values())

    def render(self, context: template.Context) -> str:
        values = [value.resolve(context) for value in self.values]
        return _part(self.name, _reader(), self.names, *values)


@register.tag("part")
def part_tag(parser: Parser, token: Token) -> PartNode:
    """``{% part "public/parts/menu.html" slug=tournament.slug %}``."""
    _tag, name, *values = token.split_contents()
    return PartNode(name.strip("\"'"), token_kwargs(values, parser))


@register.simple_tag
def level(value: int | None, stage: bool = False, passed: bool = False, size: str = "") -> str:
    """The corner of a playing card: the level of a side, red heart if on stage, ticked if A is passed."""
    return part("parts/level.html", rank=names.rank(value), stage=stage, passed=passed, size=size)


@register.simple_tag
def points_card(value: int | float, size: str = "") -> str:
    """The points of a side, where they stand in the place of a level."""
    return part("parts/points.html", value=value, size=size)


@register.simple_tag
def mark(side: Any, at_rest: bool = False, size: str = "") -> str:
    """What stands beside a side of a match or of a sheet: its level, or its points; ``at_rest``: nobody is on stage."""
    if side.score is not None:
        return points_card(side.score, size)
    return level(side.level, side.on_stage and not at_rest, side.passed, size)


@register.filter
def on_board(value: int | None, board: str) -> str:
    """A number of a scoreboard in a line of text: J, or 12 where it counts points."""
    return names.rank(value) if board == Board.LEVELS or value is None else str(value)


@register.filter
def stood(sides: Sequence[int | None], board: str) -> str:
    """Both sides of a scoreboard in a line of text: J : 2, or 12 : 7; empty where it shows nothing."""
    home, away = (on_board(value, board) for value in sides)
    return f"{home} : {away}" if home or away else ""


@register.simple_tag
def icon(name: str) -> str:
    """A picture of the sprite."""
    return part("parts/icon.html", name=name)


@register.simple_tag
def team(label: Any, short: bool = False, brief: bool = False) -> str:
    """A TeamLabel; its ordinal ``brief`` where it is read from afar. Two who sit together are named one by one."""
    if getattr(label, "partner", None):
        return part("parts/partners.html", each=label.each, short=short, brief=brief)
    ids = {"branch_id": label.branch_id, "team_id": label.id}
    person = getattr(label, "person", "")
    ordinal = (names.ordinal_in_brief if brief else names.ordinal)(label.ordinal)
    return part("parts/team.html", branch=str(label.branch), ordinal=ordinal, person=person, short=short, **ids)


@register.inclusion_tag("parts/tokens.html", takes_context=True)
def tokens(context: dict[str, Any], form: Any = None) -> dict[str, Any]:
    """The hidden fields of every form: the CSRF token, a key that makes sending it twice the same as once, and whose
    form it is; of a PageForm also the version that it shows, and what was asked and is meant so when it is sent again.

    A refused form gets a new key: nothing was written under the old one, or it belongs to another form. The token is
    masked once for all forms of an answer.
    """
    account = getattr(getattr(context["request"], "user", None), "pk", None)
    return {"csrf": context["csrf_token"], "key": uuid.uuid4().hex, "account": account, "form": form}


@register.inclusion_tag("parts/faults.html")
def problems(refused: Iterable[Problem]) -> dict[str, Any]:
    """Everything that is wrong, at once; each line leads to its field (an id ``f-<field>``)."""
    return {"faults": [{"id": p.field and f"f-{p.field}", "words": sentence(p)} for p in refused or ()]}


@register.inclusion_tag("parts/faults.html")
def faults(form: Any, labelled: bool = False, brief: bool = False) -> dict[str, Any]:
    """Everything that is wrong in a form, at once; each line leads to its field, and names it if ``labelled``. A
    ``brief`` line says no more than the name: what is wrong stands at the field."""
    return {
        "faults": form.faults if form else (),
        "labelled": labelled,
        "brief": brief,
        "asked": form and (form.sure or form.overtaken),
    }


@register.simple_tag
def colour_of(side: Any, brief: bool = False) -> str:
    """The colour of a line or a side of a match, where its game has colours."""
    return _colour(side.colour, names.COLOURS_IN_SHORT if brief else names.COLOURS)


@register.simple_tag
def side_colour(game: str, side: int) -> str:
    """The colour of home (0) or away (1) in that game, where it has some."""
    return _colour(NAMED_GAMES[game].colours[side], names.COLOURS_IN_SHORT)


def _colour(code: str, words: Mapping[str, Any]) -> str:
    return format_html('<span class="tag">{}</span>', words[code]) if code else ""
