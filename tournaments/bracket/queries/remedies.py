"""更正的办法 of a match in the database: what its sheet should have said, what follows from that, and what each remedy
touches. Nothing here changes anything; ``actions.remedies`` signs what was read here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256

from django.db.models import prefetch_related_objects

from guandan_rules import Pending, Reason, Verdict, finish_order, order_problems
from journal.refusals import Problem, Refused, refuse_if
from scoring.models import Deal, Sheet
from scoring.queries import counting_deals, replayed_rows, rows, sheet_verdict, state_of
from scoring.standings import Standing, standing_of
from scoring.states import ScoringCode
from tournaments.bracket.queries.labels import team_label, with_people
from tournaments.bracket.queries.match_views import TeamLabel
from tournaments.bracket.rules.boards import verdict_of
from tournaments.bracket.rules.bracket_moves import follows_by_itself, has_begun, outcome_of, slot_of
from tournaments.bracket.rules.formats import format_of
from tournaments.bracket.rules.sides import SIDES, planned_by
from tournaments.codes import Code
from tournaments.formats.format import Record, Where, beside_bracket
from tournaments.formats.matches import Slot
from tournaments.formats.remedies import Fate, Kind, Remedy
from tournaments.models import Match, Stage, Team
from tournaments.states import BY_BOARDS, UNDECIDED, MatchState, TeamState, TournamentState


@dataclass(frozen=True)
class Corrected:
    """What is right, as the chief referee states it: finish orders by deal number on the sheet of a game, or, where no
    sheet can tell, the ``winner`` (home or away)."""

    orders: Mapping[int, str] = field(default_factory=dict)
    winner: str = ""
    game: int = 1


@dataclass(frozen=True)
class Finding:
    """What follows from it: who should have won the match and why, and, where a sheet says so, the orders that differ,
    the game's verdict, its levels, and those of both sides after each deal."""

    winner: str
    reason: str
    game: int = 0
    orders: Mapping[int, str] = field(default_factory=dict)
    verdict: Verdict | None = None
    standing: Standing | None = None
    levels: Mapping[int, tuple[int | None, int | None]] = field(default_factory=dict)


@dataclass(frozen=True)
class Occupant:
    """One side of a match before or after: a team, or the kind of slot where none stands (open, bye, nobody)."""

    slot: str
    team: TeamLabel | None


@dataclass(frozen=True)
class TouchedMatch:
    """A match that a remedy touches. Winners are None where nobody has won (yet)."""

    number: int
    round_number: int
    entrants: int
    where: Where | None
    table: int
    fate: str
    begun: bool
    moves: bool
    before: tuple[Occupant, Occupant]
    after: tuple[Occupant, Occupant]
    won_after: TeamLabel | None
    awarded: bool


@dataclass(frozen=True)
class RemedyView:
    """A remedy with all it touches. ``withdrawn``: results (ids) that will no longer count; ``moved``: sides (match id,
    home or away) where others will stand; ``reopens_awards``: awards confirmed upon it."""

    kind: str
    side: str
    awarded_to: TeamLabel | None
    matches: tuple[TouchedMatch, ...]
    withdrawn: tuple[int, ...]
    moved: tuple[tuple[int, str], ...]
    reopens_awards: bool

    @property
    def tables(self) -> tuple[int, ...]:
        return tuple(sorted({m.table for m in self.matches if m.begun and m.table}))

    @property
    def teams(self) -> tuple[TeamLabel, ...]:
        """Whoever stands in a touched match before or after, each once."""
        occupants = (occupant for m in self.matches for pair in (m.before, m.after) for occupant in pair)
        return tuple(dict.fromkeys(occupant.team for occupant in occupants if occupant.team))


@dataclass(frozen=True)
class RemedyPlan:
    """The remedies for one correction as they are now; ``seen`` is their mark, which a signature carries.

    ``match`` is the one of the bracket, of a board its team match, and ``winner`` who should have won that, for the
    ``reason``; the ``finding`` is about the match that was to be corrected.
    """

    match: Match
    winner: str
    reason: str
    finding: Finding
    remedies: tuple[Remedy, ...]
    seen: str

    def remedy(self, kind: str, side: str) -> Remedy | None:
        return next((r for r in self.remedies if r.kind == kind and (r.side or "") == side), None)


