"""What a table of each game writes down. Cards are drawn as finish orders for every game; one that has none makes its
entry of who was first."""

from dataclasses import dataclass

from scoring.games import GAMES
from tournaments.bracket.rules.rule_sets import frozen_options, stage_minutes
from tournaments.models import Stage

HOME_SEATS = "NS"
EVERY_POINT, NO_POINT, A_FEW = "120", "0", "7"


@dataclass(frozen=True)
class Terms:
    """What a stage says of its tables. ``minutes`` until the bell of a match
    (``match_clock``) or of each of its games, None where a game is played to its end; ``grace``
    in minutes; ``is_tapped``: as `scoring.games.game.EntryForm`; ``fields``: the fields of the form."""

    game: str = "guandan"
    minutes: int | None = 60
    grace: int = 0
    best_of: int = 1
    match_clock: bool = False
    is_tapped: bool = True
    fields: tuple[str, ...] = ()


def terms_of(stage: Stage) -> Terms:
    """The terms of a stage, drawn or not."""
    played = GAMES[stage.game]
    options = played.options_of(frozen_options(stage))
    event = stage.tournament
    grace, form = played.terms(options).grace_minutes, played.form(options)
    names = tuple(field.name for field in form.fields)
    return Terms(stage.game, stage_minutes(stage), grace, event.best_of, event.match_clock, form.is_tapped, names)


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
