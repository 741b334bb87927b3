"""Words for what a notice names: teams, rounds, days, and why a match was won. In the language that is active."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext_lazy, pgettext_lazy
from django.utils.translation import gettext as _

from guandan_rules import Reason
from tournaments.models import Match, Round, Team
from tournaments.queries.matches import TeamLabel
from tournaments.states import WALKOVER

DIGITS = "零一二三四五六七八九十"
RANKS = {11: "J", 12: "Q", 13: "K", 14: "A"}

REASONS: dict[str, Promise] = {
    Reason.PASSED_A: gettext_lazy("Passed A"),
    Reason.FAILED_A: gettext_lazy("Attempts at A used up"),
    Reason.PENALTY: gettext_lazy("Lost by penalty"),
    Reason.LEVEL_AT_TIME: gettext_lazy("Higher level at time"),
    Reason.LEVEL_AT_LIMIT: gettext_lazy("Higher level after the last deal"),
    Reason.POINTS: gettext_lazy("More points"),
    Reason.FIRST_TO_REACH: gettext_lazy("Same level, first to reach it"),
    Reason.ON_STAGE: gettext_lazy("Same level, on stage"),
    Reason.LEADS_NEXT_DEAL: gettext_lazy("Same level, leads the next deal"),
    Reason.EXTRA_DEAL: gettext_lazy("Same level, won the extra deal"),
    Reason.DRAW: pgettext_lazy("result", "Draw"),
    Reason.DISQUALIFICATION: gettext_lazy("Opponents disqualified"),
    Reason.FORFEIT: gettext_lazy("Opponents forfeited, did not come in time"),
    Reason.WITHDRAWAL: gettext_lazy("Opponents withdrew"),
    Reason.BOTH_ABSENT: gettext_lazy("Nobody came, nobody advances"),
    Reason.DECISION: gettext_lazy("Decided by the chief referee"),
    WALKOVER: gettext_lazy("Walkover, no opponent"),
}
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


def team_name(team: Team | TeamLabel) -> str:
    """机关分会一组一队; of a Team the branch must be loaded."""
    chinese = in_chinese()
    ordinal = _("Team %(number)s") % {"number": chinese_number(team.ordinal) if chinese else team.ordinal}
    return f"{team.branch}{'' if chinese else ' '}{ordinal}"


def either(names: Sequence[str]) -> str:
    """A 或 B."""
    return names[0] if len(names) == 1 else _("%(one)s or %(other)s") % {"one": names[0], "other": names[1]}


def listed(names: Iterable[str]) -> str:
    """A、B、C."""
    return ("、" if in_chinese() else ", ").join(names)


def round_name(round_: Round, match: Match | None = None) -> str:
    """32进16; the last one is the final, beside which the third place may be played."""
    if match is not None and match.third_place:
        return _("Match for third place")
    if round_.entrants == 2:
        return _("Final")
    return _("Round of %(entrants)s") % {"entrants": round_.entrants, "winners": round_.entrants // 2}


def rank(level: int | None) -> str:
    """A level as the rank of a card; empty if none was played."""
    return "" if level is None else RANKS.get(level, str(level))


def day(moment: datetime) -> str:
    """11月27日 周一, in the zone that is active."""
    local = timezone.localtime(moment)
    if in_chinese():
        return f"{local.month}月{local.day}日 周{'一二三四五六日'[local.weekday()]}"
    return date_format(local, "D j M")


def hour(moment: datetime) -> str:
    """12:30, in the zone that is active."""
    return timezone.localtime(moment).strftime("%H:%M")


def when(moment: datetime, now: datetime) -> str:
    """今天 12:30, 明天 12:30, or the day: as one says it ``now``, in the zone that is active."""
    days = (timezone.localtime(moment).date() - timezone.localtime(now).date()).days
    if days == 0:
        return _("today at %(hour)s") % {"hour": hour(moment)}
    if days == 1:
        return _("tomorrow at %(hour)s") % {"hour": hour(moment)}
    return _("on %(day)s at %(hour)s") % {"day": day(moment), "hour": hour(moment)}
