"""台票 and 报名链接: signed links that open one match, or one entry form, without an account of one's own."""

import re
from datetime import datetime

from accounts.models import User
from accounts.passwords import new_link_account
from journal import clock as journal_clock
from journal.recording import action, record
from journal.refusals import Problem, Refused, WrongState, refuse_if
from tournaments.codes import Code, TournamentEvent
from tournaments.locks import locked_tournament
from tournaments.models import AccessDevice, AccessLink, Branch, Match, Round, Tournament
from tournaments.play.bracket_moves import locked, match_facts
from tournaments.play.rounds import sittings_of
from tournaments.queries.links import WITHOUT_SLIP, expiry, link_of_token, link_problems

DEVICE = re.compile(r"[A-Za-z0-9-]{8,40}")
BRANCH_ACCOUNT = "报名链接 · "


@action
def issue_slips(round_: Round, *, by: User | None) -> list[AccessLink]:
    """制作台票: one valid slip for every match of the round that is still to be played, by the matches' numbers.

    A valid one is kept, so that what is printed stays good; its last day follows a round that was moved. Refused if
    no match of the round needs one.
    """
    rows = Match.objects.filter(round__in=sittings_of(round_)).exclude(state__in=WITHOUT_SLIP).order_by("number")
    matches = [locked(match) for match in rows]
    due = [match for match in matches if match.state not in WITHOUT_SLIP]
    refuse_if([] if due else [Problem(Code.NO_SLIP_DUE)])
    return [_kept(match) or _new(match, by=by) for match in due]


@action
def reissue_slip(match: Match, *, by: User | None) -> AccessLink:
    """重制台票: a new slip for the match; the old one opens nothing from now on."""
    match = locked(match)
    if match.state in WITHOUT_SLIP:
        raise WrongState(match.subject, match.state)
    for link in AccessLink.objects.filter(match=match, revoked_at=None):
        _revoke(link, match, by=by)
    return _new(match, by=by)


@action
def revoke_slip(match: Match, *, by: User | None) -> AccessLink:
    """作废台票: it opens nothing from now on, and who came by it is signed out. ``WrongState`` if there is none."""
    match = locked(match)
    link = AccessLink.objects.filter(match=match, revoked_at=None).first()
    if link is None:
        raise WrongState(match.subject, "revoked")
    return _revoke(link, match, by=by)


@action
def issue_branch_links(tournament: Tournament, *, by: User | None) -> list[AccessLink]:
    """制作报名链接: one for every branch that has none, in the order of the annex; what was sent already stays good."""
    tournament = locked_tournament(tournament)
    missing = tournament.branches.exclude(links__in=AccessLink.objects.filter(revoked_at=None)).order_by("number")
    return [_new_branch_link(tournament, branch, by=by) for branch in missing]


@action
def reissue_branch_link(branch: Branch, *, by: User | None) -> AccessLink:
    """更换报名链接: a new one for the branch; the old one opens nothing from now on."""
    tournament = locked_tournament(branch.tournament)
    if AccessLink.objects.filter(branch=branch, revoked_at=None).exists():
        revoke_branch_link(branch, by=by)
    return _new_branch_link(tournament, branch, by=by)


@action
def revoke_branch_link(branch: Branch, *, by: User | None) -> AccessLink:
    """停用报名链接: it opens nothing from now on, and who came by it is signed out. ``WrongState`` if there is none."""
    tournament = locked_tournament(branch.tournament)
    link = AccessLink.objects.select_related("account").filter(branch=branch, revoked_at=None).first()
    if link is None:
        raise WrongState(branch.subject, "revoked")
    _close(link, journal_clock.now(tournament.journal))
    _record_link(tournament, TournamentEvent.ENTRY_LINK_REVOKED, link, branch, by=by)
    return link


