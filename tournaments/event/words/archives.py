"""Words about the file of an event, and about what is forgotten of people."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.codes import Code, TournamentEvent

PROBLEMS: dict[str, Promise] = {
    Code.EVENT_FILE_UNREADABLE: _(
        "This is not the file of an event. Please send the .zip as the page Archive gave it, or the event.json in it."
    ),
    Code.EVENT_FILE_NEWER: _(
        "The file comes from a newer program (version %(version)s of the file). Please upgrade this site first."
    ),
    Code.EVENT_FILE_WRONG: _("The file was changed or damaged: at %(place)s it is not as it must be (%(why)s)."),
    Code.EVENT_FILE_INCONSISTENT: _(
        "The file was changed or damaged: its parts do not fit together. Nothing was made."
    ),
    Code.EVENT_HERE_ALREADY: _("%(event)s is on this site already, at /e/%(slug)s/. This makes a second one."),
    Code.NOBODY_OF_THAT_NAME: _("Please choose a person of this event."),
    Code.FORGETS_FOR_GOOD: _(
        "The names and data of %(people)s people will be removed for good. This cannot be taken back."
    ),
    Code.SERIES_PARTED: _(
        "The event counts in a series, which knows its teams by the names: its table would take them for others."
    ),
}
EVENTS: dict[str, Promise] = {
    TournamentEvent.TOURNAMENT_IMPORTED: _("The event was read in from a file."),
    # no event comes from there any more; what did is still in journals
    TournamentEvent.CHALLONGE_IMPORTED: _(
        "Taken over from Challonge: %(participants)s participants, positions of %(matches)s matches."
    ),
    TournamentEvent.PERSON_FORGOTTEN: _("%(branch)s: the personal data of %(placeholder)s were removed."),
    TournamentEvent.PEOPLE_FORGOTTEN: _("The personal data of everybody were removed."),
}
