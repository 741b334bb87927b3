"""对阵、成绩、赛程: the matches of an event as lists."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import timedelta

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.bracket.queries.match_views import Line, MatchView
from tournaments.bracket.queries.round_views import RoundView
from tournaments.bracket.queries.standings import StageView, groups_of
from tournaments.bracket.words import names
from tournaments.bracket.words.formats import own_part
from tournaments.bracket.words.names import day, hour, listed, match_number, rank, table_range
from tournaments.bracket.words.results import (
    ended_words,
    full_note_words,
    note_words,
    score_words,
    side_words,
    verdict_word,
)
from tournaments.formats import Individual, Knockout, Swiss
from web.displays.present import Present
from web.files.workbooks import Cell, Table
from web.lists.listing import Listing, ListPart, listing_of, table_of
from web.templatetags.site import group_name, round_name

FAR_TABLE = 10_000


def results(present: Present) -> Listing:
    """成绩: every decided match with its reason, the last round first; in the file in the order of play."""
    decided = [(r, [m for m in r.matches if m.is_over or is_counted_bye(r, m)]) for r in present.rounds]
    apart = set_apart(present)
    parts = [round_part(r, matches, apart) for r, matches in reversed(decided) if matches]
    table = match_table(present, _("Results"), [match for _r, matches in decided for match in matches], is_decided=True)
    return listing_of(present, _("Results"), "results", [table], parts)


def pairings(present: Present, number: int = 0) -> Listing:
    """对阵: who meets whom, when and where: of round ``number``, or of all that are known and not over (0)."""
    rounds = [r for r in present.rounds if r.number == number or not (number or r.is_over or r.waits_for_pairing)]
    apart = set_apart(present)
    parts = [
        round_part(part, by_table(m for m in part.matches if not m.is_bye), apart)
        for r in rounds
        for part in r.parts
        if part.matches
    ]
    table = match_table(present, _("Pairings"), [match for r in rounds for match in r.played])
    return listing_of(present, _("Pairings"), "rounds", [table], parts)


def timetable(present: Present) -> Listing:
    """赛程: every round and sitting with its hours, and in the file also every match by its table."""
    head = (
        _("Round"), _("Roll call"), _("Start"), _("End"), pgettext("column", "Minutes"), pgettext("column", "Matches"),
    )  # fmt: skip
    before = timedelta(minutes=present.tournament.check_in_minutes)
    rows: list[tuple[Cell, ...]] = []
    planned: list[MatchView] = []
    days: dict[str, list[tuple[str, ...]]] = {}
    for r, name in named_rounds(present.stages):
        played = len(r.played)
        if r.until:
            rows.append((name, "", r.starts_at, r.until, "", played or ""))
            hours = _("until %(day)s") % {"day": day(r.until)}
        else:
            ends_at = r.starts_at + timedelta(minutes=r.clock.minutes)
            rows.append((name, r.starts_at - before, r.starts_at, ends_at, r.clock.minutes, played or ""))
            hours = f"{hour(r.starts_at)}–{hour(ends_at)}"
        if not r.waits_for_pairing:
            planned += by_table(r.in_need_of_tables)
        matches = ngettext("%(n)s match", "%(n)s matches", played) % {"n": played} if played else ""
        days.setdefault(day(r.starts_at), []).append((hours, name, matches))
    tables = [table_of(present, _("Timetable"), head, rows)]
    if planned:
        tables.append(match_table(present, _("Matches by table"), planned))
    parts = [ListPart(heading, tuple(lines), wide=1) for heading, lines in days.items()]
    return listing_of(present, _("Timetable"), "timetable", tables, parts)


def one_match(present: Present, match: MatchView) -> Listing:
    """一场: its two teams, how it stands or ended, and why."""
    title = _("Match %(number)s") % {"number": match_number(match.number)}
    heading = f"{round_name(match)} {names.start_words(match.starts_at, match.until)}"
    cells = meetings([match], groups_of_matches(present))
    note = full_note_words(match) if match.is_over else ""
    parts = [ListPart(heading, cells, are_meetings=True)]
    if match.won_by or note:
        winner = [(_("Winner"), side_words(line)) for line in match.lines if line.outcome == "won"]
        parts.append(ListPart("", tuple(winner) + (((_("How it ended"), note),) if note else ())))
    table = match_table(present, title, [match], is_decided=True)
    page = reverse("match", args=[present.tournament.slug, match.number])
    return Listing(present.tournament.name, title, page, present.now, (table,), tuple(parts))


def round_part(r: RoundView, matches: Iterable[MatchView], apart: Mapping[int, str]) -> ListPart:
    """Matches of a round, or of a sitting of it, under its name and start; ``apart`` as ``set_apart`` has them."""
    return ListPart(round_heading(r), meetings(matches, apart), are_meetings=True)


def meetings(matches: Iterable[MatchView], apart: Mapping[int, str]) -> tuple[tuple[str, ...], ...]:
    """Matches as the rows of a `ListPart` of meetings; ``apart`` as ``set_apart`` has them."""
    rows = []
    for match in matches:
        score = score_words(match)
        home, away = (ended_words(match, line, verdicts=not score) for line in match.lines)
        rows.append((where_played(match, apart), home, score or "–", away, note_words(match)))
    return tuple(rows)


def set_apart(present: Present) -> dict[int, str]:
    """A组, 败者组, 季军战, by the id of the match: where the name of its round does not say to which one it belongs.
    Of a board its number, too: A组 第2台."""
    groups = groups_of_matches(present)
    mixed = [r for r in present.rounds if len(set(map(own_part, r.matches))) > 1]
    boards = [table for r in present.rounds for match in r.matches for table in match.boards]
    return (
        groups
        | {match.id: own_part(match) for r in mixed for match in r.matches}
        | {table.id: f"{groups.get(table.id, '')} {own_part(table)}".strip() for table in boards}
    )


def groups_of_matches(present: Present) -> dict[int, str]:
    """A组, by the id of the match: of the stages that have groups alone."""
    named: dict[int, str] = {}
    for stage in present.stages:
        if stage.label.shape.groups == 1:
            continue
        of_team = groups_of(stage)
        for match in stage.matches:
            group = next((of_team[line.team.id] for line in match.lines if line.team and line.team.id in of_team), 0)
            if group:
                named |= {table.id: group_name(group) for table in (match, *match.boards)}
    return named


def where_played(match: MatchView, apart: Mapping[int, str]) -> str:
    """3桌 A组: the table as long as it is played there, and what sets the match apart in its round."""
    table = _("T%(table)s") % {"table": table_range(match.tables)} if match.tables and not match.is_over else ""
    return " ".join(filter(None, (table, apart.get(match.id, ""))))


def by_table(matches: Iterable[MatchView]) -> list[MatchView]:
    """Those without a table last."""
    return sorted(matches, key=lambda m: (m.tables or (FAR_TABLE,), m.number))


def by_round_name(matches: Iterable[MatchView]) -> dict[str, list[MatchView]]:
    """The matches of a round by what each is called, by table: the final, the match for third place; 胜者组, 败者组."""
    by_name: dict[str, list[MatchView]] = {}
    for match in by_table(matches):
        by_name.setdefault(round_name(match), []).append(match)
    return by_name


def named_rounds(stages: Sequence[StageView]) -> Iterator[tuple[RoundView, str]]:
    """Every round of the stages, or sitting of it, as a plan names it, before its draw too; of several stages with the
    number of the stage."""
    for stage in stages:
        shape = stage.label.shape
        for index, round_ in enumerate(stage.rounds):
            # a planned round of a knockout has no matches yet, but its rounds halve
            planned = shape.survivors << (len(stage.rounds) - index) if isinstance(shape, Knockout) else 0
            for part in round_.parts:
                name = listed(by_round_name(part.played)) or names.round_name(
                    part.entrants or planned,
                    number=part.number,
                    sitting=part.sitting if round_.sittings else 1,
                    where=round_.wheres,
                )
                words = {"number": stage.label.number, "round": name}
                yield part, name if len(stages) == 1 else _("Stage %(number)s: %(round)s") % words


def is_counted_bye(r: RoundView, match: MatchView) -> bool:
    """轮空 of a team that gets points for it."""
    return match.is_bye and isinstance(r.stage.shape, Swiss | Individual) and any(line.team for line in match.lines)


def match_table(present: Present, name: str, matches: Sequence[MatchView], *, is_decided: bool = False) -> Table:
    """Matches in a file: numbers as numbers, moments as moments; of several stages and of groups with their names, with
    results where there are any, and where it ``is_decided`` with who won, why, and when."""
    stages = {
        table.id: stage.label.number
        for stage in present.stages
        for match in stage.matches
        for table in (match, *match.boards)
    }
    groups = groups_of_matches(present)

    columns: list[tuple[str, Callable[[MatchView], Cell], bool]] = [
        (pgettext("column", "Stage"), lambda m: stages[m.id], len(present.stages) > 1),
        (_("Round"), round_name, True),
        (pgettext("column", "Group"), lambda m: groups.get(m.id, ""), any(match.id in groups for match in matches)),
        (_("Start"), lambda m: m.starts_at, True),
        (pgettext("heading", "Table"), lambda m: m.table or table_range(m.tables), True),
        (pgettext("column", "Match"), lambda m: match_number(m.number) if m.nth_board else m.number, True),
        (pgettext("column", "Home"), lambda m: side_words(m.home), True),
        (pgettext("column", "Home result"), lambda m: _mark(m, m.home), any(m.is_over for m in matches)),
        (pgettext("column", "Away result"), lambda m: _mark(m, m.away), any(m.is_over for m in matches)),
        (pgettext("column", "Away"), lambda m: side_words(m.away), True),
        (_("Winner"), lambda m: listed(side_words(line) for line in m.lines if line.outcome == "won"), is_decided),
        (_("How it ended"), full_note_words, is_decided),
        (_("Decided"), lambda m: m.decided_at or "", is_decided),
    ]
    shown = [(head, cell) for head, cell, is_shown in columns if is_shown]
    rows = [tuple(cell(match) for _head, cell in shown) for match in matches]
    return table_of(present, name, [head for head, _cell in shown], rows)


def _mark(match: MatchView, line: Line) -> Cell:
    """Points as a number, levels as cards say them, nothing of a match that is not over."""
    if not match.is_over:
        return ""
    if line.score is not None:
        return line.score
    return rank(line.level) or verdict_word(match, line)


def round_heading(r: RoundView) -> str:
    """32进16 11月27日 周一 12:30."""
    return f"{round_name(r)} {names.start_words(r.begins_at, r.until)}"
