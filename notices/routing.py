"""Which channels hear a notice: those of the event whatever everybody may read, those of a branch or a team what
concerns it; and which kinds an event mails."""

from collections.abc import Iterable
from dataclasses import dataclass

from notices.audience import absent_teams, candidates
from notices.models import Announcement, Channel, Mailing, Notice
from notices.states import MATCH_REMINDERS, Concerned, NoticeKind, Service
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
HEARD_BY_DEVICE = (
    NoticeKind.DRAW_PUBLISHED,
    *MATCH_REMINDERS,
    NoticeKind.MATCH_CALLED,
    NoticeKind.ROUND_MOVED,
    NoticeKind.RESULT,
    NoticeKind.AWARDS,
    NoticeKind.ANNOUNCEMENT,
)
"""The same of a device of anybody who opened 我的比赛: what concerns its team or branch, and is said on that page."""

MAILED = (*_OF_ALL, *MATCH_REMINDERS, NoticeKind.MATCH_CALLED)
"""What an event mails or not. What the office wrote itself, what sets right, and what is said of an entry form always
goes to whom it is for."""


def is_mailed(notice: Notice) -> bool:
    """Did the office leave the notice's kind to go out by mail in its event?"""
    off = Mailing.objects.filter(tournament=notice.tournament_id, silenced__contains=[notice.kind])
    return notice.kind not in MAILED or not off.exists()


def kinds_of(channel: Channel) -> tuple[NoticeKind, ...]:
    """What the channel may hear or not."""
    if channel.service == Service.PUSH:
        return HEARD_BY_DEVICE
    return HEARD_BY_BRANCH if channel.branch_id or channel.team_id else HEARD_BY_EVENT


@dataclass(frozen=True)
class About:
    """Whom a notice is about: teams and their branches (ids). ``alone``: it is nobody else's business."""

    teams: frozenset[int]
    branches: frozenset[int]
    alone: bool = False


def channels_of(notice: Notice) -> list[Channel]:
    """The event's channels that hear this notice now. What goes to whoever was told is addressed where it is made."""
    rows = Channel.objects.filter(tournament=notice.tournament_id, removed_at=None)
    heard = [row for row in rows if notice.kind in kinds_of(row) and notice.kind not in row.silenced]
    if notice.announcement is not None and not notice.announcement.public:
        heard = [row for row in heard if row.service != Service.PUSH]
    about = _about(notice) if heard else None
    concerned = [channel for channel in heard if about is None or _is_concerned(channel, about)]
    return list({channel.mark: channel for channel in concerned}.values())  # one device may ask for team and branch


def _is_concerned(channel: Channel, about: About) -> bool:
    if channel.team_id:
        return channel.team_id in about.teams
    return channel.branch_id in about.branches if channel.branch_id else not about.alone


def _about(notice: Notice) -> About | None:
    """None: everybody."""
    if notice.announcement is not None:
        return _meant(notice.announcement)
    if notice.kind == NoticeKind.ROUND_MOVED and notice.round is not None:
        return _of(candidates(notice.round))
    match = notice.match
    named = [notice.team_id] if notice.team_id else [match.home_team_id, match.away_team_id] if match else []
    teams = [team for team in named if team is not None]
    return _of(teams) if teams else None


def _meant(said: Announcement) -> About | None:
    if said.concerned == Concerned.BRANCH:
        teams = Team.objects.filter(branch=said.branch_id).values_list("pk", flat=True)
        return About(frozenset(teams), frozenset(filter(None, [said.branch_id])), alone=True)
    if said.concerned == Concerned.TEAM:
        return _of(filter(None, [said.team_id]), alone=True)
    if said.concerned == Concerned.ALL:
        return None
    if said.round is None:  # it was taken out of the plan, and with it whoever was meant
        return _of([])
    absent = said.concerned == Concerned.ABSENT
    return _of([team.pk for team in absent_teams(said.round)] if absent else candidates(said.round))


def _of(teams: Iterable[int], *, alone: bool = False) -> About:
    found = dict(Team.objects.filter(pk__in=list(teams)).values_list("pk", "branch"))
    return About(frozenset(found), frozenset(found.values()), alone)
