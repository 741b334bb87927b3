"""The draw page: before, preview, confirmed; the lots of the hall; the record."""

import re

import pytest

from journal.models import Event
from journal.queries import last_event_number
from tests.factories import a_branch, a_role, a_team, a_tournament, a_user
from tests.thorough import in_ci_only
from tests.web.form_fields import press
from tests.web.pages import markup, signed_in, text, value
from tournaments.draw.actions.draws import confirm_draw, preview_draw, preview_lots
from tournaments.draw.queries.draws import entered_teams
from tournaments.entries.actions.teams import withdraw_team
from tournaments.models import Draw, Match, Stage, Tournament
from tournaments.states import DrawMethod, DrawState, MatchState, RoleKind, TeamState, TournamentState
from web.office.draw import lots

pytestmark = pytest.mark.django_db


def an_event(**more):
    return a_tournament(slug="s000", branches=more.pop("branches", 13), teams=2, **more)


def office(tournament):
    return signed_in(a_role(tournament, RoleKind.OFFICE))


@pytest.fixture
def tournament(db):
    return an_event(branches=2)


@pytest.fixture
def browser(tournament):
    """Of the office."""
    return office(tournament)


def address(page=""):
    return f"/e/s000/office/draw/{page}"


def side_by_side(tournament):
    return {team.pk: position for position, team in enumerate(entered_teams(tournament), start=1)}


def lot_fields(tournament):
    """The field of each team, in annex order."""
    return [f"position-{team.pk}" for team in entered_teams(tournament)]


def shown(tournament):
    """What the form of the previewed draw carries."""
    draw = Draw.objects.get(state=DrawState.PREVIEW)
    return {"number": str(draw.number), "seen": str(last_event_number(tournament.journal, draw.subject))}


def test_page_says_what_will_be_drawn_and_proposes_the_draw_that_was_announced():
    tournament = an_event(rounds=6, tables=7)
    browser = office(tournament)
    page = browser.get(address())
    for sentence in (
        "26 teams into 32 positions", "6 byes, 10 matches in the first round", "The last planned round is dropped",
        "3 matches at once would be without a table", "Draw by the program",
    ):  # fmt: skip
        assert sentence in text(page)
    proposed = r'<li id="([a-z-]+)">(?:(?!</li>).)*class="btn go"'
    assert re.findall(proposed, markup(page), re.DOTALL) == ["by-hand"]
    Tournament.objects.filter(pk=tournament.pk).update(draw_at=None)
    assert re.findall(proposed, markup(browser.get(address())), re.DOTALL) == ["unseen"]


def test_open_ceremony_is_gone_on_with_instead_of_drawing_otherwise():
    tournament = an_event()
    browser = office(tournament)
    browser.post(address("ceremony/opening/"), {"by_hand": "on"})
    page = markup(browser.get(address()))
    assert address("ceremony/") in page
    assert address("preview/") not in page


DECIDES = [
    ("swiss", {"rounds_played": 3}, "whom one meets in the first round", "paired by the standing"),
    ("swiss", {"rounds_played": 1}, "whom one meets in the first round", ""),
    ("movement", {}, "at which table one begins", "goes on to the next table"),
    ("round_robin", {}, "Everybody meets everybody", ""),
    ("round_robin", {"groups": 2}, "dealt to the groups in turn", "In a group everybody meets everybody"),
    ("round_robin", {"rounds_played": 2}, "2 rounds are played: the number drawn says against whom", ""),
]


def test_page_says_what_a_number_decides_in_that_format():
    browser = office(an_event(branches=3))
    for format_, settings, first, then in DECIDES:
        Stage.objects.update(format=format_, settings=settings)
        words = text(browser.get(address()))
        assert first in words
        assert then in words
        every = "Everybody meets everybody; the number drawn says in which round."
        assert (every in words) == (format_ == "round_robin" and not settings)
        assert ("paired by the standing" in words) == (then == "paired by the standing")


def test_rounds_of_a_swiss_in_which_teams_must_meet_again_are_named_before_the_draw():
    event = an_event(branches=2, format_="swiss")
    browser = office(event)
    for played, asks in ((3, False), (5, True), (5, False)):
        Stage.objects.update(settings={"rounds_played": played})
        words = text(browser.get(address()))
        assert ("after 3 everybody has met everybody" in words) == asks
        assert ("Change the format" in words) == asks
        if asks:  # of six teams five rounds are met by others each time
            a_branch(event, teams=2)


