"""The draw page: before, preview, confirmed; the lots of the hall; the record."""

import re

import pytest

from journal.models import Event
from journal.queries import last_event_number
from tests.factories import a_branch, a_role, a_team, a_tournament, a_user
from tests.thorough import in_ci_only
from tests.web.form_fields import press
from tests.web.pages import markup, queries, signed_in, text, value
from tournaments.draw.actions.draws import confirm_draw, preview_draw, preview_lots
from tournaments.draw.queries.draws import entered_teams
from tournaments.entries.actions.withdrawal import withdraw_team
from tournaments.models import Draw, Match, Player, Stage, Tournament
from tournaments.states import DrawMethod, DrawState, MatchState, RoleKind, TeamState, TournamentState
from web.office.draw import lots

pytestmark = pytest.mark.django_db


def an_event(**more):
    return a_tournament(slug="s000", branches=more.pop("branches", 13), teams=2, **more)


def office(tournament):
    return signed_in(a_role(tournament, RoleKind.OFFICE))


def chief(tournament):
    return signed_in(a_role(tournament, RoleKind.CHIEF_REFEREE))


def address(page=""):
    return f"/e/s000/office/draw/{page}"


def side_by_side(tournament):
    return {team.pk: position for position, team in enumerate(entered_teams(tournament), start=1)}


def shown(tournament):
    """What the form of the previewed draw carries."""
    draw = Draw.objects.get(state=DrawState.PREVIEW)
    return {"number": str(draw.number), "seen": str(last_event_number(tournament.journal, draw.subject))}


def test_page_says_what_will_be_drawn():
    page = office(an_event(rounds=6)).get(address())
    words = text(page)
    assert page.status_code == 200
    assert "26 teams into 32 positions" in words
    assert "6 byes, 10 matches in the first round" in words
    assert "The last planned round is dropped" in words
    assert "Draw by the program" in words


def test_draw_that_the_event_announces_is_the_one_proposed():
    tournament = an_event()
    page = markup(office(tournament).get(address()))
    proposed = re.findall(r'<li id="([a-z-]+)">(?:(?!</li>).)*class="btn go"', page, re.DOTALL)
    assert proposed == ["by-hand"]
    Tournament.objects.filter(pk=tournament.pk).update(draw_at=None)
    page = markup(office(tournament).get(address()))
    assert re.findall(r'<li id="([a-z-]+)">(?:(?!</li>).)*class="btn go"', page, re.DOTALL) == ["unseen"]


def test_open_ceremony_is_gone_on_with_instead_of_drawing_otherwise():
    tournament = an_event()
    browser = office(tournament)
    browser.post(address("ceremony/opening/"), {"by_hand": "on"})
    page = markup(browser.get(address()))
    assert address("ceremony/") in page
    assert address("preview/") not in page


NUMBERS = {
    "swiss": ({"rounds_played": 3}, "whom one meets in the first round", "paired by the standing"),
    "movement": ({}, "at which table one begins", "goes on to the next table"),
    "round_robin": ({}, "Everybody meets everybody", ""),
}
GROUPS = ({"groups": 2}, "dealt to the groups in turn", "In a group everybody meets everybody")


@pytest.mark.parametrize(
    ("format_", "settings", "first", "then"),
    [
        *[(name, *row) for name, row in NUMBERS.items()],
        ("round_robin", *GROUPS),
        ("round_robin", {"rounds_played": 2}, "2 rounds are played: the number drawn says against whom", ""),
        ("swiss", {"rounds_played": 1}, "whom one meets in the first round", ""),
    ],
)
def test_page_says_what_a_number_decides_in_that_format(format_, settings, first, then):
    event = an_event(branches=3, format_=format_)
    Stage.objects.update(settings=settings)
    words = text(office(event).get(address()))
    assert first in words
    assert then in words
    every = "Everybody meets everybody; the number drawn says in which round."
    assert (every in words) == (format_ == "round_robin" and not settings)
    assert ("paired by the standing" in words) == (then == NUMBERS["swiss"][2])


