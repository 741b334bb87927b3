"""Challonge's JSON: an event that goes out and comes back is drawn as it was; what cannot be taken is said."""

import json
from dataclasses import replace
from datetime import date
from random import Random
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from integrations.actions.challonge import import_challonge
from integrations.challonge.export import challonge_of
from integrations.challonge.file import LARGEST, read_challonge
from journal.refusals import Refused
from tests.factories import a_drawn_tournament, a_user
from tests.thorough import tries
from tests.web.pages import text
from tournaments.actions.draws import confirm_draw, preview_draw
from tournaments.actions.entries import enter_samples
from tournaments.actions.matches import confirm_result, enter
from tournaments.actions.rounds import start_round
from tournaments.actions.tournaments import create_tournament
from tournaments.codes import Code, TournamentEvent
from tournaments.formats import made
from tournaments.models import Draw, Tournament
from tournaments.presets.preset import BranchPlan, empty_blueprint
from tournaments.states import DrawState, TournamentState
from web.office.first_day import usual_first_day

DAY = date(2123, 11, 29)


def exported(event: Tournament) -> dict[str, Any]:
    return json.loads(json.dumps(challonge_of(event)))


def copied(said: dict[str, Any], slug: str = "copy", **more: Any) -> Tournament:
    """The event of that JSON, its positions confirmed."""
    file = read_challonge(json.dumps(said).encode())
    event = import_challonge(file, by=a_user(is_staff=True), slug=slug, first_day=DAY, **more)
    confirm_draw(Draw.objects.get(stage__tournament=event, state=DrawState.PREVIEW), by=None)
    return event


def drawing(said: dict[str, Any]) -> Any:
    """What is the same for an event that came back: who is in it, and who meets whom when, or whose winner."""
    about = said["tournament"]
    people = {row["participant"]["id"]: row["participant"]["name"] for row in about["participants"]}
    order = {row["match"]["id"]: place for place, row in enumerate(about["matches"])}
    matches = [
        (
            match["round"],
            [people.get(match[f"player{side}_id"]) for side in (1, 2)],
            [order.get(match[f"player{side}_prereq_match_id"]) for side in (1, 2)],
            [match[f"player{side}_is_prereq_match_loser"] for side in (1, 2)],
        )
        for match in (row["match"] for row in about["matches"])
    ]
    kept = ("tournament_type", "hold_third_place_match", "grand_finals_modifier", "swiss_rounds")
    return [about[name] for name in kept], list(people.values()), matches


def an_event(slug: str, format_: str, teams: int, *, third_place: bool = False, **options: Any) -> Tournament:
    """Drawn by chance, with individuals from a branch each."""
    rounds = made(format_, options).rounds(made(format_, options).size(teams))
    plan = replace(
        empty_blueprint("友谊赛", rounds=len(rounds), format_=format_, seats=1, game="xiangqi"),
        settings=options,
        third_place_match=third_place,
        branches=tuple(BranchPlan(f"第{number}分会", 1) for number in range(1, teams + 1)),
    )
    event = create_tournament(plan, by=a_user(is_staff=True), slug=slug, first_day=DAY)
    enter_samples(event, by=None)
    confirm_draw(preview_draw(event, by=None, seed=slug), by=None)
    return event


@pytest.mark.parametrize("number", range(tries(6)))
@pytest.mark.parametrize(
    ("format_", "options"),
    [
        ("knockout", {"third_place": True}),
        ("knockout", {}),
        ("double_elimination", {"finals": 1}),
        ("round_robin", {}),
        ("round_robin", {"groups": 2}),
        ("swiss", {"rounds_played": 4}),
    ],
)
def test_what_goes_out_comes_back_drawn_as_it_was(db, format_, options, number):
    dice = Random(f"{format_} {options} {number}")
    said = exported(an_event(f"event-{number}", format_, dice.randint(6, 12), **options))
    assert drawing(exported(copied(said))) == drawing(said)


def refused(change: Any) -> Code:
    said: Any = a_file()
    change(said["tournament"])
    with pytest.raises(Refused) as found:
        read_challonge(json.dumps(said).encode())
    return found.value.problems[0].code


def a_file() -> dict[str, Any]:
    """Three participants of whom the first waits in the final."""
    people = [{"participant": {"id": number, "name": f"第{number}队", "seed": number}} for number in (1, 2, 3)]
    semifinal = {"id": 11, "round": 1, "player1_id": 2, "player2_id": 3}
    final = {"id": 12, "round": 2, "player1_id": 1, "player2_id": None, "player2_prereq_match_id": 11}
    return {
        "tournament": {
            "name": "友谊赛",
            "tournament_type": "single elimination",
            "participants": people,
            "matches": [{"match": semifinal}, {"match": final}],
        }
    }


def test_file_becomes_an_event_whose_positions_wait(db):
    event = import_challonge(
        read_challonge(json.dumps(a_file()).encode()), by=a_user(is_staff=True), slug="copy", first_day=DAY
    )
    assert (event.state, event.branches.count()) == (TournamentState.ENTRY, 3)
    draw = Draw.objects.get(stage__tournament=event)
    names = dict(event.branches.values_list("teams__pk", "name"))
    assert [names.get(team) for team in draw.positions] == ["第1队", None, "第2队", "第3队"]
    assert event.journal.events.filter(kind=TournamentEvent.CHALLONGE_IMPORTED).get().data["participants"] == 3


