"""赛制 (formats): how matches follow from one another. Plain values in and out; nothing here knows a database."""

from typing import Final

from tournaments.formats.format import Format
from tournaments.formats.knockout import Knockout
from tournaments.formats.round_robin import RoundRobin

KNOCKOUT: Final = Knockout.name
FORMATS: Final[dict[str, Format]] = {format_.name: format_ for format_ in (Knockout(), RoundRobin())}
"""Every format by its name, as a stage has it."""
