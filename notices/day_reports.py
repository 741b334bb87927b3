"""每日战报 in the words of a notice: the results, who is through, who is out, what stood out, and when play goes on."""

from dataclasses import dataclass
from datetime import datetime

from notices.models import Notice
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.words.names import listed, team_name, when
from tournaments.bracket.words.results import result_words
from tournaments.chronicle.queries.days import day_report, playing_days
from tournaments.chronicle.queries.highlights import highlights
from tournaments.chronicle.words.stories import feat_title, feat_value, holders_words, through_words


@dataclass(frozen=True)
class DayInWords:
    """``number`` counts the playing days from 1; empty words where there is nothing to say. ``further``: when play goes
    on."""

    number: int
    matches: int
    results: tuple[str, ...]
    through_title: str
    through: str
    out: str
    best: tuple[tuple[str, str, str], ...]
    further: str


def day_in_words(notice: Notice, now: datetime) -> DayInWords | None:
    """The day of which the notice speaks, as it stands now; None once nothing is planned on it any more."""
    tournament = notice.tournament
    event_rounds = rounds(tournament)
    dates = [day.astimezone(tournament.tzinfo).date() for day in playing_days(tournament, event_rounds)]
    date = notice.starts_at.astimezone(tournament.tzinfo).date() if notice.starts_at else None
    if date not in dates:
        return None
    report = day_report(tournament, event_rounds, dates.index(date) + 1)
    return DayInWords(
        number=report.number,
        matches=len(report.matches),
        results=tuple(map(result_words, report.matches)),
        through_title=through_words(report),
        through=listed(map(team_name, report.through)),
        out=listed(map(team_name, report.out)),
        best=tuple((feat_title(one), feat_value(one), holders_words(one)) for one in highlights(report.matches).feats),
        further=when(min(r.starts_at for r in report.next), now) if report.next else "",
    )
