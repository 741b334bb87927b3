"""Words about the forms that branches hand in by their links: problems, events, and the texts for chats."""

from collections.abc import Iterable

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.bracket.words.names import day, hour
from tournaments.codes import Code, TournamentEvent
from tournaments.entries.queries.links import OF_PLAY
from tournaments.models import Tournament

PROBLEMS: dict[str, Promise] = {
    Code.ENTRY_LINK_EXPIRED: _("Registration is over, so this link opens nothing any more. Please ask the office."),
    Code.ENTRY_LINK_REVOKED: _("The office has replaced or revoked this link. Please ask it for the current one."),
    Code.ENTRY_CLOSED: _(
        "Registration is closed, so the form can no longer be changed here. Please ask the office of the event."
    ),
    Code.NOBODY_TO_REMIND: _("No branch whose form is awaited has given an e-mail address. Send the text to a chat."),
    Code.NO_REMARK: _("Please say at one field at least what the branch has to correct."),
    Code.PHONES_DELETED: _("Telephones of %(count)s players are kept now. They will be deleted."),
    Code.OF_ANOTHER_BRANCH: _("%(branch)s is written here; this form is for %(own)s alone."),
}
EVENTS: dict[str, Promise] = {
    TournamentEvent.ENTRY_HANDED_IN: _("%(branch)s handed in its entry form."),
    TournamentEvent.ENTRY_RETURNED: _("The entry form of %(branch)s was returned with remarks."),
    TournamentEvent.ENTRY_ACCEPTED: _("The entry form of %(branch)s was accepted."),
    TournamentEvent.ENTRY_REMINDED: _("%(branch)s was reminded of its entry form."),
    TournamentEvent.PHONES_DELETED: _("The telephones that were kept of %(count)s players were deleted."),
    TournamentEvent.ENTRY_LINK_ISSUED: _("A link for the entry form of %(branch)s was made."),
    TournamentEvent.ENTRY_LINK_OPENED: _("The link of %(branch)s was opened on a phone or PC (%(devices)s so far)."),
    TournamentEvent.ENTRY_LINK_REVOKED: _("The link of %(branch)s was revoked."),
}
Link = tuple[str, str]
"""The name of a branch and its address, "" if it has none."""


def invitation(tournament: Tournament, branch: str, address: str) -> str:
    """What is pasted into the chat of one branch."""
    facts = {**_about(tournament), "branch": branch, "address": address}
    if tournament.own_days and tournament.state in OF_PLAY:
        words = gettext(
            "%(event)s: %(branch)s, by this link you agree on the days of your matches, enter results and confirm them."
            " Please pass it on to your own teams alone."
        )
        return words % facts + f"\n{address}"
    return (
        gettext(
            "%(event)s: %(branch)s, please open the link and hand in the entry form by %(day)s %(hour)s. It is for"
            " your branch alone, please do not pass it on."
        )
        % facts
        + f"\n{address}"
    )


def link_list(tournament: Tournament, links: Iterable[Link]) -> str:
    """The links of all branches as one list."""
    if tournament.own_days and tournament.state in OF_PLAY:
        head = gettext(
            "%(event)s: links by which the branches agree on their days and hand in results. Not for a group: each "
            "speaks for its branch, so please send each branch its own."
        )
        return _listed(head % _about(tournament), links)
    head = gettext(
        "%(event)s: links for the entry forms of the branches, until %(day)s %(hour)s. Not for a group: each link "
        "opens the form of its branch, so please send each branch its own."
    )
    return _listed(head % _about(tournament), links)


def my_links(tournament: Tournament, links: Iterable[Link]) -> str:
    """Where each branch finds its matches, as one list."""
    head = gettext("%(event)s: the matches of the branches, with a calendar that corrects itself")
    return _listed(head % _about(tournament), links)


def reminder(tournament: Tournament, names: Iterable[str]) -> str:
    """What reminds exactly those whose form is awaited; for a group, so without their links."""
    head = gettext(
        "%(event)s: registration closes on %(day)s at %(hour)s. The entry forms of these branches are still awaited:"
    )
    foot = gettext("Please use the link that your branch was sent.")
    return "\n".join([head % _about(tournament), *names, foot])


def own_reminder(tournament: Tournament, branch: str, address: str) -> str:
    """What reminds the contact of one branch alone, with its link if there is one."""
    sentence = gettext(
        "%(event)s: the entry form of %(branch)s is still awaited; registration closes on %(day)s at %(hour)s."
    )
    return "\n".join(filter(None, [sentence % {**_about(tournament), "branch": branch}, address]))


def _about(tournament: Tournament) -> dict[str, str]:
    return {"event": tournament.name, "day": day(tournament.closes_at), "hour": hour(tournament.closes_at)}


def _listed(head: str, links: Iterable[Link]) -> str:
    return "\n".join([head, *(" ".join(filter(None, link)) for link in links)])
