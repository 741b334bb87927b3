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
from tournaments.bracket.rules.rounds import add_rounds, freeze_rules
from tournaments.bracket.rules.rule_sets import frozen_options
from tournaments.calendar import is_reckonable, is_zone
from tournaments.codes import Code, TournamentEvent
from tournaments.day.queries.timetable import USUAL_LEAD
from tournaments.entries.actions.entries import enter_samples
from tournaments.entries.seats import SEATS_OF
from tournaments.event.actions.stages import Entrance, add_stage
from tournaments.locks import locked_event, locked_tournament
from tournaments.models import Branch, Role, Round, Stage, Table, Tournament
from tournaments.presets.preset import Award, Blueprint
from tournaments.states import RoleKind, TournamentState

SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
SLUG_LENGTH = 40
TEXTS = {"name": 80, "organiser": 60, "document": 60, "place": 80}
AWARD_LENGTH = 20
FREE_AFTER_DRAW = frozenset(
    {"name", "organiser", "document", "place", "check_in_minutes", "last_bell_minutes", "names_public"}
)


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
    refuse_if(
        [
            *_slug_problems(slug),
            *_text_problems({name: getattr(blueprint, name) for name in TEXTS}),
            *_day_problems("first_day", first_day),
            *([] if blueprint.seats in SEATS_OF else [Problem(Code.VALUE_INVALID, "seats")]),
        ]
    )
    ask_about([*_name_doubts(blueprint), *_day_doubts(blueprint, first_day)], sure)
    tournament = _insert(_unsaved(blueprint, slug=slug, first_day=first_day), rehearsal=rehearsal)
    _add_rounds(tournament, blueprint, first_day)
    Table.objects.bulk_create(Table(tournament=tournament, number=n) for n in range(1, blueprint.tables + 1))
    Branch.objects.bulk_create(
        Branch(tournament=tournament, number=number, name=plan.name, quota=plan.quota)
        for number, plan in enumerate(blueprint.branches, start=1)
    )
    if by is not None:
        Role.objects.create(tournament=tournament, user=by, kind=RoleKind.OFFICE)
    record(
        tournament.journal,
        TournamentEvent.TOURNAMENT_CREATED,
        tournament.subject,
        by=by,
        name=tournament.name,
        preset=blueprint.key,
        branches=len(blueprint.branches),
    )
    _add_later_stages(tournament, blueprint, first_day, by=by)
    if with_sample_teams:
        enter_samples(tournament, by=by)
    return tournament


def _unsaved(blueprint: Blueprint, *, slug: str, first_day: date) -> Tournament:
    return Tournament(
        slug=slug,
        name=blueprint.name.strip(),
        organiser=blueprint.organiser,
        document=blueprint.document,
        place=blueprint.place,
        zone=blueprint.zone,
        preset=blueprint.key,
        closes_at=blueprint.closes.on(first_day, blueprint.zone),
        draw_at=blueprint.draw.on(first_day, blueprint.zone) if blueprint.draw else None,
        rule_set=blueprint.rule_set,
        rule_options=dict(blueprint.rule_options),
        seats=blueprint.seats,
        opposite_halves=blueprint.opposite_halves,
        third_place_match=blueprint.third_place_match,
        best_of=blueprint.best_of,
        check_in_minutes=blueprint.check_in_minutes,
        last_bell_minutes=blueprint.last_bell_minutes,
        names_public=blueprint.names_public,
        awards=[award.to_dict() for award in blueprint.awards],
    )


def _insert(tournament: Tournament, *, rehearsal: bool) -> Tournament:
    try:
        with transaction.atomic():
            tournament.journal = Journal.objects.create(rehearsal=rehearsal)
            tournament.save()
    except IntegrityError:
        raise Refused(Problem(Code.SLUG_TAKEN, "slug", {"slug": tournament.slug})) from None
    return tournament


def _add_rounds(tournament: Tournament, blueprint: Blueprint, first_day: date) -> None:
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
    add_rounds(stage, [planned.on(first_day, blueprint.zone) for planned in blueprint.rounds])


