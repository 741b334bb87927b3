"""台票 on screen and on paper: opening by a phone, the chief's pages, the PDFs, check-in by branch and by code."""

import io
import re
from random import Random

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from journal.models import Event
from scoring.models import Deal
from tests.factories import a_branch, a_drawn_tournament, a_referee, a_role, a_tournament, a_user
from tests.made_once import once_a_module
from tests.rows import all_rows
from tests.thorough import in_ci_only
from tests.tournaments.preset_events import PresetEvent
from tests.tournaments.recorded import kinds, last_number
from tests.tournaments.round_day import Day, a_day, players, win
from tests.web.pages import markup, refused, signed_in, text
from tournaments.day.actions.links import issue_slips, revoke_slip
from tournaments.day.actions.matches import call_referee, enter_deal
from tournaments.day.actions.rulings import decide, forfeit
from tournaments.entries.queries.links import token_of
from tournaments.models import AccessDevice, AccessLink, CheckIn, Player, Round
from tournaments.states import MatchState, RoleKind

pytestmark = pytest.mark.django_db
SHEET, DESK, CHECK_IN = "/e/s000/sheets/{}/", "/e/s000/desk/", "/e/s000/check-in/"
API = "/api/v1/tournaments/s000/matches/{}/"

made_once, early = once_a_module(lambda: a_day(slug="s000", branches=4, started=False, minute=-20))


@pytest.fixture
def office(early) -> Client:
    """The desk at the entrance."""
    return signed_in(a_role(early.tournament, RoleKind.OFFICE, user=a_user(name="干事甲")))


def address(day: Day, number: int = 1) -> str:
    """The slip's address, as its code has it."""
    links = issue_slips(day.round, by=day.chief)
    return reverse("link", args=[token_of(next(link for link in links if link.match.number == number))])


def a_phone() -> Client:
    """A phone on which nobody is signed in, in English."""
    phone = Client()
    phone.cookies["django_language"] = "en"
    return phone


def opened(day: Day, number: int = 1) -> Client:
    """A phone that has opened that match's slip."""
    phone = a_phone()
    assert phone.post(address(day, number)).status_code == 302
    return phone


# opening


def test_looking_at_a_slip_opens_nothing_and_opening_it_leads_to_the_sheet_and_names_the_phone(day):
    phone, slip = a_phone(), address(day)
    before = all_rows()
    page = phone.get(slip)
    for sentence in ("Table 1", "第1分会", "Open the sheet"):
        assert sentence in text(page)
    assert "no-store" in page.headers["Cache-Control"]
    assert "ETag" not in page.headers
    assert phone.head(slip).status_code == 200
    assert all_rows() == before
    assert "sessionid" not in phone.cookies
    phone.cookies["device"] = "<b>"
    assert phone.post(slip).headers["Location"] == SHEET.format(1)
    assert phone.cookies["device"]["httponly"] == ""
    assert re.fullmatch(r"[0-9a-f]{32}", phone.cookies["device"].value)
    assert phone.cookies["device"].value == AccessDevice.objects.get().device
    words = text(phone.get(SHEET.format(1)))
    assert "队员甲" in words
    assert "All tables" not in words


def test_deals_of_a_slip_are_its_own_and_named_in_the_readers_language(day, chief):
    phone = opened(day)
    assert phone.post(SHEET.format(1) + "deals/", {"order": "NS", "kind": "regular", "seen": "0"}).status_code == 302
    deal = Deal.objects.get()
    assert (deal.order, str(deal.entered_by)) == ("NS", "台票 · 第1桌")
    call_referee(day.match(1), by=AccessLink.objects.get(match=day.match(1)).account)
    for page in ("/e/s000/journal/", DESK + "1/"):
        words = text(chief.get(page))
        assert "Table slip, table 1" in words
        assert "台票" not in words
    answer = phone.post(API.format(1) + "undo/", {"seen": None}, content_type="application/json")
    assert answer.status_code == 200


def test_slip_reaches_no_other_page_and_no_other_event(day):
    phone = opened(day)
    a_drawn_tournament(slug="other", branches=4, started=True)
    before = all_rows()
    for path in (
        SHEET.format(2), SHEET.format(2) + "deals/", SHEET.format(1) + "call/", "/e/s000/sheets/", DESK, DESK + "1/",
        DESK + "matches/1/", DESK + "matches/1/check-in/", DESK + "matches/1/slip/", DESK + "1/slips/",
        DESK + "1/slips/a4/", CHECK_IN, CHECK_IN + "codes/", "/e/s000/office/", "/e/s000/office/people/", "/desks/",
        "/events/", "/password/",
    ):  # fmt: skip
        for answer in (phone.get(path), phone.post(path, {"here": players(day.match(2), "home")[0].pk})):
            assert answer.status_code == 403, path
    assert phone.get("/e/other/sheets/1/").status_code == 403
    body = {"order": "NS", "seen": None}
    assert phone.post(API.format(2) + "deals/", body, content_type="application/json").status_code == 403
    assert all_rows() == before


