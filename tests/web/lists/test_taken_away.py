"""Every list of an event taken away: the files are read back, the texts and pictures looked at, whoever may."""

import csv
import io
import re
import struct
from collections.abc import Iterator
from datetime import date, datetime
from itertools import product
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import translation
from openpyxl import load_workbook

from accounts.models import User
from tests.factories import a_drawn_tournament, a_role, a_user
from tests.thorough import in_ci_only, some
from tests.tournaments.played import decide
from tests.tournaments.round_day import Day, a_day, win
from tests.web.pages import markup, queries, signed_in
from tournaments.bracket.words.names import team_name
from tournaments.event.actions.tournaments import create_tournament
from tournaments.models import Branch, Draw, Match, Player, Tournament
from tournaments.presets.preset import read_preset
from tournaments.states import RoleKind
from web.lists.listing import Form
from web.public.lists import LISTS

pytestmark = pytest.mark.django_db
RARE, FORMULA, AT = "𠮷㛃", "=1+1", "@x"
FORMATS: dict[str, dict[str, Any]] = {
    "knockout": {},
    "round_robin": {"groups": 2},
    "swiss": {"rounds_played": 3},
    "double_elimination": {},
    "movement": {},
}
PUBLIC = tuple(LISTS)
OFFICE = {"awards": "export", "arrivals": "export", "tables": "export"} | dict.fromkeys(
    ("entries", "journal", "statistics"), "export_personal"
)
SECRETS = ("左手", "甲@example.org", "13800000000")


@pytest.fixture(scope="module")
def days(module_db: None) -> dict[str, Day]:
    """An event of each format, its first match decided, with names that a spreadsheet could take for more."""
    return {name: a_hostile(name, settings) for name, settings in FORMATS.items()}


def a_hostile(format_: str, settings: dict[str, Any]) -> Day:
    day = a_day(branches=4, teams=2, format_=format_, settings=settings, tables=4, name="+会员赛")
    branches = list(day.tournament.branches.order_by("number"))
    for branch, name in zip(branches, (FORMULA, AT, f"{RARE}分会", "-第四"), strict=True):
        Branch.objects.filter(pk=branch.pk).update(name=name, contact_phone=SECRETS[2])
    for player, name in zip(Player.objects.filter(team__branch=branches[0]), (FORMULA, AT, RARE, "+1"), strict=True):
        Player.objects.filter(pk=player.pk).update(name=name, gender="f", remark=SECRETS[0], mail=SECRETS[1])
    win(day, 1)
    return day


@pytest.fixture(scope="module")
def office(days: dict[str, Day]) -> User:
    person = a_role(days["knockout"].tournament, RoleKind.OFFICE)
    for day in list(days.values())[1:]:
        a_role(day.tournament, RoleKind.OFFICE, user=person)
    return person


def address(tournament: Tournament, name: str, form: str, view: str = "public_list") -> str:
    return reverse(view, args=[tournament.slug, name, form])


def public(tournament: Tournament, name: str, form: str, query: str = "", language: str = "en") -> HttpResponse:
    client = Client()
    client.cookies["django_language"] = language
    return client.get(address(tournament, name, form) + query)


def query_of(name: str) -> str:
    return "?match=1" if name == "match" else ""


def sheets(response: HttpResponse) -> dict[str, list[tuple[Any, ...]]]:
    """The rows of each sheet under its title; that the workbook has no formula and repeats its head on paper."""
    book = load_workbook(io.BytesIO(response.content))
    for sheet in book:
        assert not [cell.coordinate for row in sheet.iter_rows() for cell in row if cell.data_type == "f"]
        assert sheet.print_title_rows == "$1:$2"
        assert str(sheet.page_setup.paperSize) == sheet.PAPERSIZE_A4
    return {sheet.title: list(sheet.iter_rows(min_row=2, values_only=True)) for sheet in book}


def first_sheet(response: HttpResponse) -> list[tuple[Any, ...]]:
    return next(iter(sheets(response).values()))


def table(response: HttpResponse) -> list[list[str]]:
    return list(csv.reader(io.StringIO(response.content.decode("utf-8-sig"))))


def formulas(lines: list[list[str]]) -> list[str]:
    """Cells that a spreadsheet would calculate; a negative number is none."""
    return [cell for line in lines for cell in line if cell[:1] in "=+-@" and not re.fullmatch(r"-\d+|", cell)]


def png_size(data: bytes) -> tuple[int, int]:
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert data.endswith(b"IEND\xaeB`\x82")
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def office_answers(day: Day, user: User, form: str) -> Iterator[tuple[str, HttpResponse]]:
    client = signed_in(user)
    for name, view in OFFICE.items():
        yield name, client.get(reverse(view, args=[day.tournament.slug, name, form]))


by_turns = pytest.mark.parametrize(("name", "format_"), some(product(PUBLIC, FORMATS)))
"""Each list, in the formats by turns; in .ci/run in all of them."""


