"""Who hears a notice. By mail, where an address is known: branch contacts, players of their own match, and the office.
Which channels: those of the event whatever everybody may read, those of a branch or a team what concerns it.

Everybody gets a mail of his own. Addresses stay here and in the deliveries; no notice names one.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable
from functools import cached_property

from accounts.models import User
from notices.models import Announcement, Channel, Mailing, Notice
from notices.states import KINDS, MATCH_REMINDERS, OF_OWN_DAYS, Audience, Concerned, NoticeKind
from tournaments.bracket.queries.labels import with_people
from tournaments.bracket.rules.sides import SEATED, seated_ids, side_ids
from tournaments.chronicle.queries.days import SETTLED
from tournaments.entries.seats import are_enough
from tournaments.models import Branch, CheckIn, Match, Player, Role, Round, Team
from tournaments.states import MatchState, RoleKind, SourceKind, TeamState

TO_COME = (MatchState.READY, MatchState.CALLED)


class People:
    """The mail addresses of teams and offices, read once for all the notices that are issued together."""

    def __init__(self, notices: Collection[Notice]) -> None:
        self._branch_of: dict[int, int] = {}
        self._tournaments = {notice.tournament_id for notice in notices}
        self._contacts: dict[int, tuple[int, str]] = {}
        self._players: dict[int, list[str]] = {}
        self._read({team for notice in notices for team in teams_of(notice)})

    def of_teams(self, teams: Iterable[int]) -> list[str]:
        """联络人 of the teams' branches in their order, then 队员; whoever was substituted is told nothing more."""
        known = sorted(self.branches(teams))
        contacts = sorted({self._contacts[self._branch_of[team]] for team in known})
        return [*(mail for _number, mail in contacts), *(mail for team in known for mail in self._players[team])]

    def branches(self, teams: Iterable[int]) -> dict[int, int]:
        """Those of the teams (ids) that there are, with their branches (ids)."""
        wanted = set(teams)
        self._read(wanted)
        return {team: self._branch_of[team] for team in wanted & self._branch_of.keys()}

    def _read(self, teams: set[int]) -> None:
        missing = teams - self._branch_of.keys()
        if not missing:
            return
        rows = Team.objects.filter(pk__in=missing).values_list("pk", "branch", "branch__number", "branch__contact_mail")
        for team, branch, number, mail in rows:
            self._branch_of[team], self._contacts[branch], self._players[team] = branch, (number, mail), []
        for team, mail in Player.objects.filter(team__in=missing, left_at=None).values_list("team", "mail"):
            self._players[team].append(mail)

    def office(self, tournament: int) -> list[str]:
        """工会: the event's office and the site's own, which is the office of every event."""
        return list(dict.fromkeys(mail for _pk, mail in sorted(self._offices[tournament])))

    @cached_property
    def _offices(self) -> dict[int, list[tuple[int, str]]]:
        staff = list(_AT_WORK.filter(is_staff=True).values_list("pk", "email"))
        by_tournament = {tournament: [*staff] for tournament in self._tournaments}
        roles = Role.objects.filter(tournament__in=self._tournaments, kind=RoleKind.OFFICE, user__in=_AT_WORK.all())
        for tournament, pk, mail in roles.values_list("tournament", "user", "user__email"):
            by_tournament[tournament].append((pk, mail))
        return by_tournament


_AT_WORK = User.objects.filter(is_active=True, handed_out_by=None)


def teams_of(notice: Notice) -> list[int]:
    """The teams (ids) that the notice names: its own, else those of its match."""
    match = notice.match
    return [notice.team_id] if notice.team_id else [*seated_ids(match)] if match else []


def candidates(round_: Round) -> set[int]:
    """The teams that stand in the round's matches or may still come to them."""
    matches = {m.pk: m for m in Match.objects.filter(stage=round_.stage_id).only(*_SIDES)}
    team_ids: set[int] = set()
    ahead = [m for m in matches.values() if m.round_id == round_.pk and m.state not in SETTLED]
    while ahead:
        match = ahead.pop()
        for side, kind, feeder in (
            ("home", match.home_source_kind, match.home_source_match_id),
            ("away", match.away_source_kind, match.away_source_match_id),
        ):
            if here := side_ids(match, side):
                team_ids |= {*here}
            elif kind == SourceKind.LOT:
                team_ids |= {team for m in matches.values() for team in seated_ids(m)}
            elif feeder is not None:
                ahead.append(matches[feeder])
    return team_ids


