"""The adviser: what a clerk knows, the formats that fit, and the event that one press makes of one."""

import re
from datetime import date, timedelta
from urllib.parse import urlencode

import pytest
from django.test import Client

from tests.rows import all_rows
from tests.thorough import in_ci_only
from tests.tournaments.played import draw_lots_for_equals, play_all
from tests.web.form_fields import press, press_again
from tests.web.pages import markup, text
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.standings import final_places, stages_of
from tournaments.draw.actions.draws import confirm_draw, preview_draw
from tournaments.draw.actions.places import place_stage
from tournaments.entries.actions.entries import enter_samples
from tournaments.forecast.advice import Offer, Proposal, Wish
from tournaments.models import Branch, Match, Round, Stage, Tournament
from tournaments.presets.advised import advice
from tournaments.states import MatchState

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("quick_advice")]
PAGE = "/events/new/advice/"
TYPED = {
    "count": "9", "unit": "teams", "tables": "3", "days": "2", "minutes": "40", "least": "1",
    "start": "09:00", "latest": "22:00",
}  # fmt: skip
WISH = Wish(teams=9, tables=3, days=2, minutes=40, start=540, latest=1320)
WITHOUT_A_FINAL = set(Offer) - {Offer.MOVEMENT_FINAL, Offer.INDIVIDUAL}
"""What is offered where no final of a certain size is asked for."""
FIRST_DAY = date.today() + timedelta(days=10)


def test_page_asks_first_and_shows_what_fits_then(office):
    form = markup(office.get(PAGE))
    assert 'value="24"' in form
    assert 'class="proposals"' not in form
    page = markup(office.get(PAGE, TYPED))
    assert page.count('name="kind"') == len([p for p in advice(WISH) if not p.misfit])
    assert "What does not fit" not in page
    assert "Up to 4 matches a round at 3 tables: in 2 sittings" in page


def test_a_name_typed_before_the_wish_is_changed_stays(office):
    changed = {"show": "yes", "minutes": "45", "name": "春季掼蛋赛", "organiser": "工会", "first_day": "2030-03-01"}
    shown = press(office, f"{PAGE}?{urlencode(TYPED)}", PAGE, **changed).headers["Location"]
    page = markup(office.get(shown))
    for value in ("45", "春季掼蛋赛", "工会", "2030-03-01"):
        assert f'value="{value}"' in page
    tight = press(office, shown, PAGE, show="yes", latest="10:00", name="Cup").headers["Location"]
    assert "name=Cup" in markup(office.get(tight)).split('class="changes"')[1]


def test_of_another_game_it_says_all_but_who_wins_by_the_minutes_that_were_typed(office):
    for game in ("shuangsheng", "gouji", "xiangqi", "pingpang"):
        page = markup(office.get(PAGE, {**TYPED, "game": game}))
        fit = len([p for p in advice(WISH, game) if not p.misfit])
        assert page.count('name="kind"') == fit == len(WITHOUT_A_FINAL)
        for sentence in ("Rounds", "Matches", "Each team, at least", ">End<", "lasts the 40 minutes"):
            assert sentence in page
        for unknown in ("The best team wins", "Likely end", "9 of 10 by", "A deal takes", "56 deals"):
            assert unknown not in page
        knockout = page.split(">Knockout</h3>")[1].split("</table>")[0]
        # nine teams, three tables: one match and four in two sittings on the first day; 40 minutes each, five between
        assert re.findall(r'class="num">(\d\d:\d\d)', knockout) == ["11:10", "10:25"]


def test_one_press_makes_an_event_of_the_game_that_was_chosen(office):
    typed = {"kind": Offer.SWISS, "name": "棋", "organiser": "工会", "first_day": f"{FIRST_DAY}"}
    assert office.post(PAGE, {**TYPED, "game": "xiangqi", **typed}).status_code == 302
    stage = Stage.objects.get()
    assert (stage.game, stage.rule_options["name"], stage.tournament.seats) == ("win_loss", "xiangqi", 1)
    assert set(Round.objects.values_list("clock__minutes", flat=True)) == {40}


