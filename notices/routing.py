"""Which channels hear a notice: those of the event whatever everybody may read, those of a branch or a team what
concerns it; and which kinds an event mails."""

from collections import defaultdict
from collections.abc import Collection

from notices.audience import People, candidates, teams_meant, teams_of
from notices.models import Channel, Mailing, Notice
from notices.states import MATCH_REMINDERS, OF_OWN_DAYS, Concerned, NoticeKind
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
HEARD_BY_BRANCH = (*_OF_ALL, *MATCH_REMINDERS, *OF_OWN_DAYS, NoticeKind.MATCH_CALLED, NoticeKind.ANNOUNCEMENT)
"""The same of a branch or a team. A correction goes to whoever was told, and is not switched off."""
AT_FIRST = (NoticeKind.RESULT, NoticeKind.MATCH_CALLED, NoticeKind.ANNOUNCEMENT)
"""What a new channel hears unless its office chooses otherwise: who is told everything soon reads nothing."""
MAILED = (*_OF_ALL, *MATCH_REMINDERS, *OF_OWN_DAYS, NoticeKind.MATCH_CALLED)
"""What an event mails or not. What the office wrote itself, what sets right, and what is said of an entry form always
goes to whom it is for."""


def kinds_of(channel: Channel) -> tuple[NoticeKind, ...]:
    """What the channel may hear or not."""
    return HEARD_BY_BRANCH if channel.branch_id or channel.team_id else HEARD_BY_EVENT


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
        """The channels of those whom the notice is about: of all, where it is about nobody alone."""
        announcement, branches = notice.announcement, set[int]()
        if announcement is None:
            moved = notice.round if notice.kind == NoticeKind.ROUND_MOVED else None
            teams = set(candidates(moved) if moved else teams_of(notice))
            is_for_all, is_private = not teams and moved is None, False
        elif announcement.concerned == Concerned.BRANCH:
            teams = set(Team.objects.filter(branch=announcement.branch_id).values_list("pk", flat=True))
            branches.update(filter(None, [announcement.branch_id]))
            is_for_all, is_private = False, True
        else:
            teams = set(teams_meant(announcement))
            is_for_all = announcement.concerned == Concerned.ALL
            is_private = announcement.concerned == Concerned.TEAM
        if is_for_all:
            return self._channels["event", notice.tournament_id]

        if not branches:
            known = self._people.branches(teams)
            teams, branches = set(known), set(known.values())
        owners = [*(("team", team) for team in teams), *(("branch", branch) for branch in branches)]
        if not is_private:  # what is for one team or branch is nobody else's business
            owners.append(("nobody", notice.tournament_id))
        return sorted((row for owner in owners for row in self._channels.get(owner, ())), key=lambda row: row.pk)
