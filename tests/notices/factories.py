"""An event whose people have addresses, drawn by lots in the order of the annex, at a moment of its own."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models.functions import Now

from journal.clock import set_rehearsal_time
from notices.models import Attempt, Channel, Delivery, Notice
from notices.wording import with_subjects
from tests.factories import FIRST_START, a_branch, a_role, a_tournament
from tournaments.draw.actions.draws import confirm_draw, preview_lots
from tournaments.draw.queries.draws import entered_teams
from tournaments.models import Branch, Match, Round, Team, Tournament
from tournaments.states import DrawState, RoleKind

WEEK_BEFORE, SOON = (FIRST_START - timedelta(days=7), FIRST_START - timedelta(minutes=30))


def at(tournament: Tournament, moment: datetime) -> Tournament:
    """Let the event's clock stand at that moment."""
    set_rehearsal_time(tournament.journal, moment)
    return tournament


def an_event(*, branches: int = 2, now: datetime | None = None, **more: Any) -> Tournament:
    """Entered, not drawn: 甲分会, 乙分会 … with contacts a@, b@ …, two teams each, whose players are a1@ … a4@."""
    more = {"rehearsal": now is not None, "rounds": (2 * branches - 1).bit_length(), **more}
    tournament = a_tournament(place="职工之家（知行楼）", **more)
    for letter, name in zip("abcdefgh"[:branches], "甲乙丙丁戊己庚辛", strict=False):
        branch = a_branch(tournament, name=f"{name}分会", teams=2, contact_mail=f"{letter}@branch.example")
        for number, player in enumerate(_players(branch), start=1):
            player.mail = f"{letter}{number}@player.example"
            player.save()
    clerk = a_role(tournament, RoleKind.OFFICE)
    clerk.email = "office@example.org"
    clerk.save()
    return at(tournament, now) if now else tournament


def _players(branch: Branch) -> list[Any]:
    return [player for team in branch.teams.order_by("ordinal") for player in team.players.order_by("number")]


def a_drawn_event(*, now: datetime | None = None, **more: Any) -> Tournament:
    """Drawn with the teams in this order: 甲一 meets 乙一, 甲二 meets 乙二, and so on by pairs of branches."""
    return draw(an_event(now=now, **more))


def draw(tournament: Tournament) -> Tournament:
    teams = sorted(entered_teams(tournament), key=lambda t: ((t.branch.number - 1) // 2, t.ordinal, t.branch.number))
    lots = {team.pk: position for position, team in enumerate(teams, start=1)}
    chief = a_role(tournament, RoleKind.CHIEF_REFEREE)
    preview_lots(tournament, lots, by=chief)
    confirm_draw(the_draw(tournament), by=chief, accept=True, reason="in the hall")
    tournament.refresh_from_db()
    return tournament


def the_draw(tournament: Tournament) -> Any:
    return tournament.stages.get().draws.exclude(state=DrawState.DISCARDED).get()


def the_match(tournament: Tournament, number: int) -> Match:
    return Match.objects.get(stage__tournament=tournament, number=number)


def the_round(tournament: Tournament, number: int) -> Round:
    return Round.objects.get(stage__tournament=tournament, number=number, sitting=1)


def the_team(tournament: Tournament, branch: str, ordinal: int) -> Team:
    return Team.objects.get(branch__tournament=tournament, branch__name=branch, ordinal=ordinal)


def pass_time() -> None:
    """Let leases, pauses and the minute of a limit be over."""
    Delivery.objects.exclude(lease_until=None).update(lease_until=Now())
    Delivery.objects.exclude(retry_at=None).update(retry_at=Now())
    Channel.objects.exclude(paused_until=None).update(paused_until=Now())
    Attempt.objects.update(at=Now() - timedelta(minutes=2))


def notices(tournament: Tournament, *kinds: str, **more: Any) -> list[Notice]:
    rows = with_subjects(Notice.objects.filter(tournament=tournament, **more))
    return list(rows.filter(kind__in=kinds) if kinds else rows)
