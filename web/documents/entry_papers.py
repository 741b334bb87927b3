"""报名表, blank and filled, as annex 4 of S000 has it: leader and coach, then every place of every team; and what a
branch signs and seals of its own."""

from collections.abc import Iterator, Sequence

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.bracket.words.names import dated, hour, ordinal
from tournaments.entries.files.rosters import Place
from tournaments.entries.forms import BranchEntry, PlayerEntry, in_full
from tournaments.entries.queries.entries import OpenedEntry
from tournaments.entries.queries.my_links import my_token
from tournaments.entries.words.entries import GENDERS
from tournaments.states import EntryState
from web.documents.blocks import Block, Break, Cell, Content, Facts, Lead, Signatures, Table, Text, paper
from web.documents.document import Pages, Wish
from web.documents.reading import Reading

_WIDTHS = ("34", "1fr", "22", "1.2fr")


def blank_form(reading: Reading, wish: Wish) -> Pages:
    """One page for any branch, with as many teams as most may send."""
    quotas = [place.quota for place in reading.forms] or [2]
    usual = max(set(quotas), key=quotas.count)
    blank = Place(0, "", usual, BranchEntry())
    contact = [(_("Contact"), "＿" * 10), (_("Telephone"), "＿" * 10)]
    blocks = _form(reading, blank, contact=contact)
    return paper(reading, wish, _("Entry form"), blocks, subtitle=_closing(reading))


def filled_forms(reading: Reading, wish: Wish) -> Pages:
    """A page a branch, with what is saved; places that are open stay empty."""
    blocks: list[Block] = []
    for place in reading.forms:
        blocks += [Break()] if blocks else []
        blocks += _form(reading, place, contact=_contact(place.saved))
    return paper(reading, wish, _("Entry forms"), blocks, subtitle=_closing(reading))


def confirmation(reading: Reading, opened: OpenedEntry) -> Pages:
    """What the branch handed in, with places for signature and seal; the code opens its own matches."""
    branch, form = opened.branch, opened.form
    at = timezone.localtime(branch.handed_in_at or branch.saved_at)
    rows: list[list[Content]] = [
        _line(_("Leader and coach"), PlayerEntry(form.leader_kept, form.leader_gender, form.leader_remark))
    ]
    for team in form.filled:
        label = ordinal(team.ordinal) + (f" ({_('withdrawn')})" if team.ordinal in opened.withdrawn else "")
        (_own, *first), *others = [_line("", player) for player in team.players]
        rows += [[Cell(label, rows=len(team.players)), *first], *(line[1:] for line in others)]
    blocks: list[Block] = [
        Facts([(_("Branch"), branch.name), (pgettext("confirmation", "Handed in"), f"{at:%Y-%m-%d %H:%M}")]),
        Table(_head(), _WIDTHS, rows, height=11, size=11.5, left=(3,)),
        Facts(_contact(form)),
        Signatures([_("Signature of the leader"), _("Branch (seal)"), _("Date")]),
    ]
    said = _("accepted by the office") if branch.state == EntryState.ACCEPTED else ""
    token = my_token(reading.tournament, branch=branch.pk)
    return paper(reading, Wish(), _("Entry form"), blocks, subtitle=said, leads_to=Lead("my_matches", token))


def _form(reading: Reading, place: Place, contact: Sequence[tuple[str, str]]) -> Iterator[Block]:
    form = in_full(place.saved, quota=place.quota, seats=reading.tournament.seats)
    yield Facts([(_("Branch"), place.name or "＿" * 10), (_("Quota"), str(place.quota))])
    leader = PlayerEntry(form.leader, form.leader_gender, form.leader_remark)
    rows: list[list[Content]] = [_line(_("Leader and coach"), leader)]
    for team in form.teams:
        label = pgettext("entry form", "Player, %(team)s") % {"team": ordinal(team.ordinal)}
        rows += [_line(label, player) for player in team.players]
    yield Table(_head(), _WIDTHS, rows, height=11, size=11.5, left=(3,))
    yield Facts(contact)
    yield Text(_("A person plays in one team only. What nobody needs stays empty."), is_small=True)
    yield Signatures([_("Branch (seal)"), _("Signed by the leader"), _("Date")])


def _head() -> list[str]:
    return ["", _("Name"), _("Gender"), _("Remark")]


def _line(label: str, player: PlayerEntry) -> list[Content]:
    return [label, player.name, str(GENDERS[player.gender]) if player.gender else "", player.remark]


def _contact(form: BranchEntry) -> list[tuple[str, str]]:
    return [
        (_("Contact"), form.contact_name),
        (_("Telephone"), form.contact_phone),
        (_("E-mail"), form.contact_mail),
    ]


def _closing(reading: Reading) -> str:
    closes = reading.tournament.closes_at
    return _("Registration closes on %(day)s at %(hour)s.") % {"day": dated(closes), "hour": hour(closes)}
