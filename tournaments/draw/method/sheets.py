"""What a legal sheet (合规签表) is: the definition that the program draws by and that lots drawn by hand must meet.

A sheet of the smallest 2ⁿ positions is legal when
1. every team stands on it once, and nothing else but byes (轮空);
2. no two byes meet;
3. the byes of the two halves (上下半区) differ by at most one, and so do those of the two quarters of each half. Two
   steps and no more: together they keep all four quarters within one bye of each other; halving further would all but
   dictate the places of the byes, which are to be drawn. Up to eight positions a quarter is one match or less, and
   rule 2 says as much;
4. with `opposite_halves`, each branch's teams in the halves differ by at most one (such a split always exists, since
   the teams of the halves differ by at most one as well);
5. with `separate_first_round`, no two teams of one branch meet in the first round. A branch with more teams than the
   first round has matches cannot keep apart: each team too many costs one pair, and the fewest pairs are legal
   (`unavoidable`);
6. with `rounds` above 1, each branch is spread as evenly as numbers allow over the parts of the sheet that have played
   it out among themselves after so many rounds. What the program draws may miss this where the other rules leave no
   way (`wishes`); of lots drawn by hand it is a breach.

现场抽签 (lots drawn by hand) are read as a sheet by `from_lots`; whether that is legal is for `breaches` to say.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.formats.positions import sheet_size


@dataclass(frozen=True, slots=True, order=True)
class Entrant:
    id: int
    branch: int


@dataclass(frozen=True, slots=True)
class Constraints:
    """What is asked of a sheet beyond rule 1. ``rounds``: in so many those of a branch are kept apart, as far as that
    goes. ``numbers``: if not 0, the positions are no sheet but numbers 1 to so many, which decide nothing but who meets
    whom when: every order of teams and empty numbers is legal. ``groups``: into so many the numbers are dealt, one
    after the other, a branch at a time with ``separate_first_round``, else by lots alone. ``pairs``: if not 0, so many
    positions are the sides of one round alone: of the rules 1, 2 and 5 hold."""

    opposite_halves: bool = True
    separate_first_round: bool = True
    rounds: int = 1
    numbers: int = 0
    groups: int = 1
    pairs: int = 0

    def size(self, teams: int) -> int:
        """Positions for so many teams."""
        return self.numbers or self.pairs or sheet_size(teams)


@dataclass(frozen=True, slots=True)
class BranchPair:
    """Two teams of one branch who meet in match `match` of the first round."""

    match: int
    branch: int
    teams: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Unavoidable:
    """A branch has more teams than the first round has matches, so at least `pairs` matches are within the branch."""

    branch: int
    teams: int
    matches: int
    pairs: int


class BreachCode(StrEnum):
    WRONG_SIZE = "wrong_size"
    MISSING_TEAM = "missing_team"
    TEAM_TWICE = "team_twice"
    UNKNOWN_TEAM = "unknown_team"
    POSITION_UNKNOWN = "position_unknown"
    POSITION_TWICE = "position_twice"
    BYES_MEET = "byes_meet"
    HALVES_UNBALANCED = "halves_unbalanced"
    QUARTERS_UNBALANCED = "quarters_unbalanced"
    BRANCH_NOT_SPLIT = "branch_not_split"
    SAME_BRANCH = "same_branch"
    BRANCH_TOO_SOON = "branch_too_soon"


@dataclass(frozen=True, slots=True)
class Breach:
    """What is wrong, with what it concerns. Positions count from 1.

    wrong_size: counts = (given, expected) positions. missing_team, unknown_team: teams. team_twice: teams, positions.
    position_unknown: teams, positions. position_twice: teams, positions. byes_meet: positions (two).
    halves_unbalanced: counts = byes of the halves. quarters_unbalanced: counts = byes of two quarters, positions =
    first and last of their half. branch_not_split: branch, counts = its teams in the halves. same_branch: branch,
    teams (two), positions (two). branch_too_soon: branch, teams, positions = first and last of the part in which they
    would meet too soon, counts = (its teams there, as many as there must be).
    """

    code: BreachCode
    teams: tuple[int, ...] = ()
    positions: tuple[int, ...] = ()
    branch: int | None = None
    counts: tuple[int, ...] = ()


def unavoidable(entries: Iterable[Entrant], constraints: Constraints) -> tuple[Unavoidable, ...]:
    """The branch, if any, that no draw can keep apart in the first round, to be named before anything is drawn."""
    teams = list(entries)
    if constraints.numbers or not constraints.separate_first_round:
        return ()
    matches = constraints.size(len(teams)) // 2
    sizes = sorted(Counter(team.branch for team in teams).items())
    return tuple(Unavoidable(branch, size, matches, size - matches) for branch, size in sizes if size > matches)


def same_branch_pairs(positions: Sequence[int | None], entries: Iterable[Entrant]) -> tuple[BranchPair, ...]:
    """First-round matches within a branch. `positions` hold team ids, None is a bye."""
    branches = {team.id: team.branch for team in entries}
    return tuple(
        BranchPair(match, branches[home], (home, away))
        for match, (home, away) in enumerate(zip(positions[::2], positions[1::2], strict=True), start=1)
        if home is not None and away is not None and branches[home] == branches[away]
    )


def breaches(
    positions: Sequence[int | None], entries: Iterable[Entrant], constraints: Constraints
) -> tuple[Breach, ...]:
    """Everything that keeps a sheet from being legal; empty for a legal one.

    `positions` hold team ids from position 1 on, None is a bye. What is not a sheet of these teams at all is told
    first and alone.
    """
    teams = list(entries)
    expected, known = constraints.size(len(teams)), {team.id for team in teams}
    places: defaultdict[int, list[int]] = defaultdict(list)
    for position, team in enumerate(positions, start=1):
        if team is not None:
            places[team].append(position)
    structural = []
    if len(positions) != expected:
        structural.append(Breach(BreachCode.WRONG_SIZE, counts=(len(positions), expected)))
    structural += [Breach(BreachCode.MISSING_TEAM, teams=(team,)) for team in sorted(known - places.keys())]
    for team, where in sorted(places.items()):
        if team not in known:
            structural.append(Breach(BreachCode.UNKNOWN_TEAM, teams=(team,), positions=tuple(where)))
        elif len(where) > 1:
            structural.append(Breach(BreachCode.TEAM_TWICE, teams=(team,), positions=tuple(where)))
    return tuple(structural) or (() if constraints.numbers else tuple(_unfair(positions, teams, constraints)))


def _unfair(positions: Sequence[int | None], teams: Sequence[Entrant], constraints: Constraints) -> Iterator[Breach]:
    """Rules 2 to 6, one after the other."""
    for i in range(0, len(positions), 2):
        if positions[i] is None and positions[i + 1] is None:
            yield Breach(BreachCode.BYES_MEET, positions=(i + 1, i + 2))

    if not constraints.pairs:
        yield from _unfair_halves(positions, teams, opposite=constraints.opposite_halves)

    pairs = same_branch_pairs(positions, teams) if constraints.separate_first_round else ()
    counted = Counter(pair.branch for pair in pairs)
    fewest = {excused.branch: excused.pairs for excused in unavoidable(teams, constraints)}
    for pair in pairs:
        if counted[pair.branch] > fewest.get(pair.branch, 0):
            where = (2 * pair.match - 1, 2 * pair.match)
            yield Breach(BreachCode.SAME_BRANCH, teams=pair.teams, positions=where, branch=pair.branch)

    block = block_of_rounds(len(positions), constraints.rounds)
    branches = {team.id: team.branch for team in teams}
    for branch, count in sorted(Counter(branches.values()).items()) if constraints.rounds > 1 else ():
        most = -(-count * block // len(positions))
        for start in range(0, len(positions), block):
            here = tuple(team for team in positions[start : start + block] if team and branches[team] == branch)
            if len(here) > most:
                where, counts = (start + 1, start + block), (len(here), most)
                yield Breach(BreachCode.BRANCH_TOO_SOON, here, where, branch, counts)


def _unfair_halves(positions: Sequence[int | None], teams: Sequence[Entrant], *, opposite: bool) -> Iterator[Breach]:
    """Rules 3 and 4."""
    half = len(positions) // 2
    counts = _byes_of_halves(positions)
    if _differ(counts):
        yield Breach(BreachCode.HALVES_UNBALANCED, counts=counts)
    for start in (0, half):
        quarters = _byes_of_halves(positions[start : start + half])
        if half > 4 and _differ(quarters):
            yield Breach(BreachCode.QUARTERS_UNBALANCED, positions=(start + 1, start + half), counts=quarters)

    upper = set(positions[:half])
    sizes = Counter(team.branch for team in teams)
    above = Counter(team.branch for team in teams if team.id in upper)
    for branch in sorted(sizes) if opposite else ():
        counts = (above[branch], sizes[branch] - above[branch])
        if _differ(counts):
            yield Breach(BreachCode.BRANCH_NOT_SPLIT, branch=branch, counts=counts)


def block_of_rounds(size: int, rounds: int) -> int:
    """How many positions have met after so many rounds: half the sheet at most, since in the final all may meet."""
    return max(2, min(1 << rounds, size // 2))


def _byes_of_halves(positions: Sequence[int | None]) -> tuple[int, int]:
    half = len(positions) // 2
    return positions[:half].count(None), positions[half:].count(None)


def _differ(counts: tuple[int, int]) -> bool:
    """By more than one."""
    return abs(counts[0] - counts[1]) > 1


@dataclass(frozen=True, slots=True)
class Lots:
    """`positions`: team ids from position 1 on, None where no lot was drawn, which is a bye once all teams have one."""

    positions: tuple[int | None, ...]
    problems: tuple[Breach, ...]


def from_lots(lots: Mapping[int, int], entries: Iterable[Entrant], constraints: Constraints) -> Lots:
    """The sheet of `lots` (team id → position from 1) and all that keeps it from being one.

    Problems: missing_team, unknown_team, position_unknown, position_twice. A position drawn twice goes to nobody
    until it is settled.
    """
    known = {team.id for team in entries}
    size = constraints.size(len(known))
    problems = [
        Breach(BreachCode.UNKNOWN_TEAM, teams=(team,), positions=(lots[team],)) for team in sorted(lots.keys() - known)
    ]
    problems += [Breach(BreachCode.MISSING_TEAM, teams=(team,)) for team in sorted(known - lots.keys())]
    holders: defaultdict[int, list[int]] = defaultdict(list)
    for team, position in sorted(lots.items()):
        if team in known:
            holders[position].append(team)
    positions: list[int | None] = [None] * size
    for position, teams in sorted(holders.items()):
        if not 1 <= position <= size:
            problems.append(Breach(BreachCode.POSITION_UNKNOWN, teams=tuple(teams), positions=(position,)))
        elif len(teams) > 1:
            problems.append(Breach(BreachCode.POSITION_TWICE, teams=tuple(teams), positions=(position,)))
        else:
            positions[position - 1] = teams[0]
    return Lots(tuple(positions), tuple(problems))


def doubts(
    lots: Mapping[int, int], last: int, entries: Iterable[Entrant], constraints: Constraints
) -> list[BreachCode]:
    """What the lot of team ``last`` spoils for good, whatever is drawn after it: two of its branch meet in the first
    round, or more of them stand in one half, or in a part that plays it out in the rounds in which they are kept apart,
    than a fair split has."""
    teams = list(entries)
    branch_of = {team.id: team.branch for team in teams}
    own = [team.id for team in teams if team.branch == branch_of[last]]
    if constraints.numbers:
        return []
    position, half = lots[last], constraints.size(len(teams)) // 2
    others = [lots[team] for team in own if team in lots and team != last]
    beside = position + 1 if position % 2 else position - 1
    codes = [BreachCode.SAME_BRANCH] if constraints.separate_first_round and beside in others else []
    in_half = 1 + sum((other > half) == (position > half) for other in others)
    if constraints.opposite_halves and in_half > -(-len(own) // 2):
        codes.append(BreachCode.BRANCH_NOT_SPLIT)
    block = block_of_rounds(2 * half, constraints.rounds)
    in_part = 1 + sum((other - 1) // block == (position - 1) // block for other in others)
    if constraints.rounds > 1 and in_part > -(-len(own) * block // (2 * half)) and not codes:
        codes.append(BreachCode.BRANCH_TOO_SOON)
    return codes