def test_people_are_counted_as_teams_of_their_game_and_some_may_be_left_over(office):
    for game, count, said in (
        ("", "19", "9 teams (one person has no partner)"),
        ("gouji", "29", "9 teams (2 people are too few for a team)"),
        ("xiangqi", "9", "9 teams"),
    ):
        page = markup(office.get(PAGE, {**TYPED, "game": game, "count": count, "unit": "people"}))
        assert said in page
        assert ("(" in said) == ("no partner" in page or "too few" in page)


def test_page_says_why_something_does_not_fit(office):
    page = text(office.get(PAGE, {**TYPED, "count": "26", "tables": "13", "days": "1", "least": "2"}))
    assert "Knockout Some teams would play 1 match only. Take it all the same" in page
    assert "Round robin It takes 3 to 24 teams." in page


@in_ci_only
def test_where_nothing_fits_it_says_what_to_change_and_each_of_it_can_be_pressed(office):
    typed = {**TYPED, "count": "27", "tables": "10", "days": "1", "minutes": "60", "least": "3", "final": "4"}
    page = markup(office.get(PAGE, {**typed, "latest": "17:00"}))
    assert "No format fits" in page
    offered = re.findall(r'<a class="btn" href="([^"]*)#proposals">([^<]*)</a>', page)
    assert [words for _, words in offered][:2] == ["13 tables", "30 minutes a round"]
    for address, _ in offered:
        assert 'class="sheet proposal"' in markup(office.get(address.replace("&amp;", "&")))


def test_what_does_not_fit_can_be_taken_all_the_same(office):
    typed = {**TYPED, "count": "27", "tables": "10", "days": "1", "minutes": "60", "least": "3", "final": "4"}
    created = {"kind": Offer.SWISS_FINAL, "name": "仍用", "first_day": f"{FIRST_DAY}"}
    assert office.post(PAGE, {**typed, "latest": "17:00", **created}).status_code == 302
    tournament = Tournament.objects.get()
    assert len({r.starts_at.date() for r in Round.objects.all()}) == 2
    assert tournament.plan["least"] == 3
    impossible = {**created, "kind": Offer.ROUND_ROBIN, "name": "不行"}
    assert office.post(PAGE, {**typed, "latest": "17:00", **impossible}).status_code == 422


def test_no_match_lasts_into_a_break(office):
    breaks = {"break_from": "12:00", "break_to": "13:30", "evening_from": "", "evening_to": ""}
    assert office.post(PAGE, {**TYPED, **breaks, "kind": "swiss", "name": "午休", "first_day": f"{FIRST_DAY}"})
    tournament = Tournament.objects.get()
    hours = [r.starts_at.astimezone(tournament.tzinfo) for r in Round.objects.all()]
    assert hours
    assert all((h.hour, h.minute) <= (11, 15) or (h.hour, h.minute) >= (13, 30) for h in hours)


WRONG = {
    "count": ("1", "501"), "unit": ("tables",), "game": ("mahjong",), "tables": ("", "513"), "days": ("x",),
    "minutes": ("9",), "least": ("0",), "start": ("25:00",), "latest": ("09:00",),
}  # fmt: skip


def test_what_cannot_be_is_said_at_its_field_and_stays(office):
    typed_at = [(field, {field: typed}) for field, wrong in WRONG.items() for typed in wrong]
    alone, unended = ("count", {"count": "3", "unit": "people"}), ("break_to", {"break_from": "12:00"})
    for field, typed in (*typed_at, alone, unended):
        answer = office.get(PAGE, {**TYPED, **typed})
        page = markup(answer)
        assert (answer.status_code, f'href="#f-{field}"' in page) == (422, True), typed
        assert page.count('href="#f-') == 1
        assert "proposals" not in page


def test_event_that_cannot_be_is_refused_beside_its_proposals(office):
    before = all_rows()
    for field, typed in (("kind", "movement2"), ("name", " "), ("first_day", "soon")):
        sent = {**TYPED, "kind": "knockout", "name": "新", "first_day": f"{FIRST_DAY}", field: typed}
        answer = office.post(PAGE, sent)
        assert (answer.status_code, f'href="#f-{field}"' in markup(answer)) == (422, True)
        assert 'class="proposals"' in markup(answer)
    assert office.post(PAGE, {"kind": "knockout", "name": "新"}).status_code == 422
    assert all_rows() == before


