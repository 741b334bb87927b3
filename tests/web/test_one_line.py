"""Whatever is one line keeps no line break: refused at its field, in every form and every body of the API."""

from collections.abc import Iterator

import pytest
from django import forms
from rest_framework import serializers

from api import bodies
from integrations.states import Scope
from journal.texts import is_one_line
from notices.actions.outbox import word_kind
from notices.models import Announcement, Wording
from notices.states import NoticeKind
from tests.addresses import ADDRESSES
from tests.api.programs import a_program, a_token, told
from tests.factories import a_role, a_tournament
from tests.rows import all_rows
from tests.web.pages import signed_in, text
from tournaments.models import Player, Tournament
from tournaments.states import RoleKind
from web.requests.forms import ONE_LINE, Number, PageForm

BREAKS = ("\n", "\r", "\v", "\f", "\x1c", "\x85", "\u2028", "\u2029")
MANY_LINES = {"text"}
"""Members of bodies that have several."""


def subclasses(kind: type) -> Iterator[type]:
    for subclass in kind.__subclasses__():
        yield subclass
        yield from subclasses(subclass)


def test_every_form_of_the_site_is_a_form_of_the_page():
    ours = {form.__name__ for form in subclasses(forms.BaseForm) if form.__module__.startswith("web.")}
    others = ours - {form.__name__ for form in subclasses(PageForm)} - {"PageForm"}
    assert others == {"SignInForm", "PasswordForm"}  # a name that is looked up, and passwords as they are typed


assert ADDRESSES  # every room of forms is imported
FIELDS = [
    (f"{form.__module__}.{form.__name__}", name, field)
    for form in subclasses(PageForm)
    for name, field in form.base_fields.items()
    if getattr(field.widget, "input_type", "") in ONE_LINE
]


def test_single_line_of_a_form_refuses_a_line_break():
    assert len(FIELDS) > 60
    for where, name, field in FIELDS:
        form = type("OfOneField", (PageForm,), {name: field})({name: "1\u20282"})
        if isinstance(field, Number):  # what is no number is none
            assert (form.is_valid(), form.cleaned_data[name]) == (True, field.otherwise), (where, name)
        else:
            assert not form.is_valid(), (where, name)


def texts(shape: type[serializers.Serializer]) -> Iterator[tuple[str, serializers.Field]]:
    for name, field in shape().fields.items():
        inner = getattr(field, "child", field)
        if isinstance(inner, serializers.CharField):
            yield name, inner


def test_every_text_of_a_body_is_one_line_but_the_text_of_an_announcement():
    fields = [(name, field) for shape in subclasses(bodies.Strict) for name, field in texts(shape)]
    others = {name for name, field in fields if not isinstance(field, bodies.Line | serializers.RegexField)}
    assert others == MANY_LINES
    for broken in BREAKS:
        with pytest.raises(serializers.ValidationError) as refused:
            bodies.Line().run_validation(f"a{broken}b")
        assert refused.value.get_codes() == ["line_break"]


def test_what_breaks_a_line():
    assert is_one_line("甲\t乙 \u3000丙")
    assert [broken for broken in BREAKS if is_one_line(f"甲{broken}乙")] == []


@pytest.fixture
def event(db: None) -> Tournament:
    return a_tournament(slug="cup", branches=1, teams=1)


def test_title_of_an_announcement_with_a_line_break_is_refused_at_its_field(event):
    office = a_role(event, RoleKind.OFFICE)
    browser, program = signed_in(office), a_program(a_token(event, office, Scope.OFFICE))
    before = all_rows()
    fields = {"title": "停车\u2028须知", "text": "第一行\n第二行", "concerned": "all"}
    page = browser.post("/e/cup/office/announcements/", fields)
    assert (page.status_code, "take the line break in it out" in text(page)) == (422, True)
    refused = told(program.post("/api/v1/tournaments/cup/announcements/", fields))
    assert refused["problems"] == [{"code": "line_break", "field": "title", "data": {}}]
    assert not Announcement.objects.exists()
    assert all_rows() == before


def test_name_of_a_player_with_a_line_break_is_refused(event):
    office, player = a_role(event, RoleKind.OFFICE), Player.objects.earliest("pk")
    typed = {"player": "1", "name": "队员\u2028新", "gender": "", "remark": "", "mail": "", "reason": ""}
    page = signed_in(office).post(f"/e/cup/office/teams/{player.team_id}/substitution/", typed)
    assert (page.status_code, "take the line break in it out" in text(page)) == (422, True)
    assert [*Player.objects.filter(left_at=None).values_list("name", flat=True)] == ["队员甲", "队员乙"]


def test_first_line_of_a_wording_is_one(event):
    word_kind(event, NoticeKind.MATCH_SOON, "快到\n{对手}", "一\n二", by=None)
    wording = Wording.objects.get()
    assert ("\n" in wording.title, "\n" in wording.text) == (False, True)
