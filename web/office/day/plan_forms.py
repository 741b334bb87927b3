"""Forms of the timetable: when the rounds start, how many tables there are, and which match is played at which."""

from collections.abc import Sequence
from datetime import datetime
from itertools import count
from math import ceil
from typing import Any
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from journal.refusals import Problem, refuse_if
from tournaments.bracket.queries.match_views import MatchView
from tournaments.codes import Code
from tournaments.day.queries.timetable import PlannedRound
from web.requests.forms import Line, Lines, Number, PageForm, Text
from web.requests.long_lists import Rows
from web.requests.numbers import typed_moment

NO_TABLE = -1


class TableNumber(Number):
    """The number of a table; blank is 0 (none), and what is no number is a table that does not exist."""

    def clean(self, value: Any) -> int:
        return int(super().clean(value)) if (value or "").strip() else 0


class RoundForm(Line):
    """One round: its day and hour on the wall of the event's zone. Left blank it is no round."""

    date = Text(gettext_lazy("Day"), type="date")
    time = Text(gettext_lazy("Starts at"), type="time")
    whole = "round"
    planned: PlannedRound | None = None

    def starts_at(self, zone: ZoneInfo) -> datetime | None:
        """In UTC; None if it is not written so, or left out by summer time."""
        return typed_moment(self.cleaned_data["date"], self.cleaned_data["time"], zone)


class RoundLines(Lines):
    """A row a round, and ``blank`` ones to add rounds; all that were sent, if rounds were dropped meanwhile."""

    form = RoundForm

    def __init__(self, data: Any, planned: tuple[PlannedRound, ...], *, blank: int) -> None:
        known = [timezone.localtime(p.round.starts_at) for p in planned]
        rows = [{"date": f"{at:%Y-%m-%d}", "time": f"{at:%H:%M}"} for at in known]
        sent = next(n for n in count() if f"date-{n + 1}" not in (data or ()))
        super().__init__(data, initial=[*rows, *[{}] * max(blank, sent - len(rows))])
        for line, round_ in zip(self.forms, planned, strict=False):
            line.planned = round_

    def add_prefix(self, index: int | str) -> str:
        return str(int(index) + 1)

    def label_of(self, line: forms.Form) -> str:
        return _("Round %(number)s") % {"number": line.prefix}


class RoundsForm(PageForm):
    """The timetable."""

    def __init__(self, data: Any, planned: tuple[PlannedRound, ...], *, blank: int, version: int) -> None:
        super().__init__(data, version=version)
        self.rounds = RoundLines(data, planned, blank=blank)

    def parts(self) -> list[RoundLines]:
        return [self.rounds]

    def starts(self, zone: ZoneInfo) -> list[datetime]:
        """The starts of the rows that are filled. Refused at its row: what is no moment in that zone."""
        filled = [line for line in self.rounds.forms if any(line.cleaned_data.values())]
        moments = [(line, line.starts_at(zone)) for line in filled]
        invalid = [line.prefix for line, moment in moments if moment is None]
        refuse_if([Problem(Code.MOMENT_INVALID, f"round-{number}", {"round": int(number)}) for number in invalid])
        return [moment for _line, moment in moments if moment is not None]


class TablesForm(PageForm):
    """How many tables there are."""

    tables = TableNumber(gettext_lazy("Number of tables in the hall"), otherwise=NO_TABLE)