def test_garbled_slip_is_not_found(day):
    good = address(day)
    for path in (good[:-3] + "xx/", "/t/1/", "/t/%00/", "/t/١.x/", "/t/" + "9" * 3000 + "/"):
        for answer in (a_phone().get(path), a_phone().post(path)):
            assert answer.status_code == 404, path
            assert "opens nothing on this site" in text(answer)


def test_slip_that_is_revoked_expired_or_of_a_match_long_over_says_so_and_its_phone_may_nothing(day):
    slips = {number: address(day, number) for number in (1, 2, 3)}
    revoked, expired = opened(day, 1), opened(day, 2)
    revoke_slip(day.match(1), by=day.chief)
    for answer in (a_phone().get(slips[1]), a_phone().post(slips[1])):
        assert answer.status_code == 410
        assert "revoked" in text(answer)
    assert revoked.get(SHEET.format(1)).headers["Location"].startswith("/sign-in/")
    decide(day.match(3), "home", by=day.chief, reason="裁定")
    day.at(90)
    assert "is over" in text(a_phone().get(slips[3]))
    day.at(24 * 60)
    before = all_rows()
    assert "expired" in text(a_phone().post(slips[2]))
    assert expired.get(SHEET.format(2)).status_code == 403
    assert all_rows() == before


def test_whoever_may_enter_deals_keeps_his_own_account(day):
    referee = a_role(day.tournament, RoleKind.REFEREE, user=a_user(name="裁判甲"))
    browser, slip = signed_in(referee), address(day)
    assert "You keep your own account, 裁判甲" in text(browser.get(slip))
    before = all_rows()
    assert browser.post(slip).headers["Location"] == SHEET.format(1)
    assert all_rows() == before
    assert browser.get(f"{DESK}1/").status_code == 200


def test_whoever_may_not_enter_deals_is_told_that_he_is_signed_out(day, office):
    slip = address(day)
    assert "signed in as 干事甲" in text(office.get(slip))
    office.post(slip)
    assert office.get(SHEET.format(1)).status_code == 200
    assert office.get("/e/s000/office/").status_code == 403


def test_second_phone_is_told_of_on_both(day, chief):
    first = opened(day)
    assert "on 2 phones" not in text(first.get(SHEET.format(1)))
    second = opened(day)
    for phone in (first, second, chief):
        assert "This table slip is open on 2 phones · 12:35" in text(phone.get(SHEET.format(1)))
    assert "on 2 phones" not in text(chief.get(SHEET.format(2)))


def test_phone_that_opens_a_second_slip_changes_its_table_and_can_go_back(day):
    slips = {number: address(day, number) for number in (1, 2)}
    phone = a_phone()
    for number, other in ((1, 2), (2, 1), (1, 2)):
        phone.post(slips[number])
        assert phone.get(SHEET.format(number)).status_code == 200
        assert phone.get(SHEET.format(other)).status_code == 403
    assert len(set(AccessDevice.objects.values_list("device", flat=True))) == 1
    assert AccessDevice.objects.count() == 2


# the chief's pages


def test_slips_are_made_by_one_button_of_the_chief_alone(day, chief):
    assert signed_in(a_referee(day.tournament)).post(f"{DESK}1/slips/issue/").status_code == 403
    assert not AccessLink.objects.exists()
    before, warning = last_number(day.tournament), "which phones cannot reach"
    page = text(chief.get(f"{DESK}1/slips/", headers={"host": "127.0.0.1:8000"}))
    assert "not made yet" in page
    assert warning in page
    for path in ("a4/", "a6/"):
        assert chief.get(f"{DESK}1/slips/{path}").headers["Location"] == f"{DESK}1/slips/"
    page = text(chief.post(f"{DESK}1/slips/issue/", follow=True, headers={"host": "192.168.1.20:8000"}))
    assert "4 table slips are ready" in page
    assert warning not in page
    assert kinds(day.tournament, before) == ["link.issued"] * 4
    assert "Print table slips" in text(chief.get(f"{DESK}1/"))


def test_slips_that_nobody_needs_are_refused(day, chief):
    for number in (1, 2, 3, 4):
        decide(day.match(number), "home", by=day.chief, reason="裁定")
    assert "still to be played" in text(refused(chief, f"{DESK}1/slips/issue/"))


