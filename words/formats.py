"""Formats and standings in words."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.formats import Knockout, RoundRobin
from tournaments.formats.format import Because
from tournaments.states import Code, TournamentEvent

FORMAT_NAMES: dict[str, Promise] = {
    Knockout.name: _("Knockout: whoever loses is out"),
    RoundRobin.name: _("Round robin: 3 to 6 teams, everybody meets everybody"),
}
"""As the office chooses one."""

TITLES: dict[str, Promise] = {Knockout.name: _("Bracket"), RoundRobin.name: _("Standings")}
"""The page that shows the stage."""

BECAUSE: dict[str, Promise] = {
    Because.ROUND: _("by round"),
    Because.WINS: _("by wins"),
    Because.DIFFERENCE: _("equal wins: by levels"),
    Because.MUTUAL: _("equal levels too: by their own match"),
    Because.LOT: _("equal in everything: by lot"),
    Because.LEFT: _("left the event"),
}
"""Why a team stands where it does."""

PROBLEMS: dict[str, Promise] = {
    Code.STAGE_OPEN: _("The stage before is not over yet."),
    Code.LATER_STAGE_DRAWN: _(
        "The places of this stage were taken over into stage %(stage)s. Discard that draw first, then correct."
    ),
}

EVENTS: dict[str, Promise] = {
    TournamentEvent.STAGE_ADDED: pgettext_lazy("history", "Stage %(stage)s was added, for the first %(places)s."),
}
