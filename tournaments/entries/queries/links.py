"""扫码进入: which link opens which match or entry form, whether it still does, and on which phones it was opened; and
我的比赛, the addresses of a team's or a branch's own matches."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from django.core.signing import BadSignature, Signer
from django.db.models import Q, QuerySet

from accounts.models import User
from journal import clock as journal_clock
from journal.refusals import Problem
from tournaments.bracket.queries.match_views import MatchView
from tournaments.bracket.queries.matches import disputed_of, match_view, stage_matches
from tournaments.bracket.queries.table_states import at_tables
from tournaments.bracket.rules.sides import seated_ids, stands_in
from tournaments.bracket.rules.starts import LineUps, Person
from tournaments.codes import Code
from tournaments.entries.seats import seated
from tournaments.models import AccessDevice, AccessLink, Branch, Match, Round, Team, Tournament
from tournaments.states import EntryState, MatchState, TeamState, TournamentState

OPEN_AFTER_MIDNIGHT = timedelta(hours=4)
OPEN_AFTER_RESULT = timedelta(hours=1)
OPEN_AFTER_DEADLINE = timedelta(days=1)
"""In which a branch can still read and print what it handed in."""
OF_PLAY = (TournamentState.DRAWN, TournamentState.RUNNING)
WITHOUT_SLIP = (MatchState.OVER, MatchState.BYE)
KEY = re.compile(r"[1-9][0-9]{0,17}")
OF_A_TEAM, OF_A_BRANCH = "t", "b"


def token_of(link: AccessLink) -> str:
    """What stands in the address of the link: its key, signed."""
    return _signer(link).sign(str(link.pk))


def link_of_token(token: str) -> AccessLink | None:
    """The link, valid or not; None if nobody here signed this."""
    key = token.partition(".")[0]
    link = _links().filter(pk=int(key)).first() if KEY.fullmatch(key) else None
    try:
        return link if link and _signer(link).unsign(token) == key else None
    except BadSignature:
        return None


def _signer(link: AccessLink) -> Signer:
    # the account's random name: where keys are dealt again (another database), old paper must open no new match
    return Signer(sep=".", salt=f"tournaments.slip.{link.account.username}")


def _links() -> QuerySet[AccessLink]:
    return AccessLink.objects.select_related(
        "account", "match__round__clock", "match__stage__tournament__journal", "match__result", "match__table",
        "branch__tournament__journal",
    )  # fmt: skip


def expiry(match: Match, now: datetime) -> datetime:
    """The end of the match's day in the event's zone, or of today if that is later, and four hours."""
    zone = match.stage.tournament.tzinfo
    last_day = max(match.round.starts_at, now).astimezone(zone).date()
    return datetime.combine(last_day + timedelta(days=1), time(), zone) + OPEN_AFTER_MIDNIGHT


def link_problems(link: AccessLink, now: datetime) -> list[Problem]:
    """Why the link opens nothing any more: revoked, expired, or its match over for an hour."""
    if link.branch is not None:
        # with registration the link of a branch ends, a day later; a form that was returned is mended until the draw,
        # and who plays at which board is handed in to the last match
        if link.revoked_at is not None:
            return [Problem(Code.ENTRY_LINK_REVOKED)]
        is_open = is_form_open(link.branch, now) or plays_on_own_days(link.branch) or lines_up(link.branch.tournament)
        return [] if is_open else [Problem(Code.ENTRY_LINK_EXPIRED)]
    if link.revoked_at is not None:
        return [Problem(Code.LINK_REVOKED)]
    if link.expires_at is None or now >= link.expires_at:
        return [Problem(Code.LINK_EXPIRED)]
    result = link.match.result if link.match else None
    if result is not None and now >= result.at + OPEN_AFTER_RESULT:
        return [Problem(Code.LINK_MATCH_OVER)]
    return []


def is_form_open(branch: Branch, now: datetime) -> bool:
    """May its entry form still be read, if not handed in?"""
    return now < branch.tournament.closes_at + OPEN_AFTER_DEADLINE or may_be_mended(branch)


def plays_on_own_days(branch: Branch) -> bool:
    """自己约日子: is the event under way in which its teams agree on the days of their matches? Until it is finished
    the link of the branch leads to these."""
    return bool(branch.tournament.own_days) and branch.tournament.state in OF_PLAY


def last_moment(link: AccessLink) -> datetime:
    """Until when the link opens as things stand; a year at most one whose form was returned after the deadline, or that
    is needed while matches are played."""
    if link.branch is None:
        assert link.expires_at is not None  # a slip has one, says the database
        return link.expires_at
    return link.branch.tournament.closes_at + (
        timedelta(days=365)
        if may_be_mended(link.branch) or lines_up(link.branch.tournament) or link.branch.tournament.own_days
        else OPEN_AFTER_DEADLINE
    )


def may_be_mended(branch: Branch) -> bool:
    """Was its form returned, and are lots not drawn yet? Then it may be handed in anew, also after the deadline."""
    return branch.state == EntryState.RETURNED and branch.tournament.state == TournamentState.ENTRY


def lines_up(tournament: Tournament) -> bool:
    """排阵: do its teams say who plays at which board? From the entry on, as their links must not end between entry
    and draw, to the end of the event."""
    return tournament.boards > 1 and tournament.state != TournamentState.FINISHED


def may_hand_in(branch: Branch, now: datetime) -> bool:
    """May the branch itself still change its form: before the deadline, or what was returned to it?"""
    tournament = branch.tournament
    in_time = tournament.state == TournamentState.ENTRY and now <= tournament.closes_at
    return in_time or may_be_mended(branch)


def opens(user: User, tournament: Tournament, number: int) -> bool:
    """Is this the account of a slip that opens match ``number`` of the event now, or, where they choose their days, of
    the link of a branch that plays it?"""
    if not user.is_of_link:
        return False
    if tournament.own_days:
        branch = branch_of(user)
        own = stands_in(branch, after="__branch")
        if branch is not None:
            matches = Match.objects.filter(own, stage__tournament=tournament, number=number)
            return opens_matches(user, tournament, branch.number) and matches.exists()
    of_match = AccessLink.objects.filter(match__number=number, match__stage__tournament=tournament)
    link = of_match.filter(account=user).select_related("match__result").first()
    return link is not None and not link_problems(link, journal_clock.now(tournament.journal))


def opens_entry(user: User, tournament: Tournament, number: int) -> bool:
    """Is this the account of a link that opens the entry form of branch ``number`` of the event now, or line-ups?"""
    branch = _own_branch(user, tournament, number)
    return branch is not None and (is_form_open(branch, journal_clock.now(tournament.journal)) or lines_up(tournament))


def opens_matches(user: User, tournament: Tournament, number: int) -> bool:
    """Is this the account of a link that opens the matches of branch ``number`` on own days now?"""
    branch = _own_branch(user, tournament, number)
    return branch is not None and plays_on_own_days(branch)


def _own_branch(user: User, tournament: Tournament, number: int) -> Branch | None:
    """Branch ``number`` of the event, if the account came by its link."""
    branch = branch_of(user)
    return branch if branch and (branch.tournament_id, branch.number) == (tournament.pk, number) else None


def branch_of(user: User) -> Branch | None:
    """The branch whose valid link it came by; None of everybody else."""
    if not user.is_of_link:
        return None
    link = _links().filter(account=user, branch__isnull=False, revoked_at=None).first()
    return link.branch if link else None


@dataclass(frozen=True)
class DevicesView:
    """On how many phones the match's slip was opened, and when on the newest of them."""

    count: int
    last_at: datetime

    @property
    def is_shared(self) -> bool:
        return self.count > 1


