"""报名、签到: what only the office and whoever runs the event take away."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.bracket.words.names import listed, ordinal, team_name
from tournaments.day.queries.arrivals import Arrival, Arrivals
from tournaments.entries.fields import BranchEntry, Entry, EntryField, Section, section_rows, values_of
from tournaments.entries.queries.entries import BranchBlock
from tournaments.entries.queries.teams import BranchLineUps
from tournaments.entries.words.entries import value_words
from tournaments.states import TeamState
from web.displays.present import Present
from web.files.workbooks import Cell
from web.lists.listing import Listing, Part, listing_of, table_of
from web.lists.of_matches import FAR_TABLE, match_round


def entries(present: Present, blocks: Sequence[BranchBlock]) -> Listing:
    """报名表: everybody with gender, remark and mail, and the contacts of the branches: for the office alone."""
    of_team, of_player = section_rows(Section.TEAM), section_rows(Section.PLAYER)
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
    parts = [
        Part(f"{block.branch.number} {block.branch.name}", _teams(block), wide=1) for block in blocks if block.rows
    ]
    return listing_of(present, _("Entries"), "teams", tables, parts)


def by_branch(present: Present, arrived: Arrivals | None, line_ups: Sequence[BranchLineUps]) -> Listing:
    """签到表 by branch: everybody of the present round, a place to sign, and who is ticked already; before the draw
    everybody who is entered."""
    name = _("Check-in list by branch")
    head = (
        _("No."),
        _("Branch"),
        _("Team"),
        _("Player"),
        pgettext("heading", "Table"),
        pgettext("column", "Here"),
        _("Signature"),
    )
    rows: list[tuple[Cell, ...]] = [
        (branch.number, branch.name, ordinal(team.label.ordinal), player, "", "", "")
        for branch in (line_ups if arrived is None else ())
        for team in branch.teams
        if not team.withdrawn
        for player in team.players
    ]
    rows += [
        (
            branch.number, branch.name, _ordinal(team), player.name, team.row.match.table or "",
            "✓" if player.present else "", "",
        )
        for branch in (arrived.branches if arrived else ())
        for team in branch.teams
        for player in team.side.players
    ]  # fmt: skip
    parts = [
        Part(f"{branch.number} {branch.name}", tuple(_line(team) for team in branch.teams), wide=1)
        for branch in (arrived.branches if arrived else ())
    ]
    return _sign_in(present, arrived, name, head, rows, parts or [_announced(line_ups)])


def _announced(line_ups: Sequence[BranchLineUps]) -> Part:
    teams = [team for branch in line_ups for team in branch.teams if not team.withdrawn]
    return Part("", tuple((team_name(team.label), listed(team.players)) for team in teams), wide=1)


def by_table(present: Present, arrived: Arrivals | None) -> Listing:
    """签到表 by table: the two sides of each match of the present round, and a place to sign."""
    teams = [team for branch in arrived.branches for team in branch.teams] if arrived else []
    teams.sort(key=lambda t: (t.row.match.table or FAR_TABLE, t.row.match.number, t.side.side != "home"))
    head = (
        pgettext("heading", "Table"),
        pgettext("column", "Match"),
        _("Team"),
        _("Player"),
        pgettext("column", "Here"),
        _("Signature"),
    )
    rows: list[tuple[Cell, ...]] = [
        (
            team.row.match.table or "", team.row.match.number, _name(team), player.name,
            "✓" if player.present else "", "",
        )
        for team in teams
        for player in team.side.players
    ]  # fmt: skip
    lines = tuple((_table(team), _name(team), *_line(team)[1:]) for team in teams)
    return _sign_in(
        present, arrived, _("Check-in list by table"), head, rows, [Part("", lines, wide=2)] if lines else []
    )


def _sign_in(
    present: Present,
    arrived: Arrivals | None,
    name: str,
    head: Sequence[str],
    rows: Sequence[Sequence[Cell]],
    parts: Iterable[Part],
) -> Listing:
    round_ = match_round(arrived.branches[0].teams[0].row.match) if arrived and arrived.branches else ""
    full = f"{name} {round_}".strip()
    return listing_of(present, full, "rounds", [table_of(present, full, head, rows)], tuple(parts))


def _line(team: Arrival) -> tuple[str, ...]:
    """A team, its players, and who is still missed."""
    missed = [player.name for player in team.side.players if player.id in team.missing]
    presence = _("not here: %(names)s") % {"names": listed(missed)} if missed else _("all here")
    return _ordinal(team), listed(player.name for player in team.side.players), presence


def _ordinal(team: Arrival) -> str:
    return ordinal(team.side.team.ordinal) if team.side.team else ""


def _name(team: Arrival) -> str:
    return team_name(team.side.team) if team.side.team else ""


def _table(team: Arrival) -> str:
    table = team.row.match.table
    return _("T%(table)s") % {"table": table} if table else ""


def _labels(rows: Iterable[EntryField]) -> tuple[str, ...]:
    return tuple(str(row.label) for row in rows)


def _values(rows: Iterable[EntryField], entry: Entry) -> tuple[str, ...]:
    return tuple(value_words(row, entry) for row in rows)


def _teams(block: BranchBlock) -> tuple[tuple[str, ...], ...]:
    """Names alone: a text is sent on."""
    by_team: dict[int, list[str]] = {}
    for row in block.rows:
        if row.state == TeamState.ENTERED:
            by_team.setdefault(row.ordinal, []).append(row.player.name)
    return tuple((ordinal(number), listed(names)) for number, names in sorted(by_team.items()))
