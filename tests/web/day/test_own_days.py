"""自己约日子 through the pages: the link of a branch, its matches, the day that both sides agree on, the result."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import SHANGHAI, a_role
from tests.made_once import once_a_module
from tests.tournaments.day.leagues import a_league, link_of
from tests.tournaments.round_day import PASSES_ACE
from tests.web.pages import markup, signed_in, value
from tournaments.day.actions.links import revoke_branch_link
from tournaments.day.actions.matches import enter_deal
from tournaments.entries.queries.links import my_token, token_of
from tournaments.models import Match, Tournament
from tournaments.states import MatchState, RoleKind, TournamentState

pytestmark = pytest.mark.django_db


def phone_of(branch) -> Client:
    """A phone on which the link of the branch was opened; it leads to the matches."""
    phone = Client()
    phone.cookies["django_language"] = "zh-hans"
    address = reverse("link", args=[token_of(link_of(branch))])
    assert "本分会的比赛" in phone.get(address).content.decode()
    answer = phone.post(address)
    assert answer.headers["Location"] == page_of(branch)
    return phone


def page_of(branch) -> str:
    return reverse("own_days", args=[branch.tournament.slug, branch.number])


made_once, league = once_a_module(a_league)


@pytest.fixture
def match(league) -> Match:
    return Match.objects.select_related("home_team__branch", "away_team__branch", "round").get(number=1)


def typed(match, days=2, **more):
    at = (match.round.starts_at + timedelta(days=days)).astimezone(SHANGHAI)
    return {"date": f"{at:%Y-%m-%d}", "time": f"{at:%H:%M}", "place": "工会活动室"} | more


def proposal(match, branch) -> str:
    return page_of(branch) + f"{match.number}/proposal/"


def test_two_branches_agree_play_and_confirm_by_their_links_alone(league, match):
    home, away = match.home_team.branch, match.away_team.branch
    one, other = phone_of(home), phone_of(away)
    assert one.post(proposal(match, home), typed(match)).status_code == 302
    public = Client(headers={"accept-language": "zh-hans"})
    assert "工会活动室，待对方同意" in public.get(f"/e/{league.tournament.slug}/rounds/").content.decode()
    asked = other.get(page_of(away))
    assert "同意这个日子" in asked.content.decode()
    assert other.post(page_of(away) + "1/acceptance/", {"at": value(asked, "at")}).status_code == 302
    match.refresh_from_db()
    assert match.agreed_at == match.round.starts_at + timedelta(days=2)
    assert "已约：" in public.get(f"/e/{league.tournament.slug}/matches/1/").content.decode()

    sheet = reverse("sheet", args=[league.tournament.slug, 1])
    assert one.post(sheet + "check-in/", {"all": "yes"}).status_code == 302
    *orders, last = PASSES_ACE["home"]
    for order in orders:
        enter_deal(match, order, by=link_of(home).account)
    entry = {"order": last, "seen": value(one.get(sheet), "seen")}
    shown = one.post(sheet + "deals/", entry, follow=True)
    assert 'id="agree-home"' in markup(shown)
    assert 'id="agree-away"' not in markup(shown)
    answer = {"seen": value(shown, "seen"), "agrees": "yes"}
    assert one.post(sheet + "agreement/", answer | {"side": "away"}).status_code == 422
    assert one.post(sheet + "agreement/", answer | {"side": "home"}).status_code == 302
    assert other.post(sheet + "agreement/", answer | {"side": "away"}).status_code == 302
    match.refresh_from_db()
    assert match.state == MatchState.OVER
    assert "已结束" in one.get(page_of(home)).content.decode()


def test_refused_proposal_keeps_what_was_typed_at_its_field_and_nothing_is_agreed_that_nobody_proposed(match):
    home, away = match.home_team.branch, match.away_team.branch
    phone = phone_of(home)
    answer = phone.post(proposal(match, home), typed(match, days=300))
    assert answer.status_code == 422
    body = answer.content.decode()
    for shown in ('value="工会活动室"', 'id="f-date_error"', "打到2123年12月5日 周日 23:59。"):
        assert shown in body
    for wrong in ({"date": ""}, {"time": "25:00"}, {"date": "2123-02-30"}, {"place": "远" * 61}):
        assert phone.post(proposal(match, home), typed(match, **wrong)).status_code == 422
    for at, status in (("", 422), ("tomorrow", 422), ("2123-12-01T12:30:00", 409)):
        assert phone_of(away).post(page_of(away) + "1/acceptance/", {"at": at}).status_code == status
    match.refresh_from_db()
    assert (match.proposed_at, match.agreed_at) == (None, None)


def test_link_opens_its_own_matches_and_no_others_until_the_event_ends_or_it_is_revoked(league, match):
    slug, home, away = league.tournament.slug, match.home_team.branch, match.away_team.branch
    phone, entry = phone_of(home), reverse("branch_entry", args=[slug, home.number])
    elsewhere = Match.objects.exclude(home_team__branch=home).exclude(away_team__branch=home).first()
    sheets = [reverse("sheet", args=[slug, number]) for number in (1, elsewhere.number)]
    assert [phone.get(sheet).status_code for sheet in sheets] == [200, 403]
    assert phone.get(page_of(away)).status_code == 403
    assert phone.post(proposal(elsewhere, home), typed(match)).status_code == 404
    assert phone.get(entry).status_code == 200
    league.at(3 * 24 * 60)  # the entry form is closed long since
    assert [phone.get(page).status_code for page in (page_of(home), entry)] == [200, 403]
    Tournament.objects.update(state=TournamentState.FINISHED)
    assert phone.get(page_of(home)).status_code == 403
    Tournament.objects.update(state=TournamentState.DRAWN)
    assert phone.get(page_of(home)).status_code == 200
    revoke_branch_link(home, by=league.chief)
    assert phone.get(page_of(home)).headers["Location"].startswith("/sign-in/")


def test_office_says_the_day_for_both_and_the_calendar_has_it(league, match):
    home = match.home_team.branch
    address = reverse("my_calendar", args=[league.tournament.slug, my_token(league.tournament, branch=home.pk)])
    assert "BEGIN:VEVENT" not in Client().get(address).content.decode()
    office = signed_in(a_role(league.tournament, RoleKind.OFFICE))
    assert office.post(proposal(match, home), typed(match, days=30)).status_code == 302
    match.refresh_from_db()
    assert (match.agreed_at, match.agreed_place) == (match.round.starts_at + timedelta(days=30), "工会活动室")
    calendar = Client().get(address).content.decode()
    assert calendar.count("BEGIN:VEVENT") == 1
    assert "21231229T123000" in calendar
    assert "LOCATION:工会活动室" in calendar
