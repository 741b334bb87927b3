"""通知: the circular by which an office announces an event, with annexes 1 to 4, filled into a Word template.

It is an official document of a Chinese office and so Chinese, whatever language the pages are read in.
"""

import io
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from itertools import pairwise

from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from guandan_rules import Measure, RuleSet
from journal import clock
from tournaments.bracket.queries.settings import present_game
from tournaments.bracket.rules.rule_sets import rule_set
from tournaments.bracket.words.event_sentences import EVENT, EventFacts, stage_words
from tournaments.bracket.words.names import chinese_number, dated, day, hour, listed, ordinal, together
from tournaments.bracket.words.options import effect_words, offence_words
from tournaments.bracket.words.prizes import RULES
from tournaments.bracket.words.rule_sentences import option_words
from tournaments.day.words.games import TITLES
from tournaments.event.papers.circular_template import bytes_of, default_template
from tournaments.event.papers.templates import Values, fill_in
from tournaments.event.queries.own_files import own_file
from tournaments.models import Tournament
from tournaments.states import OwnFileKind
from web.documents.document import EventReading
from web.documents.official import official, title_to_set
from web.lists.of_matches import named_rounds
from web.ruling.regulation import ANNEX, Regulation, regulation_of

CHINESE = "zh-hans"
TO_FILL_IN = "＿" * 6
TITLES_OF_PARTS = {"标题", "附件题", "附件尾"}
"""Styles of the template."""
UNION, UNION_COMMITTEE = "工会", "工会委员会"
RULES_FROM = gettext_lazy(
    "The rules follow the Competition Rules of Guandan (trial), approved by the board and card games centre of the "
    "General Administration of Sport, and what is customary here. "
)
"""What S000 says that its rules rest on."""


def circular_word(reading: EventReading) -> bytes:
    """The document as .docx, in Chinese."""
    from docx import Document

    with translation.override(CHINESE), reading.tournament.at_home():
        closed: dict[str, str | Sequence[Mapping[str, str]]] = {}
        for name, value in _values(reading).items():
            if name in ("主办单位", "分会表"):
                closed[name] = value
            elif isinstance(value, str):
                closed[name] = official(value)
            else:
                closed[name] = [{column: official(text) for column, text in row.items()} for row in value]
        document = Document(io.BytesIO(fill_in(template_of(reading.tournament), closed)))
        # lines of titles end where a word ends, unless an office has set them itself
        titles = {style.style_id for style in document.styles if style.name in TITLES_OF_PARTS}
        for paragraph in document.paragraphs:  # by the mark in the file: to look for the style anew takes long
            if paragraph._p.style in titles and len(paragraph.runs) == 1:
                paragraph.runs[0].text = title_to_set(paragraph.text)
        return bytes_of(document)


def template_of(tournament: Tournament) -> bytes:
    """The office's own, else that of the program."""
    own = own_file(tournament, OwnFileKind.CIRCULAR)
    return bytes(own.data) if own else default_template()


