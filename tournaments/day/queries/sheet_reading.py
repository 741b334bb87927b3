"""记分表 read for the referee: the sides at their seats, the deals, what is awaited, and the verdict proposed."""

from guandan_rules import (
    Awaited,
    ExtraLevel,
    OnTime,
    Pending,
    Race,
    Side,
    Sides,
    Verdict,
)
from journal.queries import last_event_number
from scoring import clocks
from scoring.games.game import EntryResult
from scoring.models import Confirmation, Deal, Penalty, Sheet
from scoring.queries import answers
from scoring.standings import Standing
from scoring.states import DealKind
from tournaments.bracket.queries.match_views import MatchView
from tournaments.bracket.queries.matches import single_view, team_label
from tournaments.bracket.rules.formats import format_of
from tournaments.day.queries.penalties import offence_choices, penalty_line
from tournaments.day.queries.sheet_play import Play, play_at
from tournaments.day.queries.sheet_previews import Typed, next_deal_view, preview_of_form, preview_of_order, rise_of
from tournaments.day.queries.sheet_views import DealLine, SheetView, SideAnswer, SideView, VerdictView
from tournaments.day.queries.sides import player_views
from tournaments.day.queries.submissions import by_device, finishers, received_by, submission_lines
from tournaments.models import Tournament
from tournaments.states import MatchState

SIDES = ("home", "away")


def sheet_view(
    tournament: Tournament, number: int, *, order: str = "", kind: str = "", typed: Typed | None = None
) -> SheetView | None:
    """The sheet of match ``number``, with a preview of the finish order being tapped, or of what is typed into the form
    of the game; None if there is no such match.

    A match that has no sheet yet, or never had one, shows an empty one that is not open.
    """
    play = play_at(tournament, number)
    if play is None:
        return None
    seen = last_event_number(tournament.journal, play.sheet.subject) if play.sheet else 0
    return _view(play, single_view(play.match), order=order, kind=kind, typed=typed, seen=seen)


def side_views(play: Play) -> tuple[SideView, SideView]:
    """Home and away with their players at their seats."""
    home, away = (_side_view(play, side) for side in SIDES)
    return home, away


def _side_view(play: Play, side: str) -> SideView:
    team = play.match.home_team if side == "home" else play.match.away_team
    people = [person for person in play.people if team and person.team_id == team.pk]
    seats, which = play.match.stage.tournament.seats, Side(side)
    score = play.scoreboard.scores[which]
    return SideView(
        side=side,
        team=team_label(team) if team else None,
        players=player_views(people, side, seats, play.ticked),
        level=score.level,
        on_stage=play.scoreboard.on_stage is which,
        passed=score.passed,
        fails=play.race.fails[which] if play.race else 0,
        fail_limit=(play.options.a_fail_limit or 0) if play.race else 0,
        games=sum(game.sheet.winner == side for game in play.match.games.all()),
        score=score.points if play.scoreboard.counts_points else None,
    )


