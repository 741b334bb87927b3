"""docs/states.md is made from the tables and says the same."""

from django.core.management import call_command

from journal.management.commands.draw_states import stateful_models, states_of


def test_document_is_up_to_date():
    call_command("draw_states", check=True)


def test_tables_name_every_state_and_no_other():
    for model in stateful_models():
        table, states = model.transitions, states_of(model)
        assert set(table) == set(states), model
        assert {target for targets in table.values() for target in targets} <= set(states), model
