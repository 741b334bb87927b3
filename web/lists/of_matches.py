"""对阵、成绩、赛程: the matches of an event as lists."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.queries.match_views import Line, MatchView, RoundView
from web.lists.listing import Listing, Part, Shape, listing_of, table_of
from web.present import Present
from web.workbooks import Cell
from words.names import day, hour, rank, round_name
from words.results import ended_words, full_note_words, note_words, score_words, side_words, verdict_word

FAR_TABLE = 10_000


def results(found: Present) -> Listing:
    """成绩: every decided match with its reason, the last round first; in the file in the order of play."""
    decided = [(r, [m for m in r.matches if m.is_over]) for r in found.rounds]
    rows = [result_row(match) for r, matches in decided for match in matches]
    parts = [Part(round_heading(r), meetings(matches), Shape.MEETING) for r, matches in reversed(decided) if matches]
    table = table_of(found, _("Results"), result_head(), rows)
    return listing_of(found, _("Results"), "results", [table], parts)


def pairings(found: Present, number: int = 0) -> Listing:
    """对阵: who meets whom, when and where: of round ``number``, or of all that are not over (0)."""
    rounds = [r for r in found.rounds if r.number == number or (not number and not r.is_over)]
    shown = [(r, [m for m in r.matches if not m.is_bye]) for r in rounds]
    rows = [match_row(match) for r, matches in shown for match in matches]
    parts = [
        Part(round_heading(part), meetings(by_table(m for m in part.matches if not m.is_bye)), Shape.MEETING)
        for r in rounds
        for part in r.parts
        if part.matches
    ]
    table = table_of(found, _("Pairings"), match_head(), rows)
    return listing_of(found, _("Pairings"), "rounds", [table], parts)


def timetable(found: Present) -> Listing:
    """赛程: every round and sitting with its hours, and in the file also every match by its table."""
    sittings = [part for r in found.rounds for part in r.parts]
    head = (
        _("Round"), _("Roll call"), _("Start"), _("End"), pgettext("column", "Minutes"), pgettext("column", "Matches"),
    )  # fmt: skip
    before = timedelta(minutes=found.tournament.check_in_minutes)
    rows: list[tuple[Cell, ...]] = [
        (round_words(r), r.starts_at - before, r.starts_at, _end(r), r.clock.minutes, len(r.played)) for r in sittings
    ]
    matches = [match_row(match) for r in sittings for match in by_table(r.played)]
    tables = [table_of(found, _("Timetable"), head, rows)]
    if matches:
        tables.append(table_of(found, _("Matches by table"), match_head(), matches))
    days: dict[str, list[tuple[str, ...]]] = {}
    for r in sittings:
        days.setdefault(day(r.starts_at), []).append(
            (f"{hour(r.starts_at)}–{hour(_end(r))}", round_words(r), _counted(len(r.played)) if r.played else "")
        )
    parts = [Part(heading, tuple(lines), wide=1) for heading, lines in days.items()]
    return listing_of(found, _("Timetable"), "timetable", tables, parts)


def one_match(found: Present, match: MatchView) -> Listing:
    """一场: its two teams, how it stands or ended, and why."""
    title = _("Match %(number)s") % {"number": match.number}
    heading = f"{match_round(match)} {day(match.starts_at)} {hour(match.starts_at)}"
    cells = meetings([match])
    said = full_note_words(match) if match.is_over else ""
    parts = [Part(heading, cells, Shape.MEETING)]
    if match.won_by or said:
        winner = [(_("Winner"), side_words(line)) for line in match.lines if line.outcome == "won"]
        parts.append(Part("", tuple(winner) + (((_("How it ended"), said),) if said else ())))
    row = result_row(match)
    table = table_of(found, title, result_head(), [row])
    page = reverse("match", args=[found.tournament.slug, match.number])
    return Listing(found.tournament.name, title, page, found.now, (table,), tuple(parts))


def meetings(matches: Iterable[MatchView]) -> tuple[tuple[str, ...], ...]:
    """Matches as the rows of a `Part` of meetings."""
    return tuple(_meeting(match) for match in matches)


def by_table(matches: Iterable[MatchView]) -> list[MatchView]:
    """Those without a table last."""
    return sorted(matches, key=lambda m: (m.table or FAR_TABLE, m.number))


def match_round(match: MatchView) -> str:
    """The name of a match's round, 季军战 of a match for third place."""
    return round_name(
        match.entrants, match.third_place, number=match.round_number, sitting=match.sitting, where=match.where
    )


def round_words(r: RoundView) -> str:
    """32进16, 第 1 轮, with its sitting."""
    return round_name(r.entrants, number=r.number, sitting=r.sitting, where=r.where)


def _meeting(match: MatchView) -> tuple[str, ...]:
    where = _("T%(table)s") % {"table": match.table} if match.table and not match.is_over else ""
    score = score_words(match)
    home, away = (ended_words(match, line, verdicts=not score) for line in match.lines)
    return where, home, score or "–", away, note_words(match)


def match_head() -> tuple[str, ...]:
    """The columns of `match_row`."""
    return (
        _("Round"), _("Start"), pgettext("heading", "Table"), pgettext("column", "Match"), pgettext("column", "Home"),
        pgettext("column", "Home result"), pgettext("column", "Away result"), pgettext("column", "Away"),
    )  # fmt: skip


def match_row(match: MatchView) -> tuple[Cell, ...]:
    """A match in a file: numbers as numbers, its start as a moment."""
    home, away = match.lines
    return (
        match_round(match), match.starts_at, match.table or "", match.number, side_words(home), _mark(match, home),
        _mark(match, away), side_words(away),
    )  # fmt: skip


def result_head() -> tuple[str, ...]:
    """The columns of `result_row`."""
    return (*match_head(), _("Winner"), _("How it ended"), _("Decided"))


def result_row(match: MatchView) -> tuple[Cell, ...]:
    """The same with who won, why, and when it was decided."""
    winner = next((side_words(line) for line in match.lines if line.outcome == "won"), "")
    return (*match_row(match), winner, full_note_words(match), match.decided_at or "")


def _mark(match: MatchView, line: Line) -> Cell:
    """Points as a number, levels as cards say them, nothing of a match that is not over."""
    if not match.is_over:
        return ""
    if line.score is not None:
        return line.score
    return rank(line.level) or verdict_word(match, line)


def round_heading(r: RoundView) -> str:
    """32进16 11月27日 周一 12:30."""
    return f"{round_words(r)} {day(r.starts_at)} {hour(r.starts_at)}"


def _end(r: RoundView) -> datetime:
    return r.starts_at + timedelta(minutes=r.clock.minutes)


def _counted(matches: int) -> str:
    return ngettext("%(n)s match", "%(n)s matches", matches) % {"n": matches}
