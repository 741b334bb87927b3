"""What the settings of an event say in its regulation and its notice, a sentence each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from journal.words import Words
from scoring.games.guandan import Guandan
from tournaments.bracket.queries.settings import plays_deals
from tournaments.bracket.rules.formats import format_by
from tournaments.bracket.rules.rule_sets import frozen_options
from tournaments.bracket.words.format_sentences import apart_words, counts_words, format_words
from tournaments.bracket.words.formats import ranking_words
from tournaments.bracket.words.names import chinese_number, day, hour, in_chinese, together
from tournaments.bracket.words.sentences import Sentences
from tournaments.forecast.plan import Plan
from tournaments.formats import Knockout, Redraw
from tournaments.formats.format import Format
from tournaments.models import Stage, Tournament
from tournaments.team_match import BoardsEqual

EVENT: Final = Sentences()
"""Of an `EventFacts`: its settings are columns of `Tournament`, of `Stage` or of what stands beside them."""
NOT_SAID: Final = (
    "slug", "name", "organiser", "document", "zone", "journal", "state", "archived_at", "preset", "rule_set",
    "rule_options", "awards_confirmed_at", "series", "is_season_final", "personal_months", "forgotten_at", "created_at",
    "names_public", "place", "committees", "plan", "own_rules", "phones_kept", "id",
)  # fmt: skip
"""Columns of `Tournament` that decide nothing in play, or are printed as they are."""
THIRD: Final = 3
EQUAL_BOARDS: Final = Words() | {
    BoardsEqual.DIFFERENCE: gettext_lazy(
        "If both have won as many, the difference of levels or points over all boards decides, then the first board."
    ),
    BoardsEqual.FIRST_BOARD: gettext_lazy(
        "If both have won as many, the first board decides, the second if that was drawn, and so on."
    ),
    BoardsEqual.DRAWN: gettext_lazy(
        "If both have won as many, the match is drawn; where one of them must go on, the chief referee decides."
    ),
}
"""What decides when both sides have won as many boards."""


@dataclass(frozen=True)
class PlayedStage:
    """A stage with its format and rules as they would be drawn now."""

    stage: Stage
    shape: Format
    rules: Mapping[str, Any]

    @property
    def source(self) -> int:
        """The number of the stage that it takes its teams from, 0 if they register."""
        return self.stage.source.number if self.stage.source else 0


class EventFacts:
    """What is read of an event for its sentences: three queries, none in a sentence."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.tables = tournament.tables.count()
        stages = tournament.stages.select_related("tournament", "source").order_by("number")
        self.stages: Sequence[PlayedStage] = [
            PlayedStage(stage, format_by(stage, rules), rules) for stage in stages for rules in [frozen_options(stage)]
        ]

    @cached_property
    def awarded(self) -> set[int]:
        """The places that have an award; 0 is everybody's who won none."""
        return {award["rank"] for award in self.tournament.awards}

    @property
    def has_table(self) -> bool:
        """Are places counted in any stage?"""
        return any(played.shape.criteria for played in self.stages)

    @property
    def games_have_clocks(self) -> bool:
        """Has each of several games of a match its own time?"""
        return self.tournament.best_of > 1 and not self.tournament.match_clock

    @property
    def plays_guandan(self) -> bool:
        return any(played.stage.game == Guandan.name for played in self.stages)


def stage_words(event: EventFacts) -> list[str]:
    """How each stage is played, and who comes into it; its number where there are several."""
    if len(event.stages) == 1:
        stage, shape = event.stages[0].stage, event.stages[0].shape
        # of individuals, by those who were drawn, or who are expected
        entries = stage.size or stage.places or Plan.of(event.tournament.plan).teams
        return [together(format_words(shape), counts_words(shape, entries))]
    lines = []
    for played in event.stages:
        stage, values = played.stage, {"number": played.stage.number, "format": format_words(played.shape)}
        if not played.source:
            lines.append(_("Stage %(number)s: %(format)s") % values)
            continue
        values |= {"source": played.source, "first": stage.first_place, "last": stage.first_place + stage.places - 1}
        line = _("Stage %(number)s, for the places %(first)s to %(last)s of stage %(source)s: %(format)s") % values
        lines.append(together(line, _("Lots are drawn for it anew.") if stage.by_lot else ""))
    return lines


@EVENT.about("format", "format", "settings", "source", "places", "first_place", "by_lot")
def _format(event: EventFacts) -> str:
    return together(*stage_words(event))


@EVENT.about("games", "best_of", "match_clock")
def _games(event: EventFacts) -> str:
    most = event.tournament.best_of
    won = most // 2 + 1
    has_boards = event.tournament.boards > 1
    if most == 1:  # of other games a 局 is a deal
        one = _("Each board is one game.") if has_boards else _("A match is one game.")
        return one if event.plays_guandan else ""
    counted: dict[str, object] = {"most": most, "won": won}
    if in_chinese():
        counted = {"most": chinese_number(most), "won": "两" if won == 2 else chinese_number(won)}
    if has_boards:
        best_of = _("Each board is best of %(most)s games: whoever wins %(won)s first has won it.") % counted
    else:
        best_of = _("A match is best of %(most)s games: whoever wins %(won)s first has won it.") % counted
    if not plays_deals(event.tournament):
        return best_of
    clock = (
        _("The time is that of each game; the next one begins when a game has ended.")
        if event.games_have_clocks
        else _("The time is that of the whole match: when it is up, whoever has won more games has won.")
    )
    return together(best_of, clock)


