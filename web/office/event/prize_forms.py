"""The form of the prizes by rule: a row a prize, and blank ones to add some."""

from itertools import count
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.bracket.actions.awards import MOST_PRIZES, NAME_LENGTH
from tournaments.bracket.words.prizes import RULES
from tournaments.models import Tournament
from tournaments.presets.preset import USUAL_PRIZES, PrizePlan
from tournaments.states import TournamentState
from web.requests.forms import Choice, Line, Lines, Number, PageForm, Text

BLANK_ROWS = 2


class PrizeLine(Line):
    """A prize; without a name it is none."""

    name = Text(_("Prize"), NAME_LENGTH)
    rule = Choice(_("Goes to"), [("", "–"), *RULES.items()])
    count = Number(_("How many get it"), 2, shape="few")

    @property
    def plan(self) -> PrizePlan:
        return PrizePlan(**self.cleaned_data)


class PrizeLines(Lines):
    """A row for each that stands, and blank ones; all that were sent, if some were dropped meanwhile."""

    form = PrizeLine

    def __init__(self, data: Any, planned: list[PrizePlan]) -> None:
        rows: list[dict[str, Any]] = [vars(plan) for plan in planned]
        sent = next(n for n in count() if f"name-{n + 1}" not in (data or ()))
        blank = max(min(BLANK_ROWS, MOST_PRIZES - len(rows)), sent - len(rows))
        super().__init__(data, initial=[*rows, *[{"count": 1}] * blank])

    def add_prefix(self, index: int | str) -> str:
        return str(int(index) + 1)

    def label_of(self, line: forms.Form) -> str:
        return gettext("Prize %(number)s") % {"number": line.prefix}


class PrizesForm(PageForm):
    """All prizes by rule of the event, only to be read once the awards are confirmed. ``usual``: with those that unions
    usually give and that are not there yet."""

    usual = forms.BooleanField(required=False)

    def __init__(self, data: Any, tournament: Tournament, *, version: int) -> None:
        super().__init__(data, version=version)
        stand = [PrizePlan(prize.name, prize.rule, prize.count) for prize in tournament.prizes.all()]
        self.lines = PrizeLines(data, stand)
        for line in self.lines.forms:
            for field in line.fields.values():
                field.disabled = tournament.state == TournamentState.FINISHED

    def parts(self) -> list[PrizeLines]:
        return [self.lines]

    @property
    def plans(self) -> list[PrizePlan]:
        """All rows; one without a name is none."""
        plans = [line.plan for line in self.lines.forms]
        names = {plan.name.strip() for plan in plans}
        return [*plans, *(plan for plan in USUAL_PRIZES if self.cleaned_data["usual"] and plan.name not in names)]
