"""Public pages as the processes of a site keep them, and a change that makes them old."""

from django.conf import settings
from django.urls import reverse

from accounts.models import User
from journal.recording import action, record
from tournaments.codes import TournamentEvent
from tournaments.models import Branch, Tournament
from web.publishing.allowance import SAVED_UP, Allowance
from web.publishing.pages import Pages
from web.publishing.store import Store
from web.publishing.timelines import Timelines
from web.publishing.versions import Versions


def a_process(url: str = "") -> Pages:
    """The pages as another process of the site would hold them."""
    return Pages(Versions(), Timelines(), Store(url or settings.REDIS_URL, settings.BUILD_ID))


def spent() -> Allowance:
    """Of a process that has no time left to render a page."""
    allowance = Allowance(0.0)
    allowance.spend(SAVED_UP + 1)
    return allowance


@action
def rename(branch: Branch, name: str, *, by: User | None) -> None:
    """A public change as small as can be."""
    Branch.objects.filter(pk=branch.pk).update(name=name)
    journal = branch.tournament.journal
    record(journal, TournamentEvent.BRANCH_EDITED, branch.subject, by=by, branch=name, quota=2)


def teams_of(tournament: Tournament) -> str:
    """The address of the page on which every branch is named."""
    return reverse("teams", kwargs={"slug": tournament.slug})
