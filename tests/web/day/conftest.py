"""Who stands at the tables of a round day that a module makes once (`tests/made_once.py`), and its first hour."""

import pytest
from django.test import Client

from tests.factories import a_referee
from tests.tournaments.round_day import Day
from tests.web.pages import signed_in


@pytest.fixture
def day(early: Day) -> Day:
    """Five minutes after the start; ``early`` is that day before it."""
    early.start()
    early.at(5)
    return early


@pytest.fixture
def chief(made_once: Day) -> Client:
    return signed_in(made_once.chief)


@pytest.fixture
def referee(made_once: Day) -> Client:
    return signed_in(a_referee(made_once.tournament))
