"""赛制 of an event on its settings page: which format, and what it chooses of it."""

from tests.factories import a_role, a_tournament
from tournaments.bracket.rules.formats import format_of
from tournaments.formats import RoundRobin, Swiss
from tournaments.models import Stage
from tournaments.states import RoleKind


def an_office(client):
    tournament = a_tournament(branches=3, teams=2)
    client.force_login(a_role(tournament, RoleKind.OFFICE))
    return f"/e/{tournament.slug}/office/settings/"


def hidden(client, address):
    """The fields that the form carries unseen, as the page has them."""
    form = client.get(address).context["shape"]
    return {"seen": form.version}


def send(client, address, **typed):
    return client.post(f"{address}format/", {**hidden(client, address), **typed})


def test_another_format_begins_with_its_own_settings_which_can_then_be_changed(client, db):
    address = an_office(client)
    assert send(client, address, format="round_robin", survivors="4").status_code == 302
    assert format_of(Stage.objects.get()) == RoundRobin()
    assert "f-groups" in client.get(address).content.decode()
    assert send(client, address, format="round_robin", groups="2", rounds_played="0").status_code == 302
    assert format_of(Stage.objects.get()) == RoundRobin(groups=2)
    assert send(client, address, format="swiss", groups="2", rounds_played="0").status_code == 302
    assert format_of(Stage.objects.get()) == Swiss()


def test_what_a_format_cannot_take_is_refused_at_its_field(client, db):
    address = an_office(client)
    answer = send(client, address, format="knockout", survivors="3")
    assert answer.status_code == 422
    assert answer.context["shape"].errors["survivors"]
    assert send(client, address, format="lucky_dip").status_code == 422
    assert Stage.objects.get().settings == {}