@pytest.mark.parametrize(("branches", "played", "asks"), [(2, 3, False), (2, 5, True), (3, 5, False)])
def test_rounds_of_a_swiss_in_which_teams_must_meet_again_are_named_before_the_draw(branches, played, asks):
    event = an_event(branches=branches, format_="swiss")
    Stage.objects.update(settings={"rounds_played": played})
    words = text(office(event).get(address()))
    assert ("after 3 everybody has met everybody" in words) == asks
    assert ("Change the format" in words) == asks


def test_page_warns_of_too_few_tables_but_draws():
    words = text(office(an_event(tables=7)).get(address()))
    assert "3 matches at once would be without a table" in words
    assert "Draw by the program" in words


def test_page_of_an_event_that_cannot_be_drawn_offers_no_draw():
    tournament = an_event(branches=2, rounds=1)
    words = text(office(tournament).get(address()))
    assert "4 teams need 2 rounds and 1 are planned: the timetable lacks 1" in words
    assert "Draw by the program" not in words
    empty = a_tournament(slug="empty")
    words = text(office(empty).get("/e/empty/office/draw/"))
    assert "No team is entered yet" in words
    assert "Draw by the program" not in words


def test_page_names_pairs_that_cannot_be_avoided():
    tournament = a_tournament(slug="s000", branches=1, teams=5, rounds=3)
    a_branch(tournament, teams=1)
    words = text(office(tournament).get(address()))
    assert "has 5 teams for 4 first-round matches: at least 1 match is within the branch" in words


@pytest.mark.parametrize("page", ["", "lots/", "1/record/"])
def test_stranger_is_sent_away(page):
    tournament = an_event(branches=2)
    preview_draw(tournament, by=None)
    assert signed_in(a_user()).get(address(page)).status_code == 403
    assert signed_in(a_role(tournament, RoleKind.REFEREE)).get(address(page)).status_code == 403


@pytest.mark.parametrize("page", ["preview/", "confirmation/", "repeal/", "lots/"])
def test_stranger_changes_nothing(page):
    tournament = an_event(branches=2)
    preview_draw(tournament, by=None)
    events = Event.objects.count()
    assert signed_in(a_user()).post(address(page), {"number": "1"}).status_code == 403
    assert Event.objects.count() == events


def test_preview_shows_every_position_and_byes():
    tournament = an_event()
    browser = office(tournament)
    assert browser.post(address("preview/"), {"seed": "7 21 3"}).status_code == 302
    draw = Draw.objects.get()
    page = browser.get(address())
    assert (draw.seed, draw.made_by.username) == ("7 21 3", page.context["user"].username)
    assert markup(page).count('class="pos"') == 32
    words = text(page)
    assert words.count(" bye ") >= 6
    for sentence in ("Preview, not published yet", "Confirm and publish", "7 21 3", "No two byes meet"):
        assert sentence in words


def test_preview_with_too_long_a_seed_is_refused_and_kept():
    tournament = an_event(branches=2)
    page = office(tournament).post(address("preview/"), {"seed": "9" * 65})
    assert page.status_code == 422
    assert value(page, "seed") == "9" * 65
    assert "at most 64" in text(page)
    assert not Draw.objects.exists()


def test_preview_leaves_drafts_out_only_if_told_to():
    tournament = an_event(branches=2)
    a_team(tournament.branches.last(), state=TeamState.DRAFT)
    browser = office(tournament)
    refused = browser.post(address("preview/"))
    assert refused.status_code == 422
    assert "is still a draft" in text(refused)
    assert not Draw.objects.exists()
    assert browser.post(address("preview/"), {"without_drafts": "on"}).status_code == 302
    assert len(Draw.objects.get().teams) == 4


def test_confirmation_publishes_and_the_page_shows_the_record():
    tournament = an_event()
    browser = office(tournament)
    browser.post(address("preview/"))
    page = browser.get(address())
    assert {"number": value(page, "number"), "seen": value(page, "seen")} == shown(tournament)
    assert browser.post(address("confirmation/"), shown(tournament)).status_code == 302
    words = text(browser.get(address()))
    assert "The draw stands" in words
    assert "Record to print" in words
    assert Match.objects.count() == 31


