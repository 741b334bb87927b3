"""A process that is killed while it shows lots: what was answered stands, and the next press goes on from there."""

import os
import subprocess
import sys
from random import Random

import pytest
from django.conf import settings
from django.db import connection

from tests.factories import a_tournament
from tests.thorough import in_ci_only
from tests.tournaments.recorded import kinds
from tournaments.draw.actions.ceremony import open_ceremony, show_lot
from tournaments.draw.actions.draws import preview_draw
from tournaments.draw.queries.ceremony import ceremony_view

SHOWING = """
import sys
import django
django.setup()
from django.conf import settings
from django.db import connection
settings.DATABASES["default"]["NAME"] = connection.settings_dict["NAME"] = sys.argv[1]
from tournaments.draw.actions.ceremony import show_lot
from tournaments.models import Ceremony
for number in range(int(sys.argv[2]) + 1, 27):
    show_lot(Ceremony.objects.get(), number, by=None)
    print(number, flush=True)
"""


def killed_while_showing(shown: int, answers: int) -> int:
    """The number of the last lot that a process has answered for, which goes on after lot ``shown`` and is killed
    in the midst of the one after so many answers."""
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"}
    command = [sys.executable, "-c", SHOWING, str(connection.settings_dict["NAME"]), str(shown)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=settings.BASE_DIR) as child:
        assert child.stdout
        lines = [child.stdout.readline() for _ in range(answers)]
        child.kill()
        lines += child.stdout.readlines()
    return int([line for line in lines if line.endswith("\n")][-1])


@in_ci_only
@pytest.mark.django_db(transaction=True)
def test_ceremony_goes_on_at_exactly_the_same_place_when_its_process_is_killed():
    tournament = a_tournament(branches=13, teams=2)
    draw = preview_draw(tournament, by=None, seed="七")
    ceremony = open_ceremony(tournament, by=None)
    chance, shown = Random(7), 0
    for _ in range(2):
        answered = killed_while_showing(shown, chance.randint(2, 6))
        view = ceremony_view(tournament)
        shown = len(view.lots)
        assert shown in {answered, answered + 1}  # the one under way is shown whole, or not at all
        assert [draw.positions[lot.position - 1] for lot in view.lots] == draw.teams[:shown]
        assert kinds(tournament).count("lot.shown") == shown
    show_lot(ceremony, shown + 1, by=None)
    assert len(ceremony_view(tournament).lots) == shown + 1
