"""报名、签到: what only the office and whoever runs the event take away."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.bracket.words.names import listed, ordinal, team_name
from tournaments.day.queries.arrivals import Arrival, Arrivals
from tournaments.entries.fields import BranchEntry, Entry, EntryField, Section, kept_rows, section_rows, values_of
from tournaments.entries.queries.entries import BranchBlock
from tournaments.entries.queries.teams import BranchLineUps
from tournaments.entries.words import value_words
from tournaments.states import TeamState
from web.displays.present import Present
from web.files.workbooks import Cell
from web.lists.listing import Listing, ListPart, listing_of, table_of
from web.lists.of_matches import FAR_TABLE
from web.templatetags.site import round_name


def entries(present: Present, blocks: Sequence[BranchBlock]) -> Listing:
    """报名表: everybody with gender, remark and mail, and the contacts of the branches: for the office alone."""
    of_team, of_player = section_rows(Section.TEAM), kept_rows(Section.PLAYER, present.tournament)
    head = (
        _("No."), _("Branch"), _("Leader and coach"), _("Team"), *_labels(of_team), _("State"), *_labels(of_player),
    )  # fmt: skip
    rows: list[tuple[Cell, ...]] = [
        (
            row.branch_number, row.branch, block.branch.leader_name, ordinal(row.ordinal), *_values(of_team, row.team),
            str(TeamState(row.state).label), *_values(of_player, row.player),
        )
        for block in blocks
        for row in block.rows
    ]  # fmt: skip
    of_branch = section_rows(Section.LEADER) + section_rows(Section.CONTACT)
    contact_head = (_("No."), _("Branch"), _("Quota"), *_labels(of_branch))
    contacts: list[tuple[Cell, ...]] = [
        (branch.number, branch.name, branch.quota, *_values(of_branch, BranchEntry(**values_of(BranchEntry, branch))))
        for branch in (block.branch for block in blocks)
    ]
    tables = [table_of(present, _("Entries"), head, rows), table_of(present, _("Branches"), contact_head, contacts)]
    parts = []
    for block in blocks:
        names: dict[int, list[str]] = {}  # names alone: a text is sent on
        for row in block.rows:
            if row.state == TeamState.ENTERED:
                names.setdefault(row.ordinal, []).append(row.player.name)
        if block.rows:
            lines = tuple((ordinal(number), listed(players)) for number, players in sorted(names.items()))
            parts.append(ListPart(f"{block.branch.number} {block.branch.name}", lines, wide=1))
    return listing_of(present, _("Entries"), "teams", tables, parts)


def by_branch(present: Present, arrived: Arrivals | None, line_ups: Sequence[BranchLineUps]) -> Listing:
    """签到表 by branch: everybody of the present round, a place to sign, and who is ticked already; before the draw
    everybody who is entered."""
    rows: list[tuple[Cell, ...]] = []
    parts = []
    if arrived is None:
        for branch in line_ups:
            for team in (team for team in branch.teams if not team.withdrawn):
                label = ordinal(team.label.ordinal)
                rows += [(branch.number, branch.name, label, player, "", "", "") for player in team.players]
    else:
        for block in arrived.branches:
            for arrival in block.teams:
                table = arrival.row.match.table or ""
                rows += [
                    (block.number, block.name, _ordinal(arrival), player.name, table, "✓" if player.present else "", "")
                    for player in arrival.side.players
                ]
            lines = tuple((_ordinal(arrival), *_players(arrival)) for arrival in block.teams)
            parts.append(ListPart(f"{block.number} {block.name}", lines, wide=1))
    if not parts:
        entered = [team for branch in line_ups for team in branch.teams if not team.withdrawn]
        parts = [ListPart("", tuple((team_name(team.label), listed(team.players)) for team in entered), wide=1)]
    head = (
        _("No."), _("Branch"), _("Team"), _("Player"), pgettext("heading", "Table"), pgettext("column", "Here"),
        _("Signature"),
    )  # fmt: skip
    return _sign_in(present, arrived, _("Check-in list by branch"), head, rows, parts)


def by_table(present: Present, arrived: Arrivals | None) -> Listing:
    """签到表 by table: the two sides of each match of the present round, and a place to sign."""
    teams = [team for branch in arrived.branches for team in branch.teams] if arrived else []
    teams.sort(key=lambda t: (t.row.match.table or FAR_TABLE, t.row.match.number, t.side.side != "home"))
    rows: list[tuple[Cell, ...]] = []
    lines = []
    for team in teams:
        match = team.row.match
        name = team_name(team.side.team) if team.side.team else ""
        rows += [
            (match.table or "", match.number, name, player.name, "✓" if player.present else "", "")
            for player in team.side.players
        ]
        table = _("T%(table)s") % {"table": match.table} if match.table else ""
        lines.append((table, name, *_players(team)))
    head = (
        pgettext("heading", "Table"), pgettext("column", "Match"), _("Team"), _("Player"), pgettext("column", "Here"),
        _("Signature"),
    )  # fmt: skip
    parts = [ListPart("", tuple(lines), wide=2)] if lines else []
    return _sign_in(present, arrived, _("Check-in list by table"), head, rows, parts)


def _sign_in(
    present: Present,
    arrived: Arrivals | None,
    name: str,
    head: Sequence[str],
    rows: Sequence[Sequence[Cell]],
    parts: Sequence[ListPart],
) -> Listing:
    """With the round in its name."""
    round_ = round_name(arrived.branches[0].teams[0].row.match) if arrived and arrived.branches else ""
    full = f"{name} {round_}".strip()
    return listing_of(present, full, "rounds", [table_of(present, full, head, rows)], parts)


def _ordinal(team: Arrival) -> str:
    return ordinal(team.side.team.ordinal) if team.side.team else ""


def _players(team: Arrival) -> tuple[str, str]:
    """The players of a team, and who of them is not here yet."""
    missing = [player.name for player in team.side.players if player.id in team.missing]
    presence = _("not here: %(names)s") % {"names": listed(missing)} if missing else _("all present")
    return listed(player.name for player in team.side.players), presence


def _labels(rows: Iterable[EntryField]) -> tuple[str, ...]:
    return tuple(str(row.label) for row in rows)


def _values(rows: Iterable[EntryField], entry: Entry) -> tuple[str, ...]:
    return tuple(value_words(row, entry) for row in rows)
