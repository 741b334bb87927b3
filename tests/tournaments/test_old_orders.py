"""Migration 0026: tables of events that were drawn before stay as they were."""

from importlib import import_module

import pytest
from django.apps import apps

from tests.factories import a_drawn_tournament, a_tournament
from tests.tournaments.equals import a_circle
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.standings import stages_of, standing

keep_order = import_module("tournaments.migrations.0026_equal_places").keep_order
pytestmark = pytest.mark.django_db


def test_a_drawn_stage_goes_by_the_number_drawn_at_last():
    day = a_circle(settings={"groups": 1})
    keep_order(apps, None)
    stage = day.tournament.stages.get()
    assert stage.settings == {"groups": 1, "criteria": ["wins", "difference", "mutual", "lot"]}
    rows = standing(stages_of(rounds(day.tournament))[0])
    assert [(row.place, str(row.decided_by)) for row in rows] == [(1, "lot"), (2, "lot"), (3, "lot")]


def test_a_planned_stage_keeps_the_order_that_was_usual_and_no_lot():
    planned = a_tournament(slug="planned", format_="round_robin")
    chosen = a_tournament(slug="chosen", format_="swiss")
    chosen.stages.update(settings={"criteria": ["points"]})
    knockout = a_drawn_tournament(slug="knockout")
    keep_order(apps, None)
    assert planned.stages.get().settings == {"criteria": ["wins", "difference", "mutual"]}
    assert chosen.stages.get().settings == {"criteria": ["points"]}
    assert knockout.stages.get().settings == {}
