"""Forms of the site itself."""

import re
from dataclasses import dataclass
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator, validate_email
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from notices.outside import is_private_host
from notices.states import Security
from tournaments.bracket.words.names import in_chinese
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
KEPT = _("Kept encrypted and never shown. Left empty, the current one stays.")
CODE_OF_MAILBOX = _(
    "An authorisation code (授权码), not the password with which you sign in there: in the mailbox on the web turn on "
    "“POP3/IMAP/SMTP” in the settings, have a code made, and paste it here."
)
CODE_OF_FIRM = _(
    "The password for mail programs (客户端专用密码) of this mailbox, if its administrator has turned secure sign-in "
    "on; otherwise the mailbox's own. SMTP must be allowed in its settings."
)
CODE_OF_OUTLOOK = _(
    "Microsoft takes a password here only where the administrator of the organisation allows SMTP AUTH for this "
    "mailbox."
)


@dataclass(frozen=True)
class MailService:
    """A common service for mailboxes: where it takes mails, and what it wants for a password."""

    name: Promise
    host: str
    password: Promise
    port: int = 465
    security: Security = Security.TLS


SERVICES = {
    "qq": MailService(_("QQ Mail"), "smtp.qq.com", CODE_OF_MAILBOX),
    "163": MailService(_("163 Mail"), "smtp.163.com", CODE_OF_MAILBOX),
    "126": MailService(_("126 Mail"), "smtp.126.com", CODE_OF_MAILBOX),
    "exmail": MailService(_("WeCom Mail"), "smtp.exmail.qq.com", CODE_OF_FIRM),
    "aliyun": MailService(_("Alibaba Mail"), "smtp.qiye.aliyun.com", CODE_OF_FIRM),
    "outlook": MailService(_("Outlook"), "smtp.office365.com", CODE_OF_OUTLOOK, 587, Security.STARTTLS),
}


class MailServerForm(PageForm):
    """The server that takes the site's mails, and where a test of it goes, which ``is_test`` asks for."""

    host = forms.CharField(label=_("Server"), max_length=253, widget=forms.TextInput(attrs={"placeholder": "smtp.…"}))
    port = forms.IntegerField(
        label=_("Port"),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "maxlength": 5}),
        validators=[MinValueValidator(1, PORT), MaxValueValidator(65535, PORT)],
        error_messages={"invalid": PORT},
    )
    security = forms.ChoiceField(label=_("Encryption on the way"), choices=Security.choices)
    username = forms.CharField(
        label=_("User name"), max_length=254, required=False, help_text=_("Usually the whole address of the mailbox.")
    )
    password = forms.CharField(
        label=_("Password or authorisation code"), required=False, strip=False, max_length=200,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}, render_value=True),
    )  # fmt: skip
    sender = forms.EmailField(
        label=_("Sender"), required=False, help_text=_("Left empty, the user name is the address that people see.")
    )
    to = forms.EmailField(label=_("Send a test to"), required=False)

    def __init__(self, *args: Any, is_test: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["to"].required = is_test
        host = self["host"].value()
        service = next((service for service in SERVICES.values() if service.host == host), None)
        about = (service.password if service else CODE_OF_MAILBOX, KEPT)
        self.fields["password"].help_text = ("" if in_chinese() else " ").join(map(str, about))

    def clean_host(self) -> str:
        host = str(self.cleaned_data["host"]).strip()
        if not re.fullmatch(r"[\w.:-]+", host, re.ASCII):
            raise ValidationError(_("This is not the name of a server, such as smtp.example.org."))
        if not settings.MAIL_MAY_BE_PRIVATE and is_private_host(host):
            raise ValidationError(PROBLEMS[Code.CHANNEL_ADDRESS_PRIVATE])
        return host

    def clean_sender(self) -> str:
        sender = self.cleaned_data["sender"] or self.cleaned_data.get("username", "")
        validate_email(sender)
        return str(sender)


class MailTestForm(PageForm):
    """To whom a test of the machine's own server goes."""

    to = forms.EmailField(label=_("To"))
