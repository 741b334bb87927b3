"""Which rule sets the settings of an event offer."""

from tests.factories import a_role, a_tournament
from tests.web.pages import text
from tournaments.states import RoleKind


def test_rule_sets_of_associations_stand_before_those_of_single_unions(client, db):
    tournament = a_tournament(branches=3, teams=2)
    client.force_login(a_role(tournament, RoleKind.OFFICE))
    page = text(client.get(f"/e/{tournament.slug}/office/settings/"))
    names = ("江苏省简易规则2017", "竞技掼蛋竞赛规则", "职业技术学院2023", "售楼处")
    assert sorted(names, key=page.index) == [*names]
