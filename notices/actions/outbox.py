"""What the office does about notices of an event. 补发 and 改写: it sends by hand what did not reach its people, and
words anew what still waits. By kind: what they say (模板), 恢复默认, and whether they are mailed (邮件通知)."""

from collections.abc import Collection

from accounts.models import User
from journal import clock
from journal.queries import last_event_number
from journal.recording import action, record
from journal.refusals import Problem, Refused, WrongState, refuse_if, refuse_overtaken
from journal.states import become_all
from journal.texts import clean, storable
from notices import wording
from notices.audience import MAILED
from notices.delivery import address
from notices.models import Delivery, Mailing, Notice, Wording
from notices.occasions import is_moot
from notices.queries.sendings import mailing_subject
from notices.states import DeliveryState, NoticeState
from notices.variables import stored_text, subject_of, wording_problems
from tournaments.codes import Code, TournamentEvent
from tournaments.models import Tournament

MOST_WORDS = 1000


@action
def send_again(tournament: Tournament, notices: Collection[int], *, by: User | None) -> int:
    """Let the notices (ids) go out once more to those whom they did not reach, and to whoever has an address by now.

    Returns to how many addresses. Nobody to whom one was sent gets it twice; what is moot stays as it is. Refused when
    nothing is left to be sent.
    """
    about = Notice.objects.filter(tournament=tournament, pk__in=notices)
    due = about.filter(state__in=(NoticeState.ISSUED, NoticeState.NO_ADDRESS)).order_by("pk")
    addressed = address([notice for notice in due.select_for_update(of=("self",)) if not is_moot(notice)])
    without = Notice.objects.filter(pk__in=addressed, state=NoticeState.NO_ADDRESS)
    become_all(without, NoticeState.ISSUED, issued_at=clock.now(tournament.journal))
    sendings = Delivery.objects.filter(notice__in=addressed)
    late = sendings.filter(state__in=(DeliveryState.UNSENT, DeliveryState.FAILED))
    become_all(late, DeliveryState.PENDING, attempts=0)
    waiting = sendings.filter(state=DeliveryState.PENDING).update(retry_at=None)
    if not waiting:
        raise Refused(Problem(Code.NOTHING_TO_SEND))
    record(tournament.journal, TournamentEvent.NOTICE_SENT_AGAIN, tournament.subject, by=by, public=False, n=waiting)
    return waiting


@action
def reword(notice: Notice, words: str, *, by: User | None, seen: int | None = None) -> None:
    """Let the waiting notice say ``words`` between its title and its link; "" and the usual words: as usual.

    Refused: too long. ``WrongState`` once it is issued or cancelled, ``Overtaken`` if ``seen`` is old.
    """
    journal = notice.tournament.journal
    notice = wording.with_subjects(Notice.objects.select_for_update(of=("self",))).get(pk=notice.pk)
    if notice.state != NoticeState.PENDING:
        raise WrongState(notice.subject, notice.state)
    refuse_overtaken(notice.subject, seen, last_event_number(journal, notice.subject))
    own_words = "\n".join(storable(line) for line in words.splitlines()).strip()
    refuse_if([Problem(Code.TEXT_TOO_LONG, "words", {"most": MOST_WORDS})] if len(own_words) > MOST_WORDS else [])
    notice.own_words = "" if own_words == wording.usual_words(notice, clock.now(journal)) else own_words
    notice.save(update_fields=["own_words"])
    title = wording.title(notice, clock.now(journal))
    record(journal, TournamentEvent.NOTICE_REWORDED, notice.subject, by=by, public=False, title=title)


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
    row = Wording.objects.select_for_update().filter(tournament=tournament, kind=kind).first()
    if row is None:
        raise WrongState(subject, "usual")
    row.delete()
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
