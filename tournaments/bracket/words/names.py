"""Words for what notices and pages name: teams, levels, rounds, days.

All in the language that is active, moments in the zone that is active.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from fractions import Fraction

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy, pgettext, pgettext_lazy
from django.utils.translation import gettext as _

from guandan_rules import level_name
from journal.words import Words
from tournaments.bracket.queries.match_views import MatchView, TeamLabel
from tournaments.bracket.queries.round_views import RoundView
from tournaments.bracket.rules.boards import board_of, team_match_of
from tournaments.formats.format import BracketPart, Where
from tournaments.models import Team

DIGITS = "零一二三四五六七八九十"

LAST_ROUNDS = {8: gettext_lazy("Quarter-final"), 4: gettext_lazy("Semi-final"), 2: gettext_lazy("Final")}
COLOURS: dict[str, Promise] = Words() | {
    "red_side": pgettext_lazy("side of Chinese chess", "red (moves first)"),
    "black_side": pgettext_lazy("side of Chinese chess", "black"),
    "black_stones": pgettext_lazy("side of Go", "black (moves first)"),
    "white_stones": pgettext_lazy("side of Go", "white"),
}
"""红黑, 黑白: the sides of a game whose board has colours."""
COLOURS_IN_SHORT: dict[str, Promise] = Words() | {
    "red_side": pgettext_lazy("colour", "red"),
    "black_side": pgettext_lazy("colour", "black"),
    "black_stones": pgettext_lazy("colour", "black"),
    "white_stones": pgettext_lazy("colour", "white"),
}
"""Where many stand in a list, home on the left."""
UNKNOWN = pgettext_lazy("opponent", "to be determined")


def in_chinese() -> bool:
    return (get_language() or "").startswith("zh")


def chinese_number(number: int) -> str:
    """1…99 in Chinese digits; larger ones as they are."""
    if number <= 10:
        return DIGITS[number]
    if number > 99:
        return str(number)
    tens, ones = divmod(number, 10)
    return (DIGITS[tens] if tens > 1 else "") + "十" + (DIGITS[ones] if ones else "")


def ordinal(number: int) -> str:
    """一队 or Team 1."""
    return _("Team %(number)s") % {"number": chinese_number(number) if in_chinese() else number}


def ordinal_in_brief(number: int) -> str:
    """一队 or 1, behind the name of the branch."""
    return ordinal(number) if in_chinese() else str(number)


def full_name(branch: str, number: int) -> str:
    """机关分会一组一队."""
    return f"{branch}{'' if in_chinese() else ' '}{ordinal(number)}"


def person_name(person: str, branch: str) -> str:
    """队员甲（机关分会）: whoever plays alone."""
    return pgettext("a player and the branch", "%(person)s (%(branch)s)") % {"person": person, "branch": branch}


def partners(one: str, other: str) -> str:
    """队员甲 · 队员乙: two who sit together for a round."""
    return f"{one} · {other}"


def team_name(team: Team | TeamLabel) -> str:
    """The full name; of a Team the branch must be loaded, and `labels.with_people` read who plays alone. Of two who sit
    together the names alone, where they are shown."""
    if isinstance(team, TeamLabel) and team.partner:
        return partners(*(one.person or team_name(one) for one in team.each))
    if person := getattr(team, "person", ""):
        return person_name(person, str(team.branch))
    return full_name(str(team.branch), team.ordinal)


def within_branch(team: Team | TeamLabel) -> str:
    """一队, or whoever plays alone: the name beside that of the branch."""
    if isinstance(team, TeamLabel) and team.partner:
        return team_name(team)
    return getattr(team, "person", "") or ordinal(team.ordinal)


def with_players(team: TeamLabel, players: Sequence[str]) -> str:
    """机关分会一组一队（队员甲、队员乙）; whoever plays alone is named once."""
    if team.person or team.partner or not players:
        return team_name(team)
    values = {"team": team_name(team), "players": listed(players)}
    return pgettext("a team and its players", "%(team)s (%(players)s)") % values


def match_number(number: int) -> str:
    """3, or 3-2 of the second board of match 3."""
    return f"{team_match_of(number)}-{board}" if (board := board_of(number)) else str(number)


def table_range(tables: Sequence[int]) -> str:
    """3–5, or 3, 7 of tables that do not stand beside each other."""
    if len(tables) > 1 and tables[-1] - tables[0] == len(tables) - 1:
        return f"{tables[0]}–{tables[-1]}"
    return listed(map(str, tables))


def either(names: Sequence[str]) -> str:
    """A 或 B."""
    return names[0] if len(names) == 1 else _("%(one)s or %(other)s") % {"one": names[0], "other": names[1]}


def listed(names: Iterable[str]) -> str:
    """A、B、C."""
    return ("、" if in_chinese() else ", ").join(names)


def round_name(entrants: int, *, number: int, sitting: int = 1, where: Where | Sequence[Where] | None = None) -> str:
    """32进16; the last one is the final. Round ``number`` where nobody is out after it, or before the draw;
    败者组第 2 轮 of a part, or of several. 64进32第二批 of a later sitting."""
    parts = (where,) if isinstance(where, Where) else where or ()
    if parts:
        name = listed(map(part_name, parts))
    elif not entrants:
        name = _("Round %(number)s") % {"number": number}
    elif entrants in LAST_ROUNDS:
        name = str(LAST_ROUNDS[entrants])
    else:
        name = _("Round of %(entrants)s") % {"entrants": entrants, "winners": entrants // 2}
    if sitting == 1:
        return name
    counted = chinese_number(sitting) if in_chinese() else sitting
    return _("%(round)s, sitting %(number)s") % {"round": name, "number": counted}


def part_name(where: Where) -> str:
    """胜者组第 2 轮, 总决赛, 三四名决赛, 第五名决赛, 5–8 名赛, 上半场, 第 3 节, 赛季."""
    match where.part:
        case BracketPart.PLACE:
            place, last = where.place or 0, where.last or 0
            if last > place + 1:
                return _("Places %(first)s–%(last)s") % {"first": place, "last": last}
            counted = chinese_number(place) if in_chinese() else place
            return _("Match for third place") if place == 3 else _("Match for place %(place)s") % {"place": counted}
        case BracketPart.WINNERS:
            name = _("Winners, round %(number)s")
        case BracketPart.LOSERS:
            name = _("Losers, round %(number)s")
        case BracketPart.SEASON:
            name = _("The season")
        case BracketPart.HALF:
            name = _("First half") if where.round == 1 else _("Second half")
        case BracketPart.SECTION:
            name = _("Part %(number)s")
        case BracketPart.FINAL:
            name = _("Grand final") if where.round == 1 else _("Second grand final")
    return name % {"number": where.round}


def rank(level: int | None) -> str:
    """A level as the rank of a card: 11 is J, 14 is A; empty if none was played."""
    return "" if level is None else level_name(level)


def together(*sentences: str) -> str:
    """Sentences one after the other: in Chinese their marks have room enough."""
    return ("" if in_chinese() else " ").join(filter(None, sentences))


def level_score(home: int | None, away: int | None, winner: str) -> str:
    """8 : 6, the winner's first, as in the notices."""
    return " : ".join(map(rank, (away, home) if winner == "away" else (home, away)))


