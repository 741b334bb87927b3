"""按条件评的奖: which there are, and who gets each of them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

from accounts.models import User
from journal import clock
from journal.recording import action, record
from journal.refusals import Problem, WrongState, refuse_if, refuse_overtaken
from journal.texts import reason_problems, storable
from tournaments.bracket.queries.equals import equals_for_awards
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.prizes import decided_prizes, prizes_to_decide, recipient_facts
from tournaments.bracket.queries.standings import is_decided, stages_of
from tournaments.bracket.queries.versions import awards_version, settings_version
from tournaments.codes import Code, TournamentEvent
from tournaments.locks import locked_event, locked_tournament
from tournaments.models import Prize, Tournament
from tournaments.presets.preset import PrizePlan
from tournaments.prizes import Candidate, PrizeRule
from tournaments.states import TournamentState

NAME_LENGTH: Final = Prize._meta.get_field("name").max_length or 20
RULES: Final = frozenset(PrizeRule)
MOST_PRIZES: Final = 12
MOST_RECIPIENTS: Final = 99


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
        if plan.rule not in RULES:
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
    prize = Prize.objects.select_for_update().filter(pk=prize.pk, tournament=tournament).first() or _gone(tournament)
    stages = stages_of(rounds(tournament))
    is_open = not is_decided(stages) or equals_for_awards(tournament.awards, stages)
    refuse_if([Problem(Code.NOT_DECIDED_YET)] if is_open else [])

    read = next(one for one in decided_prizes(tournament) if one.id == prize.pk)
    (of_prize,) = prizes_to_decide(tournament, stages, [read])
    chosen = frozenset(recipients)
    refuse_if([] if chosen <= of_prize.eligible else [Problem(Code.VALUE_INVALID, "recipients")])
    note = storable(note)
    refuse_if(reason_problems(note, "note", required=not of_prize.proposal.agrees(chosen)))

    prize.teams.set([one.team for one in chosen if one.team])
    prize.branches.set([one.branch for one in chosen if not one.team])
    prize.decided_at, prize.note = clock.now(tournament.journal), note
    prize.save(update_fields=["decided_at", "note"])
    facts = [recipient_facts(of_prize.names[one]) for one in sorted(chosen)]
    record(
        tournament.journal, TournamentEvent.PRIZE_DECIDED, prize.subject, by=by,
        public=tournament.state == TournamentState.FINISHED, prize=prize.name, recipients=facts, note=note,
    )  # fmt: skip
    return prize


def _gone(tournament: Tournament) -> Prize:
    raise WrongState(tournament.subject, "changed")
