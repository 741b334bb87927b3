"""The public pages of an event, for tests that hold for all of them."""

from django.urls import reverse

from tournaments.models import Tournament

PAGES_OF_AN_EVENT = (
    "event", "bracket", "rounds", "timetable", "teams", "results", "notices", "history", "hall", "report", "statistics",
)  # fmt: skip


def address(name: str, tournament: Tournament, **more: int) -> str:
    return reverse(name, kwargs={"slug": tournament.slug, **more})


def addresses(tournament: Tournament) -> list[str]:
    """Every public page of the event, its matches, branches and kinds of journal included."""
    paths = ["/", "/pulse/", address("pulse", tournament), *(address(name, tournament) for name in PAGES_OF_AN_EVENT)]
    numbers = tournament.stages.get().matches.values_list("number", flat=True)
    paths += [address("match", tournament, number=number) for number in numbers]
    for branch in tournament.branches.all():
        paths += [f"{address(name, tournament)}?branch={branch.pk}" for name in ("bracket", "teams")]
    return [*paths, *(f"{address('history', tournament)}?kind={kind}" for kind in (1, 4))]
