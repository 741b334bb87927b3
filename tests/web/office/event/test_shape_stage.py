"""The line of a stage in the shape of an event: which format, and what it chooses of it."""

from tests.factories import a_role, a_tournament
from tests.web.form_fields import form_fields, press_again
from tests.web.pages import markup, text
from tournaments.bracket.rules.formats import format_of
from tournaments.formats import FORMATS, Knockout, RoundRobin, Swiss
from tournaments.formats.tie_breaks import SELECTABLE, TieBreak
from tournaments.formats.unplayed import Withdrawn
from tournaments.models import Stage, Tournament
from tournaments.states import RoleKind


def an_office(client):
    tournament = a_tournament(branches=3, teams=2)
    client.force_login(a_role(tournament, RoleKind.OFFICE))
    return f"/e/{tournament.slug}/office/shape/"


def the_line(answer):
    """Of the first stage, in the form of the page."""
    return answer.context["form"].stages.forms[0]


def send(client, address, **typed):
    """The settings that stand are sent with those that are typed; those of another format are shown first."""
    shown = client.get(address)
    if typed["format"] != Stage.objects.get().format:
        shown = press_again(client, shown, address, act="look", **{"format-1": typed["format"]})
    fields = form_fields(markup(shown), address)
    for name in ("consolation-1", *(f"criterion_{n}-1" for n in range(1, 9))):
        fields.pop(name, None)
    fields |= {f"{name}-1": value for name, value in typed.items()}
    return client.post(address, {**fields, "act": "save"})


def test_another_format_begins_with_its_own_settings_which_can_then_be_changed(client, db):
    address = an_office(client)
    assert send(client, address, format="round_robin", survivors="4", places_to="0").status_code == 302
    assert format_of(Stage.objects.get()) == RoundRobin(withdrawn=Withdrawn.STRUCK_UNDER_HALF)
    assert "f-groups" in client.get(address).content.decode()
    typed = {"groups": "2", "rounds_played": "0", "withdrawn": "struck"}
    assert send(client, address, format="round_robin", **typed).status_code == 302
    assert format_of(Stage.objects.get()) == RoundRobin(groups=2, withdrawn=Withdrawn.STRUCK)
    assert send(client, address, format="swiss", groups="2", rounds_played="0").status_code == 302
    assert format_of(Stage.objects.get()) == Swiss(virtual_opponents=True)


def test_places_to_be_played_out_are_chosen_and_given_up_again(client, db):
    address = an_office(client)
    typed = {"format": "knockout", "survivors": "1"}
    assert send(client, address, **typed, places_to="8", consolation="on").status_code == 302
    assert format_of(Stage.objects.get()) == Knockout(places_to=8, consolation=True)
    answer = send(client, address, **typed, places_to="4", consolation="on")
    assert answer.status_code == 422
    assert the_line(answer).errors["places_to"]
    assert format_of(Stage.objects.get()) == Knockout(places_to=8, consolation=True)
    assert send(client, address, **typed, places_to="0").status_code == 302
    assert format_of(Stage.objects.get()) == Knockout()


def test_what_a_format_cannot_take_is_refused_at_its_field(client, db):
    address = an_office(client)
    assert "criterion_1" not in client.get(address).content.decode()  # a knockout has no order to choose
    answer = send(client, address, format="knockout", survivors="3", places_to="0")
    assert answer.status_code == 422
    assert the_line(answer).errors["survivors"]
    assert send(client, address, format="lucky_dip").status_code == 422
    assert Stage.objects.get().settings == {}


def in_order(*tie_breaks):
    return {f"criterion_{number}": tie_break for number, tie_break in enumerate(tie_breaks, start=1)}


def test_the_office_says_in_which_order_places_go_by_what(client, db):
    address = an_office(client)
    numbers = {"groups": "1", "rounds_played": "2", "halves": "2"}
    for name in (name for name, format_ in FORMATS.items() if format_.criteria):
        Stage.objects.update(format=name, settings={})
        Tournament.objects.update(changing_partners=FORMATS[name].changes_partners)
        form = the_line(client.get(address))
        assert tuple(filter(None, (form[f"criterion_{n}"].value() for n in range(1, 6)))) == FORMATS[name].criteria
        assert send(client, address, format=name, **numbers, **in_order("mutual", "", "opponents")).status_code == 302
        assert format_of(Stage.objects.get()).criteria == (TieBreak.HEAD_TO_HEAD, TieBreak.BUCHHOLZ)
        assert "相互胜负、对手分" in text(client.get(address.replace("office/shape/", "regulation/")))


def test_a_tie_break_that_is_chosen_twice_is_refused_where_the_order_begins(client, db):
    address = an_office(client)
    Stage.objects.update(format="swiss")
    answer = send(client, address, format="swiss", rounds_played="3", **in_order("points", "wins", "points"))
    assert answer.status_code == 422
    assert the_line(answer).errors["criterion_1"] == ["每项比较标准只能选一次。"]
    assert the_line(answer)["criterion_2"].value() == "wins"
    assert Stage.objects.get().settings == {}
    # an order longer than the form usually asks for is shown whole
    Stage.objects.update(format="round_robin", settings={"criteria": list(SELECTABLE)})
    form = the_line(client.get(address))
    assert [form[f"criterion_{n}"].value() for n in range(1, len(SELECTABLE) + 1)] == list(SELECTABLE)


def test_a_ready_order_is_chosen_by_its_name_and_one_of_ones_own_by_its_criteria(client, db):
    address = an_office(client)
    Stage.objects.update(format="round_robin")
    form = the_line(client.get(address))
    assert (form["order"].value(), form.is_own) == ("head_to_head", False)
    typed, ready = {"format": "round_robin", "groups": "1", "rounds_played": "0"}, ("points", "mutual", "difference")
    assert send(client, address, **typed, order="penalties", **in_order(*ready)).status_code == 302
    assert Stage.objects.get().settings["criteria"] == [*ready, "penalties"]
    assert "相互胜负、级差、判罚少者列前" in text(client.get(address.replace("office/shape/", "regulation/")))
    assert send(client, address, **typed, order="penalties", **in_order("points", "levels")).status_code == 302
    assert Stage.objects.get().settings["criteria"] == ["points", "levels"]
    form = the_line(client.get(address))
    assert (form["order"].value(), form.is_own) == ("own", True)
