"""Pages that say what went wrong: not found, not allowed, sent too late, failed; a form's address opened as a page."""

import pytest
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.factories import a_branch, a_team, a_tournament, a_user
from tests.web.pages import markup, signed_in, text

pytestmark = pytest.mark.django_db


def test_a_page_that_is_not_there_leads_home(client):
    answer = client.get("/nowhere/")
    assert answer.status_code == 404
    assert "没有这个页面" in text(answer)
    assert f'href="{reverse("home")}"' in markup(answer)


def test_who_lacks_the_role_is_told_as_whom_he_is_signed_in():
    user = a_user(name="裁判甲")
    answer = signed_in(user).get(reverse("settings", args=[a_tournament().slug]))
    assert answer.status_code == 403
    assert "You are signed in as 裁判甲" in text(answer)
    assert f'action="{reverse("sign_out")}"' in markup(answer)


def test_a_form_without_its_token_is_answered_in_plain_words():
    browser = Client(enforce_csrf_checks=True)
    answer = browser.post(reverse("sign_in"), {"username": "office", "password": "x"})
    assert answer.status_code == 403
    assert "请重新提交" in text(answer)


@pytest.mark.parametrize("type_", ["application/x-www-form-urlencoded; charset=utf-16", "multipart/form-data"])
def test_a_form_that_cannot_be_read_is_refused_and_nothing_fails(type_):
    event = a_tournament()
    for browser in (Client(enforce_csrf_checks=True), signed_in(a_user())):
        browser.get(reverse("sign_in"))
        for address in (
            reverse("sign_in"),
            "/nowhere/",
            "/e/nowhere/desk/%FF/",
            reverse("settings", args=[event.slug]),
        ):
            for headers in ({}, {"Origin": "https://elsewhere.example"}):
                answer = browser.post(address, b"a=1", content_type=type_, headers=headers)
                assert answer.status_code in (400, 403, 404), (address, headers)


def test_an_address_on_another_host_is_refused_in_plain_words(client, settings):
    settings.ALLOWED_HOSTS = ["guandan.example.org"]
    answer = client.get(reverse("sign_in"), headers={"Host": "elsewhere.example"})
    assert answer.status_code == 400
    assert "无法读取" in answer.content.decode()


@pytest.mark.parametrize(("language", "words"), [("zh-hans", "系统出错"), ("en", "Something went wrong")])
def test_the_page_of_a_failure_asks_nothing_of_the_program(language, words, django_assert_num_queries):
    with translation.override(language), django_assert_num_queries(0):
        assert words in render_to_string("500.html")


@pytest.fixture(params=["connection is bad", "failed to resolve host"])
def no_database(request, transactional_db, monkeypatch, tmp_path):
    """Nothing answers where PostgreSQL should, or there is no such place; what was signed in stays so."""
    office = signed_in(a_user(is_staff=True))
    office.raise_request_exception = False
    connection.close()
    host = str(tmp_path) if request.param == "connection is bad" else "database.invalid"
    monkeypatch.setitem(connection.settings_dict, "HOST", host)
    office.reason = request.param
    yield office
    connection.close()


def test_without_the_database_everybody_is_asked_to_come_back_and_the_log_says_it_in_a_line(no_database, caplog):
    response = no_database.get("/api/v1/tournaments/nowhere/matches/1/sheet/")
    assert (response.status_code, response.headers["Retry-After"]) == (503, "10")
    page = no_database.get(reverse("settings", args=["nowhere"]))
    assert (page.status_code, "Nothing was changed" in text(page)) == (503, True)
    (log_record,) = [record for record in caplog.records if f"PostgreSQL: {no_database.reason}" in record.getMessage()]
    assert not log_record.exc_info


def test_a_forms_own_address_opened_as_a_page_leads_to_the_page_above():
    team = a_team(a_branch(a_tournament()))
    slug, office = team.branch.tournament.slug, signed_in(a_user(is_staff=True))
    for name, above, args in (
        ("team_substitution", reverse("team", args=[slug, team.pk]), [slug, team.pk]),
        ("plan_round_tables", reverse("plan", args=[slug]), [slug, 1]),
        ("draw_preview", reverse("draw", args=[slug]), [slug]),
        ("people_role", reverse("people", args=[slug]), [slug]),
    ):
        answer = office.get(reverse(name, args=args))
        assert (answer.status_code, answer.headers["Location"]) == (302, above)
