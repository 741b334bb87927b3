"""秩序册: everything that whoever comes wants to know, in one booklet with a cover and its contents."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.bracket.words.format_sentences import format_words
from tournaments.bracket.words.names import chinese_number, dated, day, hour, in_chinese, listed, ordinal, together
from tournaments.day.words.games import TITLES
from web.documents.blocks import Block, Break, Cell, Content, Contents, Heading, Table, Text, paper
from web.documents.bracket_paper import drawn_stage, title_of
from web.documents.circular import committees_of
from web.documents.day_papers import matches_of_rounds, rounds_table
from web.documents.document import Options, Pages
from web.documents.reading import EventReading
from web.ruling.regulation import regulation_of


def booklet(reading: EventReading, options: Options) -> Pages:
    """Without contacts: everybody may take one."""
    tournament = reading.tournament
    cover = [line for line in (tournament.organiser, _days(reading), tournament.place) if line]
    blocks: list[Block] = [Contents(_("Contents"))]
    number = 0
    for number, (title, chapter) in enumerate(_chapters(reading), start=1):
        blocks += [Break(), Heading(_numbered(number, title), level=1, is_listed=True), *chapter]
    drawn = (stage for stage in reading.stages if stage.matches)
    for further, stage in enumerate(drawn, start=number + 1):
        blocks += drawn_stage(reading, stage, options, _numbered(further, title_of(reading, stage)))
    return paper(reading, options, _("Programme"), blocks, cover=cover)


def _days(reading: EventReading) -> str:
    if not reading.rounds:
        return ""
    first, last = dated(reading.rounds[0].starts_at), day(reading.rounds[-1].starts_at, reading.rounds[0].starts_at)
    return first if first.endswith(last) else _("%(first)s to %(last)s") % {"first": first, "last": last}


def _numbered(number: int, title: str) -> str:
    return f"{chinese_number(number)}、{title}" if in_chinese() else f"{number}. {title}"


def _chapters(reading: EventReading) -> Iterator[tuple[str, list[Block]]]:
    yield _("About the event"), _facts_and_awards(reading)
    if reading.teams:
        rows: list[list[Content]] = []
        for branch in reading.branches:
            teams = [team for team in branch.teams if not team.withdrawn]
            for number, team in enumerate(teams):
                first: list[Content] = [Cell(branch.name, rows=len(teams))] if number == 0 else []
                rows.append([*first, ordinal(team.label.ordinal), listed(team.players)])
        head = [_("Branch"), _("Team"), _("Players")]
        yield _("Teams"), [Table(head, ("1fr", "26", "1.4fr"), rows, height=8.5, size=11)]
    if reading.rounds:
        known = tuple(r for r in reading.of_round(0) if all(line.team for m in r.played for line in m.lines))
        yield _("Timetable"), [rounds_table(reading), *matches_of_rounds(known)]
    regulation: list[Block] = []
    whole = regulation_of(reading.tournament)
    for own in whole.own:
        regulation += [Heading(own.title)] if own.title else []
        regulation += [Text(line.text, size=11, indented=False) for line in own.lines]
    for chapter in whole.chapters:
        regulation.append(Heading(f"{chapter.number} {chapter.title}"))
        for paragraph in chapter.paragraphs:
            title = f"{paragraph.title}{pgettext('after a name', ': ')}" if paragraph.title else ""
            regulation.append(Text(f"{paragraph.number}　{title}{paragraph.words}", size=11, indented=False))
    yield _("Regulation"), regulation


def _facts_and_awards(reading: EventReading) -> list[Block]:
    tournament = reading.tournament
    stages = [stage.label for stage in reading.stages]
    facts = [
        (_("Organiser"), tournament.organiser),
        (_("Document"), tournament.document),
        (_("Place"), tournament.place),
        (_("Days"), _days(reading)),
        (_("Game"), listed(dict.fromkeys(str(TITLES[label.game]) for label in stages))),
        (_("Format"), together(*dict.fromkeys(format_words(label.shape) for label in stages))),
        (_("Players per team"), str(tournament.seats)),
        (_("Registration until"), f"{dated(tournament.closes_at)} {hour(tournament.closes_at)}"),
    ]
    if tournament.draw_at:
        facts.append((_("Draw"), f"{dated(tournament.draw_at)} {hour(tournament.draw_at)}"))
    facts = [(name, value) for name, value in facts if value]
    blocks: list[Block] = [Table([_("What"), _("How")], ("40", "1fr"), facts, height=9, size=11, left=(1,))]
    if committees := committees_of(tournament):
        blocks += [Heading(_("Committees")), *(Text(line, size=11, indented=False) for line in committees)]
    if tournament.awards:
        rows = [[award["name"], str(award.get("count") or "")] for award in tournament.awards]
        blocks += [
            Heading(pgettext("document", "Awards")),
            Table([_("Award"), _("Teams")], ("1fr", "40"), rows, height=8.5, size=11),
        ]
    return blocks
