"""Words about chat groups, tokens, webhooks, wordings and announcements."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.codes import Code, TournamentEvent

PROBLEMS: dict[str, Promise] = {
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