def test_page_of_an_event_that_cannot_be_drawn_offers_no_draw():
    tournament = an_event(branches=0, rounds=1)
    browser = office(tournament)
    assert "No team is entered yet" in text(browser.get(address()))
    a_branch(tournament, teams=5)
    a_branch(tournament, teams=1)
    words = text(browser.get(address()))
    assert "6 teams need 3 rounds and 1 are planned: the timetable lacks 2" in words
    assert "has 5 teams for 4 first-round matches: at least 1 match is within the branch" in words
    assert "Draw by the program" not in words


def test_stranger_and_referee_see_and_change_nothing(tournament):
    preview_draw(tournament, by=None)
    events = Event.objects.count()
    for browser in (signed_in(a_user()), signed_in(a_role(tournament, RoleKind.REFEREE))):
        for page in ("", "lots/", "1/record/"):
            assert browser.get(address(page)).status_code == 403
        for page in ("preview/", "confirmation/", "repeal/", "lots/"):
            assert browser.post(address(page), {"number": "1"}).status_code == 403
    assert Event.objects.count() == events


def test_preview_takes_no_long_seed_and_leaves_drafts_out_only_if_told_to(tournament, browser):
    a_team(tournament.branches.last(), state=TeamState.DRAFT)
    for typed, said in (({"seed": "9" * 65, "without_drafts": "on"}, "at most 64"), ({}, "is still a draft")):
        refused = browser.post(address("preview/"), typed)
        assert (refused.status_code, value(refused, "seed")) == (422, typed.get("seed", ""))
        assert said in text(refused)
    assert not Draw.objects.exists()
    assert browser.post(address("preview/"), {"without_drafts": "on"}).status_code == 302
    assert len(Draw.objects.get().teams) == 4


def test_preview_shows_every_position_and_is_confirmed_once():
    tournament = an_event()
    browser = office(tournament)
    assert browser.post(address("preview/"), {"seed": "7 21 3"}).status_code == 302
    page = browser.get(address())
    draw = Draw.objects.get()
    assert (draw.seed, draw.made_by.username) == ("7 21 3", page.context["user"].username)
    assert markup(page).count('class="pos"') == 32
    words = text(page)
    assert words.count(" bye ") >= 6
    for sentence in ("Preview, not published yet", "Confirm and publish", "7 21 3", "No two byes meet"):
        assert sentence in words
    assert {"number": value(page, "number"), "seen": value(page, "seen")} == shown(tournament)
    sent = shown(tournament) | {"key": "once"}
    assert [browser.post(address("confirmation/"), sent).status_code for _ in range(2)] == [302, 302]
    assert (Match.objects.count(), Event.objects.filter(kind="draw.confirmed").count()) == (31, 1)
    words = text(browser.get(address()))
    assert "The draw stands" in words
    assert "Record to print" in words


def test_confirmation_of_an_older_preview_shows_the_present_one(tournament, browser):
    assert browser.post(address("confirmation/"), {"number": "x"}).status_code == 404  # nothing is drawn
    browser.post(address("preview/"))
    older = shown(tournament)
    preview_draw(tournament, by=None)
    late = browser.post(address("confirmation/"), older)
    assert late.status_code == 409
    assert value(late, "number") == "2"
    assert not Match.objects.exists()


def test_chief_referee_alone_accepts_breaches_and_with_a_reason(tournament, browser):
    preview_lots(tournament, side_by_side(tournament), by=None)
    words = text(browser.get(address()))
    assert "meet in the first round, at positions 1 and 2" in words
    assert "Only the chief referee may accept it" in words
    assert "Confirm and publish" not in words
    accepted = shown(tournament) | {"accept": "on", "reason": "各领队同意"}
    assert browser.post(address("confirmation/"), accepted).status_code == 422
    browser = signed_in(a_role(tournament, RoleKind.CHIEF_REFEREE))
    refused = browser.post(address("confirmation/"), accepted | {"accept": ""})
    assert (refused.status_code, value(refused, "reason")) == (422, "各领队同意")
    assert not Match.objects.exists()
    assert browser.post(address("confirmation/"), accepted).status_code == 302
    words = text(browser.get(address()))
    assert "Accepted by the chief referee" in words
    assert "各领队同意" in words