def _new_branch_link(tournament: Tournament, branch: Branch, *, by: User | None) -> AccessLink:
    link = AccessLink.objects.create(
        branch=branch,
        account=new_link_account(f"{BRANCH_ACCOUNT}{branch.name}"),
        issued_at=journal_clock.now(tournament.journal),
        issued_by=by,
    )
    _record_link(tournament, TournamentEvent.ENTRY_LINK_ISSUED, link, branch, by=by)
    return link


def _record_link(
    tournament: Tournament, kind: TournamentEvent, link: AccessLink, branch: Branch, *, by: User | None, **facts: object
) -> None:
    # the subject is the link: what happens to it makes no form of the branch an old one
    record(tournament.journal, kind, f"link:{link.pk}", by=by, public=False, branch=branch.name, **facts)


@action
def open_link(token: str, device: str, *, by: User | None) -> AccessLink:
    """扫码: the link was opened on the phone ``device`` (8 to 40 letters, digits and hyphens); ``by`` is who was signed
    in there before, and is not recorded: from now on the link's own account acts.

    Refused: a garbled device or token, a link that is revoked or expired, a match over for an hour.
    """
    if not DEVICE.fullmatch(device):
        raise Refused(Problem(Code.DEVICE_INVALID))
    found = link_of_token(token)
    if found is None:
        raise Refused(Problem(Code.LINK_INVALID))
    match = locked(found.match) if found.match else None
    tournament = match.stage.tournament if match else locked_tournament(found.tournament)
    link = AccessLink.objects.select_related("account", "branch__tournament").get(pk=found.pk)
    if match:
        link.match = match
    now = journal_clock.now(tournament.journal)
    refuse_if(link_problems(link, now))
    opened, new = AccessDevice.objects.get_or_create(
        link=link, device=device, defaults={"first_at": now, "last_at": now}
    )
    if not new:
        opened.last_at = now
        opened.save(update_fields=["last_at"])
    facts = {"devices": link.devices.count(), "new": new}
    if match:
        _record(match, TournamentEvent.LINK_OPENED, by=link.account, **facts)
    elif link.branch:
        kind = TournamentEvent.ENTRY_LINK_OPENED
        _record_link(tournament, kind, link, link.branch, by=link.account, **facts)
    return link


def _kept(match: Match) -> AccessLink | None:
    """The match's valid slip, under the table's present number; an expired one is put away."""
    now = _now(match)
    link = AccessLink.objects.select_related("account").filter(match=match, revoked_at=None).first()
    if link is None:
        return None
    if link.expires_at is None or now >= link.expires_at:
        _close(link, now)
        return None
    link.expires_at, link.account.name = expiry(match, now), _account_name(match)
    link.save(update_fields=["expires_at"])
    link.account.save(update_fields=["name"])
    return link


def _new(match: Match, *, by: User | None) -> AccessLink:
    now = _now(match)
    link = AccessLink.objects.create(
        match=match,
        account=new_link_account(_account_name(match)),
        issued_at=now,
        issued_by=by,
        expires_at=expiry(match, now),
    )
    _record(match, TournamentEvent.LINK_ISSUED, by=by)
    return link


def _revoke(link: AccessLink, match: Match, *, by: User | None) -> AccessLink:
    _close(link, _now(match))
    _record(match, TournamentEvent.LINK_REVOKED, by=by)
    return link


def _close(link: AccessLink, now: datetime) -> None:
    link.revoked_at, link.account.is_active = now, False
    link.save(update_fields=["revoked_at"])
    link.account.save(update_fields=["is_active"])


def _account_name(match: Match) -> str:
    """What the journal and the sheet call whoever acts by this slip; pages say it in the reader's language."""
    return f"台票 · 第 {match.table.number} 桌" if match.table else f"台票 · 第 {match.number} 场"


def _now(match: Match) -> datetime:
    return journal_clock.now(match.stage.tournament.journal)


def _record(match: Match, kind: TournamentEvent, *, by: User | None, **facts: object) -> None:
    record(match.stage.tournament.journal, kind, match.subject, by=by, public=False, **match_facts(match), **facts)
