"""Webhooks: which programs are told of what happens, tried, switched off and on, and with their log."""

from collections.abc import Callable
from typing import Any, cast

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from integrations import queries
from integrations.actions import webhooks as actions
from integrations.models import Call, Webhook
from integrations.payloads import subjects
from tournaments.bracket.queries.settings import plays_deals
from tournaments.models import Tournament
from tournaments.permissions import Permission
from web.requests.forms import PageForm, Text
from web.requests.fragments import page_or_element
from web.requests.loaders import actor, needs
from web.requests.numbers import typed_number


class WebhookForm(PageForm):
    """An address that shall be told."""

    name = Text(gettext_lazy("Name"), actions.LONGEST_NAME, help_text=gettext_lazy("As the office calls it."))
    address = Text(gettext_lazy("Address"), actions.LONGEST_ADDRESS, autocomplete="off", spellcheck="false")
    kinds = forms.MultipleChoiceField(
        label=gettext_lazy("What it is told of"), required=False, widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("Nothing ticked: everything that is public."),
    )  # fmt: skip

    def __init__(self, *args: Any, of: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kinds = cast(forms.MultipleChoiceField, self.fields["kinds"])
        kinds.choices = [*subjects(deals=plays_deals(of)).items()]


@needs(Permission.EVENT_EDIT)
def webhooks(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """All webhooks and one more; the key stands on the answer that makes it, and nowhere else."""
    form, made = WebhookForm(request.POST or None, of=tournament), ("", "")
    status = 200
    if request.method == "POST":
        keys: list[tuple[Webhook, str]] = []
        attempt = form.try_to(
            lambda typed: keys.append(
                actions.add_webhook(tournament, typed["name"], typed["address"], typed["kinds"], by=actor(request))
            ),
            request,
        )
        status = attempt.status if not attempt.done else 200
        if attempt.done and not keys:  # the same form came twice
            return redirect("webhooks", tournament.slug)
        if attempt.done:
            form, made = WebhookForm(of=tournament), (keys[0][0].name, keys[0][1])
    context = {"tournament": tournament, "form": form, "made": made, "found": queries.webhooks(tournament)}
    return render(request, "notices/webhooks.html", context, status=status)


@needs(Permission.EVENT_EDIT)
@require_safe
def webhook(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """One webhook: a test, and what went there."""
    return _page(request, _webhook(tournament, pk), PageForm())


@needs(Permission.EVENT_EDIT)
@require_POST
def webhook_test(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    message = _("A test is on its way; how it goes is shown below.")
    return _changed(request, tournament, pk, lambda webhook_row, by: actions.try_webhook(webhook_row, by=by), message)


@needs(Permission.EVENT_EDIT)
@require_POST
def webhook_switch(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    is_off = _webhook(tournament, pk).disabled_at is not None
    change = actions.enable_webhook if is_off else actions.disable_webhook
    message = _("It is told again from now on.") if is_off else _("It is switched off.")
    return _changed(request, tournament, pk, lambda webhook_row, by: change(webhook_row, by=by), message)


@needs(Permission.EVENT_EDIT)
@require_POST
def webhook_repetition(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    typed = typed_number(request.POST.get("call", ""))
    call = get_object_or_404(Call.objects.filter(webhook=_webhook(tournament, pk)), pk=typed)
    message = _("It is on its way again, under the same id.")
    return _changed(request, tournament, pk, lambda _found, by: actions.repeat_call(call, by=by), message)


@needs(Permission.EVENT_EDIT)
@require_POST
def webhook_removal(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    webhook_row, form = _webhook(tournament, pk), PageForm(request.POST)
    attempt = form.try_to(lambda _typed: actions.remove_webhook(webhook_row, by=actor(request)), request)
    if not attempt.done:
        return _page(request, webhook_row, form, status=attempt.status)
    messages.success(request, _("%(name)s is removed: nothing goes there any more.") % {"name": webhook_row.name})
    return redirect("webhooks", tournament.slug)


def _changed(
    request: HttpRequest, tournament: Tournament, pk: int, change: Callable[[Webhook, Any], Any], message: str
) -> HttpResponse:
    webhook_row, form = _webhook(tournament, pk), PageForm(request.POST)
    attempt = form.try_to(lambda _typed: change(webhook_row, actor(request)), request)
    if not attempt.done:
        return _page(request, webhook_row, form, status=attempt.status)
    messages.success(request, message)
    return redirect("webhook", tournament.slug, pk)


def _webhook(tournament: Tournament, pk: int) -> Webhook:
    rows = Webhook.objects.select_related("tournament__journal")
    return get_object_or_404(rows, tournament=tournament, removed_at=None, pk=pk)


def _page(request: HttpRequest, webhook_row: Webhook, pressed: PageForm, status: int = 200) -> HttpResponse:
    log = queries.calls(webhook_row)
    context = {
        "tournament": webhook_row.tournament,
        "webhook": webhook_row,
        "kinds": queries.kinds_of(webhook_row.tournament, webhook_row.kinds),
        "pressed": pressed,
        "log": log,
        "waits": any(item.is_waiting for item in log),
    }
    return page_or_element(request, "notices/webhook.html", "notices/webhook.html#log", context, status=status)
