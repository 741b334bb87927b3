"""Words about a series: what its table goes by, why a row stands where it does, and what can be wrong."""

from typing import TYPE_CHECKING

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from journal.words import Words
from tournaments.bracket.words.names import points
from tournaments.codes import Code, TournamentEvent
from tournaments.series.season import Criterion, Ranked

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

CRITERIA: "dict[str, _StrPromise]" = Words() | {
    Criterion.POINTS: _("points that count"),
    Criterion.PLACES: _("better places: more firsts, then more seconds …"),
    Criterion.ALL_POINTS: _("points of all events, also of those that do not count"),
    Criterion.EVENTS: _("more events played"),
}
"""By what competitors are ranked."""

SCALE_NAMES: dict[str, Promise] = Words() | {
    "knockout": _("Half for each round of a knockout: 64, 48, 32, 32, 16 …"),
    "places": _("The first ten: 25, 18, 15, 12, 10, 8, 6, 4, 2, 1"),
    "by_one": _("One less for each place: 16, 15, 14 …"),
    "own": _("The points gathered in the events themselves (Swiss, 28 points, movement)"),
    "listed": _("Other points by place, typed below"),
}

BRANCH_SCALE_NAMES: dict[str, Promise] = Words() | {
    "six": _("The first six: 7, 5, 4, 3, 2, 1"),
    "eight": _("The first eight: 9, 7, 6, 5, 4, 3, 2, 1"),
    "listed": SCALE_NAMES["listed"],
}

PROBLEMS: dict[str, Promise] = {
    Code.SERIES_SLUG_TAKEN: _("There is a series at the address %(slug)s already; please choose another."),
    Code.SCALE_INVALID: _(
        "Please give whole numbers from the first place down, none larger than the one before, such as 32, 24, 18: at "
        "most %(most)s of them, up to %(points)s."
    ),
    Code.CRITERION_TWICE: _("Each criterion may be chosen only once."),
    Code.IN_ANOTHER_SERIES: _("The event is in another series; take it out there first."),
    Code.FINAL_ALREADY: _("%(event)s is the final of this series already."),
    Code.SEATS_DIFFER: _("The teams of %(event)s have %(seats)s players; in a series all have the same number."),
    Code.BRANCHES_WITHOUT_FINAL: _("Where only branches count, no final follows from the table; take it out first."),
    Code.OF_A_REHEARSAL: _("A rehearsal counts in no series."),
    Code.SERIES_HAS_EVENTS: _("A series can be deleted once no event is in it; take them out first."),
    Code.FINAL_MISSING: _("No event of the series is its final yet: put one in as the final first."),
    Code.NOBODY_QUALIFIED: _("Nobody is in the table yet: no event of the series has confirmed places."),
    Code.COMPETITOR_UNKNOWN: _("The table has changed meanwhile; please look at it again."),
}

EVENTS: dict[str, Promise] = {
    TournamentEvent.SERIES_CREATED: _("The series %(name)s was created."),
    TournamentEvent.SERIES_EDITED: _("The settings of the series %(name)s were changed."),
    TournamentEvent.SERIES_DELETED: _("The series %(name)s was deleted."),
    TournamentEvent.SERIES_JOINED: _("The event counts in the series %(series)s."),
    TournamentEvent.SERIES_LEFT: _("The event was taken out of the series %(series)s."),
    TournamentEvent.COMPETITORS_MERGED: _("%(key)s counts as %(into)s in the series."),
    TournamentEvent.COMPETITORS_PARTED: _("%(key)s and %(into)s are counted apart in the series."),
    TournamentEvent.FINAL_FILLED: _("%(entered)s teams were entered by the table of the series %(series)s."),
}

MORE, FEWER = (
    _("%(own)s points, %(gap)s more than rank %(rank)s."),
    _("%(own)s points, %(gap)s fewer than rank %(rank)s."),
)
WHY: "dict[str, _StrPromise]" = Words() | {
    Criterion.PLACES: _("Finished in place %(place)s %(own)s times, rank %(rank)s %(other)s times."),
    Criterion.ALL_POINTS: _("%(own)s points in all events together, rank %(rank)s has %(other)s."),
    Criterion.EVENTS: _("Took part in %(own)s events, rank %(rank)s in %(other)s."),
}
EQUAL_BEFORE = _("Equal to rank %(rank)s in what comes first. %(why)s")
EQUAL = _("Equal in everything to the one beside: they share the rank.")
ALONE = _("Nobody else is in the table yet.")


def standing_reason(row: Ranked, beside: Ranked | None, first: str) -> str:
    """为什么在此位: a sentence that compares the row with the one beside it.

    ``first`` is the criterion that comes first: 56 分，比第 2 位少 6 分。
    """
    if beside is None:
        return str(ALONE)
    if row.because is None:
        return str(EQUAL)
    if row.because == Criterion.POINTS:
        gap = row.points - beside.points
        facts = {"own": points(row.points), "gap": points(abs(gap)), "rank": beside.rank}
        why = str(MORE if gap > 0 else FEWER) % facts
    else:
        compared: dict[str, object]
        if row.because == Criterion.ALL_POINTS:
            compared = {"own": points(row.all_points), "other": points(beside.all_points)}
        elif row.because == Criterion.EVENTS:
            compared = {"own": len(row.scores), "other": len(beside.scores)}
        else:
            worst = max(score.place for score in (*row.scores, *beside.scores))
            place = next(p for p in range(1, worst + 1) if row.times(p) != beside.times(p))
            compared = {"place": place, "own": row.times(place), "other": beside.times(place)}
        why = str(WHY[row.because]) % {**compared, "rank": beside.rank}
    return why if row.because == first else str(EQUAL_BEFORE) % {"rank": beside.rank, "why": why}
