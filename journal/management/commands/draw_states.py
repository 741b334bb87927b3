"""Write docs/states.md, a page of diagrams for people, from the transition tables of every state."""

from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db.models import Model, TextChoices
from django.utils import translation

from journal.states import Transitions

PAGE = Path("docs") / "states.md"
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


class Command(BaseCommand):
    help = "Write docs/states.md from the transition tables; --check says whether it is up to date."

    def add_arguments(self, parser: Any) -> None:
        parser.add_argument("--check", action="store_true")

    def handle(self, *, check: bool, **options: Any) -> None:
        page = Path(settings.BASE_DIR) / PAGE
        if not check:
            page.write_text(document(), encoding="utf-8")
        elif page.read_text(encoding="utf-8") != document():
            raise CommandError(f"{PAGE} is out of date: run manage.py draw_states")
