"""再办一届: an event is held again as it was, with a name, a notice and days of its own. Nobody is entered yet."""

from collections.abc import Collection

from accounts.models import User
from journal.recording import action, record
from journal.refusals import Problem, Refused, refuse_if
from scoring import clocks
from tournaments.calendar import is_reckonable
from tournaments.codes import Code, TournamentEvent
from tournaments.day.queries.timetable import order_problems, rounds_ahead
from tournaments.entries.fields import Section, section_rows
from tournaments.event.actions.people import grant_role
from tournaments.event.actions.tournaments import create_tournament
from tournaments.event.queries.office import answered_points
from tournaments.event.queries.patterns import Again, pattern_of
from tournaments.models import Branch, CertificateStyle, OwnFile, Round, Tournament

CONTACT = [row.column for row in section_rows(Section.CONTACT)]


@action
def hold_again(
    tournament: Tournament, plan: Again, *, by: User | None, sure: Collection[str] | None = None
) -> Tournament:
    """A new event as this one is: stages, rules and what was answered of the open points, times of the call, tables,
    awards, its own papers, words of notices and what of them is mailed; with its branches, contacts and people as far
    as the ``plan`` says so. Teams are entered anew.

    Refused: as for any new event; rounds that start before the one ahead is over, a deadline after the first of them, a
    draw before the deadline. Asked about: as for any new event.
    """
    blueprint = plan.pattern(pattern_of(tournament))
    problems = _time_problems(tournament, plan)
    try:
        made = create_tournament(blueprint, by=by, slug=plan.slug, first_day=plan.first_day, sure=sure)
    except Refused as refused:
        raise Refused(*refused.problems, *problems) if problems else refused from None
    refuse_if(problems)
    if plan.with_branches and plan.with_contacts:
        # branches stand in the same order under the same names
        copies = list(made.branches.order_by("number"))
        for before, branch in zip(tournament.branches.order_by("number"), copies, strict=True):
            for name in CONTACT:
                setattr(branch, name, getattr(before, name))
        Branch.objects.bulk_update(copies, CONTACT)

    # the office's own templates and pictures, and the words of its certificates without their day
    for own in tournament.own_files.all():
        OwnFile.objects.create(tournament=made, kind=own.kind, name=own.name, data=own.data, sent_at=own.sent_at)
    for style in CertificateStyle.objects.filter(tournament=tournament):
        style.pk, style.tournament, style.dated = None, made, None
        style.save(force_insert=True)
    for user, kind in plan.roles:
        grant_role(made, user, kind, by=by)
    record(
        made.journal, TournamentEvent.TOURNAMENT_COPIED, made.subject, by=by,
        source=tournament.name, of=tournament.pk, answers=sorted(answered_points(tournament)),
    )  # fmt: skip
    return made


def _time_problems(tournament: Tournament, plan: Again) -> list[Problem]:
    moments = {"closes": plan.closes, **({"draw": plan.draw} if plan.draw else {})}
    strange = [Problem(Code.DATE_INVALID, name) for name, at in moments.items() if not is_reckonable(at)]
    numbers = [number for number, at in enumerate(plan.starts, start=1) if not is_reckonable(at)]
    strange += [Problem(Code.MOMENT_INVALID, f"round-{number}", {"round": number}) for number in numbers]
    if strange:
        return strange
    problems = []
    if plan.closes > min(plan.starts):
        problems.append(Problem(Code.CLOSES_AFTER_FIRST_ROUND, "closes"))
    if plan.draw and plan.draw < plan.closes:
        problems.append(Problem(Code.DRAW_BEFORE_CLOSE, "draw"))
    # by the lengths that the rounds have here
    rows = Round.objects.filter(stage__tournament=tournament, sitting=1).select_related("clock", "stage__source")
    rounds = list(rows.order_by("number"))
    spans = [clocks.planned(round_.clock) for round_ in rounds]
    return problems + order_problems(plan.starts, spans, rounds_ahead([round_.stage for round_ in rounds]))
