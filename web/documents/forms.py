"""Forms of the office's own papers."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from journal.words import Words
from tournaments.event.actions.papers import LARGEST as LARGEST_PICTURE
from tournaments.event.papers.templates import LARGEST
from tournaments.states import OwnFileKind
from web.requests.forms import Choice, PageForm, Text

_HELP = Words() | {
    OwnFileKind.CIRCULAR: _("A Word document (.docx), at most 2 MB"),
    OwnFileKind.BACKGROUND: _("A .png or .jpg in landscape, ideally 3508 × 2480 pixels, at most 5 MB"),
    OwnFileKind.SEAL: _("A square .png with a transparent background, at most 1 MB; printed 42 mm wide"),
}
_LABELS = Words() | {
    OwnFileKind.CIRCULAR: _("Your own template"),
    OwnFileKind.BACKGROUND: _("Background picture"),
    OwnFileKind.SEAL: _("Picture of the seal"),
}
_TAKEN = {OwnFileKind.CIRCULAR: ".docx", OwnFileKind.BACKGROUND: ".png,.jpg,.jpeg", OwnFileKind.SEAL: ".png"}


class OwnFileForm(PageForm):
    """A file of a ``kind``; the site's office may send it for all events."""

    file = forms.FileField(required=False, allow_empty_file=True)
    for_site = forms.BooleanField(label=_("for all events of this site that have none of their own"), required=False)

    def __init__(self, *args: Any, kind: str, is_of_site: bool, **kwargs: Any) -> None:
        self.kind = OwnFileKind(kind)
        super().__init__(*args, apart=str(kind), **kwargs)
        self.fields["file"].label = _LABELS[self.kind]
        self.fields["file"].help_text = _HELP[self.kind]
        self.fields["file"].widget.attrs["accept"] = _TAKEN[self.kind]
        if not is_of_site:
            del self.fields["for_site"]

    def sent(self) -> tuple[str, bytes]:
        """The name and the bytes, no more than it takes to see that there are too many."""
        sent = self.cleaned_data["file"]
        most = LARGEST_PICTURE.get(self.kind, LARGEST)
        return ("", b"") if sent is None else (str(sent.name), bytes(sent.read(most + 1)))


class CertificateForm(PageForm):
    """How the certificates read."""

    TICKS = ("is_words_only", "has_souvenirs")

    title = Text(_("Heading"), 20)
    text = forms.CharField(
        label=_("Text"),
        required=False,
        strip=False,
        help_text=_("One line for each paragraph. A line with {{奖项}} alone is printed large in the middle."),
        widget=forms.Textarea(attrs={"rows": 5}),
    )
    signed_by = Text(_("Signed by"), 60)
    dated = forms.DateField(
        label=_("Date"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    is_each_player = Choice(
        _("Whose certificate"), [("player", _("One for each player")), ("team", _("One for each team"))]
    )
    has_souvenirs = forms.BooleanField(label=_("also for those who get a souvenir"), required=False)
    is_words_only = forms.BooleanField(label=_("words only: the paper has its frame and seal already"), required=False)

    def __init__(self, *args: Any, initial: dict[str, Any] | None = None, **kwargs: Any) -> None:
        prefilled = dict(initial or {})
        prefilled["is_each_player"] = "player" if prefilled.get("is_each_player", True) else "team"
        super().__init__(*args, initial=prefilled, **kwargs)
        self.fields["text"].validators = []
