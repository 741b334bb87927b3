"""Public pages as the processes of a site keep them, and a change that makes them old."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.urls import reverse

from accounts.models import User
from journal.recording import action, record
from tournaments.codes import TournamentEvent
from tournaments.models import Branch, Tournament
from web.publishing.pages import PageRequest, Pages
from web.publishing.store import Store
from web.publishing.versions import Versions


def a_process(url: str = "") -> Pages:
    """The pages as another process of the site would hold them."""
    return Pages(Versions(), Store(url or settings.REDIS_URL, settings.BUILD_ID))


def ask(process: Pages, tournament: Tournament, *, wrote: str = "", known: str = "") -> HttpResponse:
    """The names of all branches, as that process answers; ``wrote`` is the version that the visitor made, ``known`` the
    ETag that he has."""

    def render(request: HttpRequest) -> HttpResponse:
        names = Branch.objects.filter(tournament=tournament).values_list("name", flat=True)
        return HttpResponse(", ".join(names))

    request = RequestFactory().get("/names/", headers={"If-None-Match": known} if known else {})
    return process.answer(request, PageRequest(tournament.slug, "/names/", "", "en", wrote, render))


@action
def rename(branch: Branch, name: str, *, by: User | None) -> None:
    """A public change as small as can be."""
    Branch.objects.filter(pk=branch.pk).update(name=name)
    journal = branch.tournament.journal
    record(journal, TournamentEvent.BRANCH_EDITED, branch.subject, by=by, branch=name, quota=2)


def teams_of(tournament: Tournament) -> str:
    """The address of the page on which every branch is named."""
    return reverse("teams", kwargs={"slug": tournament.slug})
