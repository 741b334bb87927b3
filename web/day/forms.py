"""Forms of the round day as pages show them; what of them is allowed the actions say."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from journal.refusals import Problem, Refused
from tournaments.bracket.queries.round_views import RoundView
from tournaments.bracket.queries.versions import rounds_version
from tournaments.codes import Code
from tournaments.day.queries.sheet_views import SideView
from tournaments.models import Round, Tournament
from web.requests.forms import Choice, Hidden, Number, PageForm, Text
from web.requests.numbers import typed_moment, typed_number
from web.templatetags.site import team

REASON = _("Reason, for everybody to read")
REASON_LENGTH = 200
LONGEST_NAME = 30
NOBODY = 0


class ReasonForm(PageForm):
    """What the chief referee does with a reason for everybody."""

    reason = Text(REASON, REASON_LENGTH)


class NoteForm(PageForm):
    """What he does with a remark, if he likes."""

    note = Text(_("Remark, for everybody to read (may stay empty)"), REASON_LENGTH)


class SideForm(PageForm):
    """A ruling about one side; ``side`` is the question."""

    side: Choice
    field_order = ("side",)

    def offer(self, sides: Sequence[SideView], chosen: str = "") -> None:
        """The sides to choose from, and the one that the program proposes."""
        self.fields["side"].widget.choices = [(side.side, team(side.team)) for side in sides if side.team]
        self.initial["side"] = chosen


class ForfeitForm(SideForm, NoteForm):
    side = Choice(_("Who did not come?"), [], forms.RadioSelect)


class DecisionForm(SideForm, ReasonForm):
    side = Choice(_("Who has won?"), [], forms.RadioSelect)


class DisqualificationForm(SideForm, ReasonForm):
    side = Choice(_("Who is disqualified?"), [], forms.RadioSelect)


RULINGS: dict[str, type[PageForm]] = {
    "forfeit": ForfeitForm,
    "absence": NoteForm,
    "decision": DecisionForm,
    "disqualification": DisqualificationForm,
    "correction": ReasonForm,
    "uphold": ReasonForm,
    "resumption": ReasonForm,
}
"""What is ruled on the page of one match, by the name of its form."""


class ExtensionForm(PageForm):
    """加时 of a round or of one table."""

    minutes = Number(_("Minutes"), 3, shape="few")
    reason = Text(REASON, REASON_LENGTH, shape="grow")


class StartForm(PageForm):
    """开始计时; ``anyway`` yes: in spite of what is missing."""

    anyway = Hidden()


class PlanForm(PageForm):
    """改期 of a sitting of round ``round_`` from the desk: the day and the hour on the wall of the event's zone."""

    apart = "plan"
    date = Text(_("Day"), type="date")
    time = Text(_("Starts at"), type="time")

    def __init__(self, *args: Any, round_: int, sitting: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.aliases = {f"round-{round_}": "time", f"start-{sitting}": "time"}
        self.number = round_

    def starts_at(self, zone: ZoneInfo) -> datetime:
        """The moment that was typed, or ``Refused``."""
        moment = typed_moment(self.cleaned_data["date"], self.cleaned_data["time"], zone)
        if moment is None:
            raise Refused(Problem(Code.MOMENT_INVALID, "time", {"round": self.number}))
        return moment


def plan_form(data: Any, tournament: Tournament, round_: Round | RoundView) -> PlanForm:
    """Another start for the sitting, from the one that stands."""
    at = timezone.localtime(round_.starts_at)
    return PlanForm(
        data,
        initial={"date": f"{at:%Y-%m-%d}", "time": f"{at:%H:%M}"},
        round_=round_.number,
        sitting=round_.sitting,
        version=rounds_version(tournament),
    )


class ChoiceForm(PageForm):
    """裁判长选定: what a phone sent is taken, or not."""

    submission = Number()
    take = Hidden()  # type: ignore[assignment]  # a field is no attribute of its form
    reason = Text(_("Reason"), REASON_LENGTH)


class Ids(forms.Field):
    """Ids of rows, several with spaces between them, from all fields of that name; 0 for what is none."""

    widget = forms.MultipleHiddenInput

    def __init__(self) -> None:
        super().__init__(required=False)

    def clean(self, value: Any) -> list[int]:
        return [typed_number(word) or NOBODY for text in value or () for word in text.split()]


class TicksForm(PageForm):
    """签到: the players who are ticked and those who are not any more; ``all`` of a match at once."""

    here = Ids()
    gone = Ids()

    def clean(self) -> dict[str, Any]:
        return self.cleaned_data | {"everybody": "all" in self.data}


class AbsentForm(PageForm):
    """编排: the teams that cannot come to the round."""

    absent = Ids()


class ArrivalsForm(TicksForm):
    """签到 by branch: which branches the page shows, in its address and in its form."""

    branch = Text()
    name = Text()

    @property
    def filter(self) -> dict[str, str]:
        return {name: str(self[name].value() or "").strip()[:LONGEST_NAME] for name in ("branch", "name")}


@dataclass(frozen=True)
class RefusedForm:
    """A form of the desk that was refused, and the status of the page that shows it; ``match``: the card on which it
    stands, 0 for the round."""

    form: PageForm
    status: int
    match: int = 0


@dataclass(frozen=True)
class DeskForms:
    """The forms of the desk: blank ones, and the one that was refused."""

    tournament: Tournament
    refused: RefusedForm | None = None

    @property
    def of_round(self) -> ExtensionForm:
        return self.refused_extension(0) or ExtensionForm(apart="round")

    def plan(self, round_: RoundView) -> PlanForm:
        sent = self.refused.form if self.refused else None
        return sent if isinstance(sent, PlanForm) else plan_form(None, self.tournament, round_)

    def refused_extension(self, match: int) -> ExtensionForm | None:
        """The one that was sent for the table of that match (0: for the round)."""
        sent = self.refused.form if self.refused and self.refused.match == match else None
        return sent if isinstance(sent, ExtensionForm) else None

    def choice(self, submission: int) -> ChoiceForm:
        sent = self.refused.form if self.refused else None
        if isinstance(sent, ChoiceForm) and sent["submission"].value() == str(submission):
            return sent
        return ChoiceForm(apart=f"sent-{submission}")
