"""The events that are measured, made by the same actions that the screens call."""

from dataclasses import replace

from accounts.models import User
from accounts.passwords import choose_password, new_account
from journal import clock
from journal.models import Journal
from tournaments.day.actions.matches import confirm_result, enter_deal
from tournaments.day.actions.rounds import start_round
from tournaments.draw.actions.draws import confirm_draw, preview_draw
from tournaments.event.actions.people import grant_role
from tournaments.event.actions.tournaments import create_tournament
from tournaments.models import Match, Tournament
from tournaments.presets.preset import BranchPlan, DayTime, next_first_day, read_preset
from tournaments.states import MatchState, RoleKind

PASSWORD = "measured-and-thrown-away"
STRAIGHT = ("NS",) * 5
"""Home's doubles: from 2 to 5, 8, J, A, and A passed."""
OPENING = ("NS", "WNES", "SWEN")


def championship() -> Tournament:
    """26 teams of 13 branches, drawn; the preset as it stands."""
    return draw(entered(26, slug="championship"))


def entered(teams: int, *, slug: str) -> Tournament:
    """The preset with so many teams, two a branch, all entered, and with rounds and tables enough for them."""
    blueprint = read_preset("s000")
    names = [plan.name for plan in blueprint.branches]
    names += [f"第{number}分会" for number in range(len(names) + 1, teams // 2 + 1)]
    blueprint = replace(
        blueprint,
        branches=tuple(BranchPlan(name, 2) for name in names[: teams // 2]),
        rounds=tuple(DayTime(day, blueprint.rounds[0].at) for day in range((teams - 1).bit_length())),
        tables=max(blueprint.tables, teams // 2),
    )
    first_day = next_first_day(clock.now(Journal()))
    tournament = create_tournament(blueprint, by=None, slug=slug, first_day=first_day, with_sample_teams=True)
    return Tournament.objects.select_related("journal").get(pk=tournament.pk)


def draw(tournament: Tournament) -> Tournament:
    """Drawn and published."""
    confirm_draw(preview_draw(tournament, by=None, seed=tournament.slug), by=None)
    return Tournament.objects.select_related("journal").get(pk=tournament.pk)


def account(tournament: Tournament, username: str, kind: str = RoleKind.REFEREE) -> User:
    """A new person with that role and the password of all who are measured."""
    user, _ = new_account(username)
    grant_role(tournament, user, kind, by=None)
    choose_password(user, PASSWORD)
    return user


def chief_referee(tournament: Tournament, username: str = "chief") -> User:
    """The same as chief referee."""
    return account(tournament, username, RoleKind.CHIEF_REFEREE)


def office() -> User:
    """The office of the whole site."""
    user, _ = new_account("everything", is_staff=True)
    choose_password(user, PASSWORD)
    return user


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


def played(tournament: Tournament, *, by: User) -> Tournament:
    """Every match of a drawn event is decided, in as few deals as can be."""
    for number in range(1, tournament.stages.get().rounds.count() + 1):
        matches = begin(tournament, number, by=by)
        play(matches, STRAIGHT, by=by)
        for match in matches:
            confirm_result(match, by=by)
    return Tournament.objects.select_related("journal").get(pk=tournament.pk)


def play_to_second_round(tournament: Tournament, *, by: User) -> list[Match]:
    """The first round is over, the second one has three deals at each table: a bracket with everything on it."""
    first = begin(tournament, 1, by=by)
    play(first, STRAIGHT, by=by)
    for match in first:
        confirm_result(match, by=by)
    second = begin(tournament, 2, by=by)
    play(second, OPENING, by=by)
    return second
