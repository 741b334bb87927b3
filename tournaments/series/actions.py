"""系列赛: a series and its settings, which events belong to it, who is taken for whom, and the entries of its final.

What concerns the series alone is recorded in its own journal, what concerns an event in that event's.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace

from django.db import IntegrityError, transaction
from django.db.models import Prefetch

from accounts.models import User
from journal.models import Journal
from journal.queries import last_number_of
from journal.recording import action, record
from journal.refusals import Problem, Refused, WrongState, refuse_if, refuse_overtaken
from tournaments.codes import Code, TournamentEvent
from tournaments.entries.actions.branches import HIGHEST_QUOTA, add_branches, edit_branch
from tournaments.entries.actions.entries import save_entry
from tournaments.entries.fields import BranchEntry, PlayerEntry, TeamEntry, values_of
from tournaments.entries.names import likeness
from tournaments.entries.queries.entries import stored_form
from tournaments.event.actions.tournaments import SLUG, SLUG_LENGTH
from tournaments.locks import locked_series, locked_tournament
from tournaments.models import Branch, Player, Series, Team, Tournament
from tournaments.presets.preset import BranchPlan
from tournaments.series.queries import SeasonLine, SeriesSettings, season, settings_of
from tournaments.series.season import Criterion
from tournaments.states import SeriesCounts, TeamState, TournamentState

TEXTS = {"name": 80, "organiser": 60, "season": 20}
LONGEST_SCALE, MOST_POINTS = 128, 10_000
NUMBERS = {"best": (0, 100), "finalists": (2, 4096), "branch_best": (0, 100)}
SCALES = ("scale", "branch_scale")


@action
def create_series(settings: SeriesSettings, *, by: User | None, slug: str) -> Series:
    """A new series without events. Refused: the slug is no slug or taken, and as for its settings."""
    problems = []
    if not SLUG.fullmatch(slug) or len(slug) > SLUG_LENGTH:
        problems.append(Problem(Code.SLUG_INVALID, "slug"))
    elif Series.objects.filter(slug=slug).exists():
        problems.append(Problem(Code.SERIES_SLUG_TAKEN, "slug", {"slug": slug}))
    refuse_if([*problems, *_settings_problems(settings)])
    series = Series(slug=slug)
    _take(series, settings)
    try:
        with transaction.atomic():
            series.journal = Journal.objects.create()
            series.save()
    except IntegrityError:
        raise Refused(Problem(Code.SERIES_SLUG_TAKEN, "slug", {"slug": slug})) from None
    record(series.journal, TournamentEvent.SERIES_CREATED, series.subject, by=by, name=series.name)
    return series


@action
def edit_series(series: Series, settings: SeriesSettings, *, by: User | None, seen: int | None = None) -> Series:
    """Change the settings; the table follows at once. Refused with all problems, also if it cannot count teams, or only
    branches, with the events that it has; ``Overtaken`` if ``seen`` is old."""
    series = locked_series(series)
    refuse_overtaken(series.subject, seen, last_number_of(series.journal, TournamentEvent.SERIES_EDITED))
    problems, events = _settings_problems(settings), list(series.events.order_by("pk"))
    differing = next((event for event in events if event.fewest_players != events[0].fewest_players), None)
    if settings.counts == SeriesCounts.BRANCHES:
        if any(event.is_season_final for event in events):
            problems.append(Problem(Code.BRANCHES_WITHOUT_FINAL, "counts"))
    elif differing:
        data = {"event": differing.name, "seats": differing.fewest_players}
        problems.append(Problem(Code.SEATS_DIFFER, "counts", data))
    refuse_if(problems)
    before = settings_of(series)
    changed = [name for name in settings.__dataclass_fields__ if getattr(before, name) != getattr(settings, name)]
    _take(series, settings)
    series.save()
    record(
        series.journal, TournamentEvent.SERIES_EDITED, series.subject, by=by, name=series.name, fields=sorted(changed)
    )  # fmt: skip
    return series


@action
def delete_series(series: Series, *, by: User | None) -> None:
    """Take away a series without events; its journal stays, as it remembers."""
    series = locked_series(series)
    refuse_if([Problem(Code.SERIES_HAS_EVENTS)] if series.events.exists() else [])
    record(series.journal, TournamentEvent.SERIES_DELETED, series.subject, by=by, name=series.name, slug=series.slug)
    series.delete()


@action
def join_series(tournament: Tournament, series: Series, *, by: User | None, final: bool = False) -> Tournament:
    """Put the event into the series, or as its ``final``; an event in it already changes between the two.

    Refused: it is a rehearsal or in another series, its teams have other numbers of players, there is a final already.
    Where only branches count, teams may have any number of players, and there is no final.
    """
    series = locked_series(series)
    tournament = locked_tournament(tournament)
    others = list(series.events.exclude(pk=tournament.pk))
    problems = []
    if tournament.journal.rehearsal:
        problems.append(Problem(Code.OF_A_REHEARSAL, "event"))
    if tournament.series_id not in (None, series.pk):
        problems.append(Problem(Code.IN_ANOTHER_SERIES, "event"))
    has_teams = SeriesCounts(series.counts).has_teams
    differing = next(
        (other for other in others if has_teams and other.fewest_players != tournament.fewest_players), None
    )
    if differing:
        problems.append(
            Problem(Code.SEATS_DIFFER, "event", {"event": differing.name, "seats": differing.fewest_players})
        )
    present = next((other for other in others if other.is_season_final), None)
    if final and present:
        problems.append(Problem(Code.FINAL_ALREADY, "event", {"event": present.name}))
    if final and not has_teams:
        problems.append(Problem(Code.BRANCHES_WITHOUT_FINAL, "final"))
    refuse_if(problems)
    tournament.series, tournament.is_season_final = series, final
    tournament.save(update_fields=["series", "is_season_final"])
    record(
        tournament.journal, TournamentEvent.SERIES_JOINED, tournament.subject, by=by, series=series.name, final=final
    )
    return tournament


@action
def leave_series(tournament: Tournament, series: Series, *, by: User | None) -> Tournament:
    """Take the event out of the series; the table is reckoned without it. ``WrongState`` if it is not in it."""
    series = locked_series(series)
    tournament = locked_tournament(tournament)
    if tournament.series_id != series.pk:
        raise WrongState(tournament.subject, tournament.state)
    tournament.series, tournament.is_season_final = None, False
    tournament.save(update_fields=["series", "is_season_final"])
    record(tournament.journal, TournamentEvent.SERIES_LEFT, tournament.subject, by=by, series=series.name)
    return tournament


@action
def merge_competitors(series: Series, key: str, into: str, *, by: User | None) -> Series:
    """认作同一参赛者: what stands in the table as ``key`` counts for ``into`` from now on.

    Refused: one of them is not in the table, or both are one.
    """
    series = locked_series(series)
    known = season(series).by_key
    refuse_if([] if key != into and {key, into} <= known.keys() else [Problem(Code.COMPETITOR_UNKNOWN)])
    series.merged = {name: into if taken == key else taken for name, taken in series.merged.items()} | {key: into}
    series.save(update_fields=["merged"])
    record(series.journal, TournamentEvent.COMPETITORS_MERGED, series.subject, by=by, key=key, into=into)
    return series


@action
def part_competitors(series: Series, key: str, *, by: User | None) -> Series:
    """Take back that ``key`` counts for another. Refused: it does not."""
    series = locked_series(series)
    refuse_if([] if key in series.merged else [Problem(Code.COMPETITOR_UNKNOWN)])
    into = series.merged.pop(key)
    series.save(update_fields=["merged"])
    record(series.journal, TournamentEvent.COMPETITORS_PARTED, series.subject, by=by, key=key, into=into)
    return series


@action
def fill_final(series: Series, *, by: User | None, declined: Collection[str] = ()) -> int:
    """总决赛报名: the first of the table become entries of the final, those who ``declined`` replaced by the next.

    Returns how many teams were entered now; who is entered already stays as the office has him. A branch that is not
    there is added, a quota that is too small is raised. Refused: no final, nobody in the table, lots are drawn, and
    whatever a form of entry is refused for.
    """
    series = locked_series(series)
    final = series.events.filter(is_season_final=True).first()
    refuse_if([] if final else [Problem(Code.FINAL_MISSING)])
    final = locked_tournament(final)  # type: ignore[arg-type]
    refuse_if([] if final.state == TournamentState.ENTRY else [Problem(Code.AFTER_DRAW)])
    season_now = season(series)
    wanted = sorted(set(declined) & season_now.by_key.keys())
    if wanted != series.declined:
        series.declined = wanted
        series.save(update_fields=["declined"])
        record(
            series.journal, TournamentEvent.SERIES_EDITED, series.subject, by=by, name=series.name, fields=["declined"]
        )  # fmt: skip
        season_now = season(series)
    refuse_if([] if season_now.qualified else [Problem(Code.NOBODY_QUALIFIED)])
    missing = [line for line in season_now.qualified if not line.in_final]
    _enter(final, missing, by=by)
    record(
        final.journal, TournamentEvent.FINAL_FILLED, final.subject, by=by, series=series.name, entered=len(missing),
        ranks={line.key: line.rank for line in missing},
    )  # fmt: skip
    return len(missing)


def _enter(final: Tournament, lines: Sequence[SeasonLine], *, by: User | None) -> None:
    """Branch by branch, behind the teams that it has; a branch that is not there is added."""
    present = Player.objects.filter(left_at=None).order_by("number")
    teams = Team.objects.filter(pk__in=[line.team for line in lines]).select_related("branch")
    last = {team.pk: team for team in teams.prefetch_related(Prefetch("players", present))}
    by_branch: defaultdict[str, list[Team]] = defaultdict(list)
    for line in lines:
        by_branch[likeness(last[line.team].branch.name)].append(last[line.team])
    branches = {likeness(branch.name): branch for branch in final.branches.all()}
    plans = [
        BranchPlan(coming[0].branch.name, min(len(coming), HIGHEST_QUOTA))
        for name, coming in by_branch.items()
        if name not in branches
    ]
    added = add_branches(final, plans, by=by) if plans else []
    branches |= {likeness(branch.name): branch for branch in added}
    with_players = Team.objects.prefetch_related(Prefetch("players", present)).order_by("ordinal")
    whole = Branch.objects.prefetch_related(Prefetch("teams", with_players)).select_related("tournament")
    for name, coming in by_branch.items():
        branch = whole.get(pk=branches[name].pk)
        taken = {team.ordinal: team.state for team in branch.teams.all()}
        free = [ordinal for ordinal in range(1, len(taken) + len(coming) + 1) if ordinal not in taken]
        form = stored_form(branch, final.most_players)
        if not (form.teams or form.leader or form.contact_name):
            # the branch is new here: with the leader and the contact of its last event
            form = replace(form, **values_of(BranchEntry, coming[-1].branch))
        # a draft is not mentioned, and so stays one
        entries = [entry for entry in form.teams if taken[entry.ordinal] == TeamState.ENTERED]
        for ordinal, team in zip(free, coming, strict=False):
            players = tuple(PlayerEntry(**values_of(PlayerEntry, player)) for player in team.players.all())
            entries.append(TeamEntry(ordinal, players, **values_of(TeamEntry, team)))
        quota = max(branch.quota, entries[-1].ordinal)
        if quota != branch.quota:
            edit_branch(branch, branch.name, quota, by=by)
        form = replace(form, teams=tuple(sorted(entries, key=lambda entry: entry.ordinal)))
        save_entry(branch, form, by=by)


def _take(series: Series, settings: SeriesSettings) -> None:
    for name in TEXTS:
        setattr(series, name, getattr(settings, name).strip())
    for name in (*SCALES, "criteria"):
        setattr(series, name, list(getattr(settings, name)))
    for name in (*NUMBERS, "counts", "share_points"):
        setattr(series, name, getattr(settings, name))


def _settings_problems(settings: SeriesSettings) -> list[Problem]:
    long = [name for name, most in TEXTS.items() if len(getattr(settings, name)) > most]
    problems = [Problem(Code.TEXT_TOO_LONG, name, {"most": TEXTS[name]}) for name in long]
    problems += [] if settings.name.strip() else [Problem(Code.NAME_EMPTY, "name")]
    problems += [
        Problem(Code.NUMBER_OUT_OF_RANGE, name, {"low": low, "high": high})
        for name, (low, high) in NUMBERS.items()
        if not low <= getattr(settings, name) <= high
    ]
    for name in SCALES:
        scale = list(getattr(settings, name))
        falls = scale == sorted(scale, reverse=True) and (name == "branch_scale") <= len(scale) <= LONGEST_SCALE
        if not falls or not all(0 <= points <= MOST_POINTS for points in scale):
            problems.append(Problem(Code.SCALE_INVALID, name, {"most": LONGEST_SCALE, "points": MOST_POINTS}))
    if settings.counts not in SeriesCounts:
        problems.append(Problem(Code.VALUE_INVALID, "counts"))
    if not settings.criteria or not set(settings.criteria) <= set(Criterion):
        problems.append(Problem(Code.VALUE_INVALID, "criterion_1"))
    elif len(set(settings.criteria)) < len(settings.criteria):
        problems.append(Problem(Code.CRITERION_TWICE, "criterion_1"))
    return problems