def plan(match: Match, corrected: Corrected) -> RemedyPlan:
    """Every remedy for a decided match.

    Refused: nothing corrected, both deals and a decision, orders that cannot be (field ``deal-<number>``), deals that
    leave the game undecided (field ``winner``); a result that follows from other matches; one that nothing was built
    upon and that has another winner (it can simply be taken back).
    """
    if match.result is None or follows_by_itself(match):
        raise Refused(Problem(Code.NOT_DECIDED_HERE))
    finding_ = finding(match, corrected)
    stated = (match.pk, finding_.winner, finding_.reason, sorted(finding_.orders.items()), finding_.game)
    side, reason = finding_.winner, finding_.reason
    if match.board:
        match, side, reason = _of_team_match(match, finding_)

    # the format numbers the matches of a stage from 1, the event goes on counting
    before = match.stage.matches.earliest("number").number - 1
    winner = getattr(match, f"{side}_team_id")
    remedies = tuple(
        replace(
            remedy,
            changes=tuple(replace(change, number=before + change.number) for change in remedy.changes),
            awarded=remedy.awarded and before + remedy.awarded,
        )
        for remedy in format_of(match.stage).remedies(record_of(match), match.number - before, winner)
    )
    refuse_if([] if remedies else [Problem(Code.NOTHING_BUILT_UPON)])

    touched = {change.number for remedy in remedies for change in remedy.changes}
    rows = Match.objects.filter(stage=match.stage_id).order_by("number").values_list("number", "result_id", "state")
    changes = [(remedy.kind.value, remedy.side, remedy.changes) for remedy in remedies]
    text = repr((stated, changes, [row for row in rows if row[0] in touched]))
    return RemedyPlan(match, side, reason, finding_, remedies, sha256(text.encode()).hexdigest()[:32])


def _of_team_match(board: Match, finding_: Finding) -> tuple[Match, str, str]:
    """The team match of a board, who should have won it, and why, as its boards should have ended. What a person
    decided of it stays. Refused while it is open, and where its boards then leave it open."""
    match = board.team_match
    assert match is not None
    if match.result is None:
        raise Refused(Problem(Code.NOTHING_BUILT_UPON))
    if match.result.reason not in BY_BOARDS.values():
        return match, match.result.winner, match.result.reason
    verdict_ = verdict_of(match, {board.board: finding_.winner})
    if verdict_ is None or not verdict_.winner:
        raise Refused(Problem(Code.CORRECTION_UNDECIDED, "winner"))
    return match, verdict_.winner, BY_BOARDS[verdict_.decided_by]


# What the sheet should have said


def finding(match: Match, corrected: Corrected) -> Finding:
    """The verdict of the corrected sheet, calculated; or the decision. Refused as in ``plan``."""
    sheets = [game.sheet for game in match.games.select_related("sheet__clock", "sheet__journal").order_by("number")]
    sheet = sheets[corrected.game - 1] if 0 < corrected.game <= len(sheets) else None
    orders, problems = _differing(sheet, corrected.orders)
    if corrected.winner:
        problems += [] if corrected.winner in SIDES else [Problem(Code.NOT_A_SIDE, "winner")]
        problems += [Problem(Code.CORRECTION_TWOFOLD, "winner")] if orders else []
        refuse_if(problems)
        return Finding(corrected.winner, Reason.DECISION)
    refuse_if(problems or ([] if orders else [Problem(Code.CORRECTION_MISSING)]))
    assert sheet is not None  # else no order could differ

    prefetch_related_objects([sheet], "deals", "penalties")
    for deal in counting_deals(sheet):
        if deal.number in orders:
            deal.entry = deal.entry | {"order": orders[deal.number]}  # as it should be, in memory alone
    # a bell that rang after the match had ended at the table was none for its sheet
    at_the_table = match.results.filter(remedy="").order_by("version").last() or match.result
    assert at_the_table is not None
    verdict = sheet_verdict(sheet, at_the_table.at)
    if isinstance(verdict, Pending) or verdict.winner is None:
        raise Refused(Problem(Code.CORRECTION_UNDECIDED, "winner"))
    won = [str(verdict.winner) if s.pk == sheet.pk else s.winner for s in sheets]
    winner = next((side for side, other in (SIDES, SIDES[::-1]) if won.count(side) > won.count(other)), "")
    if not winner:
        raise Refused(Problem(Code.CORRECTION_UNDECIDED, "winner"))
    replayed = ((row, result.shown[1]) for row, result in replayed_rows(sheet, rows(sheet)) if isinstance(row, Deal))
    levels = {deal.number: (after.home, after.away) for deal, after in replayed}
    standing = standing_of(sheet.game, state_of(sheet))
    return Finding(winner, verdict.reason, corrected.game, orders, verdict, standing, levels)


def _differing(sheet: Sheet | None, orders: Mapping[int, str]) -> tuple[dict[int, str], list[Problem]]:
    """Those that are not what the sheet has already, all four seats of each, and what is wrong with them."""
    deals = {deal.number: deal for deal in counting_deals(sheet)} if sheet else {}
    differing: dict[int, str] = {}
    problems: list[Problem] = []
    for number, order in orders.items():
        wrong = order_problems(order)
        if number not in deals or not deals[number].order:
            problems.append(Problem(ScoringCode.DEAL_UNKNOWN, f"deal-{number}", {"number": number}))
        elif wrong:
            problems += [Problem(code, f"deal-{number}") for code in wrong]
        elif (letters := finish_order(order).letters) != deals[number].order:
            differing[number] = letters
    return differing, problems


# The stage as it stands


