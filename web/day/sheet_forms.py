"""What is sent from a match's sheet, as the boxes of its page ask for it. Seats and single buttons the page draws
itself; a phone without script sends the same."""

from collections.abc import Sequence
from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from guandan_rules import WITHOUT_CONSEQUENCE, EffectKind, level_name
from scoring.games.game import Asks, FormField
from scoring.games.guandan import CARD_LEVELS
from scoring.games.win_loss import DRAW
from tournaments.bracket.queries.match_views import TeamLabel
from tournaments.bracket.words import matches
from tournaments.bracket.words.names import ordinal, team_name
from tournaments.bracket.words.options import EFFECTS
from tournaments.day.queries.sheet_parts import MEASURED, Due
from tournaments.day.queries.sheet_views import SheetView, SideView
from tournaments.day.words import games
from tournaments.day.words.games import effects_words, entry_words, offence_name
from web.day.forms import REASON, REASON_LENGTH
from web.requests.forms import Choice, Choices, Hidden, Number, PageForm, Text
from web.templatetags.site import short_branch

GIVEN = (
    *WITHOUT_CONSEQUENCE,
    EffectKind.OPPONENTS_UP,
    EffectKind.OFFENDER_DOWN,
    EffectKind.STAGE_TO_OPPONENTS,
    EffectKind.MATCH_LOST,
)
Penalties = tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
Dues = Sequence[tuple[SideView, tuple[Due, ...]]]


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


def _called(team: TeamLabel) -> str:
    """By name where it is one person, or two who sit together."""
    return team.person if team.person and not team.partner else team_name(team)


def _field(form_field: FormField, view: SheetView, *, is_sent: bool) -> forms.Field:
    """A field that only shows, for the game reads what was sent; a number that was sent may be anything: a text."""
    label = str(games.FIELDS[form_field.words])
    sides: Choices = [(side.side, team_name(side.team) if side.team else "") for side in view.sides]
    if form_field.asks in (Asks.SIDE, Asks.RESULT):
        called = [(side.side, _called(side.team) if side.team else "") for side in view.sides]
        tiles: Choices = [(side, str(games.TILES[form_field.name]) % {"team": name}) for side, name in called]
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
