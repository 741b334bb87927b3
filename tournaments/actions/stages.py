"""阶段: a stage after the first. How it gets its teams: ``actions.draws.place_stage``."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from accounts.models import User
from guandan_rules import RuleSetError
from journal.recording import action, record
from journal.refusals import Problem, refuse_if, refuse_overtaken
from scoring import clocks
from tournaments.calendar import is_reckonable
from tournaments.formats.settings import SettingsError
from tournaments.locks import locked_event
from tournaments.models import Round, Stage, Tournament
from tournaments.play.formats import format_of
from tournaments.play.rounds import add_rounds
from tournaments.play.rule_sets import frozen_options, stage_rules
from tournaments.queries.timetable import order_problems
from tournaments.queries.versions import settings_version
from tournaments.states import Code, TournamentEvent, TournamentState


@action
def add_stage(
    tournament: Tournament,
    *,
    by: User | None,
    format_: str,
    places: int,
    starts: Sequence[datetime],
    settings: Mapping[str, Any] | None = None,
    rule_options: Mapping[str, Any] | None = None,
    minutes: int | None = None,
) -> Stage:
    """One more stage after the last, for its first ``places``, while lots are not drawn; with rounds at ``starts``.

    ``rule_options`` and ``minutes`` (of the clock) lie over the event's. Refused: a format that does not exist or does
    not take so many teams, fewer rounds than they need, options that contradict each other, a start in no year to
    reckon with or before the round ahead.
    """
    tournament = locked_event(tournament, TournamentState.ENTRY)
    last = tournament.stages.latest("number")
    stage = Stage(
        tournament=tournament,
        number=last.number + 1,
        format=format_,
        game=last.game,
        rule_set=last.rule_set,
        source=last,
        places=places,
        settings=dict(settings or {}),
        rule_options=dict(rule_options or {}),
        minutes=minutes,
    )
    refuse_if(_format_problems(stage, len(starts)) or [*_rule_problems(stage), *_start_problems(tournament, starts)])
    stage.rule_set = frozen_options(stage)
    stage.save()
    add_rounds(stage, starts)
    record(
        tournament.journal,
        TournamentEvent.STAGE_ADDED,
        tournament.subject,
        by=by,
        stage=stage.number,
        format=stage.format,
        places=places,
    )
    return stage


@action
def choose_format(
    tournament: Tournament, name: str, settings: Mapping[str, Any], *, by: User | None, seen: int | None = None
) -> Stage:
    """赛制: another format, or other settings of it, for the first stage while lots are not drawn.

    Refused at ``format``: there is none of that name; at each setting that it does not take. ``Overtaken`` if ``seen``
    is old.
    """
    tournament = locked_event(tournament, TournamentState.ENTRY)
    refuse_overtaken(tournament.subject, seen, settings_version(tournament))
    stage = tournament.stages.select_related("tournament").earliest("number")
    stage.format, stage.settings = name, dict(settings)
    refuse_if(_made_problems(stage))
    stage.save(update_fields=["format", "settings"])
    record(
        tournament.journal, TournamentEvent.TOURNAMENT_EDITED, tournament.subject, by=by,
        name=tournament.name, fields=["format"],
    )  # fmt: skip
    return stage


def _made_problems(stage: Stage) -> list[Problem]:
    try:
        format_of(stage)
    except KeyError:
        return [Problem(Code.VALUE_INVALID, "format")]
    except SettingsError as wrong:
        return [Problem(Code.VALUE_INVALID, name) for name in wrong.names]
    return []


def _format_problems(stage: Stage, planned: int) -> list[Problem]:
    if wrong := _made_problems(stage):
        return wrong
    format_ = format_of(stage)
    if not format_.fewest <= stage.places <= format_.most:
        return [Problem(Code.NUMBER_OUT_OF_RANGE, "places", {"low": format_.fewest, "high": format_.most})]
    needed = len(format_.rounds(format_.size(stage.places)))
    if planned < needed:
        data = {"teams": stage.places, "needed": needed, "planned": planned, "missing": needed - planned}
        return [Problem(Code.TOO_FEW_ROUNDS, "rounds", data)]
    return []


def _rule_problems(stage: Stage) -> list[Problem]:
    try:
        stage_rules(stage)
    except RuleSetError as error:
        return [Problem(Code.RULE_OPTION_INVALID, wrong.option, {"option": wrong.option}) for wrong in error.problems]
    return []


def _start_problems(tournament: Tournament, starts: Sequence[datetime]) -> list[Problem]:
    invalid = [
        Problem(Code.MOMENT_INVALID, f"round-{number}", {"round": number})
        for number, start in enumerate(starts, start=1)
        if not is_reckonable(start)
    ]
    rounds = Round.objects.filter(stage__tournament=tournament).select_related("clock").order_by("number", "sitting")
    spans = [clocks.planned(round_.clock) for round_ in rounds]
    return invalid or order_problems([*(round_.starts_at for round_ in rounds), *starts], spans)
