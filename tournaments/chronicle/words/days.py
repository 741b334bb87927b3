"""Words for the report of a playing day."""

from django.utils.translation import gettext as _

from tournaments.chronicle.queries.days import DayReport


def through_words(report: DayReport) -> str:
    """晋级, or still in where a defeat is not the end."""
    return _("Still in the event") if report.has_two_lives else _("Through to the next round")
