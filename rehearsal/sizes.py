"""How many teams rehearse an event whose branches are the office's to enter: a few, who begin near the end of the
levels, or as many as it is made for, from the first level on."""

from contextlib import suppress
from dataclasses import replace

from scoring.games.shuangsheng import Shuangsheng
from tournaments.bracket.rules.formats import shaped
from tournaments.formats import FORMATS, made
from tournaments.formats.individual import A_TABLE
from tournaments.formats.settings import SettingsError
from tournaments.presets.named_games import GUANDAN
from tournaments.presets.preset import Blueprint, BranchPlan

FEW, MANY, LARGEST = 7, 12, 24
FIRST_LEVEL, DEALS = "8", 4
"""Three double wins pass A; a match of 双升 has four deals."""
QUOTA = 2
COMPACT, FULL = "compact", "full"


def sized(plan: Blueprint, size: str) -> Blueprint:
    """The event with that many teams, COMPACT or FULL; branches that its notice names are all that FULL asks for."""
    if plan.branches and size == FULL:
        return plan
    if size == COMPACT and plan.game == GUANDAN:  # fewer deals a match
        plan = replace(plan, rule_options={**plan.rule_options, "first_level": FIRST_LEVEL})
    elif size == COMPACT and plan.game == Shuangsheng.name:
        plan = replace(plan, game_options={**plan.game_options, "deal_limit": DEALS})
    most = most_teams(plan)
    going_on = max((stage.places for stage in plan.later), default=0)
    # who enters alone is a quarter of a table
    few = MANY if FORMATS[plan.format].changes_partners else FEW
    teams = most if size == FULL else min(most, max(few, min(going_on + going_on // 2, MANY)))
    quotas = [QUOTA] * (teams // QUOTA) + [1] * (teams % QUOTA)
    return replace(plan, branches=tuple(BranchPlan(f"第{n}分会", quota) for n, quota in enumerate(quotas, start=1)))


def most_teams(plan: Blueprint) -> int:
    """As many as its tables seat at once, where it needs any, and its rounds bring to an end."""
    most = 0
    at_a_table = A_TABLE if FORMATS[plan.format].changes_partners else 2
    for teams in range(2, (at_a_table * (plan.tables // plan.boards) or LARGEST) + 1):
        with suppress(SettingsError, ValueError):
            shape = made(plan.format, plan.settings)
            if len(shape.rounds(shape.size(teams))) <= len(plan.rounds):
                most = teams
    return most


def matches_of(plan: Blueprint) -> int:
    """How many matches its stages have, byes among them."""
    teams = sum(branch.quota for branch in plan.branches)
    stages = [(plan.format, plan.settings, teams), *((s.format, s.settings, s.places) for s in plan.later)]
    shapes = [(shaped(name, options, plan.third_place_match, None, None), of) for name, options, of in stages]
    return sum(len(shape.plan(shape.size(of))) for shape, of in shapes)
