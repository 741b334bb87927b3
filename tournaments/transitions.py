"""The transition tables of every state, as one page of diagrams for people."""

from django.db.models import TextChoices
from django.utils import translation

from scoring.states import (
    CLOCK_TRANSITIONS,
    SHEET_TRANSITIONS,
    SUBMISSION_TRANSITIONS,
    ClockState,
    SheetState,
    SubmissionState,
)
from tournaments.states import (
    DRAW_TRANSITIONS,
    MATCH_TRANSITIONS,
    TEAM_TRANSITIONS,
    TOURNAMENT_TRANSITIONS,
    DrawState,
    MatchState,
    TeamState,
    TournamentState,
)

TABLES: tuple[tuple[str, type[TextChoices], dict[str, tuple[str, ...]]], ...] = (
    ("Tournament 赛事", TournamentState, TOURNAMENT_TRANSITIONS),
    ("Team 队伍", TeamState, TEAM_TRANSITIONS),
    ("Draw 抽签", DrawState, DRAW_TRANSITIONS),
    ("Match 对阵", MatchState, MATCH_TRANSITIONS),
    ("Clock 计时", ClockState, CLOCK_TRANSITIONS),
    ("Sheet 记分表", SheetState, SHEET_TRANSITIONS),
    ("Submission 提交", SubmissionState, SUBMISSION_TRANSITIONS),
)


def document() -> str:
    """The whole of docs/states.md, in English."""
    head = "# States\n\nMade from the transition tables by `manage.py draw_states`; a test compares. Do not edit.\n"
    with translation.override("en"):
        return head + "".join(_section(*table) for table in TABLES)


def _section(title: str, states: type[TextChoices], table: dict[str, tuple[str, ...]]) -> str:
    arrows = "\n".join(f"    {state.value} --> {target}" for state in states for target in map(str, table[state]))
    rows = "\n".join(f"| `{state.value}` | {state.label} | {_targets(table[state])} |" for state in states)
    return (
        f"\n## {title}\n\n```mermaid\nstateDiagram-v2\n    [*] --> {next(iter(states)).value}\n{arrows}\n```\n\n"
        f"| state | words | may become |\n|---|---|---|\n{rows}\n"
    )


def _targets(targets: tuple[str, ...]) -> str:
    return ", ".join(f"`{t}`" for t in targets) or "nothing: it is final"