def _values(reading: EventReading) -> Values:
    """What each name of `papers.templates.CIRCULAR` stands for in this event."""
    tournament, now = reading.tournament, clock.now(reading.tournament.journal)
    organiser, rules = tournament.organiser or TO_FILL_IN, rule_set(tournament)
    starts = sorted(part.starts_at for round_ in reading.rounds for part in round_.parts)
    days = _days([*starts, *sorted(round_.ends_at for round_ in reading.rounds)[-1:]], now)
    by_agreement = _("%(days)s; the two sides of each match agree on day and hour") % {"days": days}
    office = _("office of %(organiser)s") % {"organiser": organiser} if organiser.endswith(UNION) else organiser
    # annex 2: a row a round, or a sitting of it
    timetable = []
    for part, title in named_rounds(reading.stages):
        at = part.starts_at
        day_words, time_words = dated(at) if _is_of_another_year(at, now) else day(at), hour(at)
        if part.until:
            day_words, time_words = _days([at, part.until], now), pgettext("time of a match", "as agreed")
        timetable.append({"日期": day_words, "时间": time_words, "场次": title})
    # annex 4: leader and coach, then every place of every team of the branch with the highest quota
    places = [_("Leader and coach")]
    for number in range(1, max((place.quota for place in reading.forms), default=2) + 1):
        places += [pgettext("entry form", "Player, %(team)s") % {"team": ordinal(number)}] * tournament.fewest_players
        places += [pgettext("entry form", "Reserve, %(team)s") % {"team": ordinal(number)}] * tournament.reserves
    return {
        "主办单位": organiser,
        "文号": tournament.document,
        "赛事名称": tournament.name,
        "赛事全称": full_title(tournament),
        "比赛项目": str(TITLES[present_game(tournament)]),
        "比赛日期": days,
        "比赛时间": by_agreement if days and tournament.own_days else _times(starts, now),
        "比赛地点": tournament.place,
        "报名截止": _moment(tournament.closes_at, now),
        "抽签时间": _moment(tournament.draw_at, now) if tournament.draw_at else "",
        "每队人数": str(tournament.fewest_players),
        "分会数": str(len(reading.forms)),
        "名额合计": str(sum(place.quota for place in reading.forms)),
        "规则依据": str(RULES_FROM) if tournament.preset == ANNEX else "",
        "迟到办法": option_words(rules)["late"],
        "奖项": prizes(tournament),
        "成文日期": _date(now, with_year=True),
        "印发单位": office,
        "分会表": [
            {"序号": str(number), "名称": place.name, "名额": str(place.quota)}
            for number, place in enumerate(reading.forms, start=1)
        ],
        "赛程表": timetable,
        "赛制": [
            {"序号": str(number), "正文": sentence}
            for number, sentence in enumerate(formats(reading.facts, rules), start=1)
        ],
        "组织机构": [{"正文": line} for line in committees_of(tournament)],
        "规则": list(_rules(regulation_of(tournament))),
        "报名表": [{"身份": place} for place in places],
    }


def committees_of(tournament: Tournament) -> list[str]:
    """组织机构, a line a group; none where the office has written none."""
    return [line for line in map(str.strip, tournament.committees.splitlines()) if line]


def missing(tournament: Tournament) -> tuple[str, ...]:
    """Names of the settings that the notice would say and that nobody has filled in yet."""
    return tuple(name for name in ("organiser", "document", "place") if not getattr(tournament, name))


def full_title(tournament: Tournament) -> str:
    """北京工业职业技术学院2023年工会会员“掼蛋”扑克牌比赛: a union's event with the name of whose union it is."""
    unit, name = tournament.organiser, tournament.name
    for ending in (UNION_COMMITTEE, UNION):
        unit = unit.removesuffix(ending)
    if unit == tournament.organiser or unit in name:
        return name
    return f"{unit}{name}"


def _date(moment: datetime, *, with_year: bool) -> str:
    """11月27日, 2023年11月27日."""
    local = timezone.localtime(moment)
    short = pgettext("day of a circular", "%(month)s/%(day)s") % {"month": local.month, "day": local.day}
    if not with_year:
        return short
    return pgettext("day of a circular", "%(year)s/%(day)s") % {"year": local.year, "day": short}


def _is_of_another_year(moment: datetime, now: datetime) -> bool:
    return timezone.localtime(moment).year != timezone.localtime(now).year


def _moment(moment: datetime, now: datetime) -> str:
    return f"{_date(moment, with_year=_is_of_another_year(moment, now))} {hour(moment)}"


def _days(starts: Sequence[datetime], now: datetime) -> str:
    """11月27日至12月1日; ``starts`` in order."""
    if not starts:
        return ""
    first, last = starts[0], starts[-1]
    first_day = _date(first, with_year=_is_of_another_year(first, now))
    if timezone.localtime(first).date() == timezone.localtime(last).date():
        return first_day
    until = _date(last, with_year=_is_of_another_year(last, first))
    return pgettext("from one day to another", "%(first)s to %(last)s") % {"first": first_day, "last": until}


