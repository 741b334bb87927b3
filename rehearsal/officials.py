"""Who plays: the office, the chief referee, referees, and a member who only looks; each in a browser of his own.

What the office does: entries with a mistake that is mended, the draw, the awards. What the chief referee does beside
the clock: slips, rulings, choices, penalties, corrections.
"""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

import httpx

from accounts.models import User
from accounts.passwords import choose_password
from rehearsal.browser import Browser, Page, RehearsalFailed, expect
from tournaments.models import Branch, Role, Tournament
from tournaments.presets.samples import sample_player
from tournaments.states import RoleKind

REFEREES = 4
MAIL = "{name}@rehearsal.example"
REASON = "彩排"


@dataclass
class Cast:
    """Signed-in browsers by part; ``member`` never signs in. ``transport``: as `Browser` has it."""

    office: Browser
    chief: Browser
    referees: list[Browser]
    member: Browser
    site: str
    transport: httpx.BaseTransport | None = None

    def leave(self) -> None:
        for browser in (self.office, self.chief, *self.referees, self.member):
            browser.close()


def assemble(site: str, tournament: Tournament, *, transport: httpx.BaseTransport | None = None) -> Cast:
    """Make (or take again) the rehearsal's accounts with fresh passwords, give them their roles, and sign them in.

    Where the site is no process of its own, nothing happens side by side, and there is one referee.
    """
    parts = [("office", RoleKind.OFFICE), ("chief", RoleKind.CHIEF_REFEREE)]
    parts += [(f"referee{n}", RoleKind.REFEREE) for n in range(1, REFEREES + 1 if transport is None else 2)]
    browsers = [Browser(site, name=name, transport=transport) for name, _ in parts]
    for browser, (_, kind) in zip(browsers, parts, strict=True):
        username, password = f"rehearsal-{browser.name}", secrets.token_urlsafe(12)
        user, _ = User.objects.get_or_create(username=username, defaults={"name": username})
        choose_password(user, password)
        Role.objects.get_or_create(tournament=tournament, user=user, kind=kind)
        browser.sign_in(username, password)
    office, chief, *referees = browsers
    return Cast(office, chief, referees, Browser(site, name="member", transport=transport), site, transport)


def fill_in(branch: Branch, seats: int) -> dict[str, str]:
    """Annex 4 for one branch: sample names, a contact, addresses that lead nowhere."""
    form = {
        "leader": "队员甲",
        "contact_name": f"{branch.name}联络人",
        "contact_mail": MAIL.format(name=f"branch{branch.number}"),
    }
    for team in range(1, branch.quota + 1):
        for number in range(1, seats + 1):
            field = f"team{team}_player{number}"
            form[f"{field}_name"] = sample_player(seats * (team - 1) + number - 1)
            form[f"{field}_gender"] = "m" if number % 2 else "f"
            form[f"{field}_mail"] = MAIL.format(name=f"player{branch.number}.{team}.{number}")
    return form


def enter_branch(office: Browser, tournament: Tournament, branch: Branch, *, with_mistake: bool) -> None:
    """Open the branch's form, send it, and mend what the site objects to."""
    address = f"/e/{tournament.slug}/office/entries/{branch.number}/"
    page, form = office.get(address), fill_in(branch, tournament.fewest_players)
    if with_mistake:
        twice, missing = (
            form[f"team1_player{tournament.fewest_players}_name"],
            f"team2_player{tournament.fewest_players}_name",
        )
        wrong = {**form, missing: "", "team2_player1_name": twice}
        page = office.submit(page, page.form(f"entries/{branch.number}/"), wrong)
        expect(page.status == HTTPStatus.UNPROCESSABLE_ENTITY, page, "a person in two teams must be refused")
    page = office.submit(page, page.form(f"entries/{branch.number}/"), form)
    expect(page.status == HTTPStatus.OK, page, "the entry form must be accepted")


def draw(office: Browser, tournament: Tournament, seed: str) -> None:
    """Preview by the program, then confirm and publish."""
    page = office.get(f"/e/{tournament.slug}/office/draw/")
    page = office.submit(page, page.form("draw/preview/"), {"seed": seed})
    page = office.submit(page, page.form("draw/confirmation/"))
    expect(page.status == HTTPStatus.OK and not page.has_form("draw/confirmation/"), page, "the draw must stand")


