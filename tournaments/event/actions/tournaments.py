"""赛事: making an event from a blueprint, changing its settings, putting it away and back."""

import re
from collections.abc import Collection, Mapping
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.db import IntegrityError, transaction
from django.db.models import Min

from accounts.models import User
from guandan_rules import NAMED, OpenPoint, RuleSet, RuleSetError, named
from journal import clock
from journal.models import Journal
from journal.recording import action, record
from journal.refusals import Problem, Refused, WrongState, ask_about, refuse_if, refuse_overtaken
from tournaments.bracket.queries.awards import THIRD
from tournaments.bracket.queries.settings import TournamentSettings, on_the_wall, settings_of
from tournaments.bracket.queries.versions import settings_version
from tournaments.bracket.rules.rounds import add_rounds, add_sittings, freeze_rules
from tournaments.bracket.rules.rule_sets import frozen_options
from tournaments.calendar import MOST_DAYS, is_reckonable, is_zone
from tournaments.codes import Code, TournamentEvent
from tournaments.day.queries.timetable import USUAL_LEAD
from tournaments.entries.actions.entries import enter_samples
from tournaments.entries.seats import seats_problems
from tournaments.event.actions.stages import Entrance, add_stage
from tournaments.event.queries.patterns import SAME_COLUMNS
from tournaments.event.rules.stages import one_board_problems, own_days_problems, partners_problems
from tournaments.formats import FORMATS
from tournaments.locks import locked_event, locked_tournament
from tournaments.models import Branch, Prize, Role, Round, Stage, Table, Team, Tournament
from tournaments.presets.preset import Blueprint, DayTime
from tournaments.states import RoleKind, TournamentState
from tournaments.team_match import MOST_BOARDS

SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
SLUG_LENGTH = 40
TEXTS = {
    "name": 80, "organiser": 60, "document": 60, "place": 80, "committees": 2_000,
    "own_rules": 20_000, "branch_word": 8, "member_word": 8, "leader_word": 8,
}  # fmt: skip
NUMBERS = {
    "own_days": (0, MOST_DAYS), "check_in_minutes": (0, 240), "last_bell_minutes": (0, 60), "best_of": (1, 9),
    "boards": (1, MOST_BOARDS),
}  # fmt: skip
PLAIN_SETTINGS = (
    "zone", *NUMBERS, "boards_equal", "stop_early", "branches_apart", "third_place_match", "names_public", "is_rated",
    "match_clock",
)  # fmt: skip
GAMES_OF = {"s001_4": 3}
"""三局两胜: the named rule sets of which a match has more than one game."""
AWARD_LENGTH = 20
FREE_AFTER_DRAW = (TEXTS.keys() - {"own_rules"}) | {
    "own_days", "check_in_minutes", "last_bell_minutes", "names_public", "is_rated",
}  # fmt: skip


@action
def create_tournament(
    blueprint: Blueprint,
    *,
    by: User | None,
    slug: str,
    first_day: date,
    with_sample_teams: bool = False,
    rehearsal: bool = False,
    sure: Collection[str] | None = None,
) -> Tournament:
    """Make the event with journal, stage, rounds, clocks, tables and branches; its days are counted from ``first_day``.

    A ``rehearsal`` has a time of its own and says so on every page.
    Refused: the slug is no slug or taken, the name is empty or too long, the day lies in no year to reckon with. Asked
    about: the name of another event, a day in the past or years ahead.
    """
    problems = []
    if not SLUG.fullmatch(slug) or len(slug) > SLUG_LENGTH:
        problems.append(Problem(Code.SLUG_INVALID, "slug"))
    elif Tournament.objects.filter(slug=slug).exists():
        problems.append(Problem(Code.SLUG_TAKEN, "slug", {"slug": slug}))
    problems += _text_problems({name: getattr(blueprint, name) for name in TEXTS})
    problems += _day_problems("first_day", first_day)
    problems += seats_problems(blueprint.seats, blueprint.game)
    sides = {name: getattr(blueprint, name) for name in ("seats", "reserves", "boards", "own_days")}
    problems += partners_problems("format", blueprint.format, **sides)
    refuse_if(problems)
    ask_about(_blueprint_doubts(blueprint, first_day), sure)
    tournament = _with_first_stage(blueprint, slug=slug, first_day=first_day, rehearsal=rehearsal)
    Table.objects.bulk_create(Table(tournament=tournament, number=n) for n in range(1, blueprint.tables + 1))
    Branch.objects.bulk_create(
        Branch(tournament=tournament, number=number, name=plan.name, quota=plan.quota)
        for number, plan in enumerate(blueprint.branches, start=1)
    )
    Prize.objects.bulk_create(
        Prize(tournament=tournament, position=position, name=plan.name, rule=plan.rule, count=plan.count)
        for position, plan in enumerate(blueprint.prizes, start=1)
    )
    if by is not None:
        Role.objects.create(tournament=tournament, user=by, kind=RoleKind.OFFICE)
    record(
        tournament.journal, TournamentEvent.TOURNAMENT_CREATED, tournament.subject, by=by,
        name=tournament.name, preset=blueprint.key, branches=len(blueprint.branches),
    )  # fmt: skip
    for later in blueprint.later:
        stage = add_stage(
            tournament,
            by=by,
            format_=later.format,
            entrance=Entrance(later.places, later.source, later.first_place, later.by_lot),
            starts=[planned.on(first_day, blueprint.zone) for planned in later.rounds],
            settings=later.settings,
            rule_options=later.rule_options,
            minutes=later.minutes,
        )
        for round_, planned in zip(stage.rounds.order_by("number"), later.rounds, strict=True):
            add_sittings(round_, [sitting.on(first_day, blueprint.zone) for sitting in planned.sittings])
    if with_sample_teams:
        enter_samples(tournament, by=by)
    return tournament


