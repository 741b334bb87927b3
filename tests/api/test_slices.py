"""Matches and events as a query asks for them: filters, pages, and 304 before anything is read."""

import pytest
from django.test import Client

from tests.api.programs import told
from tests.factories import a_drawn_tournament, a_referee, a_tournament
from tests.web.sittings_of import sittings
from tournaments.actions.matches import check_in_all, enter_deal
from tournaments.models import Match

pytestmark = pytest.mark.django_db
