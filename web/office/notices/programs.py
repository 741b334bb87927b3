"""Other programs: 令牌, by which they act as the person who made them, each shown once and taken back at any time, and
webhooks, by which they are told of what happens: tried, switched off and on, with their log."""

from typing import Any, cast

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from integrations import actions, queries
from integrations.models import Call, Token, Webhook
from integrations.payloads import subjects
from integrations.states import Lifetime
from tournaments.bracket.queries.settings import plays_deals
from tournaments.models import Tournament
from tournaments.permissions import Permission
from web.requests.changes import changes
from web.requests.forms import PageForm, Text
from web.requests.fragments import page_or_element
from web.requests.loaders import actor, allowed_to, needs
from web.requests.numbers import typed_number


class TokenForm(PageForm):
    """A token to be made; the scopes are those that the person's role holds something of."""

    name = Text(_("For which program"), actions.LONGEST_NAME, help_text=_("For example: scoreboard in the hall."))
    scopes = forms.MultipleChoiceField(
        label=_("What it may do"), required=False, widget=forms.CheckboxSelectMultiple,
        help_text=_("Never more than you may do yourself in this event."),
    )  # fmt: skip
    days = forms.TypedChoiceField(
        label=_("For how long"), required=False, coerce=int, empty_value=None, choices=Lifetime.choices,
        initial=Lifetime.MONTH,
    )  # fmt: skip

    def __init__(self, *args: Any, scopes: list[tuple[str, Any]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["scopes"].choices = scopes  # type: ignore[attr-defined]


def _token_form(request: HttpRequest, tournament: Tournament, data: Any = None) -> TokenForm:
    scopes = [(scope.value, scope.label) for scope in queries.offered(actor(request), tournament)]
    return TokenForm(data, scopes=scopes)


def _programs_page(
    request: HttpRequest, tournament: Tournament, refused: PageForm | None = None, *, secret: str = ""
) -> HttpResponse:
    """``refused`` is the form that was, and stays as it was typed; ``secret`` that of a new token."""
    sees_all, is_typed = Permission.EVENT_EDIT in allowed_to(request), isinstance(refused, TokenForm)
    context = {
        "tournament": tournament,
        "form": refused if is_typed else _token_form(request, tournament),
        "pressed": refused if refused and not is_typed else PageForm(),
        "secret": secret,
        "tokens": queries.tokens(tournament, of=None if sees_all else actor(request)),
        "sees_all": sees_all,
    }
    return render(request, "notices/programs.html", context, status=refused.status if refused else 200)


@needs(Permission.DESK_READ)
def programs(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """One's own tokens, to the office those of everybody; the secret stands on the answer that makes it, and nowhere
    else, so there is no redirect."""
    if request.method != "POST":
        return _programs_page(request, tournament)
    form, secrets = _token_form(request, tournament, request.POST), list[str]()

    def make(typed: dict[str, Any]) -> None:
        days = typed["days"] or 0
        secrets.append(actions.make_token(tournament, typed["name"], typed["scopes"], days, by=actor(request)))

    if not form.try_to(make, request).done:
        return _programs_page(request, tournament, form)
    if not secrets:  # the same form came twice
        return redirect("programs", tournament.slug)
    return _programs_page(request, tournament, secret=secrets[0])


@needs(Permission.DESK_READ)
@changes(_programs_page, PageForm, _("%(name)s is taken back: the token opens nothing any more."), to="programs")
def program_revocation(request: HttpRequest, tournament: Tournament, form: PageForm, pk: int) -> dict[str, str]:
    rows = Token.objects.filter(tournament=tournament)
    if Permission.EVENT_EDIT not in allowed_to(request):
        rows = rows.filter(user=actor(request))
    token = get_object_or_404(rows, pk=pk)
    actions.revoke_token(token, by=actor(request))
    return {"name": token.name}


class WebhookForm(PageForm):
    """An address that shall be told."""

    name = Text(pgettext_lazy("webhook", "Name"), actions.LONGEST_NAME, help_text=_("As the office calls it."))
    address = Text(_("Address"), actions.LONGEST_ADDRESS, autocomplete="off", spellcheck="false")
    kinds = forms.MultipleChoiceField(
        label=_("What it is told of"), required=False, widget=forms.CheckboxSelectMultiple,
        help_text=_("Nothing ticked: everything that is public."),
    )  # fmt: skip

    def __init__(self, *args: Any, of: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        kinds = cast(forms.MultipleChoiceField, self.fields["kinds"])
        kinds.choices = [*subjects(deals=plays_deals(of)).items()]


@needs(Permission.EVENT_EDIT)
def webhooks(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """All webhooks and one more; the key stands on the answer that makes it, and nowhere else."""
    form, keys = WebhookForm(request.POST or None, of=tournament), list[tuple[Webhook, str]]()

    def add(typed: dict[str, Any]) -> None:
        keys.append(actions.add_webhook(tournament, typed["name"], typed["address"], typed["kinds"], by=actor(request)))

    if request.method == "POST" and form.try_to(add, request).done:
        if not keys:  # the same form came twice
            return redirect("webhooks", tournament.slug)
        form = WebhookForm(of=tournament)
    made = (keys[0][0].name, keys[0][1]) if keys else ("", "")
    context = {"tournament": tournament, "form": form, "made": made, "webhooks": queries.webhooks(tournament)}
    return render(request, "notices/webhooks.html", context, status=form.status)


def _webhook(tournament: Tournament, pk: int) -> Webhook:
    rows = Webhook.objects.select_related("tournament__journal")
    return get_object_or_404(rows, tournament=tournament, removed_at=None, pk=pk)


def _webhook_page(request: HttpRequest, webhook_row: Webhook, refused: PageForm | None = None) -> HttpResponse:
    log = queries.calls(webhook_row)
    context = {
        "tournament": webhook_row.tournament,
        "webhook": webhook_row,
        "kinds": queries.kinds_of(webhook_row.tournament, webhook_row.kinds),
        "pressed": refused or PageForm(),
        "log": log,
        "waits": any(item.is_waiting for item in log),
    }
    status = refused.status if refused else 200
    return page_or_element(request, "notices/webhook.html", "notices/webhook.html#log", context, status=status)


@needs(Permission.EVENT_EDIT)
@require_safe
def webhook(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """One webhook: a test, and what went there."""
    return _webhook_page(request, _webhook(tournament, pk))


@needs(Permission.EVENT_EDIT)
@changes(_webhook_page, PageForm, _("A test is on its way; how it goes is shown below."), of=_webhook)
def webhook_test(request: HttpRequest, webhook_row: Webhook, form: PageForm) -> None:
    actions.try_webhook(webhook_row, by=actor(request))


@needs(Permission.EVENT_EDIT)
@require_POST
def webhook_switch(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    webhook_row, form = _webhook(tournament, pk), PageForm(request.POST)
    is_off = webhook_row.disabled_at is not None
    change = actions.enable_webhook if is_off else actions.disable_webhook
    if not form.try_to(lambda _typed: change(webhook_row, by=actor(request)), request).done:
        return _webhook_page(request, webhook_row, form)
    messages.success(request, gettext("It is told again from now on.") if is_off else gettext("It is switched off."))
    return redirect("webhook", tournament.slug, pk)


@needs(Permission.EVENT_EDIT)
@changes(_webhook_page, PageForm, _("It is on its way again, under the same id."), of=_webhook)
def webhook_repetition(request: HttpRequest, webhook_row: Webhook, form: PageForm) -> None:
    number = typed_number(request.POST.get("call", ""))
    actions.repeat_call(get_object_or_404(Call.objects.filter(webhook=webhook_row), pk=number), by=actor(request))


@needs(Permission.EVENT_EDIT)
@changes(_webhook_page, PageForm, _("%(name)s is removed: nothing goes there any more."), to="webhooks", of=_webhook)
def webhook_removal(request: HttpRequest, webhook_row: Webhook, form: PageForm) -> dict[str, str]:
    actions.remove_webhook(webhook_row, by=actor(request))
    return {"name": webhook_row.name}
