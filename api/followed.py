"""Parts of what is public, as a query asks for them: matches by what they are about, and what happened since."""

from collections.abc import Callable, Mapping
from typing import Any

from api import bodies
from api.resources import Slice
from api.serializers.events import EventPage
from api.serializers.matches import MatchPage
from integrations.payloads import webhook_payload
from tournaments.bracket.queries.match_views import MatchView
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.round_views import RoundView
from tournaments.chronicle.queries.history import changed_since, happened

Test = Callable[[RoundView, MatchView, Any], bool]

FITS: Mapping[str, Test] = {
    "team": lambda _round, match, wanted: any(line.has(wanted) for line in match.lines),
    "branch": lambda _round, match, wanted: any(one.branch_id == wanted for line in match.lines for one in line.each),
    "stage": lambda round_, _match, wanted: round_.stage.number == wanted,
    "round": lambda round_, _match, wanted: round_.number == wanted,
    "sitting": lambda _round, match, wanted: match.sitting == wanted,
    "state": lambda _round, match, wanted: match.state == wanted,
    "changed": lambda _round, match, wanted: match.id in wanted,
}
"""What a filter asks of a match."""


class Matches(Slice):
    """The matches that the query asks for, by number."""

    filters, answers = bodies.MatchFilters, MatchPage
    leads_to = (("match", "number", "/matches/0/number"), ("deals", "number", "/matches/0/number"))

    def slice(self, *, limit: int, offset: int, since: int | None = None, **filters: Any) -> Mapping[str, Any]:
        tests = filters if since is None else filters | {"changed": changed_since(self.event, since)}
        matches = [
            match
            for round_ in rounds(self.event)
            for match in round_.matches
            if all(FITS[name](round_, match, value) for name, value in tests.items())
        ]
        matches.sort(key=lambda match: match.number)
        has_more = offset + limit < len(matches)
        return {
            "total": len(matches),
            "last": self.event.journal.last_number,
            "next": self.link(offset=offset + limit) if has_more else None,
            "matches": matches[offset : offset + limit],
        }


class Events(Slice):
    """What happened, in the order in which it did: the public journal, to be followed number by number."""

    filters, answers = bodies.EventFilters, EventPage

    def slice(self, *, limit: int, after: int, kind: str) -> Mapping[str, Any]:
        happenings = happened(self.event, after, limit + 1, kind)
        last = happenings[:limit][-1].number if happenings else after
        return {
            "last": last,
            "next": self.link(after=last) if len(happenings) > limit else None,
            "events": map(webhook_payload, happenings[:limit]),
        }
