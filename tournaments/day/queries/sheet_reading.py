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
from scoring.models import Deal, Penalty, Sheet
from scoring.queries import answers
from scoring.standings import Standing
from scoring.states import DealKind
from tournaments.bracket.queries.match_views import MatchView
from tournaments.bracket.queries.matches import single_view
from tournaments.bracket.queries.table_states import AtTable, at_table
from tournaments.bracket.rules.boards import may_be_drawn
from tournaments.day.queries.sheet_parts import (
    by_device,
    finishers,
    offence_choices,
    penalty_line,
    player_views,
    submission_lines,
)
from tournaments.day.queries.sheet_play import (
    MatchPlay,
    Typed,
    next_deal_view,
    play_at,
    preview_of_form,
    preview_of_order,
    rise_of,
)
from tournaments.day.queries.sheet_views import DealLine, PastGame, SheetView, SideAnswer, SideView, VerdictView
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
    at = AtTable(at_table(play.verdict())) if play.match.state == MatchState.PLAYING else None
    return _view(play, single_view(play.match, at), order=order, kind=kind, typed=typed, seen=seen)


def _sides(play: MatchPlay, shown: MatchView) -> tuple[SideView, SideView]:
    """Home and away with their players at their seats."""
    sides = []
    for name, people, line in zip(SIDES, play.people, shown.lines, strict=True):
        side, score = Side(name), play.scoreboard.scores[Side(name)]
        view = SideView(
            side=name,
            team=line.team,
            players=player_views(people, name, play.match.stage.tournament.seats, play.ticked),
            level=score.level,
            on_stage=play.scoreboard.on_stage is side,
            passed=score.passed,
            fails=play.race.fails[side] if play.race else 0,
            fail_limit=(play.options.a_fail_limit or 0) if play.race else 0,
            games=sum(game.sheet.winner == name for game in play.match.games.all()),
            score=score.points if play.scoreboard.counts_points else None,
            colour=line.colour,
        )
        sides.append(view)
    return sides[0], sides[1]


def _past_games(play: MatchPlay) -> tuple[PastGame, ...]:
    """Those before the one that is being played."""
    past = [game for game in play.match.games.all() if game.sheet.winner and game.sheet != play.sheet]
    standings = [Standing(**game.sheet.standing) for game in past]
    shown = [(s.home_points, s.away_points) if s.home is None else (s.home, s.away) for s in standings]
    return tuple(PastGame(game.number, game.sheet.winner, both) for game, both in zip(past, shown, strict=True))


def _view(play: MatchPlay, shown: MatchView, *, order: str, kind: str, typed: Typed | None, seen: int) -> SheetView:
    sides, kinds = _sides(play, shown), play.kinds()
    names = {p.seat: p.name for side in sides for p in side.players if p.seat}
    sent = list(play.sheet.submissions.select_related("by", "deal").order_by("pk")) if play.sheet else []
    outcome = play.verdict() if play.sheet else None
    kind = kind if kind in kinds else next((k for k in kinds if k != DealKind.LATE), "")
    pending = outcome if isinstance(outcome, Pending) and play.is_open else None
    terms = play.game.terms(play.options)
    is_at_two = kind == DealKind.EXTRA and play.race and play.options.extra_deal.level is ExtraLevel.TWO
    asks_at_bell = pending is not None and pending.awaits is Awaited.DEAL_IN_HAND_QUESTION
    if pending and pending.awaits is Awaited.REFEREE:
        asks_at_bell = play.time_up and terms.on_time is OnTime.REFEREE and play.in_hand is None
    steps = [
        (row, play.game.result_of(before, after), after)
        for row, before, after in zip(play.entered, play.states, play.states[1:], strict=False)
    ]
    tributed = kind in (DealKind.REGULAR, DealKind.EXTRA)
    return SheetView(
        match=shown,
        sheet=play.sheet.pk if play.sheet else 0,
        standing=Standing(**play.sheet.standing) if play.sheet else Standing(),
        form=play.game.form(play.options),
        game=play.games,
        game_name=play.game.name,
        past=_past_games(play),
        best_of=play.match.stage.tournament.best_of,
        takes_draws=may_be_drawn(play.match),
        sides=sides,
        clock=play.clock,
        is_open=play.is_open,
        level=2 if is_at_two else play.scoreboard.next_level,
        stage=play.scoreboard.on_stage or "",
        board=shown.board,
        tributes=play.game.tributes(play.options),
        on_time=terms.on_time.value if terms.on_time else "",
        deals=tuple(_deal_line(row, names, change, after) for row, change, after in steps if isinstance(row, Deal)),
        struck=tuple(_deal_line(row, names) for row in play.struck if isinstance(row, Deal)),
        awaited=pending.awaits.value if pending else "",
        asks_at_bell=asks_at_bell,
        in_hand=play.in_hand,
        kinds=kinds,
        kind=kind,
        preview=preview_of_order(play, play.race, order, kind, names) if play.race else preview_of_form(play, typed),
        verdict=_verdict_view(play, shown, outcome) if isinstance(outcome, Verdict) else None,
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
    home, away = (
        SideAnswer(side, "agrees" if answer.agrees else "disputes", answer.note, answer.at)
        if (answer := by_side.get(side))
        else SideAnswer(side, "none")
        for side in SIDES
    )
    return home, away


def _verdict_view(play: MatchPlay, shown: MatchView, verdict: Verdict) -> VerdictView | None:
    """What the log says is what is proposed, or what was confirmed; None where a referee ruled otherwise."""
    is_undecided = play.is_open or play.match.state == MatchState.DISPUTED
    if not is_undecided and (verdict.reason, verdict.winner or "") != (shown.reason, shown.winner):
        return None
    facts = verdict.facts
    levels = Sides.both(0) if play.scoreboard.counts_points else facts.levels if facts else Sides.both(2)
    row = play.entered[facts.entry] if facts and facts.entry is not None else None
    deal = row.number if isinstance(row, Deal) else 0
    return VerdictView(verdict.winner or "", verdict.reason.value, levels.home, levels.away, deal)


def _deal_line(deal: Deal, names: dict[str, str], change: EntryResult | None = None, after: object = None) -> DealLine:
    """``change``: what it did, None of a struck one; ``after``: the state that it led to."""
    shown = change.shown[1] if change else None
    return DealLine(
        number=deal.number,
        kind=deal.kind,
        entry=deal.entry,
        finishers=finishers(deal.order, names),
        level=change.level if change else None,
        rise=rise_of(after.steps[-1], change) if change and isinstance(after, Race) else None,
        entered_at=deal.entered_at,
        entered_by=str(deal.entered_by) if deal.entered_by else "",
        struck=change is None,
        mark=deal.mark,
        reason=deal.struck_reason,
        levels=(shown.home, shown.away) if shown else (None, None),
    )
