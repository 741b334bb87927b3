"""令牌: by which other programs act as the person who made them; each shown once, and taken back at any time."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from integrations.actions.tokens import LONGEST_NAME, make_token, revoke_token
from integrations.models import Token
from integrations.queries import offered, tokens
from integrations.states import Lifetime
from tournaments.models import Tournament
from tournaments.permissions import Permission, may
from web.requests.forms import PageForm, Text
from web.requests.loaders import actor, needs


class TokenForm(PageForm):
    """A token to be made; the scopes are those that the person's role holds something of."""

    name = Text(
        gettext_lazy("For which program"), LONGEST_NAME, help_text=gettext_lazy("For example: scoreboard in the hall.")
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("What it may do"), required=False, widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("Never more than you may do yourself in this event."),
    )  # fmt: skip
    days = forms.TypedChoiceField(
        label=gettext_lazy("For how long"), required=False, coerce=int, empty_value=None, choices=Lifetime.choices,
        initial=Lifetime.MONTH,
    )  # fmt: skip

    def __init__(self, *args: Any, scopes: list[tuple[str, Any]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["scopes"].choices = scopes  # type: ignore[attr-defined]


@needs(Permission.DESK_READ)
def programs(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """One's own tokens, to the office those of everybody; the secret stands on the answer that makes it, and nowhere
    else, so there is no redirect."""
    form = _form(request, tournament, request.POST if request.method == "POST" else None)
    if request.method != "POST":
        return _page(request, tournament, form)
    made: list[str] = []
    attempt = form.try_to(
        lambda typed: made.append(
            make_token(tournament, typed["name"], typed["scopes"], typed["days"] or 0, by=actor(request))
        ),
        request,
    )
    if not attempt.done:
        return _page(request, tournament, form, status=attempt.status)
    if not made:  # the same form came twice
        return redirect("programs", tournament.slug)
    return _page(request, tournament, _form(request, tournament), secret=made[0])


@needs(Permission.DESK_READ)
@require_POST
def program_revocation(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    rows = Token.objects.filter(tournament=tournament)
    if not may(request.user, Permission.EVENT_EDIT, tournament):
        rows = rows.filter(user=actor(request))
    token, form = get_object_or_404(rows, pk=pk), PageForm(request.POST)
    attempt = form.try_to(lambda _typed: revoke_token(token, by=actor(request)), request)
    if not attempt.done:
        return _page(request, tournament, _form(request, tournament), pressed=form, status=attempt.status)
    messages.success(request, _("%(name)s is taken back: the token opens nothing any more.") % {"name": token.name})
    return redirect("programs", tournament.slug)


def _form(request: HttpRequest, tournament: Tournament, typed: Any = None) -> TokenForm:
    return TokenForm(typed, scopes=[(scope.value, scope.label) for scope in offered(actor(request), tournament)])


def _page(
    request: HttpRequest,
    tournament: Tournament,
    form: TokenForm,
    *,
    pressed: PageForm | None = None,
    secret: str = "",
    status: int = 200,
) -> HttpResponse:
    sees_all = may(request.user, Permission.EVENT_EDIT, tournament)
    context = {
        "tournament": tournament,
        "form": form,
        "pressed": pressed or PageForm(),
        "secret": secret,
        "found": tokens(tournament, of=None if sees_all else actor(request)),
        "sees_all": sees_all,
    }
    return render(request, "notices/programs.html", context, status=status)
