"""审核报名: what the office does with the forms that branches hand in, and how it reminds those that hand in none."""

from collections.abc import Collection, Mapping

from accounts.models import User
from journal.queries import last_event_number
from journal.recording import action, record, refusable
from journal.refusals import Problem, Refused, WrongState, ask_about, refuse_if, refuse_overtaken
from journal.states import become
from journal.texts import storable
from tournaments.codes import Code, TournamentEvent
from tournaments.entries.actions.entries import record_saved
from tournaments.entries.fields import is_field
from tournaments.entries.forms import entry_problems
from tournaments.entries.queries.entries import entry_form, entry_list
from tournaments.locks import locked_tournament
from tournaments.models import Branch, Player, Tournament
from tournaments.states import EntryState, TeamState, TournamentState

REMARK_LENGTH = 200


@action
def return_entry(branch: Branch, remarks: Mapping[str, str], *, by: User | None, seen: int | None = None) -> Branch:
    """退回修改, until the draw: its teams no longer count until the branch hands the form in anew, which it may also do
    after the deadline.

    ``remarks`` by field (``is_field``; others are passed over), at "" over the whole of the form. Refused: none is
    written, one is too long.
    ``WrongState`` unless the form is handed in or accepted. ``Overtaken`` if ``seen`` is not the branch's last event.
    """
    tournament, branch = _locked(branch, seen, EntryState.HANDED_IN, EntryState.ACCEPTED)
    written = {where: storable(text) for where, text in remarks.items() if storable(text) and is_field(where)}
    long = [where for where, text in written.items() if len(text) > REMARK_LENGTH]
    problems = [Problem(Code.TEXT_TOO_LONG, where, {"most": REMARK_LENGTH}) for where in long]
    refuse_if(problems if written else [Problem(Code.NO_REMARK)])
    entered = list(branch.teams.filter(state=TeamState.ENTERED))
    for team in entered:
        become(team, TeamState.DRAFT)
    become(branch, EntryState.RETURNED, remarks=written)
    if entered:
        record_saved(tournament, [branch], by=by, draft=True, public=True)
    _record(tournament, TournamentEvent.ENTRY_RETURNED, branch, by=by)
    return branch


@action
def accept_entry(branch: Branch, *, by: User | None, seen: int | None = None) -> Branch:
    """接受报名表: from now on its teams count, where they did not since it was handed in.

    Refused with all problems at their fields if it could not be entered any more. ``WrongState`` unless it is handed
    in. ``Overtaken`` if ``seen`` is not the branch's last event.
    """
    tournament, branch = _locked(branch, seen, EntryState.HANDED_IN)
    opened = entry_form(tournament, branch.number)
    drafts = [team for team in opened.teams if team.state == TeamState.DRAFT] if opened else []
    if opened and drafts:
        refuse_if(
            entry_problems(opened.form, quota=branch.quota, elsewhere=opened.elsewhere, reserves=tournament.reserves)
        )
    for team in drafts:
        become(team, TeamState.ENTERED)
    become(branch, EntryState.ACCEPTED, remarks={})
    if drafts:
        record_saved(tournament, [branch], by=by, draft=False, public=True)
    _record(tournament, TournamentEvent.ENTRY_ACCEPTED, branch, by=by)
    return branch


@action
def accept_entries(tournament: Tournament, *, by: User | None) -> list[Branch]:
    """全部接受: every form that is handed in, as ``accept_entry``; one with something wrong stays as it is."""
    tournament = locked_tournament(tournament, TournamentState.ENTRY)
    accepted = []
    for branch in tournament.branches.filter(state=EntryState.HANDED_IN).order_by("pk"):
        try:
            with refusable():
                accepted.append(accept_entry(branch, by=by))
        except Refused:
            continue
    return accepted


@action
def remind_branches(tournament: Tournament, *, by: User | None) -> list[Branch]:
    """催报: every branch whose form is still awaited and whose contact has an address hears of it by a notice.

    Refused if there is none.
    """
    tournament = locked_tournament(tournament, TournamentState.ENTRY)
    awaited = [row.id for row in entry_list(tournament).awaited if row.has_mail]
    refuse_if([] if awaited else [Problem(Code.NOBODY_TO_REMIND)])
    branches = list(tournament.branches.filter(pk__in=awaited).order_by("number"))
    for branch in branches:
        # the subject is not the branch: a reminder makes no form that somebody is filling in an old one
        record(tournament.journal, TournamentEvent.ENTRY_REMINDED, f"reminder:{branch.pk}", by=by, public=False,
               branch=branch.name)  # fmt: skip
    return branches


@action
def set_entries(
    tournament: Tournament,
    *,
    acceptance: bool | None,
    phones: bool,
    by: User | None,
    sure: Collection[str] | None = None,
) -> Tournament:
    """Does what a branch hands in from now on count only once it is accepted? Forms handed in before stay as they are;
    None: it stays as it is, and after the draw it has to (``WrongState``). Are telephones of players kept? Those that
    are stored are deleted if not, which is asked about.
    """
    tournament = locked_tournament(tournament, *([] if acceptance is None else [TournamentState.ENTRY]))
    values = {"acceptance_needed": acceptance, "phones_kept": phones}
    changed = [name for name, value in values.items() if value not in (None, getattr(tournament, name))]
    kept = Player.objects.filter(team__branch__tournament=tournament).exclude(phone="")
    count = 0 if phones else kept.count()
    ask_about([Problem(Code.PHONES_DELETED, "phones", {"count": count})] if count else [], sure)
    for name in changed:
        setattr(tournament, name, values[name])
    tournament.save(update_fields=changed)
    if count:
        kept.update(phone="")
        record(tournament.journal, TournamentEvent.PHONES_DELETED, tournament.subject, by=by, public=False, count=count)
    if changed:
        record(tournament.journal, TournamentEvent.TOURNAMENT_EDITED, tournament.subject, by=by, public=False,
               name=tournament.name, fields=changed)  # fmt: skip
    return tournament


def _locked(branch: Branch, seen: int | None, *states: str) -> tuple[Tournament, Branch]:
    tournament = locked_tournament(branch.tournament, TournamentState.ENTRY)
    branch = Branch.objects.select_for_update(of=("self",), no_key=True).get(pk=branch.pk)
    refuse_overtaken(branch.subject, seen, last_event_number(tournament.journal, branch.subject))
    if branch.state not in states:
        raise WrongState(branch.subject, branch.state)
    return tournament, branch


def _record(tournament: Tournament, kind: TournamentEvent, branch: Branch, *, by: User | None) -> None:
    record(tournament.journal, kind, branch.subject, by=by, public=False, branch=branch.name)
