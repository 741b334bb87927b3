"""逐轮抽签 at the desk: lots for a round by the program, or typed as they are drawn in the hall."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods

from tournaments.bracket.queries.labels import team_label
from tournaments.bracket.rules.building import open_before
from tournaments.bracket.words.names import round_name, team_name
from tournaments.draw.actions.lots import draw_round
from tournaments.draw.queries.round_draws import Pot, draws_rounds, pot_of
from tournaments.models import Tournament
from tournaments.permissions import Permission
from web.day.desk import day_context
from web.requests.forms import OptionalNumber, PageForm, Text
from web.requests.loaders import actor, needs, stage_round

POSITION = "position-"


class SeedForm(PageForm):
    """A draw by the program; without a seed it makes one."""

    seed = Text(
        _("Seed"),
        autocomplete="off",
        help_text=_("For example numbers called out in the hall. Without one, the program takes a fresh random seed."),
    )


class RoundLotsForm(PageForm):
    """A field a team, for the position that it drew; left blank it has none yet."""

    def __init__(self, data: Any = None, *, of: Pot, **more: Any) -> None:
        super().__init__(data, **more)
        self.fields |= {
            f"{POSITION}{team.pk}": OptionalNumber(team_name(team_label(team)), autocomplete="off") for team in of.teams
        }

    def lots(self) -> dict[int, int | None]:
        """Position by the id of the team."""
        return {int(name.removeprefix(POSITION)): self.cleaned_data[name] for name in self.fields if POSITION in name}


@needs(Permission.ROUND_RUN)
@require_http_methods(["GET", "HEAD", "POST"])
def round_draw(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    round_ = stage_round(tournament, number, 1)
    planned = round_.stage.matches.filter(round__number=number, place_for=None).count()
    has_one_before = round_.stage.rounds.filter(number__lt=number).exists()
    if not draws_rounds(round_) or not planned or not has_one_before:
        raise Http404
    pot, by_program = pot_of(round_, planned), request.method == "POST" and "by_hand" not in request.POST
    seeding = SeedForm(request.POST if by_program else None)
    lots = RoundLotsForm(request.POST if request.method == "POST" and not by_program else None, of=pot)
    form = seeding if by_program else lots

    def draw(typed: dict[str, Any]) -> None:
        if by_program:
            draw_round(round_, by=actor(request), seed=typed["seed"])
        else:
            draw_round(round_, by=actor(request), lots=lots.lots())

    if request.method == "POST" and form.try_to(draw, request).done:
        return redirect("desk_round", tournament.slug, number)
    context = day_context(request, tournament) | {
        "round": round_,
        "title": round_name(round_.entrants, number=number),
        "pot": pot,
        "is_early": open_before(round_).exists(),
        "byes": pot.size - len(pot.teams),
        "seeding": seeding,
        "lots": lots,
        "refused": form if request.method == "POST" else None,
    }
    return render(request, "day/round_draw.html", context, status=form.status if request.method == "POST" else 200)
