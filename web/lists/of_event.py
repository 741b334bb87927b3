"""队伍、日志、统计: what an event has beside its matches, as lists. Nothing here is personal but names."""

from collections import Counter
from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from guandan_rules import Reason
from tournaments.bracket.words.names import day, hour, listed, ordinal, within_branch
from tournaments.bracket.words.results import reason_in_short
from tournaments.chronicle.queries.highlights import Highlights, highlights
from tournaments.chronicle.queries.history import HistoryItem
from tournaments.chronicle.queries.statistics import BranchNumbers, GenderNumbers, Statistics
from tournaments.chronicle.words.history import history_words
from tournaments.chronicle.words.stories import feat_title, feat_value, holders_words
from tournaments.day.words.games import TITLES as GAME_TITLES
from tournaments.day.words.slips import actor
from tournaments.entries.fields import PUBLIC_OF_TEAM
from tournaments.entries.queries.teams import BranchLineUps
from tournaments.presets.named_games import NAMED_GAMES
from web.displays.present import Present
from web.files.workbooks import Cell
from web.lists.listing import Listing, ListPart, listing_of, table_of

LATEST = 50
"""Entries of the journal that a text and the pictures hold; the file has them all."""


def teams(present: Present, branches: Sequence[BranchLineUps]) -> Listing:
    """参赛队伍: the branches in the order of the annex with their teams and players."""
    head = (_("No."), _("Branch"), _("Team"), *(str(row.label) for row in PUBLIC_OF_TEAM), _("Players"), _("State"))
    rows: list[tuple[Cell, ...]] = [
        (
            branch.number, branch.name, ordinal(team.label.ordinal), *team.own.values(), listed(team.players),
            _left(team.withdrawn),
        )
        for branch in branches
        for team in branch.teams
    ]  # fmt: skip
    parts = []
    for branch in branches:
        # a team with what it says of itself: 一队 雄鹰队
        lines = tuple(
            (
                " ".join((within_branch(t.label), *t.own_texts)),
                "" if t.label.person else listed(t.players),
                _left(t.withdrawn),
            )
            for t in branch.teams
        )
        if lines:
            parts.append(ListPart(f"{branch.number} {branch.name}", lines, wide=1))
    return listing_of(present, _("Teams"), "teams", [table_of(present, _("Teams"), head, rows)], parts)


def journal(present: Present, items: Sequence[HistoryItem]) -> Listing:
    """日志: what happened, when, by whom; the newest first."""
    head = (_("When"), pgettext("column", "What"), pgettext("column", "By"), pgettext("column", "Match"))
    rows: list[tuple[Cell, ...]] = []
    days: dict[str, list[tuple[str, ...]]] = {}
    for number, item in enumerate(items):
        words = history_words(item)
        rows.append((item.at, words, str(actor(item.by)) if item.by else _("The program"), item.match or ""))
        if number < LATEST:
            days.setdefault(day(item.at), []).append((hour(item.at), words))
    parts = [ListPart(heading, tuple(lines), wide=1) for heading, lines in days.items()]
    return listing_of(present, _("Journal"), "history", [table_of(present, _("Journal"), head, rows)], parts)


def numbers(present: Present, counted: Statistics, genders: Sequence[GenderNumbers] = ()) -> Listing:
    """统计: the event in numbers, by branch and, where ``genders`` are given, by gender; and its highlights."""
    best, lines = highlights(match for r in present.rounds for match in r.at_tables), event_lines(counted)
    tables = [
        table_of(present, _("Statistics"), branch_head(counted), branch_lines(counted)),
        table_of(present, _("The event in numbers"), (_("What is counted"), _("Number")), lines),
    ]
    if best.feats:
        tables.append(table_of(present, _("Highlights"), highlight_head(), highlight_rows(best)))
    if genders:
        tables.append(table_of(present, _("By gender"), gender_head(), gender_lines(genders)))
    branches = []
    for branch in counted.branches:
        if branch.entered:
            entered = _("%(entered)s entered, %(came)s came") % {"entered": branch.entered, "came": branch.came}
            won = _("%(won)s of %(matches)s won") % {"won": branch.won, "matches": branch.matches}
            branches.append((branch.name, entered, won if branch.matches else ""))
    parts = [
        *highlight_parts(best, _("Highlights")),
        ListPart(_("The event in numbers"), tuple((name, str(number)) for name, number in lines)),
        ListPart(_("Branches"), tuple(branches)),
    ]
    return listing_of(present, _("Statistics"), "statistics", tables, parts)


