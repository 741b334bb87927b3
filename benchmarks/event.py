"""The events that are measured, made by the same actions that the screens call."""

from dataclasses import dataclass, replace

from accounts.models import User
from accounts.passwords import choose_password
from journal import clock
from journal.models import Journal
from tournaments.actions.draws import confirm_draw, preview_draw
from tournaments.actions.events import create_tournament
from tournaments.actions.matches import confirm_result, enter_deal
from tournaments.actions.people import add_person
from tournaments.actions.rounds import start_round
from tournaments.models import Match, Tournament
from tournaments.preset import BranchPlan, DayTime, next_first_day, read_preset
from tournaments.states import MatchState, RoleKind

PASSWORD = "measured-and-thrown-away"
STRAIGHT = ("NS", "NS", "NS", "NS", "NS")
"""Home's doubles from 2 to 5, 8, J and A, and A passed."""
OPENING = ("NS", "WNES", "SWEN")


@dataclass(frozen=True)
class Account:
    """Somebody who can sign in."""

    user: User
    username: str
    password: str


def championship() -> Tournament:
    """26 teams of 13 branches, drawn; the preset as it stands."""
    return _drawn(13, slug="championship")


def event_of(teams: int) -> Tournament:
    """An event of so many teams, two a branch, drawn."""
    return _drawn(teams // 2, slug=f"teams-{teams}")


def _drawn(branches: int, *, slug: str) -> Tournament:
    blueprint = read_preset("s000")
    names = [plan.name for plan in blueprint.branches]
    names += [f"第{number}分会" for number in range(len(names) + 1, branches + 1)]
    rounds = tuple(DayTime(day, blueprint.rounds[0].at) for day in range((2 * branches - 1).bit_length()))
    blueprint = replace(blueprint, branches=tuple(BranchPlan(name, 2) for name in names[:branches]), rounds=rounds)
    first_day = next_first_day(clock.now(Journal()))
    tournament = create_tournament(blueprint, by=None, slug=slug, first_day=first_day, with_sample_teams=True)
    confirm_draw(preview_draw(tournament, by=None, seed=slug), by=None)
    return Tournament.objects.select_related("journal").get(pk=tournament.pk)


def account(tournament: Tournament, username: str, kind: str = RoleKind.REFEREE) -> Account:
    """A new person with that role and a password of his own."""
    user, _ = add_person(tournament, username, username, kind, by=None)
    choose_password(user, PASSWORD)
    return Account(user, username, PASSWORD)


def begin(tournament: Tournament, number: int, *, by: User) -> list[Match]:
    """Start the clock of a round; returns the matches that are to be played in it."""
    round_ = tournament.stages.get().rounds.get(number=number)
    start_round(round_, by=by)
    return list(round_.matches.filter(state__in=(MatchState.READY, MatchState.PLAYING)).order_by("number"))


def play(matches: list[Match], orders: tuple[str, ...], *, by: User) -> None:
    """Enter the same deals at every table."""
    for match in matches:
        for order in orders:
            enter_deal(match, order, by=by)


def play_to_second_round(tournament: Tournament, *, by: User) -> list[Match]:
    """The first round is over, the second one has three deals at each table: a bracket with everything on it."""
    first = begin(tournament, 1, by=by)
    play(first, STRAIGHT, by=by)
    for match in first:
        confirm_result(match, by=by)
    second = begin(tournament, 2, by=by)
    play(second, OPENING, by=by)
    return second
