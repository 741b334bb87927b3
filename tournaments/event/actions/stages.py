"""阶段: the stages after the first. How one gets its teams: ``actions.advancement.place_stage``."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from accounts.models import User
from guandan_rules import OpenPoint, RuleSetError
from journal.recording import action, record
from journal.refusals import Problem, WrongState, refuse_if, refuse_overtaken
from scoring import clocks
from scoring.models import Clock
from tournaments.bracket.queries.versions import settings_version
from tournaments.bracket.rules.formats import format_of
from tournaments.bracket.rules.rounds import add_rounds
from tournaments.bracket.rules.rule_sets import frozen_options
from tournaments.calendar import is_reckonable
from tournaments.codes import Code, TournamentEvent
from tournaments.day.queries.timetable import order_problems, rounds_ahead
from tournaments.event.rules import follow_format, made_problems, places_problems, source_problems
from tournaments.locks import locked_event
from tournaments.models import Round, Stage, Tournament
from tournaments.presets.named_games import GUANDAN
from tournaments.states import TournamentState


@dataclass(frozen=True, slots=True)
class Entrance:
    """Who comes into a stage: ``places`` teams from ``first_place`` on of the stage numbered ``source`` (0: the last),
    by rank or ``by_lot``."""

    places: int
    source: int = 0
    first_place: int = 1
    by_lot: bool = False


@action
def add_stage(
    tournament: Tournament,
    *,
    by: User | None,
    format_: str,
    entrance: Entrance,
    starts: Sequence[datetime],
    settings: Mapping[str, Any] | None = None,
    rule_options: Mapping[str, Any] | None = None,
    minutes: int | None = None,
) -> Stage:
    """One more stage, with rounds at ``starts``, until the event is over.

    ``rule_options`` and ``minutes`` (of the clock) lie over the event's, of another game than 掼蛋 over those of the
    stage before. Refused: a format that does not exist or does
    not take so many teams, fewer rounds than they need, options that contradict each other, a stage or places that
    there are not, or that another stage takes, or a start in no year to reckon with or before the round ahead.
    """
    tournament = locked_event(tournament, TournamentState.ENTRY, TournamentState.DRAWN, TournamentState.RUNNING)
    last = tournament.stages.select_related("tournament").latest("number")
    stage = Stage(
        tournament=tournament,
        number=last.number + 1,
        format=format_,
        game=last.game,
        rule_set=last.rule_set,
        source=tournament.stages.filter(number=entrance.source).first() if entrance.source else last,
        places=entrance.places,
        first_place=entrance.first_place,
        by_lot=entrance.by_lot,
        settings=dict(settings or {}),
        rule_options={**({} if last.game == GUANDAN else last.rule_options), **(rule_options or {})},
        minutes=minutes,
    )
    refuse_if(source_problems(stage, Stage.objects.filter(source=stage.source)))
    refuse_if(_plan_problems(stage, starts))
    stage.rule_set = frozen_options(stage)
    stage.save()
    add_rounds(stage, starts)
    record(
        tournament.journal, TournamentEvent.STAGE_ADDED, tournament.subject, by=by,
        stage=stage.number, format=stage.format, places=stage.places, first=stage.first_place,
    )  # fmt: skip
    return stage


@action
def remove_stage(stage: Stage, *, by: User | None) -> None:
    """The last stage is not played after all, and its rounds go with it. ``WrongState`` once it is drawn, if another
    stage comes after it, or for the first one."""
    tournament = locked_event(stage.tournament, TournamentState.ENTRY, TournamentState.DRAWN, TournamentState.RUNNING)
    last = tournament.stages.latest("number")
    if last.pk != stage.pk or last.source is None or last.size:
        raise WrongState(f"stage:{stage.pk}", "drawn" if last.size else "followed")
    clocks_ = list(last.rounds.values_list("clock", flat=True))
    last.delete()
    Clock.objects.filter(pk__in=clocks_).delete()
    record(
        tournament.journal, TournamentEvent.STAGE_REMOVED, tournament.subject, by=by,
        stage=last.number, format=last.format,
    )  # fmt: skip


@action
def choose_format(
    tournament: Tournament,
    name: str,
    settings: Mapping[str, Any],
    *,
    by: User | None,
    seen: int | None = None,
    answers: Collection[OpenPoint] = (),
) -> Stage:
    """赛制: another format, or other settings of it, for the first stage while lots are not drawn.

    ``answers``: the open points of the notice that are settled by it. Refused at ``format``: there is none of that
    name; at each setting that it does not take. ``Overtaken`` if ``seen`` is old.
    """
    tournament = locked_event(tournament, TournamentState.ENTRY)
    refuse_overtaken(tournament.subject, seen, settings_version(tournament))
    stage = tournament.stages.select_related("tournament").earliest("number")
    stage.format, stage.settings, stage.tournament = name, dict(settings), tournament
    follow_format(tournament, "format", name)
    refuse_if(made_problems(stage))
    stage.save(update_fields=["format", "settings"])
    data: dict[str, Any] = {"answers": sorted(answers)} if answers else {}
    record(
        tournament.journal, TournamentEvent.TOURNAMENT_EDITED, tournament.subject, by=by,
        name=tournament.name, fields=["format"], **data,
    )  # fmt: skip
    return stage


def _plan_problems(stage: Stage, starts: Sequence[datetime]) -> list[Problem]:
    """Of the format: it takes so many teams, and there are rounds enough; then of the rules, and of the starts."""
    if wrong := places_problems(stage):
        return wrong
    format_ = format_of(stage)
    needed, planned = len(format_.rounds(format_.size(stage.places))), len(starts)
    if planned < needed:
        data = {"teams": stage.places, "needed": needed, "planned": planned, "missing": needed - planned}
        return [Problem(Code.TOO_FEW_ROUNDS, "rounds", data)]

    problems = []
    try:
        frozen_options(stage)
    except RuleSetError as error:
        options = [wrong.option for wrong in error.problems]
        problems += [Problem(Code.RULE_OPTION_INVALID, option, {"option": option}) for option in options]
    strange = [number for number, start in enumerate(starts, start=1) if not is_reckonable(start)]
    if strange:
        return problems + [Problem(Code.MOMENT_INVALID, f"round-{n}", {"round": n}) for n in strange]
    rows = Round.objects.filter(stage__tournament=stage.tournament).select_related("clock", "stage__source")
    rounds = list(rows.order_by("number", "sitting"))
    spans = [clocks.planned(round_.clock) for round_ in rounds]
    ahead = rounds_ahead([*(round_.stage for round_ in rounds), *[stage] * len(starts)])
    return problems + order_problems([*(round_.starts_at for round_ in rounds), *starts], spans, ahead)
