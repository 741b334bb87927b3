"""The draw: what will be drawn, the preview, the confirmation, and the printed record."""

from itertools import groupby
from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy
from django.views.decorators.http import require_safe

from journal import clock
from tournaments.bracket.queries.advancement import Advancement, advancement
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.standings import stages_of
from tournaments.bracket.words.names import team_name
from tournaments.draw.actions.draws import confirm_draw, discard_draw, preview_draw, preview_ranks
from tournaments.draw.actions.lots import draw_teams
from tournaments.draw.actions.places import place_stage
from tournaments.draw.queries.ceremony import present_ceremony
from tournaments.draw.queries.draws import (
    DrawView,
    change_problems,
    discarded_draws,
    draw_view,
    present_draw,
    prospect,
)
from tournaments.draw.queries.lots import lot_rows
from tournaments.draw.queries.records import seal_of
from tournaments.draw.queries.sheets import FirstPairing, Half
from tournaments.entries.queries.entries import SingleEntry, singles
from tournaments.models import Draw, Stage, Tournament
from tournaments.permissions import Permission, may
from tournaments.states import CeremonyState, TournamentState
from web.requests.changes import changes
from web.requests.forms import PageForm, Text
from web.requests.loaders import actor, needs
from web.requests.long_lists import asked_rows, is_called
from web.requests.numbers import typed_number

MOST_LINES = 64
PAIR = 2
"""Positions that a page shows at once."""


class PreviewForm(PageForm):
    """A draw by the program; without a seed it makes one."""

    seed = Text(
        _("Seed"),
        autocomplete="off",
        help_text=_(
            "For example a number called out by each leader, one after the other. It is kept in the record, so that "
            "anybody can run the draw again. Without one, the program takes a fresh random seed."
        ),
    )
    without_drafts = forms.BooleanField(required=False)
    by_rank = forms.BooleanField(required=False)
    aliases = {"drafts": "without_drafts"}


class AdvancementForm(PageForm):
    """Who comes into the next stage: all but the absent, whose places the next in line take."""

    absent = forms.TypedMultipleChoiceField(
        label=_("Cannot come"), widget=forms.CheckboxSelectMultiple, coerce=int, required=False
    )
    seed = Text(_("Seed"), autocomplete="off")

    def __init__(self, data: Any = None, *, of: Advancement | None, **more: Any) -> None:
        super().__init__(data, **more)
        rows = (*of.coming, *of.alternates) if of else ()
        self.fields["absent"].choices = [(row.team.id, row.place) for row in rows]  # type: ignore[attr-defined]


class PartnersForm(PageForm):
    """Who takes part, whether each pair is a man and a woman, whether the table is drawn first, and the seed."""

    apart = "partners"
    singles = forms.TypedMultipleChoiceField(label=_("Entered alone"), widget=forms.CheckboxSelectMultiple, coerce=int)
    mixed = forms.BooleanField(label=_("A man and a woman in each pair (mixed pairs)"), required=False)
    tables = forms.BooleanField(
        label=_("The table is drawn first, then the side: the two teams of a table meet in the first round"),
        required=False,
    )
    seed = Text(_("Seed"), autocomplete="off")

    def __init__(self, data: Any = None, *, of: tuple[SingleEntry, ...], seats: int, **more: Any) -> None:
        super().__init__(data, **more)
        self.of = of
        if seats != PAIR:
            del self.fields["mixed"]
        self.fields["singles"].choices = [(single.id, single.name) for single in of]  # type: ignore[attr-defined]
        self.initial["singles"] = [single.id for single in of]

    @property
    def rows(self) -> list[tuple[SingleEntry, bool]]:
        """Each with whether it is ticked."""
        ticked = {str(value) for value in self["singles"].value() or ()}
        return [(single, str(single.id) in ticked) for single in self.of]


class RepealForm(PageForm):
    """Why a draw does not count."""

    reason = Text(_("Reason, for the record"), 200)


