"""What the notice leaves open about the event itself, and how this event does it."""

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.formats import KNOCKOUT
from tournaments.models import Tournament
from words.names import day, hour


def event_words(tournament: Tournament) -> dict[str, str]:
    """Anchor → sentence, for the chapter about the event, empty where it has nothing of the kind; two queries."""
    tables, formats = tournament.tables.count(), set(tournament.stages.values_list("format", flat=True))
    with timezone.override(tournament.tzinfo):
        closes = _("Names are taken until %(day)s, %(hour)s.") % {
            "day": day(tournament.closes_at),
            "hour": hour(tournament.closes_at),
        }
    return {
        "branch-halves": _("Two teams of one branch are drawn into opposite halves of the bracket.")
        if tournament.opposite_halves
        else _("Teams of one branch are drawn like all others."),
        "third-place": _third_place(tournament.third_place_match) if KNOCKOUT in formats else "",
        "souvenir": _("Every team that was present and won no place gets a souvenir."),
        "leader": _("A branch names one leader and coach at most, or none; he may play as well."),
        "entry-close": closes,
        "tables": ngettext("There is %(n)s table.", "There are %(n)s tables.", tables) % {"n": tables},
    }


def _third_place(match: bool) -> str:
    if match:
        return _("The losers of the semifinals play for third place.")
    return _("Both losers of the semifinals are third; there is no match for it.")
