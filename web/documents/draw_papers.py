"""抽签封存码, 抽签记录: what hangs on the wall before a sealed draw, and how lots were drawn.

Both end with the closed list and places for signatures.
"""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.bracket.words.names import dated, hour, team_name, together
from tournaments.draw.queries.draws import DrawView
from tournaments.draw.queries.sheets import DrawnPosition
from tournaments.draw.words import breach_words, wish_words
from tournaments.states import BranchesApart, DrawMethod
from web.documents.blocks import Block, Break, Content, Facts, Heading, Signatures, Table, Text, closed_list, paper
from web.documents.document import EventReading, Options, Pages
from web.templatetags.site import group_name

LINES = 6
"""For numbers to be written by hand, two a line."""


def draw_seal(reading: EventReading, options: Options) -> Pages:
    """The seal of the draw that counts or is being made, and where the numbers that are called out are written down."""
    seal = reading.seal
    assert seal is not None
    sealed_at = f"{dated(seal.sealed_at)} {hour(seal.sealed_at)}"
    fingerprint = [seal.fingerprint[start : start + 8] for start in range(0, len(seal.fingerprint), 8)]
    sentence = _("It fixes list, rules and a secret. The lots follow from that secret and the numbers called out now.")
    called = [(each["by"], each["number"]) for each in seal.numbers]
    called += [("", "")] * (max(2 * LINES, len(called) + len(called) % 2) - len(called))
    numbers = [[*called[line], *called[line + 1]] for line in range(0, len(called), 2)]
    listed = [(str(number), team_name(team)) for number, team in seal.listed]
    blocks: list[Block] = [
        Facts([(_("Draw"), _number(seal.number)), (pgettext("draw", "Sealed"), sealed_at)]),
        Heading(_("Fingerprint")),
        Text(" ".join(fingerprint[:4]), size=16, indented=False),
        Text(" ".join(fingerprint[4:]), size=16, indented=False),
        Text(sentence, is_small=True),
        *(Text(wish_words(each), size=11) for each in seal.asked),
        Heading(_("Numbers called out")),
        Table([_("Branch"), _("Number")] * 2, ("1fr", "22") * 2, numbers, height=7, size=10, left=(0, 2)),
        Heading(_("The closed list")),
        closed_list([pgettext("closed list", "No."), _("Team")], ("8", "1fr"), listed),
        _signatures(),
    ]
    return paper(reading, options, _("Fingerprint of the draw"), blocks, subtitle=reading.tournament.place)


def draw_record(reading: EventReading, options: Options) -> Pages:
    """The draws that count, as they were confirmed: of every stage that is drawn."""
    blocks: list[Block] = []
    for draw in reading.draws:
        blocks += [Break()] if blocks else []
        if draw.stage:
            blocks.append(Heading(_("Stage %(number)s") % {"number": draw.stage}, level=1))
        blocks.append(Facts(_facts(draw)))
        checks = _checks(draw)
        if checks:
            blocks += [Heading(_("What was checked")), *(Text(check, size=11) for check in checks)]
        words = [_("The teams in the order from which they were drawn, with the positions they got.")]
        if draw.method == DrawMethod.PROGRAM:
            words.append(_("Whoever draws again with this list and this seed comes to the same sheet."))
        listed = [(str(row.number), team_name(row.team), str(row.position or "–")) for row in draw.listed]
        blocks += [
            Heading(_("Positions")),
            _positions(draw),
            Heading(_("The closed list")),
            Text(together(*words), is_small=True, stays_with_next=True),
            closed_list([pgettext("closed list", "No."), _("Team"), _("Position")], ("8", "1fr", "9"), listed),
            _signatures(),
        ]
    return paper(reading, options, _("Record of the draw"), blocks, subtitle=reading.tournament.place)


def _number(number: int) -> str:
    return pgettext("draw", "No. %(number)s") % {"number": number}


def _signatures() -> Signatures:
    return Signatures([_("For the organiser"), _("Chief referee"), _("Witness"), _("Date")])


def _facts(draw: DrawView) -> list[tuple[str, str]]:
    methods = {
        DrawMethod.PROGRAM: _("by the program"),
        DrawMethod.LOTS: _("lots drawn in the hall"),
        DrawMethod.RANKS: _("by the ranks of the season; teams that share one by lots from the seed"),
        DrawMethod.PLACES: _("by the places of the stage before; teams that share one by lots from the seed"),
    }
    facts = [
        (_("Draw"), _number(draw.number)),
        (_("Method"), methods[DrawMethod(draw.method)]),
        (_("Teams"), str(len(draw.listed))),
        (_("Byes"), str(sum(place.team is None for place in draw.places))),
        (_("Drawn"), f"{dated(draw.made_at)} {hour(draw.made_at)} {draw.made_by}".strip()),
    ]
    if draw.confirmed_at:
        confirmed = f"{dated(draw.confirmed_at)} {hour(draw.confirmed_at)} {draw.confirmed_by}".strip()
        facts.append((_("Confirmed"), confirmed))
    if draw.seed:
        facts.append((_("Seed"), draw.seed))
    if draw.reason:
        facts.append((_("Reason given"), draw.reason))
    return facts


def _checks(draw: DrawView) -> list[str]:
    """What the rules of the draw ask, and where the sheet breaks them."""
    if draw.breaches:
        return [breach_words(breach) for breach in draw.breaches]
    if not draw.is_sheet:
        return []
    checks = [_("No two byes meet")]
    if len(draw.halves) == 2:
        upper, lower = draw.halves
        checks.append(
            _("Byes: %(upper)s in the upper half, %(lower)s in the lower") % {"upper": upper.byes, "lower": lower.byes}
        )
    apart = draw.branches_apart
    if apart == BranchesApart.HALVES and len(draw.halves) == 2:
        checks.append(_("Each branch is split over the halves"))
    if apart == BranchesApart.NONE:
        checks.append(_("Drawn by lot alone: teams of one branch are not kept apart"))
    elif not draw.within_branch:
        checks.append(_("No branch meets itself in the first round"))
    early = [wish_words(draw.first_rounds)] if draw.first_rounds else []
    return [pgettext("between two names", ", ").join(checks) + pgettext("end of a sentence", "."), *early]


def _positions(draw: DrawView) -> Table:
    rows: list[list[Content]]
    if draw.is_sheet and len(draw.halves) == 2:  # the upper half beside the lower one
        upper, lower = ([place for p in half.pairings for place in p.places] for half in draw.halves)
        head = [_("Position"), _("Upper half"), _("Position"), _("Lower half")]
        rows = [
            [str(one.position), _named(one), str(other.position), _named(other)]
            for one, other in zip(upper, lower, strict=True)
        ]
        is_whole = len(rows) <= 32
        return Table(head, ("16", "1fr", "16", "1fr"), rows, height=5.8, size=9, left=(1, 3), stays_whole=is_whole)
    if any(place.group for place in draw.places):
        head = [_("Position"), pgettext("column", "Group"), _("Team")]
        rows = [[str(p.position), group_name(p.group) if p.group else "", _named(p)] for p in draw.places]
        return Table(head, ("20", "24", "1fr"), rows, height=6.4, size=9.5)
    rows = [[str(place.position), _named(place)] for place in draw.places]
    return Table([_("Position"), _("Team")], ("20", "1fr"), rows, height=6.4, size=9.5)


def _named(place: DrawnPosition) -> str:
    return team_name(place.team) if place.team else pgettext("slot", "bye")
