"""封存抽签 and 抽签仪式: the list is sealed under a fingerprint and drawn by the numbers that the leaders call out;
and the ceremony as the operator runs it: the next lot, the pace, lots typed as they are drawn, codes for the
leaders."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from journal.queries import last_event_number
from journal.refusals import Problem
from tournaments.bracket.words.names import team_name
from tournaments.chronicle.queries.ratings import rated_events
from tournaments.codes import Code
from tournaments.draw.actions.ceremony import (
    end_ceremony,
    open_ceremony,
    pause_ceremony,
    repeat_lot,
    run_ceremony,
    set_pace,
    show_lot,
    take_back_lot,
    type_lot,
)
from tournaments.draw.actions.draws import draw_sealed, preview_draw, seal_draw
from tournaments.draw.queries.ceremony import CeremonyView, present_ceremony, turn_token, view_of
from tournaments.draw.queries.draws import Prospect, present_draw, prospect
from tournaments.draw.queries.records import latest_seal
from tournaments.draw.queries.wishes import MOST_ROUNDS, MOST_SEEDS, WishRequest, earlier_events
from tournaments.entries.names import likeness
from tournaments.models import Draw, Tournament
from tournaments.permissions import Permission, may
from tournaments.states import BranchesApart, CeremonyPace, TournamentState
from tournaments.words import sentence
from web.displays.ceremony import scene
from web.files.qr_codes import full_address, is_local, qr_image
from web.office.draw.draw import PreviewForm, draw_page
from web.requests.forms import Choice, Number, PageForm
from web.requests.fragments import page_or_part
from web.requests.loaders import actor, changes, needs

TYPED_LINES = forms.Textarea(attrs={"rows": 4, "autocomplete": "off"})


class SealForm(PageForm):
    """What is asked of the draw beyond the rules, and whether drafts are left out."""

    seeds = forms.CharField(
        label=pgettext_lazy("draw", "Seeded teams"), required=False, widget=TYPED_LINES,
        help_text=_("One team on each line, the best first. The first two are drawn into different halves, and so on."),
    )  # fmt: skip
    rated = forms.IntegerField(
        label=_("How many are seeded by their players' ratings"), required=False, min_value=0, max_value=MOST_SEEDS,
        help_text=_(
            "By the mean of a team. Used where no seeded teams are typed; teams without a rating are not seeded."
        ),
    )  # fmt: skip
    rounds = forms.TypedChoiceField(label=_("Teams of a branch are kept apart"), coerce=int, required=False)
    last = forms.ModelChoiceField(label=_("The last event"), queryset=Tournament.objects.none(), required=False)
    best = forms.IntegerField(
        label=_("How many of its best are seeded"), required=False, min_value=0, max_value=MOST_SEEDS,
        help_text=_("Used where no seeded teams are typed."),
    )  # fmt: skip
    rest_others = forms.BooleanField(label=_("Teams that had a bye then have none now"), required=False)
    meet_others = forms.BooleanField(
        label=_("Teams that met in its first round do not meet in the first round now"), required=False
    )
    without_drafts = forms.BooleanField(label=_("leave out the drafts"), required=False)
    aliases = {"drafts": "without_drafts"}

    def __init__(self, data: Any = None, *, of: Prospect, tournament: Tournament, **more: Any) -> None:
        super().__init__(data, **more)
        self.teams = {likeness(team_name(team)): team.id for team in of.teams}
        apart = max(1, BranchesApart(tournament.branches_apart).rounds)
        self.fields["rounds"].choices = [  # type: ignore[attr-defined]
            (apart, gettext("as the event has it")),
            *((n, gettext("in the first %(n)s rounds") % {"n": n}) for n in range(apart + 1, MOST_ROUNDS + 1)),
        ]
        if of.shape.groups > 1:
            self.fields["seeds"].help_text = gettext(
                "One team on each line, the best first. As many as there are groups are drawn into different ones, "
                "then as many again."
            )
        events = Tournament.objects.filter(pk__in=[event.pk for event in earlier_events(tournament)])
        self.fields["last"].queryset = events  # type: ignore[attr-defined]

    def clean_seeds(self) -> tuple[int, ...]:
        lines = [line.strip() for line in self.cleaned_data["seeds"].splitlines() if line.strip()]
        seeds: list[int] = []
        for line in lines:
            team = self.teams.get(likeness(line))
            if team is None or team in seeds:
                raise forms.ValidationError(sentence(Problem(Code.SEEDS_UNKNOWN, "seeds", {"line": line})))
            seeds.append(team)
        if len(seeds) > MOST_SEEDS:
            raise forms.ValidationError(sentence(Problem(Code.NUMBERS_TOO_MANY, "seeds", {"most": MOST_SEEDS})))
        return tuple(seeds)


class NumbersForm(PageForm):
    """The numbers as they were called out."""

    called = forms.CharField(
        label=_("Numbers called out"),
        required=False,
        widget=TYPED_LINES,
        help_text=_(
            "One on each line, in the order in which they were called. "
            "The name of the branch may come before its number."
        ),
    )


def _seal_page(request: HttpRequest, tournament: Tournament, refused: PageForm | None = None) -> HttpResponse:
    """``refused`` is the form that was, and stays as it was typed."""
    ahead = prospect(tournament)
    context = {
        "tournament": tournament,
        "prospect": ahead,
        "refused": refused,
        "seal": latest_seal(tournament),
        "sealing": refused if isinstance(refused, SealForm) else SealForm(of=ahead, tournament=tournament),
        "numbers": refused if isinstance(refused, NumbersForm) else NumbersForm(),
        "has_earlier": bool(earlier_events(tournament)),
        "has_ratings": rated_events().exists(),
    }
    return render(request, "draw/seal.html", context, status=refused.status if refused else 200)


@needs(Permission.DRAW_MAKE)
@changes(
    _seal_page,
    lambda data, tournament: SealForm(data, of=prospect(tournament), tournament=tournament),
    _("Sealed. Show the fingerprint to everybody before the numbers are called out."),
    is_page=True,
)
def draw_seal(request: HttpRequest, tournament: Tournament, form: SealForm) -> None:
    typed = form.cleaned_data
    wishes = WishRequest(
        **{name: typed[name] for name in ("seeds", "last", "rest_others", "meet_others")},
        rated=typed["rated"] or 0,
        best=typed["best"] or 0,
        rounds=typed["rounds"] or 1,
    )
    seal_draw(tournament, by=actor(request), without_drafts=typed["without_drafts"], wishes=wishes)


@needs(Permission.DRAW_MAKE)
@changes(_seal_page, NumbersForm, to="draw_ceremony")
def draw_numbers(request: HttpRequest, tournament: Tournament, form: NumbersForm) -> None:
    sealed = Draw.objects.filter(stage__tournament=tournament, sealed_at__isnull=False)
    chosen = sealed.select_related("stage__tournament__journal").order_by("number").last()
    if chosen is None:
        raise Http404
    draw_sealed(chosen, form.cleaned_data["called"], by=actor(request))
    open_ceremony(tournament, by=actor(request))


class OpeningForm(PreviewForm):
    """Lots are drawn by hand, or by the program now; else the preview that is there is shown."""

    by_hand = forms.BooleanField(required=False)
    by_program = forms.BooleanField(required=False)


class StepForm(PageForm):
    """One press: which step, and the lot that it means."""

    step = forms.CharField(required=False)
    lot = Number(length=4)


class PaceForm(PageForm):
    pace = Choice(_("Who turns the next lot?"), list(CeremonyPace.choices), forms.RadioSelect)
    seconds = Number(_("Seconds from lot to lot"), length=3)


class LotForm(PageForm):
    """The next lot as it is drawn: the team whose turn it is, or another one."""

    team = forms.TypedChoiceField(label=_("Team"), coerce=int)
    position = Number(_("Position drawn"), length=4, autocomplete="off", autofocus=True)

    def __init__(self, data: Any = None, *, view: CeremonyView | None, **more: Any) -> None:
        super().__init__(data, **more)
        waiting = view.waiting if view else ()
        self.fields["team"].choices = [(team.id, team_name(team)) for team in waiting]  # type: ignore[attr-defined]


STEPS: dict[str, Callable[..., Any]] = {
    "next": show_lot,
    "back": take_back_lot,
    "run": run_ceremony,
    "pause": pause_ceremony,
    "repeat": repeat_lot,
    "end": end_ceremony,
}
"""What a button of the operator does; the first two with the lot that they mean."""


def _ceremony_page(request: HttpRequest, tournament: Tournament, refused: PageForm | None = None) -> HttpResponse:
    """``refused`` is the form that was, and stays as it was typed."""
    tournament.journal.refresh_from_db()
    ceremony = present_ceremony(tournament)
    view = view_of(ceremony) if ceremony else None
    if view is None or view.is_over:
        return draw_page(request, tournament, refused) if refused else redirect("draw", tournament.slug)
    in_registration = tournament.state == TournamentState.ENTRY
    drawn = present_draw(tournament)
    may_draw = may(request.user, Permission.DRAW_MAKE, tournament) and in_registration
    is_shown = may_draw and drawn is not None and not view.by_hand and view.is_complete and not drawn.breaches
    pace = {"pace": view.pace, "seconds": view.seconds}
    context = {
        "tournament": tournament,
        "refused": refused,
        "view": view,
        "scene": scene(view),
        "draw": drawn,
        "publishes": last_event_number(tournament.journal, drawn.subject) if drawn and is_shown else 0,
        "pace": refused if isinstance(refused, PaceForm) else PaceForm(initial=pace),
        "lot": refused if isinstance(refused, LotForm) else LotForm(view=view, apart="lot"),
        "may_draw": may_draw,
    }
    return page_or_part(request, "draw/ceremony.html", context, status=refused.status if refused else 200)


draw_ceremony = needs(Permission.OFFICE_READ)(require_safe(_ceremony_page))


@needs(Permission.DRAW_MAKE)
@changes(draw_page, OpeningForm)
def ceremony_opening(request: HttpRequest, tournament: Tournament, form: OpeningForm) -> None:
    typed, by = form.cleaned_data, actor(request)
    if typed["by_program"]:
        preview_draw(tournament, by=by, seed=typed["seed"], without_drafts=typed["without_drafts"])
    open_ceremony(tournament, by=by, by_hand=typed["by_hand"], without_drafts=typed["without_drafts"])


@needs(Permission.DRAW_MAKE)
@changes(_ceremony_page, PaceForm)
def ceremony_pace(request: HttpRequest, tournament: Tournament, form: PaceForm) -> None:
    ceremony = present_ceremony(tournament)
    if ceremony is not None:
        set_pace(ceremony, by=actor(request), **form.cleaned_data)


@needs(Permission.DRAW_MAKE)
@require_POST
def ceremony_step(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form, ceremony, step = StepForm(request.POST), present_ceremony(tournament), request.POST.get("step", "")
    if ceremony is None or step not in STEPS:
        return redirect("draw_ceremony", tournament.slug)

    def take(typed: dict[str, Any]) -> None:
        lot = [typed["lot"]] if step in ("next", "back") else []
        STEPS[step](ceremony, *lot, by=actor(request))

    if not form.try_to(take, request).done:
        return _ceremony_page(request, tournament, form)
    if step != "end":
        return redirect("draw_ceremony", tournament.slug)
    messages.success(request, _("The ceremony is over. Nothing is published before the draw is confirmed."))
    return redirect("draw", tournament.slug)


@needs(Permission.DRAW_MAKE)
@require_POST
def ceremony_lot(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    ceremony = present_ceremony(tournament)
    if ceremony is None:
        return redirect("draw_ceremony", tournament.slug)
    form = LotForm(request.POST, view=view_of(ceremony))

    def keep(typed: dict[str, Any]) -> None:
        type_lot(ceremony, typed["team"], typed["position"], by=actor(request), sure=form.insisted)

    if not form.try_to(keep, request).done:
        return _ceremony_page(request, tournament, form)
    return redirect("draw_ceremony", tournament.slug)


@needs(Permission.DRAW_MAKE)
@require_safe
def ceremony_cards(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A card with a code for the leader of every branch; it may be printed days before."""
    branches = tournament.branches.select_related("tournament").order_by("number")
    paths = [(each.name, reverse("draw_turn", args=[tournament.slug, turn_token(each)])) for each in branches]
    context = {
        "tournament": tournament,
        "codes": [(name, path, qr_image(full_address(request, path))) for name, path in paths],
        "is_local": is_local(full_address(request, "/")),
    }
    return render(request, "draw/cards.html", context)
