"""通知: the circular by which an office announces an event, with annexes 1 to 4, filled into a Word template.

It is an official document of a Chinese office and so Chinese, whatever language the pages are read in.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import pairwise

from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from guandan_rules import RuleSet
from journal import clock
from tournaments.bracket.queries.settings import present_game
from tournaments.bracket.queries.standings import StageView
from tournaments.bracket.rules.rule_sets import rule_set
from tournaments.bracket.words.formats import FORMAT_NAMES
from tournaments.bracket.words.names import chinese_number, dated, day, hour, listed, ordinal
from tournaments.bracket.words.options import effect_words, offence_words, option_words
from tournaments.day.words.games import TITLES
from tournaments.event.papers.blanks import Values
from tournaments.event.papers.circular_template import default_template
from tournaments.event.papers.word_files import fill_in
from tournaments.event.queries.own_files import own_file
from tournaments.models import OwnFile, Tournament
from tournaments.presets.named_games import GUANDAN
from tournaments.states import OwnFileKind
from web.documents.document import Pages, Wish
from web.documents.reading import Reading
from web.documents.word_pages import word_pages
from web.lists.of_matches import rounds_of
from web.ruling.regulation import Regulation, regulation_of

CHINESE = "zh-hans"
TO_FILL_IN = "＿" * 6
UNION, UNION_COMMITTEE = "工会", "工会委员会"


def circular(reading: Reading, _wish: Wish) -> Pages:
    """The document as typst sets it."""
    return word_pages(circular_word(reading), _("Notice of the event"))


def circular_word(reading: Reading) -> bytes:
    """The document as .docx."""
    return fill_in(template_of(reading.tournament), values_of(reading))


def template_of(tournament: Tournament) -> bytes:
    """The office's own, else that of the program."""
    own: OwnFile | None = own_file(tournament, OwnFileKind.CIRCULAR)
    return bytes(own.data) if own else default_template()


def values_of(reading: Reading) -> Values:
    """What each name of `papers.vocabulary.CIRCULAR` stands for in this event, in Chinese."""
    with translation.override(CHINESE), timezone.override(reading.tournament.tzinfo):
        return _values(reading)


def _values(reading: Reading) -> Values:
    tournament, now = reading.tournament, clock.now(reading.tournament.journal)
    rules = rule_set(tournament)
    starts = [part.starts_at for round_ in reading.rounds for part in round_.parts]
    plays_guandan = any(stage.label.game == GUANDAN for stage in reading.stages)
    return {
        "主办单位": tournament.organiser or TO_FILL_IN,
        "文号": tournament.document,
        "赛事名称": tournament.name,
        "赛事全称": full_title(tournament),
        "比赛项目": str(TITLES[present_game(tournament)]),
        "比赛日期": _days(starts, now),
        "比赛时间": _times(starts, now),
        "比赛地点": tournament.place,
        "报名截止": _moment(tournament.closes_at, now),
        "抽签时间": _moment(tournament.draw_at, now) if tournament.draw_at else "",
        "每队人数": str(tournament.seats),
        "分会数": str(len(reading.forms)),
        "名额合计": str(sum(place.quota for place in reading.forms)),
        "规则依据": _source(rules) if plays_guandan else "",
        "迟到办法": option_words(rules)["late"],
        "奖项": _prizes(tournament),
        "成文日期": _date(now, with_year=True),
        "印发单位": _sender(tournament.organiser or TO_FILL_IN),
        "分会表": [
            {"序号": str(number), "名称": place.name, "名额": str(place.quota)}
            for number, place in enumerate(reading.forms, start=1)
        ],
        "赛程表": [row for stage in reading.stages for row in _timetable(stage, now, alone=len(reading.stages) == 1)],
        "赛制": [
            {"序号": str(number), "正文": sentence}
            for number, sentence in enumerate(_ways(reading, rules, plays_guandan=plays_guandan), start=1)
        ],
        "规则": list(_rules(regulation_of(tournament))),
        "报名表": [{"身份": place} for place in _places(reading)],
    }


