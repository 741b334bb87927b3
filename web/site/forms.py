"""Forms of the site itself."""

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.models import User


class SignInForm(AuthenticationForm):
    username = forms.CharField(
        label=_("User name"), max_length=150, widget=forms.TextInput(attrs={"autocomplete": "username"})
    )
    password = forms.CharField(
        label=_("Password"), strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )


WEAK = {
    "password_too_short": _("Please take at least 8 characters."),
    "password_too_similar": _("This is too much like your name."),
    "password_too_common": _("Too many people use this one."),
    "password_entirely_numeric": _("Please do not take digits alone."),
}


class PasswordForm(forms.Form):
    """A password of one's own, typed twice."""

    new = forms.CharField(
        label=_("New password"), strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("At least 8 characters, not digits alone, and not like your name."),
    )  # fmt: skip
    again = forms.CharField(
        label=_("The same once more"), strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "new-password"})
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_new(self) -> str:
        new = self.cleaned_data["new"]
        if self.user.check_password(new):
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
        if "new" in self.cleaned_data and self.cleaned_data["new"] != again:
            raise ValidationError(_("The two passwords differ."))
        return str(again)
