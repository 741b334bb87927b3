"""Which rule sets the settings of an event offer."""

from tests.factories import a_role, a_tournament
from tests.tournaments.played import S000_AWARDS
from tests.web.form_fields import form_fields, press
from tests.web.pages import markup, text
from tournaments.states import RoleKind


def test_rule_sets_of_associations_stand_first_and_say_which_own_rules_they_replace(client, db):
    tournament = a_tournament(branches=3, teams=2, awards=S000_AWARDS)
    client.force_login(a_role(tournament, RoleKind.OFFICE))
    address = f"/e/{tournament.slug}/office/settings/"
    page = text(client.get(address))
    names = ("江苏省简易规则2017", "竞技掼蛋竞赛规则", "职业技术学院2023", "售楼处")
    assert sorted(names, key=page.index) == [*names]
    assert "也会被替换" not in page
    assert press(client, address, address, grace_minutes="12").status_code == 302
    assert "您改过的这些规则也会被替换：迟到宽限（分钟）" in text(client.get(address))


def test_a_part_is_saved_alone(client, db):
    """What another part would have sent stays as it is, ticks that are off as well."""
    tournament = a_tournament(branches=3, teams=2, third_place_match=True)
    client.force_login(a_role(tournament, RoleKind.OFFICE))
    address = f"/e/{tournament.slug}/office/settings/"
    fields = form_fields(markup(client.get(address)), address)
    part = {name: fields[name] for name in ("key", "seen", "account", "place", "initial-place")}
    assert client.post(address, {**part, "place": "职工之家"}).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.place, tournament.third_place_match) == ("职工之家", True)
