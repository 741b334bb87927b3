"""What the notice leaves open about the event itself, and how this event does it."""

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.bracket.queries.settings import present_game
from tournaments.bracket.rules.formats import format_by
from tournaments.bracket.rules.rule_sets import frozen_options
from tournaments.bracket.words.formats import ranking_words
from tournaments.bracket.words.names import day, hour, together
from tournaments.day.words.games import TITLES
from tournaments.formats import KNOCKOUT
from tournaments.models import Tournament
from tournaments.presets.named_games import GUANDAN


def event_words(tournament: Tournament) -> dict[str, str]:
    """Anchor → sentence, for the chapter about the event, empty where it has nothing of the kind; few queries."""
    tables, formats = tournament.tables.count(), set(tournament.stages.values_list("format", flat=True))
    with timezone.override(tournament.tzinfo):
        closes = _("Entries are accepted until %(day)s, %(hour)s.") % {
            "day": day(tournament.closes_at),
            "hour": hour(tournament.closes_at),
        }
    return {
        "game": _game(tournament),
        "branch-halves": _("Two teams of one branch are drawn into opposite halves of the bracket.")
        if tournament.opposite_halves
        else _("Teams of one branch are drawn like all others."),
        "ranking": _ranking(tournament),
        "third-place": _third_place(tournament.third_place_match) if KNOCKOUT in formats else "",
        "souvenir": _("Every team that was present and won no place gets a souvenir.")
        if any(not award["rank"] for award in tournament.awards)
        else "",
        "leader": _("A branch names one leader and coach at most, or none; he may play as well."),
        "entry-close": closes,
        "tables": ngettext("There is %(n)s table.", "There are %(n)s tables.", tables) % {"n": tables},
    }


def _game(tournament: Tournament) -> str:
    """What is played, where that is not 掼蛋, and what of it is written down."""
    key = present_game(tournament)
    if key == GUANDAN:
        return ""
    rules = tournament.stages.earliest("number").rule_set
    sentences = [_("What is played: %(game)s.") % {"game": TITLES[key]}]
    if tournament.best_of > 1:
        won = tournament.best_of // 2 + 1
        sentences.append(_("A match is best of %(most)s games: whoever wins %(won)s first has won it.") % {
            "most": tournament.best_of, "won": won,
        })  # fmt: skip
    if rules.get("target"):
        sentences.append(_("A game goes to %(target)s points, two ahead.") % {"target": rules["target"]})
    if rules.get("draws"):
        sentences.append(_("A game may end in a draw."))
    return together(*sentences)


def _ranking(tournament: Tournament) -> str:
    """What places go by, in each stage that has a table."""
    by_stage = {}
    for stage in tournament.stages.order_by("number"):
        rules = frozen_options(stage)
        by_stage[stage.number] = ranking_words(format_by(stage, rules), rules)
    if len(by_stage) == 1:
        return by_stage.popitem()[1]
    lines = (
        _("Stage %(number)s: %(ranking)s") % {"number": n, "ranking": words} for n, words in by_stage.items() if words
    )
    return together(*lines)


def _third_place(match: bool) -> str:
    if match:
        return _("The losers of the semi-finals play for third place.")
    return _("Both losers of the semi-finals are third; there is no match for it.")
