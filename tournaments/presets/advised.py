"""From an advice to an event: the rules that it was reckoned with, and the blueprint of a proposal."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import time
from typing import Any

from guandan_rules import named
from tournaments.forecast.advice import Change, Proposal, Wish, advise, changes
from tournaments.forecast.legs import Leg
from tournaments.forecast.plan import ForecastRound, Plan
from tournaments.formats import FORMATS, KNOCKOUT
from tournaments.formats.settings import FOR_NEW
from tournaments.presets.named_games import GUANDAN
from tournaments.presets.preset import AWARDS, USUAL_RULES, Blueprint, DayTime, StagePlan, empty_blueprint
from tournaments.states import BranchesApart

HOUR = 60


def advice(wish: Wish, game: str = GUANDAN) -> tuple[Proposal, ...]:
    """建议 for a game of `named_games`: of 掼蛋 under the usual rules, with the wish's minutes a round."""
    return advise(wish, named(USUAL_RULES) if game == GUANDAN else None)


def changed_wishes(wish: Wish, game: str = GUANDAN) -> tuple[Change, ...]:
    """What to change so that something fits, for the same game."""
    return changes(wish, named(USUAL_RULES) if game == GUANDAN else None)


def advised_blueprint(
    wish: Wish, proposal: Proposal, name: str, organiser: str = "", *, game: str = GUANDAN
) -> Blueprint:
    """The event that plays the proposal: its stages, and each round with its sittings.

    Entries close as those of an empty event do, half an hour before the first round.
    """
    first, *later = proposal.legs
    starts = _starts(proposal.rounds_of(0))
    has_third = any(dict(leg.settings).get("third_place") for leg in proposal.legs)
    thirds = 2 if proposal.legs[-1].name == KNOCKOUT and not has_third else 1
    minutes = {"minutes": wish.minutes}
    is_guandan, is_usual = game == GUANDAN, wish.minutes == named(USUAL_RULES).minutes
    empty = empty_blueprint(name, rounds=len(starts), at=starts[0].at, format_=first.name, game=game)
    return replace(
        empty,
        organiser=organiser,
        rounds=starts,
        settings=_settings(first),
        later=tuple(
            StagePlan(leg.name, leg.entries, _starts(proposal.rounds_of(number)), settings=_settings(leg))
            for number, leg in enumerate(later, start=1)
        ),
        tables=wish.tables,
        plan=Plan(first.entries, wish.start, wish.latest, wish.breaks, wish.least).column(),
        rule_options=minutes if is_guandan and not is_usual else {},
        game_options=empty.game_options if is_guandan else {**empty.game_options, **minutes},
        third_place_match=has_third,
        branches_apart=BranchesApart.HALVES if FORMATS[first.name].is_sheet else BranchesApart.FIRST_ROUND,
        awards=tuple(replace(award, count=thirds) if award.rank == 3 else award for award in AWARDS),
    )


def _settings(leg: Leg) -> Mapping[str, Any]:
    """Those of the stage; a match for third place is the event's."""
    return {**FOR_NEW.get(leg.name, {}), **{name: value for name, value in leg.settings if name != "third_place"}}


def _starts(rounds: tuple[ForecastRound, ...]) -> tuple[DayTime, ...]:
    """Each round at its first start, with those of its further sittings."""
    moments = ([DayTime(planned.day - 1, time(*divmod(at, HOUR))) for at in planned.starts] for planned in rounds)
    return tuple(replace(first, sittings=tuple(further)) for first, *further in moments)
