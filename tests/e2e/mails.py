"""The mails of a whole event, held against what the database says about its people, teams and matches."""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from notices.models import Delivery, Notice
from notices.states import MATCH_REMINDERS, TO_A_TEAM, DeliveryState, NoticeKind
from tests.e2e.stage import OFFICE_MAIL, Stage
from tests.notices.servers import MailServer
from tournaments.models import Branch, Match, Player, Team, Tournament

ADDRESS = re.compile(r"[\w.+-]+@rehearsal\.example")


@dataclass(frozen=True)
class Letter:
    """A mail as it arrived, and the notice that it came from."""

    to: str
    words: str
    notice: Notice


def letters(server: MailServer) -> list[Letter]:
    """Every mail once: one recipient each, and no address in it but his own; all that the site says it sent."""
    deliveries = {d.message_id: d for d in Delivery.objects.select_related("notice")}
    posted = []
    for message_id, mail in {mail.message_id: mail for mail in server.received}.items():
        (to,) = mail.to
        words = f"{mail.message['Subject']}\n{mail.message.get_content()}"
        assert mail.message["To"] == to == deliveries[message_id].address
        assert set(ADDRESS.findall(f"{mail.message}\n{words}")) == {to}
        posted.append(Letter(to, words, deliveries[message_id].notice))
    assert {d.state for d in deliveries.values()} <= {DeliveryState.SENT, DeliveryState.CANCELLED}
    received = {mail.message_id for mail in server.received}
    for message_id, delivery in deliveries.items():  # one that was cancelled may have been on its way
        assert message_id in received or delivery.state == DeliveryState.CANCELLED
    return posted


def assert_everybody_is_told(server: MailServer, stage: Stage) -> None:
    """抽签公布, 你的比赛, 成绩, 颁奖: who got which, and what it names.

    Of matches that a correction touched other teams were told before; of these, who gets a 更正 was told of one.
    """
    tournament, touched = stage.tournament, stage.touched
    by_notice: dict[Notice, list[Letter]] = defaultdict(list)
    for letter in letters(server):
        by_notice[letter.notice].append(letter)
    contacts = list(Branch.objects.filter(tournament=tournament).values_list("contact_mail", flat=True))
    for notice, posted in by_notice.items():
        if notice.match is not None and notice.match.number in touched:
            continue
        mailed = sorted(letter.to for letter in posted)
        assert mailed == sorted({*_audience(notice, contacts)}), f"{notice.kind} was sent to others than it concerns"
        assert all(name in letter.words for letter in posted for name in _names(notice)), f"{notice.kind} lacks a name"
    told_of = {kind: [n for n in by_notice if n.kind == kind] for kind in NoticeKind}
    assert len(told_of[NoticeKind.DRAW_PUBLISHED]) == len(told_of[NoticeKind.AWARDS]) == 1
    results = Match.objects.filter(stage__tournament=tournament).exclude(result=None)
    assert {n.match_id for n in told_of[NoticeKind.RESULT]} == set(results.values_list("pk", flat=True))
    evening, soon = ({(n.match_id, n.team_id) for n in told_of[kind]} for kind in MATCH_REMINDERS)
    corrected = {*Match.objects.filter(stage__tournament=tournament, number__in=touched).values_list("pk", flat=True)}
    assert _of(soon, corrected) == _of(_appearances(tournament, from_round=1), corrected)
    # lots are drawn half an hour before the first round, so there is no evening before it
    assert _of(evening, corrected) == _of(_appearances(tournament, from_round=2), corrected)
    assert_wrongly_told_hear_of_it(by_notice, touched)


def _of(appearances: set[tuple[int, int]], corrected: set[int]) -> set[tuple[int, int]]:
    return {(match, team) for match, team in appearances if match not in corrected}


def assert_wrongly_told_hear_of_it(by_notice: dict[Notice, list[Letter]], touched: set[int]) -> None:
    recalled = {letter.to for n, posted in by_notice.items() if n.kind == NoticeKind.RECALL for letter in posted}
    of_touched = {n: posted for n, posted in by_notice.items() if n.match is not None and n.match.number in touched}
    recipients = {letter.to for n, posted in of_touched.items() if n.kind != NoticeKind.RECALL for letter in posted}
    assert recalled
    assert recalled <= recipients


def _audience(notice: Notice, contacts: list[str]) -> Iterable[str]:
    match = notice.match
    if notice.kind in TO_A_TEAM:
        return _of_team(notice.team)
    if notice.kind == NoticeKind.RESULT:
        sides = [match.home_team, match.away_team]
        return [OFFICE_MAIL, *(address for team in sides if team for address in _of_team(team))]
    if notice.kind in (NoticeKind.DRAW_PUBLISHED, NoticeKind.AWARDS):
        return [OFFICE_MAIL, *contacts]
    return [OFFICE_MAIL]


def _of_team(team: Team) -> list[str]:
    return [team.branch.contact_mail, *Player.objects.filter(team=team).values_list("mail", flat=True)]


def _names(notice: Notice) -> list[str]:
    """What must stand in the mail: the branches that it is about."""
    match = notice.match
    if notice.kind == NoticeKind.AWARDS:
        final = Match.objects.get(stage__tournament=notice.tournament_id, winner_to=None)
        return [final.home_team.branch.name, final.away_team.branch.name]
    if match is None:
        return [notice.tournament.name]
    return [team.branch.name for team in (match.home_team, match.away_team) if team]


def _appearances(tournament: Tournament, *, from_round: int) -> set[tuple[int, int]]:
    """Every match that two teams were called to, once for each of them."""
    matches = Match.objects.filter(stage__tournament=tournament, round__number__gte=from_round)
    played = matches.exclude(home_team=None).exclude(away_team=None)
    return {(match.pk, team) for match in played for team in (match.home_team_id, match.away_team_id)}
