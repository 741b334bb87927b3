"""赛季积分榜、奖牌榜、历年冠军: lists that tell of several events."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.bracket.words.names import listed, points, team_name
from tournaments.chronicle.queries.records import Entrant, Honours, MedalTable
from tournaments.series.queries import Season
from web.files.workbooks import Cell, Table
from web.lists.listing import Listing, ListPart


def season_table(season: Season) -> Listing:
    """积分榜: what each competitor gathered, event by event; points in brackets do not count."""
    series = season.series
    about, name = f"{series.name} {series.season}".strip(), _("Season table")
    events = (event.tournament.name for event in season.counting)
    head = (pgettext("season", "Rank"), _("Team"), _("Branch"), pgettext("season", "Total"), *events)
    rows: list[tuple[Cell, ...]] = []
    for line in season.lines:
        scores = [
            "" if score is None else points(score.points) if score.counts else f"({points(score.points)})"
            for score in line.scores
        ]
        who = line.competitor
        rows.append((line.rank, listed(who.players), who.branch, points(line.ranked.points), *scores))
    lines = tuple((f"{rank}.", str(who), str(branch), str(total)) for rank, who, branch, total, *_legs in rows)
    tables = (Table(f"{about} {name}", head, rows, sheet=name),)
    page = reverse("series", args=[series.slug])
    return Listing(about, name, page, timezone.now(), tables, (ListPart("", lines, wide=1),))


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
