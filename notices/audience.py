"""Who hears a notice by mail, where an address is known: branch contacts, players of their own match, and the office.

Everybody gets a mail of his own. Addresses stay here and in the deliveries; no notice names one.
"""

from collections.abc import Collection, Iterable

from django.db.models import Q

from accounts.models import User
from notices.models import Notice
from tournaments.models import Branch, Match, Player, Round, Tournament
from tournaments.states import MatchState, RoleKind

SETTLED = (MatchState.BYE, MatchState.OVER)


def contacts(teams: Collection[int]) -> Iterable[str]:
    """联络人 of the teams' branches."""
    return Branch.objects.filter(teams__in=teams).order_by("number").distinct().values_list("contact_mail", flat=True)


def players(teams: Collection[int]) -> Iterable[str]:
    """队员 of the teams; whoever was substituted is told nothing more."""
    return Player.objects.filter(team__in=teams, left_at=None).values_list("mail", flat=True)


def office(tournament: Tournament) -> Iterable[str]:
    """工会: the event's office and the site's own, which is the office of every event."""
    in_office = Q(roles__tournament=tournament, roles__kind=RoleKind.OFFICE) | Q(is_staff=True)
    return (
        User.objects.filter(in_office, is_active=True, handed_out_by=None)
        .order_by("pk")
        .distinct()
        .values_list("email", flat=True)
    )


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
            elif kind == "lot":
                found |= {t for m in matches.values() for t in (m.home_team_id, m.away_team_id) if t}
            elif kind != "position":
                ahead.append(matches[int(number)])
    return found


_SIDES = ("number", "round_id", "state", "home_team_id", "away_team_id", "home_source", "away_source")


def everybody_in_charge(notice: Notice) -> Iterable[str]:
    """Every branch, and the office."""
    branches = Branch.objects.filter(tournament=notice.tournament_id).values_list("contact_mail", flat=True)
    return [*branches, *office(notice.tournament)]


def office_of(notice: Notice) -> Iterable[str]:
    """The office alone."""
    return office(notice.tournament)


def own_team(notice: Notice) -> Iterable[str]:
    """The team that it speaks to."""
    return _of_teams([notice.team_id])


def both_teams(notice: Notice) -> Iterable[str]:
    """Both teams of its match, and the office."""
    match = notice.match
    return [*_of_teams([match.home_team_id, match.away_team_id]), *office(notice.tournament)] if match else []


def candidates_of_round(notice: Notice) -> Iterable[str]:
    """All who stand in its round or may still come to it, and the office."""
    return [*_of_teams(candidates(notice.round)), *office(notice.tournament)] if notice.round else []


def _of_teams(teams: Iterable[int | None]) -> list[str]:
    known = [team for team in teams if team is not None]
    return [*contacts(known), *players(known)]


def told_wrong(notice: Notice) -> Iterable[str]:
    """A recall is addressed as it is made (``recalls``)."""
    return notice.deliveries.values_list("address", flat=True)
