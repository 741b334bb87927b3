"""A command that cannot make its event says why, in a sentence."""

import pytest
from django.core.management import CommandError, call_command

pytestmark = pytest.mark.django_db


def test_address_with_an_underscore_is_refused_by_a_sentence():
    with pytest.raises(CommandError, match="连字符"):
        call_command("load_preset", "s001_4", slug="a_b")
