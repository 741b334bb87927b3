"""赛制 of a stage, with the settings that the stage and the rule set give it."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery

from guandan_rules.options import Scale
from guandan_rules.scales import RESULT_POINTS
from tournaments.formats import FORMATS, made
from tournaments.formats.format import Format, Where, beside_bracket
from tournaments.models import Match, Round, Stage


def format_of(stage: Stage) -> Format:
    """The stage's format as it is set. KeyError for a name that is none, `SettingsError` for what it cannot take."""
    return format_by(stage, stage.rule_set)


def format_by(stage: Stage, rules: Mapping[str, Any]) -> Format:
    """The same by other rules than those that stand in its row, as before its draw."""
    third_place = stage.tournament.third_place_match
    return shaped(stage.format, stage.settings, third_place, rules.get("scale"), rules.get("bye_points"))


def where_of(match: Match, first: int) -> Where | None:
    """The part of its stage that the match belongs to, whose first one has the number ``first``; None where there are
    none."""
    season = made(match.round.stage.format, match.round.stage.settings)
    if season.season_days:
        return season.section(1)
    parts = () if match.place_for else matches_by_part(match.round.stage)
    return parts[match.number - first][1] if parts else beside_bracket(match.place_for, match.round.entrants)


def parts_of_round(stage: Stage, nth: int) -> tuple[Where, ...]:
    """The parts that are played in its ``nth`` round, from 1; before the draw only what the round is of the whole."""
    section = made(stage.format, stage.settings).section(nth)
    if section is not None:
        return (section,)
    return tuple(dict.fromkeys(where for round_, where in matches_by_part(stage) if round_ == nth))


def matches_by_part(stage: Stage) -> tuple[tuple[int, Where], ...]:
    """Round of the stage and part of each of its matches, by number; none before the draw, or where there are none."""
    format_ = made(stage.format, stage.settings)
    if not (format_.has_parts or format_.has_sections) or not stage.size:
        return ()
    pairs = zip(format_.plan(stage.size), format_.where(stage.size), strict=True)
    return tuple((match.round, where) for match, where in pairs)


def first_of(stage: str, of: type[Match] | type[Round]) -> Subquery:
    """The number of the first match, or round, of the stage in that field of a query; they count through the event."""
    rows: QuerySet[Any] = of._default_manager.filter(stage=OuterRef(stage))
    return Subquery(rows.order_by("number").values("number")[:1])


def shaped(
    name: str, settings: Mapping[str, Any], third_place: bool, scale: str | None, bye_points: int | None
) -> Format:
    """The format of that name: the stage's settings over what the event says of a match for third place, and over the
    points of the rule set's scale where that counts results; a bye is usually worth a win."""
    usual: dict[str, Any] = {"third_place": third_place}
    if scale in RESULT_POINTS:
        win, draw, loss = RESULT_POINTS[Scale(scale)]
        bye = win if bye_points is None else bye_points
        usual["points"] = {"win": str(win), "draw": str(draw), "loss": str(loss), "bye": str(bye)}
    known = {field.name for field in fields(FORMATS[name])}  # type: ignore[arg-type]
    return made(name, {field: value for field, value in usual.items() if field in known} | dict(settings))