class SittingsForm(PageForm):
    """分批: when the second and further sittings of a round start, as many as its matches need; one without an hour is
    none."""

    def __init__(self, data: Any, planned: PlannedRound, *, tables: int, version: int) -> None:
        number, parts = planned.round.number, planned.whole.parts
        super().__init__(data, version=version, apart=f"sittings-{number}")
        matches = sum(not match.is_over for match in planned.whole.played)
        self.planned, self.counted = planned, range(2, max(len(parts), 2, ceil(matches / max(tables, 1))) + 1)
        self.is_due = planned.is_divided or matches > tables
        for n in self.counted:
            at = timezone.localtime(parts[min(n, len(parts)) - 1].starts_at)
            hour = f"{at:%H:%M}" if n <= len(parts) else ""
            day, start = _("Sitting %(number)s, day"), _("Sitting %(number)s, start")
            self.fields[f"date-{n}"] = Text(day % {"number": n}, type="date")
            self.fields[f"time-{n}"] = Text(start % {"number": n}, type="time")
            self.initial.update({f"date-{n}": f"{at:%Y-%m-%d}", f"time-{n}": hour})
        self.aliases = {f"start-{n}": f"time-{n}" for n in self.counted}

    def starts(self, zone: ZoneInfo) -> list[datetime]:
        """The starts that are typed. Refused at its hour: what is no moment in that zone."""
        typed = [(n, self.cleaned_data[f"date-{n}"], self.cleaned_data[f"time-{n}"]) for n in self.counted]
        moments = [(n, typed_moment(day, hour, zone)) for n, day, hour in typed if hour]
        data = {"round": self.planned.round.number}
        refuse_if([Problem(Code.MOMENT_INVALID, f"start-{n}", data) for n, moment in moments if moment is None])
        return [moment for _n, moment in moments if moment is not None]


class TableForm(Line):
    """The table of one match, and its sitting where the round has several."""

    match: MatchView
    sitting = Number(otherwise=NO_TABLE, autocomplete="off")
    table = TableNumber(otherwise=NO_TABLE, autocomplete="off")


class TableLines(Lines):
    """A line for each of these matches of the round, byes too: one that is over is told so."""

    form = TableForm

    def __init__(self, data: Any, planned: PlannedRound, matches: Sequence[MatchView]) -> None:
        self.matches = matches
        known = [{"table": match.table or "", "sitting": match.sitting} for match in self.matches]
        super().__init__(data, initial=known)
        for match, line in zip(self.matches, self.forms, strict=True):
            line.match = match
            if not planned.is_divided:
                del line.fields["sitting"]

    def add_prefix(self, index: int | str) -> str:
        return str(self.matches[int(index)].number)

    def label_of(self, line: forms.Form) -> str:
        return _("Table of match %(number)s") % {"number": line.prefix}


class RoundTablesForm(PageForm):
    """Who plays where in one round: the matches of one page of it, and whichever else were sent."""

    def __init__(self, data: Any, planned: PlannedRound, rows: Rows[MatchView], *, version: int) -> None:
        super().__init__(data, version=version)
        sent = {m.number for m in planned.round.matches if f"table-{m.number}" in (data or ())}
        shown = sent | {match.number for match in rows}
        matches = [match for match in planned.round.matches if match.number in shown]
        self.planned, self.rows, self.lines = planned, rows, TableLines(data, planned, matches)

    @property
    def shown(self) -> str:
        """What leads back to the round and the search, as the end of an address."""
        round_ = self.planned.round
        params = [("round", round_.number), ("sitting", round_.sitting), ("q", self.rows.search)]
        return urlencode([(name, value) for name, value in params if value])

    @property
    def back(self) -> str:
        """To the same page of it, as the end of an address."""
        page = f"&page={self.rows.page}" if self.rows.is_long else ""
        return f"?{self.shown}{page}#{self.planned.key}"

    def parts(self) -> list[TableLines]:
        return [self.lines]

    def tables(self) -> dict[int, int]:
        """Table by match, of the matches that the page had fields for."""
        return self._sent("table")

    def sittings(self) -> dict[int, int]:
        """The same with sittings; none where the round is played at once."""
        return self._sent("sitting")

    def _sent(self, name: str) -> dict[int, int]:
        return {
            int(line.prefix): line.cleaned_data[name]
            for line in self.lines.forms
            if line.add_prefix(name) in self.data and name in line.cleaned_data
        }
