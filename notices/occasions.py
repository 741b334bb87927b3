"""What gives occasion to remind: each team in each match, and each round, with the start that it has now."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db.models import Q

from notices.due import DueTimes
from notices.models import Notice
from notices.states import ROUND_REMINDERS, TO_A_TEAM, NoticeKind
from tournaments.models import Match, Tournament
from tournaments.states import MatchState, TeamState

AHEAD = (MatchState.WAITING, MatchState.READY, MatchState.CALLED)


@dataclass(frozen=True)
class Occasion:
    """A start that somebody is reminded of: a team of its match, or (no match, no team) everybody of the round."""

    round_id: int
    starts_at: datetime
    ahead: bool
    match_id: int | None = None
    team_id: int | None = None

    @property
    def kinds(self) -> tuple[NoticeKind, NoticeKind]:
        """The reminder of the day before and the one shortly before."""
        if self.match_id is None:
            return NoticeKind.ROUND_DAY_BEFORE, NoticeKind.ROUND_SOON
        return NoticeKind.MATCH_DAY_BEFORE, NoticeKind.MATCH_SOON

    def key(self, kind: NoticeKind) -> str:
        about = f"round:{self.round_id}" if self.match_id is None else f"match:{self.match_id}:team:{self.team_id}"
        return f"{kind}:{about}:{self.starts_at.astimezone(UTC):%Y%m%dT%H%M%SZ}"

    def due(self, times: DueTimes) -> Iterator[tuple[NoticeKind, datetime]]:
        for kind, moment in zip(self.kinds, (times.day_before, times.soon), strict=True):
            if moment is not None:
                yield kind, moment


def occasions(tournament: Tournament, match_ids: Collection[int] | None = None) -> list[Occasion]:
    """Those of the whole event, or of the matches named alone. A side gives none without a team, or with one that has
    withdrawn; a bye none either."""
    rows = Match.objects.filter(stage__tournament=tournament).exclude(state=MatchState.BYE).order_by("pk")
    if match_ids is not None:
        rows = rows.filter(pk__in=match_ids)
    found = [
        Occasion(row["round_id"], row["round__starts_at"], row["state"] in AHEAD, row["pk"], row[f"{side}_team_id"])
        for row in rows.filter(~Q(home_team=None) | ~Q(away_team=None)).values(
            "pk", "round_id", "round__starts_at", "state", *_SIDES
        )
        for side in ("home", "away")
        if row[f"{side}_team__state"] == TeamState.ENTERED
    ]
    return found if match_ids is not None else [*found, *_of_rounds(tournament)]


_SIDES = ("home_team_id", "away_team_id", "home_team__state", "away_team__state")


def _of_rounds(tournament: Tournament) -> Iterator[Occasion]:
    rows = Match.objects.filter(stage__tournament=tournament).exclude(state=MatchState.BYE)
    starts: dict[tuple[int, datetime], bool] = {}
    for round_id, starts_at, state in rows.values_list("round_id", "round__starts_at", "state"):
        starts[round_id, starts_at] = starts.get((round_id, starts_at), False) or state in AHEAD
    for (round_id, starts_at), ahead in starts.items():
        yield Occasion(round_id, starts_at, ahead)


def is_moot(notice: Notice) -> bool:
    """A reminder or a call to what has begun, is over, or is no longer so: there is nothing to be told of it."""
    if notice.kind in ROUND_REMINDERS:
        ahead = notice.round is not None and notice.round.matches.filter(state__in=AHEAD).exists()
        return not ahead or notice.round.starts_at != notice.starts_at  # type: ignore[union-attr]
    if notice.kind not in TO_A_TEAM:
        return False
    match, is_call = notice.match, notice.kind == NoticeKind.MATCH_CALLED
    if match is None or match.state not in ((MatchState.CALLED,) if is_call else AHEAD):
        return True
    if notice.starts_at != (match.called_at if is_call else match.round.starts_at):
        return True
    if notice.team is None or notice.team.state != TeamState.ENTERED:
        return True
    return notice.team_id not in (match.home_team_id, match.away_team_id)


def downstream(match: Match) -> set[int]:
    """The match and all that its teams may come to: what its result can change."""
    found: set[int] = set()
    reached = {match.pk}
    while reached:
        found |= reached
        links = Match.objects.filter(pk__in=reached).values_list("winner_to", "loser_to")
        reached = {pk for pair in links for pk in pair if pk is not None} - found
    return found
