"""消息模板 of an event: words with variables in braces, which stand in for what a notice speaks of.

They are kept by their English names and shown in the language of whoever edits them; typed, either is understood, and
the wide braces of a Chinese keyboard too.
"""

import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from django.conf import settings
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from journal.refusals import Problem
from journal.texts import storable
from notices.states import OF_OWN_DAYS, NoticeKind
from tournaments.bracket.words.names import UNKNOWN, listed
from tournaments.codes import Code
from tournaments.models import Tournament

if TYPE_CHECKING:
    from notices.wording import Letter


class Variable(NamedTuple):
    """Its name in the reader's language, and what it stands for in a preview without a notice. In a notice it is what
    the letter has under that name, unless ``value`` finds it."""

    label: Promise
    sample: Promise | str = ""
    value: Callable[["Letter"], object] | None = None


VARIABLES: Final = {
    "event": Variable(pgettext_lazy("variable", "event"), value=lambda letter: letter.tournament.name),
    "organiser": Variable(pgettext_lazy("variable", "organiser"), value=lambda letter: letter.tournament.organiser),
    "place": Variable(pgettext_lazy("variable", "place"), value=lambda letter: letter.tournament.place or UNKNOWN),
    "usual": Variable(pgettext_lazy("variable", "usual words"), _("(the usual words)")),
    "teams": Variable(pgettext_lazy("variable", "number of teams"), "26"),
    "round": Variable(pgettext_lazy("variable", "round"), _("16 to 8"), value=lambda letter: letter.round_name),
    "number": Variable(
        pgettext_lazy("variable", "match number"),
        "17",
        value=lambda letter: letter.notice.match.number if letter.notice.match else "",
    ),
    "team": Variable(pgettext_lazy("variable", "team"), _("Branch A team 1")),
    "opponent": Variable(
        pgettext_lazy("variable", "opponent"), _("Branch B team 1"), value=lambda letter: letter.opponent or UNKNOWN
    ),
    "table": Variable(pgettext_lazy("variable", "table"), "3", value=lambda letter: letter.table or UNKNOWN),
    "when": Variable(pgettext_lazy("variable", "today or tomorrow"), _("tomorrow at 12:30")),
    "day": Variable(pgettext_lazy("variable", "day"), _("Mon 29 Nov")),
    "hour": Variable(pgettext_lazy("variable", "time"), "12:30"),
    "check_in": Variable(pgettext_lazy("variable", "time of check-in"), "12:00"),
    "before": Variable(pgettext_lazy("variable", "start before"), _("Mon 29 Nov 12:00")),
    "home": Variable(
        pgettext_lazy("variable", "first side"),
        _("Branch A team 1"),
        value=lambda letter: letter.pair.home if letter.pair else "",
    ),
    "away": Variable(
        pgettext_lazy("variable", "second side"),
        _("Branch B team 1"),
        value=lambda letter: letter.pair.away if letter.pair else "",
    ),
    "winner": Variable(
        pgettext_lazy("variable", "winner"),
        _("Branch A team 1"),
        value=lambda letter: letter.outcome.winner if letter.outcome else "",
    ),
    "loser": Variable(
        pgettext_lazy("variable", "loser"),
        _("Branch B team 1"),
        value=lambda letter: letter.outcome.loser if letter.outcome else "",
    ),
    "score": Variable(
        pgettext_lazy("variable", "score"), "A : 9", value=lambda letter: letter.outcome.score if letter.outcome else ""
    ),
    "reason": Variable(
        pgettext_lazy("variable", "how it was won"),
        _("passed A"),
        value=lambda letter: letter.outcome.reason if letter.outcome else "",
    ),
    "champion": Variable(pgettext_lazy("variable", "champion"), _("Branch A team 1")),
    "runner_up": Variable(pgettext_lazy("variable", "runner-up"), _("Branch B team 1")),
    "thirds": Variable(pgettext_lazy("variable", "third places"), _("Branch C team 1, Branch D team 2")),
    "souvenirs": Variable(pgettext_lazy("variable", "souvenirs"), _("Branch E team 1")),
}
LONGEST_TITLE, LONGEST_TEXT = 60, 500
IN_BRACES = re.compile(r"\{([^{}]*)\}")
_ALWAYS = ("event", "organiser", "place", "usual")
_OWN_DAY = ("round", "number", "team", "opponent")
_MATCH = (*_OWN_DAY, "table")
WORDED: Final[dict[NoticeKind, tuple[Promise, tuple[str, ...]]]] = {
    NoticeKind.DRAW_PUBLISHED: (_("The draw is published"), ("teams", "round", "day", "hour")),
    NoticeKind.ROUND_DAY_BEFORE: (_("{round} starts {when}"), ("round", "when", "day", "hour", "check_in")),
    NoticeKind.ROUND_SOON: (_("{round} starts {when}"), ("round", "when", "day", "hour", "check_in")),
    NoticeKind.MATCH_DAY_BEFORE: (_("{team} plays {when}"), (*_MATCH, "when", "day", "hour", "check_in")),
    NoticeKind.MATCH_SOON: (_("{team} plays {when}"), (*_MATCH, "when", "day", "hour", "check_in")),
    NoticeKind.ROUND_MOVED: (_("{round} has been moved"), ("round", "day", "hour", "before", "check_in")),
    NoticeKind.MATCH_CALLED: (_("{team}: please come to table {table}"), (*_MATCH, "hour")),
    NoticeKind.CALL_UNDONE: (
        _("{round}: {home} – {away} is not called after all"),
        ("round", "number", "home", "away"),
    ),
    NoticeKind.CHALLENGED: (_("{opponent} challenges {team}"), (*_OWN_DAY, "day")),
    NoticeKind.DAY_PROPOSED: (_("{opponent} proposes {day}, {hour}"), (*_OWN_DAY, "day", "hour")),
    NoticeKind.DAY_AGREED: (_("{team} plays {day}, {hour}: agreed"), (*_OWN_DAY, "day", "hour")),
    NoticeKind.DAY_AWAITED: (_("{team}: no day is agreed yet, to be played by {day}"), (*_OWN_DAY, "day")),
    NoticeKind.RESULT_AWAITED: (_("{team}: the result is awaited by {day}"), (*_OWN_DAY, "day")),
    NoticeKind.RESULT: (
        _("{round}, match {number}: result"),
        ("round", "number", "winner", "loser", "score", "reason"),
    ),
    NoticeKind.AWARDS: (_("The champion is {champion}"), ("champion", "runner_up", "thirds", "souvenirs")),
    NoticeKind.DAILY_REPORT: (_("Report of {day}"), ("day",)),
    NoticeKind.RECALL: (_("Correction, {round}: {home} – {away}"), ("round", "number", "home", "away")),
}
"""The kinds that can be worded: the title that an office begins with, and what they know beside what all know."""


