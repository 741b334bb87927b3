"""时间表: every round with its day and hour, and where its matches are known who plays at which table."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.bracket.queries.match_views import MatchView, RoundView
from tournaments.bracket.words.names import day, hour, round_name
from tournaments.bracket.words.results import side_words
from web.documents.blocks import Block, Heading, Lead, Table, paper
from web.documents.document import Pages, Wish
from web.documents.reading import Reading
from web.lists.of_matches import by_round_name, rounds_of


def timetable(reading: Reading, wish: Wish) -> Pages:
    """The rounds, then the matches of each."""
    blocks = [rounds_table(reading), *matches_of_rounds(reading, reading.of_round(wish.round))]
    return paper(reading, wish, _("Timetable"), blocks, subtitle=reading.tournament.place, leads_to=Lead("timetable"))


def rounds_table(reading: Reading) -> Table:
    """日期, 开始时间, 场次: annex 2 of S000."""
    rows = [
        [day(part.starts_at), hour(part.starts_at), title, str(len(part.played) or "")]
        for stage in reading.stages
        for part, title in rounds_of(stage, alone=len(reading.stages) == 1)
    ]
    head = [_("Day"), _("Begins"), _("Round"), _("Matches")]
    return Table(head, ("1.2fr", "1fr", "1.6fr", "24"), rows, height=9, size=11.5, stays_whole=len(rows) < 20)


def title_of(round_: RoundView, part: RoundView) -> str:
    """32进16, or its second sitting."""
    return round_name(
        part.entrants, number=part.number, sitting=part.sitting if round_.sittings else 1, where=round_.where
    )


def matches_of_rounds(reading: Reading, rounds: tuple[RoundView, ...]) -> Iterator[Block]:
    """A table a round, the tables of the hall in order."""
    for round_ in rounds:
        for part in round_.parts:
            if part.waits_for_pairing:
                continue
            for name, matches in by_round_name(part.played).items():
                rows = [_row(match) for match in matches]
                yield Heading(f"{name}　{day(part.starts_at)} {hour(part.starts_at)}")
                yield Table(_head(), ("16", "16", "1fr", "12", "1fr"), rows, height=7, stays_whole=len(rows) <= 16)


def _head() -> list[str]:
    return [_("Table"), _("Match"), pgettext("side of a match", "Home"), "", pgettext("side of a match", "Away")]


def _row(match: MatchView) -> list[str]:
    return [str(match.table or ""), str(match.number), side_words(match.home), "—", side_words(match.away)]