def test_all_may_be_teams_of_one_branch(db):
    event = copied(a_file(), branch="机关")
    assert [(branch.name, branch.quota) for branch in event.branches.all()] == [("机关", 3)]
    assert event.stages.get().matches.count() == 3


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda about: about.update(tournament_type="free for all"), Code.CHALLONGE_TYPE),
        (lambda about: about.update(participants={}), Code.CHALLONGE_UNREADABLE),
        (lambda about: about["participants"].append({"participant": 1}), Code.CHALLONGE_UNREADABLE),
        (lambda about: about["participants"][0]["participant"].update(id=2), Code.CHALLONGE_TWICE),
        (lambda about: about["participants"][0]["participant"].update(name="第2队"), Code.CHALLONGE_TWICE),
        (lambda about: about["participants"][0]["participant"].update(name="长" * 31), Code.CHALLONGE_NAME_LONG),
        (lambda about: about["participants"].extend([{}] * 256), Code.CHALLONGE_TOO_MANY),
        (lambda about: about["matches"][0]["match"].update(player2_id=9), Code.CHALLONGE_UNREADABLE),
        (lambda about: about["matches"][0]["match"].update(player2_id=2), Code.CHALLONGE_UNREADABLE),
        (lambda about: about["matches"][0]["match"].update(round="1"), Code.CHALLONGE_UNREADABLE),
        (lambda about: about["matches"][1]["match"].update(player2_prereq_match_id=5), Code.CHALLONGE_UNREADABLE),
        (lambda about: about["matches"][1]["match"].update(id=11), Code.CHALLONGE_TWICE),
    ],
)
def test_what_cannot_be_read_is_named(change, code):
    assert refused(change) is code


@pytest.mark.parametrize("data", [b"", b"[]", b"{", b'{"tournament": 1}', b"[" * 100_000, b" " * (LARGEST + 1)])
def test_what_is_no_tournament_is_refused(data):
    with pytest.raises(Refused):
        read_challonge(data)


@pytest.mark.parametrize("change", ["circle", "lost", "one"])
def test_matches_that_are_no_whole_draw_are_refused(db, change):
    said = a_file()
    about = said["tournament"]
    if change == "circle":
        about["matches"][0]["match"] |= {"player1_id": None, "player1_prereq_match_id": 12}
    elif change == "lost":
        about["matches"].pop(0)
        about["matches"][0]["match"].pop("player2_prereq_match_id")
    else:
        about["participants"], about["matches"] = about["participants"][:1], []
    file = read_challonge(json.dumps(said).encode())
    with pytest.raises(Refused) as found:
        import_challonge(file, by=a_user(is_staff=True), slug="copy", first_day=DAY)
    assert found.value.problems[0].code in (Code.CHALLONGE_SHAPE, Code.CHALLONGE_SIZE)
    assert not Tournament.objects.exists()


def test_played_event_says_winners_scores_and_places(db):
    event, by = an_event("played", "knockout", 4), a_user(is_staff=True)
    for round_ in event.stages.get().rounds.order_by("number"):
        start_round(round_, by=by)
        for match in round_.matches.order_by("number"):
            enter(match, {"type": "result", "winner": "away"}, by=by)
            confirm_result(match, by=by)
    about = exported(event)["tournament"]
    final = next(row["match"] for row in about["matches"] if row["match"]["round"] == 2)
    champion = next(row["participant"] for row in about["participants"] if row["participant"]["final_rank"] == 1)
    assert (about["state"], final["state"], final["winner_id"]) == ("complete", "complete", champion["id"])
    assert (final["player2_id"], final["scores_csv"]) == (champion["id"], "0-1")


def test_format_that_challonge_does_not_know_is_said_in_the_answer(client, db):
    event = a_drawn_tournament(branches=4, format_="movement")
    answer = client.get(reverse("api:challonge", args=[event.slug]))
    assert (answer.status_code, answer.json()["problems"][0]["code"]) == (422, "challonge_cannot_say")


def test_office_sends_a_file_looks_at_it_and_has_the_event(client, db):
    client.force_login(a_user(is_staff=True))
    sent = SimpleUploadedFile("friends.json", json.dumps(a_file()).encode(), "application/json")
    answer = client.post(reverse("event_import"), {"file": sent}, follow=True)
    assert "第3队" in text(answer)
    address = answer.request["PATH_INFO"]
    typed = {"slug": "friends", "first_day": usual_first_day().isoformat()}
    assert client.post(address, typed | {"slug": "Not A Slug"}).status_code == 422
    assert client.post(address, typed | {"branch": "长" * 31}).status_code == 422
    made = client.post(address, typed, follow=True)
    assert made.request["PATH_INFO"] == reverse("draw", args=["friends"])
    assert "第3队" in text(made)
    again = client.post(address, typed, follow=True)
    assert again.request["PATH_INFO"] == reverse("event_import")
