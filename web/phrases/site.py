"""Words about the site: sign-in, forms, keys."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from journal.receipts import ReceiptCode
from web.attempts import AttemptCode

PROBLEMS: dict[str, Promise] = {
    AttemptCode.CHANGED_MEANWHILE: _(
        "Somebody else changed this meanwhile. The page now shows the present state; please look and try again."
    ),
    AttemptCode.KEY_REUSED: _(
        "This form was sent before with other contents. Please check the page and send it again."
    ),
    ReceiptCode.KEY_TOO_LONG: _("The key of this request is too long."),
}
EVENTS: dict[str, Promise] = {}
