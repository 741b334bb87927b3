"""赛季积分榜、奖牌榜、历年冠军: lists that tell of several events."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.bracket.words.names import listed, points, team_name
from tournaments.chronicle.queries.ratings import RatingList
from tournaments.chronicle.queries.records import Entrant, Honours, MedalTable
from tournaments.chronicle.words.stories import game_title
from tournaments.series.queries import Season
from web.files.workbooks import Cell, Table
from web.lists.listing import Listing, ListPart


def season_table(season: Season) -> Listing:
    """团体总分, 积分榜: what each branch and each competitor gathered, event by event, in a table each."""
    ranked: list[tuple[str, tuple[str, ...], list[tuple[Cell, ...]]]] = []
    if season.counts.has_branches:
        totals: list[tuple[Cell, ...]] = []
        for of_branch in season.branch_lines:
            # what the points of an event were made of stands on the page
            legs = [points(sum(score.points for score in leg)) if leg else "" for leg in of_branch.legs]
            totals.append((of_branch.rank, of_branch.branch_name, points(of_branch.ranked.points), *legs))
        ranked.append((_("Branch totals"), (_("Branch"),), totals))
    if season.counts.has_teams:
        rows: list[tuple[Cell, ...]] = []
        for line in season.lines:
            # points in brackets do not count
            scores = [
                "" if score is None else points(score.points) if score.counts else f"({points(score.points)})"
                for score in line.scores
            ]
            who = line.competitor
            rows.append((line.rank, listed(who.players), who.branch, points(line.ranked.points), *scores))
        ranked.append((_("Season table"), (_("Team"), _("Branch")), rows))
    about = f"{season.series.name} {season.series.season}".strip()
    events = [event.tournament.name for event in season.counting]
    tables, parts = [], []
    for name, named, table in ranked:
        head = (pgettext("season", "Rank"), *named, pgettext("season", "Total"), *events)
        tables.append(Table(f"{about} {name}", head, table, sheet=name))
        lines = tuple((f"{row[0]}.", *map(str, row[1 : len(named) + 2])) for row in table)
        parts.append(ListPart(name if len(ranked) > 1 else "", lines, wide=1))
    names = listed(name for name, _named, _table in ranked)
    page = reverse("series", args=[season.series.slug])
    return Listing(about, names, page, timezone.now(), tuple(tables), tuple(parts))


def medals(table: MedalTable) -> Listing:
    """奖牌榜 of a year or of all."""
    about, name = str(table.year or _("Of all years")), _("Medal table")
    head = (
        pgettext("season", "Rank"), _("Branch"), _("Champion"), _("Runner-up"), _("Third place"),
        pgettext("medals", "Together"), _("Events"),
    )  # fmt: skip
    rows: list[tuple[Cell, ...]] = [(row.rank, row.name, *row.medals, row.total, row.events) for row in table.rows]
    lines = tuple((f"{row.rank}.", row.name, " · ".join(map(str, row.medals))) for row in table.rows)
    tables = (Table(f"{about} {name}", head, rows, sheet=name),)
    page = reverse("medals") + (f"?year={table.year}" if table.year else "")
    part = ListPart(_("Champion · runner-up · third place"), lines, wide=1)
    return Listing(about, name, page, timezone.now(), tables, (part,))


def ratings(listed: RatingList) -> Listing:
    """等级分榜 of a game: who has a rank, then who is provisional."""
    about, name = game_title(listed.game), _("Ratings")
    head = (
        pgettext("season", "Rank"), _("Player"), _("Branch"), _("Rating"), pgettext("rating", "Within ±"), _("Matches"),
    )  # fmt: skip
    rows: list[tuple[Cell, ...]] = [
        (row.rank or pgettext("rating", "provisional"), row.player.name, row.branch_name, *numbers)
        for row in listed.rows
        for numbers in [(row.rating.points, row.rating.spread, row.rating.matches)]
    ]
    lines = tuple((f"{rank}.", f"{who}　{branch}", str(points)) for rank, who, branch, points, *_more in rows)
    page = reverse("ratings_of_game", args=[listed.game])
    tables = (Table(f"{about} {name}", head, rows, sheet=name),)
    return Listing(about, name, page, timezone.now(), tables, (ListPart("", lines, wide=1),))


def champions(honours: Sequence[Honours]) -> Listing:
    """历年冠军: the first three of each of these events, 机关分会一队（队员甲、队员乙）."""
    name, places = _("Champions of all years"), (_("Champion"), _("Runner-up"), _("Third place"))
    rows: list[tuple[str, ...]] = []
    parts = []
    for row in honours:
        with row.event.at_home():
            day = f"{timezone.localtime(row.starts_at):%Y-%m-%d}" if row.starts_at else ""
        entrants = [listed(map(_entrant, place)) for place in row.places]
        rows.append((day, row.event.name, *entrants))
        lines = tuple((place, who) for place, who in zip(places, entrants, strict=True) if who)
        parts.append(ListPart(f"{day} {row.event.name}", lines, wide=1))
    tables = (Table(name, (_("Day"), _("Event"), *places), rows, sheet=name),)
    return Listing(_("Guandan tournament desk"), name, reverse("champions"), timezone.now(), tables, tuple(parts))


def _entrant(entrant: Entrant) -> str:
    """甲一队（队员甲、队员乙）; whoever plays alone with the branch."""
    words = {"team": team_name(entrant.team), "players": listed(player.name for player in entrant.players)}
    return words["team"] if entrant.team.person else _("%(team)s (%(players)s)") % words
