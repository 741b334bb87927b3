"""What the chief referee does in a rehearsal beside the clock: slips, rulings, choices, penalties, corrections."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from rehearsal.browser import Browser, Page, RehearsalFailed, expect

REASON = "彩排"


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
