"""Words about the site: sign-in, forms, reasons, keys."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from journal.reasons import ReasonCode
from journal.receipts import ReceiptCode
from journal.refusals import ConflictCode

PROBLEMS: dict[str, Promise] = {
    ConflictCode.CHANGED_MEANWHILE: _(
        "Somebody else changed this meanwhile. The page now shows the present state; please look and try again."
    ),
    ConflictCode.SAVED_MEANWHILE: _("Somebody else saved this meanwhile; what you typed is not saved yet."),
    ConflictCode.KEY_REUSED: _(
        "This form was sent before with other contents. Please check the page and send it again."
    ),
    ReasonCode.REASON_MISSING: _("Please give the reason."),
    ReasonCode.REASON_TOO_LONG: _("This is too long: at most %(most)s characters."),
    ReceiptCode.KEY_INVALID: _("The key of a request has at most %(most)s printable characters."),
}
EVENTS: dict[str, Promise] = {}
VALUES: dict[str, Promise] = {
    "min_value": _("Please give a number of at least %(limit_value)s."),
    "max_value": _("Please give a number of at most %(limit_value)s."),
    "max_length": _("This is too long: at most %(limit_value)s characters."),
}
YES_NO: dict[bool, Promise] = {True: pgettext_lazy("value", "yes"), False: pgettext_lazy("value", "no")}
