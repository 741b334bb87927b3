"""我的比赛: the addresses by which a team or a branch finds its own matches. What stands there is public; the signature
says that this site gave the address away, so that printed paper leads to its own team or to nobody."""

from django.core.signing import BadSignature, Signer

from tournaments.models import Branch, Team, Tournament
from tournaments.states import TeamState

OF_A_TEAM, OF_A_BRANCH = "t", "b"


def my_token(tournament: Tournament, *, team: int = 0, branch: int = 0) -> str:
    """What stands in the address of the team or of the branch of that id."""
    return _signer(tournament).sign(f"{OF_A_TEAM}{team}" if team else f"{OF_A_BRANCH}{branch}")


def owner_of(tournament: Tournament, token: str) -> Team | Branch | None:
    """The entered or withdrawn team, or the branch, that such an address is of; None if nobody here signed it."""
    try:
        key = _signer(tournament).unsign(token)
    except BadSignature:
        return None
    if key.startswith(OF_A_BRANCH):
        return tournament.branches.filter(pk=int(key[1:])).first()
    teams = Team.objects.filter(branch__tournament=tournament).exclude(state=TeamState.DRAFT)
    return teams.select_related("branch").filter(pk=int(key[1:])).first()


def _signer(tournament: Tournament) -> Signer:
    # with the moment at which this site made the event: where keys are dealt again, old paper must open nothing
    return Signer(sep=".", salt=f"tournaments.mine.{tournament.slug}.{tournament.created_at.isoformat()}")
