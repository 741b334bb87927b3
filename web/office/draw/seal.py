"""封存抽签: the list is sealed under a fingerprint, and drawn by the numbers that the leaders call out."""

from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from journal.refusals import Problem
from tournaments.bracket.words.names import team_name
from tournaments.codes import Code
from tournaments.draw.actions.seals import draw_sealed, seal_draw
from tournaments.draw.queries.draws import Prospect, prospect
from tournaments.draw.queries.records import latest_seal
from tournaments.draw.queries.wishes import MOST_ROUNDS, MOST_SEEDS, WishRequest, earlier_events
from tournaments.entries.names import likeness
from tournaments.models import Draw, Tournament
from tournaments.permissions import Permission
from tournaments.words import sentence
from web.requests.forms import PageForm
from web.requests.loaders import actor, needs

Lines = forms.Textarea(attrs={"rows": 4, "autocomplete": "off"})


class SealForm(PageForm):
    """What is asked of the draw beyond the rules, and whether drafts are left out."""

    seeds = forms.CharField(
        label=pgettext_lazy("draw", "Seeded teams"),
        required=False,
        widget=Lines,
        help_text=gettext_lazy(
            "One team on each line, the best first. The first two are drawn into different halves, and so on."
        ),
    )
    rounds = forms.TypedChoiceField(label=gettext_lazy("Teams of a branch are kept apart"), coerce=int, required=False)
    last = forms.ModelChoiceField(
        label=gettext_lazy("The last event"), queryset=Tournament.objects.none(), required=False
    )
    best = forms.IntegerField(
        label=gettext_lazy("How many of its best are seeded"),
        required=False,
        min_value=0,
        max_value=MOST_SEEDS,
        help_text=gettext_lazy("Used where no seeded teams are typed."),
    )
    rest_others = forms.BooleanField(label=gettext_lazy("Teams that had a bye then have none now"), required=False)
    meet_others = forms.BooleanField(
        label=gettext_lazy("Teams that met in its first round do not meet in the first round now"), required=False
    )
    without_drafts = forms.BooleanField(label=gettext_lazy("leave out the drafts"), required=False)
    aliases = {"drafts": "without_drafts"}

    def __init__(self, data: Any = None, *, of: Prospect, tournament: Tournament, **more: Any) -> None:
        super().__init__(data, **more)
        self.teams = {likeness(team_name(team)): team.id for team in of.teams}
        self.fields["rounds"].choices = [  # type: ignore[attr-defined]
            (1, _("in the first round")),
            *((count, _("in the first %(n)s rounds") % {"n": count}) for count in range(2, MOST_ROUNDS + 1)),
        ]
        if of.groups > 1:
            self.fields["seeds"].help_text = _(
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
        label=gettext_lazy("Numbers called out"),
        required=False,
        widget=Lines,
        help_text=gettext_lazy(
            "One on each line, in the order in which they were called. "
            "The name of the branch may come before its number."
        ),
    )


@needs(Permission.DRAW_MAKE)
@require_http_methods(["GET", "HEAD", "POST"])
def draw_seal(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    ahead = prospect(tournament)
    if request.method != "POST":
        return _page(request, tournament, ahead)
    form = SealForm(request.POST, of=ahead, tournament=tournament)

    def seal(typed: dict[str, Any]) -> None:
        wishes = WishRequest(
            seeds=typed["seeds"],
            best=typed["best"] or 0,
            rounds=typed["rounds"] or 1,
            last=typed["last"],
            rest_others=typed["rest_others"],
            meet_others=typed["meet_others"],
        )
        seal_draw(tournament, by=actor(request), without_drafts=typed["without_drafts"], wishes=wishes)

    attempt = form.try_to(seal, request)
    if attempt.done:
        messages.success(request, _("Sealed. Show the fingerprint to everybody before the numbers are called out."))
        return redirect("draw_seal", tournament.slug)
    return _page(request, tournament, ahead, form, attempt.status)


@needs(Permission.DRAW_MAKE)
@require_POST
def draw_numbers(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    sealed = Draw.objects.filter(stage__tournament=tournament, sealed_at__isnull=False)
    chosen = sealed.select_related("stage__tournament__journal").order_by("number").last()
    if chosen is None:
        raise Http404
    form = NumbersForm(request.POST)
    attempt = form.try_to(lambda typed: draw_sealed(chosen, typed["called"], by=actor(request)), request)
    if attempt.done:
        return redirect("draw", tournament.slug)
    return _page(request, tournament, prospect(tournament), form, attempt.status)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    ahead: Prospect,
    refused: PageForm | None = None,
    status: int = HTTPStatus.OK,
) -> HttpResponse:
    context = {
        "tournament": tournament,
        "prospect": ahead,
        "refused": refused,
        "seal": latest_seal(tournament),
        "sealing": refused if isinstance(refused, SealForm) else SealForm(of=ahead, tournament=tournament),
        "numbers": refused if isinstance(refused, NumbersForm) else NumbersForm(),
        "has_earlier": bool(earlier_events(tournament)),
    }
    return render(request, "draw/seal.html", context, status=status)