def record_of(match: Match) -> Record:
    """The stage as its format reads it: what people decided, and, of what may follow from ``match``, what has begun.

    Matches are numbered within the stage.
    """
    rows = {m.number: m for m in _rows(match.stage)}
    before = min(rows) - 1
    positions: dict[int, Slot] = {}
    for row in rows.values():
        for side in SIDES:
            if position := getattr(row, f"{side}_source_position"):
                positions[position] = slot_of(row, side)
    decided_by_people = {n: m for n, m in rows.items() if m.result is not None and not follows_by_itself(m)}
    # teams that withdrew after the draw → the matches that each had finished; an open match of such a team was taken
    # back after the team had been there: it is decided by people again
    withdrawn = Team.objects.filter(branch__tournament=match.stage.tournament_id, state=TeamState.WITHDRAWN)
    finished: dict[int, set[int]] = {team: set() for team in withdrawn.values_list("pk", flat=True)}
    for number, row in rows.items():
        for side in SIDES:
            team = getattr(row, f"{side}_team_id")
            won = row.result is not None and row.result.winner == side
            is_finished = won or number in decided_by_people or row.state in (MatchState.BYE, *UNDECIDED)
            if team in finished and is_finished:
                finished[team].add(number - before)
    return Record(
        positions=tuple(positions[number] for number in sorted(positions)),
        planned=planned_by(list(rows.values())),
        results={n - before: outcome_of(m) for n, m in decided_by_people.items()},
        begun=frozenset(n - before for n in _downstream(rows, match.number) if has_begun(rows[n])),
        withdrawn={team: frozenset(numbers) for team, numbers in finished.items()},
    )


def _rows(stage: Stage) -> list[Match]:
    rows = Match.objects.filter(stage=stage).select_related(
        "round__clock", "result", "table", "home_team__branch", "away_team__branch"
    )
    return list(rows.order_by("number"))


def _downstream(rows: Mapping[int, Match], number: int) -> set[int]:
    """The numbers of all matches that the teams of this one may come to."""
    by_key = {row.pk: row for row in rows.values()}
    numbers: set[int] = set()
    reached = [rows[number]]
    while reached:
        row = reached.pop()
        for target in (row.winner_to_id, row.loser_to_id):
            if target is not None and by_key[target].number not in numbers:
                numbers.add(by_key[target].number)
                reached.append(by_key[target])
    return numbers


def due_again(match: Match) -> tuple[Match, ...]:
    """What a signed remedy leaves to be called in rounds that are on already: nobody calls those with the round."""
    rows = {row.number: row for row in _rows(match.stage)}
    reached = (rows[number] for number in sorted({match.number} | _downstream(rows, match.number)))
    return tuple(row for row in reached if row.state == MatchState.READY and row.round.clock.started_at)


# What a remedy touches


def remedy_views(plan_: RemedyPlan) -> tuple[RemedyView, ...]:
    """The remedies of a plan with names: which matches, teams, tables, awards and results."""
    stage = plan_.match.stage
    rows = {m.number: m for m in _rows(stage)}
    ids = {t for r in plan_.remedies for c in r.changes for t in (*c.pair_before, *c.pair_after)}
    teams = with_people(Team.objects.filter(pk__in=[t for t in ids if isinstance(t, int)]))
    labels: dict[Slot | None, TeamLabel] = {team.pk: team_label(team) for team in teams}
    finished = stage.tournament.state == TournamentState.FINISHED

    def occupants(pair: tuple[Slot, Slot]) -> tuple[Occupant, Occupant]:
        home, away = (Occupant("team" if slot in labels else str(slot), labels.get(slot)) for slot in pair)
        return home, away

    views = []
    for remedy in plan_.remedies:
        award = next((c for c in remedy.changes if c.number == remedy.awarded), None)
        touched = [
            TouchedMatch(
                number=change.number,
                round_number=row.round.number,
                entrants=row.round.entrants,
                where=beside_bracket(row.place_for, row.round.entrants),
                table=row.table.number if row.table else 0,
                fate=change.fate.value,
                begun=change.begun,
                moves=change.moves,
                before=occupants(change.pair_before),
                after=occupants(change.pair_after),
                won_after=labels.get(change.after.winner) if change.after else None,
                awarded=change is award,
            )
            for change, row in ((change, rows[change.number]) for change in remedy.changes)
        ]
        views.append(
            RemedyView(
                kind=remedy.kind.value,
                side=remedy.side.value if remedy.side else "",
                awarded_to=labels.get(award.after.winner) if award and award.after else None,
                matches=tuple(touched),
                withdrawn=withdrawn_results(remedy, rows),
                moved=moved_sides(remedy, rows),
                reopens_awards=finished and remedy.kind is not Kind.KEEP,
            )
        )
    return tuple(views)


def withdrawn_results(remedy: Remedy, rows: Mapping[int, Match]) -> tuple[int, ...]:
    """Ids of the results that will count no more; ``rows`` by number, as they are before."""
    touched = (rows[c.number] for c in remedy.changes if c.moves or c.fate is not Fate.FOLLOWS)
    return tuple(row.result_id for row in touched if row.result_id is not None)


def moved_sides(remedy: Remedy, rows: Mapping[int, Match]) -> tuple[tuple[int, str], ...]:
    """Where others will stand: match id and side."""
    return tuple(
        (rows[change.number].pk, side)
        for change in remedy.changes
        for side, before, after in zip(SIDES, change.pair_before, change.pair_after, strict=True)
        if before != after
    )
