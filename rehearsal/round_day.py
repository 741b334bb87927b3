"""One round of a rehearsal: the chief referee calls, starts and rules; referees tick players and write down deals.

Everything that happens is a ``Moment``: a minute from the planned start, and what somebody does at a browser.
Moments of the same minute happen at once, each in a browser of its own; what they lead to is put in its minute.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from rehearsal.browser import Browser, Page
from rehearsal.office import expect
from rehearsal.script import Deal, Script, Table

CALL, START, RULING, BELL, LATEST = -10, 0, 5, 60, 130
LAST_DEAL_MINUTES = 3


@dataclass(frozen=True)
class Moment:
    """``by_chief``: in the chief referee's browser, else in any free referee's."""

    minute: int
    act: Callable[[Browser], "list[Moment]"]
    by_chief: bool = False


@dataclass
class RoundPlay:
    """A round being played: ``numbers`` are the matches that are really played, from the top."""

    slug: str
    number: int
    numbers: list[int]
    script: Script
    pause: bool = False
    over: set[int] = field(default_factory=set)

    def opening(self) -> list[Moment]:
        """Everything that is planned before the first card."""
        moments = [
            Moment(CALL, self._desk("call/"), by_chief=True),
            Moment(START, self._desk("clock/start/"), by_chief=True),
        ]
        if self.pause:
            moments += [
                Moment(20, self._desk("clock/pause/"), by_chief=True),
                Moment(22, self._desk("clock/resume/"), by_chief=True),
            ]
        for place, number in enumerate(self.numbers, start=1):
            moments += self._match(number, self.script.table(self.number, place))
        return moments

    def _match(self, number: int, table: Table) -> list[Moment]:
        moments = []
        for side in ("home", "away"):
            if side not in table.absent:
                minute = table.late_minutes if side == table.late else CALL + 2
                moments.append(Moment(minute, self._check_in(number, side)))
        if table.absent:
            return [*moments, Moment(RULING, self._ruling(number, table), by_chief=True)]
        moments += [Moment(deal.minute, self._deal(number, deal)) for deal in table.deals]
        return [*moments, Moment(BELL + 1, self._bell(number, table, BELL + 1))]

    def _desk(self, form: str) -> Callable[[Browser], list[Moment]]:
        def act(chief: Browser) -> list[Moment]:
            page = chief.get(f"/e/{self.slug}/desk/{self.number}/")
            done = chief.submit(page, page.form(form))
            expect(not done.refused, done, f"the chief referee's {form}")
            return []

        return act

    def _check_in(self, number: int, side: str) -> Callable[[Browser], list[Moment]]:
        place = 1 if side == "home" else 2

        def act(referee: Browser) -> list[Moment]:
            page = self._sheet(referee, number)
            while ticks := page.tree.xpath(f"(//*[@id='presence']//fieldset)[{place}]//button[@name='here']"):
                page = referee.submit(page, page.form("check-in/"), {"here": ticks[0].get("value")})
                expect(not page.refused, page, f"check-in at match {number}")
            return []

        return act

    def _ruling(self, number: int, table: Table) -> Callable[[Browser], list[Moment]]:
        def act(chief: Browser) -> list[Moment]:
            page = chief.get(f"/e/{self.slug}/desk/matches/{number}/")
            if len(table.absent) == 2:
                done = chief.submit(page, page.form("absence/"))
            else:
                done = chief.submit(page, page.form("forfeit/"), {"side": table.absent[0]})
            expect(not done.refused, done, f"the ruling of match {number}")
            self.over.add(number)
            return []

        return act

    def _sheet(self, referee: Browser, number: int, query: str = "") -> Page:
        return referee.get(f"/e/{self.slug}/sheets/{number}/{query}")

    def _deal(self, number: int, deal: Deal) -> Callable[[Browser], list[Moment]]:
        def act(referee: Browser) -> list[Moment]:
            if number in self.over:
                return []
            if deal.slip:
                page = self._enter(referee, number, deal.slip)
                undone = referee.submit(page, page.form("undo/"))
                expect(not undone.refused, undone, f"undo at match {number}")
            self._confirm(referee, number, self._enter(referee, number, deal.order))
            return []

        return act

    def _enter(self, referee: Browser, number: int, order: str) -> Page:
        page = self._sheet(referee, number, f"?order={order}")
        done = referee.submit(page, page.form("deals/"))
        expect(not done.refused, done, f"deal {order} at match {number}")
        return done

    def _confirm(self, referee: Browser, number: int, page: Page) -> bool:
        if not page.has_form("result/"):
            return False
        done = referee.submit(page, page.form("result/"))
        expect(not done.refused, done, f"the result of match {number}")
        self.over.add(number)
        return True

    def _bell(self, number: int, table: Table, minute: int) -> Callable[[Browser], list[Moment]]:
        """After the bell: answer its question, play what is left, confirm; later again while it has not rung."""

        def act(referee: Browser) -> list[Moment]:
            if number in self.over:
                return []
            page = self._sheet(referee, number)
            if page.has_form("bell/"):
                said = "yes" if table.in_hand else "no"
                page = referee.submit(page, page.form("bell/"), {"in_hand": said})
                expect(not page.refused, page, f"the bell at match {number}")
                if table.in_hand:
                    return [Moment(minute + LAST_DEAL_MINUTES, self._last(number, table, table.last_order, minute))]
            if self._confirm(referee, number, page):
                return []
            if page.has_form("deals/") and not page.has_form("bell/") and "extra" in _kinds(page):
                return [Moment(minute + LAST_DEAL_MINUTES, self._last(number, table, table.extra_order, minute))]
            expect(minute < LATEST, page, f"match {number} must come to an end")
            return [Moment(minute + 1, self._bell(number, table, minute + 1))]

        return act

    def _last(self, number: int, table: Table, order: str, minute: int) -> Callable[[Browser], list[Moment]]:
        def act(referee: Browser) -> list[Moment]:
            page = self._enter(referee, number, order)
            if self._confirm(referee, number, page):
                return []
            return [Moment(minute + LAST_DEAL_MINUTES + 1, self._bell(number, table, minute + LAST_DEAL_MINUTES + 1))]

        return act


def _kinds(page: Page) -> set[str]:
    return {str(dict(form.form_values()).get("kind", "")) for form in page.tree.forms}
