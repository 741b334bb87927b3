"""时间表: every round with its day and hour, and where its matches are known who plays at which table."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.bracket.queries.match_views import RoundView
from tournaments.bracket.words.names import day, hour
from tournaments.bracket.words.results import side_words
from web.documents.blocks import Block, Heading, Table, paper, timed
from web.documents.document import Options, Pages
from web.documents.reading import EventReading
from web.lists.of_matches import by_round_name, named_rounds


def timetable(reading: EventReading, options: Options) -> Pages:
    """The rounds, then the matches of each."""
    blocks = [rounds_table(reading), *matches_of_rounds(reading.of_round(options.round))]
    return paper(reading, options, _("Timetable"), blocks, subtitle=reading.tournament.place, leads_to="timetable")


def rounds_table(reading: EventReading) -> Table:
    """日期, 开始时间, 场次: annex 2 of S000."""
    rows = [
        [day(part.starts_at), hour(part.starts_at), title, str(len(part.played) or "")]
        for part, title in named_rounds(reading.stages)
    ]
    head = [_("Day"), _("Begins"), _("Round"), _("Matches")]
    return Table(head, ("1.2fr", "1fr", "1.6fr", "24"), rows, height=9, size=11.5, stays_whole=len(rows) < 20)


def matches_of_rounds(rounds: Iterable[RoundView]) -> Iterator[Block]:
    """A table a round, the tables of the hall in order."""
    head = [_("Table"), _("Match"), pgettext("side of a match", "Home"), "", pgettext("side of a match", "Away")]
    for part in (part for round_ in rounds for part in round_.parts if not part.waits_for_pairing):
        for name, matches in by_round_name(part.played).items():
            rows = [
                [str(match.table or ""), str(match.number), side_words(match.home), "—", side_words(match.away)]
                for match in matches
            ]
            yield Heading(timed(name, part.starts_at))
            yield Table(head, ("16", "16", "1fr", "12", "1fr"), rows, height=7, stays_whole=len(rows) <= 16)
