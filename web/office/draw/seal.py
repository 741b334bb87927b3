"""封存抽签: the list is sealed under a fingerprint, and drawn by the numbers that the leaders call out."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from journal.refusals import Problem
from tournaments.bracket.words.names import team_name
from tournaments.chronicle.queries.ratings import rated_events
from tournaments.codes import Code
from tournaments.draw.actions.ceremony import open_ceremony
from tournaments.draw.actions.draws import draw_sealed, seal_draw
from tournaments.draw.queries.draws import Prospect, prospect
from tournaments.draw.queries.records import latest_seal
from tournaments.draw.queries.wishes import MOST_ROUNDS, MOST_SEEDS, WishRequest, earlier_events
from tournaments.entries.names import likeness
from tournaments.models import Draw, Tournament
from tournaments.permissions import Permission
from tournaments.states import BranchesApart
from tournaments.words import sentence
from web.requests.changes import changes
from web.requests.forms import PageForm
from web.requests.loaders import actor, needs

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
@require_http_methods(["GET", "HEAD", "POST"])
def draw_seal(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    if request.method != "POST":
        return _seal_page(request, tournament)
    form = SealForm(request.POST, of=prospect(tournament), tournament=tournament)

    def seal(typed: dict[str, Any]) -> None:
        wishes = WishRequest(
            **{name: typed[name] for name in ("seeds", "last", "rest_others", "meet_others")},
            rated=typed["rated"] or 0,
            best=typed["best"] or 0,
            rounds=typed["rounds"] or 1,
        )
        seal_draw(tournament, by=actor(request), without_drafts=typed["without_drafts"], wishes=wishes)

    if not form.try_to(seal, request).done:
        return _seal_page(request, tournament, form)
    messages.success(request, _("Sealed. Show the fingerprint to everybody before the numbers are called out."))
    return redirect("draw_seal", tournament.slug)


@needs(Permission.DRAW_MAKE)
@changes(_seal_page, NumbersForm, to="draw_ceremony")
def draw_numbers(request: HttpRequest, tournament: Tournament, form: NumbersForm) -> None:
    sealed = Draw.objects.filter(stage__tournament=tournament, sealed_at__isnull=False)
    chosen = sealed.select_related("stage__tournament__journal").order_by("number").last()
    if chosen is None:
        raise Http404
    draw_sealed(chosen, form.cleaned_data["called"], by=actor(request))
    open_ceremony(tournament, by=actor(request))
