"""赛制编排: the stages, tables, minutes and hours of an event changed as a whole, in place."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db.models import F

from accounts.models import User
from journal import clock
from journal.recording import action, record
from journal.refusals import Problem, WrongState, ask_about, refuse_if, refuse_overtaken
from scoring.games import GAMES
from scoring.models import Clock
from tournaments.bracket.rules.rounds import add_rounds, add_sittings, freeze_rules, planned_span, rounds_in_sittings
from tournaments.bracket.rules.tables import record_move, stamp
from tournaments.calendar import is_reckonable
from tournaments.codes import Code, TournamentEvent
from tournaments.day.actions.timetable import MOST_ROUNDS, set_tables
from tournaments.day.queries.timetable import moment_doubts, order_problems, rounds_ahead
from tournaments.event.actions.stages import remove_stage
from tournaments.event.queries.shape import Shape, StageShape, Starts, hours_of, shape_of, shape_version
from tournaments.event.rules import follow_format, made_problems, places_problems, source_problems
from tournaments.locks import locked_event
from tournaments.models import Round, Stage, Tournament
from tournaments.presets.named_games import GUANDAN
from tournaments.states import TournamentState

AWAY = 1_000
"""Rounds that get other numbers pass through these, so that no two ever have the same."""


@action
def reshape(
    tournament: Tournament,
    shape: Shape,
    starts: Sequence[Sequence[Starts]],
    *,
    by: User | None,
    seen: int | None = None,
    sure: Collection[str] | None = None,
) -> Tournament:
    """The event has this shape; ``starts`` are the hours (aware) of each round of each stage, its sittings together. A
    stage that is drawn stays as it is, with its rounds.

    Refused at ``<field>-<number>`` of a stage: a format that does not exist or does not take so many teams, settings
    that it does not take, places that there are not or that another stage takes; minutes once lots are drawn; too many
    rounds, or one that starts before the one ahead of it is over. Asked about: a new start in the past, at night, or
    far from what stands beside it. ``Overtaken`` if ``seen`` is old.
    """
    tournament = locked_event(tournament, TournamentState.ENTRY, TournamentState.DRAWN, TournamentState.RUNNING)
    refuse_overtaken(tournament.subject, seen, shape_version(tournament))
    before = shape_of(tournament)
    if shape.tables != before.tables:
        set_tables(tournament, shape.tables, by=by)
    edited = [name for name in ("minutes", "plan") if getattr(shape, name) != getattr(before, name)]
    if "minutes" in edited:
        _set_minutes(tournament, shape.minutes)
    tournament.plan = shape.plan.column()
    tournament.save(update_fields=["plan", "rule_options"])
    edited += ["format"] if _set_stages(tournament, before.stages, shape.stages, by=by) else []
    freeze_rules(tournament)
    if edited:
        record(
            tournament.journal, TournamentEvent.TOURNAMENT_EDITED, tournament.subject, by=by,
            public=edited != ["plan"], name=tournament.name, fields=edited,
        )  # fmt: skip
    _set_rounds(tournament, starts, by=by, sure=sure)
    return tournament


def _set_minutes(tournament: Tournament, minutes: int | None) -> None:
    """限时 of a match, an option of the event or, of another game than 掼蛋, of its stages."""
    refuse_if([] if tournament.state == TournamentState.ENTRY else [Problem(Code.AFTER_DRAW, "minutes")])
    first = tournament.stages.earliest("number")
    if first.game == GUANDAN:
        tournament.rule_options = {**tournament.rule_options, "minutes": minutes}
        return
    wrong = GAMES[first.game].options_problems({**first.rule_set, "minutes": minutes})
    refuse_if([Problem(Code.RULE_OPTION_INVALID, "minutes", {"option": "minutes"})] if wrong else [])
    for stage in tournament.stages.all():
        stage.rule_options = {**stage.rule_options, "minutes": minutes}
        stage.save(update_fields=["rule_options"])


def _set_stages(
    tournament: Tournament, before: Sequence[StageShape], after: Sequence[StageShape], *, by: User | None
) -> bool:
    """Whether anything about a stage that there was has changed. A stage more or less is recorded here."""
    known = {stage.number: stage for stage in tournament.stages.select_related("tournament", "source")}
    changed = [n for n, (old, new) in enumerate(zip(before, after, strict=False), start=1) if old != new]
    if any(known[number].size for number in known if number in changed or number > len(after)):
        raise WrongState(tournament.subject, "drawn")
    for number in sorted((number for number in known if number > len(after)), reverse=True):
        remove_stage(known.pop(number), by=by)
    for number, planned in enumerate(after, start=1):
        if number not in known:
            options = {} if known[1].game == GUANDAN else known[1].rule_options
            game, rule_set = known[1].game, known[1].rule_set
            known[number] = Stage(number=number, game=game, rule_set=rule_set, rule_options=dict(options))
        stage = known[number]
        stage.format, stage.settings, stage.minutes = planned.format, dict(planned.settings), planned.minutes
        stage.source = known.get(planned.source) if number > 1 else None
        stage.places, stage.first_place, stage.by_lot = planned.places, planned.first_place, planned.by_lot
        stage.tournament = tournament
    if not known[1].size:
        follow_format(tournament, "format-1", known[1].format)
    touched = [known[number] for number in (*changed, *range(len(before) + 1, len(after) + 1))]
    problems = [
        replace(problem, field=f"{problem.field}-{stage.number}")
        for stage in touched
        for problem in _stage_problems(stage, list(known.values()))
    ]
    refuse_if(problems)
    for stage in touched:
        is_new = stage.pk is None
        stage.save()
        if is_new:
            record(
                tournament.journal, TournamentEvent.STAGE_ADDED, tournament.subject, by=by,
                stage=stage.number, format=stage.format, places=stage.places, first=stage.first_place,
            )  # fmt: skip
    return bool(changed)


def _stage_problems(stage: Stage, stages: Sequence[Stage]) -> list[Problem]:
    """Of the places that come into it, of its format, and whether that takes so many."""
    if not stage.places:
        return made_problems(stage)
    others = [other for other in stages if other is not stage and other.places and other.source is stage.source]
    if problems := source_problems(stage, others):
        return [*problems, *made_problems(stage)]
    return places_problems(stage)


def _set_rounds(
    tournament: Tournament, starts: Sequence[Sequence[Starts]], *, by: User | None, sure: Collection[str] | None
) -> None:
    """Each stage that is not drawn has a round for each of its ``starts``."""
    before, hours = rounds_in_sittings(tournament), hours_of(tournament)
    strange = [at for of_stage in starts for of_round in of_stage for at in of_round if not is_reckonable(at)]
    refuse_if([Problem(Code.DATE_INVALID, "first_day")] if strange else [])
    moved: list[tuple[Round, datetime]] = []
    number = 0
    for stage, wanted in zip(tournament.stages.select_related("tournament").order_by("number"), starts, strict=True):
        rounds = [of_round for of_round in before if of_round[0].stage_id == stage.pk]
        if stage.size:
            if rounds[0][0].number != number + 1:
                raise WrongState(tournament.subject, "drawn")
            number += len(rounds)
            continue
        _delete([sitting for of_round in rounds[len(wanted) :] for sitting in of_round])
        # no two ever have the same number
        Round.objects.filter(stage=stage).update(number=F("number") + AWAY)
        for nth, (first_start, *further) in enumerate(wanted):
            number += 1
            first, *later = rounds[nth] if nth < len(rounds) else add_rounds(stage, [first_start])
            moved += [(first, first.starts_at)] if nth < len(rounds) and first.starts_at != first_start else []
            first.number, first.starts_at = number, first_start
            first.save(update_fields=["number", "starts_at"])
            _delete(later)
            add_sittings(first, further)
    after = rounds_in_sittings(tournament)
    refuse_if(_order_problems(tournament, hours, after, sure))
    if hours_of(tournament) == hours:
        return
    if tournament.state != TournamentState.ENTRY:
        for round_, was in moved:
            record_move(round_, was, by=by)
    if tournament.state == TournamentState.ENTRY or len(before) != len(after):
        data: dict[str, Any] = {
            "rounds": len(after),
            "before": len(before),
            "starts": [stamp(of_round[0].starts_at) for of_round in after],
        }
        record(tournament.journal, TournamentEvent.ROUNDS_PLANNED, tournament.subject, by=by, **data)


def _delete(sittings: Sequence[Round]) -> None:
    Round.objects.filter(pk__in=[sitting.pk for sitting in sittings]).delete()
    Clock.objects.filter(pk__in=[sitting.clock_id for sitting in sittings]).delete()


def _order_problems(
    tournament: Tournament, hours: Sequence[Starts], after: Sequence[list[Round]], sure: Collection[str] | None
) -> list[Problem]:
    """Too many rounds, or one that starts before the one ahead of it is over; then asks about starts that are odd."""
    if len(after) > MOST_ROUNDS:
        return [Problem(Code.TOO_MANY_ROUNDS, "", {"most": MOST_ROUNDS})]
    starts = [of_round[0].starts_at for of_round in after]
    spans = [planned_span(of_round) for of_round in after]
    problems = order_problems(starts, spans, rounds_ahead([of_round[0].stage for of_round in after]))
    if not problems:
        present = [of_round[0] for of_round in hours]
        ask_about(moment_doubts(starts, present, clock.now(tournament.journal), tournament.tzinfo), sure)
    return problems
