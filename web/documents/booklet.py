"""秩序册: everything that whoever comes wants to know, as offices file it, with a cover and its contents."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import groupby
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.bracket.queries.match_views import Line
from tournaments.bracket.queries.standings import StageView
from tournaments.bracket.words.names import hour, in_chinese, listed, ordinal, table_range, team_name
from tournaments.day.words.games import TITLES
from tournaments.formats.format import Drawing
from tournaments.states import RoleKind
from web.documents.blocks import (
    Block,
    Break,
    Cell,
    Content,
    Contents,
    Drawn,
    Heading,
    Table,
    Text,
    Title,
    paper,
    timed,
)
from web.documents.circular import committees_of, formats, prizes
from web.documents.document import A4, EventReading, Options, Pages
from web.documents.official import (
    numbered_title,
    official,
    official_date,
    official_day,
    official_moment,
    official_start,
)
from web.documents.stage_papers import WHOLE, drawn_stage, result_words, title_of
from web.documents.word_blocks import word_paper
from web.lists.of_matches import by_round_name, named_rounds
from web.ruling.regulation import Regulation, regulation_of

NOON, EVENING = 12, 18
FOR_PLAYERS: Final = ("roll-call", "late", "leader")
"""What players have to know of the regulation, by the anchors of its paragraphs."""
NOBODY: Final[Mapping[int, str]] = {}
Chapter = tuple[str, list[Block], bool]
"""Its title, what it holds, and whether it begins a page."""


def booklet(reading: EventReading, options: Options) -> Pages:
    """Without leaders and contacts: everybody may take one."""
    return paper(reading, options, _("Programme"), _blocks(reading, options, NOBODY), cover=_cover(reading))


def booklet_word(reading: EventReading) -> bytes:
    """The same as .docx, with the leaders of the branches: an office changes it before anybody gets it."""
    leaders = dict(reading.tournament.branches.values_list("number", "leader_name"))
    with reading.tournament.at_home():
        return word_paper(reading, _("Programme"), _blocks(reading, Options(A4), leaders), cover=_cover(reading))


def _cover(reading: EventReading) -> list[str]:
    tournament = reading.tournament
    return [line for line in (tournament.organiser, _days(reading), tournament.place) if line]


def _blocks(reading: EventReading, options: Options, leaders: Mapping[int, str]) -> Iterator[Block]:
    yield Contents(_("Contents"))
    for number, (title, chapter, begins_page) in enumerate(_chapters(reading, options, leaders), start=1):
        first, *rest = chapter
        if isinstance(first, Title | Drawn):  # under a title of its own
            yield from (replace(first, chapter=numbered_title(number, title)), *rest)
        else:
            yield from [Break()] if begins_page else []
            yield from (Heading(numbered_title(number, title), level=1, is_listed=True), *chapter)


def _chapters(reading: EventReading, options: Options, leaders: Mapping[int, str]) -> Iterator[Chapter]:
    """What there is to say, each under its title."""
    regulation = regulation_of(reading.tournament)
    yield _("About the event"), [_facts(reading)], True
    yield _("Organisation"), list(_organisation(reading)), False
    yield (_("Leaders and teams") if leaders else _("Teams")), [_teams(reading, leaders)], bool(reading.teams)
    yield _("Programme of the days"), list(_programme(reading)), bool(reading.rounds)
    yield _("For those who take part"), list(_numbered(_for_players(reading, regulation))), True
    yield _("How it is played"), list(_numbered(formats(reading.facts, regulation.rules))), False
    yield _("Regulation"), list(_rules(regulation)), False
    if reading.tournament.awards:
        yield pgettext("document", "Awards"), [Text(prizes(reading.tournament))], False
    for stage in reading.stages:
        if stage.is_drawn:
            yield title_of(reading, stage), list(drawn_stage(reading, stage, options)), True
    drawn = [stage for stage in reading.stages if stage.matches and stage.drawing is Drawing.BRACKET]
    if drawn:
        yield _("Matches and results"), list(_record(drawn)), True


def _facts(reading: EventReading) -> Block:
    tournament = reading.tournament
    labels = [stage.label for stage in reading.stages]
    # 2 人，替补 1 人
    players = ngettext("%(n)s player", "%(n)s players", tournament.fewest_players) % {"n": tournament.fewest_players}
    reserves = ngettext("%(n)s reserve", "%(n)s reserves", tournament.reserves) % {"n": tournament.reserves}
    entered = {"branches": reading.branch_count, "teams": len(reading.teams), "people": reading.player_count}
    who = _("%(teams)s teams of %(branches)s branches, %(people)s players")
    if tournament.plays_alone:
        who = _("%(people)s players of %(branches)s branches")
    facts = [
        (_("Organiser"), tournament.organiser),
        (_("Document"), tournament.document),
        (_("Days"), _days(reading) or _("announced separately")),
        (_("Place"), tournament.place or _("announced separately")),
        (_("Game"), listed(dict.fromkeys(str(TITLES[label.game]) for label in labels))),
        (_("Teams"), who % entered if reading.teams else ""),
        (_("Players per team"), listed([players, reserves]) if tournament.reserves else players),
        (_("Registration until"), official_moment(tournament.closes_at, tournament.closes_at)),
        (_("Draw"), official_moment(tournament.draw_at) if tournament.draw_at else ""),
    ]
    rows = [(name, official(value)) for name, value in facts if value]
    return Table([_("What"), _("How")], ("40", "1fr"), rows, height=9, size=11, left=(1,))


def _days(reading: EventReading) -> str:
    if not reading.rounds:
        return ""
    first, last = reading.rounds[0].starts_at, reading.rounds[-1].ends_at
    if timezone.localtime(first).date() == timezone.localtime(last).date():
        return official_date(first)
    return official(_("%(first)s to %(last)s") % {"first": official_date(first), "last": official_day(last, first)})


def _organisation(reading: EventReading) -> Iterator[Block]:
    """The committees as the office wrote them, and the referees of the event."""
    for line in committees_of(reading.tournament):
        # 组织委员会 alone names those who follow
        is_name = in_chinese() and not any(mark in line for mark in "：:、 　")
        yield Heading(line) if is_name else Text(line)
    yield Heading(_("List of referees"))
    for kind, words in ((RoleKind.CHIEF_REFEREE, _("Chief referee")), (RoleKind.REFEREE, _("Referees"))):
        names = listed(reading.people[kind]) or _("announced separately")
        yield Text(_said_of(words, names))


def _said_of(name: str, words: str) -> str:
    return pgettext("a name and what is said of it", "%(name)s: %(words)s") % {"name": name, "words": words}


def _teams(reading: EventReading, leaders: Mapping[int, str]) -> Block:
    """Branch, its leader where they are given, team, players."""
    rows: list[list[Content]] = []
    for branch in reading.branches:
        teams = [team for team in branch.teams if not team.withdrawn]
        for number, team in enumerate(teams):
            first: list[Content] = []
            if number == 0:
                names = [branch.name, *([leaders.get(branch.number) or "—"] if leaders else [])]
                first = [Cell(name, rows=len(teams)) for name in names]
            rows.append([*first, ordinal(team.label.ordinal), listed(team.players)])
    if not rows:
        return Text(_("The list of teams is announced separately."))
    head = [_("Branch"), *([pgettext("a person", "Leader")] if leaders else []), _("Team"), _("Players")]
    widths = ("1fr", *(["26"] if leaders else []), "24", "1.4fr")
    return Table(head, widths, rows, height=8.5, size=11)


def _for_players(reading: EventReading, regulation: Regulation) -> Iterator[str]:
    """参赛须知, sentence by sentence."""
    place = reading.tournament.place
    yield (
        _("Please come to %(place)s in time, and sign in where your branch is called.") % {"place": place}
        if place
        else _("Please come to the hall in time, and sign in where your branch is called.")
    )
    yield from filter(None, (regulation.words.get(anchor, "") for anchor in FOR_PLAYERS))
    yield _("Sit down at the table and on the seat that the list says; only those who are entered play.")
    yield _("Keep silent telephones and your place; give no signs and no advice, and respect those whom you meet.")
    yield _("Obey the referee. Whoever objects says so at the table at once; the chief referee decides.")
    yield _("When a match is over both sides agree to the result before they leave the table.")
    yield _("Take care of your things and keep the hall clean; leave it in order.")


def _numbered(sentences: Iterator[str]) -> Iterator[Block]:
    for number, sentence in enumerate(sentences, start=1):
        yield Text(f"{number}．{sentence}" if in_chinese() else f"{number}. {sentence}")


def _programme(reading: EventReading) -> Iterator[Block]:
    """日程 by half days."""
    named = list(named_rounds(reading.stages))
    if not named:
        yield Text(_("The timetable is announced separately."))
        return
    if reading.tournament.own_days:
        times = [[official(title), official_start(part.starts_at, part.until)] for part, title in named]
        if reading.tournament.draw_at:
            times.insert(0, [pgettext("part of the day", "Draw"), official_moment(reading.tournament.draw_at)])
        if reading.tournament.awards:
            times.append([pgettext("part of the day", "Awards"), _("After the last match")])
        yield Table([_("What"), _("Day")], ("1fr", "1.5fr"), times, height=9, size=11)
        return
    items = [(part.starts_at, title) for part, title in named]
    if reading.tournament.draw_at:
        items.append((reading.tournament.draw_at, pgettext("part of the day", "Draw")))
    items.sort(key=lambda item: item[0])
    rows: list[list[Content]] = []
    for _date, of_day in groupby(items, key=lambda item: timezone.localtime(item[0]).date()):
        halves = [(half, list(of_half)) for half, of_half in groupby(of_day, key=lambda item: _half_day(item[0]))]
        count = sum(len(of_half) for _half, of_half in halves)
        for number, (half, of_half) in enumerate(halves):
            for index, (at, title) in enumerate(of_half):
                row: list[Content] = [official(hour(at)), official(title)]
                row = [Cell(half, rows=len(of_half)), *row] if index == 0 else row
                rows.append([Cell(official_day(at), rows=count), *row] if number == index == 0 else row)
    if reading.tournament.awards:
        rows.append([Cell(_("After the last match"), columns=3), pgettext("part of the day", "Awards")])
    head = [_("Day"), _("Half"), _("Begins"), _("What")]
    yield Table(head, ("44", "24", "26", "1fr"), rows, height=9, size=11)


def _half_day(moment: datetime) -> str:
    """上午, 下午, 晚上."""
    at = timezone.localtime(moment).hour
    if at < NOON:
        return _("Morning")
    return _("Afternoon") if at < EVENING else _("Evening")


def _rules(regulation: Regulation) -> Iterator[Block]:
    for own in regulation.own:
        yield from [Heading(own.title)] if own.title else []
        for line in own.lines:
            yield Text(line.text)
    for chapter in regulation.chapters:
        yield Heading(f"{chapter.number}　{chapter.title}")
        for paragraph in chapter.paragraphs:
            words = _said_of(paragraph.title, paragraph.words) if paragraph.title else paragraph.words
            yield Text(f"{paragraph.number}　{words}", indented=False)


def _record(stages: Sequence[StageView]) -> Iterator[Block]:
    """成绩记录: every match of a drawn stage with its result, or room for it."""
    head = [
        _("Match"), _("Table"), pgettext("side of a match", "Home"), pgettext("of a match", "Score"),
        pgettext("side of a match", "Away"), _("Winner"),
    ]  # fmt: skip
    for part in (part for stage in stages for round_ in stage.rounds for part in round_.parts):
        for name, matches in by_round_name(part.played).items():
            rows = [
                [
                    str(match.number), table_range(match.tables), _named(match.home), result_words(match),
                    _named(match.away), team_name(match.won_by) if match.won_by else "",
                ]
                for match in matches
            ]  # fmt: skip
            yield Heading(timed(name, part.starts_at, part.until))
            yield Table(head, ("14", "14", "1fr", "22", "1fr", "1fr"), rows, height=9, stays_whole=len(rows) <= WHOLE)


def _named(line: Line) -> str:
    return team_name(line.team) if line.team else ""
