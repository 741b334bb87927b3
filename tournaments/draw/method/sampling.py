"""抽签程序 (the program's draw): a legal sheet, each equally likely, from a seed that anyone can run again; and, by
lots of the same seeds, groups, and teams of people who entered alone.

The steps, with the choices of `chance`, over teams, branches, halves, matches and positions in rising order:
1. byes: an odd bye of the sheet goes to the first (0) or second (1) half, then an odd bye of a half likewise to one of
   its quarters; in each quarter the matches are shuffled, and in each of the first so many the bye takes the first (0)
   or second (1) position. A half or quarter that is a single match is not halved further;
2. with opposite halves: of the branches with an odd number of teams, shuffled, the first so many send their odd team
   to the upper half, so that it has as many teams as free positions; then, branch by branch, of its teams, shuffled,
   the first go to the upper half, the rest to the lower;
3. the teams of the upper half, then those of the lower (without opposite halves: all teams), as they came out of step
   2, are shuffled into the free positions;
4. if more first-round matches than need be are within a branch, everything starts again at 1 with the next choices.

Why this is exactly uniform. Every run of steps 1 to 3 ends in a sheet that is legal but for rule 5. Each such sheet
tells what was decided on the way: which half and quarters have the odd byes, which matches have byes and on which
side, which branches sent their odd team up, which teams went up, and where each landed. The chance of each decision
depends on the numbers of byes and teams alone, not on which was taken: a shuffle gives every first k of n the same
chance 1/C(n, k) and every order 1/n!. The one decision that changes a later number is which half has an odd bye, and it
changes nothing: it exchanges the numbers of the halves, and C(o, x) = C(o, o - x) for the o odd branches of which x
send their team up. So all these sheets are equally likely after step 3, and step 4 keeps the legal ones among them. It
must start *everything* again: to repeat step 3 alone would favour splits with fewer legal orders.

How long. Up to `UNIFORM_UP_TO` teams a branch, step 4 keeps more than one run in ten. Beyond, it may keep hardly any;
then the first run is taken, and match by match, where two of a branch meet, the first (0) or second (1) of them
exchanges places with one, drawn, of all teams of the half (without opposite halves: of the sheet) in matches without
that branch, if there are any. Every exchange leaves a pair less, and when none is left to make, the pairs are the
fewest. The sheet is legal, but not each is equally likely: the record says so (`Method.REPAIRED`).

The pairs of one round alone are drawn in the same way, without halves: in step 1 the matches of all are shuffled.

With wishes (`wishes`) step 4 also keeps only sheets that miss as little of them as numbers allow: since that depends on
the sheet alone, those are equally likely again. Where none of a few runs ends in such a one, a
sheet of the repaired kind is mended by exchanges that each leave fewer misses, and is a repaired one.

分组抽签 (a draw into groups) deals the teams of each branch to as many groups as there are: the branches, in rising
order, are shuffled; each branch's teams, in rising order, are shuffled; all teams in that order are dealt to the groups
one after the other, from the first on; in each group they are shuffled into its positions, of which the last are left
free. So a branch's teams in two groups differ by at most one, as do the groups themselves. Not every draw of that kind
is equally likely, and the record says so (`Method.DEALT`).

With wishes it is mended, exchange by exchange, and dealt anew a few times where that does not do: seeds are kept in
different groups, as many as there are groups, then as many again, and so are pairs that met last time. A branch is
spread over the groups whatever is wished, and a free place in a group is nobody's gain: the other wishes say nothing.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import zip_longest

from tournaments.draw.method.chance import Chance
from tournaments.draw.method.sheets import BranchPair, Constraints, Entrant, same_branch_pairs, unavoidable
from tournaments.draw.method.wishes import MENDED, RUNS, Cost, Mending, Positions, SheetMending, Wishes, fewest, missed

UNIFORM_UP_TO = 4
MOST_TRIES = 10_000  # at one run kept in ten, reached once in 10⁴⁵⁷ draws: no loop here rests on chance alone


class Method(StrEnum):
    UNIFORM = "uniform"
    REPAIRED = "repaired"
    SHUFFLED = "shuffled"
    DEALT = "dealt"


@dataclass(frozen=True, slots=True)
class Drawn:
    """A legal sheet: team ids from position 1 on, None is a bye.

    `pairs` are the first-round matches within a branch: none but the unavoidable ones, and, without
    `separate_first_round`, as they fell. `tries`: how many times step 1 began.
    """

    positions: tuple[int | None, ...]
    method: Method
    pairs: tuple[BranchPair, ...]
    tries: int

    @property
    def uniform(self) -> bool:
        """Whether each legal sheet was equally likely."""
        return self.method not in (Method.REPAIRED, Method.DEALT)


NO_WISHES = Wishes()


def draw_sheet(entries: Iterable[Entrant], constraints: Constraints, seed: str, wishes: Wishes = NO_WISHES) -> Drawn:
    """Draw 2 to 4,096 teams into 2ⁿ positions, or into numbers, each team as likely on each.

    The same teams, in any order, with the same constraints and seed, give the same sheet everywhere. ``wishes`` are for
    sheets and groups, other numbers have none. Raises ValueError for other numbers of teams and for a team given twice.
    """
    teams = sorted(entries)
    if len({team.id for team in teams}) < len(teams):
        raise ValueError("a team stands twice among the entries")
    size = constraints.size(len(teams))
    if constraints.groups > 1:
        # by lots alone every team is dealt as a branch of its own
        by_branch = constraints.separate_first_round
        listed = teams if by_branch else [Entrant(team.id, team.id) for team in teams]
        positions = dealt(listed, size, constraints.groups, Chance(seed), wishes)
        by_lots = Method.REPAIRED if wishes.seeds[1:] or wishes.met else Method.SHUFFLED
        return Drawn(positions, Method.DEALT if by_branch else by_lots, (), 1)
    if constraints.numbers:
        order = Chance(seed).shuffled([team.id for team in teams] + [0] * (size - len(teams)))
        return Drawn(tuple(team or None for team in order), Method.SHUFFLED, (), 1)
    wishes = replace(wishes, rounds=max(wishes.rounds, constraints.rounds))
    if wishes:
        return _draw_wished(teams, constraints, Chance(seed), wishes)
    largest_branch = max(Counter(team.branch for team in teams).values())
    if constraints.separate_first_round and largest_branch > UNIFORM_UP_TO:
        return _draw_repaired(teams, constraints, Chance(seed), tries=1)
    return _draw_uniform(teams, constraints, Chance(seed))


def _draw_uniform(teams: Sequence[Entrant], constraints: Constraints, chance: Chance) -> Drawn:
    needed = sum(branch.pairs for branch in unavoidable(teams, constraints))
    for tries in range(1, MOST_TRIES + 1):
        positions = _propose(teams, constraints, chance)
        pairs = same_branch_pairs(positions, teams)
        if len(pairs) <= needed or not constraints.separate_first_round:
            return Drawn(tuple(positions), Method.UNIFORM, pairs, tries)
    return _draw_repaired(teams, constraints, chance, tries=MOST_TRIES + 1)


def _draw_repaired(teams: Sequence[Entrant], constraints: Constraints, chance: Chance, *, tries: int) -> Drawn:
    """Each exchange leaves fewer pairs than before; a branch that stands in every match has no more than it must."""
    positions = _propose(teams, constraints, chance)
    half = len(positions) // 2
    blocks = (range(half), range(half, 2 * half)) if constraints.opposite_halves and half > 1 else (range(2 * half),)
    branches: dict[int | None, int] = {team.id: team.branch for team in teams}
    for block in blocks:
        for home in block[::2]:
            branch = branches.get(positions[home])
            if branch is None or branch != branches.get(positions[home + 1]):
                continue
            elsewhere = [
                place
                for place in block
                if positions[place] is not None
                and branch not in (branches.get(positions[place]), branches.get(positions[place ^ 1]))
            ]
            if elsewhere:
                out, into = home + chance.below(2), elsewhere[chance.below(len(elsewhere))]
                positions[out], positions[into] = positions[into], positions[out]
    return Drawn(tuple(positions), Method.REPAIRED, same_branch_pairs(positions, teams), tries)


def _draw_wished(teams: Sequence[Entrant], constraints: Constraints, chance: Chance, wishes: Wishes) -> Drawn:
    """Evenly from the sheets that miss least; where they do not turn up, the best that exchanges lead to."""
    size = constraints.size(len(teams))
    least = sum(branch.pairs for branch in unavoidable(teams, constraints)), *fewest(teams, size, wishes)

    def misses(sheet: Positions) -> tuple[int, ...]:
        pairs = len(same_branch_pairs(sheet, teams)) if constraints.separate_first_round else 0
        return pairs, *missed(sheet, teams, wishes).counts

    runs = max(1, RUNS // size)
    for tries in range(1, runs + 1):
        sheet = _propose(teams, constraints, chance)
        if misses(sheet) == least:
            return Drawn(tuple(sheet), Method.UNIFORM, same_branch_pairs(sheet, teams), tries)
    best: SheetMending | None = None
    for tries in range(runs + 1, runs + 1 + max(1, MENDED // size)):
        sheet = list(_draw_repaired(teams, constraints, chance, tries=tries).positions)
        mending = SheetMending(sheet, teams, constraints, wishes, least)
        mending.mend(chance)
        if best is None or mending.misses < best.misses:
            best = mending
        if mending.misses == [*least]:
            break
    assert best is not None
    return Drawn(tuple(best.positions), Method.REPAIRED, same_branch_pairs(best.positions, teams), tries)


def _propose(teams: Sequence[Entrant], constraints: Constraints, chance: Chance) -> Positions:
    """Steps 1 to 3."""
    size = constraints.size(len(teams))
    byes = _draw_byes(range(size), size - len(teams), chance, halvings=0 if constraints.pairs else 2)
    free = [place for place in range(size) if place not in byes]
    if constraints.opposite_halves:
        # step 2
        by_branch: defaultdict[int, list[int]] = defaultdict(list)
        for team in teams:
            by_branch[team.branch].append(team.id)
        odd = chance.shuffled(branch for branch in sorted(by_branch) if len(by_branch[branch]) % 2)
        above = sum(place < size // 2 for place in free)
        sent_up = set(odd[: above - sum(len(ids) // 2 for ids in by_branch.values())])
        upper: list[int] = []
        lower: list[int] = []
        for branch in sorted(by_branch):
            ids = chance.shuffled(by_branch[branch])
            cut = len(ids) // 2 + (branch in sent_up)
            upper += ids[:cut]
            lower += ids[cut:]
        order = chance.shuffled(upper) + chance.shuffled(lower)
    else:
        order = chance.shuffled(team.id for team in teams)
    positions: Positions = [None] * size
    for place, entry in zip(free, order, strict=True):
        positions[place] = entry
    return positions


def _draw_byes(block: range, count: int, chance: Chance, *, halvings: int) -> set[int]:
    """Step 1. A single match is not halved: its bye falls on either position."""
    if halvings == 0 or len(block) == 2:
        matches = chance.shuffled(block[::2])
        return {place + chance.below(2) for place in matches[:count]}
    middle = len(block) // 2
    above = count // 2
    if count % 2:
        above += 1 - chance.below(2)
    upper = _draw_byes(block[:middle], above, chance, halvings=halvings - 1)
    return upper | _draw_byes(block[middle:], count - above, chance, halvings=halvings - 1)


def dealt(teams: Sequence[Entrant], size: int, groups: int, chance: Chance, wishes: Wishes) -> tuple[int | None, ...]:
    """Entrant ids from position 1 on, None is a bye. Position p belongs to group (p - 1) mod ``groups``."""
    if not wishes.seeds[1:] and not wishes.met:
        return tuple(_deal(teams, size, groups, chance))
    best: GroupMending | None = None
    for _ in range(max(1, MENDED // size)):
        mending = GroupMending(_deal(teams, size, groups, chance), teams, groups, wishes)
        mending.mend(chance)
        if best is None or mending.misses < best.misses:
            best = mending
        if not any(mending.misses):
            break
    assert best is not None
    return tuple(best.positions)


def _deal(teams: Sequence[Entrant], size: int, groups: int, chance: Chance) -> list[int | None]:
    by_branch: defaultdict[int, list[int]] = defaultdict(list)
    for team in sorted(teams):
        by_branch[team.branch].append(team.id)
    order = [team for branch in chance.shuffled(sorted(by_branch)) for team in chance.shuffled(by_branch[branch])]
    positions: list[int | None] = [None] * size
    for group in range(groups):
        for place, entry in enumerate(chance.shuffled(order[group::groups])):
            positions[group + place * groups] = entry
    return positions


class GroupMending(Mending):
    """A draw into groups, in which seeds of one rank of groups, and who met last time, are to be kept apart."""

    def __init__(self, positions: list[int | None], teams: Sequence[Entrant], groups: int, wishes: Wishes) -> None:
        super().__init__(positions, teams, [0] * 5, stride=1)
        self.groups = groups
        self.beside = Counter((place % groups, self.branches[team]) for team, place in self.where.items())
        self.apart: defaultdict[int, list[int]] = defaultdict(list)  # the seeds from which a seed is kept apart
        for i, seed in enumerate(wishes.seeds):
            first = i - i % groups
            self.apart[seed] = [other for other in wishes.seeds[first : first + groups] if other != seed]
        self.met: defaultdict[int, list[int]] = defaultdict(list)
        for one, other in wishes.met:
            self.met[one].append(other)
            self.met[other].append(one)
        short = missed(positions, teams, wishes, groups)
        self.misses = [0, *short.counts]

    def cost(self, place: int) -> Cost:
        team, group = self.positions[place], place % self.groups
        assert team is not None
        seeds, met = (
            sum(self.where[other] % self.groups == group for other in others.get(team, ()))
            for others in (self.apart, self.met)
        )
        return 0, seeds, 0, 0, met

    def _may_exchange(self, place: int, other: int, one: int, two: int) -> bool:
        """Only between groups, over which each branch stays spread as evenly as numbers allow."""
        out, into = place % self.groups, other % self.groups
        mine, theirs = self.branches[one], self.branches[two]
        if out == into or mine == theirs:
            return out != into
        return self._stays_even(mine, out, into) and self._stays_even(theirs, into, out)

    def _stays_even(self, branch: int, out: int, into: int) -> bool:
        """If a team of the branch goes from one group into the other."""
        fewest, more = divmod(self.sizes[branch], self.groups)
        return self.beside[out, branch] > fewest and self.beside[into, branch] < fewest + bool(more)

    def _put(self, place: int, other: int, one: int, two: int) -> None:
        for team, out, into in ((one, place, other), (two, other, place)):
            self.beside[out % self.groups, self.branches[team]] -= 1
            self.beside[into % self.groups, self.branches[team]] += 1
            self.positions[into], self.where[team] = team, into


MAN = "m"


@dataclass(frozen=True, slots=True)
class Single:
    """``gender``: m, f or "" where it is not said."""

    id: int
    gender: str = ""


@dataclass(frozen=True, slots=True)
class Partners:
    """Ids of each team, in the order drawn, and of those who are ``left`` without one."""

    teams: tuple[tuple[int, ...], ...]
    left: tuple[int, ...]


def draw_partners(singles: Sequence[Single], seed: str, *, seats: int = 2, mixed: bool = False) -> Partners:
    """Everybody in the given order is shuffled by the seed; the first ``seats`` are a team, the next ones, and so on.
    Whoever draws a table first and then a side of it draws just that: the first two teams sit at the first table.

    ``mixed``: a man and a woman each (混合双人); men are shuffled, then women; each man has the woman of his number.
    Whoever remains, and who has no gender where it counts, is left.
    """
    chance = Chance(seed)
    if not mixed:
        drawn = chance.shuffled(single.id for single in singles)
        full = len(drawn) // seats * seats
        return Partners(tuple(tuple(drawn[at : at + seats]) for at in range(0, full, seats)), tuple(drawn[full:]))
    men = chance.shuffled(single.id for single in singles if single.gender == MAN)
    women = chance.shuffled(single.id for single in singles if single.gender not in (MAN, ""))
    unsaid = tuple(single.id for single in singles if not single.gender)
    both = min(len(men), len(women))
    left = [one for pair in zip_longest(men[both:], women[both:]) for one in pair if one is not None]
    return Partners(tuple(zip(men[:both], women[:both], strict=True)), (*left, *unsaid))
