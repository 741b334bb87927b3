"""积分表 (table): who stands where among those who meet in rounds, by an ordered list of tie-breaks, each row with the
one that sets it apart.

Points are `Fraction`s: what a match gives by its result (`Points`), or what a scale makes of it (`Meeting.points`).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import Final, TypeAlias

from tournaments.formats.format import Format, Meeting, Placed, group_at
from tournaments.formats.matches import LEAVES_THE_EVENT, WITHOUT_PLAY, Reason
from tournaments.formats.tie_breaks import SELECTABLE, Decision, Met, Number, Tally, TieBreak

NOTHING: Final = Fraction(0)
HALF: Final = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class Points:
    """胜、平、负、轮空的积分 where no scale counts them."""

    win: Fraction = Fraction(1)
    draw: Fraction = HALF
    loss: Fraction = NOTHING
    bye: Fraction = NOTHING


USUAL: Final = Points()
"""A match won is a point."""

Ranking: TypeAlias = list[tuple[int, TieBreak, int]]
"""Entries, best first, each with what tells it from everybody else, and the first of those whose place it shares,
itself where it has one of its own."""
Decisions: TypeAlias = Collection[Decision]


def tallies(meetings: Iterable[Meeting], points: Points, *, virtual: Number | None = None) -> dict[int, Tally]:
    """Every entry that stands somewhere, by entry; a bye counts nothing but its points. ``virtual``: in the rounds that
    one did not play stands an opponent with one's own points, but no more than so many (`Met`)."""
    by_entry: dict[int, Tally] = {}
    stood: dict[int, set[int]] = {}
    for meeting in meetings:
        for side, (slot, other) in enumerate(((meeting.home, meeting.away), (meeting.away, meeting.home))):
            if not isinstance(slot, int):
                continue
            tally = by_entry.setdefault(slot, Tally(slot))
            tally.position = tally.position or meeting.positions[side]
            stood.setdefault(meeting.round, set()).add(slot)
            outcome = meeting.outcome
            if outcome is None:
                continue
            if outcome.reason is Reason.BYE:
                worth = meeting.points[side] if meeting.points else points.bye
                tally.rest(worth)
                if virtual is not None:
                    tally.met.append(Met(None, worth, worth / points.win if points.win else NOTHING, virtual))
                continue
            tally.has_left |= outcome.loser == slot and outcome.reason in LEAVES_THE_EVENT
            if outcome.reason is Reason.DRAWN:
                share, worth = HALF, points.draw
            elif outcome.winner == slot:
                share, worth = Fraction(1), points.win
            else:
                share, worth = NOTHING, points.loss
            tally.meet(
                other,
                points=meeting.points[side] if meeting.points else worth,
                share=share,
                difference=-meeting.difference if side else meeting.difference,
                levels=meeting.levels[side],
                penalties=meeting.penalties[side],
                virtual=virtual if outcome.reason in WITHOUT_PLAY else None,
            )
    if virtual is not None:
        _miss(by_entry, stood.values(), virtual)
    return by_entry


def _miss(by_entry: Mapping[int, Tally], rounds: Iterable[Collection[int]], virtual: Number) -> None:
    """Whoever did not stand in one of the rounds was absent, or had not entered yet."""
    for here in rounds:
        for entry in by_entry.keys() - here:
            by_entry[entry].met.append(Met(None, NOTHING, NOTHING, virtual))


def standing(
    format_: Format,
    meetings: Iterable[Meeting],
    points: Points,
    decisions: Decisions = (),
    *,
    virtual: Number | None = None,
    struck: Collection[int] = (),
) -> tuple[Placed, ...]:
    """积分表, best first. Whoever left the event stands last and has no place; their matches count for the others, but
    for those who were ``struck``, whose meetings are open. Who is equal in everything shares a place, but for the
    ``decisions``. ``virtual``: as `tallies` has it."""
    by_entry = tallies(meetings, points, virtual=virtual)
    for entry in struck:
        by_entry[entry].has_left = True
    placed, places = [], dict[int, int]()
    for number, (entry, why, first) in enumerate(ranked(format_, by_entry, decisions), start=1):
        placed.append(_row(format_, by_entry, entry, places.setdefault(first, number), why))
    left = sorted((tally for tally in by_entry.values() if tally.has_left), key=lambda tally: tally.lot)
    whys = ((tally.entry, TieBreak.STRUCK if tally.entry in struck else TieBreak.LEFT) for tally in left)
    return (*placed, *(_row(format_, by_entry, entry, 0, why) for entry, why in whys))


