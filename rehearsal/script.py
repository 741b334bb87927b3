"""What will happen at the tables: cards, chances and troubles, drawn beforehand from one seed.

The same seed ends on the same podium, and so does a calm script: troubles are what people and networks do to the same
cards, and every one of them is mended. Nothing here knows the site. Minutes count from the planned start of a round.
Cards are drawn as finish orders for every game; one that has none makes its entry of who was first.
"""

import random
from dataclasses import dataclass, replace
from enum import StrEnum

QUICK_ORDERS = ("NS", "SN", "WE", "EW")
ORDERS = ("NS", "SN", "WE", "EW", "NWSE", "SEWN", "WNES", "ENSW", "NWES", "WNSE", "SWEN", "ESNW")
OTHER_SIDE = str.maketrans("NSWE", "WENS")
PARTNERS = str.maketrans("NSWE", "SNEW")
BELL, NO_BELL = 60, 400
FAVOUR = 9
LIKELY_IN_HAND = 0.7
HOME_SEATS = "NS"
EVERY_POINT, NO_POINT, A_FEW = "120", "0", "7"


class Trouble(StrEnum):
    """What happens at a table beside the cards; each leaves the result that the cards have.

    PHONE: written on a phone that a table slip opened, as it is wherever a phone is spoken of. OFFLINE: it loses the
    network for some deals, and sends them last first and twice. AFTER_BELL: it finds the network again after the bell
    only, and its deals are entered as late ones. RIVAL: a second phone differs, and the sheet stays. RIGHT_RIVAL: the
    second phone is right, and the chief referee takes its version. UPHELD, RESUMED: one side does not agree. PENALTY:
    a warning, and levels that are struck again. EXTRA_TIME: for this table alone. MISTAKEN: two partners stand in the
    wrong order in the first deal, which is found later.
    """

    PHONE = "phone"
    OFFLINE = "offline"
    AFTER_BELL = "after_bell"
    RIVAL = "rival"
    RIGHT_RIVAL = "right_rival"
    UPHELD = "upheld"
    RESUMED = "resumed"
    PENALTY = "penalty"
    EXTRA_TIME = "extra_time"
    MISTAKEN = "mistaken"


ON_PHONES = {Trouble.PHONE, Trouble.OFFLINE, Trouble.AFTER_BELL, Trouble.RIVAL, Trouble.RIGHT_RIVAL}
TROUBLES: dict[int, dict[int, frozenset[Trouble]]] = {
    1: {
        1: frozenset({Trouble.EXTRA_TIME}),
        4: frozenset({Trouble.UPHELD}),
        5: frozenset({Trouble.OFFLINE}),
        6: frozenset({Trouble.RIVAL}),
        7: frozenset({Trouble.RIGHT_RIVAL}),
        8: frozenset({Trouble.PENALTY}),
        9: frozenset({Trouble.AFTER_BELL}),
    },
    2: {
        1: frozenset({Trouble.UPHELD, Trouble.PHONE}),
        2: frozenset({Trouble.RESUMED, Trouble.MISTAKEN}),
        3: frozenset({Trouble.PENALTY, Trouble.EXTRA_TIME}),
        4: frozenset({Trouble.OFFLINE, Trouble.RIGHT_RIVAL}),
    },
}
LATER = frozenset({Trouble.PHONE})
QUICK_TROUBLES: dict[int, dict[int, frozenset[Trouble]]] = {
    1: {
        1: frozenset({Trouble.PHONE, Trouble.EXTRA_TIME}),
        3: frozenset({Trouble.OFFLINE}),
        4: frozenset({Trouble.PENALTY}),
        5: frozenset({Trouble.UPHELD}),
    },
    2: {
        1: frozenset({Trouble.UPHELD, Trouble.PHONE}),
        2: frozenset({Trouble.RESUMED, Trouble.MISTAKEN}),
        3: frozenset({Trouble.OFFLINE}),
    },
}


@dataclass(frozen=True)
class ScriptedDeal:
    """A finish order as seat letters, and the minute in which it is over. ``slip``: tapped by mistake first."""

    minute: int
    order: str
    slip: str = ""


