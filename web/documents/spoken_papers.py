"""主持词, 裁判须知: what the person at the microphone reads out, from opening to closing, in Word to be changed
there; and what a referee of this event has to know at the table, made of the regulation as it acts."""

from collections.abc import Iterable, Iterator
from typing import Final

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from guandan_rules import Measure
from scoring.games import GAMES
from scoring.games.guandan import Guandan
from scoring.games.shuangsheng import Shuangsheng
from scoring.games.win_loss import Counted
from tournaments.bracket.words.event_sentences import EventFacts, PlayedStage, stage_words
from tournaments.bracket.words.names import (
    in_chinese,
    listed,
    period,
    round_time,
    table_range,
    team_name,
    together,
    with_players,
)
from tournaments.bracket.words.options import effect_words, offence_words
from tournaments.bracket.words.prizes import recipients_words
from tournaments.event.papers.circular_template import bytes_of, official_document
from web.documents.blocks import Block, Heading, Table, Text, paper
from web.documents.document import EventReading, Options, Pages, Ready
from web.documents.official import numbered_title, official, official_start, title_to_set
from web.lists.of_matches import by_table, named_rounds
from web.ruling.regulation import regulation_of

BLANK: Final = "＿" * 6
FEW: Final = 4
"""Matches of a round that are called by their names: the last rounds."""
MORNING, NOON, EVENING = 11, 13, 18


def host_words_word(reading: EventReading) -> bytes:
    """The document as .docx, in the reader's language."""
    tournament = reading.tournament
    with tournament.at_home():
        document = official_document()
        document.core_properties.title = title = f"{tournament.name}　{_('Words for the host')}"
        document.add_paragraph(title_to_set(title), style="标题")
        for number, (heading, sentences) in enumerate(_parts(reading), start=1):
            document.add_paragraph(numbered_title(number, heading), style="一级")
            for sentence in sentences:
                document.add_paragraph(official(sentence), style="正文")
        return bytes_of(document)


def _parts(reading: EventReading) -> Iterator[tuple[str, Iterable[str]]]:
    """Each part of the event with its paragraphs."""
    facts, words = reading.facts, regulation_of(reading.tournament).words
    yield _("Opening"), _opening(reading, facts)
    yield pgettext("part of the day", "Draw"), _draw(reading, words)
    yield _("Calling a round"), _calls(reading, words)
    if words.get("bell"):
        decided = together(words.get("verdict", "") or words.get("decided", ""), words.get("ties", ""))
        bell = [together(_("Time is up."), words["bell"]), *([decided] if decided else [])]
        if minutes := facts.tournament.last_bell_minutes:
            ahead = ngettext("There is %(n)s minute left.", "There are %(n)s minutes left.", minutes)
            bell.insert(0, ahead % {"n": minutes})
        yield pgettext("part of the day", "Bell"), bell
    over = _(
        "The round %(blank)s is over. Please confirm the result with your referee before you leave the table. A result"
        " counts once it is confirmed; all of them stand on the screen."
    )
    results = [over, _("The next round begins at %(blank)s.")]
    if not all(played.shape.criteria for played in facts.stages):
        results.insert(1, _("These teams go on: %(blank)s. Congratulations!"))
    yield pgettext("part of the day", "Results"), [sentence % {"blank": BLANK} for sentence in results]
    if reading.awards.awards or reading.awards.prizes:
        yield pgettext("part of the day", "Awards"), _awards(reading)
    closing = [
        _(
            "We thank all players, the referees and everybody who has worked for this event, before it and behind the"
            " scenes."
        ),
        _("%(event)s is closed. Thank you all, and see you next time!") % {"event": reading.tournament.name},
        _("Please leave the hall in order, those near the doors first, and take your things with you."),
    ]
    if reading.stands >= Ready.DECIDED:
        played = sum(match.is_over for match in reading.matches)
        closing.insert(0, ngettext("%(n)s match was played.", "%(n)s matches were played.", played) % {"n": played})
    yield _("Closing"), closing