def ranked(format_: Format, tallies: Mapping[int, Tally], decisions: Decisions = ()) -> Ranking:
    """Everybody who is still there. Of several groups: first all who lead theirs, then all second ones, …, among these
    by what a match brought on average in points, then in levels, since groups may differ by one."""
    by_group: dict[int, list[int]] = {}
    for entry, tally in tallies.items():
        if not tally.has_left:
            by_group.setdefault(group_at(tally.position, format_.groups), []).append(entry)
    rankings = {group: _told_apart(of, format_.criteria, tallies, decisions) for group, of in by_group.items()}
    if len(rankings) < 2:
        return [row for ranking in rankings.values() for row in ranking]
    rows = []
    for group, ranking in rankings.items():
        for place, (entry, why, first) in enumerate(ranking):
            tally = tallies[entry]
            played = tally.played or 1
            rows.append(((place, -tally.points / played, -tally.difference / played), group, entry, why, first))
    # who is equal within the group is asked about first
    sharing = {first for *_, entry, _why, first in rows if entry != first}
    across: Ranking = []
    for _average, of in groupby(sorted(rows), key=lambda row: row[0]):
        equals = [row[2:] for row in of]
        alone = len(equals) == 1 or TieBreak.LOT in format_.criteria or any(first in sharing for *_, first in equals)
        reasons = {entry: why for entry, why, _first in equals}
        decided = _decided(list(reasons), decisions)
        across += equals if alone else [(e, reasons[e] if why is TieBreak.EQUAL else why, f) for e, why, f in decided]
    return across


def _told_apart(
    entries: Collection[int],
    tie_breaks: Sequence[TieBreak],
    tallies: Mapping[int, Tally],
    decisions: Decisions,
    again: Sequence[TieBreak] = (),
) -> Ranking:
    """By the first of the tie-breaks, those who are equal in it by the next one, and so on.

    ``again``: those from 相互胜负 on, once it was asked. Fewer equals are asked them anew, except in stages that go by
    the lot at last: these were drawn before it was so."""
    if not tie_breaks:
        return _decided(sorted(entries, key=lambda entry: tallies[entry].lot), decisions)
    first, *others = tie_breaks
    assert first.measure
    if first.of_equals and tie_breaks[-1] is not TieBreak.LOT:
        again = tie_breaks
    equals, measured = frozenset(entries), dict[Number, list[int]]()
    for entry in entries:
        measured.setdefault(first.measure(tallies[entry], equals, tallies), []).append(entry)
    ranking: Ranking = []
    for value in sorted(measured, reverse=not first.is_fewest):
        still = measured[value]
        following = again if again and len(still) < len(equals) else others
        ranking += (
            [(still[0], first, still[0])]
            if len(still) == 1
            else _told_apart(still, following, tallies, decisions, again)
        )
    return ranking


def _decided(equals: Sequence[int], decisions: Decisions) -> Ranking:
    """Those who are equal in everything, as it was decided, or until then with one place for all."""
    decision = next((each for each in decisions if each.is_of(equals)), None)
    if decision is None or decision.how is TieBreak.SHARED:
        how = decision.how if decision else TieBreak.EQUAL
        return [(entry, how, equals[0]) for entry in equals]
    return [(entry, decision.how, entry) for entry in decision.entries]


def _row(format_: Format, tallies: Mapping[int, Tally], entry: int, place: int, why: TieBreak) -> Placed:
    tally = tallies[entry]
    return Placed(
        entry=entry,
        place=place,
        decided_by=why,
        won=tally.won,
        lost=tally.lost,
        difference=tally.difference,
        drawn=tally.drawn,
        points=Fraction(tally.points),
        group=group_at(tally.position, format_.groups),
        tie_breaks={
            each: each.measure(tally, (), tallies) for each in SELECTABLE if each.measure and not each.of_equals
        },
    )
