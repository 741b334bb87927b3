"""按条件评奖: which teams and branches meet the condition of a prize, and for whom of them it is proposed. Knows no
database."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain
from typing import NamedTuple

MAN, WOMAN = "m", "f"


class PrizeRule(StrEnum):
    """What a prize is for. The office gives the last two to whom it chooses, of those without a penalty, or of all."""

    MOST_TEAMS = "most_teams"
    ALL_PRESENT = "all_present"
    WOMEN = "women"
    MIXED = "mixed"
    NEWCOMERS = "newcomers"
    FAIR_PLAY = "fair_play"
    BY_HAND = "by_hand"

    @property
    def is_chosen(self) -> bool:
        """Do all who meet the condition meet it alike, so that somebody must choose?"""
        return self in (PrizeRule.FAIR_PLAY, PrizeRule.BY_HAND)

    @property
    def is_of_branches(self) -> bool:
        """Is it for whole branches alone?"""
        return self in (PrizeRule.MOST_TEAMS, PrizeRule.ALL_PRESENT)


class Candidate(NamedTuple):
    """A team by its branch and its own id, or the whole branch (``team`` 0)."""

    branch: int
    team: int = 0


@dataclass(frozen=True)
class TeamFacts:
    """What is known of an entered team when everything is played.

    ``place``: 0 without one. ``genders``: of each player `MAN`, `WOMAN` or "". ``took_part``: it played or was at a
    match, and did not withdraw. ``missed``: matches that it lost without playing. ``penalties``: those that count.
    ``is_new``: none of its players ever played here before.
    """

    candidate: Candidate
    place: int
    genders: tuple[str, ...] = ()
    took_part: bool = True
    missed: int = 0
    penalties: int = 0
    is_new: bool = False


class Fit(NamedTuple):
    """A candidate that meets the condition, with its ``measure``: of a team its place (0: none), of a branch how many
    of its teams took part."""

    candidate: Candidate
    measure: int


@dataclass(frozen=True)
class Proposal:
    """Whom a prize is proposed for, the best first.

    ``equals``: between whom the last of its ``count`` would have to be shared out, as nothing sets them apart: somebody
    must choose. ``behind``: the others that meet the condition. ``unknown``: of whom the entry form says too little.
    """

    rule: PrizeRule
    count: int
    proposed: tuple[Fit, ...] = ()
    equals: tuple[Fit, ...] = ()
    behind: tuple[Fit, ...] = ()
    unknown: tuple[Candidate, ...] = ()

    def agrees(self, chosen: Collection[Candidate]) -> bool:
        """Is that what is proposed: everybody proposed, and of the equals as many as are left? Of a prize whose
        recipients are chosen anyhow, at least one; nobody, where nobody meets the condition."""
        sure, equal = ({fit.candidate for fit in fits} for fits in (self.proposed, self.equals))
        most = min(self.count, len(sure) + len(equal))
        least = min(1, most) if self.rule.is_chosen else most
        return sure | equal >= {*chosen} >= (set() if self.rule.is_chosen else sure) and least <= len(chosen) <= most


def proposal(rule: PrizeRule, count: int, teams: Iterable[TeamFacts]) -> Proposal:
    """Whom a prize of ``rule`` is proposed for, ``count`` times at most, of all entered teams in any order."""
    facts = tuple(teams)
    fits = sorted(_fits(rule, facts), key=lambda fit: (_rank(rule, fit), fit.measure or len(facts) + 1, fit.candidate))
    ranks = [_rank(rule, fit) for fit in fits]
    last = ranks[min(count, len(ranks)) - 1] if ranks else 0
    better, same = [fit for fit in fits if _rank(rule, fit) < last], [f for f in fits if _rank(rule, f) == last]
    is_enough = len(better) + len(same) <= count and rule is not PrizeRule.BY_HAND
    return Proposal(
        rule,
        count,
        tuple(chain(better, same if is_enough else ())),
        () if is_enough else tuple(same),
        tuple(fit for fit in fits if _rank(rule, fit) > last),
        tuple(sorted(team.candidate for team in facts if _is_unknown(rule, team))),
    )


def _rank(rule: PrizeRule, fit: Fit) -> int:
    """Lower is better; the same for all between whom somebody must choose."""
    if rule.is_chosen:
        return 0
    return -fit.measure if rule.is_of_branches else fit.measure


def _fits(rule: PrizeRule, teams: Collection[TeamFacts]) -> Iterator[Fit]:
    if rule.is_of_branches or rule is PrizeRule.BY_HAND:
        own = defaultdict[int, list[TeamFacts]](list)
        for team in teams:
            own[team.candidate.branch].append(team)
        for branch, entered in own.items():
            took_part = sum(team.took_part for team in entered)
            if took_part and (rule is not PrizeRule.ALL_PRESENT or all(t.took_part and not t.missed for t in entered)):
                yield Fit(Candidate(branch), took_part)
    if not rule.is_of_branches:
        for team in teams:
            if team.took_part and _is_met(rule, team):
                yield Fit(team.candidate, team.place)


def _is_met(rule: PrizeRule, team: TeamFacts) -> bool:
    genders = {*team.genders}
    match rule:
        case PrizeRule.WOMEN:
            return team.place > 0 and genders == {WOMAN}
        case PrizeRule.MIXED:
            return team.place > 0 and genders >= {MAN, WOMAN}
        case PrizeRule.NEWCOMERS:
            return team.place > 0 and team.is_new
        case PrizeRule.FAIR_PLAY:
            return not team.missed and not team.penalties
    return True


def _is_unknown(rule: PrizeRule, team: TeamFacts) -> bool:
    """Would it depend on a gender that is not given?"""
    genders = {*team.genders}
    is_open = {PrizeRule.WOMEN: MAN not in genders, PrizeRule.MIXED: not genders >= {MAN, WOMAN}}
    return team.took_part and team.place > 0 and "" in genders and is_open.get(rule, False)
