"""台票 and 报名链接: signed links that open one match, or one entry form, without an account of one's own."""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime

from accounts.models import User
from accounts.passwords import new_link_accounts
from journal import clock as journal_clock
from journal.recording import action, record
from journal.refusals import Problem, Refused, WrongState, refuse_if
from tournaments.bracket.rules.bracket_moves import locked, locked_together, match_facts
from tournaments.bracket.rules.rounds import sittings_of
from tournaments.codes import Code, TournamentEvent
from tournaments.entries.queries.links import WITHOUT_SLIP, branches_without_link, expiry, link_of_token, link_problems
from tournaments.locks import locked_tournament
from tournaments.models import AccessDevice, AccessLink, Branch, Match, Round, Tournament

DEVICE = re.compile(r"[A-Za-z0-9-]{8,40}")
BRANCH_ACCOUNT = "报名链接 · "


@action
def issue_slips(round_: Round, *, by: User | None) -> list[AccessLink]:
    """生成台票: one valid slip for every match of the round that is still to be played, by the matches' numbers.

    A valid one is kept, so that what is printed stays good; its last day follows a round that was moved. Refused if
    no match of the round needs one.
    """
    rows = locked_together(Match.at_tables.filter(round__in=sittings_of(round_)))
    due = [match for match in rows if match.state not in WITHOUT_SLIP]
    refuse_if([] if due else [Problem(Code.NO_SLIP_DUE)])
    # the valid ones, each under the present number of its table; expired ones are put away
    now, by_id = _now(due[0]), {match.pk: match for match in due}
    slips, expired = {}, []
    for link in AccessLink.objects.select_related("account").filter(match__in=due, revoked_at=None):
        if link.match_id is None or link.expires_at is None or now >= link.expires_at:
            expired.append(link)
            continue
        link.match = by_id[link.match_id]
        link.expires_at, link.account.name = expiry(link.match, now), _account_name(link.match)
        slips[link.match_id] = link
    _close(expired, now)
    AccessLink.objects.bulk_update(slips.values(), ["expires_at"])
    User.objects.bulk_update([link.account for link in slips.values()], ["name"])
    slips |= _new_slips([match for match in due if match.pk not in slips], by=by)
    return [slips[match.pk] for match in due]


@action
def reissue_slip(match: Match, *, by: User | None) -> AccessLink:
    """重制台票: a new slip for the match; the old one opens nothing from now on."""
    match = locked(match)
    if match.state in WITHOUT_SLIP:
        raise WrongState(match.subject, match.state)
    for link in AccessLink.objects.select_related("account").filter(match=match, revoked_at=None):
        _revoke(link, match, by=by)
    return _new_slips([match], by=by)[match.pk]


@action
def revoke_slip(match: Match, *, by: User | None) -> AccessLink:
    """作废台票: it opens nothing from now on, and who came by it is signed out. ``WrongState`` if there is none."""
    match = locked(match)
    link = AccessLink.objects.select_related("account").filter(match=match, revoked_at=None).first()
    if link is None:
        raise WrongState(match.subject, "revoked")
    return _revoke(link, match, by=by)


@action
def issue_branch_links(tournament: Tournament, *, by: User | None) -> list[AccessLink]:
    """制作报名链接: one for every branch that has none, in the order of the annex; what was sent already stays good."""
    tournament = locked_tournament(tournament)
    return _new_branch_links(tournament, branches_without_link(tournament), by=by)


@action
def reissue_branch_link(branch: Branch, *, by: User | None) -> AccessLink:
    """更换报名链接: a new one for the branch; the old one opens nothing from now on."""
    tournament = locked_tournament(branch.tournament)
    if AccessLink.objects.filter(branch=branch, revoked_at=None).exists():
        revoke_branch_link(branch, by=by)
    return _new_branch_links(tournament, [branch], by=by)[0]


@action
def revoke_branch_link(branch: Branch, *, by: User | None) -> AccessLink:
    """停用报名链接: it opens nothing from now on, and who came by it is signed out. ``WrongState`` if there is none."""
    tournament = locked_tournament(branch.tournament)
    link = AccessLink.objects.select_related("account").filter(branch=branch, revoked_at=None).first()
    if link is None:
        raise WrongState(branch.subject, "revoked")
    _close([link], journal_clock.now(tournament.journal))
    _record_link(tournament, TournamentEvent.ENTRY_LINK_REVOKED, link, branch, by=by)
    return link


def _new_branch_links(tournament: Tournament, branches: Iterable[Branch], *, by: User | None) -> list[AccessLink]:
    branches, now = list(branches), journal_clock.now(tournament.journal)
    accounts = new_link_accounts([f"{BRANCH_ACCOUNT}{branch.name}" for branch in branches])
    links = AccessLink.objects.bulk_create(
        AccessLink(branch=branch, account=account, issued_at=now, issued_by=by)
        for branch, account in zip(branches, accounts, strict=True)
    )
    for branch, link in zip(branches, links, strict=True):
        _record_link(tournament, TournamentEvent.ENTRY_LINK_ISSUED, link, branch, by=by)
    return links


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
    known = link_of_token(token)
    if known is None:
        raise Refused(Problem(Code.LINK_INVALID))
    match = locked(known.match) if known.match else None
    tournament = match.stage.tournament if match else locked_tournament(known.tournament)
    link = AccessLink.objects.select_related("account", "branch__tournament").get(pk=known.pk)
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


def _new_slips(matches: Sequence[Match], *, by: User | None) -> dict[int, AccessLink]:
    """By the ids of the matches."""
    accounts = new_link_accounts([_account_name(match) for match in matches])
    links = AccessLink.objects.bulk_create(
        AccessLink(
            match=match, account=account, issued_at=_now(match), issued_by=by, expires_at=expiry(match, _now(match))
        )
        for match, account in zip(matches, accounts, strict=True)
    )
    for match in matches:
        _record(match, TournamentEvent.LINK_ISSUED, by=by)
    return {match.pk: link for match, link in zip(matches, links, strict=True)}


def _revoke(link: AccessLink, match: Match, *, by: User | None) -> AccessLink:
    _close([link], _now(match))
    _record(match, TournamentEvent.LINK_REVOKED, by=by)
    return link


def _close(links: Sequence[AccessLink], now: datetime) -> None:
    """They open nothing any more, and who came by them is signed out."""
    accounts = [link.account for link in links]
    for link in links:
        link.revoked_at, link.account.is_active = now, False
    AccessLink.objects.bulk_update(links, ["revoked_at"])
    User.objects.bulk_update(accounts, ["is_active"])


def _account_name(match: Match) -> str:
    """What the journal and the sheet call whoever acts by this slip; pages say it in the reader's language."""
    return f"台票 · 第{match.table.number}桌" if match.table else f"台票 · 第{match.number}场"


def _now(match: Match) -> datetime:
    return journal_clock.now(match.stage.tournament.journal)


def _record(match: Match, kind: TournamentEvent, *, by: User | None, **facts: object) -> None:
    record(match.stage.tournament.journal, kind, match.subject, by=by, public=False, **match_facts(match), **facts)
