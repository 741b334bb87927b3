"""Who opens the pages of the office, where a module says no other."""

import pytest
from django.test import Client

from tests.factories import a_user
from tests.web.pages import signed_in


@pytest.fixture
def office(db: None) -> Client:
    """The union's office."""
    return signed_in(a_user(is_staff=True))