def _opening(reading: EventReading, facts: EventFacts) -> Iterator[str]:
    tournament = reading.tournament
    values = {
        "event": tournament.name,
        "organiser": tournament.organiser or BLANK,
        "place": tournament.place or BLANK,
        "greeting": _greeting(reading),
    }
    yield _("%(greeting)s Dear leaders, dear members, dear friends:") % values
    yield (
        _(
            "Welcome to %(place)s! %(event)s, organised by %(organiser)s, is about to begin. On behalf of the organiser"
            " we thank everybody who has come, to play, to referee or to cheer."
        )
        % values
    )
    teams = len(reading.teams)
    if teams:
        if reading.tournament.plays_alone:
            words = _("%(players)s players of %(branches)s branches take part.")
        else:
            words = ngettext(
                "%(teams)s team of %(branches)s branches takes part, with %(players)s players.",
                "%(teams)s teams of %(branches)s branches take part, with %(players)s players.",
                teams,
            )
        yield words % {"teams": teams, "branches": reading.branch_count, "players": reading.player_count}
    if reading.rounds:
        first, last = min(r.begins_at for r in reading.rounds), max(r.ends_at for r in reading.rounds)
        yield _("We play %(when)s. This is how:") % {"when": period(first, last)}
    yield from stage_words(facts)
    yield (
        _(
            "Friendship comes first and the result second. Let us keep the rules, respect those we play against and"
            " those who referee, and enjoy ourselves. I declare %(event)s open!"
        )
        % values
    )


def _greeting(reading: EventReading) -> str:
    """By the hour of the first round."""
    if not reading.rounds:
        return _("Good day!")
    at = timezone.localtime(reading.rounds[0].starts_at).hour
    if at < MORNING:
        return _("Good morning!")
    if at >= EVENING:
        return _("Good evening!")
    return _("Good day!") if at < NOON else _("Good afternoon!")


def _draw(reading: EventReading, words: dict[str, str]) -> Iterator[str]:
    yield together(_("Now lots are drawn for who meets whom; everybody may look on."), words.get("branch-halves", ""))
    if reading.seal is not None:
        yield _(
            "The fingerprint of this draw was published beforehand. Whoever likes can check on the page of the event"
            " that nothing was changed since."
        )
    yield _("The leaders of the branches are asked to come to the front, one after the other.")
    yield _("The draw is done. The pairings stand on the screen and on the page of the event.")


def _calls(reading: EventReading, words: dict[str, str]) -> Iterator[str]:
    """What is said before every round, then each with its time, of the last ones the pairings too."""
    yield together(
        _("The round %(blank)s is called. Players, please go to your tables and check in with your referee.")
        % {"blank": BLANK},
        words.get("late", ""),
    )
    yield _(
        "Whoever looks on is welcome: please be quiet, give no advice and no signs, and leave your telephone silent."
    )
    yield together(_("Referees, are your tables complete? Then please begin. Good luck to all!"), words.get("time", ""))
    named = list(named_rounds(reading.stages))
    if named:
        yield _("The rounds and their times:")
    for part, title in named:
        yield (
            f"{title}：{official_start(part.starts_at, part.until)}" if in_chinese() else f"{title}: {round_time(part)}"
        )
        known = [match for match in by_table(part.played) if all(line.team for line in match.lines)]
        for match in known if len(known) <= FEW else ():
            home, away = (team_name(line.team) if line.team else "" for line in match.lines)
            yield pgettext("a table and who meets there", "Table %(table)s: %(home)s against %(away)s") % {
                "table": table_range(match.tables) or "–",
                "home": home,
                "away": away,
            }


def _awards(reading: EventReading) -> Iterator[str]:
    """From the last place to the first; those of no place before them, and before these the prizes by rule."""
    yield _("Now comes the moment for which all have been waiting. The results are confirmed; we give the awards.")
    for prize in reading.awards.prizes:
        if prize.recipients or not prize.is_decided:
            yield _award_words(prize.name, recipients_words(prize))
    for award in sorted(reading.awards.awards, key=lambda award: (not award.is_souvenir, -award.rank)):
        winners = [
            team_name(winner.team) if award.is_souvenir else with_players(winner.team, winner.players)
            for winner in award.winners
        ]
        yield _award_words(award.name, listed(winners) if reading.awards.decided else "")
    yield _("Once more our warm congratulations to all winners!")


def _award_words(name: str, winners: str) -> str:
    values = {"award": name, "winners": winners or BLANK, "blank": BLANK}
    return _("%(award)s: %(winners)s. Please come to the stage. The award is given by %(blank)s.") % values


