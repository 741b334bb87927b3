"""积分表 (table): who stands where among those who meet in rounds, by an ordered list of tie-breaks, each row with the
one that sets it apart.

Points are `Fraction`s: what a match gives by its result (`Points`), or what a scale makes of it (`Meeting.points`).
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, TypeAlias

from tournaments.formats.format import NO_GROUPS, Format, Meeting, Placed, group_at
from tournaments.formats.matches import BYE, LEAVES_THE_EVENT, WITHOUT_PLAY, Reason, Slot
from tournaments.formats.tie_breaks import SELECTABLE, Met, Number, Tally, TieBreak

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

Ranking: TypeAlias = list[tuple[int, TieBreak]]
"""Entries, best first, each with what tells it from everybody else."""


class AllAtOnce(Format):
    """瑞士制, 移位赛: nobody goes out, and a table of points follows from the rounds. In each everybody stands.

    The positions are the entries, one more if their number is odd, whose opponent rests (轮空)."""

    takes_draws = True

    def size(self, entries: int) -> int:
        if not self.fewest <= entries <= self.most:
            raise ValueError(f"{self.name} takes {self.fewest} to {self.most} entries, not {entries}")
        return entries + entries % 2

    def placed(self, ranking: Sequence[int], groups: Mapping[int, int] = NO_GROUPS) -> tuple[Slot, ...]:
        return (*ranking, *[BYE] * (len(ranking) % 2))


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
    *,
    virtual: Number | None = None,
    struck: Collection[int] = (),
) -> tuple[Placed, ...]:
    """积分表, best first. Whoever left the event stands last and has no place; their matches count for the others, but
    for those who were ``struck``, whose meetings are open. ``virtual``: as `tallies` has it."""
    by_entry = tallies(meetings, points, virtual=virtual)
    for entry in struck:
        by_entry[entry].has_left = True
    placed = [
        _row(format_, by_entry, entry, place, why)
        for place, (entry, why) in enumerate(ranked(format_, by_entry), start=1)
    ]
    left = sorted((tally for tally in by_entry.values() if tally.has_left), key=_lot)
    whys = ((tally.entry, TieBreak.STRUCK if tally.entry in struck else TieBreak.LEFT) for tally in left)
    return (*placed, *(_row(format_, by_entry, entry, 0, why) for entry, why in whys))


def ranked(format_: Format, tallies: Mapping[int, Tally]) -> Ranking:
    """Everybody who is still there. Of several groups: first all who lead theirs, then all second ones, …, among these
    by what a match brought on average in points, then in levels, since groups may differ by one."""
    by_group: dict[int, list[int]] = {}
    for entry, tally in tallies.items():
        if not tally.has_left:
            by_group.setdefault(group_at(tally.position, format_.groups), []).append(entry)
    rankings = {group: _told_apart(of, format_.criteria, tallies) for group, of in by_group.items()}
    if len(rankings) < 2:
        return [row for ranking in rankings.values() for row in ranking]
    rows = []
    for group, ranking in rankings.items():
        for place, (entry, why) in enumerate(ranking):
            tally = tallies[entry]
            played = tally.played or 1
            rows.append((place, -tally.points / played, -tally.difference / played, group, entry, why))
    return [(entry, why) for *_, entry, why in sorted(rows)]


def _told_apart(entries: Collection[int], tie_breaks: Sequence[TieBreak], tallies: Mapping[int, Tally]) -> Ranking:
    """By the first of the tie-breaks, those who are equal in it by the next one, and so on; at last by the lot."""
    measure = tie_breaks[0].measure if tie_breaks else None
    if measure is None:
        return [(entry, TieBreak.LOT) for entry in sorted(entries, key=lambda entry: _lot(tallies[entry]))]
    equals, measured = frozenset(entries), dict[Number, list[int]]()
    for entry in entries:
        measured.setdefault(measure(tallies[entry], equals, tallies), []).append(entry)
    ranking: Ranking = []
    for value in sorted(measured, reverse=True):
        still = measured[value]
        ranking += [(still[0], tie_breaks[0])] if len(still) == 1 else _told_apart(still, tie_breaks[1:], tallies)
    return ranking


def _lot(tally: Tally) -> tuple[bool, int, int]:
    """By its position; who came after the draw has none and stands behind."""
    return not tally.position, tally.position, tally.entry


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