def points(value: Fraction | int) -> str:
    """Points as people write them: 4, 4.75; an average to hundredths, 4.67."""
    return f"{round(float(value), 2):g}"


def signed(number: Fraction | int) -> str:
    """+5, −3, 0, with a true minus."""
    return f"+{points(number)}" if number > 0 else points(number).replace("-", "−")


def day(moment: datetime | None, beside: datetime | None = None) -> str:
    """11月27日 周一; with its year (2027年12月4日 周六) where ``beside`` lies in another one."""
    if moment is None:
        return ""
    local = timezone.localtime(moment)
    if beside is not None and timezone.localtime(beside).year != local.year:
        return dated(moment)
    if in_chinese():
        return f"{local.month}月{local.day}日 周{'一二三四五六日'[local.weekday()]}"
    return date_format(local, "D j M")


def dated(moment: datetime) -> str:
    """2023年11月27日 周一."""
    local = timezone.localtime(moment)
    if in_chinese():
        return f"{local.year}年{day(moment)}"
    return date_format(local, "D j M Y")


def period(first: datetime, last: datetime) -> str:
    """2023年11月27日至12月1日, as it stands in a sentence; of one day that day alone."""
    begins, ends = timezone.localtime(first), timezone.localtime(last)
    if begins.date() == ends.date():
        return pgettext("period", "on %(day)s") % {"day": _full(begins)}
    bounds = {"first": _full(begins), "last": _full(ends)}
    if begins.year == ends.year:
        bounds |= {"last": f"{ends.month}月{ends.day}日"} if in_chinese() else {"first": date_format(begins, "j F")}
    return pgettext("period", "from %(first)s to %(last)s") % bounds


def _full(local: datetime) -> str:
    return f"{local.year}年{local.month}月{local.day}日" if in_chinese() else date_format(local, "j F Y")


def hour(moment: datetime | None) -> str:
    """12:30."""
    return "" if moment is None else timezone.localtime(moment).strftime("%H:%M")


def round_time(round_: RoundView | MatchView) -> str:
    """11月29日 周一 12:30 of a round or a match; where sides choose the day, the first and the last that they may."""
    return start_words(round_.starts_at, round_.until)


def start_words(starts_at: datetime, until: datetime | None) -> str:
    """11月29日 周一 12:30; where sides choose the day, ``until`` the last one: 11月29日 周一至12月5日 周日."""
    if until:
        return _("%(first)s to %(last)s") % {"first": day(starts_at), "last": day(until, starts_at)}
    return f"{day(starts_at)} {hour(starts_at)}"


def moment(at: datetime, now: datetime) -> str:
    """12:30 of today, else with the day."""
    is_today = timezone.localtime(at).date() == timezone.localtime(now).date()
    return hour(at) if is_today else f"{day(at, now)} {hour(at)}"


def when(moment: datetime, now: datetime) -> str:
    """今天 12:30, 明天 12:30, or the day: as one says it ``now``."""
    days = (timezone.localtime(moment).date() - timezone.localtime(now).date()).days
    if days == 0:
        return _("today at %(hour)s") % {"hour": hour(moment)}
    if days == 1:
        return _("tomorrow at %(hour)s") % {"hour": hour(moment)}
    return _("on %(day)s at %(hour)s") % {"day": day(moment, now), "hour": hour(moment)}