BEFORE = (
    "roll-call",
    gettext_lazy(
        "Be at your table when the round is called, with the score sheet and a pen. Open the sheet of the table on your"
        " phone while there is a network."
    ),
    "team",
    gettext_lazy(
        "Look who sits down, and tick every player who is there. Whoever is not on the list plays only if the chief"
        " referee has named him as a substitute."
    ),
    "late",
    gettext_lazy("Who is late is reported to the chief referee, who alone gives a forfeit."),
)
AT_THE_TABLE = (
    "annex", "first-deal", "later-deals", "double-shuffler", "report", "tribute-single", "return", "tribute-double",
    "tribute-equal", "resist",
    gettext_lazy("Players decide for themselves: spectators are quiet, give no advice and no signs."),
)  # fmt: skip
WRITTEN_DOWN = (
    "game", "entries", "boards", "games", "rising", "must-play", "points", "levels", "taking", "stops", "falls",
    "wrong",
    gettext_lazy("A wrong entry is undone on the sheet; once the result is confirmed, the chief referee corrects."),
)  # fmt: skip
THE_BELL = ("time", "length", "deal-limit", "last-deal", "bell")
DECIDED = (
    "verdict", "decided", "ties", "tie-at-start", "extra-deal", "passing-a", "passing-a-when", "failing-a",
    "failing-a-count", "failing-a-when", "forfeit",
)  # fmt: skip
SIGNED = (
    gettext_lazy(
        "What is not clear is not argued about: stop, and call the chief referee, by hand or from the sheet. He alone"
        " rules on lateness, forfeits and disqualifications."
    ),
    "silence",
    gettext_lazy(
        "When the match is over, read the result out to both sides. Both agree to it on the phone, or sign the score"
        " sheet, and the referee after them."
    ),
    gettext_lazy(
        "A side that does not agree says why and does not sign; where two phones have entered different things, neither"
        " is struck. The chief referee decides both."
    ),
)
AWAY = (
    gettext_lazy(
        "Without a network entries wait on the phone and are sent by themselves later; do not close the page before it"
        " says that all is sent."
    ),
    gettext_lazy("Without a phone go on with the score sheet; what stands on it is typed in later."),
)
CHAPTERS: tuple[tuple[Promise, tuple[str | Promise, ...]], ...] = (
    (gettext_lazy("Before the round"), BEFORE),
    (pgettext_lazy("notes for referees", "At the table"), AT_THE_TABLE),
    (gettext_lazy("What is written down"), WRITTEN_DOWN),
    (gettext_lazy("Time and the bell"), THE_BELL),
    (gettext_lazy("How a match is decided"), DECIDED),
    (pgettext_lazy("notes for referees", "Offences"), ("penalties",)),
    (gettext_lazy("Disputes and signatures"), SIGNED),
    (gettext_lazy("Without a network"), AWAY),
)
"""Each with what it says in its order: the anchors of paragraphs of the regulation, and what holds for every event."""


ANCHORS: Final = frozenset(item for _title, items in CHAPTERS for item in items if isinstance(item, str))


def referee_notes(reading: EventReading, options: Options) -> Pages:
    """Two pages at most."""
    regulation, first = regulation_of(reading.tournament), reading.facts.stages[0]
    game = GAMES[first.stage.game]
    rows = game.terms(game.options_of(first.rules)).penalties
    words: dict[str, str] = {
        "entries": _entries(first),
        "annex": _("How the game is played stands in the regulation.") if regulation.own else "",
        "penalties": _(
            "An offence is written down and reported to the chief referee, who warns, takes the match or disqualifies."
        ),
    }
    words |= regulation.words
    blocks: list[Block] = []
    number = 0
    for title, items in CHAPTERS:
        sentences = [words.get(item, "") if item in ANCHORS else str(item) for item in items]
        if not any(sentences):
            continue
        number += 1
        blocks.append(Heading(f"{number}　{title}"))
        for count, sentence in enumerate(filter(None, sentences), start=1):
            blocks.append(Text(f"{number}.{count}　{sentence}", size=10, indented=False))
        if "penalties" in items and rows:
            comma = pgettext("between effects", ", ")
            effects = [[offence_words(row), comma.join(map(effect_words, row.effects))] for row in rows]
            head = [_("Offence"), _("What follows")]
            blocks.append(Table(head, ("1fr", "1fr"), effects, height=5.5, size=9, left=(0, 1)))
    return paper(reading, options, _("Notes for referees"), blocks, subtitle=reading.tournament.place)


def _entries(first: PlayedStage) -> str:
    """What the referee enters: of each deal, or of each game."""
    options = GAMES[first.stage.game].options_of(first.rules)
    if first.stage.game == Guandan.name:
        order = _(
            "After each deal the four seats are written down in the order in which they go out; if the first two are"
            " partners, two are enough. The site counts."
        )
        turned_up = _("With each deal the card that was turned up is written down, too.")
        return together(order, turned_up if options.measure is Measure.POINTS else "")
    if first.stage.game == Shuangsheng.name:
        return _(
            "After each deal it is written down who defended, how many points the attackers won, who took the bottom"
            " and whether a play was wrong. The site counts the levels."
        )
    result = (
        _("After each game its points are written down.")
        if options.measure is Counted.POINTS
        else _("After each game it is written down who has won.")
    )
    return together(result, _("The order in which all go out may be added.") if options.order_asked else "")