_SIDES = (
    "round_id", "state", *(f"{column}_id" for column in SEATED),
    "home_source_kind", "home_source_match_id", "away_source_kind", "away_source_match_id",
)  # fmt: skip


def of_announcement(announcement: Announcement, people: People) -> list[str]:
    """Whom the office meant by it."""
    if announcement.concerned in (Concerned.ALL, Concerned.BRANCH):
        entered = Team.objects.filter(branch__tournament=announcement.tournament_id, state=TeamState.ENTERED)
        branches = Branch.objects.filter(tournament=announcement.tournament_id)
        if announcement.concerned == Concerned.BRANCH:
            entered = entered.filter(branch=announcement.branch_id)
            branches = branches.filter(pk=announcement.branch_id or 0)
        contacts = branches.values_list("contact_mail", flat=True)
        return [*contacts, *people.of_teams(entered.values_list("pk", flat=True))]
    return people.of_teams(teams_meant(announcement))


def teams_meant(announcement: Announcement) -> Collection[int]:
    """The teams (ids) of an announcement to a team or to those of a round; none of a round that was taken out of the
    plan, and with it whoever was meant."""
    if announcement.concerned == Concerned.TEAM:
        return [announcement.team_id] if announcement.team_id else []
    if announcement.round is None:
        return []
    if announcement.concerned == Concerned.ABSENT:
        return [team.pk for team in absent_teams(announcement.round)]
    return candidates(announcement.round)


def absent_teams(round_: Round) -> list[Team]:
    """The teams of the round's matches that have not begun, of whom fewer have checked in than play; by branch."""
    matches = Match.objects.filter(round=round_, state__in=TO_COME)
    here = {(row.match_id, row.player_id) for row in CheckIn.objects.filter(match__in=matches)}
    sides = [(m.pk, team) for m in matches for team in seated_ids(m)]
    awaited: dict[int, list[int]] = {}
    for team, player in Player.objects.filter(team__in={t for _, t in sides}, left_at=None).values_list("team", "pk"):
        awaited.setdefault(team, []).append(player)
    seats = round_.stage.tournament.seats
    absent = {
        team
        for match, team in sides
        for people in [awaited.get(team, [])]
        if people and not are_enough(len(people), sum((match, player) in here for player in people), seats)
    }
    teams = with_people(Team.objects.filter(pk__in=absent, state=TeamState.ENTERED))
    return list(teams.order_by("branch__number", "ordinal"))


def addresses(notice: Notice, people: People) -> list[str]:
    """The mail addresses of the notice's audience as it is now, each once, however it is capitalised."""
    unique: dict[str, str] = {}
    for address in _audience(notice, people):
        if address.strip():
            unique.setdefault(address.strip().casefold(), address.strip())
    return list(unique.values())


def _audience(notice: Notice, people: People) -> list[str]:
    event = notice.tournament_id
    hearers: list[str]
    match KINDS[notice.kind].audience:
        case Audience.EVERYBODY_IN_CHARGE:  # every branch, and the office
            branches = Branch.objects.filter(tournament=event)
            hearers = [*branches.values_list("contact_mail", flat=True), *people.office(event)]
        case Audience.OFFICE:
            hearers = people.office(event)
        case Audience.OWN_TEAM:  # that it speaks to
            hearers = people.of_teams([notice.team_id] if notice.team_id else [])
        case Audience.OWN_CONTACT:  # 联络人 of the branch of the team that it speaks to
            hearers = [*Branch.objects.filter(teams=notice.team_id or 0).values_list("contact_mail", flat=True)]
        case Audience.BOTH_TEAMS:  # of its match, and the office
            hearers = [*people.of_teams(teams_of(notice)), *people.office(event)] if notice.match else []
        case Audience.CANDIDATES_OF_ROUND:  # all who stand in its round or may still come to it, and the office
            hearers = [*people.of_teams(candidates(notice.round)), *people.office(event)] if notice.round else []
        case Audience.OWN_BRANCH:  # 联络人 of the branch whose entry form it is about
            hearers = [*Branch.objects.filter(pk=notice.branch_id or 0).values_list("contact_mail", flat=True)]
        case Audience.OF_ANNOUNCEMENT:  # whom the office meant, and the office itself
            meant = of_announcement(notice.announcement, people) if notice.announcement else []
            hearers = [*meant, *people.office(event)] if notice.announcement else []
        case Audience.ALREADY_ADDRESSED:  # a recall is addressed as it is made (``recalls``)
            hearers = [*notice.deliveries.values_list("address", flat=True)]
    return hearers


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
