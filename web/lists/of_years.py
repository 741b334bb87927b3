"""赛季积分榜、奖牌榜、历年冠军: lists that tell of several events."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.bracket.words.names import listed, points, team_name
from tournaments.chronicle.queries.records import Entrant, Honours, MedalTable
from tournaments.series.queries import Season, SeasonLine
from web.files.workbooks import Cell, Table
from web.lists.listing import Listing, Part


def season_table(season: Season) -> Listing:
    """积分榜: what each competitor gathered, event by event; points in brackets do not count."""
    series = season.series
    about, name = f"{series.name} {series.season}".strip(), _("Season table")
    events = (event.tournament.name for event in season.counting)
    head = (pgettext("season", "Rank"), _("Team"), _("Branch"), pgettext("season", "Total"), *events)
    rows = [_season_row(line) for line in season.lines]
    lines = tuple((f"{rank}.", str(who), str(branch), str(total)) for rank, who, branch, total, *_legs in rows)
    tables = (Table(f"{about} {name}", head, rows, sheet=name),)
    page = reverse("series", args=[series.slug])
    return Listing(about, name, page, timezone.now(), tables, (Part("", lines, wide=1),))


def _season_row(line: SeasonLine) -> tuple[Cell, ...]:
    scores = (
        "" if score is None else points(score.points) if score.counts else f"({points(score.points)})"
        for score in line.scores
    )
    who = line.competitor
    return line.rank, listed(who.players), who.branch, points(line.ranked.points), *scores


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
    part = Part(_("Champion · runner-up · third place"), lines, wide=1)
    return Listing(about, name, page, timezone.now(), tables, (part,))


def champions(honours: Sequence[Honours]) -> Listing:
    """历年冠军: the first three of each of these events."""
    name, places = _("Champions of all years"), (_("Champion"), _("Runner-up"), _("Third place"))
    rows = [_honours_row(row) for row in honours]
    parts = tuple(
        Part(f"{held} {event}", tuple((place, who) for place, who in zip(places, first, strict=True) if who), wide=1)
        for held, event, *first in rows
    )
    tables = (Table(name, (_("Day"), _("Event"), *places), rows, sheet=name),)
    return Listing(_("Guandan tournament desk"), name, reverse("champions"), timezone.now(), tables, parts)


def _honours_row(row: Honours) -> tuple[str, ...]:
    with timezone.override(row.event.tzinfo):
        held = f"{timezone.localtime(row.starts_at):%Y-%m-%d}" if row.starts_at else ""
    return held, row.event.name, *(listed(map(_said, place)) for place in row.places)


def _said(entrant: Entrant) -> str:
    """机关分会一队（队员甲、队员乙）."""
    players = listed(player.name for player in entrant.players)
    return _("%(team)s (%(players)s)") % {"team": team_name(entrant.team), "players": players}
