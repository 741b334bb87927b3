"""现场抽签 (lots drawn by hand): what was typed in, as a sheet. Whether it is legal is for `sheets.breaches` to say."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournaments.draw.method.sheets import Breach, BreachCode, Constraints, Entrant, block_of_rounds


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
