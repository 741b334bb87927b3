"""Who hears a notice by mail, where an address is known: branch contacts, players of their own match, and the office.

Everybody gets a mail of his own. Addresses stay here and in the deliveries; no notice names one.
"""

from collections.abc import Callable, Collection, Iterable

from django.db.models import Q

from accounts.models import User
from notices.models import Notice
from notices.states import NoticeKind
from tournaments.models import Branch, Match, Player, Round, Tournament
from tournaments.states import MatchState, RoleKind

SETTLED = (MatchState.BYE, MatchState.OVER)


def addresses(notice: Notice) -> list[str]:
    """The mail addresses of the notice's audience as it is now, each once, however it is capitalised."""
    found: dict[str, str] = {}
    for address in _AUDIENCES[NoticeKind(notice.kind)](notice):
        if address.strip():
            found.setdefault(address.strip().casefold(), address.strip())
    return list(found.values())


def contacts(teams: Collection[int]) -> Iterable[str]:
    """联络人 of the teams' branches."""
    return Branch.objects.filter(teams__in=teams).order_by("number").distinct().values_list("contact_mail", flat=True)


def players(teams: Collection[int]) -> Iterable[str]:
    """队员 of the teams; whoever was substituted is told nothing more."""
    return Player.objects.filter(team__in=teams, left_at=None).values_list("mail", flat=True)


def office(tournament: Tournament) -> Iterable[str]:
    """工会: the event's office and the site's own, which is the office of every event."""
    in_office = Q(roles__tournament=tournament, roles__kind=RoleKind.OFFICE) | Q(is_staff=True)
    return User.objects.filter(in_office, is_active=True).order_by("pk").distinct().values_list("email", flat=True)


def candidates(round_: Round) -> set[int]:
    """The teams that stand in the round's matches or may still come to them."""
    matches = {m.number: m for m in Match.objects.filter(stage=round_.stage_id).only(*_SIDES)}
    found: set[int] = set()
    ahead = [m for m in matches.values() if m.round_id == round_.pk and m.state not in SETTLED]
    while ahead:
        match = ahead.pop()
        for team, source in ((match.home_team_id, match.home_source), (match.away_team_id, match.away_source)):
            kind, _, number = source.partition(":")
            if team is not None:
                found.add(team)
            elif kind in ("winner", "loser"):
                ahead.append(matches[int(number)])
    return found


_SIDES = ("number", "round_id", "state", "home_team_id", "away_team_id", "home_source", "away_source")


def _everybody_in_charge(notice: Notice) -> Iterable[str]:
    branches = Branch.objects.filter(tournament=notice.tournament_id).values_list("contact_mail", flat=True)
    return [*branches, *office(notice.tournament)]


def _office(notice: Notice) -> Iterable[str]:
    return office(notice.tournament)


def _team(notice: Notice) -> Iterable[str]:
    return _of_teams([notice.team_id])


def _both_teams(notice: Notice) -> Iterable[str]:
    match = notice.match
    return [*_of_teams([match.home_team_id, match.away_team_id]), *office(notice.tournament)] if match else []


def _candidates(notice: Notice) -> Iterable[str]:
    return [*_of_teams(candidates(notice.round)), *office(notice.tournament)] if notice.round else []


def _of_teams(teams: Iterable[int | None]) -> list[str]:
    known = [team for team in teams if team is not None]
    return [*contacts(known), *players(known)]


def _told_wrong(notice: Notice) -> Iterable[str]:
    """A recall is addressed as it is made (``recalls``)."""
    return notice.deliveries.values_list("address", flat=True)


_AUDIENCES: dict[NoticeKind, Callable[[Notice], Iterable[str]]] = {
    NoticeKind.DRAW_PUBLISHED: _everybody_in_charge,
    NoticeKind.ROUND_DAY_BEFORE: _office,
    NoticeKind.ROUND_SOON: _office,
    NoticeKind.MATCH_DAY_BEFORE: _team,
    NoticeKind.MATCH_SOON: _team,
    NoticeKind.ROUND_MOVED: _candidates,
    NoticeKind.RESULT: _both_teams,
    NoticeKind.AWARDS: _everybody_in_charge,
    NoticeKind.RECALL: _told_wrong,
}