def place_stage(office: Browser, tournament: Tournament, number: int, seed: str) -> None:
    """The first places of the stage before are placed into stage ``number``, by lots from the seed where they share
    one."""
    page = office.get(f"/e/{tournament.slug}/office/draw/")
    form = f"draw/stages/{number}/"
    page = office.submit(page, page.form(form), {"seed": seed})
    expect(page.status == HTTPStatus.OK and not page.has_form(form), page, f"stage {number} must be drawn")


def withdraw(office: Browser, tournament: Tournament, team: int) -> None:
    """A team leaves the event."""
    page = office.get(f"/e/{tournament.slug}/office/teams/{team}/")
    page = office.submit(page, page.form("withdrawal/"), {"reason": REASON})
    if page.has_form("withdrawal/"):  # lots are drawn: it is asked once
        page = office.submit(page, page.form("withdrawal/"))
    expect(page.status == HTTPStatus.OK and not page.has_form("withdrawal/"), page, "the team must be withdrawn")


def challenge(office: Browser, tournament: Tournament) -> None:
    """Each team of a ladder that may challenges the next one above it."""
    page = office.get(f"/e/{tournament.slug}/desk/ladder/")
    while page.has_form("challenges/"):
        page = office.submit(page, page.form("challenges/"))
        expect(page.status == HTTPStatus.OK, page, "the challenge must stand")


def close_season(office: Browser, tournament: Tournament) -> None:
    """Nobody challenges any more."""
    page = office.get(f"/e/{tournament.slug}/desk/ladder/")
    page = office.submit(page, page.form("season/"))
    expect(page.status == HTTPStatus.OK and page.has_form("season/"), page, "the season must be closed")


def decide_equals(chief: Browser, tournament: Tournament, stage: int) -> None:
    """The chief referee lets the program draw lots for those of that stage who are equal in everything."""
    form = f"awards/equals/{stage}/"
    while (page := chief.get(f"/e/{tournament.slug}/office/awards/equals/")).has_form(form):
        page = chief.submit(page, page.form(form), {"how": "drawn"})
        expect(page.status == HTTPStatus.OK, page, "lots must decide about equals")


def decide_prizes(office: Browser, tournament: Tournament) -> None:
    """Each prize by rule as it is proposed; the first, where somebody must choose."""
    for prize in tournament.prizes.order_by("position"):
        page = office.get(f"/e/{tournament.slug}/office/awards/prizes/{prize.pk}/")
        offered = [str(value) for value in page.tree.xpath("//input[@name='recipients']/@value")]
        ticked = page.tree.xpath("//input[@name='recipients'][@checked]")
        choice = {} if ticked or not offered else {"recipients": offered[0]}
        page = office.submit(page, page.form("decision/"), choice)
        expect(page.status == HTTPStatus.OK and not page.refused, page, "it must be decided who gets the prize")


def confirm_awards(office: Browser, tournament: Tournament) -> None:
    """The podium, confirmed."""
    page = office.get(f"/e/{tournament.slug}/office/awards/")
    page = office.submit(page, page.form("awards/confirmation/"))
    if page.refused:  # a team that withdrew may have a place: asked once
        page = office.submit(page, page.form("awards/confirmation/"))
    expect(page.status == HTTPStatus.OK and not page.has_form("awards/confirmation/"), page, "the awards must stand")