def missing(tournament: Tournament) -> tuple[str, ...]:
    """Names of the settings that the notice would say and that nobody has filled in yet."""
    return tuple(name for name in ("organiser", "document", "place") if not getattr(tournament, name))


def full_title(tournament: Tournament) -> str:
    """北京工业职业技术学院 2023 年工会会员“掼蛋”扑克牌比赛: a union's event with the name of whose union it is."""
    unit, name = tournament.organiser, tournament.name
    for ending in (UNION_COMMITTEE, UNION):
        unit = unit.removesuffix(ending)
    if unit == tournament.organiser or unit in name:
        return name
    return f"{unit}{' ' if name[:1].isdigit() else ''}{name}"


def _sender(organiser: str) -> str:
    """北京工业职业技术学院工会办公室."""
    return _("office of %(organiser)s") % {"organiser": organiser} if organiser.endswith(UNION) else organiser


def _date(moment: datetime, *, with_year: bool) -> str:
    """11月27日, 2023年11月27日."""
    local = timezone.localtime(moment)
    short = pgettext("day of a circular", "%(month)s/%(day)s") % {"month": local.month, "day": local.day}
    return (
        pgettext("day of a circular", "%(year)s/%(day)s") % {"year": local.year, "day": short} if with_year else short
    )


def _is_of_another_year(moment: datetime, now: datetime) -> bool:
    return timezone.localtime(moment).year != timezone.localtime(now).year


def _moment(moment: datetime, now: datetime) -> str:
    return f"{_date(moment, with_year=_is_of_another_year(moment, now))} {hour(moment)}"


def _days(starts: Sequence[datetime], now: datetime) -> str:
    """11月27日至12月1日."""
    if not starts:
        return ""
    first, last = min(starts), max(starts)
    first_day = _date(first, with_year=_is_of_another_year(first, now))
    if timezone.localtime(first).date() == timezone.localtime(last).date():
        return first_day
    until = _date(last, with_year=_is_of_another_year(last, first))
    return pgettext("from one day to another", "%(first)s to %(last)s") % {"first": first_day, "last": until}


def _times(starts: Sequence[datetime], now: datetime) -> str:
    """…，每天 12:30 开始比赛, where it is the same hour on all days."""
    if not starts:
        return _("announced separately")
    days, firsts = _days(starts, now), _firsts(starts)
    if len(firsts) == 1:
        return _("%(days)s, beginning at %(hour)s") % {"days": days, "hour": hour(firsts[0])}
    if len({hour(first) for first in firsts}) > 1:
        return days
    follow = all(later - earlier < timedelta(hours=36) for earlier, later in pairwise(firsts))
    said_so = (
        _("%(days)s, beginning at %(hour)s every day")
        if follow
        else _("%(days)s, beginning at %(hour)s on each match day")
    )
    return said_so % {"days": days, "hour": hour(firsts[0])}


def _firsts(starts: Sequence[datetime]) -> list[datetime]:
    """The first start of each day of play."""
    days: dict[object, datetime] = {}
    for start in sorted(starts):
        days.setdefault(timezone.localtime(start).date(), start)
    return list(days.values())


def _timetable(stage: StageView, now: datetime, *, alone: bool) -> Iterator[dict[str, str]]:
    """Annex 2: a row a round, or a sitting of it; of several stages with the number of the stage."""
    for part, title in rounds_of(stage, alone=alone):
        at = part.starts_at
        yield {"日期": dated(at) if _is_of_another_year(at, now) else day(at), "时间": hour(at), "场次": title}


