"""颁奖: the last step of an event; and 按条件评的奖: which there are, and who gets each of them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

from django.db.models import Max

from accounts.models import User
from journal import clock
from journal.recording import action, record
from journal.refusals import Problem, WrongState, ask_about, refuse_if, refuse_overtaken
from journal.states import become
from journal.texts import reason_problems, storable
from tournaments.bracket.placings import keep_placings
from tournaments.bracket.queries.advancement import equal_places
from tournaments.bracket.queries.awards import Podium, podium
from tournaments.bracket.queries.labels import label_facts
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.prizes import decided_prizes, prize_doubts, prizes_to_decide, recipient_facts
from tournaments.bracket.queries.standings import equals_for_awards, is_decided, stages_of
from tournaments.bracket.queries.versions import awards_version, settings_version
from tournaments.bracket.rules.taking_back import open_awards
from tournaments.codes import Code, TournamentEvent
from tournaments.locks import locked_event, locked_matches, locked_tournament
from tournaments.models import Prize, Round, Team, Tournament
from tournaments.presets.preset import PrizePlan
from tournaments.prizes import Candidate, PrizeRule
from tournaments.states import TOURNAMENT_TRANSITIONS, TeamState, TournamentState

NAME_LENGTH: Final = Prize._meta.get_field("name").max_length or 20
MOST_PRIZES: Final = 12
MOST_RECIPIENTS: Final = 99


@action
def confirm_awards(
    tournament: Tournament, *, by: User | None, seen: int | None = None, sure: Collection[str] | None = None
) -> Podium:
    """确认名次: the podium stands and the event is finished. Refused while the last match is open, or teams between
    whom a prize ends are equal in everything.

    An event decided by withdrawals alone never ran and may be finished from ``drawn``. Asked about: places of teams
    that withdrew, a confirmation before the day of the last round, and prizes by rule that are not decided, or as was
    proposed before. ``Overtaken`` if ``seen`` is old.
    """
    for stage in tournament.stages.order_by("number"):
        locked_matches(stage)
    tournament = locked_tournament(tournament)
    if TournamentState.FINISHED not in TOURNAMENT_TRANSITIONS[tournament.state]:
        raise WrongState(tournament.subject, tournament.state)
    refuse_overtaken(tournament.subject, seen, awards_version(tournament))
    stages = stages_of(rounds(tournament))
    refuse_if([equal_places(each) for each in equals_for_awards(tournament.awards, stages)])
    places = podium(tournament)
    refuse_if([] if places.decided else [Problem(Code.NOT_DECIDED_YET)])

    placed = [team.id for team in (*places.champions, *places.runners_up, *places.thirds)]
    withdrawn = Team.objects.filter(pk__in=placed, state=TeamState.WITHDRAWN).select_related("branch")
    doubts = [
        Problem(Code.PLACE_OF_WITHDRAWN, "", {"branch": team.branch.name, "ordinal": team.ordinal})
        for team in withdrawn.order_by("branch__number", "ordinal")
    ]
    now, zone = clock.now(tournament.journal), tournament.tzinfo
    last = Round.objects.filter(stage__tournament=tournament).aggregate(last=Max("starts_at"))["last"]
    if last and now.astimezone(zone).date() < last.astimezone(zone).date():
        doubts.append(Problem(Code.BEFORE_THE_FINAL, "", {"at": last.astimezone(zone).isoformat()}))
    ask_about([*doubts, *prize_doubts(tournament, stages)], sure)

    prizes = [
        {"prize": prize.name, "recipients": [recipient_facts(each) for each in prize.recipients], "note": prize.note}
        for prize in decided_prizes(tournament)
        if prize.recipients
    ]
    become(tournament, TournamentState.FINISHED, awards_confirmed_at=now)
    keep_placings(tournament)
    record(
        tournament.journal,
        TournamentEvent.AWARDS_CONFIRMED,
        tournament.subject,
        by=by,
        champion=label_facts(places.champion),
        runner_up=label_facts(places.runner_up),
        sharing=[label_facts(team) for team in (*places.champions[1:], *places.runners_up[1:])],
        thirds=[label_facts(team) for team in places.thirds],
        souvenirs=[label_facts(team) for team in places.souvenirs],
        prizes=prizes,
    )
    return places


@action
def reopen_awards(tournament: Tournament, *, by: User | None, reason: str) -> Tournament:
    """撤回确认: the awards leave the notice board until they are confirmed again. It takes a reason."""
    for stage in tournament.stages.order_by("number"):
        locked_matches(stage)
    tournament = locked_tournament(tournament, TournamentState.FINISHED)
    refuse_if(reason_problems(reason))
    open_awards(tournament)
    reason = storable(reason)
    record(tournament.journal, TournamentEvent.AWARDS_REOPENED, tournament.subject, by=by, reason=reason)
    return tournament


@action
def save_prizes(
    tournament: Tournament, plans: Sequence[PrizePlan], *, by: User | None, seen: int | None = None
) -> None:
    """设置按条件评的奖: these and no others, in this order. What is changed about one that was decided opens it again.

    ``WrongState`` once the awards are confirmed, ``Overtaken`` if ``seen`` is old. A plan without a name is none.
    Refused, at ``name-1`` …: a long name, one that stands twice; no rule; a number that nobody gives; more than
    `MOST_PRIZES`.
    """
    tournament = locked_tournament(tournament, TournamentState.ENTRY, TournamentState.DRAWN, TournamentState.RUNNING)
    refuse_overtaken(tournament.subject, seen, settings_version(tournament))
    numbered = {n: replace(plan, name=storable(plan.name)) for n, plan in enumerate(plans, start=1)}
    numbered = {n: plan for n, plan in numbered.items() if plan.name}
    refuse_if(_plan_problems(numbered))
    before = {prize.position: prize for prize in tournament.prizes.all()}
    tournament.prizes.filter(position__gt=len(numbered)).delete()
    for position, plan in enumerate(numbered.values(), start=1):
        values = vars(plan)
        old = before.get(position)
        if old is None:
            Prize.objects.create(tournament=tournament, position=position, **values)
        elif values != {name: getattr(old, name) for name in values}:
            old.teams.clear()
            old.branches.clear()
            Prize.objects.filter(pk=old.pk).update(**values, decided_at=None, note="")
    record(
        tournament.journal, TournamentEvent.TOURNAMENT_EDITED, tournament.subject, by=by,
        name=tournament.name, fields=["prizes"],
    )  # fmt: skip


def _plan_problems(plans: Mapping[int, PrizePlan]) -> list[Problem]:
    """Of the plans by their numbers."""
    problems, names = list[Problem](), set[str]()
    for number, plan in plans.items():
        where = f"name-{number}"
        if len(plan.name) > NAME_LENGTH:
            problems.append(Problem(Code.TEXT_TOO_LONG, where, {"most": NAME_LENGTH}))
        elif plan.name in names:
            problems.append(Problem(Code.PRIZE_TWICE, where, {"prize": plan.name}))
        names.add(plan.name)
        if plan.rule not in set(PrizeRule):
            problems.append(Problem(Code.VALUE_INVALID, f"rule-{number}"))
        if not 1 <= plan.count <= MOST_RECIPIENTS:
            bounds = {"low": 1, "high": MOST_RECIPIENTS}
            problems.append(Problem(Code.NUMBER_OUT_OF_RANGE, f"count-{number}", bounds))
    if len(plans) > MOST_PRIZES:
        problems.append(Problem(Code.TOO_MANY_PRIZES, "", {"most": MOST_PRIZES}))
    return problems


@action
def decide_prize(
    prize: Prize, recipients: Collection[Candidate], *, by: User | None, note: str = "", seen: int | None = None
) -> Prize:
    """评定: these teams and branches get the prize, or nobody. It is given with the awards, or at once where they are
    confirmed already; everybody may read the ``note`` then.

    ``WrongState`` before the draw, ``Overtaken`` if ``seen`` is old. Refused: the podium is open; somebody of another
    event, or who withdrew; others than are proposed, without a ``note`` that says why.
    """
    tournament = locked_event(
        prize.tournament, TournamentState.DRAWN, TournamentState.RUNNING, TournamentState.FINISHED
    )
    refuse_overtaken(tournament.subject, seen, awards_version(tournament))
    row = Prize.objects.select_for_update().filter(pk=prize.pk, tournament=tournament).first()
    if row is None:
        raise WrongState(tournament.subject, "changed")
    stages = stages_of(rounds(tournament))
    is_open = not is_decided(stages) or equals_for_awards(tournament.awards, stages)
    refuse_if([Problem(Code.NOT_DECIDED_YET)] if is_open else [])

    read = next(one for one in decided_prizes(tournament) if one.id == row.pk)
    (of_prize,) = prizes_to_decide(tournament, stages, [read])
    chosen = frozenset(recipients)
    refuse_if([] if chosen <= of_prize.eligible else [Problem(Code.VALUE_INVALID, "recipients")])
    note = storable(note)
    refuse_if(reason_problems(note, "note", required=not of_prize.proposal.agrees(chosen)))

    row.teams.set([one.team for one in chosen if one.team])
    row.branches.set([one.branch for one in chosen if not one.team])
    row.decided_at, row.note = clock.now(tournament.journal), note
    row.save(update_fields=["decided_at", "note"])
    facts = [recipient_facts(of_prize.names[one]) for one in sorted(chosen)]
    record(
        tournament.journal, TournamentEvent.PRIZE_DECIDED, row.subject, by=by,
        public=tournament.state == TournamentState.FINISHED, prize=row.name, recipients=facts, note=note,
    )  # fmt: skip
    return row
