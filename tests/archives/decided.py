"""What is decided of models and columns that are no part of the file of an event, for the tests that ask for each.

`archives.tables` says it of those that are.
"""

from typing import Final

LEFT_OUT: Final = {
    "tournaments.Booking": "stands beside the tables; its time is that of the round",
    "tournaments.Role": "who may do what belongs to the site",
    "tournaments.AccessLink": "opens a match on its own site alone",
    "tournaments.AccessDevice": "a phone known to its own site alone",
    "tournaments.Ceremony": "how a draw was shown; what was drawn is kept with the draw",
    "tournaments.OwnFile": "a template or picture stays with who laid it out; it may be sent again",
    "notices.Delivery": "who got which mail stays with who sent it",
    "notices.Attempt": "who got which mail stays with who sent it",
    "notices.Attachment": "was sent; the announcement names it",
    "notices.Channel": "leads to groups by secrets of the site",
    "notices.Mailing": "whom a site mails what is chosen there, like its channels",
    "notices.MailServer": "belongs to the site",
    "integrations.Token": "opens its own site alone",
    "integrations.Webhook": "leads to programs by secrets of the site",
    "integrations.Call": "who was told what stays with who sent it",
    "integrations.CallAttempt": "who was told what stays with who sent it",
    "tournaments.Placing": "is reckoned from the matches where the event is read in",
    "journal.Receipt": "answers to requests that this site got",
    "journal.SharedVersion": "counts what happened on its own site",
    "journal.Journal": "stands beside the event, with its version and time",
    "journal.Event": "stands with the journal, its references renumbered",
    "accounts.User": "of who acted the file holds the name",
    "accounts.Session": "belongs to the site",
    "accounts.Identity": "opens an account of the site",
}
"""Models that are no table of the file, each with the reason."""

HANDLED: Final = {
    "tournaments.Series.merged": "keys of competitors",
    "tournaments.Series.declined": "keys of competitors",
    "journal.Event.data": "like the texts, keys of competitors too",
    "integrations.CallAttempt.said": "emptied",
    "notices.Delivery.address": "an address that is none",
    "notices.Delivery.last_error": "emptied",
    "notices.Attempt.said": "emptied",
}
"""Columns that hold what belongs to a person, beside those of `archives.tables`, and what becomes of each."""
INNOCENT: Final = frozenset(
    f"{model}.{column}"
    for model, columns in {
        "accounts.User": "password username email name",
        "accounts.Session": "session_key session_data",
        "accounts.Identity": "issuer subject label",
        "integrations.Token": "name scopes digest hint",
        "integrations.Webhook": "name secret hint kinds",
        "integrations.Call": "message_id kind",
        "journal.Event": "kind subject",
        "journal.Receipt": "key digest answer",
        "journal.SharedVersion": "name",
        "tournaments.AccessDevice": "device",
        "tournaments.Ceremony": "teams lots",
        "notices.Delivery": "message_id together",
        "notices.Attempt": "message_id",
        "notices.Attachment": "name",
        "notices.Channel": "name secret mark hint silenced",
        "notices.Mailing": "silenced",
        "tournaments.OwnFile": "name",
        "notices.MailServer": "host username secret sender",
    }.items()
    for column in columns.split()
)
"""Columns in which no player, leader or contact is named. Accounts belong to who signs in, and stay; the seed of a draw
stays as it is, for it proves the draw."""
