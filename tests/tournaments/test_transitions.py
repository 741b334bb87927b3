"""docs/states.md is made from the tables and says the same."""

from django.core.management import call_command

from tournaments.transitions import TABLES


def test_document_is_up_to_date():
    call_command("draw_states", check=True)


def test_tables_name_every_state_and_no_other():
    for title, states, table in TABLES:
        assert set(table) == set(states), title
        assert {target for targets in table.values() for target in targets} <= set(states), title