@dataclass(frozen=True)
class Chief:
    """The chief referee at a browser, for one event; whatever is asked of a round is asked of this sitting of it."""

    browser: Browser
    slug: str
    sitting: int = 1

    def desk(self, round_number: int, form: str) -> None:
        """Press one button of the round's desk; asked whether he means it, he does."""
        page = self._send(self._desk(round_number), form)
        if page.has_form(form, anyway="yes"):
            self._submit(page, page.form(form, anyway="yes"), {}, f"the chief referee's {form}")

    def pair(self, round_number: int) -> None:
        """Pair a round whose opponents follow from the standing, or from lots; nothing where they do not."""
        page = self._get(self._desk(round_number))
        if any(address.endswith(f"/desk/{round_number}/draw/") for address in page.links):
            page = self._get(f"desk/{round_number}/draw/")
            self._submit(page, page.form("draw/"), {}, f"the lots of round {round_number}")
        if page.has_form("pairing/"):
            self._submit(page, page.form("pairing/"), {}, f"the pairing of round {round_number}")

    def slips(self, round_number: int) -> None:
        """Make the table slips of a round."""
        self._send(f"desk/{round_number}/slips/", "slips/issue/")

    def slip(self, number: int) -> str:
        """Where the code on a match's slip leads, on the site that shows it."""
        page = self._get(f"desk/matches/{number}/slip/")
        links = page.tree.xpath("//a[@id='code']/@href")
        expect(bool(links), page, f"the slip of match {number}")
        return urlsplit(str(links[0])).path

    def rule(self, number: int, form: str, **values: str) -> None:
        """One of the rulings on a match: ``form`` is the end of its address."""
        self._send(f"desk/matches/{number}/", form, values)

    def choose(self, round_number: int, number: int, *, take: bool) -> None:
        """Take what a phone sent instead of what stands, or leave the sheet as it is; from the card at the desk."""
        values = {"reason": REASON, "take": "yes" if take else "no"}
        self._send(self._desk(round_number), f"matches/{number}/choice/", values)

    def extend(self, round_number: int, number: int, minutes: int) -> None:
        """Own time for one table."""
        values = {"reason": REASON, "minutes": f"{minutes}"}
        self._send(self._desk(round_number), f"matches/{number}/extension/", values)

    def penalise(self, number: int, penalty: str, effect: str) -> Page:
        """``penalty`` is side:offence, the effect what the chief referee gives instead of the table's."""
        return self._send(f"sheets/{number}/", "penalty/", {"penalty": penalty, "effect": effect})

    def strike_newest(self, number: int) -> None:
        """Strike the penalty that was given last."""
        page = self._before_him(f"sheets/{number}/", "strike/")
        newest = max(page.values_of("strike/", "penalty"), key=int)
        self._submit(page, page.form("strike/", penalty=newest), {"reason": REASON}, f"striking at match {number}")

    def remedy(self, number: int, kind: str, mend: Callable[[Mapping[str, str]], Mapping[str, str]], side: str) -> None:
        """Say which deals are right (``mend`` has those that stand, by field), look at what follows, and sign."""
        page = self._get(f"desk/matches/{number}/remedies/")
        form = page.form("remedies/")
        page = self.browser.submit(page, form, mend(dict(form.form_values())))
        wanted = {"kind": kind, "side": side}
        if not page.has_form("signature/", **wanted):
            raise RehearsalFailed(f"match {number} is offered no {kind} {side}: {page.problems}")
        self._submit(page, page.form("signature/", **wanted), {"reason": REASON}, f"{kind} of match {number}")

    def _desk(self, round_number: int) -> str:
        return f"desk/{round_number}/" + (f"?sitting={self.sitting}" if self.sitting > 1 else "")

    def _get(self, address: str) -> Page:
        return self.browser.get(f"/e/{self.slug}/{address}")

    def _before_him(self, address: str, form: str) -> Page:
        """The page that he is at, if it is this one and offers the form; else he opens it."""
        page = self.browser.shown
        is_there = page is not None and page.url == f"/e/{self.slug}/{address}"
        return page if page and is_there and page.has_form(form) else self._get(address)

    def _send(self, address: str, form: str, values: Mapping[str, Any] | None = None) -> Page:
        """Once more if what he had before him was overtaken."""
        page = self._before_him(address, form)
        response = self.browser.submit(page, page.form(form), values or {})
        if response.status == HTTPStatus.CONFLICT:
            page = self._get(address)
            response = self.browser.submit(page, page.form(form), values or {})
        expect(response.status == HTTPStatus.OK, response, f"the chief referee's {form}")
        return response

    def _submit(self, page: Page, form: Any, values: Mapping[str, Any], what: str) -> Page:
        response = self.browser.submit(page, form, values)
        expect(response.status == HTTPStatus.OK, response, what)
        return response
