"""抽签指纹: what hangs on the wall before a sealed draw, and where the numbers that are called out are written down."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.bracket.words.names import dated, hour, team_name
from tournaments.draw.queries.records import SealView
from tournaments.draw.words import wish_words
from web.documents.blocks import Block, Facts, Heading, Signatures, Table, Text, paper
from web.documents.document import Pages, Wish
from web.documents.reading import Reading

LINES = 6
"""For numbers to be written by hand, two a line."""


def draw_seal(reading: Reading, wish: Wish) -> Pages:
    """The seal of the draw that counts or is being made."""
    seal = reading.seal
    assert seal is not None
    return paper(reading, wish, _("Fingerprint of the draw"), _blocks(seal), subtitle=reading.tournament.place)


def _blocks(seal: SealView) -> Iterator[Block]:
    yield Facts(
        [
            (_("Draw"), pgettext("draw", "No. %(number)s") % {"number": seal.number}),
            (pgettext("draw", "Sealed"), f"{dated(seal.sealed_at)} {hour(seal.sealed_at)}"),
        ]
    )
    yield Heading(_("Fingerprint"))
    groups = [seal.fingerprint[start : start + 8] for start in range(0, len(seal.fingerprint), 8)]
    yield Text(" ".join(groups[:4]), size=16, indented=False)
    yield Text(" ".join(groups[4:]), size=16, indented=False)
    sentence = _("It fixes list, rules and a secret. The lots follow from that secret and the numbers called out now.")
    yield Text(sentence, is_small=True)
    for each in seal.asked:
        yield Text(wish_words(each), size=11)
    yield Heading(_("Numbers called out"))
    yield _numbers(seal)
    yield Heading(_("The closed list"))
    yield _closed_list(seal)
    yield Signatures([_("For the organiser"), _("Chief referee"), _("Witness"), _("Date")])


def _numbers(seal: SealView) -> Table:
    called = [(each["by"], each["number"]) for each in seal.numbers]
    called += [("", "")] * (max(2 * LINES, len(called) + len(called) % 2) - len(called))
    rows = [[*called[line], *called[line + 1]] for line in range(0, len(called), 2)]
    head = [_("Branch"), _("Number")] * 2
    return Table(head, ("1fr", "22") * 2, rows, height=7, size=10, left=(0, 2))


def _closed_list(seal: SealView) -> Table:
    """In three columns, each read from the top down."""
    listed = [(str(number), team_name(team)) for number, team in seal.listed]
    deep = -(-len(listed) // 3)
    padded = [*listed, *[("", "")] * (deep * 3 - len(listed))]
    rows = [[cell for start in range(3) for cell in padded[line + start * deep]] for line in range(deep)]
    head = [pgettext("closed list", "No."), _("Team")] * 3
    return Table(head, ("8", "1fr") * 3, rows, height=5.3, size=8, left=(1, 3, 5))
