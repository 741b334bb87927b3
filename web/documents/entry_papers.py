"""报名表, blank and filled, as annex 4 of S000 has it: leader and coach, then every place of every team; and what a
branch signs and seals of its own."""

from collections.abc import Iterator, Sequence

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.bracket.words.names import dated, hour, ordinal
from tournaments.entries.fields import GENDER, PERSON, BranchEntry, PlayerEntry, Section, TeamEntry, section_rows
from tournaments.entries.files.branch_lists import ListedBranch
from tournaments.entries.forms import in_full
from tournaments.entries.queries.entries import OpenedEntry
from tournaments.entries.queries.links import my_token
from tournaments.entries.words import value_words
from tournaments.states import EntryState
from web.documents.blocks import Block, Break, Cell, Content, Facts, Signatures, Table, Text, paper
from web.documents.document import EventReading, Options, Pages

_LINE = tuple(row for row in section_rows(Section.PLAYER) if not row.is_folded)
_WIDTHS = ("34", *("22" if row.kind is GENDER else "1fr" if row.kind is PERSON else "1.2fr" for row in _LINE))


def blank_form(reading: EventReading, options: Options) -> Pages:
    """One page for any branch, with as many teams as most may send."""
    quotas = [place.quota for place in reading.forms] or [2]
    usual = max(set(quotas), key=quotas.count)
    blank = ListedBranch(0, "", usual, BranchEntry())
    contact = [(_("Contact"), "＿" * 10), (_("Telephone"), "＿" * 10)]
    blocks = _form(reading, blank, contact=contact)
    return paper(reading, options, _("Entry form"), blocks, subtitle=_closing(reading))


def filled_forms(reading: EventReading, options: Options) -> Pages:
    """A page a branch, with what is saved; places that are open stay empty."""
    blocks: list[Block] = []
    for place in reading.forms:
        blocks += [Break()] if blocks else []
        blocks += _form(reading, place, contact=_contact(place.saved))
    return paper(reading, options, _("Entry forms"), blocks, subtitle=_closing(reading))


def confirmation(reading: EventReading, opened: OpenedEntry) -> Pages:
    """What the branch handed in, with places for signature and seal; the code opens its own matches."""
    branch, form = opened.branch, opened.form
    at = timezone.localtime(branch.handed_in_at or branch.saved_at)
    rows: list[list[Content]] = []
    for team in form.filled:
        label = _team(ordinal(team.ordinal), team)
        if team.ordinal in opened.withdrawn:
            label += f" ({_('withdrawn')})"
        for number, player in enumerate(team.players):
            first: list[Content] = [Cell(label, rows=len(team.players))] if number == 0 else []
            rows.append([*first, *_values(player)])
    blocks: list[Block] = [
        Facts([(_("Branch"), branch.name), (pgettext("confirmation", "Handed in"), f"{at:%Y-%m-%d %H:%M}")]),
        _people(form, rows),
        Facts(_contact(form)),
        Signatures([_("Signature of the leader"), _("Branch (seal)"), _("Date")]),
    ]
    subtitle = _("accepted by the office") if branch.state == EntryState.ACCEPTED else ""
    token = my_token(reading.tournament, branch=branch.pk)
    return paper(reading, Options(), _("Entry form"), blocks, subtitle=subtitle, leads_to="my_matches", token=token)


def _form(reading: EventReading, place: ListedBranch, contact: Sequence[tuple[str, str]]) -> Iterator[Block]:
    form = in_full(place.saved, quota=place.quota, lines=reading.tournament.most_players)
    yield Facts([(_("Branch"), place.name or "＿" * 10), (_("Quota"), str(place.quota))])
    rows: list[list[Content]] = []
    for team in form.teams:
        named = {"team": ordinal(team.ordinal)}
        label = _team(pgettext("entry form", "Player, %(team)s") % named, team)
        reserve = pgettext("entry form", "Reserve, %(team)s") % named
        for number, player in enumerate(team.players):
            rows.append([label if number < reading.tournament.fewest_players else reserve, *_values(player)])
    yield _people(form, rows)
    yield Facts(contact)
    yield Text(_("A person plays in one team only. What nobody needs stays empty."), is_small=True)
    yield Signatures([_("Branch (seal)"), _("Signed by the leader"), _("Date")])


def _values(player: PlayerEntry) -> list[Content]:
    return [value_words(row, player) for row in _LINE]


def _people(form: BranchEntry, players: Sequence[Sequence[Content]]) -> Table:
    """The leader under the headings of the players, then these."""
    values = {row.part: value_words(row, form) for row in section_rows(Section.LEADER)} | {"name": form.saved_leader}
    leader = [_("Leader and coach"), *(values.get(row.part, "") for row in _LINE)]
    head = ["", *(str(row.heading) for row in _LINE)]
    return Table(head, _WIDTHS, [leader, *players], height=11, size=11.5, left=(3,))


def _team(label: str, team: TeamEntry) -> str:
    """With what the team says of itself."""
    return " ".join(filter(None, (label, *(value_words(row, team) for row in section_rows(Section.TEAM)))))


def _contact(form: BranchEntry) -> list[tuple[str, str]]:
    return [(str(row.label), value_words(row, form)) for row in section_rows(Section.CONTACT)]


def _closing(reading: EventReading) -> str:
    closes = reading.tournament.closes_at
    return _("Registration closes on %(day)s at %(hour)s.") % {"day": dated(closes), "hour": hour(closes)}
