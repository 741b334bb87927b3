"""How a step is written: a function with a sentence, and the commands of the page that it types."""

from collections.abc import Callable
from dataclasses import dataclass

from deploy.trying.site import Site, meant

Take = Callable[[Site], str | None]


@dataclass
class Step:
    """``take`` says what was measured, or raises AssertionError."""

    sentence: str
    types: tuple[str, ...]
    take: Take


STEPS: list[Step] = []


def step(sentence: str, *types: str) -> Callable[[Take], Take]:
    """A step with its sentence, and the beginnings of the commands that it types; steps are taken as they stand."""

    def noted(take: Take) -> Take:
        STEPS.append(Step(sentence, types, take))
        return take

    return noted


def left_out(commands: list[str]) -> tuple[list[str], list[str]]:
    """The page's commands that no step types, and what steps type that does not stand on the page."""
    types = [each for one in STEPS for each in one.types]
    known = {command for each in types for command in meant(commands, each)}
    return [each for each in commands if each not in known], [each for each in types if not meant(commands, each)]