class ConfirmationForm(RepealForm):
    """The draw that was seen; breaches are accepted with a reason."""

    accept = forms.BooleanField(label=_("As chief referee I accept this draw sheet as it is"), required=False)


def _chosen(request: HttpRequest, tournament: Tournament) -> Draw:
    """The draw that the form was about, whatever became of it since."""
    draws = Draw.objects.filter(stage__tournament=tournament, number=typed_number(request.POST.get("number", "")) or 0)
    chosen = draws.select_related("stage__tournament__journal").first()
    if chosen is None:
        raise Http404
    return chosen


def _lines_of(request: HttpRequest, draw: DrawView) -> dict[str, Any]:
    """Its halves or groups, or two columns of a page of a long one."""
    pairings = [pairing for half in draw.halves for pairing in half.pairings]
    drawn = asked_rows(request.GET, pairings, _means, per_page=MOST_LINES // 2)
    middle = (len(drawn.rows) + 1) // 2
    columns = (Half(1, tuple(drawn.rows[:middle])), Half(2, tuple(drawn.rows[middle:])))
    return {"drawn": drawn, "halves": columns if drawn.is_long else draw.halves}


def _means(search: str, line: FirstPairing) -> bool:
    """A number is that of a position, anything else part of a team's name."""
    if (number := typed_number(search)) is not None:
        return any(place.position == number for place in line.places)
    return is_called(search, *(team_name(place.team) for place in line.places if place.team))


def draw_page(request: HttpRequest, tournament: Tournament, refused: PageForm | None = None) -> HttpResponse:
    """``refused`` is the form that was, and stays as it was typed."""
    tournament.refresh_from_db(fields=["state"])
    row = present_draw(tournament)
    seal = seal_of(row) if row and row.sealed_at else None
    if seal and not seal.is_drawn:
        row = None
    draw = draw_view(tournament, row) if row else None
    preview = refused if isinstance(refused, PreviewForm) else PreviewForm()
    is_drawn = tournament.state != TournamentState.ENTRY
    stages = stages_of(rounds(tournament)) if is_drawn and tournament.stages.count() > 1 else ()
    waiting = advancement(stages)
    ahead = None if is_drawn else prospect(tournament)
    alone = singles(tournament) if ahead and ahead.drafts else ()
    later = row is not None and row.stage.source_id is not None
    ceremony = None if is_drawn else present_ceremony(tournament)
    context: dict[str, Any] = {
        "tournament": tournament,
        "refused": refused,
        "kept_lots": sum(lot.position > 0 for lot in lot_rows(tournament, None)) if ahead and not row else 0,
        "preview": preview,
        "ceremony_on": ceremony is not None and ceremony.state != CeremonyState.OVER,
        "confirmation": refused if isinstance(refused, ConfirmationForm) else ConfirmationForm(),
        "repeal": refused if isinstance(refused, RepealForm) else RepealForm(),
        "draw": draw,
        "prospect": ahead,
        "seal": seal,
        "partners": refused
        if isinstance(refused, PartnersForm)
        else PartnersForm(of=alone, seats=tournament.fewest_players),
        "stale": change_problems(row, tournament, [team.id for team in ahead.teams]) if row and ahead else [],
        "closes_early": clock.now(tournament.journal) < tournament.closes_at,
        "discarded": discarded_draws(tournament),
        "in_registration": not is_drawn,
        "can_repeal": tournament.state == (TournamentState.RUNNING if later else TournamentState.DRAWN),
        "waiting": waiting,
        "advance": refused if isinstance(refused, AdvancementForm) else AdvancementForm(of=waiting),
        "may_accept": may(request.user, Permission.BREACH_ACCEPT, tournament),
        "may_draw": may(request.user, Permission.DRAW_MAKE, tournament),
        "may_edit": may(request.user, Permission.EVENT_EDIT, tournament),
        "may_enter": may(request.user, Permission.ENTRY_EDIT, tournament),
    }
    if ahead:
        # whoever entered alone is named in the list of those, once
        names = {(single.team.branch, single.team.ordinal) for single in alone}
        context["drafts"] = [team for team in ahead.drafts if (team.branch, team.ordinal) not in names]
        context["blocking"] = [p for p in ahead.problems if (p.data.get("branch"), p.data.get("ordinal")) not in names]
        by_branch = groupby(ahead.teams, lambda team: team.branch)
        branches = [(number, name, list(teams)) for number, (name, teams) in enumerate(by_branch, start=1)]
        context["branches"] = asked_rows(request.GET, branches, lambda search, branch: is_called(search, branch[1]))
    if draw:
        context |= _lines_of(request, draw)
    return render(request, "draw/draw.html", context, status=refused.status if refused else 200)


draw = needs(Permission.OFFICE_READ)(require_safe(draw_page))


@needs(Permission.DRAW_MAKE)
@changes(draw_page, PreviewForm)
def draw_preview(request: HttpRequest, tournament: Tournament, form: PreviewForm) -> None:
    typed = form.cleaned_data
    make = preview_ranks if typed["by_rank"] else preview_draw
    make(tournament, by=actor(request), seed=typed["seed"], without_drafts=typed["without_drafts"])


@needs(Permission.DRAW_MAKE)
@changes(draw_page, ConfirmationForm, _("The draw is confirmed and published. Registration is closed."))
def draw_confirmation(request: HttpRequest, tournament: Tournament, form: ConfirmationForm) -> None:
    typed, by = form.cleaned_data, actor(request)
    chosen = _chosen(request, tournament)
    confirm_draw(chosen, by=by, seen=form.made_from, accept=typed["accept"], reason=typed["reason"])


@needs(Permission.DRAW_MAKE)
@changes(draw_page, RepealForm, _("Draw %(number)s is discarded; its record stays."))
def draw_repeal(request: HttpRequest, tournament: Tournament, form: RepealForm) -> dict[str, int]:
    chosen = _chosen(request, tournament)
    discard_draw(chosen, by=actor(request), reason=form.cleaned_data["reason"])
    return {"number": chosen.number}


def _advancement_form(data: Any, tournament: Tournament, number: int) -> AdvancementForm:
    return AdvancementForm(data, of=advancement(stages_of(rounds(tournament))))


@needs(Permission.DRAW_MAKE)
@changes(draw_page, _advancement_form, _("Stage %(number)s is drawn and published."), to="draw")
def draw_stage(request: HttpRequest, tournament: Tournament, form: AdvancementForm, number: int) -> dict[str, int]:
    stage = get_object_or_404(Stage, tournament=tournament, number=number)
    typed = form.cleaned_data
    place_stage(stage, by=actor(request), absent=typed["absent"], seed=typed["seed"])
    return {"number": number}


def _partners_form(data: Any, tournament: Tournament) -> PartnersForm:
    return PartnersForm(data, of=singles(tournament), seats=tournament.fewest_players)


@needs(Permission.DRAW_MAKE)
@changes(
    draw_page,
    _partners_form,
    ngettext_lazy("%(n)s team is drawn and entered.", "%(n)s teams are drawn and entered.", "n"),
)
def draw_partners(request: HttpRequest, tournament: Tournament, form: PartnersForm) -> dict[str, int]:
    typed = form.cleaned_data
    choices = {"mixed": typed.get("mixed", False), "tables": typed["tables"], "seed": typed["seed"]}
    return {"n": len(draw_teams(tournament, typed["singles"], by=actor(request), **choices).teams)}


@needs(Permission.OFFICE_READ)
@require_safe
def draw_record(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    row = get_object_or_404(
        Draw.objects.select_related("made_by", "confirmed_by", "stage"), stage__tournament=tournament, number=number
    )
    context = {
        "tournament": tournament,
        "draw": draw_view(tournament, row),
        "sampling": row.sampling,
        "seal": seal_of(row) if row.sealed_at else None,
    }
    return render(request, "draw/record.html", context)