@by_turns
def test_public_list_is_a_workbook_and_a_csv_of_the_same_rows_and_no_name_is_a_formula(days, name, format_):
    by_title = sheets(public(days[format_].tournament, name, "xlsx", query_of(name)))
    lines = table(public(days[format_].tournament, name, "csv", query_of(name)))
    first = next(iter(by_title.values()))
    assert len(first) > 1 or (name, format_) == ("standings", "double_elimination"), "nothing is listed"
    assert list(first[0]) in lines
    assert not formulas(lines)
    assert not [cell for line in lines for cell in line for secret in SECRETS if secret in cell]


@by_turns
def test_text_and_picture_of_every_list(days, name, format_):
    page = public(days[format_].tournament, name, "text", query_of(name))
    assert page.status_code == 200
    text = markup(page).split("<textarea")[1].split("</textarea>")[0]
    assert "+会员赛" in text
    assert "http://" in text
    drawn = public(days[format_].tournament, name, "picture", query_of(name))
    width, height = png_size(drawn.content)
    assert width == 1080
    assert 300 < height < 4000
    assert drawn.headers["Content-Type"] == "image/png"


def test_numbers_are_numbers_and_moments_are_on_the_wall_of_the_event(days):
    tournament = days["knockout"].tournament
    rows = first_sheet(public(tournament, "results", "xlsx"))
    row = dict(zip(rows[0], rows[1], strict=True))
    assert row["Start"] == datetime(2123, 11, 29, 12, 30)
    assert (row["Table"], row["Match"]) == (1, 1)
    home = f"{FORMULA} Team 1"
    assert [row[head] for head in ("Home", "Home result", "Away result", "Winner")] == [home, "A", "2", home]
    lines = table(public(tournament, "results", "csv"))
    assert (lines[1][1], lines[1][4]) == ("2123-11-29 12:30", f"'{home}")
    rows = first_sheet(public(days["swiss"].tournament, "standings", "xlsx"))
    assert rows[1][:4] == (1, home, 1, 1)


def test_matches_of_a_file_have_their_group_and_no_column_that_says_nothing(days):
    plain = ("Round", "Start", "Table", "Match", "Home", "Away")
    for format_, day in days.items():
        first = first_sheet(public(day.tournament, "pairings", "xlsx", "?round=2"))[0]
        grouped = (*plain[:1], "Group", *plain[1:])
        assert first == (grouped if format_ == "round_robin" else plain), format_
    rows = first_sheet(public(days["round_robin"].tournament, "results", "xlsx"))
    assert dict(zip(rows[0], rows[1], strict=True))["Group"] == "Group A"


def test_rounds_of_a_swiss_are_listed_once_they_are_paired_with_who_rests():
    tournament = a_drawn_tournament(branches=5, teams=1, format_="swiss", settings={"rounds_played": 2})
    decide(tournament.stages.get().matches.filter(state="ready").first().number, of=tournament)
    pairings = first_sheet(public(tournament, "pairings", "xlsx"))
    assert len(pairings) == 1 + 2
    rows = first_sheet(public(tournament, "results", "xlsx"))
    assert sorted(row[7] == "bye" or row[4] == "bye" for row in rows[1:]) == [False, True]


def test_stages_are_named_where_there_are_several():
    tournament = create_tournament(read_preset("s003"), by=a_user(), slug="stages", first_day=date(2123, 11, 29))
    rows = first_sheet(public(tournament, "timetable", "xlsx", language="zh-hans"))
    assert (rows[1][0], rows[-1][0]) == ("第1阶段：8进4", "第2阶段：决赛")


def test_standings_have_groups_and_their_cross_tables(days):
    by_title = sheets(public(days["round_robin"].tournament, "standings", "xlsx", language="zh-hans"))
    assert list(by_title) == ["A组 积分表", "A组 积分表 对战表", "B组 积分表", "B组 积分表 对战表"]
    crossed = by_title["A组 积分表 对战表"]
    assert crossed[0][:4] == ("序号", "队伍", "1", "2")
    assert any("胜 A : 2" in row for row in crossed)
    assert any("负 2 : A" in row for row in crossed)
    assert public(days["round_robin"].tournament, "standings", "text", "?stage=7").status_code == 404


def test_texts_name_the_group_of_a_match_and_of_a_table(days):
    tournament = days["round_robin"].tournament
    drawn = Draw.objects.get(stage__tournament=tournament).positions
    groups = {team: "AB"[place % 2] for place, team in enumerate(drawn)}

    def lines(name: str, query: str = "") -> str:
        return public(tournament, name, "text", query, language="zh-hans").content.decode()

    rows = Match.objects.filter(stage__tournament=tournament, round__number=1).order_by("number")
    first, *others = rows.select_related("table", "home_team__branch")
    for name, query in (("results", ""), ("match", "?match=1"), ("report", "?day=1")):
        assert re.search(rf"^{groups[first.home_team_id]}组 ", lines(name, query), re.MULTILINE), name
    assert len(others) == 3
    with translation.override("zh-hans"):
        teams = [team_name(match.home_team) for match in others]
    for match, team in zip(others, teams, strict=True):
        assert f"{match.table.number}桌 {groups[match.home_team_id]}组 {team} " in lines("pairings"), team
    assert "组 " not in public(days["knockout"].tournament, "pairings", "text", language="zh-hans").content.decode()


