"""The sheets of a match, one a game, and its results: one version after the other, of which the newest counts."""

from typing import Any

from accounts.models import User
from guandan_rules import Verdict
from journal import clock
from scoring import clocks
from scoring.actions.sheets import close_sheet
from scoring.clocks import NO_TIME
from scoring.models import Sheet
from scoring.standings import first_standing
from scoring.states import ClockState, SheetState
from tournaments.bracket.rules.sides import place_of
from tournaments.models import Game, Match, Result


def current_sheet(match: Match) -> Sheet:
    """The sheet of the game being played, or of the last one."""
    return match.games.select_related("sheet__clock", "sheet__journal").order_by("-number")[0].sheet


def close_open_sheet(match: Match, verdict: Verdict, *, by: User | None) -> None:
    """The game being played, if one is, ends with that verdict; a team match is at no table itself."""
    if match.has_boards:
        return
    sheet = current_sheet(match)
    if sheet.state == SheetState.OPEN:
        close_sheet(sheet, verdict, by=by, place=place_of(match))


def has_deals(match: Match) -> bool:
    """Does a deal of this match count? Then both teams were there."""
    return match.games.filter(sheet__deals__struck_at=None, sheet__deals__isnull=False).exists()


def open_game(match: Match) -> Game:
    """The next game of the match, its sheet under the stage's frozen rule set, with what its table has of own time; the
    present one if it is still open. Where each game has its own time, that of a further one begins now."""
    games = list(match.games.select_related("sheet").order_by("number"))
    if games and games[-1].sheet.state == SheetState.OPEN:
        return games[-1]
    extra = games[-1].sheet.extra if games else NO_TIME
    if games and match.round.clock.games > 1:
        extra = clocks.elapsed(match.round.clock, clock.now(match.stage.tournament.journal))
    sheet = Sheet.objects.create(
        journal=match.stage.tournament.journal,
        clock=match.round.clock,
        game=match.stage.game,
        rule_set=match.stage.rule_set,
        standing=first_standing(match.stage.game, match.stage.rule_set).to_dict(),
        waits=not games and match.round.clock.state != ClockState.SET,
        extra=extra,
    )
    return Game.objects.create(match=match, number=len(games) + 1, sheet=sheet)


def new_result(match: Match, **columns: Any) -> Result:
    """The next version, of the match's two sides, at the event's present moment; the match is not saved."""
    return Result.objects.create(
        match=match,
        version=match.results.count() + 1,
        home_team_id=match.home_team_id,
        away_team_id=match.away_team_id,
        **{"at": clock.now(match.stage.tournament.journal)} | columns,
    )


def withdraw_result(match: Match) -> Result | None:
    """The (locked) match's result counts no more and stays readable; without saving the match."""
    old = match.result
    if old is not None:
        old.withdrawn_at = clock.now(match.stage.tournament.journal)
        old.save(update_fields=["withdrawn_at"])
    match.result = None
    return old
