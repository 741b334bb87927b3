"""Words about Challonge's JSON, in which events come and go."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.codes import Code, TournamentEvent

PROBLEMS: dict[str, Promise] = {
    Code.CHALLONGE_UNREADABLE: _("This is not a tournament of Challonge: look at %(place)s."),
    Code.CHALLONGE_TYPE: _("“%(type)s” is not a tournament_type that is known here."),
    Code.CHALLONGE_TOO_MANY: _("At most %(most)s of “%(what)s” are accepted."),
    Code.CHALLONGE_TWICE: _("“%(name)s” appears in the file twice."),
    Code.CHALLONGE_NAME_LONG: _("“%(name)s…” is longer than %(most)s characters."),
    Code.CHALLONGE_SHAPE: _("The matches make no whole %(type)s: %(names)s."),
    Code.CHALLONGE_SIZE: _("A %(type)s takes %(low)s to %(high)s participants here, not %(count)s."),
    Code.CHALLONGE_CANNOT_SAY: _("Challonge has no words for this way to play: %(format)s."),
}
EVENTS: dict[str, Promise] = {
    TournamentEvent.CHALLONGE_IMPORTED: _(
        "Taken over from Challonge: %(participants)s participants, positions of %(matches)s matches."
    ),
}