def test_confirmation_of_an_older_preview_shows_the_present_one():
    tournament = an_event(branches=2)
    browser = office(tournament)
    browser.post(address("preview/"))
    page = browser.get(address())
    preview_draw(tournament, by=None)
    late = browser.post(address("confirmation/"), {"number": value(page, "number"), "seen": value(page, "seen")})
    assert late.status_code == 409
    assert value(late, "number") == "2"
    assert not Match.objects.exists()


def test_same_confirmation_sent_twice_is_done_once():
    tournament = an_event(branches=2)
    browser = office(tournament)
    browser.post(address("preview/"))
    sent = shown(tournament) | {"key": "once"}
    assert [browser.post(address("confirmation/"), sent).status_code for _ in range(2)] == [302, 302]
    assert Event.objects.filter(kind="draw.confirmed").count() == 1


def test_confirmation_without_a_draw_is_not_found():
    assert office(an_event(branches=2)).post(address("confirmation/"), {"number": "x"}).status_code == 404


def test_office_sees_breaches_and_cannot_accept_them():
    tournament = an_event(branches=2)
    preview_lots(tournament, side_by_side(tournament), by=None)
    browser = office(tournament)
    words = text(browser.get(address()))
    assert "meet in the first round, at positions 1 and 2" in words
    assert "Only the chief referee may accept it" in words
    assert "Confirm and publish" not in words
    refused = browser.post(address("confirmation/"), shown(tournament) | {"accept": "on", "reason": "同意"})
    assert refused.status_code == 422
    assert not Match.objects.exists()


def test_chief_referee_accepts_breaches_with_a_reason():
    tournament = an_event(branches=2)
    preview_lots(tournament, side_by_side(tournament), by=None)
    browser = chief(tournament)
    refused = browser.post(address("confirmation/"), shown(tournament) | {"reason": "各领队同意"})
    assert refused.status_code == 422
    assert value(refused, "reason") == "各领队同意"
    response = browser.post(address("confirmation/"), shown(tournament) | {"accept": "on", "reason": "各领队同意"})
    assert response.status_code == 302
    words = text(browser.get(address()))
    assert "Accepted by the chief referee" in words
    assert "各领队同意" in words


def test_redraw_needs_a_reason_and_keeps_the_old_draw_readable():
    tournament = an_event(branches=2)
    confirm_draw(preview_draw(tournament, by=None), by=None)
    browser = office(tournament)
    refused = browser.post(address("repeal/"), {"number": "1", "reason": " "})
    assert refused.status_code == 422
    assert Match.objects.count() == 3
    assert browser.post(address("repeal/"), {"number": "1", "reason": "漏报一队"}).status_code == 302
    words = text(browser.get(address()))
    assert "Earlier draws" in words
    assert "漏报一队" in words
    assert "discarded, does not count" in text(browser.get(address("1/record/")))


def test_redraw_after_a_match_began_is_refused_with_its_number():
    tournament = an_event(branches=2)
    confirm_draw(preview_draw(tournament, by=None), by=None)
    Match.objects.filter(number=1).update(state=MatchState.CALLED)
    page = office(tournament).post(address("repeal/"), {"number": "1", "reason": "重抽"})
    assert page.status_code == 422
    assert "matches have begun (match 1)" in text(page)
    assert value(page, "reason") == "重抽"


def test_running_event_offers_no_redraw():
    tournament = an_event(branches=2)
    confirm_draw(preview_draw(tournament, by=None), by=None)
    tournament.refresh_from_db()
    tournament.state = TournamentState.RUNNING
    tournament.save()
    words = text(office(tournament).get(address()))
    assert "the draw cannot be repeated" in words
    assert "Discard this draw" not in words


def test_lots_page_has_a_field_for_each_team_in_annex_order():
    tournament = an_event()
    page = office(tournament).get(address("lots/"))
    names = [f'name="position-{team.pk}"' for team in entered_teams(tournament)]
    body = markup(page)
    assert len(names) == 26
    assert [body.index(name) for name in names] == sorted(body.index(name) for name in names)


