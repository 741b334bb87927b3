"""By kind of notice: what it says in an event (模板), 恢复默认, and whether it is mailed to branches, players and the
office (邮件通知)."""

from collections.abc import Collection

from accounts.models import User
from journal.queries import last_event_number
from journal.recording import action, record
from journal.refusals import WrongState, refuse_if, refuse_overtaken
from journal.texts import clean
from notices.audience import MAILED
from notices.models import Mailing, Wording
from notices.queries.channels import mailing_subject
from notices.variables import stored_text, subject_of, wording_problems
from tournaments.codes import TournamentEvent
from tournaments.models import Tournament


@action
def word_kind(
    tournament: Tournament, kind: str, title: str, text: str, *, by: User | None, seen: int | None = None
) -> None:
    """Let the notices of the kind that are still to be written say this. Refused: empty, too long, a variable that such
    a notice does not know."""
    subject = subject_of(kind)
    tournament = Tournament.objects.select_for_update(no_key=True, of=("self",)).get(pk=tournament.pk)
    refuse_overtaken(subject, seen, last_event_number(tournament.journal, subject))
    title, text = clean(stored_text(title)), stored_text(text)
    refuse_if(wording_problems(kind, title, text))
    Wording.objects.update_or_create(tournament=tournament, kind=kind, defaults={"title": title, "text": text})
    record(tournament.journal, TournamentEvent.WORDING_CHANGED, subject, by=by, public=False, notice=kind)


@action
def restore_wording(tournament: Tournament, kind: str, *, by: User | None) -> None:
    """恢复默认: the usual words again. ``WrongState`` where they are the usual ones already."""
    subject = subject_of(kind)
    wording = Wording.objects.select_for_update().filter(tournament=tournament, kind=kind).first()
    if wording is None:
        raise WrongState(subject, "usual")
    wording.delete()
    record(tournament.journal, TournamentEvent.WORDING_RESTORED, subject, by=by, public=False, notice=kind)


@action
def choose_mails(tournament: Tournament, mailed: Collection[str], *, by: User | None, seen: int | None = None) -> None:
    """From now on mail these kinds alone, of those that can be switched off. What waits already goes out.

    ``Overtaken`` if ``seen`` is old.
    """
    subject = mailing_subject(tournament)
    tournament = Tournament.objects.select_for_update(no_key=True, of=("self",)).get(pk=tournament.pk)
    refuse_overtaken(subject, seen, last_event_number(tournament.journal, subject))
    silenced = sorted(kind for kind in MAILED if kind not in mailed)
    Mailing.objects.update_or_create(tournament=tournament, defaults={"silenced": silenced})
    record(tournament.journal, TournamentEvent.MAILING_CHANGED, subject, by=by, public=False, silenced=silenced)
