"""The transition tables of every state, as one page of diagrams for people."""

from django.apps import apps
from django.db.models import Model, TextChoices
from django.utils import translation

from journal.states import Transitions

CHINESE = {
    "Tournament": "赛事",
    "Branch": "分会报名表",
    "Team": "队伍",
    "Draw": "抽签",
    "Ceremony": "抽签仪式",
    "Match": "对阵",
    "Clock": "计时",
    "Sheet": "记分表",
    "Submission": "提交",
    "Notice": "通知",
    "Delivery": "投递",
    "Call": "推送",
}
"""The models with states, in the order of the page, and their words of the glossary."""


def stateful_models() -> list[type[Model]]:
    """Every model that has a table of transitions, in the order of the page."""
    models = [model for model in apps.get_models() if hasattr(model, "transitions")]
    return sorted(models, key=lambda model: list(CHINESE).index(model.__name__))


def states_of(model: type[Model]) -> type[TextChoices]:
    """The enum of the model's states."""
    return type(next(iter(model.transitions)))  # type: ignore[attr-defined]


def document() -> str:
    """The whole of docs/states.md, in English."""
    page = "# States\n\nMade from the transition tables by `manage.py draw_states`; a test compares. Do not edit.\n"
    with translation.override("en"):
        for model in stateful_models():
            states = states_of(model)
            table: Transitions = model.transitions  # type: ignore[attr-defined]
            page += f"\n## {model.__name__} {CHINESE[model.__name__]}\n\n```mermaid\nstateDiagram-v2\n"
            page += f"    [*] --> {next(iter(states)).value}\n"
            for state in states:
                page += "".join(f"    {state.value} --> {target}\n" for target in map(str, table[state]))
            page += "```\n\n| state | words | may become |\n|---|---|---|\n"
            for state in states:
                targets = ", ".join(f"`{target}`" for target in table[state]) or "nothing: it is final"
                page += f"| `{state.value}` | {state.label} | {targets} |\n"
    return page
