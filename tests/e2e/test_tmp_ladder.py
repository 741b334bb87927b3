import pytest
from django.conf import settings
from journal import clock
from tests.tournaments.day.ladders import a_ladder, challenged, decided, team, DAY
from tests.tournaments.day.leagues import link_of
from tests.factories import a_role
from tournaments.states import RoleKind
pytestmark = pytest.mark.django_db(transaction=True)
SIZES = {"390": (390, 844), "1440": (1440, 900), "1920": (1920, 1080)}

def test_look(visitor, transactional_db=None):
    day = a_ladder(branches=9)
    day.at(5 * DAY); decided(day, 4, 1); day.at(8*DAY); decided(day, 6, 5, "home"); decided(day, 9, 7)
    day.at(20 * DAY); challenged(day, 2, 4); challenged(day, 8, 5)
    office = a_role(day.tournament, RoleKind.OFFICE)
    slug = day.tournament.slug
    pages = {
        "public": (None, f"/e/{slug}/bracket/"), "event": (None, f"/e/{slug}/"), "hall": (None, f"/e/{slug}/hall/"), "rounds": (None, f"/e/{slug}/rounds/"),
        "desk": (office, f"/e/{slug}/desk/ladder/"), "roundday": (day.chief, f"/e/{slug}/desk/"), "office": (office, f"/e/{slug}/office/"),
        "branch": (link_of(team(day, 3).branch).account, f"/e/{slug}/entry/3/matches/"),
        "branch2": (link_of(team(day, 2).branch).account, f"/e/{slug}/entry/2/matches/"),
        "match": (None, f"/e/{slug}/matches/4/"),
    }
    for name, (who, path) in pages.items():
        for lang in ("zh-hans", "en"):
            for size, wh in SIZES.items():
                if (size == "1920") != (name == "hall"): continue
                if lang == "en" and size == "1440": continue
                page = visitor(who, size=wh, language=lang).open(path)
                page.screenshot(path=f"/tmp/ladder-{name}-{size}-{lang}.png", full_page=True)
