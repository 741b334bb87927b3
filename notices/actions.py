"""补发: the office sends by hand what did not reach its people."""

from collections.abc import Collection

from accounts.models import User
from journal import clock
from journal.recording import action, record
from journal.refusals import Problem, Refused
from journal.states import become, become_all
from notices.delivery import address
from notices.models import Notice
from notices.occasions import is_moot
from notices.states import DeliveryState, NoticeState
from tournaments.models import Tournament
from tournaments.states import Code, TournamentEvent


@action
def send_again(tournament: Tournament, notices: Collection[int], *, by: User | None) -> int:
    """Let the notices (ids) go out once more to those whom they did not reach, and to whoever has an address by now.

    Returns to how many addresses. Nobody to whom one was sent gets it twice; what is moot stays as it is. Refused when
    nothing is left to be sent.
    """
    about = Notice.objects.filter(tournament=tournament, pk__in=notices)
    due = about.filter(state__in=(NoticeState.ISSUED, NoticeState.NO_ADDRESS)).order_by("pk")
    waiting = sum(_again(notice) for notice in due.select_for_update(of=("self",)) if not is_moot(notice))
    if not waiting:
        raise Refused(Problem(Code.NOTHING_TO_SEND))
    record(tournament.journal, TournamentEvent.NOTICE_SENT_AGAIN, tournament.subject, by=by, public=False, n=waiting)
    return waiting


def _again(notice: Notice) -> int:
    """How many of its mails wait now."""
    if not address(notice):
        return 0
    if notice.state == NoticeState.NO_ADDRESS:
        become(notice, NoticeState.ISSUED, issued_at=clock.now(notice.tournament.journal))
    late = notice.deliveries.filter(state__in=(DeliveryState.UNSENT, DeliveryState.FAILED))
    become_all(late, DeliveryState.PENDING, attempts=0)
    return notice.deliveries.filter(state=DeliveryState.PENDING).update(retry_at=None)