def test_places_of_a_knockout_count_no_wins_and_a_file_is_named_in_the_readers_words(days):
    (rows,) = sheets(public(days["knockout"].tournament, "standings", "xlsx")).values()
    assert rows[0] == ("Place", "Team", "Why there")
    assert rows[1] == (5, f"{FORMULA} Team 2", "by round")
    named = public(days["knockout"].tournament, "results", "csv", language="zh-hans").headers["Content-Disposition"]
    assert named == "attachment; filename*=UTF-8''%E4%BC%9A%E5%91%98%E8%B5%9B-%E6%88%90%E7%BB%A9.csv"


def test_office_takes_away_what_is_personal_and_whoever_runs_the_event_does_not(days, office):
    day = days["knockout"]
    books = {name: sheets(answer) for name, answer in office_answers(day, office, "xlsx")}
    assert all(books.values())
    for name, answer in office_answers(day, office, "csv"):
        assert not formulas(table(answer)), name
    entered, contacts = books["entries"].values()
    assert (FORMULA, "woman", *SECRETS[:2]) in {row[-4:] for row in entered}
    assert SECRETS[2] in {row[7] for row in contacts}
    assert (1, FORMULA, 0, 4, 0) in {row[:5] for row in books["statistics"]["By gender"]}
    chief = {name: answer.status_code for name, answer in office_answers(day, day.chief, "csv")}
    assert chief == {name: 403 if view == "export_personal" else 200 for name, view in OFFICE.items()}


def test_text_and_picture_of_the_office_name_nothing_but_names(days, office):
    for name, answer in office_answers(days["swiss"], office, "text"):
        assert answer.status_code == 200, name
        assert not [secret for secret in SECRETS if secret in answer.content.decode()], name
    for name, answer in office_answers(days["swiss"], office, "picture"):
        assert png_size(answer.content)[0] == 1080, name


def test_sign_in_list_by_table_has_both_sides_of_each_match(days, office):
    rows = table(signed_in(office).get(address(days["round_robin"].tournament, "tables", "csv", "export")))
    assert rows[0] == ["Table", "Match", "Team", "Player", "Here", "Signature"]
    assert [row[0] for row in rows[1:]] == [str(number) for number in (1, 2, 3, 4) for _ in range(4)]


def test_what_there_is_not_is_not_found(days, office):
    tournament = days["knockout"].tournament
    for name, form, query in (
        ("nothing", "csv", ""), ("results", "pdf", ""), ("match", "text", "?match=99"), ("report", "csv", "?day=9"),
        ("pairings", "text", "?round=77"), ("results", "picture", "?page=2"), ("match", "csv", ""),
    ):  # fmt: skip
        assert public(tournament, name, form, query).status_code == 404, (name, form, query)
    client = signed_in(office)
    gone = [("export", "entries", "csv"), ("export", "awards", "pdf"), ("export_personal", "awards", "csv")]
    assert {client.get(reverse(v, args=[tournament.slug, n, f])).status_code for v, n, f in gone} == {404}
    assert client.get(address(tournament, "awards", "picture", "export") + "?page=no").status_code == 404


@in_ci_only
def test_list_costs_as_many_queries_for_8_teams_as_for_32(days, office):
    large = a_day(branches=16, teams=2, format_="swiss", settings=FORMATS["swiss"], tables=16)
    a_role(large.tournament, RoleKind.OFFICE, user=office)
    win(large, 1)
    client = signed_in(office)
    for name, view in (*((name, "public_list") for name in PUBLIC), *OFFICE.items()):
        paths = [address(day.tournament, name, "csv", view) + query_of(name) for day in (days["swiss"], large)]
        few, many = (queries(client, path) for path in paths)
        assert few == many, name
        assert few <= 28, name


def test_every_list_stands_on_one_page_of_the_office(days, office):
    tournament = days["knockout"].tournament
    page = markup(signed_in(office).get(reverse("exports", args=[tournament.slug])))
    for name, form in product({*PUBLIC, *OFFICE} - {"match"}, (Form.TEXT, Form.XLSX, Form.CSV)):
        assert f'href="{address(tournament, name, form, OFFICE.get(name, "public_list"))}' in page, (name, form)
    page = markup(signed_in(days["knockout"].chief).get(reverse("exports", args=[tournament.slug])))
    assert "/exports/personal/" not in page


def test_pages_lead_to_their_lists(days):
    leads = {
        "results": "results", "timetable": "timetable", "teams": "teams", "history": "journal", "rounds": "pairings",
        "report": "report", "statistics": "statistics", "bracket": "standings",
    }  # fmt: skip
    tournament = days["swiss"].tournament
    for page, name in leads.items():
        shown = markup(Client().get(reverse(page, args=[tournament.slug])))
        assert f"/lists/{name}/xlsx/" in shown, page
    assert "/lists/match/text/?match=1" in markup(Client().get(reverse("match", args=[tournament.slug, 1])))
    assert "/lists/pairings/" in markup(Client().get(reverse("bracket", args=[days["knockout"].tournament.slug])))
