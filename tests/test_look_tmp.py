import pytest
from tests.factories import a_branch, a_role, a_tournament
from tests.tournaments.round_day import a_day
from tournaments.models import Player, Team, Tournament
from tournaments.day.actions.games import choose_game
from tournaments.day.actions.matches import check_in
from tournaments.states import RoleKind
pytestmark = [pytest.mark.django_db(transaction=True)]

def test_look(visitor):
    event = a_tournament(branches=1, teams=1, slug="entry")
    a_branch(event, name="很长很长的继续教育与成人学院分会")
    choose_game(event, "guandan", {}, by=None, reserves=1)
    office = a_role(event, RoleKind.OFFICE)
    day = a_day(minute=-5, started=False, slug="day")
    Tournament.objects.filter(pk=day.tournament.pk).update(reserves=1)
    for team in Team.objects.filter(branch__tournament=day.tournament):
        Player.objects.create(team=team, number=3, name="队员壬", pinyin="x")
    m = day.match(1)
    check_in(m, m.home_team.players.get(number=3), by=day.chief)
    for size in ((390,844),(1440,900)):
        for lang in ("zh-hans","en"):
            o = visitor(office, size=size, language=lang); c = visitor(day.chief, size=size, language=lang)
            for name, v, path in (("form",o,"/e/entry/office/entries/1/"),("settings",o,"/e/entry/office/settings/"),("desk",c,"/e/day/desk/"),("arr",c,"/e/day/desk/check-in/"),("sheet",c,"/e/day/matches/1/sheet/")):
                page = v.open(path)
                page.screenshot(path=f"/tmp/s-{name}-{size[0]}-{lang[:2]}.png", full_page=name!="settings" or size[0]==390)