def _add_later_stages(tournament: Tournament, blueprint: Blueprint, first_day: date, *, by: User | None) -> None:
    for plan in blueprint.later:
        add_stage(
            tournament,
            by=by,
            format_=plan.format,
            entrance=Entrance(plan.places, plan.source, plan.first_place, plan.by_lot),
            starts=[planned.on(first_day, blueprint.zone) for planned in plan.rounds],
            settings=plan.settings,
            rule_options=plan.rule_options,
            minutes=plan.minutes,
        )


def _slug_problems(slug: str) -> list[Problem]:
    if not SLUG.fullmatch(slug) or len(slug) > SLUG_LENGTH:
        return [Problem(Code.SLUG_INVALID, "slug")]
    return [Problem(Code.SLUG_TAKEN, "slug", {"slug": slug})] if Tournament.objects.filter(slug=slug).exists() else []


def _day_problems(where: str, day: date) -> list[Problem]:
    return [] if is_reckonable(day) else [Problem(Code.DATE_INVALID, where)]


def _name_doubts(blueprint: Blueprint) -> list[Problem]:
    others = Tournament.objects.filter(name=blueprint.name.strip(), archived_at=None, journal__rehearsal=False)
    start = others.aggregate(start=Min("stages__rounds__starts_at"))["start"]
    day = start.astimezone(ZoneInfo(blueprint.zone)).isoformat() if start else ""
    return [Problem(Code.EVENT_NAME_TAKEN, "name", {"at": day})] if start else []


def _day_doubts(blueprint: Blueprint, first_day: date) -> list[Problem]:
    """Of the first round, by the clock of everybody: the event has none yet."""
    now = clock.now(Journal())
    start = blueprint.rounds[0].on(first_day, blueprint.zone) if blueprint.rounds else now
    data = {"at": start.isoformat()}
    past = [Problem(Code.FIRST_DAY_PAST, "first_day", data)] if start < now else []
    return [*past, *([Problem(Code.FIRST_DAY_FAR, "first_day", data)] if start - now > USUAL_LEAD else [])]