def devices_of(match: Match | int) -> DevicesView | None:
    """The phones of the match's (or match id's) present slip; None if it was opened on none. One query."""
    devices = AccessDevice.objects.filter(link__match=match, link__revoked_at=None)
    moments = list(devices.order_by("first_at", "pk").values_list("first_at", flat=True))
    return DevicesView(len(moments), moments[-1]) if moments else None


def valid_link(branch: int | None, now: datetime) -> AccessLink | None:
    """The link that opens the entry form of the branch with that id, if there is one."""
    link = _links().filter(branch=branch, branch__isnull=False, revoked_at=None).first()
    return link if link and not link_problems(link, now) else None


@dataclass(frozen=True)
class BranchLink:
    """The link of one branch as the office sends it. ``token`` is "" while there is none that opens the form."""

    number: int
    branch: str
    state: str
    token: str
    devices: DevicesView | None

    @property
    def is_valid(self) -> bool:
        return bool(self.token)


def branch_links(tournament: Tournament, numbers: Collection[int] | None = None) -> tuple[BranchLink, ...]:
    """Of every branch, or of those with these numbers, in the order of the annex: three queries."""
    now = journal_clock.now(tournament.journal)
    every = tournament.branches.order_by("number")
    branches = every if numbers is None else every.filter(number__in=numbers)
    valid = _links().filter(branch__in=branches.order_by(), revoked_at=None).prefetch_related("devices")
    links = {link.branch_id: link for link in valid}
    rows = []
    for branch in branches:
        link = links.get(branch.pk)
        state = "none" if link is None else "expired" if link_problems(link, now) else "valid"
        token = token_of(link) if link and state == "valid" else ""
        rows.append(BranchLink(branch.number, branch.name, state, token, _opened_on(link)))
    return tuple(rows)


def branches_without_link(tournament: Tournament) -> QuerySet[Branch]:
    """Those for which one can be made, in the order of the annex."""
    return tournament.branches.exclude(links__in=AccessLink.objects.filter(revoked_at=None)).order_by("number")


def _opened_on(link: AccessLink | None) -> DevicesView | None:
    opened = [device.first_at for device in link.devices.all()] if link else []
    return DevicesView(len(opened), max(opened)) if opened else None


@dataclass(frozen=True)
class SeatedPlayer:
    """Who sits where: N, W, S or E, "" for a third player."""

    seat: str
    name: str


