"""Who hears a notice by mail, where an address is known: branch contacts, players of their own match, and the office.

Everybody gets a mail of his own. Addresses stay here and in the deliveries; no notice names one.
"""

from collections.abc import Collection, Iterable

from django.db.models import Q

from accounts.models import User
from notices.models import Notice
from notices.states import Concerned
from tournaments.models import Branch, CheckIn, Match, Player, Round, Team, Tournament
from tournaments.states import MatchState, RoleKind, TeamState

SETTLED = (MatchState.BYE, MatchState.OVER)
TO_COME = (MatchState.READY, MatchState.CALLED)


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


def own_branch(notice: Notice) -> Iterable[str]:
    """联络人 of the branch whose entry form it is about."""
    return Branch.objects.filter(pk=notice.branch_id or 0).values_list("contact_mail", flat=True)


def of_announcement(notice: Notice) -> Iterable[str]:
    """Whom the office meant, and the office itself."""
    said = notice.announcement
    if said is None:
        return []
    if said.concerned == Concerned.ALL:
        entered = Team.objects.filter(branch__tournament=notice.tournament_id, state=TeamState.ENTERED)
        return [*everybody_in_charge(notice), *players(list(entered.values_list("pk", flat=True)))]
    if said.concerned == Concerned.BRANCH:
        teams = Team.objects.filter(branch=said.branch_id, state=TeamState.ENTERED).values_list("pk", flat=True)
        meant = [*([said.branch.contact_mail] if said.branch else []), *players(list(teams))]
    elif said.concerned == Concerned.TEAM:
        meant = _of_teams([said.team_id])
    elif said.round is None:
        meant = []
    else:
        absent = said.concerned == Concerned.ABSENT
        meant = _of_teams([t.pk for t in absent_teams(said.round)] if absent else [*candidates(said.round)])
    return [*meant, *office(notice.tournament)]


def absent_teams(round_: Round) -> list[Team]:
    """The teams of the round's matches that have not begun, of whom somebody has not checked in; by branch."""
    matches = Match.objects.filter(round=round_, state__in=TO_COME)
    here = {(row.match_id, row.player_id) for row in CheckIn.objects.filter(match__in=matches)}
    sides = [(m.pk, team) for m in matches for team in (m.home_team_id, m.away_team_id) if team]
    awaited: dict[int, list[int]] = {}
    for team, player in Player.objects.filter(team__in={t for _, t in sides}, left_at=None).values_list("team", "pk"):
        awaited.setdefault(team, []).append(player)
    found = {team for match, team in sides if any((match, player) not in here for player in awaited.get(team, ()))}
    teams = Team.objects.filter(pk__in=found, state=TeamState.ENTERED).select_related("branch")
    return list(teams.order_by("branch__number", "ordinal"))


def told_wrong(notice: Notice) -> Iterable[str]:
    """A recall is addressed as it is made (``recalls``)."""
    return notice.deliveries.values_list("address", flat=True)
