"""Forms of the round day as pages show them, and what is sent from a match's sheet, as the boxes of its page ask for
it; what of them is allowed the actions say. Seats and single buttons the page draws itself; a phone without script
sends the same."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast
from zoneinfo import ZoneInfo

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from guandan_rules import WITHOUT_CONSEQUENCE, EffectKind, level_name
from journal.refusals import Problem, Refused
from scoring.games.game import Asks, FormField
from scoring.games.guandan import CARD_LEVELS
from scoring.games.win_loss import DRAW
from tournaments.bracket.queries.round_views import RoundView
from tournaments.bracket.queries.versions import rounds_version
from tournaments.bracket.words import matches
from tournaments.bracket.words.names import ordinal, team_name
from tournaments.bracket.words.options import EFFECTS
from tournaments.codes import Code
from tournaments.day.queries.sheet_parts import MEASURED, Due
from tournaments.day.queries.sheet_views import SheetView, SideView
from tournaments.day.words import games
from tournaments.day.words.games import effects_words, entry_words, offence_name
from tournaments.models import Round, Tournament
from web.requests.forms import Choice, Choices, Hidden, Number, PageForm, Text
from web.requests.numbers import typed_moment, typed_number
from web.templatetags.site import short_branch, team

REASON = _("Reason, for everybody to read")
REASON_LENGTH = 200
NOBODY = 0
GIVEN = (
    *WITHOUT_CONSEQUENCE,
    EffectKind.OPPONENTS_UP,
    EffectKind.OFFENDER_DOWN,
    EffectKind.STAGE_TO_OPPONENTS,
    EffectKind.MATCH_LOST,
)
Penalties = tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
Dues = Sequence[tuple[SideView, tuple[Due, ...]]]


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


@dataclass(frozen=True)
class RefusedForm:
    """A form of the desk that was refused; ``match``: the card on which it stands, 0 for the round."""

    form: PageForm
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


class SheetForm(PageForm):
    """A press; the fields of a deal are those of the match's game."""

    @property
    def seen(self) -> int | None:
        """The version that it was made from, None if it brings none; a garbled one never fits."""
        return self.made_from if self.data.get("seen") else None


class BellForm(SheetForm):
    """``in_hand``: yes or no."""

    in_hand = Hidden()


class AgreementForm(SheetForm):
    """A side's word about the result that it saw; ``agrees``: yes, or no with a note."""

    side = Hidden()
    agrees = Hidden()
    note = Text(_("Why, for the chief referee (may stay empty)"), REASON_LENGTH, autocomplete="off")

    @property
    def seen(self) -> int:
        return self.made_from


class GameForm(SheetForm):
    """记一笔: the fields that the match's game asks for, once they are offered; a finish order is tapped.

    The game itself reads what was ``sent``, whatever its name.
    """

    def clean(self) -> dict[str, Any]:
        return self.cleaned_data | {"sent": dict(cast("QueryDict", self.data).lists())}

    def offer(self, view: SheetView) -> None:
        """When a deal was played is asked only where there is a choice."""
        fields = [field for field in view.form.fields if field.asks is not Asks.KIND]
        if view.form.is_tapped:
            self.fields |= {
                field.name: _field(field, view, is_sent=self.is_bound) if field.asks is Asks.LEVEL else Hidden()
                for field in fields
            }
            return
        if len(view.kinds) > 1 or view.kinds[:1] not in ((), ("regular",)):
            fields = list(view.form.fields)
        self.fields |= {field.name: _field(field, view, is_sent=self.is_bound) for field in fields}
        self.initial["kind"] = view.kind