def _blueprint_doubts(blueprint: Blueprint, first_day: date) -> list[Problem]:
    """Another event has the name; the first round is past or far ahead, by the clock of everybody: the event has none
    of its own yet."""
    doubts = []
    others = Tournament.objects.filter(name=blueprint.name.strip(), archived_at=None, journal__rehearsal=False)
    other = others.aggregate(start=Min("stages__rounds__starts_at"))["start"]
    if other:
        data = {"at": other.astimezone(ZoneInfo(blueprint.zone)).isoformat()}
        doubts.append(Problem(Code.EVENT_NAME_TAKEN, "name", data))
    now = clock.now(Journal())
    start = blueprint.rounds[0].on(first_day, blueprint.zone) if blueprint.rounds else now
    if start < now:
        doubts.append(Problem(Code.FIRST_DAY_PAST, "first_day", {"at": start.isoformat()}))
    if start - now > USUAL_LEAD:
        doubts.append(Problem(Code.FIRST_DAY_FAR, "first_day", {"at": start.isoformat()}))
    return doubts


def _with_first_stage(blueprint: Blueprint, *, slug: str, first_day: date, rehearsal: bool) -> Tournament:
    """The event with its journal, and its first stage with rounds and clocks."""

    def moment(planned: DayTime) -> datetime:
        return planned.on(first_day, blueprint.zone)

    columns = {name: getattr(blueprint, name) for name in SAME_COLUMNS}
    tournament = Tournament(
        **columns,
        slug=slug,
        preset=blueprint.key,
        closes_at=moment(blueprint.closes),
        draw_at=moment(blueprint.draw) if blueprint.draw else None,
        awards=[award.to_dict() for award in blueprint.awards],
    )
    tournament.changing_partners = FORMATS[blueprint.format].changes_partners
    tournament.name, tournament.rule_options = blueprint.name.strip(), dict(blueprint.rule_options)
    try:
        with transaction.atomic():
            tournament.journal = Journal.objects.create(rehearsal=rehearsal)
            tournament.save()
    except IntegrityError:
        raise Refused(Problem(Code.SLUG_TAKEN, "slug", {"slug": slug})) from None
    stage = Stage(
        tournament=tournament,
        format=blueprint.format,
        settings=dict(blueprint.settings),
        game=blueprint.game,
        rule_options=dict(blueprint.game_options),
        rule_set={},
    )
    stage.rule_set = frozen_options(stage)
    stage.save()
    made = add_rounds(stage, [moment(planned) for planned in blueprint.rounds])
    for round_, planned in zip(made, blueprint.rounds, strict=True):
        add_sittings(round_, [moment(sitting) for sitting in planned.sittings])
    return tournament


def _day_problems(where: str, day: date) -> list[Problem]:
    return [] if is_reckonable(day) else [Problem(Code.DATE_INVALID, where)]


