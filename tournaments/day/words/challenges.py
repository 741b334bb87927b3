"""挑战: why one may not challenge the other, and what the history tells of it."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.codes import Code, TournamentEvent

PROBLEMS: dict[str, Promise] = {
    Code.LADDER_WITHOUT_OWN_DAYS: _(
        "On a ladder both sides choose the day of a match: first say in the settings how many days they have for it."
    ),
    Code.NO_LADDER: _("This event has no ladder, or its lots are not drawn yet."),
    Code.SEASON_AHEAD: _("The season begins on %(at)s."),
    Code.SEASON_OVER: _("The season is over."),
    Code.NOT_ON_LADDER: _("Both must stand on the ladder."),
    Code.OUT_OF_REACH: _("One may challenge who stands up to %(reach)s places above, nobody else."),
    Code.CHALLENGE_OPEN: _("%(branch)s, %(ordinal)s, has an open challenge: match %(number)s."),
    Code.MET_LATELY: _("They met a short time ago and may meet again from %(at)s on."),
    Code.CHALLENGES_OPEN: _("Challenges are still open: match %(numbers)s."),
}

EVENTS: dict[str, Promise] = {
    TournamentEvent.CHALLENGE_MADE: pgettext_lazy("history", "%(challenger)s challenges %(challenged)s."),
    TournamentEvent.CHALLENGE_WITHDRAWN: pgettext_lazy(
        "history", "%(challenger)s takes the challenge of %(challenged)s back."
    ),
    TournamentEvent.SEASON_CLOSED: pgettext_lazy("history", "The season was closed."),
    TournamentEvent.SEASON_REOPENED: pgettext_lazy("history", "The season is open again."),
}