def worded_kinds(tournament: Tournament) -> tuple[NoticeKind, ...]:
    """Those of them that the event may have: those of days that sides choose where they choose them."""
    return tuple(kind for kind in WORDED if tournament.own_days or kind not in OF_OWN_DAYS)


def variables(kind: str) -> tuple[str, ...]:
    """What a notice of the kind knows."""
    return (*WORDED[NoticeKind(kind)][1], *_ALWAYS)


def beginning(kind: str) -> tuple[str, str]:
    """Title and text, as they are kept, that an office begins to change: they read as the usual ones."""
    with translation.override(settings.LANGUAGE_CODE):
        return str(WORDED[NoticeKind(kind)][0]), "{usual}"


def subject_of(kind: str) -> str:
    """What the journal calls the wording of a kind."""
    return f"wording:{kind}"


def wording_problems(kind: str, title: str, text: str) -> list[Problem]:
    """What is wrong with a kept wording: empty, too long, a variable that a notice of the kind does not know."""
    if kind not in WORDED:
        return [Problem(Code.VALUE_INVALID)]
    problems = []
    for field, words, most in (("title", title, LONGEST_TITLE), ("text", text, LONGEST_TEXT)):
        if not words:
            problems.append(Problem(Code.TEXT_EMPTY, field))
        if len(words) > most:
            problems.append(Problem(Code.TEXT_TOO_LONG, field, {"most": most}))
        if wrong := unknown(words, kind):
            problems.append(Problem(Code.VARIABLE_UNKNOWN, field, {"names": listed(wrong)}))
    if "{usual}" in title:
        problems.append(Problem(Code.VARIABLE_UNKNOWN, "title", {"names": str(VARIABLES["usual"].label)}))
    return problems


def stored_text(typed: str) -> str:
    """The typed text with its variables by their own names; one that nobody knows stays as it was typed."""
    names = _typed_names()
    text = "\n".join(storable(line) for line in typed.splitlines()).strip()
    narrow = text.replace("｛", "{").replace("｝", "}")
    return IN_BRACES.sub(lambda match: f"{{{names.get(match[1].strip().casefold(), match[1].strip())}}}", narrow)


def shown(text: str) -> str:
    """The kept text with its variables in the language that is active."""
    return IN_BRACES.sub(lambda match: f"{{{_label(match[1])}}}", text)


def unknown(text: str, kind: str) -> list[str]:
    """The variables of a kept text that a notice of the kind does not know, each once; a brace alone is one, too."""
    unlisted = [name for name in IN_BRACES.findall(text) if name not in variables(kind)]
    alone = re.findall(r"[{}]", IN_BRACES.sub("", text))
    return list(dict.fromkeys([*map(_label, unlisted), *alone]))


def filled(text: str, value: Callable[[str], str]) -> str:
    """The kept text with values in place of its variables."""
    return IN_BRACES.sub(lambda match: value(match[1]), text)


def sample(name: str, event: str, organiser: str, place: str) -> str:
    """The value of a variable in a preview without a notice."""
    own = {"event": event, "organiser": organiser, "place": place}
    return own.get(name) or (str(VARIABLES[name].sample) if name in VARIABLES else "")


def value_of(letter: "Letter", name: str) -> str:
    """What the variable stands for in this notice; 待定 for a table, a team or a hall that is not known yet."""
    if name not in VARIABLES:
        return ""
    find = VARIABLES[name].value
    return str(find(letter) if find else getattr(letter, name))


def _label(name: str) -> str:
    return str(VARIABLES[name].label) if name in VARIABLES else name


@cache
def _typed_names() -> dict[str, str]:
    """Every name of every language, and the variables' own, small."""
    names: dict[str, str] = {}
    for code, _language in settings.LANGUAGES:
        with translation.override(code):
            names |= {_label(name).casefold(): name for name in VARIABLES}
    return names | {name.casefold(): name for name in VARIABLES}