def test_redraw_needs_a_reason_and_matches_that_have_not_begun(tournament, browser):
    confirm_draw(preview_draw(tournament, by=None), by=None)
    assert browser.post(address("repeal/"), {"number": "1", "reason": " "}).status_code == 422
    Match.objects.filter(number=1).update(state=MatchState.CALLED)
    refused = browser.post(address("repeal/"), {"number": "1", "reason": "漏报一队"})
    assert (refused.status_code, value(refused, "reason")) == (422, "漏报一队")
    assert "matches have begun (match 1)" in text(refused)
    Tournament.objects.update(state=TournamentState.RUNNING)
    words = text(browser.get(address()))
    assert "the draw cannot be repeated" in words
    assert "Discard this draw" not in words
    Tournament.objects.update(state=TournamentState.DRAWN)
    Match.objects.filter(number=1).update(state=MatchState.READY)
    assert Match.objects.count() == 3
    assert browser.post(address("repeal/"), {"number": "1", "reason": "漏报一队"}).status_code == 302
    words = text(browser.get(address()))
    assert "Earlier draws" in words
    assert "漏报一队" in words
    assert "discarded, does not count" in text(browser.get(address("1/record/")))


def test_lots_with_mistakes_are_refused_and_nothing_typed_is_lost(tournament, browser):
    names = lot_fields(tournament)
    typed = dict(zip(names, ("2", "２", "abc", ""), strict=True))
    page = browser.post(address("lots/"), typed | {"seen": "0"})
    assert page.status_code == 422
    assert {name: value(page, name) for name in names} == typed
    body = markup(page)
    places = [body.index(f'name="{name}"') for name in names]
    assert places == sorted(places)
    assert [body.count(f'href="#f-{name}"') for name in names] == [1, 1, 1, 1]
    assert re.search(r'<a href="#f-[^"]*">第2分会 Team 2</a>', body)  # above the form the name alone
    assert body.count('aria-invalid="true"') == 4
    assert not Draw.objects.exists()


def test_lots_become_a_preview_and_can_be_corrected(tournament, browser):
    names = lot_fields(tournament)
    typed = dict(zip(names, ("1", "３", "2", "4"), strict=True))
    assert browser.post(address("lots/"), typed | {"seen": "0"}).status_code == 302
    draw = Draw.objects.get()
    assert (draw.method, draw.state, draw.breaches) == (DrawMethod.LOTS, DrawState.PREVIEW, [])
    page = browser.get(address("lots/"))
    assert [value(page, name) for name in names] == ["1", "3", "2", "4"]


def test_lots_are_kept_half_typed_and_gone_on_with(tournament, browser):
    names = lot_fields(tournament)
    first, second, third, fourth = names
    mine = {first: "1", second: "", third: "4", fourth: "", "keep": "1", "seen": "0"}
    assert browser.post(address("lots/"), mine).status_code == 302
    page = browser.get(address("lots/"))
    assert [value(page, name) for name in names] == ["1", "", "4", ""]
    assert press(browser, address("lots/"), address("lots/"), keep="1", **{second: "4"}).status_code == 422
    late = browser.post(address("lots/"), mine | {second: "2"})
    assert (late.status_code, value(late, second)) == (409, "2")
    assert press(browser, address("lots/"), address("lots/"), **{second: "3", fourth: "2"}).status_code == 302
    assert len(Draw.objects.get().positions) == 4


@in_ci_only
def test_lots_of_many_teams_stand_on_several_pages_and_become_one_sheet(tournament, browser, monkeypatch):
    monkeypatch.setattr(lots, "LOTS_A_PAGE", 2)
    first, second, third, fourth = lot_fields(tournament)
    one, two = address("lots/?page=1"), address("lots/?page=2")
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


def test_record_prints_list_seed_positions_and_signatures_and_how_often_it_was_drawn_before():
    tournament = an_event()
    for seed in ("甲", "乙", "二十六队"):
        draw = preview_draw(tournament, by=a_user(name="工会干事"), seed=seed)
    browser = office(tournament)
    assert "2 times, which do not count" in text(browser.get(address(f"{draw.number}/record/")))
    confirm_draw(draw, by=None)
    words = text(browser.get(address(f"{draw.number}/record/")))
    for sentence in (f"Record of draw {draw.number}", "二十六队", "工会干事", "Chief referee", "Witness"):
        assert sentence in words
    assert browser.get(address("9/record/")).status_code == 404


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