def _text_problems(texts: Mapping[str, str]) -> list[Problem]:
    problems = [
        Problem(Code.TEXT_TOO_LONG, name, {"most": TEXTS[name]})
        for name, text in texts.items()
        if len(text) > TEXTS[name]
    ]
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
    public is not told where all stays as it was. Refused with all problems; ``WrongState`` if ``seen`` is old.
    """
    tournament = locked_event(tournament)
    refuse_overtaken(tournament.subject, seen, settings_version(tournament))
    changed = _changed(tournament, settings)
    refuse_if(_settings_problems(tournament, settings, changed))
    if "zone" in changed:
        _move_zone(tournament, settings.zone)
    _take(tournament, settings)
    tournament.save()
    if changed & {"rule_options", "best_of"}:
        freeze_rules(tournament)
    data: dict[str, Any] = {"answers": sorted(answers)} if answers else {}
    record(
        tournament.journal, TournamentEvent.TOURNAMENT_EDITED, tournament.subject, by=by,
        public=bool(changed) or not answers, name=tournament.name, fields=sorted(changed), **data,
    )  # fmt: skip
    return tournament


def _changed(tournament: Tournament, settings: TournamentSettings) -> set[str]:
    before = settings_of(tournament)
    return {name for name in settings.__dataclass_fields__ if getattr(before, name) != getattr(settings, name)}


def _settings_problems(tournament: Tournament, settings: TournamentSettings, changed: set[str]) -> list[Problem]:
    problems = _text_problems({name: getattr(settings, name) for name in TEXTS})
    if not is_zone(settings.zone):
        problems.append(Problem(Code.ZONE_UNKNOWN, "zone", {"zone": settings.zone}))
    problems += _number_problems(settings)
    if tournament.state != TournamentState.ENTRY:
        return problems + [Problem(Code.AFTER_DRAW, name) for name in sorted(changed - FREE_AFTER_DRAW)]
    problems += _rule_problems(tournament.rule_set, settings.rule_options)
    return problems + _time_problems(tournament, settings) + _award_problems(settings.awards)


def _number_problems(settings: TournamentSettings) -> list[Problem]:
    numbers = {
        "check_in_minutes": (settings.check_in_minutes, 0, 240),
        "last_bell_minutes": (settings.last_bell_minutes, 0, 60),
        "best_of": (settings.best_of, 1, 9),
    }
    return [
        Problem(Code.NUMBER_OUT_OF_RANGE, name, {"low": low, "high": high})
        for name, (value, low, high) in numbers.items()
        if not low <= value <= high or (name == "best_of" and value % 2 == 0)
    ]


def _rule_problems(name: str, options: Mapping[str, Any]) -> list[Problem]:
    try:
        RuleSet.from_dict({**named(name).to_dict(), **options})
    except RuleSetError as error:
        return [Problem(Code.RULE_OPTION_INVALID, wrong.option, {"option": wrong.option}) for wrong in error.problems]
    return []


def _time_problems(tournament: Tournament, settings: TournamentSettings) -> list[Problem]:
    first = Round.objects.filter(stage__tournament=tournament).order_by("starts_at").first()
    problems = _day_problems("closes", settings.closes)
    if settings.draw is not None:
        problems += _day_problems("draw", settings.draw)
    if first is not None and settings.closes > on_the_wall(first.starts_at, tournament.tzinfo):
        problems.append(Problem(Code.CLOSES_AFTER_FIRST_ROUND, "closes"))
    if settings.draw is not None and settings.draw < settings.closes:
        problems.append(Problem(Code.DRAW_BEFORE_CLOSE, "draw"))
    return problems


def _award_problems(awards: tuple[Award, ...]) -> list[Problem]:
    names = {f"award_{award.rank if award.rank <= THIRD else 'more'}": award.name.strip() for award in awards}
    empty = [Problem(Code.NAME_EMPTY, field) for field, name in names.items() if not name]
    long = [
        Problem(Code.TEXT_TOO_LONG, field, {"most": AWARD_LENGTH})
        for field, name in names.items()
        if len(name) > AWARD_LENGTH
    ]
    return empty + long


def _move_zone(tournament: Tournament, zone: str) -> None:
    """12:30 stays 12:30: every round keeps its time on the wall."""
    for planned in Round.objects.filter(stage__tournament=tournament):
        planned.starts_at = on_the_wall(planned.starts_at, tournament.tzinfo).replace(tzinfo=ZoneInfo(zone))
        planned.save(update_fields=["starts_at"])


def _take(tournament: Tournament, settings: TournamentSettings) -> None:
    zone = ZoneInfo(settings.zone)
    for name in ("name", "organiser", "document", "place"):
        setattr(tournament, name, getattr(settings, name).strip())
    plain = ("zone", "check_in_minutes", "last_bell_minutes", "opposite_halves", "third_place_match", "best_of")
    for name in (*plain, "names_public"):
        setattr(tournament, name, getattr(settings, name))
    tournament.closes_at = settings.closes.replace(tzinfo=zone)
    tournament.draw_at = settings.draw.replace(tzinfo=zone) if settings.draw else None
    tournament.rule_options = dict(settings.rule_options)
    tournament.awards = [award.to_dict() for award in settings.awards]


@action
def switch_rule_set(tournament: Tournament, name: str, *, by: User | None, seen: int | None = None) -> Tournament:
    """规则方案: another named set, with all its own rules; what was changed about the former one is forgotten.

    Refused: there is none of that name, lots are drawn. ``Overtaken`` if ``seen`` is old.
    """
    tournament = locked_event(tournament)
    refuse_overtaken(tournament.subject, seen, settings_version(tournament))
    refuse_if([] if name in NAMED else [Problem(Code.VALUE_INVALID, "rule_set")])
    refuse_if([] if tournament.state == TournamentState.ENTRY else [Problem(Code.AFTER_DRAW, "rule_set")])
    tournament.rule_set, tournament.rule_options = name, {}
    tournament.save(update_fields=["rule_set", "rule_options"])
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
