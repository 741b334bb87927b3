"""赛制 (formats): how matches follow from one another. Plain values in and out; nothing here knows a database."""

from collections.abc import Mapping
from typing import Any, Final

from tournaments.formats.double_elimination import DoubleElimination
from tournaments.formats.format import Format
from tournaments.formats.individual import Individual
from tournaments.formats.knockout import Knockout
from tournaments.formats.ladder import Ladder
from tournaments.formats.movement import Movement
from tournaments.formats.redraw import Redraw
from tournaments.formats.round_robin import RoundRobin
from tournaments.formats.settings import with_settings
from tournaments.formats.swiss import Swiss

KNOCKOUT: Final = Knockout.name
FORMATS: Final[dict[str, Format]] = {
    format_.name: format_
    for format_ in (
        Knockout(),
        Redraw(),
        RoundRobin(),
        Swiss(),
        DoubleElimination(),
        Movement(),
        Individual(),
        Ladder(),
    )
}
"""Every format by its name, as a stage has it, with the settings that it has by itself."""


def made(name: str, settings: Mapping[str, Any]) -> Format:
    """The format of that name with these settings over its own, JSON values by name; `SettingsError` with every one
    that it does not know or take. KeyError for a name that is none."""
    return with_settings(FORMATS[name], settings)
