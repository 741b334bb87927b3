"""记一笔的表单 as the sheet page draws it: the fields that the game asks for, with words, choices and problems."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from journal.refusals import Problem
from scoring.games.forms import Asks, FormField
from scoring.games.win_loss import DRAW
from tournaments.queries.sheet_views import SheetView
from words import games, matches
from words.names import team_name


@dataclass(frozen=True)
class Choice:
    """One value of a field that is chosen, in words."""

    value: str
    words: str
    is_chosen: bool


@dataclass(frozen=True)
class GameField:
    """A field as it is drawn: chosen from, ticked or typed. ``problems`` is what was wrong with it."""

    asked: FormField
    label: str
    value: str
    choices: tuple[Choice, ...]
    problems: tuple[Problem, ...]

    @property
    def drawn(self) -> str:
        """How it is drawn: radio, checks, check, number, or text."""
        return {
            Asks.SIDE: "radio",
            Asks.RESULT: "radio",
            Asks.KIND: "radio",
            Asks.SIDES: "checks",
            Asks.YES_NO: "check",
            Asks.NUMBER: "number",
        }.get(self.asked.asks, "text")


def game_fields(
    view: SheetView, typed: Mapping[str, Sequence[str]], problems: Sequence[Problem]
) -> tuple[GameField, ...]:
    """The fields of the game's form; when a deal was played is asked only where there is a choice."""
    fields = []
    for asked in view.form.fields:
        texts = list(typed.get(asked.name, ()))
        if asked.asks is Asks.KIND:
            if len(view.kinds) < 2 and view.kinds[:1] in ((), ("regular",)):
                continue
            values = [(kind, str(matches.KINDS[kind])) for kind in view.kinds]
            texts = texts or [view.kind]
        elif asked.asks in (Asks.SIDE, Asks.SIDES, Asks.RESULT):
            values = [(side.side, team_name(side.team) if side.team else "") for side in view.sides]
            values += [(DRAW, gettext("A draw"))] if asked.asks is Asks.RESULT else []
        else:
            values = []
        choices = tuple(Choice(value, words, value in texts) for value, words in values)
        wrong = tuple(problem for problem in problems if problem.field == asked.name)
        value = texts[-1] if texts else ""
        fields.append(GameField(asked, str(games.FIELDS[asked.words]), value, choices, wrong))
    return tuple(fields)
