"""Written statements: what they are asked by may be anything that an address can say."""

import pytest
from django.db.models import Exists, OuterRef

from journal.statements import Statement
from tests.factories import a_drawn_tournament
from tournaments.models import Game, Match

pytestmark = pytest.mark.django_db


def test_number_that_no_column_can_hold_finds_nothing_and_spoils_nothing():
    a_drawn_tournament()
    by_number = Statement(lambda values: Match.objects.filter(number=values[0]).values_list("number"))
    assert list(by_number.rows((2_000_000,))) == []
    assert list(by_number.rows((1,))) == [(1,)]
    assert list(by_number.rows((2_000_000,))) == []


def test_one_that_stands_elsewhere_in_the_statement_is_no_id():
    a_drawn_tournament()
    has_game = Exists(Game.every.filter(match=OuterRef("pk")))
    by_number = Statement(
        lambda values: (
            Match.objects.annotate(has_game=has_game).filter(number__in=values).values_list("number", "has_game")
        )
    )
    assert list(by_number.rows([1])) == [(1, True)]
    assert list(by_number.rows([2])) == [(2, True)]
