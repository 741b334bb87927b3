"""规则方案: the options that an event and each of its stages are played by, until the draw freezes them."""

from collections.abc import Mapping
from typing import Any

from guandan_rules import RuleSet, named
from scoring.games import GAMES
from scoring.games.game import EntryForm
from tournaments.formats import FORMATS, made
from tournaments.models import Stage, Tournament


def rule_set(tournament: Tournament) -> RuleSet:
    """规则方案 of the event: the named set with the event's own options over it. Raises RuleSetError."""
    return RuleSet.from_dict({**named(tournament.rule_set).to_dict(), **tournament.rule_options})


def frozen_options(stage: Stage) -> dict[str, Any]:
    """What the draw freezes, as JSON values: the rule set of 掼蛋 (the event's, with the stage's own options and clock
    over it), or of any other game the options that the stage has chosen over those that it came with. A draw is none of
    them where the format takes none, unless it is that of a board, or the games of a match are counted. Raises
    RuleSetError.
    """
    played = GAMES[stage.game]
    if played is GAMES["guandan"]:
        own = {**stage.rule_options, **({"minutes": stage.minutes} if stage.minutes else {})}
        rules = {**rule_set(stage.tournament).to_dict(), **own}
        return RuleSet.from_dict(rules | _of_a_half(stage, rules)).to_dict()
    chosen = {**stage.rule_set, **stage.rule_options}
    is_board = stage.tournament.boards > 1
    if not (is_board or FORMATS[stage.format].takes_draws) or stage.tournament.best_of > 1:
        chosen |= {"draws": False} if "draws" in chosen else {}
    return played.plain_options(played.options_of(chosen))


def _of_a_half(stage: Stage, rules: Mapping[str, Any]) -> dict[str, Any]:
    """What a match of a movement has of rules that count all its halves together: 共 20 副 are ten a half."""
    halves = getattr(made(stage.format, stage.settings), "halves", 1)
    if halves == 1 or not rules["half_deals"] or rules["deal_limit"] != halves * rules["half_deals"]:
        return {}
    whole = rules["minutes"] if not stage.minutes else None
    return {"deal_limit": rules["half_deals"], "half_deals": None, **({"minutes": whole // halves} if whole else {})}


def form_of(stage: Stage) -> EntryForm:
    """记一笔的表单 of the stage's game by its options."""
    played = GAMES[stage.game]
    return played.form(played.options_of(stage.rule_set))


def stage_minutes(stage: Stage) -> int | None:
    """限时 of a match of the stage by its own clock or that of its game; None where the game has none."""
    played = GAMES[stage.game]
    return stage.minutes or played.terms(played.options_of(frozen_options(stage))).minutes