def _text_problems(texts: Mapping[str, str]) -> list[Problem]:
    long = [name for name, text in texts.items() if len(text) > TEXTS[name]]
    problems = [Problem(Code.TEXT_TOO_LONG, name, {"most": TEXTS[name]}) for name in long]
    return problems if texts["name"].strip() else [Problem(Code.NAME_EMPTY, "name"), *problems]


@action
def edit_tournament(
    tournament: Tournament,
    settings: TournamentSettings,
    *,
    by: User | None,
    seen: int | None = None,
    answers: Collection[OpenPoint] = (),
) -> Tournament:
    """Change the settings. From the draw on only names, place and the time of the call may change.

    Another zone keeps every time on the wall. ``answers``: the open points of the notice that are settled by it; the
    public hears nothing where all stays as it was. Refused with all problems; ``WrongState`` if ``seen`` is old.
    """
    tournament = locked_event(tournament)
    refuse_overtaken(tournament.subject, seen, settings_version(tournament))
    before = settings_of(tournament)
    changed = {name for name in settings.__dataclass_fields__ if getattr(before, name) != getattr(settings, name)}
    refuse_if(_settings_problems(tournament, settings, changed))

    zone = ZoneInfo(settings.zone)
    if "zone" in changed:
        # 12:30 stays 12:30: every round keeps its time on the wall
        for planned in Round.objects.filter(stage__tournament=tournament):
            planned.starts_at = on_the_wall(planned.starts_at, tournament.tzinfo).replace(tzinfo=zone)
            planned.save(update_fields=["starts_at"])
    for name in TEXTS:
        setattr(tournament, name, getattr(settings, name).strip())
    for name in PLAIN_SETTINGS:
        setattr(tournament, name, getattr(settings, name))
    if tournament.plays_alone:  # whoever plays alone has nobody to play for him
        tournament.reserves = 0
    tournament.closes_at = settings.closes.replace(tzinfo=zone)
    tournament.draw_at = settings.draw.replace(tzinfo=zone) if settings.draw else None
    tournament.rule_options = dict(settings.rule_options)
    tournament.awards = [award.to_dict() for award in settings.awards]
    tournament.save()
    if changed & {"rule_options", "best_of", "boards", "match_clock", "own_days"}:
        freeze_rules(tournament)
    data: dict[str, Any] = {"answers": sorted(answers)} if answers else {}
    record(
        tournament.journal, TournamentEvent.TOURNAMENT_EDITED, tournament.subject, by=by,
        public=bool(changed) or not answers, name=tournament.name, fields=sorted(changed), **data,
    )  # fmt: skip
    return tournament


def _misfits(settings: TournamentSettings) -> list[Problem]:
    """Settings that do not go together."""
    misfits = {
        (Code.BOARDS_ON_OWN_DAYS, "own_days"): settings.boards > 1 and settings.own_days > 0,
        (Code.RATED_WITHOUT_NAMES, "is_rated"): settings.is_rated and not settings.names_public,
    }
    return [Problem(code, field) for (code, field), is_so in misfits.items() if is_so]