def _times(starts: Sequence[datetime], now: datetime) -> str:
    """…，每天 12:30 开始比赛, where it is the same hour on all days; ``starts`` in order."""
    if not starts:
        return _("announced separately")
    first_of_day: dict[date, datetime] = {}
    for start in starts:
        first_of_day.setdefault(timezone.localtime(start).date(), start)
    days, firsts = _days(starts, now), list(first_of_day.values())
    if len({hour(first) for first in firsts}) > 1:
        return days
    if len(firsts) == 1:
        sentence = _("%(days)s, beginning at %(hour)s")
    elif all(later - earlier < timedelta(hours=36) for earlier, later in pairwise(firsts)):
        sentence = _("%(days)s, beginning at %(hour)s every day")
    else:
        sentence = _("%(days)s, beginning at %(hour)s on each match day")
    return sentence % {"days": days, "hour": hour(firsts[0])}


def formats(facts: EventFacts, rules: RuleSet) -> Iterator[str]:
    """How it is played: each stage, what is played for third place, then what decides a match."""
    words = EVENT.of(facts)
    yield from stage_words(facts)
    yield from filter(None, [words["third-place"]])
    if not facts.plays_guandan:
        yield _("What is played: %(game)s.") % {"game": TITLES[present_game(facts.tournament)]}
    yield from filter(None, [words["boards"], words["games"]])
    if facts.plays_guandan:
        said = option_words(rules, is_of_games=facts.games_have_clocks)
        yield together(*(said[anchor] for anchor in ("time", "deal-limit", "verdict", "ties", "passing-a")))
        if facts.has_table or rules.measure is Measure.POINTS:
            yield from filter(None, [said["points"], said["forfeit"]])
    yield from filter(None, [words["ranking"]])


def prizes(tournament: Tournament) -> str:
    """冠军 1 个、亚军 1 个、季军 2 个；到场参赛未获名次的队伍均有纪念奖；另设优秀组织奖 1 个（参赛队伍最多的分会）。"""
    by_rule = listed(
        pgettext("a prize by rule, how many of it, and for what", "%(name)s %(count)s (%(rule)s)")
        % {"name": prize.name, "count": prize.count, "rule": RULES[prize.rule]}
        for prize in tournament.prizes.all()
    )
    besides = pgettext("prizes", "besides %(prizes)s") % {"prizes": by_rule} if by_rule else ""
    if not (tournament.awards or by_rule):
        return _("The prizes are announced separately.")
    counted, others = [], []
    for award in sorted(tournament.awards, key=lambda award: award["rank"]):
        if not award["rank"]:
            words = _("every team that was present and won no place gets a %(name)s")
            others.append(words % {"name": award["name"]})
        elif award.get("count"):
            words = pgettext("a prize and how many of it", "%(name)s %(count)s")
            counted.append(words % {"name": award["name"], "count": award["count"]})
        else:
            counted.append(str(award["name"]))
    prizes = pgettext("between two halves of a sentence", "; ").join(filter(None, [listed(counted), *others, besides]))
    return _("%(prizes)s.") % {"prizes": prizes}


def _rules(regulation: Regulation) -> Iterator[dict[str, str]]:
    """Annex 3: the host's own rules of the game, then the regulation of the event, chapter by chapter."""
    own = [chapter for chapter in regulation.own if chapter.title]
    for chapter in regulation.own:
        if chapter.title:
            yield {"标题": f"{chinese_number(own.index(chapter) + 1)}、{chapter.title}", "正文": ""}
        items = 0
        for line in chapter.lines:
            items = items + 1 if line.is_item else 0
            yield {"标题": "", "正文": f"{items}.{line.text}" if items else line.text}
    for part in regulation.chapters:
        yield {"标题": f"{chinese_number(len(own) + part.number)}、{part.title}", "正文": ""}
        for number, paragraph in enumerate(part.paragraphs, start=1):
            title = f"{paragraph.title}：" if paragraph.title else ""
            yield {"标题": "", "正文": f"{number}.{title}{paragraph.words}"}
            if paragraph.anchor == "penalties":
                for row in regulation.rules.penalties:
                    follows = pgettext("between effects", ", ").join(map(effect_words, row.effects))
                    yield {"标题": "", "正文": f"{offence_words(row)}：{follows}。"}
