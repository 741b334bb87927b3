"""Forms of the site itself."""

import re
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from notices.outside import is_private_host
from notices.states import Security
from tournaments.codes import Code
from tournaments.words import PROBLEMS
from web.requests.forms import PageForm


class SignInForm(AuthenticationForm):
    username = forms.CharField(
        label=_("User name"), max_length=150, widget=forms.TextInput(attrs={"autocomplete": "username"})
    )
    password = forms.CharField(
        label=_("Password"), strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )
    error_messages = {
        "invalid_login": _("User name or password is wrong. Capital and small letters are not the same."),
        "inactive": _("This account is closed. Please ask the union office."),
    }


WEAK = {
    "password_too_short": _("Please use at least 8 characters."),
    "password_too_similar": _("This is too much like your name."),
    "password_too_common": _("Too many people use this one."),
    "password_entirely_numeric": _("Please do not use digits alone."),
}


class PasswordForm(forms.Form):
    """A password of one's own, typed twice, and the present one unless it was for one time."""

    present = forms.CharField(
        label=_("Current password"), strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )  # fmt: skip
    new = forms.CharField(
        label=_("Your new password"), strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("At least 8 characters, not digits alone, and not like your name."),
    )  # fmt: skip
    again = forms.CharField(
        label=_("The new password again"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user
        if user.one_time_password:
            del self.fields["present"]

    def clean_present(self) -> str:
        present = str(self.cleaned_data["present"])
        if not self.user.check_password(present):
            raise ValidationError(_("This is not your current password."), code="wrong")
        return present

    def clean_new(self) -> str:
        new = self.cleaned_data["new"]
        if not self.errors and self.user.check_password(new):
            raise ValidationError(_("This is the password that you have already. Please choose another one."))
        try:
            validate_password(new, self.user)
        except ValidationError as weak:
            raise ValidationError(
                [WEAK.get(error.code or "", str(error.message)) for error in weak.error_list]
            ) from None
        return str(new)

    def clean_again(self) -> str:
        again = self.cleaned_data["again"]
        if self.data.get("new") != again:
            raise ValidationError(_("The two passwords differ."))
        return str(again)


PORT = _("A port is a number from 1 to 65535.")


class MailServerForm(PageForm):
    """The server that takes the site's mails."""

    host = forms.CharField(label=_("Server"), max_length=253, widget=forms.TextInput(attrs={"placeholder": "smtp.…"}))
    port = forms.IntegerField(
        label=_("Port"),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "maxlength": 5}),
        validators=[MinValueValidator(1, PORT), MaxValueValidator(65535, PORT)],
        error_messages={"invalid": PORT},
    )
    security = forms.ChoiceField(label=_("Encryption on the way"), choices=Security.choices)
    username = forms.CharField(label=_("User name"), max_length=254, required=False)
    password = forms.CharField(
        label=_("Password"), required=False, strip=False, max_length=200,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("Kept encrypted and never shown. Left empty, the current one stays."),
    )  # fmt: skip
    sender = forms.EmailField(
        label=_("Sender"), help_text=_("The address from which people hear, usually that of the user name.")
    )

    def clean_host(self) -> str:
        host = str(self.cleaned_data["host"]).strip()
        if not re.fullmatch(r"[\w.:-]+", host, re.ASCII):
            raise ValidationError(_("This is not the name of a server, such as smtp.example.org."))
        if not settings.MAIL_MAY_BE_PRIVATE and is_private_host(host):
            raise ValidationError(PROBLEMS[Code.CHANNEL_ADDRESS_PRIVATE])
        return host


class MailTestForm(PageForm):
    """To whom a test goes."""

    to = forms.EmailField(label=_("To"))