def _settings_problems(tournament: Tournament, settings: TournamentSettings, changed: set[str]) -> list[Problem]:
    problems = _text_problems({name: getattr(settings, name) for name in TEXTS})
    if not is_zone(settings.zone):
        problems.append(Problem(Code.ZONE_UNKNOWN, "zone", {"zone": settings.zone}))
    problems += [
        Problem(Code.NUMBER_OUT_OF_RANGE, name, {"low": low, "high": high})
        for name, (low, high) in NUMBERS.items()
        if not low <= getattr(settings, name) <= high or (name == "best_of" and settings.best_of % 2 == 0)
    ]
    problems += _misfits(settings)
    if tournament.changing_partners:
        present = {"seats": tournament.seats, "reserves": 0, "boards": 1, "own_days": 0}
        formats = tournament.stages.values_list("format", flat=True)[:1]
        problems += [
            problem
            for name in ("boards", "own_days")
            for problem in partners_problems(name, *formats, **present | {name: getattr(settings, name)})
        ]
    if tournament.state != TournamentState.ENTRY:
        frozen = changed - FREE_AFTER_DRAW
        # a round may last longer; whether its hours count is settled
        frozen |= {"own_days"} if bool(settings.own_days) != bool(tournament.own_days) else set()
        return problems + [Problem(Code.AFTER_DRAW, name) for name in sorted(frozen)]

    # the rules
    try:
        RuleSet.from_dict({**named(tournament.rule_set).to_dict(), **settings.rule_options})
    except RuleSetError as error:
        options = [wrong.option for wrong in error.problems]
        problems += [Problem(Code.RULE_OPTION_INVALID, option, {"option": option}) for option in options]

    # how many players a team needs
    if "boards" in changed and Team.objects.filter(branch__tournament=tournament).exists():
        problems.append(Problem(Code.TEAMS_HAVE_SEATS, "boards", {"seats": tournament.fewest_players}))
    formats = tournament.stages.values_list("format", flat=True)
    problems += one_board_problems("boards", formats, settings.boards) if "boards" in changed else []
    problems += own_days_problems("own_days", formats, settings.own_days) if "own_days" in changed else []

    # the order of deadline, draw and first round
    first = Round.objects.filter(stage__tournament=tournament).order_by("starts_at").first()
    problems += _day_problems("closes", settings.closes)
    if settings.draw is not None:
        problems += _day_problems("draw", settings.draw)
    if first is not None and settings.closes > on_the_wall(first.starts_at, tournament.tzinfo):
        problems.append(Problem(Code.CLOSES_AFTER_FIRST_ROUND, "closes"))
    if settings.draw is not None and settings.draw < settings.closes:
        problems.append(Problem(Code.DRAW_BEFORE_CLOSE, "draw"))

    # the names of the awards; the fields of the page go to the third place, and one is for all others
    names = {f"award_{a.rank if a.rank <= THIRD else 'more'}": a.name.strip() for a in settings.awards}
    problems += [Problem(Code.NAME_EMPTY, field) for field, name in names.items() if not name]
    long = [field for field, name in names.items() if len(name) > AWARD_LENGTH]
    return problems + [Problem(Code.TEXT_TOO_LONG, field, {"most": AWARD_LENGTH}) for field in long]


@action
def switch_rule_set(tournament: Tournament, name: str, *, by: User | None, seen: int | None = None) -> Tournament:
    """规则方案: another named set, with all its own rules and its games of a match; what was changed about
    the former one is forgotten.

    Refused: there is none of that name, lots are drawn. ``Overtaken`` if ``seen`` is old.
    """
    tournament = locked_event(tournament)
    refuse_overtaken(tournament.subject, seen, settings_version(tournament))
    refuse_if([] if name in NAMED else [Problem(Code.VALUE_INVALID, "rule_set")])
    refuse_if([] if tournament.state == TournamentState.ENTRY else [Problem(Code.AFTER_DRAW, "rule_set")])
    tournament.rule_set, tournament.rule_options = name, {}
    tournament.best_of = GAMES_OF.get(name, 1)
    tournament.save(update_fields=["rule_set", "rule_options", "best_of"])
    freeze_rules(tournament)
    record(
        tournament.journal, TournamentEvent.TOURNAMENT_EDITED, tournament.subject, by=by,
        name=tournament.name, fields=["rule_set"],
    )  # fmt: skip
    return tournament


@action
def archive_tournament(tournament: Tournament, *, by: User | None, sure: Collection[str] | None = None) -> Tournament:
    """Put the event away: it leaves the lists, stays readable at its address, and nothing in it changes any more.

    Asked about: an event that is being played.
    """
    tournament = locked_tournament(tournament)
    if tournament.archived_at is not None:
        raise WrongState(tournament.subject, "archived")
    running = tournament.state == TournamentState.RUNNING
    ask_about([Problem(Code.EVENT_RUNNING)] if running else [], sure)
    return _put_away(tournament, clock.now(tournament.journal), TournamentEvent.TOURNAMENT_ARCHIVED, by=by)


@action
def restore_tournament(tournament: Tournament, *, by: User | None) -> Tournament:
    """Bring an archived event back into the lists."""
    tournament = locked_tournament(tournament)
    if tournament.archived_at is None:
        raise WrongState(tournament.subject, tournament.state)
    return _put_away(tournament, None, TournamentEvent.TOURNAMENT_RESTORED, by=by)


def _put_away(tournament: Tournament, at: datetime | None, kind: TournamentEvent, *, by: User | None) -> Tournament:
    tournament.archived_at = at
    tournament.save(update_fields=["archived_at"])
    record(tournament.journal, kind, tournament.subject, by=by, name=tournament.name)
    return tournament
