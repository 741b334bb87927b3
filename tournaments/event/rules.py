"""What a stage may be: its format with its settings, and the places that come into it."""

from collections.abc import Iterable, Mapping
from typing import Any

from journal.refusals import Problem, refuse_if
from tournaments.bracket.queries.advancement import FARTHEST
from tournaments.bracket.rules.formats import format_of
from tournaments.codes import Code
from tournaments.entries.seats import USUAL
from tournaments.formats import FORMATS
from tournaments.formats.settings import SettingsError
from tournaments.models import Stage, Team, Tournament


def made_problems(stage: Stage) -> list[Problem]:
    """Of its format: there is none of that name, it does not take a setting, its matches have one board alone, or
    their sides must choose the days."""
    try:
        changes = format_of(stage).changes_partners
        alone = (
            [] if changes == stage.tournament.changing_partners else [Problem(Code.PARTNERS_IN_ALL_STAGES, "format")]
        )
        return [
            *alone,
            *one_board_problems("format", [stage.format], stage.tournament.boards),
            *own_days_problems("format", [stage.format], stage.tournament.own_days),
        ]
    except KeyError:
        return [Problem(Code.VALUE_INVALID, "format")]
    except SettingsError as wrong:
        return settings_problems(wrong, stage.settings)


def one_board_problems(field: str, formats: Iterable[str], boards: int) -> list[Problem]:
    """Where whoever wins changes the table a match has one board."""
    keeps = boards > 1 and any(FORMATS[name].keeps_tables for name in formats)
    return [Problem(Code.TABLES_OF_ONE_BOARD, field)] if keeps else []


def partners_problems(
    field: str, format_: str, *, seats: int, reserves: int, boards: int, own_days: int
) -> list[Problem]:
    """每轮换搭档: two sit on each side of a table, at one board, at the hour of the round, and nobody sits for them."""
    fit = seats == USUAL and boards == 1 and not own_days and not reserves
    is_wrong = format_ in FORMATS and FORMATS[format_].changes_partners and not fit
    return [Problem(Code.PARTNERS_OF_TWO, field)] if is_wrong else []


def follow_format(tournament: Tournament, field: str, format_: str) -> None:
    """Everybody enters alone, or not any more, as the format of the first stage has it. Refused at the ``field`` once
    teams are entered, and where sides are not two."""
    changes = format_ in FORMATS and FORMATS[format_].changes_partners
    if changes == tournament.changing_partners:
        return
    has_teams = Team.objects.filter(branch__tournament=tournament).exists()
    present = {name: getattr(tournament, name) for name in ("seats", "boards", "own_days")}
    refuse_if(
        [
            *([Problem(Code.TEAMS_HAVE_SEATS, field, {"seats": tournament.fewest_players})] if has_teams else []),
            *partners_problems(field, format_, reserves=0, **present),
        ]
    )
    tournament.changing_partners, tournament.reserves = changes, 0 if changes else tournament.reserves
    tournament.save(update_fields=["changing_partners", "reserves"])


def own_days_problems(field: str, formats: Iterable[str], own_days: int) -> list[Problem]:
    """Where matches come by challenges their sides choose the days."""
    is_ladder = any(FORMATS[name].season_days for name in formats)
    return [Problem(Code.LADDER_WITHOUT_OWN_DAYS, field)] if is_ladder and not own_days else []


def places_problems(stage: Stage) -> list[Problem]:
    """As `made_problems`; then whether the format takes so many places."""
    if problems := made_problems(stage):
        return problems
    format_ = format_of(stage)
    if format_.fewest <= stage.places <= format_.most:
        return []
    return [Problem(Code.NUMBER_OUT_OF_RANGE, "places", {"low": format_.fewest, "high": format_.most})]


def settings_problems(wrong: SettingsError, settings: Mapping[str, Any]) -> list[Problem]:
    """What its format does not take of the settings, each at its name."""
    order = list(map(str, settings.get("criteria", ())))
    unfit = Code.CRITERION_TWICE if len(set(order)) < len(order) else Code.VALUE_INVALID
    return [Problem(unfit if name == "criteria" else Code.VALUE_INVALID, name) for name in wrong.names]


def source_problems(stage: Stage, others: Iterable[Stage]) -> list[Problem]:
    """Of the places that come: they exist, and none of the others takes them."""
    if stage.source is None:
        return [Problem(Code.VALUE_INVALID, "source")]
    if not 1 <= stage.first_place <= FARTHEST:
        return [Problem(Code.NUMBER_OUT_OF_RANGE, "first_place", {"low": 1, "high": FARTHEST})]
    taken = range(stage.first_place, stage.first_place + stage.places)
    for other in others:
        theirs = range(other.first_place, other.first_place + other.places)
        if max(taken.start, theirs.start) < min(taken.stop, theirs.stop):
            data = {"stage": other.number, "first": theirs.start, "last": theirs.stop - 1}
            return [Problem(Code.PLACES_TAKEN, "first_place", data)]
    return []
