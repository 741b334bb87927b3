"""总结: how the event went, told as a union files it, with places for pictures; its numbers stand behind."""

from collections import Counter
from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from guandan_rules import Reason
from tournaments.bracket.queries.match_views import Board, MatchView
from tournaments.bracket.words.format_sentences import format_words
from tournaments.bracket.words.names import listed, team_name, together, with_players
from tournaments.bracket.words.prizes import recipients_words
from tournaments.bracket.words.results import short_word
from tournaments.chronicle.queries.highlights import highlights
from tournaments.day.words.games import TITLES
from tournaments.models import Result
from tournaments.states import UNPLAYED
from web.documents.blocks import Block, Break, Cell, Closing, Content, Heading, Photos, Table, Text, today
from web.documents.document import EventReading
from web.documents.official import numbered_title, official_day, official_start
from web.documents.result_papers import places_blocks, who_took_part
from web.documents.spoken_papers import BLANK
from web.documents.stage_papers import line_result, result_words
from web.documents.word_blocks import word_paper
from web.lists.of_event import event_lines, highlight_rows
from web.lists.of_matches import named_rounds
from web.templatetags.site import round_name

SIZE = 16
"""三号, of an official text."""
MOST_MATCHES = 24
"""Matches of the champion that are told one by one."""


def summary_word(reading: EventReading) -> bytes:
    """The story with places for pictures, its tables behind it, as .docx."""
    heading = _("Summary of %(event)s") % {"event": reading.tournament.name}
    with reading.tournament.at_home():
        return word_paper(reading, pgettext("document", "Summary"), _blocks(reading), heading=heading)


def _blocks(reading: EventReading) -> Iterator[Block]:
    thanks = (
        _(
            "The branches prepared themselves with care, the players kept the rules and respected each other, and the"
            " referees decided fairly. The event was lively, orderly and friendly; it brought colleagues together."
        ),
        _("We thank all branches, players, referees and helpers for their support."),
        _("What could be better next time: %(blank)s") % {"blank": BLANK},
    )
    chapters = (
        (pgettext("document", "Overview"), _overview(reading)),
        (pgettext("document", "How it went"), _course(reading)),
        (pgettext("document", "Results"), _results(reading)),
        (_("What stood out"), _story(reading)),
        (_("Thanks"), thanks),
    )
    number = 0
    for title, sentences in chapters:
        if paragraphs := [Text(sentence, size=SIZE) for sentence in sentences if sentence]:
            number += 1
            yield Heading(numbered_title(number, title), level=1)
            yield from paragraphs
    yield Closing([line for line in (reading.tournament.organiser, today(reading)) if line])
    yield Break()
    yield Heading(pgettext("document", "Pictures"), level=1)
    yield Photos([_("The opening"), _("In the hall"), _("The awards"), _("Everybody together")])
    yield Break()
    yield Heading(_("Annex: who took part"), level=1)
    yield _branches(reading)
    numbers = [[name, str(number)] for name, number in event_lines(reading.statistics) if number]
    yield Heading(_("Annex: the event in numbers"), level=1)
    yield Table([_("What is counted"), _("Number")], ("1fr", "30"), numbers, height=7.5)
    if any(reading.places.values()):
        yield Heading(_("Annex: places"), level=1)
        yield from places_blocks(reading)


def _overview(reading: EventReading) -> Iterator[str]:
    stages = {stage.label.number: stage.label for stage in reading.stages}.values()
    men, women = (sum(getattr(people, name) for people in reading.genders) for name in ("men", "women"))
    players = {"people": reading.player_count, "men": men, "women": women}
    yield together(
        who_took_part(reading),
        _("%(people)s players took part, %(men)s men and %(women)s women.") % players
        if players["people"] == men + women
        else _("%(people)s players took part.") % players,
    )
    yield _("The game was %(games)s. %(formats)s") % {
        "games": listed(dict.fromkeys(str(TITLES[label.game]) for label in stages)),
        "formats": together(*dict.fromkeys(format_words(label.shape) for label in stages)),
    }


