"""总结: who took part by branch and gender, how the event went, and what was notable about it."""

from collections import Counter
from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from guandan_rules import Reason
from tournaments.bracket.queries.match_views import Board, MatchView, TeamLabel
from tournaments.bracket.words.formats import formats_words
from tournaments.bracket.words.names import listed, team_name, together
from tournaments.chronicle.queries.highlights import highlights
from tournaments.day.words.games import TITLES
from tournaments.models import Result
from tournaments.states import UNPLAYED
from web.documents.blocks import Block, Cell, Closing, Content, Heading, Table, Text, paper, today
from web.documents.document import Pages, Wish
from web.documents.reading import Reading
from web.documents.result_papers import places_blocks, who_took_part
from web.documents.stage_tables import result_words
from web.lists.of_event import event_lines
from web.lists.of_highlights import highlight_head, highlight_rows
from web.lists.of_matches import match_round

SIZE = 13
MOST_TOLD = 24
"""Matches of the champion that are told one by one."""


def summary(reading: Reading, wish: Wish) -> Pages:
    """Numbers first, then the story."""
    return paper(
        reading, wish, pgettext("document", "Summary"), _blocks(reading), subtitle=reading.tournament.organiser
    )


def _blocks(reading: Reading) -> Iterator[Block]:
    yield Heading(_("1. Overview"), level=1)
    yield Text(who_took_part(reading), size=SIZE)
    yield Text(_played(reading), size=SIZE)
    yield Heading(_("2. Who took part"), level=1)
    yield _by_branch(reading)
    yield Heading(_("The event in numbers"))
    yield _in_numbers(reading)
    yield Heading(_("3. Results"), level=1)
    yield from places_blocks(reading)
    paragraphs = list(_story(reading))
    if paragraphs:
        yield Heading(_("4. How it went"), level=1)
        for paragraph in paragraphs:
            yield Text(paragraph, size=SIZE)
        yield from _highlights(reading)
    yield Closing([line for line in (reading.tournament.organiser, today(reading)) if line])


def _played(reading: Reading) -> str:
    stages = {stage.label.number: stage.label for stage in reading.stages}.values()
    sentences = [_("The game was %(games)s, by this format: %(formats)s.") % {
        "games": listed(dict.fromkeys(str(TITLES[label.game]) for label in stages)),
        "formats": formats_words(label.format for label in stages),
    }]  # fmt: skip
    if reading.statistics.deals:
        sentences.append(_("%(deals)s deals were played.") % {"deals": reading.statistics.deals})
    return together(*sentences)


def _by_branch(reading: Reading) -> Table:
    """As the event's page of numbers counts; who withdrew is among those entered and not among those who came."""
    rows: list[list[Content]] = []
    totals = Counter[int]()
    has_unknown = any(people.unknown for people in reading.genders)
    for branch, people in zip(reading.statistics.branches, reading.genders, strict=True):
        unknown = [people.unknown] if has_unknown else []
        numbers = [branch.entered, branch.came, branch.players, people.men, people.women, *unknown]
        totals.update(dict(enumerate(numbers)))
        rows.append([branch.name, *(str(number or "–") for number in numbers), str(branch.best or "–")])
    sums = [Cell(str(totals[n]), is_strong=True) for n in range(6 if has_unknown else 5)]
    rows.append([Cell(_("Total"), is_strong=True), *sums, ""])
    head = [
        _("Branch"), _("Teams"), _("Came"), _("Players"), pgettext("gender", "man"), pgettext("gender", "woman"),
        *([_("not given")] if has_unknown else []), _("Best place"),
    ]  # fmt: skip
    widths = ("1fr", "15", "15", "15", "15", "15", *(["20"] if has_unknown else []), "22")
    return Table(head, widths, rows, height=7.5)


def _in_numbers(reading: Reading) -> Table:
    rows: list[list[Content]] = [[name, str(number)] for name, number in event_lines(reading.statistics) if number]
    return Table([_("What is counted"), _("Number")], ("1fr", "30"), rows, height=7.5)


def _highlights(reading: Reading) -> Iterator[Block]:
    rows = highlight_rows(highlights(reading.matches))
    if rows:
        yield Table(list(highlight_head()), ("1fr", "1fr", "1.6fr"), [list(row) for row in rows], height=8)


def _story(reading: Reading) -> Iterator[str]:
    over = [match for match in reading.matches if match.is_over]
    champion = next(iter(reading.places.get(1, ())), None)
    if champion:
        yield _way(champion, [m for m in over if champion in (m.home.team, m.away.team)])
    played = [match for match in over if match.reason not in UNPLAYED and match.winner]
    passed = sum(match.reason == Reason.PASSED_A for match in played)
    if passed:
        yield ngettext(
            "%(n)s match ended before time because a side passed A.",
            "%(n)s matches ended before time because a side passed A.",
            passed,
        ) % {"n": passed}
    yield from _extremes(played)
    unplayed = sum(match.reason in UNPLAYED for match in over)
    if unplayed:
        yield ngettext(
            "%(n)s match was decided without play, because a team had withdrawn or did not come.",
            "%(n)s matches were decided without play, because a team had withdrawn or did not come.",
            unplayed,
        ) % {"n": unplayed}
    taken_back = Result.objects.filter(match__stage__tournament=reading.tournament).exclude(withdrawn_at=None).count()
    if taken_back:
        yield ngettext(
            "%(n)s result was corrected by the chief referee; the journal of the event has it with its reason.",
            "%(n)s results were corrected by the chief referee; the journal of the event has each with its reason.",
            taken_back,
        ) % {"n": taken_back}


def _way(champion: TeamLabel, matches: list[MatchView]) -> str:
    """Whom the champion met, and how each match ended, as the champion reads it."""
    meetings = []
    for match in matches[:MOST_TOLD]:
        own, other = (match.home, match.away) if match.home.team == champion else (match.away, match.home)
        against = team_name(other.team) if other.team else _("nobody")
        score = result_words(match)
        score = score if match.home is own else " : ".join(reversed(score.split(" : ")))
        meetings.append(
            _("%(round)s against %(team)s (%(score)s)") % {"round": match_round(match), "team": against, "score": score}
        )
    return _("The champion is %(team)s. Its way: %(matches)s.") % {
        "team": team_name(champion),
        "matches": listed(meetings),
    }


def _extremes(played: list[MatchView]) -> Iterator[str]:
    """The clearest win and the closest one, where levels or points say so."""
    counted = [match for match in played if match.board is not Board.NOTHING and match.home.is_scored]
    if len(counted) < 2:
        return
    widest = max(counted, key=lambda match: abs(match.difference))
    closest = min(counted, key=lambda match: abs(match.difference))
    if widest is closest:
        return
    for words, match in ((_("The clearest win: %(match)s."), widest), (_("The closest match: %(match)s."), closest)):
        home, away = (team_name(line.team) if line.team else "" for line in match.lines)
        result = f"{home} {result_words(match)} {away}"
        yield words % {"match": f"{match_round(match)} {result}"}