def _ways(reading: Reading, rules: RuleSet, *, plays_guandan: bool) -> Iterator[str]:
    """How it is played: the format of each stage, then what decides a match."""
    for stage in reading.stages:
        yield _stage_words(stage, reading.stages)
    tournament = reading.tournament
    if not plays_guandan:
        yield _("What is played: %(game)s.") % {"game": TITLES[present_game(tournament)]}
    if tournament.best_of > 1:
        yield _("A match is best of %(n)s games.") % {"n": tournament.best_of}
    if plays_guandan:
        words = option_words(rules)
        yield "".join(words[anchor] for anchor in ("time", "deal-limit", "verdict", "ties", "passing-a"))
        yield from filter(None, [words["points"]])


def _stage_words(stage: StageView, stages: Sequence[StageView]) -> str:
    label, shape = stage.label, stage.label.shape
    format_text = str(FORMAT_NAMES[shape.name])
    counted = [
        pgettext("setting of a format", "%(n)s groups") % {"n": shape.groups} if shape.groups > 1 else "",
        pgettext("setting of a format", "%(n)s rounds") % {"n": len(stage.rounds)} if len(stage.rounds) > 1 else "",
    ]
    format_text = pgettext("between two parts of a sentence", ", ").join(filter(None, [format_text, *counted]))
    if len(stages) == 1:
        return _("It is played as follows: %(format)s.") % {"format": format_text}
    if label.source is None:
        return _("Stage %(number)s: %(format)s.") % {"number": label.number, "format": format_text}
    source = next(other.label.number for other in stages if other.label.id == label.source)
    return _("Stage %(number)s, for the places %(first)s to %(last)s of stage %(source)s: %(format)s.") % {
        "number": label.number,
        "first": label.first_place,
        "last": label.last_place,
        "source": source,
        "format": format_text,
    }


def _source(rules: RuleSet) -> str:
    """What S000 says that its rules rest on."""
    if rules.name != "s000":
        return ""
    return _(
        "The rules follow the Competition Rules of Guandan (trial), approved by the board and card games centre of the "
        "General Administration of Sport, and what is customary here. "
    )


def _prizes(tournament: Tournament) -> str:
    """冠军 1 个、亚军 1 个、季军 2 个；到场参赛未获名次的队伍均有纪念奖。"""
    if not tournament.awards:
        return _("The prizes are announced separately.")
    placed = sorted((award for award in tournament.awards if award["rank"]), key=lambda award: award["rank"])
    counted = [
        pgettext("a prize and how many of it", "%(name)s %(count)s") % {"name": award["name"], "count": award["count"]}
        if award.get("count")
        else str(award["name"])
        for award in placed
    ]
    others = [
        _("every team that was present and won no place gets a %(name)s") % {"name": award["name"]}
        for award in tournament.awards
        if not award["rank"]
    ]
    prizes = pgettext("between two halves of a sentence", "; ").join(filter(None, [listed(counted), *others]))
    return _("%(prizes)s.") % {"prizes": prizes}


def _rules(regulation: Regulation) -> Iterator[dict[str, str]]:
    """Annex 3: the regulation of the event, chapter by chapter."""
    for chapter in regulation.chapters:
        yield {"标题": f"{chinese_number(chapter.number)}、{chapter.title}", "正文": ""}
        for number, paragraph in enumerate(chapter.paragraphs, start=1):
            title = f"{paragraph.title}：" if paragraph.title else ""
            yield {"标题": "", "正文": f"{number}.{title}{paragraph.words}"}
            if paragraph.anchor == "penalties":
                for row in regulation.rules.penalties:
                    follows = pgettext("between effects", ", ").join(map(effect_words, row.effects))
                    yield {"标题": "", "正文": f"{offence_words(row)}：{follows}。"}


def _places(reading: Reading) -> Iterator[str]:
    """Annex 4: leader and coach, then every place of every team of the branch with the highest quota."""
    yield _("Leader and coach")
    for number in range(1, max((place.quota for place in reading.forms), default=2) + 1):
        for _seat in range(reading.tournament.seats):
            yield pgettext("entry form", "Player, %(team)s") % {"team": ordinal(number)}