@dataclass(frozen=True)
class Slip:
    """A match's slip as it is printed and listed. ``token`` is "" while there is none; ``state`` is none, valid,
    expired or closed (the match is over)."""

    match: MatchView
    home: tuple[SeatedPlayer, ...]
    away: tuple[SeatedPlayer, ...]
    state: str
    token: str
    expires_at: datetime | None
    devices: DevicesView | None

    @property
    def is_valid(self) -> bool:
        return self.state == "valid"


def slips_of(round_: Round, numbers: Collection[int] | None = None) -> tuple[Slip, ...]:
    """A slip for every match of the round that is played, or for those of these numbers, by table; a fixed number of
    queries."""
    sittings = Round.objects.filter(stage=round_.stage_id, number=round_.number)
    meant = Match.at_tables.filter(round__in=sittings).exclude(state=MatchState.BYE)
    if numbers is not None:
        meant = meant.filter(number__in=numbers)
    feeds = Q(winner_to__in=meant) | Q(loser_to__in=meant)
    tournament = round_.stage.tournament
    matches = _matches(tournament, Q(pk__in=meant) | feeds)
    rows = [m for m in matches.values() if m.round.number == round_.number and m.state != MatchState.BYE]
    if numbers is not None:
        rows = [m for m in rows if m.number in numbers]
    slips = _slips(tournament, rows, disputed_of(matches.values()))
    return tuple(sorted(slips, key=lambda slip: by_table(slip.match)))


def by_table(match: MatchView) -> tuple[int, int]:
    """Those without a table last."""
    return match.table or 10_000, match.number


def has_valid_slips(round_: Round) -> bool:
    """Is there anything to print?"""
    now = journal_clock.now(round_.stage.tournament.journal)
    is_open = Q(match__result=None) | Q(match__result__at__gt=now - OPEN_AFTER_RESULT)
    sittings = Round.objects.filter(stage=round_.stage_id, number=round_.number)
    return AccessLink.objects.filter(is_open, match__round__in=sittings, revoked_at=None, expires_at__gt=now).exists()


def slip_of(match: Match) -> Slip | None:
    """One match's slip; None for a bye."""
    if match.state == MatchState.BYE:
        return None
    tournament = match.stage.tournament
    feeds = Q(winner_to=match) | Q(loser_to=match)
    matches = _matches(tournament, Q(pk=match.pk) | feeds)
    return _slips(tournament, [matches[match.number]], disputed_of(matches.values()))[0]


def _matches(tournament: Tournament, wanted: Q) -> dict[int, Match]:
    return {match.number: match for match in stage_matches(tournament).filter(wanted)}


def _slips(tournament: Tournament, rows: list[Match], disputed: frozenset[int]) -> list[Slip]:
    now = journal_clock.now(tournament.journal)
    valid = _links().filter(match__in=rows, revoked_at=None).prefetch_related("devices")
    links = {link.match_id: link for link in valid}
    states = at_tables({match.pk: match.state for match in rows})
    line_ups = LineUps(tournament, {team for match in rows for team in seated_ids(match)})
    slips = []
    for match in rows:
        link = links.get(match.pk)
        if link is not None and not link_problems(link, now):
            state = "valid"
        elif match.state in WITHOUT_SLIP:
            state = "closed"
        else:
            state = "expired" if link else "none"
        slip = Slip(
            match=match_view(match, disputed, states[match.pk]),
            home=_seated("home", line_ups.at_match(match, "home"), tournament.seats),
            away=_seated("away", line_ups.at_match(match, "away"), tournament.seats),
            state=state,
            token=token_of(link) if link and state == "valid" else "",
            expires_at=link.expires_at if link else None,
            devices=_opened_on(link),
        )
        slips.append(slip)
    return slips


def _seated(side: str, people: Sequence[Person], seats: int) -> tuple[SeatedPlayer, ...]:
    return tuple(SeatedPlayer(seat, player.name) for player, seat in seated(people, side, seats))


def my_token(tournament: Tournament, *, team: int = 0, branch: int = 0) -> str:
    """我的比赛: what stands in the address by which the team or branch of that id finds its own matches. What it leads
    to is public; the signature says that this site gave the address away, so that printed paper leads to its own team
    or to nobody."""
    return signer_of_event(tournament, "mine").sign(f"{OF_A_TEAM}{team}" if team else f"{OF_A_BRANCH}{branch}")


def owner_of(tournament: Tournament, token: str) -> Team | Branch | None:
    """The entered or withdrawn team, or the branch, that such an address is of; None if nobody here signed it."""
    try:
        key = signer_of_event(tournament, "mine").unsign(token)
    except BadSignature:
        return None
    if key.startswith(OF_A_BRANCH):
        return tournament.branches.filter(pk=int(key[1:])).first()
    teams = Team.objects.filter(branch__tournament=tournament).exclude(state=TeamState.DRAFT)
    return teams.select_related("branch").filter(pk=int(key[1:])).first()


def signer_of_event(tournament: Tournament, purpose: str) -> Signer:
    """With the moment at which this site made the event: where keys are dealt again, old paper must open nothing."""
    return Signer(sep=".", salt=f"tournaments.{purpose}.{tournament.slug}.{tournament.created_at.isoformat()}")
