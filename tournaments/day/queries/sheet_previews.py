"""预览: what an order being tapped or a form being filled in would do; who pays, shuffles and leads after a deal."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from guandan_rules import (
    Awaited,
    Pending,
    Race,
    RuleSet,
    Seat,
    Step,
    TributeKind,
    Verdict,
    finish_order,
    order_problems,
    step,
    verdict,
)
from guandan_rules import Deal as PlayedDeal
from guandan_rules import DealKind as PlayedKind
from guandan_rules import next_deal as next_deal_after
from scoring.games import EntryError
from scoring.games.game import EntryResult
from tournaments.day.queries.sheet_play import Play
from tournaments.day.queries.sheet_views import Finisher, NextDealView, Preview, Rise
from tournaments.day.queries.submissions import finishers

Typed: TypeAlias = Mapping[str, Sequence[str]]
"""The texts of a form, several a field."""
GOES_ON = (Awaited.PLAY_ON, Awaited.EXTRA_DEAL)


def _finisher(seat: Seat, names: dict[str, str], place: int = 0) -> Finisher:
    return Finisher(place, seat.value, seat.side.value, names.get(seat.value, ""))


def rise_of(step: Step, change: EntryResult) -> Rise | None:
    """升级 by a deal, as the winner's scoreboard shows it; None of a penalty."""
    if step.order is None or step.winner is None:
        return None
    before, after = (shown[step.winner] or 0 for shown in change.shown)
    return Rise(
        winner=step.winner.value,
        places=(1, step.order.partner_place),
        gain=after - before if change.points else step.gain,
        before=before,
        after=after,
        passed=step.passed is not None,
        failed=tuple(side.value for side in step.failed),
        fell=tuple(side.value for side in step.fell),
    )


def next_deal_view(rules: RuleSet, race: Race, names: dict[str, str]) -> NextDealView | None:
    """贡牌 and who leads after the last deal, by the names at the seats; None before the first and after the end."""
    last = race.last_deal
    if last is None or race.winner:
        return None
    next_deal = next_deal_after(rules, last.order)
    return NextDealView(
        level=race.next_level,
        stage=race.on_stage or "",
        double=next_deal.kind is TributeKind.DOUBLE,
        payers=tuple(_finisher(seat, names) for seat in next_deal.payers),
        receivers=tuple(_finisher(seat, names) for seat in next_deal.receivers),
        shuffles=_finisher(next_deal.shuffles, names),
        cuts=_finisher(next_deal.cuts, names),
        draws_first=_finisher(next_deal.draws_first, names),
        leader=_finisher(next_deal.leader, names) if next_deal.leader else None,
        leader_if_resisted=_finisher(next_deal.leader_if_resisted, names),
    )


def preview_of_order(play: Play, race: Race, order: str, kind: str, names: dict[str, str]) -> Preview:
    """Who is out so far in an order of seats, and what it does once it is whole."""
    letters = order.strip().upper()
    if not kind or not letters:
        return Preview(letters)
    # one seat, or two opponents: more must go out
    seats = [Seat(letter) for letter in letters if letter in tuple(Seat)]
    is_begun = len(seats) == 1 or (len(seats) == 2 and seats[0].side is not seats[1].side)
    if is_begun and len(seats) == len(letters):
        return Preview(letters, finishers=finishers(letters, names))
    problems = order_problems(letters)
    if problems:
        return Preview(letters, problems)
    deal = PlayedDeal(finish_order(letters), PlayedKind(kind))
    after = step(play.options, race, deal)
    goes_on = verdict(play.options, after, time_up=play.time_up, in_hand=play.in_hand)
    awaits = goes_on.awaits if isinstance(goes_on, Pending) else None
    return Preview(
        order=deal.letters,
        finishers=finishers(deal.letters, names),
        rise=rise_of(after.steps[-1], play.game.result_of(race, after)),
        next_deal=next_deal_view(play.options, after, names) if awaits in GOES_ON else None,
        decides=isinstance(goes_on, Verdict),
    )


def preview_of_form(play: Play, typed: Typed | None) -> Preview:
    """What stands after the entry that the texts make; nothing while they make none."""
    if not typed or not play.kinds():
        return Preview("")
    try:
        entry = play.game.entry_of(play.game.form(play.options).raw(typed))
    except EntryError:
        return Preview("")
    after = play.game.step(play.options, play.state, entry)
    goes_on = play.game.verdict(play.options, after, time_up=play.time_up, in_hand=play.in_hand)
    home, away = play.game.result_of(play.state, after).shown[1]
    return Preview("", stood=(home, away), decides=isinstance(goes_on, Verdict))
