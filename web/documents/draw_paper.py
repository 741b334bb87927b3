"""抽签记录: how lots were drawn, what was checked, the sheet, the closed list, and places for signatures."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.bracket.words.names import dated, hour, team_name
from tournaments.draw.queries.draws import DrawnPosition, DrawView
from tournaments.draw.words import breach_words
from tournaments.states import DrawMethod
from web.documents.blocks import Block, Break, Content, Facts, Heading, Signatures, Table, Text, paper
from web.documents.document import Pages, Wish
from web.documents.reading import Reading
from web.templatetags.site import group_name


def draw_record(reading: Reading, wish: Wish) -> Pages:
    """The draws that count, as they were confirmed: of every stage that is drawn."""
    blocks = [block for draw in reading.draws for block in _blocks(reading, draw)]
    return paper(reading, wish, _("Record of the draw"), blocks, subtitle=reading.tournament.place)


def _blocks(reading: Reading, draw: DrawView) -> Iterator[Block]:
    if draw is not reading.draws[0]:
        yield Break()
    if draw.stage:
        yield Heading(_("Stage %(number)s") % {"number": draw.stage}, level=1)
    yield Facts(_facts(draw))
    checks = _checks(draw)
    if checks:
        yield Heading(_("What was checked"))
        for check in checks:
            yield Text(check, size=11)
    yield Heading(_("Positions"))
    yield _halves(draw) if len(draw.halves) == 2 else _positions(draw)
    yield Heading(_("The closed list"))
    yield Text(_("The teams in the order from which they were drawn, with the positions they got."), is_small=True)
    yield _closed_list(draw)
    if draw.method == DrawMethod.PROGRAM:
        words = {"slug": reading.tournament.slug, "number": draw.number}
        again = _("List and seed lead to the same sheet on every machine: manage.py redraw %(slug)s %(number)s")
        yield Text(again % words, is_small=True)
    yield Signatures([_("For the organiser"), _("Chief referee"), _("Witness"), _("Date")])


def _facts(draw: DrawView) -> list[tuple[str, str]]:
    methods = {
        DrawMethod.PROGRAM: _("by the program"),
        DrawMethod.LOTS: _("lots drawn in the hall"),
        DrawMethod.RANKS: _("by the ranks of the season; teams that share one by lots from the seed"),
        DrawMethod.PLACES: _("by the places of the stage before; teams that share one by lots from the seed"),
    }
    drawn = f"{dated(draw.made_at)} {hour(draw.made_at)} {draw.made_by}".strip()
    facts = [
        (_("Draw"), pgettext("draw", "No. %(number)s") % {"number": draw.number}),
        (_("Method"), methods[DrawMethod(draw.method)]),
        (_("Teams"), str(len(draw.listed))),
        (_("Byes"), str(sum(place.team is None for place in draw.places))),
        (_("Drawn"), drawn),
    ]
    if draw.confirmed_at:
        confirmed = f"{dated(draw.confirmed_at)} {hour(draw.confirmed_at)} {draw.confirmed_by}".strip()
        facts.append((_("Confirmed"), confirmed))
    return [*facts, *([(_("Seed"), draw.seed)] if draw.seed else []), *_reason(draw)]


def _reason(draw: DrawView) -> list[tuple[str, str]]:
    return [(_("Reason given"), draw.reason)] if draw.reason else []


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
    checks += [_("Each branch is split over the halves")] if draw.opposite_halves else []
    checks += [] if draw.within_branch else [_("No branch meets itself in the first round")]
    return [pgettext("between two names", ", ").join(checks) + pgettext("end of a sentence", ".")]


def _halves(draw: DrawView) -> Table:
    """The upper half beside the lower one."""
    upper, lower = ([place for p in half.pairings for place in p.places] for half in draw.halves)
    head = [_("Position"), _("Upper half"), _("Position"), _("Lower half")]
    rows: list[list[Content]] = [
        [str(one.position), _named(one), str(other.position), _named(other)]
        for one, other in zip(upper, lower, strict=True)
    ]
    return Table(head, ("16", "1fr", "16", "1fr"), rows, height=5.8, size=9, left=(1, 3), stays_whole=len(rows) <= 32)


def _positions(draw: DrawView) -> Table:
    groups = [pgettext("column", "Group")] if any(place.group for place in draw.places) else []
    head = [_("Position"), *groups, _("Team")]
    rows = [
        [str(place.position), *([group_name(place.group)] if place.group else []), _named(place)]
        for place in draw.places
    ]
    widths = ("20", *(("24",) if groups else ()), "1fr")
    return Table(head, widths, rows, height=6.4, size=9.5)


def _named(place: DrawnPosition) -> str:
    return team_name(place.team) if place.team else pgettext("slot", "bye")


def _closed_list(draw: DrawView) -> Table:
    """In three columns, each read from the top down."""
    listed = [(str(row.number), team_name(row.team), str(row.position or "–")) for row in draw.listed]
    deep = -(-len(listed) // 3)
    padded = [*listed, *[("", "", "")] * (deep * 3 - len(listed))]
    rows = [[cell for start in range(3) for cell in padded[line + start * deep]] for line in range(deep)]
    head = [pgettext("closed list", "No."), _("Team"), _("Position")] * 3
    return Table(head, ("8", "1fr", "9") * 3, rows, height=5.3, size=8, left=(1, 4, 7))
