"""The pictures of the help and of the README, taken from S000 in a browser: each page has those that it names.

``PICTURES=static`` puts them into static/help/ and docs/pictures/; otherwise they are taken all the same, and thrown
away, by .ci/run, in Chinese alone.
"""

import base64
import os
import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from tests.architecture.source import ROOT
from tests.thorough import in_ci_only
from tests.tournaments.round_day import tick
from tests.web.pages import markup
from tournaments.day.actions.matches import enter_deal
from tournaments.day.actions.rounds import call_round, start_round
from tournaments.draw.actions.draws import confirm_draw, preview_draw
from tournaments.models import Match, Round, Team, Tournament
from tournaments.states import MatchState

if TYPE_CHECKING:
    from playwright.sync_api import Page

PICTURES = ROOT / "static" / "help"
LARGEST = 60_000  # bytes
README_PICTURES = ROOT / "docs" / "pictures"
DESK, PHONE, HALL = (1200, 800), (390, 700), (1280, 720)
BOTH = ("zh-hans", "en")
TAKEN = BOTH if os.environ.get("PICTURES") == "static" else BOTH[:1]
GUIDES = ("help", "help_referee", "help_chief", "help_office")
TO_WEBP = """async png => {
  const image = new Image();
  image.src = "data:image/png;base64," + png;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.width;
  canvas.height = image.height;
  canvas.getContext("2d").drawImage(image, 0, 0);
  return canvas.toDataURL("image/webp", 0.6).split(",")[1];
}"""


def test_every_picture_that_a_page_of_help_names_is_there_and_small(client, db):
    named = set()
    for language in BOTH:
        client.cookies["django_language"] = language
        for guide in GUIDES:
            pictures = re.findall(r'<img src="/static/help/([^"]+)" alt="[^"]+"', markup(client.get(reverse(guide))))
            assert len(pictures) >= 2, guide
            assert all(f".{language}." in name for name in pictures)
            named.update(pictures)
    assert {path.name for path in PICTURES.iterdir()} == named
    assert [path.name for path in PICTURES.iterdir() if path.stat().st_size > LARGEST] == []


def test_readme_shows_bracket_phone_and_hall_and_is_short():
    text = (ROOT / "README.md").read_text("utf-8")
    pictures = re.findall(r"!\[[^\]]+\]\(([^)]+)\)", text)
    assert [Path(name).name.partition(".")[0] for name in pictures] == ["bracket", "phone", "hall"]
    assert all((ROOT / name).is_file() for name in pictures)
    assert len(text.splitlines()) <= 60


class Camera:
    """Takes each picture in the languages of ``TAKEN``, as the person sees the page."""

    def __init__(self, visitor: Callable[..., Any], blank: "Page", folder: Path) -> None:
        self.visitor, self.blank, self.folder = visitor, blank, folder

    def take(self, name: str, path: str, person: str = "", size: tuple[int, int] = DESK) -> None:
        user = User.objects.get(username=person) if person else None
        for language in TAKEN:
            page = self.visitor(user, size=size, language=language, touch=size == PHONE).open(path)
            png = base64.b64encode(page.screenshot()).decode()
            page.close()
            webp = base64.b64decode(self.blank.evaluate(TO_WEBP, png))
            assert len(webp) <= LARGEST, (name, language, len(webp))
            (self.folder / f"{name}.{language}.webp").write_bytes(webp)


@in_ci_only
@pytest.mark.django_db(transaction=True)
def test_pictures_are_taken_of_an_s000_event(visitor, chromium, tmp_path):
    folder = PICTURES if os.environ.get("PICTURES") == "static" else tmp_path
    blank = chromium.new_page()
    camera = Camera(visitor, blank, folder)
    call_command("first_run")
    call_command("load_preset", "s000", first_day=timezone.localdate() + timedelta(days=7))
    User.objects.update(one_time_password=False)
    tournament = Tournament.objects.get()
    Team.objects.filter(branch__tournament=tournament, branch__number=13).delete()
    camera.take("office_home", "/e/s000/office/", "office")
    camera.take("office_entry", "/e/s000/office/entries/1/", "office")
    camera.take("office_people", "/e/s000/office/people/", "office")
    draw = preview_draw(tournament, by=None, seed="s000")
    camera.take("office_draw", "/e/s000/office/draw/", "office")
    confirm_draw(draw, by=None)
    number = play(tournament)
    camera.take("chief_desk", "/e/s000/desk/", "chief")
    camera.take("chief_match", f"/e/s000/desk/matches/{number}/", "chief")
    camera.take("referee_sheets", "/e/s000/sheets/", "referee1", PHONE)
    camera.take("referee_sheet", f"/e/s000/sheets/{number}/", "referee1", PHONE)
    camera.take("member_bracket", "/e/s000/bracket/")
    camera.take("member_match", f"/e/s000/matches/{number}/", size=PHONE)
    shown = {path.name for path in PICTURES.iterdir() if path.name.endswith(tuple(f".{code}.webp" for code in TAKEN))}
    assert shown == {path.name for path in folder.iterdir() if path.is_file()}
    camera.folder = README_PICTURES if folder == PICTURES else folder
    camera.take("bracket", "/e/s000/bracket/", size=HALL)
    camera.take("phone", f"/e/s000/sheets/{number}/", "referee1", PHONE)
    camera.take("hall", "/e/s000/hall/", size=HALL)
    blank.close()


def play(tournament: Tournament) -> int:
    """The first round runs since five minutes ago; returns the number of the match with the most deals."""
    chief = User.objects.get(username="chief")
    rounds = Round.objects.filter(stage__tournament=tournament, number=1)
    rounds.update(starts_at=timezone.now() - timedelta(minutes=5))
    Tournament.objects.update(closes_at=timezone.now() - timedelta(days=1))
    call_round(rounds.get(), by=chief)
    first, *others = Match.objects.filter(round__number=1, state=MatchState.CALLED).order_by("number")
    for match in (first, *others[:5]):
        tick(match, "home", "away", by=chief)
    start_round(rounds.get(), by=chief)
    for order in ("NS", "WE", "NESW", "WE"):
        enter_deal(Match.objects.get(pk=first.pk), order, by=chief)
    enter_deal(Match.objects.get(pk=others[0].pk), "WE", by=chief)
    return first.number
