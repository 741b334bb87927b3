"""报名表, blank and filled, as annex 4 of S000 has it: leader and coach, then every place of every team."""

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.entries.forms import BranchEntry, PlayerEntry, in_full
from tournaments.entries.rosters import Place
from web.documents.blocks import Block, Break, Content, Facts, Signatures, Table, Text, paper
from web.documents.document import Pages, Wish
from web.documents.reading import Reading
from words.entries import GENDERS
from words.names import dated, hour, ordinal


def blank_form(reading: Reading, wish: Wish) -> Pages:
    """One page for any branch, with as many teams as most may send."""
    quotas = [place.quota for place in reading.forms] or [2]
    usual = max(set(quotas), key=quotas.count)
    blank = Place(0, "", usual, BranchEntry())
    blocks = _form(reading, blank, contact=_empty_contact())
    return paper(reading, wish, _("Entry form"), blocks, subtitle=_closing(reading))


def filled_forms(reading: Reading, wish: Wish) -> Pages:
    """A page a branch, with what is saved; places that are open stay empty."""
    blocks: list[Block] = []
    for place in reading.forms:
        blocks += [Break()] if blocks else []
        blocks += _form(reading, place, contact=_contact(place.saved))
    return paper(reading, wish, _("Entry forms"), blocks, subtitle=_closing(reading))


def _form(reading: Reading, place: Place, contact: Sequence[tuple[str, str]]) -> Iterator[Block]:
    form = in_full(place.saved, quota=place.quota, seats=reading.tournament.seats)
    yield Facts([(_("Branch"), place.name or "＿" * 10), (_("Quota"), str(place.quota))])
    leader = PlayerEntry(form.leader, form.leader_gender, form.leader_remark)
    rows: list[list[Content]] = [_line(_("Leader and coach"), leader)]
    for team in form.teams:
        label = pgettext("entry form", "Player, %(team)s") % {"team": ordinal(team.ordinal)}
        rows += [_line(label, player) for player in team.players]
    head = ["", _("Name"), _("Gender"), _("Remark")]
    yield Table(head, ("34", "1fr", "22", "1.2fr"), rows, height=11, size=11.5, left=(3,))
    yield Facts(contact)
    yield Text(_("A person plays in one team only. What nobody needs stays empty."), is_small=True)
    yield Signatures([_("Branch (seal)"), _("Signed by the leader"), _("Date")])


def _line(label: str, player: PlayerEntry) -> list[Content]:
    return [label, player.name, str(GENDERS[player.gender]) if player.gender else "", player.remark]


def _contact(form: BranchEntry) -> list[tuple[str, str]]:
    return [
        (_("Contact"), form.contact_name),
        (_("Telephone"), form.contact_phone),
        (_("E-mail"), form.contact_mail),
    ]


def _empty_contact() -> list[tuple[str, str]]:
    return [(_("Contact"), "＿" * 10), (_("Telephone"), "＿" * 10)]


def _closing(reading: Reading) -> str:
    closes = reading.tournament.closes_at
    return _("Registration closes on %(day)s at %(hour)s.") % {"day": dated(closes), "hour": hour(closes)}
