"""看点 as part of a list: what each highlight is, how much it was, and whose."""

from django.utils.translation import gettext as _

from tournaments.chronicle.queries.highlights import Highlights
from tournaments.chronicle.words.highlights import feat_title, feat_value, holders_words
from web.lists.listing import Part


def highlight_head() -> tuple[str, ...]:
    """The columns of `highlight_rows`."""
    return _("Highlight"), _("How much"), _("Whose")


def highlight_rows(highlights: Highlights) -> list[tuple[str, str, str]]:
    """A row a highlight."""
    return [(feat_title(one), feat_value(one), holders_words(one)) for one in highlights.feats]


def highlight_parts(highlights: Highlights, heading: str) -> list[Part]:
    """The highlights under a heading; nothing where there are none."""
    rows = tuple(highlight_rows(highlights))
    return [Part(heading, rows, wide=2)] if rows else []