@EVENT.about("boards", "boards", "boards_equal", "stop_early")
def _boards(event: EventFacts) -> str:
    """How a team match is decided by its boards."""
    boards = event.tournament.boards
    if boards == 1:
        return ""
    played = ngettext(
        "A match is played at %(n)s board at once, and whoever wins more boards has won it.",
        "A match is played at %(n)s boards at once, and whoever wins more boards has won it.",
        boards,
    ) % {"n": boards}
    early, out = (
        _("Once a side has won more than half of the boards, the others are not played."),
        _("All boards are played."),
    )
    equal = EQUAL_BOARDS[BoardsEqual(event.tournament.boards_equal)]
    return together(played, early if event.tournament.stop_early else out, str(equal))


@EVENT.about("team", "seats", "reserves", "boards", "changing_partners")
def _team(event: EventFacts) -> str:
    if event.tournament.changing_partners:
        return ""  # its format says that everybody enters alone
    reserves, n = event.tournament.reserves, event.tournament.fewest_players
    team = ngettext("A team has %(n)s player.", "A team has %(n)s players.", n) % {"n": n}
    if event.tournament.boards > 1:
        seats = event.tournament.seats
        at_each = ngettext("%(n)s plays at each board.", "%(n)s play at each board.", seats) % {"n": seats}
        team = together(team, at_each)
    spare = ngettext("It may name %(n)s reserve.", "It may name up to %(n)s reserves.", reserves) % {"n": reserves}
    return together(team, spare if reserves else "")


@EVENT.about("own-days", "own_days")
def _own_days(event: EventFacts) -> str:
    days = event.tournament.own_days
    if not days:
        return ""
    lasts = ngettext("A round lasts %(n)s day.", "A round lasts %(n)s days.", days) % {"n": days}
    agreed = _("In these the two sides of a match agree on a day, an hour and a place of their own.")
    confirmed = _("Once it is played either side enters the result, and the other confirms it.")
    return together(lasts, agreed, confirmed)


@EVENT.about("branch-halves", "branches_apart", "format", "groups")
def _branches(event: EventFacts) -> str:
    return apart_words(event.stages[0].shape, event.tournament.branches_apart)


@EVENT.about("ranking", "criteria", "points", "rest", "rest_points", "scale")
def _ranking(event: EventFacts) -> str:
    """What places go by, in each stage that has a table."""
    words = {played.stage.number: ranking_words(played.shape, played.rules) for played in event.stages}
    if len(words) == 1:
        return words.popitem()[1]
    sentence = _("Stage %(number)s: %(ranking)s")
    return together(*(sentence % {"number": n, "ranking": ranking} for n, ranking in words.items() if ranking))


@EVENT.about("third-place", "third_place_match", "awards", "format", "survivors")
def _third_place(event: EventFacts) -> str:
    """Whether they play for it; that they do not, unless there are awards and none for it."""
    ends = [p.shape for p in event.stages if isinstance(p.shape, (Knockout, Redraw)) and p.shape.survivors == 1]
    if ends and ends[-1].third_place:
        return _("The losers of the semi-finals play for third place.")
    if not ends or (event.awarded and THIRD not in event.awarded):
        return ""
    return _("Both losers of the semi-finals are third; there is no match for it.")


@EVENT.about("souvenir", "awards")
def _souvenir(event: EventFacts) -> str:
    return _("Every team that was present and won no place gets a souvenir.") if 0 in event.awarded else ""


@EVENT.about("leader")
def _leader(_event: EventFacts) -> str:
    return _("A branch names one leader and coach at most, or none; he may play as well.")


@EVENT.about("rating", "is_rated")
def _rating(event: EventFacts) -> str:
    return _("The matches count for the players' ratings.") if event.tournament.is_rated else ""


@EVENT.about("entry-close", "closes_at")
def _entry_close(event: EventFacts) -> str:
    closes = event.tournament.closes_at
    return _("Entries are accepted until %(day)s, %(hour)s.") % {"day": day(closes), "hour": hour(closes)}


@EVENT.about("acceptance", "acceptance_needed")
def _acceptance(event: EventFacts) -> str:
    needed = _("What a branch hands in counts once the office has accepted it.")
    return needed if event.tournament.acceptance_needed else ""


@EVENT.about("draw-at", "draw_at")
def _draw_at(event: EventFacts) -> str:
    at = event.tournament.draw_at
    return _("Lots are drawn on %(day)s, %(hour)s.") % {"day": day(at), "hour": hour(at)} if at else ""


@EVENT.about("tables", "tables")
def _tables(event: EventFacts) -> str:
    return ngettext("There is %(n)s table.", "There are %(n)s tables.", event.tables) % {"n": event.tables}


@EVENT.about("roll-call", "check_in_minutes")
def _roll_call(event: EventFacts) -> str:
    minutes = event.tournament.check_in_minutes
    return _("A round is called %(minutes)s minutes before it starts.") % {"minutes": minutes} if minutes else ""


@EVENT.about("last-deal", "last_bell_minutes")
def _last_deal(event: EventFacts) -> str:
    minutes = event.tournament.last_bell_minutes
    if not minutes:
        return ""
    last, end = (
        _("The last deal is announced %(minutes)s minutes before the end."),
        _("The end is announced %(minutes)s minutes before it comes."),
    )
    return (last if event.plays_guandan else end) % {"minutes": minutes}
