"""What is going on at a table, as every page says it; over whole events: `tests/e2e/test_presets_rehearsed.py`."""

import pytest
from django.test import Client

from journal.queries import last_event_number
from tests.one_answer import everybody_says_the_same
from tests.thorough import in_ci_only
from tests.tournaments.round_day import PASSES_ACE, a_day, at_the_bell
from tests.web.pages import signed_in
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.rules.current_sheets import current_sheet
from tournaments.day.actions.matches import agree, answer_bell, enter_deal
from tournaments.states import TableState


def opened(browser):
    return lambda address: browser.get(address).content.decode()


def said(day):
    """What is said of match 1, by everybody."""
    everybody_says_the_same(day.tournament, opened(Client()), opened(signed_in(day.chief)))
    view = rounds(day.tournament)[0].matches[0]
    on_stage = [line.slot for line in view.lines if line.on_stage]
    return view.doing, view.deal, view.agreed, bool(on_stage)


def confirm(day, side, **more):
    sheet = current_sheet(day.match(1))
    agree(day.match(1), side, by=day.chief, seen=last_event_number(sheet.journal, sheet.subject), **more)


@pytest.fixture
def day(db):
    return a_day(branches=4)


@in_ci_only
def test_table_before_and_after_its_first_deal_and_at_its_bell_when_it_is_told_what_it_still_plays(day):
    assert said(day) == (TableState.DUE, 0, 0, False)
    enter_deal(day.match(1), "NS", by=day.chief)
    assert said(day) == (TableState.PLAYING, 2, 0, True)
    at_the_bell(day, 1, in_hand=None)
    assert said(day) == (TableState.QUESTION, 0, 0, True)
    answer_bell(day.match(1), True, by=day.chief)
    assert said(day) == (TableState.LAST_DEAL, 0, 0, True)
    answer_bell(day.match(1), False, by=day.chief)
    assert said(day)[0] == TableState.VERDICT


def test_table_where_a_was_passed_waits_for_both_sides_and_nobody_is_on_stage(day):
    for order in PASSES_ACE["home"]:
        enter_deal(day.match(1), order, by=day.chief)
    assert said(day) == (TableState.VERDICT, 0, 0, False)
    confirm(day, "away")
    assert said(day) == (TableState.VERDICT, 0, 1, False)
    confirm(day, "home")
    assert said(day)[0] == TableState.OVER


def test_result_that_a_side_contests_waits_for_the_chief_referee(day):
    for order in PASSES_ACE["home"]:
        enter_deal(day.match(1), order, by=day.chief)
    confirm(day, "away")
    confirm(day, "home", agrees=False, note="deal 3")
    assert said(day)[0] == TableState.DISPUTED
