"""The settings of an event as the office reads and changes them."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from scoring.models import Deal
from tournaments.models import Result, Tournament
from tournaments.presets.named_games import NAMED_GAMES, named_game
from tournaments.presets.preset import Award


@dataclass(frozen=True)
class TournamentSettings:
    """All that the office may change. ``closes`` and ``draw`` are times on the wall of the event's zone, not aware."""

    name: str
    organiser: str
    document: str
    place: str
    committees: str
    own_rules: str
    branch_word: str
    member_word: str
    leader_word: str
    zone: str
    closes: datetime
    draw: datetime | None
    own_days: int
    check_in_minutes: int
    last_bell_minutes: int
    branches_apart: str
    third_place_match: bool
    names_public: bool
    is_rated: bool
    best_of: int
    boards: int
    boards_equal: str
    stop_early: bool
    match_clock: bool
    rule_options: Mapping[str, Any]
    awards: tuple[Award, ...]


def settings_of(tournament: Tournament) -> TournamentSettings:
    """The settings as they are."""
    zone, draw_at = tournament.tzinfo, tournament.draw_at
    written_otherwise: dict[str, Any] = {
        "closes": on_the_wall(tournament.closes_at, zone),
        "draw": on_the_wall(draw_at, zone) if draw_at else None,
        "awards": tuple(Award(**award) for award in tournament.awards),
    }
    names = [field.name for field in fields(TournamentSettings) if field.name not in written_otherwise]
    return TournamentSettings(**{name: getattr(tournament, name) for name in names}, **written_otherwise)


def present_game(tournament: Tournament) -> str:
    """The key of the game that the event plays (`presets.named_games`)."""
    first = tournament.stages.earliest("number")
    return named_game(first.game, first.rule_set)


def plays_deals(tournament: Tournament) -> bool:
    """Is its game written down deal by deal, and not as one result?"""
    return NAMED_GAMES[present_game(tournament)].has_deals


def has_results(tournament: Tournament) -> bool:
    """Was anything played or decided? Then the event is never deleted."""
    return (
        Result.objects.filter(match__stage__tournament=tournament).exists()
        or Deal.objects.filter(sheet__journal=tournament.journal_id).exists()
    )


def on_the_wall(moment: datetime, zone: ZoneInfo) -> datetime:
    """The time that a clock in the hall shows, without its zone."""
    return moment.astimezone(zone).replace(tzinfo=None)
