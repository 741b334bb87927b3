"""Which channels hear a notice: those of the event whatever everybody may read, those of a branch or a team what
concerns it; and which kinds an event mails."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from notices.audience import People, absent_teams, candidates, teams_of
from notices.models import Announcement, Channel, Mailing, Notice
from notices.states import MATCH_REMINDERS, Concerned, NoticeKind
from tournaments.models import Team

_OF_ALL = (
    NoticeKind.DRAW_PUBLISHED,
    NoticeKind.ROUND_DAY_BEFORE,
    NoticeKind.ROUND_SOON,
    NoticeKind.ROUND_MOVED,
    NoticeKind.RESULT,
    NoticeKind.AWARDS,
    NoticeKind.DAILY_REPORT,
)
HEARD_BY_EVENT = (*_OF_ALL, NoticeKind.ANNOUNCEMENT)
"""The kinds that a channel of the event may hear or not; a call to one table would be lost among the others. They are
named one by one: what is for one person's eyes must not come into a group because it is new."""
HEARD_BY_BRANCH = (*_OF_ALL, *MATCH_REMINDERS, NoticeKind.MATCH_CALLED, NoticeKind.ANNOUNCEMENT)
"""The same of a branch or a team. A correction goes to whoever was told, and is not switched off."""
MAILED = (*_OF_ALL, *MATCH_REMINDERS, NoticeKind.MATCH_CALLED)
"""What an event mails or not. What the office wrote itself, what sets right, and what is said of an entry form always
goes to whom it is for."""


def kinds_of(channel: Channel) -> tuple[NoticeKind, ...]:
    """What the channel may hear or not."""
    return HEARD_BY_BRANCH if channel.branch_id or channel.team_id else HEARD_BY_EVENT


@dataclass(frozen=True)
class About:
    """Whom a notice is about: teams and their branches (ids). ``alone``: it is nobody else's business."""

    teams: frozenset[int]
    branches: frozenset[int]
    alone: bool = False


class Routes:
    """What the events of some notices mail, and which channels they have, read once for all the notices."""

    def __init__(self, notices: Collection[Notice], people: People) -> None:
        self._people = people
        events = {notice.tournament_id for notice in notices}
        self._silenced = dict(Mailing.objects.filter(tournament__in=events).values_list("tournament", "silenced"))
        self._channels: defaultdict[tuple[str, int], list[Channel]] = defaultdict(list)
        for row in Channel.objects.filter(tournament__in=events, removed_at=None):
            self._channels["event", row.tournament_id].append(row)
            if row.team_id:
                self._channels["team", row.team_id].append(row)
            elif row.branch_id:
                self._channels["branch", row.branch_id].append(row)
            else:
                self._channels["nobody", row.tournament_id].append(row)

    def is_mailed(self, notice: Notice) -> bool:
        """Did the office leave the notice's kind to go out by mail in its event?"""
        return notice.kind not in MAILED or notice.kind not in self._silenced.get(notice.tournament_id, ())

    def channels_of(self, notice: Notice) -> list[Channel]:
        """The event's channels that hear this notice; what goes to earlier recipients is addressed where it is made."""
        if ("event", notice.tournament_id) not in self._channels:
            return []
        concerned = self._concerned(notice)
        return [row for row in concerned if notice.kind in kinds_of(row) and notice.kind not in row.silenced]

    def _concerned(self, notice: Notice) -> list[Channel]:
        about = self._about(notice)
        if about is None:
            return self._channels["event", notice.tournament_id]
        owners = [("team", team) for team in about.teams] + [("branch", branch) for branch in about.branches]
        if not about.alone:
            owners.append(("nobody", notice.tournament_id))
        return sorted((row for owner in owners for row in self._channels.get(owner, ())), key=lambda row: row.pk)

    def _about(self, notice: Notice) -> About | None:
        """None: everybody."""
        if notice.announcement is not None:
            return self._meant(notice.announcement)
        if notice.kind == NoticeKind.ROUND_MOVED and notice.round is not None:
            return self._of(candidates(notice.round))
        teams = teams_of(notice)
        return self._of(teams) if teams else None

    def _meant(self, announcement: Announcement) -> About | None:
        if announcement.concerned == Concerned.BRANCH:
            teams = Team.objects.filter(branch=announcement.branch_id).values_list("pk", flat=True)
            return About(frozenset(teams), frozenset(filter(None, [announcement.branch_id])), alone=True)
        if announcement.concerned == Concerned.TEAM:
            return self._of(filter(None, [announcement.team_id]), alone=True)
        if announcement.concerned == Concerned.ALL:
            return None
        if announcement.round is None:  # it was taken out of the plan, and with it whoever was meant
            return self._of([])
        absent = announcement.concerned == Concerned.ABSENT
        return self._of(
            [team.pk for team in absent_teams(announcement.round)] if absent else candidates(announcement.round)
        )

    def _of(self, teams: Iterable[int], *, alone: bool = False) -> About:
        known = self._people.branches(teams)
        return About(frozenset(known), frozenset(known.values()), alone)
