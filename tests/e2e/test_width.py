"""On the narrowest phone no page scrolls sideways, in .ci/run in both languages, however long a branch calls itself."""

import pytest

from tests.browser import NARROW, overflow
from tests.e2e.busy import a_busy_event, a_finished_event, a_fresh_event
from tests.e2e.pages import ROLES, pages, user_of
from tests.thorough import LANGUAGES

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_fits_the_narrowest_phone(visitor, language):
    busy, fresh, finished = a_busy_event(), a_fresh_event(), a_finished_event()
    people = {role: visitor(user_of(busy, role), size=NARROW, language=language) for role in ROLES}
    found = [(address.role, address.path) for address in pages(busy)]
    found += [("office", f"/e/{fresh.slug}/office/draw/"), ("office", f"/e/{finished.slug}/office/awards/")]
    tabs = {role: person.open("/") for role, person in people.items()}
    wide = {}
    for role, path in found:
        tabs[role].goto(people[role].address + path)
        wide[path] = overflow(tabs[role])
    assert not {path: pixels for path, pixels in wide.items() if pixels > 0}
