"""One match of a rehearsal: check-in, deals by form or by phone with all their troubles, the bell, both sides' word."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from urllib.parse import urljoin

import httpx

from rehearsal.browser import Browser, Page, Phone, expect
from rehearsal.officials import REASON, Chief
from rehearsal.script import BELL, ScriptedDeal, TableScript, Terms, Trouble, partners_changed, typed, winner_of

CALL, RULING, MEASURES, LATEST = -10, 5, 25, 130
LAST_DEAL_MINUTES, BETWEEN_GAMES = 3, 2
RIVAL_AT = 4
EXTRA_MINUTES = 3

Act = Callable[[Browser], "list[Moment]"]


@dataclass(frozen=True)
class Moment:
    """A minute from the planned start, what is done at a browser, and what it leads to.

    ``by_chief``: in the chief referee's browser, after what the referees do in that minute; else in any free referee's.
    """

    minute: int
    act: Act
    by_chief: bool = False


@dataclass
class MatchPlay:
    """``start``: the minute from which the table's own minutes count; ``over``: the numbers of all matches that are.

    ``page``: the sheet as it was written on last. ``rings``: the minute after the bell, 0 without one. ``defenders``:
    who won the deal before. ``slip``: where the match's table slip leads, once it is made. ``put_aside``: somebody
    ruled that it does not count, and whatever was still to happen does not.
    """

    slug: str
    round_number: int
    sitting: int
    number: int
    table: TableScript
    over: set[int]
    new_phone: Callable[[], Browser]
    terms: Terms = field(default_factory=Terms)
    start: int = 0
    slip: str = ""
    put_aside: bool = False
    disputed: bool = False
    game: int = 1
    rings: int = 0
    defenders: str = ""
    phone: Phone | None = None
    rival: Phone | None = None
    page: Page | None = None
    dice: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self.dice = random.Random(self.number)

    @property
    def begun(self) -> bool:
        """Something of it has been written down."""
        return bool(self.defenders) or self.game > 1 or self.number in self.over

    @property
    def ended(self) -> bool:
        return self.put_aside or self.number in self.over

    def close(self) -> None:
        for phone in filter(None, (self.phone, self.rival)):
            phone.browser.close()

    def opening(self) -> list[Moment]:
        """Everything that is planned before the first card."""
        table, moments = self.table, []
        both_present = self.round_number > 1 and not (table.late or table.absent)
        if both_present:
            moments.append(Moment(self.start or CALL + 2, self._all_here))
        for side in () if both_present else ("home", "away"):
            if side not in table.absent:
                minute = table.late_minutes if side == table.late else CALL + 2
                moments.append(Moment(self.start or minute, partial(self._check_in, side)))
        if self.terms.minutes is not None:
            self.rings = self.start + self.terms.minutes + 1
        if table.absent:
            return [*moments, Moment(max(RULING, self.terms.grace), self._absence, by_chief=True)]
        moments += [Moment(self.start + MEASURES, self._measures, by_chief=True)]
        return [*self._phones(), *moments, *self._cards()]

    def _cards(self) -> list[Moment]:
        """The deals of a game, and what is asked after its bell."""
        game, start, moments = self.game, self.start, []
        for index, deal in enumerate(self.table.deals):
            if not self.rings or start + deal.minute < self.rings - 1:
                moments.append(Moment(start + deal.minute, partial(self._deal, index, deal, game)))
        if not self.rings:
            return moments
        bell = max(self.rings, start)
        return [*moments, Moment(bell, partial(self._bell, bell, game))]

    def _phones(self) -> list[Moment]:
        if not self.table.on_phone:
            return []
        self.phone = Phone(self.new_phone(), self.slug, self.number)
        phones = [self.phone]
        if self.table.troubles & {Trouble.RIVAL, Trouble.RIGHT_RIVAL}:
            self.rival = Phone(self.new_phone(), self.slug, self.number)
            phones.append(self.rival)

        def act(referee: Browser) -> list[Moment]:
            for phone in phones:
                phone.open(self.slip)
            return []

        return [Moment(CALL + 1, act)]

    def _all_here(self, referee: Browser) -> list[Moment]:
        """Both teams are there together: one press, unless they were ticked before."""
        page = self._sheet(referee)
        if page.tree.xpath("//*[@id='presence']//button[@name='all']"):
            self.page = self._person(referee).submit(page, page.form("check-in/"), button="all=yes")
            expect(self.page.status == HTTPStatus.OK, self.page, f"check-in at match {self.number}")
        return []

    def _check_in(self, side: str, referee: Browser) -> list[Moment]:
        place = 1 if side == "home" else 2
        person, page = self._person(referee), self._at_hand(referee, "check-in/") or self._sheet(referee)
        path = f"(//*[@id='presence']//fieldset)[{place}]/button[@name='here'][last()]"
        if ticks := page.tree.xpath(path):
            self.page = person.submit(page, page.form("check-in/"), {"here": ticks[0].get("value")})
            expect(self.page.status == HTTPStatus.OK, self.page, f"check-in at match {self.number}")
        return []

    def _absence(self, browser: Browser) -> list[Moment]:
        chief = Chief(browser, self.slug)
        if len(self.table.absent) == 2:
            chief.rule(self.number, "absence/")
        else:
            chief.rule(self.number, "forfeit/", side=self.table.absent[0])
        self.over.add(self.number)
        return []

    def _measures(self, browser: Browser) -> list[Moment]:
        """Own time for the table; a warning, and levels that should not have been given."""
        chief = Chief(browser, self.slug, self.sitting)
        if not self.ended and Trouble.EXTRA_TIME in self.table.troubles:
            chief.extend(self.round_number, self.number, EXTRA_MINUTES)
        if not self.ended and Trouble.PENALTY in self.table.troubles:
            chief.penalise(self.number, "home:slow_play", "warning")
            chief.penalise(self.number, "away:other", "opponents_up")
            chief.strike_newest(self.number)
        return []

    # Deals

    def _deal(self, index: int, deal: ScriptedDeal, game: int, referee: Browser) -> list[Moment]:
        if self.ended or game != self.game:
            return []
        page, minute = None, self.start + deal.minute
        mistaken = index == 0 and Trouble.MISTAKEN in self.table.troubles
        order = partners_changed(deal.order) if mistaken else deal.order
        if self.phone is None or not self.terms.is_tapped:
            if deal.slip:
                slipped = self._enter(referee, deal.slip)
                undone = self._person(referee).submit(slipped, slipped.form("undo/"))
                expect(undone.status == HTTPStatus.OK, undone, f"undo at match {self.number}")
            page = self.page = self._enter(referee, order, self._at_hand(referee, "deals/"))
        elif self.rival is not None and index == RIVAL_AT:
            return self._by_two(self.phone, self.rival, deal, minute)
        else:
            if self.phone.offline and index not in self.table.offline:
                self.phone.send_jumbled(self.dice)
            elif index in self.table.offline and not self.phone.offline:
                self.phone.sheet()
                self.phone.offline = True
            self.phone.enter(order)
        self.defenders = winner_of(deal.order)
        moments = self._agreement(referee, minute, page)
        if moments is None and not (self.phone and self.phone.is_open) and _asks_chief(self._sheet(referee)):
            # the last deal that the rules allow leaves the game open
            return [Moment(minute, lambda browser: self._decision(browser, minute), by_chief=True)]
        return moments or []

    def _at_hand(self, referee: Browser, form: str) -> Page | None:
        """The sheet that this person has before him since he wrote on it, if it offers that form."""
        page, self.page = self.page, None
        is_his = page is not None and page.browser is self._person(referee)
        return page if page and is_his and page.has_form(form) else None

    def _enter(self, referee: Browser, order: str, shown: Page | None = None) -> Page:
        """Upon the page that is ``shown`` as a script sends it, else seat by seat; once more if that was overtaken."""
        tapped = {"order": order} if self.terms.is_tapped else {}
        page = shown or self._sheet(referee, f"?order={order}" if tapped else "")
        values = typed(self.terms, order, self.defenders)
        response = self._person(referee).submit(page, page.form("deals/"), {**values, **(tapped if shown else {})})
        if shown and response.status == HTTPStatus.CONFLICT:
            return self._enter(referee, order)
        expect(response.status == HTTPStatus.OK, response, f"deal {order} at match {self.number}")
        return response

    def _by_two(self, phone: Phone, rival: Phone, deal: ScriptedDeal, minute: int) -> list[Moment]:
        """Both phones know the same sheet and say different things; the chief referee chooses in the same minute."""
        if phone.offline:
            phone.send_jumbled(self.dice)
        page = rival.sheet()
        expect(rival.shown["devices"]["count"] >= 2, page, "both phones must be told of each other")
        right, wrong = deal.order, "EW" if deal.order != "EW" else "NS"
        is_right = Trouble.RIGHT_RIVAL in self.table.troubles
        phone.enter(wrong if is_right else right)
        rival.enter_as_shown(right if is_right else wrong)

        def choose(browser: Browser) -> list[Moment]:
            Chief(browser, self.slug, self.sitting).choose(self.round_number, self.number, take=is_right)
            return [Moment(minute, lambda referee: self._agreement(referee, minute) or [])]

        return [Moment(minute, choose, by_chief=True)]

    # The end

    def _sheet(self, referee: Browser, query: str = "") -> Page:
        return self._person(referee).get(f"/e/{self.slug}/sheets/{self.number}/{query}")

    def _person(self, referee: Browser) -> Browser:
        return self.phone.browser if self.phone and self.phone.is_open else referee

    def _agreement(self, referee: Browser, minute: int, shown: Page | None = None) -> list[Moment] | None:
        """What both sides say, if they are asked: None if they are not, or the phone has no network now.

        ``shown``: the sheet, if it was just seen.
        """
        if self.phone and self.phone.offline:
            return None
        try:
            page = shown or self._sheet(referee)
            return self._sign(self._person(referee), page, minute) if page.has_form("agreement/") else None
        except httpx.TransportError:
            return [Moment(minute + 1, lambda later: self._agreement(later, minute + 1) or [])]

    def _sign(self, person: Browser, page: Page, minute: int) -> list[Moment]:
        disputes = self.table.troubles & {Trouble.UPHELD, Trouble.RESUMED}
        if disputes and not self.disputed:
            self.disputed = True
            page = person.submit(page, page.form("agreement/", side="home", agrees="yes"))
            page = person.submit(page, page.form("agreement/", side="away", agrees="no"), {"note": REASON})
            expect(
                page.status == HTTPStatus.OK and not page.has_form("agreement/"),
                page,
                f"the dispute at match {self.number}",
            )
            return [Moment(minute, lambda browser: self._settle(browser, minute), by_chief=True)]
        for side in ("home", "away"):
            page = person.submit(page, page.form("agreement/", side=side, agrees="yes"))
            expect(page.status == HTTPStatus.OK, page, f"the result of match {self.number}, {side}")
        return self._won(page, minute)

    def _won(self, page: Page, minute: int) -> list[Moment]:
        """A game has its result: the match is over, or its next game stands on the page."""
        if self.terms.best_of == 1 or page.tree.xpath("//*[@id='outcome']"):
            self.over.add(self.number)
            return []
        # the same cards with the sides changed, so that the third game decides; in its own time, if it has any
        self.game, self.start, self.defenders = self.game + 1, minute + BETWEEN_GAMES, ""
        self.table = self.table.swapped()
        if self.terms.minutes is not None and not self.terms.match_clock:
            self.rings = minute + self.terms.minutes + 1
        return self._cards()

    def _decision(self, browser: Browser, minute: int) -> list[Moment]:
        """The rules leave the game open, and the chief referee decides it."""
        side = winner_of(self.table.extra_order)
        Chief(browser, self.slug).rule(self.number, "decision/", side=side, reason=REASON)
        return self._won(self._sheet(browser), minute)

    def _settle(self, browser: Browser, minute: int) -> list[Moment]:
        """The chief referee upholds the result, or has the deal corrected that one side objected to."""
        if Trouble.RESUMED not in self.table.troubles:
            Chief(browser, self.slug).rule(self.number, "uphold/", reason=REASON)
            return self._won(self._sheet(browser), minute)
        Chief(browser, self.slug).rule(self.number, "resumption/", reason=REASON)

        def mend(referee: Browser) -> list[Moment]:
            page = self._sheet(referee)
            right = urljoin(page.url, f"?correct=1&right={self.table.deals[0].order}")
            page = self._person(referee).get(right)
            response = self._person(referee).submit(page, page.form("correction/", deal="1"), {"reason": REASON})
            expect(response.status == HTTPStatus.OK, response, f"the correction at match {self.number}")
            return self._agreement(referee, minute) or []

        return [Moment(minute, mend)]

    def _bell(self, minute: int, game: int, referee: Browser) -> list[Moment]:
        """After the bell: answer its question, play what is left, confirm; later again while it has not rung."""
        if self.ended or game != self.game:
            return []
        if self.phone and self.phone.offline:
            self.phone.send_jumbled(self.dice)
            self.phone.enter_late()
        elif self.phone:
            self.phone.send()

        table, then = self.table, minute + LAST_DEAL_MINUTES
        page = self._sheet(referee)
        if page.has_form("bell/"):
            values = {"in_hand": "yes" if table.in_hand else "no"}
            page = self._person(referee).submit(page, page.form("bell/"), values)
            expect(page.status == HTTPStatus.OK, page, f"the bell at match {self.number}")
            if table.in_hand:
                return [Moment(then, partial(self._last, table.last_order, then))]
        if (moments := self._agreement(referee, minute, page)) is not None:
            return moments
        if page.has_form("deals/") and not page.has_form("bell/") and "extra" in page.values_of("", "kind"):
            return [Moment(then, partial(self._last, table.extra_order, then))]
        if _asks_chief(page):
            return [Moment(minute, lambda browser: self._decision(browser, minute), by_chief=True)]
        expect(minute < self.rings + LATEST - BELL, page, f"match {self.number} must come to an end")
        return [Moment(minute + 1, partial(self._bell, minute + 1, self.game))]

    def _last(self, order: str, minute: int, referee: Browser) -> list[Moment]:
        if self.ended:
            return []
        moments = self._agreement(referee, minute, self._enter(referee, order))
        return [Moment(minute + 1, partial(self._bell, minute + 1, self.game))] if moments is None else moments


def _asks_chief(page: Page) -> bool:
    """The sheet says that the chief referee has to decide."""
    return bool(page.tree.xpath("//*[@id='word'][contains(@class, 'now')]")) and not page.has_form("bell/")