@dataclass(frozen=True)
class TableScript:
    """One match as it will go: who comes late or not at all, its deals, and what is in hand at the bell."""

    late: str = ""
    late_minutes: int = 0
    absent: tuple[str, ...] = ()
    deals: tuple[ScriptedDeal, ...] = ()
    in_hand: bool = True
    last_order: str = "NS"
    extra_order: str = "WE"
    troubles: frozenset[Trouble] = frozenset()

    @property
    def on_phone(self) -> bool:
        return bool(self.troubles & ON_PHONES)

    @property
    def offline(self) -> range:
        """Indices of the deals written without a network."""
        if Trouble.AFTER_BELL in self.troubles:
            return range(len(self.deals) - 2, len(self.deals))
        return range(1, 4) if Trouble.OFFLINE in self.troubles else range(0)

    def swapped(self) -> "TableScript":
        """The same cards by a referee who takes each side for the other, in every deal."""
        deals = tuple(replace(d, order=other_side(d.order), slip=other_side(d.slip)) for d in self.deals)
        return replace(
            self, deals=deals, last_order=other_side(self.last_order), extra_order=other_side(self.extra_order)
        )

    def untapped(self) -> "TableScript":
        """The same where entries are no taps of seats: phones have no queue, and no deal has two orders."""
        phone = {Trouble.PHONE} if self.on_phone else set()
        return replace(self, troubles=self.troubles & {Trouble.EXTRA_TIME, Trouble.UPHELD} | phone)

    def again(self) -> "TableScript":
        """The same cards where nothing else happens: a match that is played once more."""
        return replace(self, late="", troubles=frozenset(), deals=tuple(replace(d, slip="") for d in self.deals))


def other_side(order: str) -> str:
    """What each side did, said of the other one."""
    return order.translate(OTHER_SIDE)


def partners_changed(order: str) -> str:
    """Another order with the same outcome: partners stand in each other's place."""
    return order.translate(PARTNERS)


@dataclass(frozen=True)
class Script:
    """The whole event; ``calm``: without troubles. ``quick``: few deals, won by far, at few tables. ``table(round, n)``
    is the n-th match (from 1) of a round that is really played."""

    seed: str
    calm: bool = True
    quick: bool = False

    def table(self, round_number: int, place: int, minutes: int | None = BELL) -> TableScript:
        """The first round has a late team, a forfeit, both absent, and a slip that is undone; later ones only play.

        ``minutes`` until the bell, None where none ends the match.
        """
        dice = random.Random(f"{self.seed}:{round_number}:{place}")
        longest = minutes or NO_BELL
        if self.quick:  # won by both partners of the same side but for a few
            favourite, *others = dice.sample(QUICK_ORDERS, len(QUICK_ORDERS))
            orders = (*[favourite] * FAVOUR, *others)
            deals = [ScriptedDeal(minute, dice.choice(orders)) for minute in range(4, longest)]
        else:
            deals, minute = [], dice.randint(4, 8)
            while minute < longest:
                deals.append(ScriptedDeal(minute, dice.choice(ORDERS)))
                minute += dice.randint(4, 9)
        table = TableScript(
            deals=tuple(deals),
            in_hand=dice.random() < LIKELY_IN_HAND,
            last_order=dice.choice(ORDERS),
            extra_order=dice.choice(ORDERS),
        )
        if round_number == 1:
            table = self._in_first_round(table, place)
        if self.calm or table.absent:
            return table
        by_round = QUICK_TROUBLES if self.quick else TROUBLES
        troubles = by_round[round_number].get(place, frozenset()) if round_number in by_round else LATER
        return replace(table, troubles=troubles)

    def _in_first_round(self, table: TableScript, place: int) -> TableScript:
        if place == 1:
            deals = tuple(deal for deal in table.deals if deal.minute > 6)
            return replace(table, late="away", late_minutes=4, deals=deals)
        if place == 2:
            return TableScript(absent=("home",))
        if place == 3 and not self.quick:
            return TableScript(absent=("home", "away"))
        if place == 4:
            first, *others = table.deals
            slip = "WE" if first.order != "WE" else "NS"
            return replace(table, deals=(replace(first, slip=slip), *others))
        return table


@dataclass(frozen=True)
class Terms:
    """What a stage says of its tables. ``minutes`` until the bell of a match (``match_clock``) or of each of its games,
    None where a game is played to its end; ``grace`` in minutes; ``is_tapped``: as `scoring.games.forms.EntryForm`;
    ``fields``: the fields of the form."""

    game: str = "guandan"
    minutes: int | None = 60
    grace: int = 0
    best_of: int = 1
    match_clock: bool = False
    is_tapped: bool = True
    fields: tuple[str, ...] = ()


def winner_of(order: str) -> str:
    """The side whose player was out first."""
    return "home" if order[0] in HOME_SEATS else "away"


def other(side: str) -> str:
    """The opponents of that side."""
    return "away" if side == "home" else "home"


def typed(terms: Terms, order: str, defenders: str) -> dict[str, str]:
    """The fields of the game's form; none where the order itself is tapped.

    ``defenders``: who won the deal before. In 双升 they defend, and win without a point lost, or lose all of them.
    """
    winner = winner_of(order)
    if terms.game == "shuangsheng":
        defending = defenders or winner
        return {"defenders": defending, "points": NO_POINT if defending == winner else EVERY_POINT}
    values = {"winner": winner, "points": A_FEW}
    return {name: values[name] for name in values if name in terms.fields}