def test_lots_with_mistakes_are_refused_and_nothing_typed_is_lost():
    tournament = an_event(branches=2)
    first, second, third, fourth = (f"position-{team.pk}" for team in entered_teams(tournament))
    typed = {first: "2", second: "２", third: "abc", fourth: "", "seen": "0"}
    page = office(tournament).post(address("lots/"), typed)
    assert page.status_code == 422
    assert [value(page, name) for name in (first, second, third, fourth)] == ["2", "２", "abc", ""]
    body = markup(page)
    assert [body.count(f'href="#f-{name}"') for name in (first, second, third, fourth)] == [1, 1, 1, 1]
    assert re.search(r'<a href="#f-[^"]*">第2分会 Team 2</a>', body)  # above the form the name alone
    assert body.count('aria-invalid="true"') == 4
    assert not Draw.objects.exists()


def test_lots_become_a_preview_and_can_be_corrected():
    tournament = an_event(branches=2)
    first, second, third, fourth = (f"position-{team.pk}" for team in entered_teams(tournament))
    browser = office(tournament)
    response = browser.post(address("lots/"), {first: "1", second: "３", third: "2", fourth: "4", "seen": "0"})
    assert response.status_code == 302
    draw = Draw.objects.get()
    assert (draw.method, draw.state, draw.breaches) == (DrawMethod.LOTS, DrawState.PREVIEW, [])
    page = browser.get(address("lots/"))
    assert [value(page, name) for name in (first, second, third, fourth)] == ["1", "3", "2", "4"]


def test_lots_are_kept_half_typed_and_gone_on_with():
    tournament = an_event(branches=2)
    first, second, third, fourth = (f"position-{team.pk}" for team in entered_teams(tournament))
    browser = office(tournament)
    mine = {first: "1", second: "", third: "4", fourth: "", "keep": "1", "seen": "0"}
    assert browser.post(address("lots/"), mine).status_code == 302
    page = browser.get(address("lots/"))
    assert [value(page, name) for name in (first, second, third, fourth)] == ["1", "", "4", ""]
    assert press(browser, address("lots/"), address("lots/"), keep="1", **{second: "4"}).status_code == 422
    late = browser.post(address("lots/"), mine | {second: "2"})
    assert (late.status_code, value(late, second)) == (409, "2")
    response = press(browser, address("lots/"), address("lots/"), **{second: "3", fourth: "2"})
    assert response.status_code == 302
    assert len(Draw.objects.get().positions) == 4


@in_ci_only
def test_lots_of_many_teams_stand_on_several_pages_and_become_one_sheet(monkeypatch):
    monkeypatch.setattr(lots, "LOTS_A_PAGE", 2)
    tournament = an_event(branches=2)
    first, second, third, fourth = (f"position-{team.pk}" for team in entered_teams(tournament))
    browser, one, two = office(tournament), address("lots/?page=1"), address("lots/?page=2")
    assert third not in markup(browser.get(one))
    response = press(browser, one, one, keep="1", **{first: "1", second: "3"})
    assert (response.status_code, response.url) == (302, one)
    missing = press(browser, one, one)
    assert missing.status_code == 422
    assert "第2分会" in text(missing)  # what is missing stands on the other page
    taken = press(browser, two, two, **{third: "1", fourth: "4"})
    assert taken.status_code == 422
    assert [value(taken, name) for name in (third, fourth)] == ["1", "4"]
    assert press(browser, two, two, **{third: "2", fourth: "4"}).status_code == 302
    teams = [int(name.partition("-")[2]) for name in (first, third, second, fourth)]
    assert Draw.objects.get().positions == teams


def test_preview_of_changed_entries_says_so_and_cannot_be_confirmed():
    tournament = an_event(branches=3)
    preview_draw(tournament, by=None)
    browser = office(tournament)
    words = text(browser.get(address()))
    assert "confirming the draw ends it now" in words
    withdraw_team(entered_teams(tournament)[0], by=None, reason="病")
    page = browser.get(address())
    assert "this preview must be made again" in text(page)
    assert "The list of teams has changed since this was drawn" in text(page)
    assert "Confirm and publish" not in text(page)
    assert "No two byes meet" not in text(page)
    entry = browser.get(f"/e/{tournament.slug}/office/entries/1/")
    assert "A preview of the draw waits" in text(entry)


