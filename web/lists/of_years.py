"""赛季积分榜、奖牌榜、历年冠军: lists that tell of several events."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

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
    tables = [_of_branches(season)] if season.counts.has_branches else []
    tables += [_of_teams(season)] if season.counts.has_teams else []
    names = [table.sheet for table, _part in tables]
    page = reverse("series", args=[season.series.slug])
    parts = tuple(part if len(names) == 1 else replace(part, heading=table.sheet) for table, part in tables)
    return Listing(_about(season), listed(names), page, timezone.now(), tuple(table for table, _part in tables), parts)


def _of_branches(season: Season) -> tuple[Table, ListPart]:
    """The points of each event; what they were made of stands on the page."""
    name = _("Branch totals")
    head = (pgettext("season", "Rank"), _("Branch"), pgettext("season", "Total"), *_events(season))
    rows: list[tuple[Cell, ...]] = []
    for line in season.branch_lines:
        legs = [points(sum(score.points for score in leg)) if leg else "" for leg in line.legs]
        rows.append((line.rank, line.branch_name, points(line.ranked.points), *legs))
    lines = tuple((f"{rank}.", str(branch), str(total)) for rank, branch, total, *_legs in rows)
    return Table(f"{_about(season)} {name}", head, rows, sheet=name), ListPart("", lines, wide=1)


def _of_teams(season: Season) -> tuple[Table, ListPart]:
    """Points in brackets do not count."""
    name = _("Season table")
    head = (pgettext("season", "Rank"), _("Team"), _("Branch"), pgettext("season", "Total"), *_events(season))
    rows: list[tuple[Cell, ...]] = []
    for line in season.lines:
        scores = [
            "" if score is None else points(score.points) if score.counts else f"({points(score.points)})"
            for score in line.scores
        ]
        who = line.competitor
        rows.append((line.rank, listed(who.players), who.branch, points(line.ranked.points), *scores))
    lines = tuple((f"{rank}.", str(who), str(branch), str(total)) for rank, who, branch, total, *_legs in rows)
    return Table(f"{_about(season)} {name}", head, rows, sheet=name), ListPart("", lines, wide=1)


def _events(season: Season) -> Iterable[str]:
    return (event.tournament.name for event in season.counting)


def _about(season: Season) -> str:
    return f"{season.series.name} {season.series.season}".strip()


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
