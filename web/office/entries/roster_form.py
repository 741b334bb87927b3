"""A list of entries as it is sent: a file, or what was copied from one."""

from django import forms
from django.utils.translation import gettext_lazy

from journal.refusals import Problem, Refused
from tournaments.codes import Code
from tournaments.entries.files.spreadsheets import LARGEST
from web.requests.forms import PageForm


class RosterForm(PageForm):
    """One file, or a table pasted from a spreadsheet or a chat."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        required=False,
        allow_empty_file=True,
        help_text=gettext_lazy("Excel or WPS (.xlsx, .xls, .et) or .csv, at most 5 MB"),
        widget=forms.FileInput(attrs={"accept": ".xlsx,.xls,.et,.csv"}),
    )
    pasted = forms.CharField(
        label=gettext_lazy("or paste here: a table, or lines from a chat"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 4, "autocomplete": "off"}),
    )

    def data_sent(self) -> bytes:
        """The file if there is one, else what was pasted."""
        sent = self.cleaned_data["file"]
        if sent is None:
            return str(self.cleaned_data["pasted"]).encode()
        if sent.size > LARGEST:
            raise Refused(Problem(Code.FILE_TOO_LARGE, "file", {"most": LARGEST // 1_000_000}))
        return bytes(sent.read())