def test_same_name_in_two_branches_is_told_before_the_draw():
    tournament = an_event(branches=0)
    for branch in ("甲分会", "乙分会"):
        a_team(a_branch(tournament, name=branch), players=("张三", f"{branch}李"))
    assert "张三 appears in 甲分会 Team 1, 乙分会 Team 1. Is it one person or two?" in text(
        office(tournament).get(address())
    )
    Player.objects.filter(name="张三").update(gender="m")
    assert "with the same gender: probably one person" in text(office(tournament).get(address()))


def test_record_prints_list_seed_positions_and_signatures():
    tournament = an_event()
    draw = confirm_draw(preview_draw(tournament, by=a_user(name="工会干事"), seed="二十六队"), by=None)
    words = text(office(tournament).get(address(f"{draw.number}/record/")))
    for sentence in ("Record of draw 1", "二十六队", "工会干事", "Chief referee", "Witness"):
        assert sentence in words
    assert office(tournament).get(address("2/record/")).status_code == 404


def test_record_says_how_often_it_was_drawn_before():
    tournament = an_event()
    for seed in ("甲", "乙", "丙"):
        draw = preview_draw(tournament, by=None, seed=seed)
    assert "2 times, which do not count" in text(office(tournament).get(address(f"{draw.number}/record/")))


def test_page_in_chinese_says_what_the_clerk_expects():
    browser = office(an_event(branches=2))
    browser.cookies["django_language"] = "zh-hans"
    assert 'lang="zh-CN"' in markup(browser.get(address()))


@in_ci_only
def test_pages_cost_the_same_queries_at_any_size():
    """Before, lots, preview and record: 4 branches or 64."""

    def costs(branches: int) -> list[int]:
        tournament = a_tournament(branches=branches, teams=2, rounds=8)
        browser, start = office(tournament), f"/e/{tournament.slug}/office/draw/"
        browser.get(start)
        before = [queries(browser, start), queries(browser, start + "lots/")]
        for _ in range(branches):
            preview_draw(tournament, by=None)
        return [*before, queries(browser, start), queries(browser, start + "1/record/")]

    small, large = costs(4), costs(64)
    assert small == large
    assert max(small) <= 28


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"branches": 4, "teams": 2}, "Every legal draw sheet was equally likely."),
        ({"branches": 2, "teams": 5}, "a branch has more than four teams"),
        ({"branches": 4, "teams": 2, "format_": "round_robin"}, "Dealt into groups"),
    ],
)
def test_page_says_how_likely_the_sheets_were_and_so_does_the_public_one(client, more, said):
    tournament = a_tournament(slug="s000", **more)
    tournament.stages.filter(format="round_robin").update(settings={"groups": 2})
    confirm_draw(preview_draw(tournament, by=None), by=None)
    assert said in text(office(tournament).get(address()))
    client.cookies["django_language"] = "en"
    assert said in text(client.get(f"/e/{tournament.slug}/draw/"))


def test_preview_of_numbers_shows_the_first_round_by_groups(client):
    """Four of a group: 1 meets the last of it and 2 meets 3, by Berger's tables."""
    tournament = a_tournament(slug="s000", branches=4, teams=2, format_="round_robin")
    tournament.stages.update(settings={"groups": 2})
    preview_draw(tournament, by=None)
    parts = markup(office(tournament).get(address())).split('class="drawn-half"')[1:]
    positions = [re.findall(r'<span class="pos">(\d+)</span>', part) for part in parts]
    assert positions == [["1", "7", "3", "5"], ["2", "8", "4", "6"]]
    assert ["Group A" in parts[0], "Group B" in parts[1]] == [True, True]
    alone = a_tournament(slug="alone", branches=2, teams=2, format_="round_robin")
    preview_draw(alone, by=None)
    page = markup(office(alone).get("/e/alone/office/draw/"))
    assert re.findall(r'<span class="pos">(\d+)</span>', page) == ["1", "4", "2", "3"]
    assert "Group A" not in page
