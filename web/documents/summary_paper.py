"""总结: who took part by branch and gender, how the event went, and what was notable about it."""

from collections import Counter
from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from guandan_rules import Reason
from tournaments.bracket.queries.match_views import Board, MatchView, TeamLabel
from tournaments.bracket.words.format_sentences import format_words
from tournaments.bracket.words.names import listed, team_name, together
from tournaments.chronicle.queries.highlights import highlights
from tournaments.day.words.games import TITLES
from tournaments.models import Result
from tournaments.states import UNPLAYED
from web.documents.blocks import Block, Cell, Closing, Content, Heading, Table, Text, paper, today
from web.documents.document import Options, Pages
from web.documents.reading import EventReading
from web.documents.result_papers import places_blocks, who_took_part
from web.documents.stage_tables import line_result, result_words
from web.lists.of_event import event_lines, highlight_head, highlight_rows
from web.templatetags.site import round_name

SIZE = 13
MOST_MATCHES = 24
"""Matches of the champion that are told one by one."""


def summary(reading: EventReading, options: Options) -> Pages:
    """Numbers first, then the story."""
    tournament = reading.tournament
    stages = {stage.label.number: stage.label for stage in reading.stages}.values()
    played = [_("The game was %(games)s. %(formats)s") % {
        "games": listed(dict.fromkeys(str(TITLES[label.game]) for label in stages)),
        "formats": together(*dict.fromkeys(format_words(label.shape) for label in stages)),
    }]  # fmt: skip
    if reading.statistics.deals:
        played.append(_("%(deals)s deals were played.") % {"deals": reading.statistics.deals})
    numbers = [[name, str(number)] for name, number in event_lines(reading.statistics) if number]
    blocks: list[Block] = [
        Heading(_("1. Overview"), level=1),
        Text(who_took_part(reading), size=SIZE),
        Text(together(*played), size=SIZE),
        Heading(_("2. Who took part"), level=1),
        _branches(reading),
        Heading(_("The event in numbers")),
        Table([_("What is counted"), _("Number")], ("1fr", "30"), numbers, height=7.5),
        Heading(_("3. Results"), level=1),
        *places_blocks(reading),
    ]
    story = [Text(paragraph, size=SIZE) for paragraph in _story(reading)]
    if story:
        blocks += [Heading(_("4. How it went"), level=1), *story]
        rows = highlight_rows(highlights(reading.matches))
        if rows:
            blocks.append(Table(highlight_head(), ("1fr", "1fr", "1.6fr"), rows, height=8))
    blocks.append(Closing([line for line in (tournament.organiser, today(reading)) if line]))
    return paper(reading, options, pgettext("document", "Summary"), blocks, subtitle=tournament.organiser)


def _branches(reading: EventReading) -> Table:
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


def _story(reading: EventReading) -> Iterator[str]:
    over = [match for match in reading.matches if match.is_over]
    champion = next(iter(reading.places.get(1, ())), None)
    if champion:
        yield _champions_matches(champion, [m for m in over if champion in (m.home.team, m.away.team)])
    played = [match for match in over if match.reason not in UNPLAYED and match.winner]
    passed = sum(match.reason == Reason.PASSED_A for match in played)
    if passed:
        yield ngettext(
            "%(n)s match ended before time because a side passed A.",
            "%(n)s matches ended before time because a side passed A.",
            passed,
        ) % {"n": passed}
    yield from _clearest_and_closest(played)
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


def _champions_matches(champion: TeamLabel, matches: list[MatchView]) -> str:
    """Whom the champion met, and how each match ended, as the champion reads it."""
    meetings = []
    for match in matches[:MOST_MATCHES]:
        own, other = (match.home, match.away) if match.home.team == champion else (match.away, match.home)
        against = team_name(other.team) if other.team else _("nobody")
        score = " : ".join(line_result(match, line) for line in (own, other))
        meetings.append(
            _("%(round)s against %(team)s (%(score)s)") % {"round": round_name(match), "team": against, "score": score}
        )
    words = {"team": team_name(champion), "matches": listed(meetings)}
    return _("The champion is %(team)s. Its way: %(matches)s.") % words


def _clearest_and_closest(played: list[MatchView]) -> Iterator[str]:
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
        yield words % {"match": f"{round_name(match)} {result}"}
