"""邮件通知: which kinds of notices an event mails to branches, players and the office."""

from collections.abc import Collection

from accounts.models import User
from journal.queries import last_event_number
from journal.recording import action, record
from journal.refusals import refuse_overtaken
from notices.models import Mailing
from notices.queries.channels import mailing_subject
from notices.routing import MAILED
from tournaments.codes import TournamentEvent
from tournaments.models import Tournament


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
