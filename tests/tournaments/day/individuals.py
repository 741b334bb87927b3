"""Individuals with changing partners to test with."""

from tests.tournaments.round_day import Day, a_day


def a_day_of_individuals(*, people: int = 8, partners: str = "balanced", rounds_played: int = 3, **more: object) -> Day:
    """The first round of so many people, each of a branch of his own, who entered alone."""
    settings = {"partners": partners, "rounds_played": rounds_played}
    event = {"format_": "individual", "settings": settings, "changing_partners": True}
    return a_day(branches=people, teams=1, **event, **more)
