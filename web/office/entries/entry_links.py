"""报名链接: the office makes, sends, prints, renews and revokes the links by which branches fill in their own forms,
and reminds those whose form is awaited."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy
from django.views.decorators.http import require_POST, require_safe

from tournaments.day.actions.links import issue_branch_links, reissue_branch_link, revoke_branch_link
from tournaments.entries.actions.entry_reviews import remind_branches, set_entries
from tournaments.entries.queries.entries import AWAITED, BranchRow, EntryList, entry_list
from tournaments.entries.queries.links import BranchLink, branch_links, branches_without_link, my_token
from tournaments.entries.words import invitation, link_list, my_links, own_reminder, reminder
from tournaments.models import Branch, Tournament
from tournaments.permissions import Permission
from tournaments.states import TournamentState
from web.files.qr_codes import full_address, is_local, qr_image, qr_svg
from web.requests.changes import changes
from web.requests.forms import PageForm
from web.requests.loaders import actor, needs
from web.requests.long_lists import Rows, asked_rows, is_called


@dataclass(frozen=True)
class Card:
    """One branch with its link: how far its form is, the address, the text that sends it to a chat, and the one that
    reminds of it, which holds the address where there is one."""

    link: BranchLink
    row: BranchRow
    address: str
    text: str
    reminder: str

    @property
    def id(self) -> str:
        """Of the field with the text."""
        return f"link-{self.link.number}"

    @property
    def reminder_id(self) -> str:
        """Of the field with the reminder."""
        return f"reminder-{self.link.number}"

    @property
    def qr(self) -> str:
        return qr_image(self.address)


class EntrySettingForm(PageForm):
    """Does what a branch hands in count at once, and are telephones of players kept?"""

    needed = forms.BooleanField(label=_("A form counts only once the office has accepted it"), required=False)
    phones = forms.BooleanField(label=_("Telephones of players are kept, for the office alone"), required=False)

    @classmethod
    def of(cls, data: Any, tournament: Tournament) -> "EntrySettingForm":
        """What of it can still be set."""
        form = cls(data, initial={"needed": tournament.acceptance_needed, "phones": tournament.phones_kept})
        if tournament.state != TournamentState.ENTRY:
            del form.fields["needed"]
        return form


def _rows(request: HttpRequest, entries: EntryList) -> Rows[BranchRow]:
    return asked_rows(request.GET, entries.branches, lambda search, row: is_called(search, row.name))


def _cards(request: HttpRequest, tournament: Tournament, rows: Iterable[BranchRow]) -> list[Card]:
    by_number = {row.number: row for row in rows}
    cards = []
    for link in branch_links(tournament, by_number):
        address = full_address(request, reverse("link", args=[link.token])) if link.is_valid else ""
        text = invitation(tournament, link.branch, address) if address else ""
        remind = own_reminder(tournament, link.branch, address)
        cards.append(Card(link, by_number[link.number], address, text, remind))
    return cards


def _links_page(request: HttpRequest, tournament: Tournament, refused: PageForm | None = None) -> HttpResponse:
    entries = entry_list(tournament)
    rows = _rows(request, entries)
    cards = _cards(request, tournament, rows)
    valid = [(card.link.branch, card.address) for card in cards if card.address]
    awaited = [row.name for row in entries.awaited]
    own = []
    for card in cards:
        path = reverse("my_matches", args=[tournament.slug, my_token(tournament, branch=card.row.id)])
        own.append((card.link.branch, full_address(request, path)))
    context = {
        "tournament": tournament,
        "entries": entries,
        "rows": rows,
        "cards": cards,
        "valid": valid,
        "missing": branches_without_link(tournament).count(),
        "list_text": link_list(tournament, valid) if valid else "",
        "awaited": awaited,
        "with_mail": sum(row.has_mail for row in entries.awaited),
        "without_mail": sum(not row.has_mail for row in entries.awaited),
        "to_send": [card for card in cards if card.row.status in AWAITED and not card.row.has_mail],
        "my_text": my_links(tournament, own),
        "reminder_text": reminder(tournament, awaited) if awaited else "",
        "setting": refused if isinstance(refused, EntrySettingForm) else EntrySettingForm.of(None, tournament),
        "is_local": is_local(full_address(request, "/")),
        "refused": refused,
    }
    return render(request, "entries/entry_links.html", context, status=refused.status if refused else 200)


entry_links = needs(Permission.ENTRY_EDIT)(require_safe(_links_page))


@needs(Permission.ENTRY_EDIT)
@changes(_links_page, message=ngettext_lazy("%(n)s link is made.", "%(n)s links are made.", "n"))
def entry_links_issue(request: HttpRequest, tournament: Tournament, form: PageForm) -> dict[str, int]:
    return {"n": len(issue_branch_links(tournament, by=actor(request)))}


REMINDED = ngettext_lazy("A reminder goes to %(n)s branch.", "A reminder goes to %(n)s branches.", "n")


@needs(Permission.ENTRY_EDIT)
@changes(_links_page, message=REMINDED)
def entry_reminder(request: HttpRequest, tournament: Tournament, form: PageForm) -> dict[str, int]:
    return {"n": len(remind_branches(tournament, by=actor(request)))}


@needs(Permission.ENTRY_EDIT)
@changes(_links_page, EntrySettingForm.of, _("The setting is saved."))
def entry_setting(request: HttpRequest, tournament: Tournament, form: EntrySettingForm) -> None:
    data = form.cleaned_data
    set_entries(tournament, acceptance=data.get("needed"), phones=data["phones"], by=actor(request), sure=form.insisted)


@needs(Permission.ENTRY_EDIT)
@require_safe
def entry_link_cards(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """A card with its code for every branch, to print and cut."""
    context = {
        "tournament": tournament,
        "cards": [card for card in _cards(request, tournament, entry_list(tournament).branches) if card.link.is_valid],
        "is_local": is_local(full_address(request, "/")),
    }
    return render(request, "entries/cards.html", context)


@needs(Permission.ENTRY_EDIT)
@require_safe
def entry_link_code(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The code of one link, for whoever opens its card: many codes cost more than all else there. 204: no link."""
    link = next((link for link in branch_links(tournament, [number]) if link.is_valid), None)
    if link is None:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    address = full_address(request, reverse("link", args=[link.token]))
    return HttpResponse(qr_svg(address), content_type="image/svg+xml")


@needs(Permission.ENTRY_EDIT)
@require_POST
def entry_link_renewal(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    message = _("%(branch)s has a new link; the old one opens nothing any more.")
    return _changed(request, tournament, number, reissue_branch_link, message)


@needs(Permission.ENTRY_EDIT)
@require_POST
def entry_link_revocation(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    message = _("The link of %(branch)s opens nothing any more.")
    return _changed(request, tournament, number, revoke_branch_link, message)


def _changed(
    request: HttpRequest, tournament: Tournament, number: int, change: Callable[..., Any], message: Any
) -> HttpResponse:
    rows = Branch.objects.select_related("tournament__journal")
    branch, form = get_object_or_404(rows, tournament=tournament, number=number), PageForm(request.POST)
    if not form.try_to(lambda _typed: change(branch, by=actor(request)), request).done:
        return _links_page(request, tournament, form)
    messages.success(request, message % {"branch": branch.name})
    return redirect(reverse("entry_links", args=[tournament.slug]) + _rows(request, entry_list(tournament)).query)
