"""Words about entries, branches, the event's settings and people; the texts for the chats of branches."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from journal.words import Words
from tournaments.bracket.words.names import dated, day, hour, moment, ordinal
from tournaments.codes import Code, TournamentEvent
from tournaments.entries.fields import GENDER, Entry, EntryField
from tournaments.entries.files.questions import Asked
from tournaments.entries.queries.links import OF_PLAY
from tournaments.models import Tournament

GENDERS: dict[str, Promise | str] = Words() | {
    "": "—",
    "m": pgettext_lazy("gender", "man"),
    "f": pgettext_lazy("gender", "woman"),
}
SEATS: dict[int, Promise] = {1: _("Individuals"), 2: _("Pairs"), 3: _("Teams of three")}
ZONES: dict[str, Promise] = {
    "Asia/Shanghai": _("Beijing time"),
    "Asia/Urumqi": _("Urumqi time"),
    "Asia/Hong_Kong": _("Hong Kong time"),
    "Asia/Macau": _("Macao time"),
    "Asia/Taipei": _("Taipei time"),
    "Asia/Singapore": _("Singapore time"),
    "Asia/Tokyo": _("Tokyo time"),
    "Europe/London": _("London time"),
    "Europe/Berlin": _("Berlin time"),
    "America/New_York": _("New York time"),
    "America/Los_Angeles": _("Los Angeles time"),
    "UTC": _("Coordinated universal time"),
}
PROBLEMS: dict[str, Promise] = {
    Code.NAME_EMPTY: _("The name is missing."),
    Code.NAME_TOO_LONG: _("This name is too long: at most %(wide)s Chinese characters, or %(most)s letters."),
    Code.NAME_INVALID: _(
        "This is not a name that can be printed: please type it again, with letters or characters only."
    ),
    Code.NAME_CHARACTERS: _("%(characters)s cannot be part of a name."),
    Code.NAME_START: _("A name begins with a letter or a character, not with %(characters)s."),
    Code.NAME_WITHOUT_LETTER: _("This is not a name: there is no letter or character in it."),
    Code.MORE_THAN_ONE_PLAYER: _("%(count)s people are named here; each person has a field of their own."),
    Code.NAMES_SPREAD: _(
        "The %(count)s names pasted here are now in fields of their own. Please check them and save again."
    ),
    Code.NOT_PRINTABLE: _(
        "%(characters)s cannot be printed: no font of the papers has it, and an empty box would stand there."
    ),
    Code.NAMESAKE: _("%(name)s also appears in %(branch)s, %(ordinal)s. Is it another person of the same name?"),
    Code.NAMESAKE_SAME_GENDER: _(
        "%(name)s, of the same gender, also appears in %(branch)s, %(ordinal)s: probably the same person, who may play "
        "in one team only. Please ask."
    ),
    Code.TEAM_REMOVED: _("%(ordinal)s is empty now and would no longer be entered."),
    Code.TEXT_TOO_LONG: _("This is too long: at most %(most)s characters."),
    Code.NAME_TAKEN: _("%(name)s is in the list already."),
    Code.MAIL_INVALID: _("This is not an e-mail address, such as name@example.com."),
    Code.OVER_QUOTA: _("This branch may send %(quota)s teams; %(ordinal)s is one too many."),
    Code.IN_TWO_TEAMS: _(
        "%(name)s plays in %(ordinal)s already, and a person plays in one team only. Are these two people of one name? "
        "A remark on each, such as 大 and 小, tells them apart."
    ),
    Code.TWICE_IN_TEAM: _(
        "%(name)s appears twice in %(ordinal)s. Are these two people of one name? A remark on each, such as 大 and 小, "
        "tells them apart."
    ),
    Code.LOOKS_ALIKE: _(
        "%(name)s looks like %(other)s in %(ordinal)s, and a person plays in one team only. Are these two people? A "
        "remark on each, such as 大 and 小, tells them apart."
    ),
    Code.IN_ANOTHER_BRANCH: _(
        "%(name)s with the same e-mail is entered for %(branch)s, %(ordinal)s; a person plays for one branch only."
    ),
    Code.ONE_PLAYER_ONLY: _("Please give the name: a team has %(seats)s players, and in %(ordinal)s one is missing."),
    Code.NO_PLAYERS: _("No player is named yet. Save it as a draft, or fill in at least one team."),
    Code.GENDER_MISSING: _("No gender is given for %(names)s. That is allowed."),
    Code.GENDER_INVALID: _("Please choose a gender from the list, or leave it open."),
    Code.MORE_THAN_ONE_LEADER: _("%(count)s people are named here; a branch has at most one leader and coach."),
    Code.NO_LEADER: _("No leader and coach is named. That is allowed."),
    Code.AFTER_DEADLINE: _(
        "Registration is closed, so teams and names can no longer change here. "
        "Put the deadline off in the settings, or name a substitute on the team's page."
    ),
    Code.TEAM_CHANGED_AFTER_DRAW: _(
        "Lots are drawn, so teams and names can no longer change here. "
        "Correct a name, name a substitute or withdraw the team on the team's page."
    ),
    Code.TEAM_HAS_HISTORY: _(
        "A substitute was named for this place in %(ordinal)s, so it cannot be emptied. Withdraw the team instead."
    ),
    Code.SUBSTITUTION_NEEDS_CHIEF: _("Once play has begun only the chief referee can name a substitute."),
    Code.ANOTHER_PERSON: _(
        "%(now)s has no character of %(name)s. If it is another person, name a substitute; if it is the same, press "
        "the same button again."
    ),
    Code.TEAMS_HAVE_SEATS: _(
        "Teams of %(seats)s players are entered already. Take the entries back first, or leave the number as it is."
    ),
    Code.BRANCH_READ_AS: _("This is read as %(branch)s with a quota of %(quota)s."),
    Code.QUOTA_BELOW_TEAMS: _("This branch has entered a team %(teams)s already, so its quota cannot be %(quota)s."),
    Code.QUOTA_OUT_OF_RANGE: _("%(branch)s: the quota must be a number from 1 to %(most)s."),
    Code.BRANCH_HAS_TEAMS: _("%(branch)s has teams; a branch can be removed only without teams."),
    Code.VALUE_INVALID: _("Please choose one of the values offered."),
    Code.DATE_INVALID: _("Please give the date as year, month and day."),
    Code.ZONE_UNKNOWN: _("%(zone)s is not a time zone."),
    Code.RULE_OPTION_INVALID: _("This value does not fit the rules (%(option)s)."),
    Code.AFTER_DRAW: _("Lots are drawn; this can no longer be changed."),
    Code.CLOSES_AFTER_FIRST_ROUND: _("Registration must close before the first round starts."),
    Code.RATED_WITHOUT_NAMES: _("Ratings are public: they need whole names on the public pages."),
    Code.BOARDS_ON_OWN_DAYS: _("The boards of a team match begin together: its teams cannot choose their own day."),
    Code.PARTNERS_IN_ALL_STAGES: _(
        "Where everybody enters alone and changes partners, all stages are played so, and else none is."
    ),
    Code.PARTNERS_OF_TWO: _(
        "Where partners change two play on each side, at one board and at the hour of the round, without reserves."
    ),
    Code.GAME_OF_TWO: _(
        "This game is played two against two. Whoever enters alone plays it in the format in which partners change."
    ),
    Code.TABLES_OF_ONE_BOARD: _(
        "In this format whoever wins changes the table, so a match has one board. Choose one of the two."
    ),
    Code.DRAW_BEFORE_CLOSE: _("Lots cannot be drawn before registration closes."),
    Code.NUMBER_OUT_OF_RANGE: _("Please give a number from %(low)s to %(high)s."),
    Code.SLUG_INVALID: _("The address may hold small letters, digits and hyphens, at most 40."),
    Code.SLUG_TAKEN: _("There is an event at the address %(slug)s already; please choose another."),
    Code.PERSON_UNCLEAR: _(
        "Line %(line)s: “%(text)s” is not understood. Write names, one a line, each with a phone or a role if needed."
    ),
    Code.PERSON_TWICE: _(
        "%(name)s stands in line %(first)s and in line %(second)s. If they are two people, write each one's phone, or "
        "in brackets what tells them apart."
    ),
    Code.PERSON_KNOWN: _(
        "There is an account of %(name)s already (user name %(username)s). If it is the same person, take the name out "
        "of the list and give that account a role; otherwise a second account is made."
    ),
    Code.TOO_MANY_PEOPLE: _("These are too many at once: at most %(most)s people."),
    Code.USER_UNKNOWN: _("There is no account with the user name %(username)s."),
    Code.SECOND_PERSON_NEEDED: _(
        "This takes a second person: somebody else of the office, or the site's own office account."
    ),
    Code.NOT_SIGNED_IN_YET: _(
        "%(name)s has not signed in yet. Confirm the account once its owner has chosen a password."
    ),
    Code.ROLE_GRANTED_ALREADY: _("%(name)s has this role already."),
    Code.LAST_OFFICE: _("%(name)s is the last one who can run this event; give somebody else the role first."),
    Code.OWN_ROLE: _("This is your own role: without it you may no longer be able to work here."),
    Code.EVENT_NAME_TAKEN: _("There is an event of this name already (%(at)s). Say in the name what tells them apart."),
    Code.FIRST_DAY_PAST: _("The first match day, %(at)s, is in the past."),
    Code.FIRST_DAY_FAR: _("The first match day, %(at)s, is far ahead: please look at the year."),
    Code.EVENT_RUNNING: _("The event is being played. In the archive nothing can be entered any more."),
    Code.EVENT_DELETED: _("%(event)s with its %(teams)s teams will be deleted for good."),
    Code.EVENT_HAS_RESULTS: _("Something was played here already, so the event cannot be deleted. Archive it instead."),
    Code.ARCHIVED: _(
        "The event is in the archive, so nothing can be changed. Take it out of the archive in the settings first."
    ),
    Code.FILE_EMPTY: _("Please choose a file with something in it."),
    Code.FILE_TOO_LARGE: _("The file is too large: at most %(most)s MB. Pictures in it are not needed."),
    Code.FILE_IS_NO_TABLE: _(
        "This is not a table. Please send an .xlsx, .xls or .csv file; a table in Word or a PDF can be "
        "copied and pasted."
    ),
    Code.FILE_OF_ANOTHER_KIND: _(
        "Tables of this kind are not read (.ods, .xlsb, “Strict” .xlsx, or a web page that is called .xls). Please "
        "open it in Excel or WPS and save it again as .xlsx."
    ),
    Code.FILE_IS_PACKED: _("These are files packed into one. Please unpack it and send each table by itself."),
    Code.FILE_DAMAGED: _("The file cannot be opened. Please open it in Excel or WPS and save it again as .xlsx."),
    Code.FILE_IS_LOCKED: _("The file asks for a password. Please save it without one and send it again."),
    Code.FILE_HAS_MACROS: _(
        "The file holds macros, which are never run here. Please save it as .xlsx, without macros."
    ),
    Code.FILE_HAS_LINKS: _(
        "The file takes values from other files. Please copy everything, paste it as values only, and send it again."
    ),
    Code.FILE_HAS_TOO_MANY_ROWS: _("There are more than %(most)s rows. Please delete the empty ones at the end."),
    Code.FILE_HAS_NO_HEAD: _(
        "No row of headings was found. One row must say what is beneath it: branch, team, name, gender. Or begin "
        "each line with its branch and team, and the names behind them."
    ),
    Code.FILE_HAS_BAD_BYTES: _(
        "Line %(line)s holds characters that cannot be read. Please open the file in Excel or WPS, mend the line, and "
        "save it as .xlsx."
    ),
    Code.FILE_HAS_OPEN_QUOTE: _(
        "The quotation marks of line %(line)s are not in pairs, so that the lines behind it would be lost. Please "
        "delete the odd one, or save the table as .xlsx."
    ),
    Code.FILE_NAMES_NOBODY: _("Nobody is named in this file yet."),
    Code.CELL_IS_FORMULA: _(
        "This is a formula, or an error like #N/A. Please copy the cell and paste it as a value, or type what is meant."
    ),
    Code.NUMBER_CUT_SHORT: _(
        "Excel has cut this number short. Please format the cell as text, type the number again, and save the file."
    ),
    Code.WORD_UNCLEAR: _(
        "It is not clear what “%(word)s” says here. Please leave it out, or put headings above the list: branch, team, "
        "name, gender."
    ),
    Code.BRANCH_UNKNOWN: _("%(branch)s is not one of the branches of this event."),
    Code.BRANCH_MISSING: _("It is not said which branch this person belongs to."),
    Code.BRANCH_COLUMN_MISSING: _(
        "No column of this list was understood as the branch. Please call it “Branch”, or name the sheet after the "
        "branch."
    ),
    Code.TEAM_UNKNOWN: _("%(team)s is not a team: please write 1, 2 … or leader and coach."),
    Code.TEAM_IS_FULL: _("%(ordinal)s has %(seats)s players already; this one is too many."),
    Code.ACCOUNT_NOT_YOURS: _(
        "%(name)s also works outside this event, so only the union office can give a new password."
    ),
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
ASKED: dict[str, Promise] = Words() | {
    Asked.NAME: _("Which branch is this?"),
    Asked.NO_BRANCH: _("No branch is said: whose line is this?"),
    Asked.TWO_BRANCHES: _("Two branches are said: whose line is this?"),
    Asked.SAME_PEOPLE: _("The same people stand at several branches: whose line is this?"),
    Asked.SAME_NUMBER: _("The same number stands at another line below: is this one meant, too?"),
    Asked.WITHDRAWN: _("It says that they do not come: is the line meant?"),
    Asked.HIDDEN: _("These rows are hidden in the file: are they meant?"),
    Asked.STRUCK: _("These rows are struck out in the file: are they meant?"),
    Asked.NOT_APPROVED: _("These rows were refused or withdrawn: are they meant?"),
    Asked.SENT_AGAIN: _("The branch sent another form later: is this earlier one meant, too?"),
}
"""What is asked about a list."""
READ_LOOSELY = _("The list has no headings: each word was told by what it looks like. Please compare every line.")
EVENTS: dict[str, Promise] = {
    TournamentEvent.TOURNAMENT_CREATED: _("The event was created with %(branches)s branches."),
    TournamentEvent.TOURNAMENT_COPIED: _("It is held as %(source)s was."),
    TournamentEvent.TOURNAMENT_EDITED: _("The settings of the event were changed."),
    TournamentEvent.TOURNAMENT_ARCHIVED: _("The event was put into the archive."),
    TournamentEvent.TOURNAMENT_RESTORED: _("The event was taken out of the archive."),
    TournamentEvent.TOURNAMENT_DELETED: _("The event %(name)s, in which nothing was played, was deleted."),
    TournamentEvent.REHEARSAL_REMOVED: _("The rehearsal %(name)s had broken off and was removed."),
    TournamentEvent.ROLE_GRANTED: _("%(name)s was given a role."),
    TournamentEvent.ROLE_REVOKED: _("A role of %(name)s was taken back."),
    TournamentEvent.PASSWORD_RENEWED: _("%(name)s was given a new one-time password."),
    TournamentEvent.ACCOUNT_CONFIRMED: _("The account of %(name)s was confirmed by a second person."),
    TournamentEvent.BRANCH_ADDED: _("%(branch)s was added with a quota of %(quota)s."),
    TournamentEvent.BRANCH_EDITED: _("%(branch)s was changed; its quota is %(quota)s."),
    TournamentEvent.BRANCH_REMOVED: _("%(branch)s was removed."),
    TournamentEvent.ENTRY_SAVED: _("The entry form of %(branch)s was saved."),
    TournamentEvent.PLAYER_SUBSTITUTED: _("%(came)s plays instead of %(left)s."),
    TournamentEvent.NAME_CORRECTED: _("The name %(was)s is corrected to %(now)s."),
    TournamentEvent.TEAM_NAMED: _("The name of the team is now “%(now)s”."),
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


def value_words(row: EntryField, entry: Entry) -> str:
    """What stands in that field, as people read it; "" for nothing."""
    value: str = getattr(entry, row.name)
    return str(GENDERS.get(value, value)) if value and row.kind is GENDER else value


def shown(name: str, value: Any, now: datetime | None = None) -> Any:
    """A value as a sentence shows it: a team's ordinal reads 一队; a moment names its day unless that is today, and one
    that is in doubt (``at`` and the like, ISO 8601) its day with the year, by the clock that it names: an event may not
    be yet."""
    if isinstance(value, datetime):
        return moment(value, now or value)
    if name in ("at", "first_moment", "last_moment"):
        doubted = datetime.fromisoformat(value)
        with timezone.override(doubted.tzinfo):
            return f"{dated(doubted)} {hour(doubted)}"
    return team_or_leader(value) if name == "ordinal" else value


def team_or_leader(number: int) -> str:
    """一队; 0 is the leader and coach of the branch."""
    return ordinal(number) if number else gettext("leader and coach")


def not_read(parts: Iterable[tuple[str, str]], aside: Iterable[str] = ()) -> list[str]:
    """What of a file was not read: (sheet, heading of a column; "": all of it), and what stands between the lines."""
    column, sheet_words, aside_words = (
        gettext("column “%(heading)s”"),
        gettext("sheet “%(sheet)s”"),
        gettext("“%(text)s”"),
    )
    unread = [column % {"heading": heading} if heading else sheet_words % {"sheet": sheet} for sheet, heading in parts]
    return [*unread, *(aside_words % {"text": text} for text in aside)]


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
