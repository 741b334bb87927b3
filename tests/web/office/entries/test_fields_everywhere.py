"""A field of the entry form is one row: what is filled in stands in every reader of it, and nowhere else."""

import csv
import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import translation
from openpyxl import load_workbook

from archives.actions.forgetting import forget_everybody
from archives.actions.importing import import_event
from archives.checking import read_event_file
from archives.queries import event_file
from integrations.states import Scope
from tests.api.programs import a_program, a_token
from tests.archives.copies import sent
from tests.factories import a_branch, a_role, a_tournament
from tests.tournaments.entries.test_fields import a_full_form
from tests.web.form_fields import press
from tests.web.pages import markup, signed_in, text
from tournaments.entries.actions.entries import hand_in_entry
from tournaments.entries.fields import PERSON, BranchEntry, Entry, PlayerEntry, Section, TeamEntry, form_fields, rows_of
from tournaments.entries.queries.entries import stored_form
from tournaments.entries.words import value_words
from tournaments.models import Branch, Team
from tournaments.states import RoleKind

pytestmark = pytest.mark.django_db
FORM = a_full_form()
TEAM = FORM.teams[0]
ENTRIES: tuple[Entry, ...] = (FORM, TEAM, TEAM.players[0])
API = "/api/v1/tournaments/s000/"


@pytest.fixture
def branch() -> Branch:
    branch = a_branch(a_tournament(slug="s000", phones_kept=True), name="机关分会", quota=1)
    hand_in_entry(branch, FORM, by=None)
    return Branch.objects.get()


@pytest.fixture
def office(branch) -> Client:
    return signed_in(a_role(branch.tournament, RoleKind.OFFICE))


def words_of(*sections: Section, folded: bool = True) -> list[str]:
    """What stands in the fields of these sections, as people read it."""
    with translation.override("en"):
        return [
            value_words(row, entry)
            for entry in ENTRIES
            for row in rows_of(type(entry)).values()
            if row.section in sections and (folded or not row.is_folded)
        ]


def test_form_and_workbook_hold_every_field_and_the_workbook_comes_back(branch, office):
    page = markup(office.get("/e/s000/office/entries/1/"))
    for name, _row, _value in form_fields(FORM):
        assert f'name="{name}"' in page
    workbook = load_workbook(io.BytesIO(office.get(reverse("roster_workbook", args=["s000"])).content))
    cells = [str(cell.value) for row in workbook.active.iter_rows() for cell in row]
    for words in words_of(*Section):
        assert words in cells
    Team.objects.all().delete()
    Branch.objects.update(leader_name="", contact_name="", leader_gender="", leader_remark="", contact_phone="")
    out = io.BytesIO()
    workbook.save(out)
    answer = office.post(reverse("roster", args=["s000"]), {"file": SimpleUploadedFile("a.xlsx", out.getvalue())})
    preview = answer.headers["Location"]
    assert TEAM.name in text(office.get(preview))
    press(office, preview, preview)
    assert stored_form(Branch.objects.get(), 2) == FORM


def test_lists_and_papers_of_the_office_say_every_field_of_theirs(branch, office):
    table = office.get(reverse("export_personal", args=["s000", "entries", "csv"])).content.decode("utf-8-sig")
    cells = [cell for row in csv.reader(io.StringIO(table)) for cell in row]
    for words in words_of(Section.TEAM, Section.PLAYER):
        assert words in cells
    shown = words_of(Section.TEAM, Section.PLAYER, folded=False)
    for sort in ("team", "name"):
        page = text(office.get("/e/s000/office/entries/all/", {"sort": sort}))
        assert [words for words in shown if words not in page] == []
    returning = markup(office.get("/e/s000/office/entries/1/"))
    for name, _row, _value in form_fields(FORM):
        assert f'name="remark_{name}"' in returning


def test_everybody_reads_what_is_public_and_nothing_else(branch):
    page, answer = text(Client().get("/e/s000/teams/")), Client().get(API + "teams/").json()
    public = {name: value for name, value in TEAM.own.items() if rows_of(TeamEntry)[name].is_public}
    assert public.items() <= answer["branches"][0]["teams"][0].items()
    for value in public.values():
        assert value in page
    for entry in (FORM, TEAM.players[0]):
        for name, row in rows_of(type(entry)).items():
            if row.kind is not PERSON:
                assert getattr(entry, name) not in page or len(getattr(entry, name)) == 1


def test_program_reads_and_writes_every_field(branch):
    program = a_program(a_token(branch.tournament, a_role(branch.tournament, RoleKind.OFFICE), Scope.ENTRIES))
    answer = program.get(API + "branches/1/entry/").json()
    assert FORM.own.items() <= answer.items()
    assert TEAM.own.items() <= answer["teams"][0].items()
    assert answer["teams"][0]["players"][0] == TEAM.players[0].own
    Team.objects.all().delete()
    body = {name: value for name, value in answer.items() if name not in ("branch", "name", "state")}
    assert program.post(API + "branches/1/entry/", body, format="json").status_code == 200
    assert stored_form(Branch.objects.get(), 2) == FORM


def test_file_of_the_event_holds_what_is_public_and_with_personal_data_all(branch):
    everything, public = (event_file(branch.tournament, personal=personal) for personal in (True, False))
    rows = {BranchEntry: "branches", TeamEntry: "teams", PlayerEntry: "players"}
    for entry in ENTRIES:
        table, own = rows[type(entry)], rows_of(type(entry)).values()
        assert {row.column: getattr(entry, row.name) for row in own}.items() <= everything[table][0].items()
        assert [row.column for row in own if (row.column in public[table][0]) != row.is_public] == []
    made = import_event(read_event_file(sent(everything)), by=None, slug="copy")
    assert stored_form(made.branches.get(), 2) == FORM
    for team in everything["teams"]:  # as files were before teams had a name
        del team["name"]
    assert import_event(read_event_file(sent(everything)), by=None, slug="older").branches.get().teams.get().name == ""


def test_office_fields_are_emptied_and_a_name_inside_a_public_one_is_replaced(branch):
    Team.objects.update(name="欧阳某某队")
    branch.teams.get().players.filter(number=1).update(name="欧阳某某")
    forget_everybody(branch.tournament, by=None)
    forgotten = stored_form(Branch.objects.get(), 2)
    assert "欧阳" not in forgotten.teams[0].name
    for entry in (forgotten, *forgotten.teams, *forgotten.teams[0].players):
        for name, row in rows_of(type(entry)).items():
            assert row.is_public or getattr(entry, name) == "", name
