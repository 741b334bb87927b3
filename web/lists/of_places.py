"""积分、名次、奖项: who stands where, as lists."""

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.bracket.queries.awards import AwardList
from tournaments.bracket.queries.standings import StageView, final_places
from tournaments.bracket.words.formats import TIE_BREAKS, TITLES
from tournaments.bracket.words.names import listed, points, team_name
from tournaments.bracket.words.prizes import recipient_name
from tournaments.bracket.words.results import in_brackets, score_words, verdict_word
from tournaments.formats.format import Drawing
from tournaments.formats.tie_breaks import TieBreak
from web.displays.cross_table import CrossTable, Row, cross_tables
from web.displays.present import Present
from web.files.workbooks import Cell, Table
from web.lists.listing import Listing, ListPart, listing_of, table_of
from web.templatetags.site import group_name


def standings(present: Present, number: int = 0) -> Listing:
    """积分表 or 名次 of stage ``number``, or of the last one drawn (0); in the file those of all stages, the cross
    tables, and first of all the places of the whole event as far as they are decided."""
    drawn = [stage for stage in present.stages if stage.is_drawn]
    shown = [stage for stage in drawn if stage.label.number == number] or drawn[-1:]
    head = (pgettext("standings", "Place"), _("Team"))
    tables, parts = [], []
    # of a single stage its own table says the places of the event
    places = final_places(present.stages) if len(present.stages) > 1 else {}
    of_event = [(place, team_name(team)) for place, teams in sorted(places.items()) for team in teams]
    if of_event:
        tables.append(table_of(present, _("Places"), head, of_event))
    for stage in drawn:
        for table in cross_tables(stage):
            name = table_name(table, len(drawn))
            tables.append(_standing(present, table, name))
            if stage.drawing is Drawing.TABLE:
                tables.append(_crossed(present, table, name))
            if stage in shown:
                heading = name if table.group or len(drawn) > 1 else ""
                parts.append(ListPart(heading, tuple(_line(table, row) for row in table.rows), wide=1))
    page = reverse("bracket", args=[present.tournament.slug]) + (f"?stage={number}" if number else "")
    name = _("Standings") if all(map(_is_counted, shown)) else _("Places")
    tables = tables or [table_of(present, _("Standings"), head, [])]
    return Listing(present.tournament.name, name, page, present.now, tuple(tables), tuple(parts))


def awards(present: Present, award_list: AwardList) -> Listing:
    """获奖名单: every prize with its teams and players, and a place to sign for it."""
    won = [(award, winner) for award in award_list.awards for winner in award.winners]
    rows = [(award.name, team_name(winner.team), listed(winner.players), "") for award, winner in won]
    rows += [
        (prize.name, recipient_name(one), listed(one.players), "")
        for prize in award_list.prizes
        for one in prize.recipients
    ]
    head = (_("Award"), _("Team"), _("Players"), _("Received by"))
    name = _("List of awards") if award_list.confirmed_at else _("List of awards, not confirmed yet")
    parts = [
        ListPart(award.name, tuple((team_name(w.team), listed(w.players)) for w in award.winners), wide=1)
        for award in award_list.awards
        if award.winners
    ]
    parts += [
        ListPart(prize.name, tuple((recipient_name(o), listed(o.players)) for o in prize.recipients), wide=1)
        for prize in award_list.prizes
        if prize.recipients
    ]
    return listing_of(present, name, "results", [table_of(present, name, head, rows)], parts)


def best(stage: StageView, most: int) -> list[ListPart]:
    """The first ``most`` of a stage, or of each of its groups."""
    parts = []
    for table in cross_tables(stage):
        state = pgettext("standings", "final") if stage.is_over else pgettext("standings", "so far")
        rows = tuple(_line(table, row) for row in table.rows[:most])
        parts.append(ListPart(f"{table_name(table, 1)} {state}", rows, wide=1))
    return parts


def table_name(table: CrossTable, stages: int) -> str:
    """第 1 阶段 A组 积分表: of an event of so many ``stages``."""
    label = table.stage.label
    names = [
        _("Stage %(number)s") % {"number": label.number} if stages > 1 else "",
        str(group_name(table.group)) if table.group else "",
        str(TITLES[label.format]) if _is_counted(table.stage) else _("Places"),
    ]
    return " ".join(filter(None, names))


def _is_counted(stage: StageView) -> bool:
    """Do its places follow from a table, and not from rounds alone?"""
    return bool(stage.label.shape.criteria)


def decided_by(table: CrossTable, row: Row) -> str:
    """Why the team has its place; nothing before the first result."""
    return str(TIE_BREAKS[row.standing.decided_by].sentence) if table.has_begun else ""


def _standing(present: Present, table: CrossTable, name: str) -> Table:
    head = [pgettext("standings", "Place"), _("Team"), *(str(column.heading) for column in table.columns)]
    rows: list[tuple[Cell, ...]] = []
    for row in table.rows:
        numbers = [float(column.number(row.standing)) for column in table.columns]  # points may have quarters
        counted = [int(number) if number.is_integer() else number for number in numbers]
        rows.append((_place(table, row), team_name(row.team), *counted, decided_by(table, row)))
    return table_of(present, name, [*head, _("Why there")], rows)


def _place(table: CrossTable, row: Row) -> int | str:
    """In a group the place in it, shared where nothing decides."""
    if not (row.standing.place and table.has_begun):
        return "–"
    return row.place


def _line(table: CrossTable, row: Row) -> tuple[str, ...]:
    standing = row.standing
    record = _("%(won)s won, %(lost)s lost") % {"won": standing.won, "lost": standing.lost}
    if table.has_draws:
        record = _("%(won)s won, %(drawn)s drawn, %(lost)s lost") % {
            "won": standing.won, "drawn": standing.drawn, "lost": standing.lost,
        }  # fmt: skip
    if not _is_counted(table.stage):
        record = ""
    if standing.decided_by is TieBreak.STRUCK:
        record = decided_by(table, row)
    points_words = _("%(points)s points") % {"points": points(standing.points)} if table.has_points else ""
    return f"{_place(table, row)}", team_name(row.team), record, points_words


def _crossed(present: Present, table: CrossTable, name: str) -> Table:
    """交叉表: everybody against everybody; how it ended for the team of the row, its own level or points first."""
    rows: list[tuple[Cell, ...]] = []
    for row in table.rows:
        results = []
        for crossing in row.cells:
            match, own = crossing.match, crossing.own
            if match is None or own is None or not match.is_over:
                results.append("")
                continue
            score = score_words(match)
            if own is match.away:
                score = " : ".join(reversed(score.split(" : ")))
            result = f"{verdict_word(match, own)} {score}".strip()
            results.append(in_brackets(result) if match.is_struck else result)
        rows.append((row.number, team_name(row.team), *results))
    numbers = [str(row.number) for row in table.rows]
    return table_of(present, f"{name} {_('Cross table')}", (_("No."), _("Team"), *numbers), rows)
