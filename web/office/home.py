"""The office's home with the next thing to do, and the settings of the event."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from journal import clock
from journal.queries import last_event_number
from tournaments.actions.tournaments import edit_tournament
from tournaments.models import Tournament
from tournaments.permissions import Permission, may
from tournaments.play.rule_sets import rule_set
from tournaments.presets.preset import Award
from tournaments.queries.matches import rounds
from tournaments.queries.office import next_step
from tournaments.queries.settings import TournamentSettings, settings_of
from tournaments.states import TournamentState
from web.attempts import Attempt
from web.loaders import actor, needs
from web.numbers import seen_number
from web.office.forms import SettingsForm


@needs(Permission.OFFICE_READ)
@require_safe
def office(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    now = clock.now(tournament.journal)
    step = next_step(tournament, now)
    context = {
        "tournament": tournament,
        "next": step,
        "now": now,
        "entries": step.entries,
        "rounds": () if step.entries else rounds(tournament),
        "may_edit": may(request.user, Permission.ENTRY_EDIT, tournament),
    }
    return render(request, "office/home.html", context)


@needs(Permission.EVENT_EDIT)
def settings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    frozen = tournament.state != TournamentState.ENTRY
    form = SettingsForm(request.POST or None, initial=_initial(tournament), frozen=frozen)
    tried = Attempt()
    if request.method == "POST":
        seen = seen_number(request.POST.get("seen", ""))
        tried = form.try_to(
            lambda _values: edit_tournament(
                tournament, _settings(tournament, form, frozen=frozen), by=actor(request), seen=seen
            ),
            request,
        )
        if tried.done:
            messages.success(request, _("The settings are saved."))
            return redirect("settings", tournament.slug)
    context = {
        "tournament": tournament,
        "form": form,
        "frozen": frozen,
        "seen": last_event_number(tournament.journal, tournament.subject),
        "tables": tournament.tables.count(),
    }
    return render(request, "office/settings.html", context, status=tried.status)


def _initial(tournament: Tournament) -> dict[str, Any]:
    rules = rule_set(tournament).to_dict()
    plain = (
        "name", "organiser", "document", "place", "zone", "check_in_minutes", "last_bell_minutes",
        "opposite_halves", "third_place_match", "best_of",
    )  # fmt: skip
    same = ("minutes", "grace_minutes", "on_time", "pass_condition", "pass_scope")
    return {
        **{name: getattr(tournament, name) for name in plain},
        **{name: rules[name] for name in same},
        "closes": tournament.closes_at,
        "draw": tournament.draw_at,
        "tie": tuple(rules["tie_rules"]),
        "a_fail": (rules["a_fail_limit"], str(rules["a_fail_to"])) if rules["a_fail_limit"] else (None, ""),
        "report_at": rules["report_at"],
        **{f"award_{award['rank']}": award["name"] for award in tournament.awards},
    }


def _settings(tournament: Tournament, form: SettingsForm, *, frozen: bool) -> TournamentSettings:
    """The typed values; of a drawn event only those that may still change, the rest as it is."""
    values, present = form.cleaned_data, settings_of(tournament)
    about = {name: values[name] for name in SettingsForm.ABOUT}
    if frozen:
        return TournamentSettings(**{**vars(present), **about})
    closes, draw = form.wall("closes"), form.wall("draw")
    assert closes is not None
    return TournamentSettings(
        **about,
        zone=values["zone"],
        closes=closes,
        draw=draw,
        opposite_halves=values["opposite_halves"],
        third_place_match=values["third_place_match"],
        best_of=values["best_of"],
        rule_options=_rule_options(tournament, values),
        awards=_awards(present.awards, values),
    )


def _rule_options(tournament: Tournament, values: dict[str, Any]) -> dict[str, Any]:
    same = ("minutes", "grace_minutes", "on_time", "pass_condition", "pass_scope", "report_at")
    limit, fall = values["a_fail"]
    chosen = {name: values[name] for name in same} | {"tie_rules": list(values["tie"]), "a_fail_limit": limit}
    if limit:
        chosen["a_fail_to"] = fall
    present = rule_set(tournament).to_dict()
    return {**tournament.rule_options, **{name: value for name, value in chosen.items() if present[name] != value}}


def _awards(present: tuple[Award, ...], values: dict[str, Any]) -> tuple[Award, ...]:
    thirds = 1 if values["third_place_match"] else 2
    counts = {award.rank: award.count for award in present} | {3: thirds}
    return tuple(Award(rank, values[f"award_{rank}"].strip(), counts.get(rank, 0)) for rank in (1, 2, 3, 0))