def _view(play: Play, shown: MatchView, *, order: str, kind: str, typed: Typed | None, seen: int) -> SheetView:
    sides = side_views(play)
    names = {p.seat: p.name for side in sides for p in side.players if p.seat}
    kinds = play.kinds()
    sent = received_by(play.sheet) if play.sheet else []
    outcome = play.verdict() if play.sheet else None
    kind = kind if kind in kinds else next((k for k in kinds if k != DealKind.LATE), "")
    pending = outcome if isinstance(outcome, Pending) and play.is_open else None
    terms = play.game.terms(play.options)
    steps = [
        (row, play.game.result_of(before, after), after)
        for row, before, after in zip(play.entered, play.states, play.states[1:], strict=False)
    ]
    tributed = kind in (DealKind.REGULAR, DealKind.EXTRA)
    return SheetView(
        match=shown,
        sheet=play.sheet.pk if play.sheet else 0,
        standing=Standing.from_dict(play.sheet.standing) if play.sheet else Standing(),
        form=play.game.form(play.options),
        game=play.games,
        game_name=play.game.name,
        best_of=play.match.stage.tournament.best_of,
        takes_draws=format_of(play.match.stage).takes_draws,
        sides=sides,
        clock=play.clock,
        is_open=play.is_open,
        level=_level(play, kind),
        stage=play.scoreboard.on_stage or "",
        board=shown.board,
        tributes=play.game.tributes(play.options),
        on_time=terms.on_time.value if terms.on_time else "",
        deals=tuple(_deal_line(row, change, after, names) for row, change, after in steps if isinstance(row, Deal)),
        struck=tuple(_struck_line(row, names) for row in play.struck if isinstance(row, Deal)),
        awaited=pending.awaits.value if pending else "",
        asks_at_bell=pending is not None and _asks_at_bell(play, pending, terms.on_time),
        in_hand=play.in_hand,
        kinds=kinds,
        kind=kind,
        preview=preview_of_order(play, play.race, order, kind, names) if play.race else preview_of_form(play, typed),
        verdict=_verdict_view(outcome, play) if isinstance(outcome, Verdict) and _holds(play, shown, outcome) else None,
        next_deal=next_deal_view(play.options, play.race, names) if play.race and tributed else None,
        deal_number=len(play.deals) + 1,
        seen=seen,
        called_at=play.match.called_at,
        now=play.now,
        extra=play.sheet.extra if play.sheet else clocks.NO_TIME,
        penalties=tuple(penalty_line(row, change) for row, change, _after in steps if isinstance(row, Penalty)),
        struck_penalties=tuple(penalty_line(row) for row in play.struck if isinstance(row, Penalty)),
        offences=offence_choices(terms, play.entered) if play.is_open else (),
        effects=terms.effects,
        answers=_answers(play.sheet, seen),
        conflicts=submission_lines(sent, play.deals, names),
        received=by_device(sent, {row.mark for row in (*play.entered, *play.struck) if isinstance(row, Deal)}),
        outlook=play.game.outlook(play.options, play.state) if play.is_open else None,
    )


def _answers(sheet: Sheet | None, seen: int) -> tuple[SideAnswer, SideAnswer]:
    by_side = answers(sheet, seen) if sheet else {}
    home, away = (_answer(side, by_side.get(side)) for side in SIDES)
    return home, away


def _answer(side: str, confirmation: Confirmation | None) -> SideAnswer:
    if confirmation is None:
        return SideAnswer(side, "none")
    return SideAnswer(side, "agrees" if confirmation.agrees else "disputes", confirmation.note, confirmation.at)


def _level(play: Play, kind: str) -> int | None:
    """打几."""
    if kind == DealKind.EXTRA and play.race and play.options.extra_deal.level is ExtraLevel.TWO:
        return 2
    return play.scoreboard.next_level


def _asks_at_bell(play: Play, pending: Pending, on_time: OnTime | None) -> bool:
    if pending.awaits is Awaited.REFEREE:
        return play.time_up and on_time is OnTime.REFEREE and play.in_hand is None
    return pending.awaits is Awaited.DEAL_IN_HAND_QUESTION


def _holds(play: Play, shown: MatchView, verdict: Verdict) -> bool:
    """What the log says is what is proposed, or what was confirmed; not where a referee ruled otherwise."""
    disputed = play.match.state == MatchState.DISPUTED
    return play.is_open or disputed or (verdict.reason == shown.reason and (verdict.winner or "") == shown.winner)


def _verdict_view(verdict: Verdict, play: Play) -> VerdictView:
    facts = verdict.facts
    levels = facts.levels if facts else Sides.both(2)
    row = play.entered[facts.entry] if facts and facts.entry is not None else None
    return VerdictView(
        winner=verdict.winner or "",
        reason=verdict.reason.value,
        home=0 if play.scoreboard.counts_points else levels.home,
        away=0 if play.scoreboard.counts_points else levels.away,
        deal=row.number if isinstance(row, Deal) else 0,
    )


def _deal_line(deal: Deal, change: EntryResult, after: object, names: dict[str, str]) -> DealLine:
    return DealLine(
        number=deal.number,
        kind=deal.kind,
        entry=deal.entry,
        finishers=finishers(deal.order, names),
        level=change.level,
        rise=rise_of(after.steps[-1], change) if isinstance(after, Race) else None,
        entered_at=deal.entered_at,
        entered_by=str(deal.entered_by) if deal.entered_by else "",
        struck=False,
        mark=deal.mark,
        levels=(change.shown[1].home, change.shown[1].away),
    )


def _struck_line(deal: Deal, names: dict[str, str]) -> DealLine:
    by = str(deal.entered_by) if deal.entered_by else ""
    out, why = finishers(deal.order, names), deal.struck_reason
    return DealLine(deal.number, deal.kind, deal.entry, out, None, None, deal.entered_at, by, True, deal.mark, why)
