"""赛制 (formats): how matches follow from one another. Plain values in and out; nothing here knows a database."""

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, Final

from tournaments.formats.double_elimination import DoubleElimination
from tournaments.formats.format import Format
from tournaments.formats.individual import Individual
from tournaments.formats.knockout import Knockout, Redraw
from tournaments.formats.ladder import Ladder
from tournaments.formats.movement import Movement
from tournaments.formats.round_robin import RoundRobin
from tournaments.formats.settings import READERS, SettingsError
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
    format_, read, wrong = FORMATS[name], {}, []
    for setting, value in settings.items():
        try:
            read[setting] = READERS[setting](value)
        except (AttributeError, KeyError, TypeError, ValueError):
            wrong.append(setting)
    known = {field.name for field in fields(format_)}  # type: ignore[arg-type]
    unknown = [setting for setting in read if setting not in known]
    if wrong or unknown:
        raise SettingsError((*wrong, *unknown))
    return replace(format_, **read)  # type: ignore[type-var]
