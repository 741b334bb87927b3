"""Words about the site: sign-in, forms, reasons, keys; about the file by which an event leaves it, and about what is
forgotten of people."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from journal.receipts import ReceiptCode
from journal.refusals import ConflictCode
from journal.texts import ReasonCode
from tournaments.codes import Code, TournamentEvent

PROBLEMS: dict[str, Promise] = {
    ConflictCode.CHANGED_MEANWHILE: _(
        "Somebody else changed this meanwhile. The page now shows the current state; please look and try again."
    ),
    ConflictCode.SAVED_MEANWHILE: _("Somebody else saved this meanwhile; what you typed is not saved yet."),
    ConflictCode.KEY_REUSED: _(
        "This form was sent before with other contents. Please check the page and send it again."
    ),
    ConflictCode.NOT_SAVED_YET: _(
        "You are signed in again, and what you had typed is here. It is not saved yet: please look, and save."
    ),
    ReasonCode.REASON_MISSING: _("Please give the reason."),
    ReasonCode.REASON_TOO_LONG: _("This is too long: at most %(most)s characters."),
    Code.NOTHING_TO_SEND: _("Nothing is left to be sent: it was sent, it is too late, or nobody has an address."),
    ReceiptCode.KEY_INVALID: _("The key of a request has at most %(most)s printable characters."),
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
    TournamentEvent.NOTICE_SENT_AGAIN: _("What had reached nobody was sent again: %(n)s messages."),
    TournamentEvent.NOTICE_REWORDED: _("A notice that waits was put into other words: %(title)s."),
    TournamentEvent.TOURNAMENT_IMPORTED: _("The event was read in from a file."),
    # no event comes from there any more; what did is still in journals
    TournamentEvent.CHALLONGE_IMPORTED: _(
        "Taken over from Challonge: %(participants)s participants, positions of %(matches)s matches."
    ),
    TournamentEvent.PERSON_FORGOTTEN: _("%(branch)s: the personal data of %(placeholder)s were removed."),
    TournamentEvent.PEOPLE_FORGOTTEN: _("The personal data of everybody were removed."),
}
VALUES: dict[str, Promise] = {
    "min_value": _("Please give a number of at least %(limit_value)s."),
    "max_value": _("Please give a number of at most %(limit_value)s."),
    "max_length": _("This is too long: at most %(limit_value)s characters."),
}
INVALID: dict[str, Promise] = {
    "number": _("Please give a whole number."),
    "day": _("Please give a date, such as 2026-11-29."),
    "moment": _("Please give a date and a time, such as 2026-11-29 12:30."),
    "mail": _("This is not an e-mail address, such as name@example.com."),
}
LINE_BREAK = _("This is one line: please take the line break in it out.")
YES_NO: dict[bool, Promise] = {True: pgettext_lazy("value", "yes"), False: pgettext_lazy("value", "no")}