def test_one_slip_is_shown_renewed_and_revoked(day, chief):
    page = f"{DESK}matches/1/slip/"
    assert "<img" not in markup(chief.get(page))
    assert "data:image/svg+xml" in markup(chief.post(page + "renewal/", follow=True))
    first = AccessLink.objects.get()
    chief.post(page + "renewal/")
    assert AccessLink.objects.get(revoked_at=None).pk != first.pk
    assert "Make the slip" in text(chief.post(page + "revocation/", follow=True))
    refused(chief, page + "revocation/", 409)


def test_slip_of_a_bye_does_not_exist():
    event = a_drawn_tournament(slug="three", branches=3)
    bye = event.stages.get().matches.filter(state=MatchState.BYE).first()
    browser = signed_in(a_role(event, RoleKind.CHIEF_REFEREE))
    for number in (bye.number, 99):
        assert browser.get(f"/e/three/desk/matches/{number}/slip/").status_code == 404


# paper


def document(browser: Client, paper: str, slug: str = "s000") -> PdfReader:
    answer = browser.get(f"/e/{slug}/desk/1/slips/{paper}/")
    assert answer.headers["Content-Type"] == "application/pdf"
    assert "no-store" in answer.headers["Cache-Control"]
    return PdfReader(io.BytesIO(answer.content))


def words_of(page) -> str:
    """The words of a page, however they are set."""
    return re.sub(r"\s+", "", page.extract_text())


def size(page) -> tuple[int, int]:
    """In millimetres."""
    return tuple(round(float(side) / 72 * 25.4) for side in page.mediabox.upper_right)


def test_a6_has_a_page_a_match_with_all_that_the_table_needs_in_the_language_of_the_reader(day, chief):
    issue_slips(day.round, by=day.chief)
    for language, sentences in (
        ("en", ("Quarter-final", "第1分会Team1", "North队员甲", "Scantoopenthesheet", "LevelAwayWestEast", "Winner")),
        ("zh-hans", ("掼蛋比赛", "8进4", "11月29日", "12:30", "第1分会一队", "北队员甲", "南队员乙", "sheets/1/")),
    ):
        chief.cookies["django_language"] = language
        pages = document(chief, "a6").pages
        first = words_of(pages[0])
        assert [sentence for sentence in sentences if sentence not in first] == []
    assert [size(page) for page in pages] == [(105, 148)] * 4
    assert "第3分会一队" in words_of(pages[2]) + words_of(pages[1])


def test_a4_has_four_on_a_sheet(day, chief):
    issue_slips(day.round, by=day.chief)
    revoke_slip(day.match(4), by=day.chief)
    (page,) = document(chief, "a4").pages
    assert size(page) == (210, 297)
    assert [f"Match{n}" in words_of(page) for n in (1, 2, 3, 4)] == [True, True, True, False]


@pytest.mark.parametrize(
    ("key", "teams", "heads"),
    [
        ("s001_5", 6, ("翻牌打几", "上游", "得分")),
        ("s002", 4, ("庄家", "抓分方得分", "扣底", "级数")),
        ("s003", 8, ("局", "胜方", "备注")),
        ("plain_pingpang", 6, ("局", "主队", "客队", "胜方")),
    ],
)
def test_slip_asks_for_what_its_game_writes_down(key, teams, heads):
    event = PresetEvent(key, teams, Random(key))
    event.draw()
    issue_slips(Round.objects.filter(stage__tournament=event.tournament).earliest("number"), by=event.chief)
    browser = signed_in(event.chief)
    browser.cookies["django_language"] = "zh-hans"
    first = words_of(document(browser, "a6", event.tournament.slug).pages[0])
    assert all(head in first for head in heads)
    assert ("下游" in first) is (key == "s001_5")
    assert ("按出完牌的先后填写座位" in first) is (key == "s001_5")