def test_name_of_another_event_is_asked_about_once(office):
    typed = {"kind": "knockout", "name": "同名", "first_day": f"{FIRST_DAY}"}
    shown = f"{PAGE}?{'&'.join(f'{name}={value}' for name, value in TYPED.items())}"
    press(office, shown, PAGE, **typed)
    question = press(office, shown, PAGE, **typed)
    assert question.status_code == 422
    assert press_again(office, question, PAGE, **typed).headers["Location"] == "/e/event-2/office/open-points/"


def made(office: Client, kind: str) -> Tournament:
    typed = {**TYPED, "kind": kind, "name": f"新{kind}", "organiser": "工会", "first_day": f"{FIRST_DAY}"}
    answer = office.post(PAGE, typed)
    assert answer.status_code == 302, markup(answer)
    tournament = Tournament.objects.latest("pk")
    assert answer.headers["Location"] == f"/e/{tournament.slug}/office/open-points/"
    for number in range(1, 10):
        Branch.objects.create(tournament=tournament, number=number, name=f"第{number}分会", quota=1)
    enter_samples(tournament, by=None)
    confirm_draw(preview_draw(tournament, by=None, seed=kind), by=None)
    return tournament


def keeps_its_promise(tournament: Tournament, proposal: Proposal) -> None:
    """The sittings of the rounds at their times, and in those of the first stage the matches that were told, in no
    sitting more than there are tables."""
    of_event = Round.objects.filter(stage__tournament=tournament).select_related("clock").order_by("number", "sitting")
    starts = [(r.number, r.starts_at.astimezone(tournament.tzinfo), r.clock.minutes) for r in of_event]
    assert [(n, (at.date() - FIRST_DAY).days + 1, at.hour * 60 + at.minute, minutes) for n, at, minutes in starts] == [
        (r.number, r.day, start, 40) for r in proposal.rounds for start in r.starts
    ]
    foreseen = {r.number: r.matches for r in proposal.rounds_of(0)}
    matches = Match.objects.filter(stage__tournament=tournament).exclude(state=MatchState.BYE)
    drawn = {number: matches.filter(round__number=number).count() for number in foreseen}
    if proposal.kind in (Offer.KNOCKOUT, Offer.THIRD_PLACE, Offer.ROUND_ROBIN, Offer.GROUPS):
        assert drawn == foreseen
        assert all(sitting.matches.exclude(state=MatchState.BYE).count() <= 3 for sitting in of_event)
    assert drawn[1] == foreseen[1]
    assert tournament.tables.count() == 3


def test_one_press_makes_an_event_that_is_drawn_and_keeps_its_promise(office):
    proposals = {proposal.kind: proposal for proposal in advice(WISH)}
    assert set(proposals) == WITHOUT_A_FINAL
    for kind, proposal in proposals.items():
        keeps_its_promise(made(office, kind), proposal)
    thirds = {t.name: (t.third_place_match, t.awards[2]["count"]) for t in Tournament.objects.all()}
    assert thirds["新knockout"] == (False, 2)
    assert thirds["新third_place"] == (True, 1)
    assert thirds["新swiss"] == (False, 1)


def test_groups_are_played_to_their_champion_in_the_rounds_that_were_promised(office):
    proposal = next(proposal for proposal in advice(WISH) if proposal.kind == Offer.GROUPS)
    tournament = made(office, Offer.GROUPS)
    play_all(tournament)
    draw_lots_for_equals(tournament)
    place_stage(tournament.stages.get(number=2), by=None)
    play_all(tournament)
    assert set(Match.objects.values_list("state", flat=True)) <= {MatchState.OVER, MatchState.BYE}
    played = Match.objects.filter(state=MatchState.OVER).exclude(result__reason="bye")
    assert played.count() == proposal.matches
    assert set(played.values_list("round__number", flat=True)) == {r.number for r in proposal.rounds}
    assert final_places(stages_of(rounds(tournament)))