def _field(form_field: FormField, view: SheetView, *, is_sent: bool) -> forms.Field:
    """A field that only shows, for the game reads what was sent; a number that was sent may be anything: a text."""
    label = str(games.FIELDS[form_field.words])
    sides: Choices = [(side.side, team_name(side.team) if side.team else "") for side in view.sides]
    if form_field.asks in (Asks.SIDE, Asks.RESULT):
        tiles: Choices = []
        for side in view.sides:
            # by name where it is one person, or two who sit together
            is_person = side.team and side.team.person and not side.team.partner
            name = (side.team.person if is_person else team_name(side.team)) if side.team else ""
            tiles.append((side.side, str(games.TILES[form_field.name]) % {"team": name}))
        draw: Choices = [(DRAW, games.draw_words(view.home.colour))] if form_field.asks is Asks.RESULT else []
        choice = Choice(label, [*tiles, *draw], forms.RadioSelect)
        choice.widget.attrs["required"] = True  # the phone itself asks for it before it sends
        return choice
    if form_field.asks is Asks.KIND:
        return Choice(label, [(kind, str(matches.KINDS[kind])) for kind in view.kinds], forms.RadioSelect)
    if form_field.asks is Asks.LEVEL:
        return Choice(label, [("", "–"), *[(f"{level}", level_name(level)) for level in CARD_LEVELS]])
    if form_field.asks is Asks.SIDES:
        return forms.Field(label=label, required=False, widget=forms.CheckboxSelectMultiple(choices=sides))
    if form_field.asks is Asks.YES_NO:
        return forms.BooleanField(label=label, required=False)
    required = {"required": True} if form_field.required else {}
    field = Text(label, 20, shape="points", inputmode="numeric", autocomplete="off", **required)
    if form_field.asks is Asks.NUMBER and not is_sent:
        limits = {"min": form_field.least, "max": form_field.most, "step": form_field.step}
        field.widget = forms.NumberInput(attrs=field.widget.attrs | limits)
    return field


class CorrectionForm(GameForm):
    """``deal``: the number of an entered deal; the game's own fields say what is right."""

    aliases = {"number": "deal"}
    deal = Number(_("Which deal"))
    reason = Text(REASON, REASON_LENGTH, autocomplete="off")

    def offer(self, view: SheetView) -> None:
        home, away = (team_name(side.team) if side.team else "" for side in view.sides)
        name = gettext("Deal %(number)s")
        named = [
            (deal.number, f"{name % {'number': deal.number}}: {entry_words(deal.entry, home, away, view.home.colour)}")
            for deal in reversed(view.deals)
            if not view.form.is_tapped
        ]
        self.fields["deal"].widget = forms.Select(choices=named)
        if view.board.is_entered:  # one result, and no deals to choose from
            self.fields["deal"].widget = forms.HiddenInput()
            self.initial["deal"] = view.deals[-1].number if view.deals else None
        super().offer(view)
        self.order_fields([*(name for name in self.fields if name != "reason"), "reason"])


class PenaltyForm(SheetForm):
    """``penalty``: side:offence; ``effect``: one without a consequence instead of what is due, or any, with its
    ``amount``."""

    aliases = {"side": "penalty", "offence": "penalty", "effects": "amount"}
    penalty = Choice(_("Who, and for what"), [])
    effect = Choice(_("Instead of that"), [])
    amount = Number(_("Levels"), 2, shape="few")
    note = Text(_("Remark, for the staff (may stay empty)"), REASON_LENGTH, autocomplete="off")

    def offer(self, penalties: Penalties, known: Sequence[EffectKind], *, by_chief: bool) -> None:
        """What may be given, all that the game knows by the chief referee, who also says of how many levels."""
        self.penalties, self.known, self.by_chief = penalties, known, by_chief
        self.fields["penalty"].widget.choices = [("", pgettext("penalty", "Choose")), *penalties]
        kinds = [kind for kind in (GIVEN if by_chief else WITHOUT_CONSEQUENCE) if kind in known]
        effects = [(kind.value, str(EFFECTS[kind]) % {"amount": "…"}) for kind in kinds]
        self.fields["effect"].widget.choices = [("", gettext("As it says there")), *effects]
        self.initial["amount"] = 1
        if not any(kind in MEASURED for kind in kinds):
            del self.fields["amount"]


class CallForm(PageForm):
    """请裁判长 to the table."""

    note = Text(_("Why (may stay empty)"), REASON_LENGTH, autocomplete="off")


class StrikeForm(SheetForm):
    """``penalty``: its id."""

    penalty = Number()
    reason = Text(REASON, REASON_LENGTH, autocomplete="off")


def penalties_named(dues: Dues, *, same_branch: bool) -> Penalties:
    """What the next offence of either side costs, as it is chosen; each line says whose, which a closed list shows."""
    named = []
    for side, side_dues in dues:
        branch = full = ""
        if side.team and side.team.partner:
            branch = full = team_name(side.team)
        elif side.team:
            branch = short_branch(side.team.branch)
            full = f"{branch} {ordinal(side.team.ordinal)}"
        choices = []
        for due in side_dues:
            # a message within an f-string is not extracted
            repeated = gettext("time %(n)s") % {"n": due.times}
            times = f" ({repeated})" if due.times > 1 else ""
            costs = f"{offence_name(due.offence)}{times}{pgettext('separator', ': ')}{effects_words(due.effects)}"
            choices.append((due.value, f"{full if same_branch else branch} · {costs}"))
        named.append((full, tuple(choices)))
    return tuple(named)