def _course(reading: EventReading) -> Iterator[str]:
    """Day by day what was played, and what happened beside."""
    of_day: dict[str, list[tuple[str, int]]] = {}
    for part, title in named_rounds(reading.stages):
        over = sum(match.is_over for match in part.played)
        if over:
            day = official_start(part.starts_at, part.until) if part.until else official_day(part.starts_at)
            of_day.setdefault(day, []).append((title, over))
    for day, rounds in of_day.items():
        count = sum(number for _title, number in rounds)
        words = {"day": day, "rounds": listed(title for title, _number in rounds), "n": count}
        yield ngettext("%(day)s: %(rounds)s, %(n)s match.", "%(day)s: %(rounds)s, %(n)s matches.", count) % words
    if reading.statistics.deals:
        yield _("%(deals)s deals were played.") % {"deals": reading.statistics.deals}
    unplayed = sum(match.is_over and match.reason in UNPLAYED for match in reading.matches)
    if unplayed:
        yield ngettext(
            "%(n)s match was decided without play, because a team had withdrawn or did not come.",
            "%(n)s matches were decided without play, because a team had withdrawn or did not come.",
            unplayed,
        ) % {"n": unplayed}
    decided = Result.objects.filter(match__stage__tournament=reading.tournament, match__result__isnull=False)
    taken_back = decided.exclude(withdrawn_at=None).values("match").distinct().count()
    if taken_back:
        yield ngettext(
            "%(n)s result was corrected by the chief referee; the journal of the event has it with its reason.",
            "%(n)s results were corrected by the chief referee; the journal of the event has each with its reason.",
            taken_back,
        ) % {"n": taken_back}


def _results(reading: EventReading) -> Iterator[str]:
    """A sentence an award."""
    for award in reading.awards.placed:
        winners = [with_players(winner.team, winner.players) for winner in award.winners]
        if winners:
            yield _("%(award)s: %(winners)s.") % {"award": award.name, "winners": listed(winners)}
    for prize in reading.awards.given:
        if prize.recipients:
            yield _("%(award)s: %(winners)s.") % {"award": prize.name, "winners": recipients_words(prize)}
    souvenir = reading.awards.souvenir
    if souvenir and souvenir.winners:
        count = len(souvenir.winners)
        words = {"award": souvenir.name, "n": count}
        yield ngettext("%(award)s: %(n)s team.", "%(award)s: %(n)s teams.", count) % words


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
    for champion in reading.places.get(1, ()):
        # whom the champion met, and how each match ended, as the champion reads it
        meetings = []
        for match in [m for m in over if champion in (m.home.team, m.away.team)][:MOST_MATCHES]:
            own, other = (match.home, match.away) if match.home.team == champion else (match.away, match.home)
            against = team_name(other.team) if other.team else _("nobody")
            # a level each, or what happened instead; that it won, the sentence says
            score = (
                " : ".join(line_result(match, line) for line in (own, other)) if own.is_scored else short_word(match)
            )
            words = {"round": round_name(match), "team": against, "score": score}
            meeting = _("%(round)s against %(team)s (%(score)s)") if score else _("%(round)s against %(team)s")
            meetings.append(meeting % words)
        yield _("The champion is %(team)s. Its way: %(matches)s.") % {
            "team": team_name(champion),
            "matches": listed(meetings),
        }
    played = [match for match in over if match.reason not in UNPLAYED and match.winner]
    passed = sum(match.reason == Reason.PASSED_A for match in played)
    if passed:
        yield ngettext(
            "%(n)s match ended before time because a side passed A.",
            "%(n)s matches ended before time because a side passed A.",
            passed,
        ) % {"n": passed}
    yield from _clearest_and_closest([match for match in played if not match.is_decided])
    for title, value, holders in highlight_rows(
        highlights(match for round_ in reading.rounds for match in round_.at_tables)
    ):
        yield pgettext("highlight", "%(title)s: %(holders)s (%(value)s).") % {
            "title": title, "holders": holders, "value": value,
        }  # fmt: skip


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
