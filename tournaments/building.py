"""From a drawn sheet to rows: every match of the bracket at once, byes taken along, whatever the size of the event."""

from django.db import connection

from scoring.models import Sheet
from scoring.standings import Standing
from tournaments.bookings import book_all
from tournaments.formats import knockout
from tournaments.models import Game, Match, Stage
from tournaments.progress import SIDES, fed_side, put, slot_of
from tournaments.states import MatchState, SlotKind


def build_matches(stage: Stage, positions: list[int | None]) -> list[Match]:
    """Make every match of a drawn sheet: 2ⁿ positions of team ids, None for a bye. The rounds exist and have names.

    Matches whose two teams are known are ready, with a sheet and their bookings; byes hand their team on.
    """
    planned = knockout.plan(len(positions), third_place=stage.tournament.third_place_match)
    matches = _unsaved(stage, planned)
    by_key = {match.pk: match for match in matches}
    for match in matches:
        _seat(match, positions)
        _settle(match, by_key)
    made = Match.objects.bulk_create(matches)
    _open(stage, [match for match in made if match.state == MatchState.READY])
    return made


def _unsaved(stage: Stage, planned: tuple[knockout.PlannedMatch, ...]) -> list[Match]:
    """In the order of the rounds. The keys are taken beforehand, so that matches can point at later ones."""
    rounds = {r.number: r for r in stage.rounds.select_related("clock")}
    keys = _new_keys(len(planned))
    return [
        Match(
            pk=keys[p.number - 1],
            stage=stage,
            round=rounds[p.round],
            number=p.number,
            place=p.place,
            third_place=p.is_third_place,
            home_source=_source(p.home),
            away_source=_source(p.away),
            winner_to_id=keys[p.winner_to.match - 1] if p.winner_to else None,
            loser_to_id=keys[p.loser_to.match - 1] if p.loser_to else None,
        )
        for p in planned
    ]


def _new_keys(count: int) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)",
            [Match._meta.db_table, count],
        )
        return [key for (key,) in cursor.fetchall()]


def _source(source: knockout.Source) -> str:
    match source:
        case knockout.Position(number):
            return f"position:{number}"
        case knockout.WinnerOf(number):
            return f"winner:{number}"
        case knockout.LoserOf(number):
            return f"loser:{number}"
    raise ValueError(f"a fixed sheet has no {source}")


def _seat(match: Match, positions: list[int | None]) -> None:
    for side in SIDES:
        kind, _, number = getattr(match, f"{side}_source").partition(":")
        if kind == "position":
            team = positions[int(number) - 1]
            put(match, side, SlotKind.BYE if team is None else SlotKind.TEAM, team)


def _settle(match: Match, by_key: dict[int, Match]) -> None:
    """Only a bye decides anything before the first card."""
    outcome = knockout.settle(slot_of(match, "home"), slot_of(match, "away"))
    if outcome is not None:
        match.state = MatchState.BYE
        _hand_on(match, "winner", by_key.get(match.winner_to_id or 0), outcome.winner)
        _hand_on(match, "loser", by_key.get(match.loser_to_id or 0), outcome.handed_down)
    elif match.home_slot == match.away_slot == SlotKind.TEAM:
        match.state = MatchState.READY


def _hand_on(match: Match, kind: str, target: Match | None, slot: knockout.Slot) -> None:
    if target is not None:
        team = slot if isinstance(slot, int) else None
        put(target, fed_side(target, kind, match.number), SlotKind.TEAM if team else SlotKind.BYE, team)


def _open(stage: Stage, ready: list[Match]) -> None:
    journal = stage.tournament.journal
    sheets = Sheet.objects.bulk_create(
        Sheet(journal=journal, clock=m.round.clock, rule_set=stage.rule_set, standing=Standing().to_dict())
        for m in ready
    )
    Game.objects.bulk_create(Game(match=m, number=1, sheet=sheet) for m, sheet in zip(ready, sheets, strict=True))
    book_all(ready)