def event_lines(counted: Statistics) -> list[tuple[str, int]]:
    """What is counted of the whole event, and how many."""
    total = counted.total
    lines = [
        (_("Branches taking part"), counted.taking_part),
        (_("Teams entered"), total.entered),
        (_("Teams that came"), total.came),
        (_("Teams that withdrew"), total.withdrew),
        (_("Teams absent at a match"), total.forfeited),
        (pgettext("column", "Players"), total.players),
        (pgettext("column", "Matches"), counted.planned),
        (_("Matches played"), counted.played),
        (_("Forfeits, withdrawals and walkovers"), counted.unplayed),
        (_("Byes"), counted.byes),
        (_("Minutes played, all matches together"), counted.minutes),
        (_("Longest match, in minutes"), counted.longest),
    ]
    for game in counted.games:
        name = f"{GAME_TITLES[game.game]}: " if len(counted.games) > 1 else ""
        if game.deals:
            lines.append((name + pgettext("column", "Deals"), game.deals))
        if game.doubles is not None:
            lines.append((name + _("Double wins"), game.doubles))
    ended = Counter(dict(counted.reasons)) - Counter({Reason.POINTS.value: counted.written})
    on_boards = bool(counted.games) and all(NAMED_GAMES[game.game].colours[0] for game in counted.games)
    reasons = ((reason_in_short(reason, has_colours=on_boards), times) for reason, times in ended.most_common())
    return lines + [(_("Ended this way: %(reason)s") % {"reason": words}, times) for words, times in reasons if words]


def branch_head(counted: Statistics) -> tuple[str, ...]:
    """The columns of `branch_lines`; one for deals where any are written down."""
    return (
        _("No."), _("Branch"), _("Quota"), _("Entered"), _("Came"), _("Withdrew"), _("Absent"),
        pgettext("column", "Players"), _("Matches played"), pgettext("standings", "Won"),
        *([pgettext("column", "Deals")] if counted.deals else ()), _("Best place"),
    )  # fmt: skip


def branch_lines(counted: Statistics) -> list[tuple[Cell, ...]]:
    """A row a branch, and the sum of all."""
    has_deals = bool(counted.deals)
    rows = [_numbers(branch, str(branch.name), has_deals) for branch in counted.branches]
    return [*rows, ("", *_numbers(counted.total, _("Together"), has_deals)[1:])]


def _numbers(branch: BranchNumbers, name: str, has_deals: bool) -> tuple[Cell, ...]:
    return (
        branch.number, name, branch.quota, branch.entered, branch.came, branch.withdrew, branch.forfeited,
        branch.players, branch.matches, branch.won, *([branch.deals] if has_deals else ()), branch.best or "",
    )  # fmt: skip


def gender_head() -> tuple[str, ...]:
    """The columns of `gender_lines`."""
    return (
        _("No."), _("Branch"), _("Men"), _("Women"), _("Not given"), _("Men who came"), _("Women who came"),
        _("Not given, came"),
    )  # fmt: skip


def gender_lines(genders: Iterable[GenderNumbers]) -> list[tuple[Cell, ...]]:
    """A row a branch, and the sum of all."""
    rows = [(g.number, g.name, g.men, g.women, g.unknown, g.men_came, g.women_came, g.unknown_came) for g in genders]
    sums = [sum(int(row[column]) for row in rows) for column in range(2, 8)]
    return [*rows, ("", _("Together"), *sums)]


def highlight_head() -> tuple[str, ...]:
    """The columns of `highlight_rows`."""
    return _("Highlight"), _("How much"), _("Teams")


def highlight_rows(highlights: Highlights) -> list[tuple[str, str, str]]:
    """A row a highlight: what it is, how much it was, and whose."""
    return [(feat_title(one), feat_value(one), holders_words(one)) for one in highlights.feats]


def highlight_parts(highlights: Highlights, heading: str) -> list[ListPart]:
    """The highlights under a heading; nothing where there are none."""
    rows = tuple(highlight_rows(highlights))
    return [ListPart(heading, rows, wide=2)] if rows else []


def _left(withdrawn: bool) -> str:
    return _("withdrawn") if withdrawn else ""
