"""Words about the site: sign-in, forms, reasons, keys; about the file by which an event leaves it, and about what is
forgotten of people; about chat groups, tokens, webhooks, wordings and announcements."""

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
    Code.CHANNEL_ADDRESS_INVALID: _("This is not an address of that service. It looks like this: %(example)s"),
    Code.CHANNEL_ADDRESS_PRIVATE: _(
        "This address leads into a private network. Only whoever runs the machine can allow that"
        " (GUANDAN_PRIVATE_CHANNELS)."
    ),
    Code.CHANNEL_TWICE: _("This event has a channel with that address already."),
    Code.TOO_MANY_CHANNELS: _("An event has at most %(most)s channels."),
    Code.SCOPE_BEYOND_ROLE: _("You have no role for that in this event: %(scopes)s"),
    Code.TOO_MANY_TOKENS: _("An event has at most %(most)s tokens that are valid; please take one back."),
    Code.TOO_MANY_WEBHOOKS: _("An event has at most %(most)s webhooks."),
    Code.WEBHOOK_ADDRESS_INVALID: _("This is not an address that a program can be told at: https://…"),
    Code.QUIET_HALF: _("Please give both ends of the quiet hours, or none."),
    Code.TEXT_EMPTY: _("Please write something here."),
    Code.VARIABLE_UNKNOWN: _("This kind of notice does not know: %(names)s. Please use one of the variables listed."),
    Code.FILE_KIND: _("Such a file cannot be attached to e-mails. Possible kinds: %(kinds)s"),
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
    TournamentEvent.CHANNEL_ADDED: _("The channel %(name)s was added."),
    TournamentEvent.CHANNEL_CHANGED: _("The channel %(name)s was changed."),
    TournamentEvent.CHANNEL_REMOVED: _("The channel %(name)s was removed."),
    TournamentEvent.CHANNEL_TESTED: _("A test was sent to the channel %(name)s."),
    TournamentEvent.PUSH_SUBSCRIBED: _("A device asked to be told of a team or branch."),
    TournamentEvent.PUSH_UNSUBSCRIBED: _("A device is no longer told of a team or branch."),
    TournamentEvent.TOKEN_MADE: _("A token for programs was made: %(name)s."),
    TournamentEvent.TOKEN_REVOKED: _("The token %(name)s was taken back."),
    TournamentEvent.WEBHOOK_ADDED: _("The webhook %(name)s was added."),
    TournamentEvent.WEBHOOK_REMOVED: _("The webhook %(name)s was removed."),
    TournamentEvent.WEBHOOK_TESTED: _("A test was sent to the webhook %(name)s."),
    TournamentEvent.WEBHOOK_DISABLED: _(
        "The webhook %(name)s was switched off: nothing could be delivered there any more."
    ),
    TournamentEvent.WEBHOOK_ENABLED: _("The webhook %(name)s was switched on again."),
    TournamentEvent.CALL_REPEATED: _("Something was sent to the webhook %(name)s again."),
    TournamentEvent.MAILING_CHANGED: _("The office chose which notices go out by e-mail."),
    TournamentEvent.WORDING_CHANGED: _("Notices were put into words of the event's own: %(notice_name)s."),
    TournamentEvent.WORDING_RESTORED: _("Notices have the usual words again: %(notice_name)s."),
    TournamentEvent.ANNOUNCEMENT_MADE: _("The office wrote an announcement."),
    TournamentEvent.ANNOUNCEMENT_WITHDRAWN: _("An announcement was withdrawn."),
}
NOTICES: dict[str, Promise] = {
    "draw_published": _("draw published"),
    "round_day_before": _("round, the day before"),
    "round_soon": _("round, half an hour before"),
    "match_day_before": _("your match, the day before"),
    "match_soon": _("your match, half an hour before"),
    "round_moved": _("round moved"),
    "challenged": _("your team is challenged"),
    "challenge_undone": _("a challenge was taken back"),
    "day_proposed": _("a day is proposed for your match"),
    "day_agreed": _("the day of your match is agreed"),
    "day_awaited": _("your match has no day yet"),
    "result_awaited": _("the result of your match is awaited"),
    "round_closes": _("last day of a round"),
    "match_called": _("your match is called"),
    "call_undone": _("the call was taken back"),
    "result": _("result"),
    "awards": _("awards"),
    "recall": _("correction"),
    "announcement": _("announcement of the office"),
    "withdrawn": _("announcement withdrawn"),
    "channel_test": _("test of a channel"),
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