@in_ci_only
def test_forty_tables_with_long_and_rare_names_stay_a_page_each():
    day = a_day(slug="forty", branches=40, tables=40, started=False)
    branch = day.match(17).home_team.branch
    branch.name = "职业技术教育与终身学习研究中心及离退休人员服务办公室联合分会"[:30]
    branch.save()
    Player.objects.filter(team__branch=branch).update(name=("𠮷田·" + "阿卜杜热合曼买买提" * 2)[:20])
    issue_slips(day.round, by=day.chief)
    played = day.tournament.stages.get().matches.filter(round=day.round).exclude(state=MatchState.BYE).count()
    browser = signed_in(day.chief)
    assert len(document(browser, "a6", "forty").pages) == played
    assert len(document(browser, "a4", "forty").pages) == -(-played // 4)


# check-in by branch


def test_pages_before_the_draw_say_so():
    tournament = a_tournament(slug="undrawn")
    a_branch(tournament)
    browser = signed_in(a_role(tournament, RoleKind.CHIEF_REFEREE))
    for page in ("desk/", "sheets/", "desk/1/slips/", "check-in/"):
        assert "Lots are not drawn yet" in text(browser.get(f"/e/undrawn/{page}"))
    assert browser.post("/e/undrawn/check-in/", {"here": "1"}).status_code == 422


def test_check_in_lists_everybody_of_the_round_by_branch_a_branch_by_its_code_and_a_name(office):
    page = office.get(CHECK_IN)
    assert "All 4 are here" in text(page)
    codes = markup(office.get(CHECK_IN + "codes/"))
    assert codes.count("data:image/svg+xml") == 4
    for query, shown in (
        ("", list("1234")), ("?branch=2", ["2"]), ("?name=第3", ["3"]), ("?name=队员甲", list("1234")),
        ("?branch=2&name=第3", []), ("?branch=x", list("1234")), ("?name=%00", []),
        ("?branch=" + "9" * 400, list("1234")),
    ):  # fmt: skip
        assert re.findall(r'id="branch-(\d+)"', markup(office.get(CHECK_IN + query))) == shown, query
    assert "Nobody of this name" in text(office.get(CHECK_IN + "?name=无名"))


def test_branches_that_are_too_many_are_folded_until_one_is_opened():
    day = a_day(slug="many", branches=32, started=False, minute=-20)
    browser, check_in = signed_in(a_role(day.tournament, RoleKind.OFFICE)), "/e/many/check-in/"
    page = browser.get(check_in)
    assert len(re.findall(r'id="branch-(\d+)"', markup(page))) == 32
    assert "branch-all-" not in markup(page)
    assert "4 to come" in text(page)
    assert 'href="?branch=32"' in markup(page)
    opened = browser.get(check_in + "?branch=32")
    ids = re.search(r'id="branch-all-32" name="here" value="([\d ]+)"', markup(opened))[1]
    browser.post(check_in, {"here": ids, "branch": "32"})
    assert text(browser.get(check_in)).count("all present") == 1
    assert "branch-all-3" in markup(browser.get(check_in + "?name=第3分会"))


def test_whole_branch_is_ticked_by_one_button_at_all_its_tables_and_one_player_is_unticked(early, office):
    ids = re.search(r'id="branch-all-2" name="here" value="([\d ]+)"', markup(office.get(CHECK_IN)))[1]
    before = last_number(early.tournament)
    answer = office.post(CHECK_IN, {"here": ids, "branch": "2", "name": ""})
    assert answer.headers["Location"] == CHECK_IN + "?branch=2"
    assert kinds(early.tournament, before) == ["player.checked_in"] * 4
    assert set(CheckIn.objects.values_list("player__team__branch__number", flat=True)) == {2}
    assert "all present" in text(office.get(CHECK_IN + "?branch=2"))
    player = CheckIn.objects.latest("pk").player
    office.post(CHECK_IN, {"gone": player.pk})
    assert CheckIn.objects.count() == 3
    office.post(CHECK_IN, {"here": player.pk})
    assert CheckIn.objects.latest("pk").player == player


def test_somebody_who_does_not_play_is_not_ticked(early, office):
    other, mine = players(a_day().match(1), "home")[0].pk, players(early.match(1), "home")[0].pk
    before = all_rows()
    for here in (other, f"{mine} 999999", f"{mine} x", "\x00", "9" * 400):
        answer = office.post(CHECK_IN, {"here": here})
        assert answer.status_code == 422, here
        assert "does not play in this round" in text(answer)
    assert all_rows() == before


def test_players_of_a_match_that_has_begun_are_there_though_nobody_ticked_them(day, chief, office):
    """A deal was entered at table 1, match 2 is over by forfeit without one, match 3 was played to its end."""
    day.at(25)
    enter_deal(day.match(1), "NS", by=day.chief)
    forfeit(day.match(2), "away", by=day.chief)
    win(day, 3)
    page = markup(chief.get(CHECK_IN))
    branches = [part.split("</form>")[0] for part in page.split('id="branch-h-')[1:]]
    assert [branch.count("The match has begun.") for branch in branches] == [2, 0, 2, 0]
    assert [branch.count(", not ticked") for branch in branches] == [0, 4, 0, 0]
    assert ["</svg>all present" in branch for branch in branches] == [True, False, True, False]
    refused(office, CHECK_IN, 409, here=players(day.match(3), "home")[0].pk)  # a match that is over


def test_code_of_a_branch_lets_nobody_in(early):
    assert a_phone().get(CHECK_IN + "?branch=1").headers["Location"].startswith("/sign-in/")
    assert signed_in(a_user()).get(CHECK_IN + "?branch=1").status_code == 403
    assert not Event.objects.filter(journal=early.tournament.journal, kind="player.checked_in").exists()
