"""Which notices an event of the journal makes or cancels, in the transaction of the change itself.

Reminders are held against the bracket as it stands after the change, so the same few lines serve a draw, a result,
a moved round and a withdrawal. Nothing here records an event: making a notice does not raise the version.
"""

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import UTC, datetime

from django.db.models import Q, QuerySet

from journal import clock
from journal.states import become_all
from notices.due import REPORTED_AFTER
from notices.models import Delivery, Notice
from notices.occasions import Occasion, Reached, occasions, occasions_among, reached_from
from notices.recalls import Wrongs, recall, recall_call, recall_challenge
from notices.states import AWAITED, MATCH_REMINDERS, REMINDERS, TO_A_BRANCH, DeliveryState, NoticeKind, NoticeState
from tournaments.bracket.rules.sides import seated_ids
from tournaments.chronicle.queries.days import days_of_play
from tournaments.day.queries.timetable import is_announced
from tournaments.event.queries.keeping import keeping_of
from tournaments.models import Match, Round, Tournament
from tournaments.states import MatchState


def announce(tournament: Tournament, kind: NoticeKind, subject: str, **about: object) -> None:
    """A notice that is due now unless it is said when; ``subject`` says of what, and a second one of it is not made."""
    now = clock.now(tournament.journal)
    about = {"due_at": now, "made_at": now, **about}
    notice = Notice(tournament=tournament, kind=kind, key=f"{kind}:{subject}", **about)
    Notice.objects.bulk_create([notice], ignore_conflicts=True)


def publish_draw(tournament: Tournament, draw: int) -> None:
    """抽签公布, and the reminders of every match whose teams are known. ``draw`` is the id of the draw."""
    first = Round.objects.filter(stage__draws=draw).first()
    announce(tournament, NoticeKind.DRAW_PUBLISHED, f"draw:{draw}", round=first)
    plan_reminders(tournament)


def forget_draw(tournament: Tournament, draw: int) -> None:
    """The draw was discarded: whatever it gave occasion to is cancelled. A preview never was a notice."""
    notices = Notice.objects.filter(tournament=tournament)
    _cancel(notices.filter(key=f"{NoticeKind.DRAW_PUBLISHED}:draw:{draw}"))
    _cancel(notices.filter(kind__in=(NoticeKind.RESULT, NoticeKind.RECALL), match=None))
    plan_reminders(tournament)


def announce_call(match: Match) -> None:
    """点名, to each of the two teams, or of the four who sit there."""
    tournament = match.stage.tournament
    if match.state == MatchState.CALLED:
        about = {"match": match, "round": match.round, "starts_at": match.called_at}
        for team in seated_ids(match):
            earlier = Notice.objects.filter(kind=NoticeKind.MATCH_CALLED, match=match, team=team)
            call = f"{match.subject}:team:{team}:{earlier.count() + 1}"
            announce(tournament, NoticeKind.MATCH_CALLED, call, team_id=team, **about)


def forget_call(match: Match) -> None:
    """撤回点名: what waits is cancelled, and whoever was told is told so."""
    tournament = match.stage.tournament
    calls = Notice.objects.filter(kind=NoticeKind.MATCH_CALLED, match=match, recalled_by=None)
    # whoever issues one of them right now has issued it, or never will
    pks = [notice.pk for notice in calls.select_for_update(no_key=True, of=("self",)).order_by("pk")]
    if Delivery.objects.filter(notice__in=pks).exists():
        earlier = Notice.objects.filter(kind=NoticeKind.CALL_UNDONE, match=match)
        key = f"{NoticeKind.CALL_UNDONE}:{match.subject}:{earlier.count() + 1}"
        recall_call(match, key, clock.now(tournament.journal))
    _cancel(Notice.objects.filter(pk__in=pks))


def announce_challenge(match: Match) -> None:
    """挑战: the challenged team hears of it, and both are reminded of its last day."""
    about = {"match": match, "round": match.round, "starts_at": match.until}
    announce(match.stage.tournament, NoticeKind.CHALLENGED, match.subject, team_id=match.home_team_id, **about)
    plan_reminders(match.stage.tournament)


def forget_challenge(tournament: Tournament, match: int) -> None:
    """收回挑战 of a match (its id) that is gone: what waits is cancelled, and whoever was told is told so."""
    subject = f"match:{match}"
    # whoever issues it right now has issued it, or never will
    challenged = Notice.objects.select_for_update(no_key=True).filter(key=f"{NoticeKind.CHALLENGED}:{subject}").first()
    if challenged is not None:
        if challenged.deliveries.exists():
            now = clock.now(tournament.journal)
            recall_challenge(challenged, f"{NoticeKind.CHALLENGE_UNDONE}:{subject}", now)
        _cancel_rows([challenged])
    plan_reminders(tournament)


def announce_proposal(match: Match, side: str) -> None:
    """约时间: the other side hears what ``side`` proposes; an earlier proposal that waits is not told any more."""
    _of_day(match, NoticeKind.DAY_PROPOSED, [match.away_team_id if side == "home" else match.home_team_id])


def announce_day(match: Match) -> None:
    """已约: both sides hear the day, and are reminded of it."""
    _of_day(match, NoticeKind.DAY_AGREED, [match.home_team_id, match.away_team_id])
    plan_reminders(match.stage.tournament)


def _of_day(match: Match, kind: NoticeKind, teams: Collection[int | None]) -> None:
    at = match.agreed_at if kind == NoticeKind.DAY_AGREED else match.proposed_at
    earlier = Notice.objects.filter(match=match, kind__in=(NoticeKind.DAY_PROPOSED, NoticeKind.DAY_AGREED))
    _cancel(earlier.filter(state=NoticeState.PENDING))
    about = {"match": match, "round": match.round, "starts_at": at}
    for team in teams:
        told = f"{match.subject}:team:{team}:{earlier.filter(kind=kind, team=team).count() + 1}"
        announce(match.stage.tournament, kind, told, team_id=team, **about)


def announce_first_result(tournament: Tournament, match: int) -> None:
    """The first result of a match (an id) that was played: nothing that was said of it or of what follows is wrong, so
    nothing is held against it. The teams that stand in a next match now are reminded of that. Three queries."""
    now = clock.now(tournament.journal)
    reached = reached_from(match)
    decided = reached[0]
    waiting = Notice.objects.filter(match=match, kind__in=(*MATCH_REMINDERS, *AWAITED), state=NoticeState.PENDING)
    become_all(waiting, NoticeState.CANCELLED)
    _make_missing(tournament, occasions_among(reached), {}, [_result(tournament, decided, 1, now)])
    if not decided.day_is_open:
        _plan_reports(tournament, now)


def announce_result(match: Match) -> None:
    """The match's present result, if it has one. Results taken back are cancelled as far as they are unsent, with the
    awards that stood upon them, and so are the reminders of teams that no longer stand where they stood; the teams that
    now do are reminded."""
    tournament = match.stage.tournament
    now = clock.now(tournament.journal)
    reached = reached_from(match.pk)
    results = {row.match: row.result for row in reached}
    known = list(Notice.objects.filter(match__in=results, kind__in=(*REMINDERS, NoticeKind.RESULT)).order_by())
    of_results = [notice for notice in known if notice.kind == NoticeKind.RESULT]
    wrong = [n for n in of_results if n.result_id is None or n.result_id != results[n.match_id or 0]]
    new = []
    if match.result is not None and (match.home_team_id or match.away_team_id):
        new.append(_result(tournament, reached[0], match.result.version, now))
    if match.result is None:
        forget_awards(tournament)
    wanted, reminders = occasions_among(reached), {n.key: n for n in known if n.kind in REMINDERS}
    _cancel_rows([*wrong, *_wrong(wanted, reminders)])
    _make_missing(tournament, wanted, reminders, new)
    _plan_reports(tournament, now)


def _result(tournament: Tournament, decided: Reached, version: int, now: datetime) -> Notice:
    return Notice(
        tournament=tournament, kind=NoticeKind.RESULT, key=f"{NoticeKind.RESULT}:match:{decided.match}:{version}",
        round_id=decided.round, match_id=decided.match, result_id=decided.result, due_at=now, made_at=now,
    )  # fmt: skip


def announce_correction(match: Match, version: object, wrongs: Wrongs) -> None:
    """更正: what waits is cancelled, what now holds is announced, and whoever was told wrong is told so."""
    tournament = match.stage.tournament
    recall(match, f"{NoticeKind.RECALL}:{match.subject}:{version}", wrongs, clock.now(tournament.journal))
    announce_result(match)
    if wrongs.awards:
        forget_awards(tournament)


def announce_move(round_: Round, moved_from: datetime | None) -> None:
    """改期, from the start that was last published: of a move that nobody heard yet, what stood before it. Before the
    draw nobody waits for a match, and nobody is told; nor before the hour was announced, which is first planned."""
    tournament = round_.stage.tournament
    # with the timetable; those of the first round with the draw; or in a notice of it that went out
    said = Notice.objects.filter(kind__in=(*REMINDERS, NoticeKind.ROUND_MOVED), round=round_, state=NoticeState.ISSUED)
    was_announced = round_.number == 1 or is_announced(tournament) or said.exists()
    if was_announced and round_.matches.exclude(state__in=[MatchState.BYE, MatchState.OVER]).exists():
        earlier = Notice.objects.filter(kind=NoticeKind.ROUND_MOVED, round=round_)
        unheard = earlier.filter(state=NoticeState.PENDING).order_by("pk").first()
        moved_from = unheard.moved_from if unheard else moved_from
        move = f"{round_.subject}:{earlier.count() + 1}"
        _cancel(earlier)
        if moved_from != round_.starts_at:
            about = {"starts_at": round_.starts_at, "moved_from": moved_from}
            announce(tournament, NoticeKind.ROUND_MOVED, move, round=round_, **about)
    plan_reminders(tournament)


def notify_branch(tournament: Tournament, kind: NoticeKind, branch: int) -> None:
    """催报, 退回, 接受: to the contact of the branch; what it was still to be told of its form is cancelled."""
    forget_entry(tournament, branch)
    earlier = Notice.objects.filter(tournament=tournament, kind=kind, branch=branch)
    announce(tournament, kind, f"branch:{branch}:{earlier.count() + 1}", branch_id=branch)


def forget_entry(tournament: Tournament, branch: int) -> None:
    """The form was handed in: what the branch was still to be told of it no longer holds."""
    unsent = Q(state=NoticeState.PENDING) | Q(deliveries__state=DeliveryState.PENDING)
    _cancel(Notice.objects.filter(unsent, tournament=tournament, branch=branch, kind__in=TO_A_BRANCH))


def announce_awards(tournament: Tournament) -> None:
    """名次与奖项, with which 保存期限 begins; confirmed again after a correction they are announced again."""
    earlier = Notice.objects.filter(tournament=tournament, kind=NoticeKind.AWARDS)
    confirmation = f"{tournament.subject}:{earlier.count() + 1}"
    _cancel(earlier)
    announce(tournament, NoticeKind.AWARDS, confirmation)
    plan_expiry(tournament)


def forget_awards(tournament: Tournament) -> None:
    """The confirmation was taken back."""
    _cancel(Notice.objects.filter(tournament=tournament, kind=NoticeKind.AWARDS))


def plan_expiry(tournament: Tournament) -> None:
    """保存期限: the office is reminded once the personal data of a real event were kept long enough."""
    until = None if tournament.journal.rehearsal else keeping_of(tournament).until
    known = Notice.objects.filter(tournament=tournament, kind=NoticeKind.PERSONAL_DATA)
    if until is None or tournament.forgotten_at:
        _cancel(known)
        return
    subject = f"{tournament.subject}:{until.astimezone(UTC):%Y%m%d}"
    right = f"{NoticeKind.PERSONAL_DATA}:{subject}"
    _cancel(known.exclude(key=right))
    announce(tournament, NoticeKind.PERSONAL_DATA, subject, due_at=until)
    become_all(known.filter(key=right, state=NoticeState.CANCELLED), NoticeState.PENDING)


def plan_reminders(tournament: Tournament) -> None:
    """Hold the reminders of the event against its bracket: make the missing, cancel the wrong."""
    wanted = occasions(tournament)
    existing = {n.key: n for n in Notice.objects.filter(tournament=tournament, kind__in=REMINDERS)}
    _cancel_rows(_wrong(wanted, existing))
    _make_missing(tournament, wanted, existing)
    _plan_reports(tournament, clock.now(tournament.journal))


def _plan_reports(tournament: Tournament, now: datetime) -> None:
    """每日战报, a while after the last result of today: made once a day. One that waits is cancelled while a match of
    the day is open again; one that went out is not sent a second time, the page has whatever was corrected."""
    days = {f"{NoticeKind.DAILY_REPORT}:{tournament.subject}:{d.date:%Y%m%d}": d for d in days_of_play(tournament, now)}
    known = {notice.key: notice for notice in Notice.objects.filter(key__in=days)}
    for key, day in days.items():
        before, due_at = known.get(key), now + REPORTED_AFTER
        if not day.is_over:
            _cancel_rows([before] if before is not None and before.state == NoticeState.PENDING else [])
        elif before is None:
            subject = f"{tournament.subject}:{day.date:%Y%m%d}"
            announce(tournament, NoticeKind.DAILY_REPORT, subject, starts_at=day.starts_at, due_at=due_at)
        elif before.state == NoticeState.CANCELLED and before.issued_at is None:
            become_all(Notice.objects.filter(pk=before.pk), NoticeState.PENDING, due_at=due_at)


def _wrong(wanted: list[Occasion], existing: dict[str, Notice]) -> list[Notice]:
    """Wrong: another start or another team. Moot: the match is under way or over, and the reminder still waits."""
    ahead = {occasion.key(kind): occasion.ahead for occasion in wanted for kind in occasion.kinds}
    moot = [n for key, n in existing.items() if ahead.get(key) is False and n.state == NoticeState.PENDING]
    return [*moot, *(notice for key, notice in existing.items() if key not in ahead)]


def _make_missing(
    tournament: Tournament, wanted: list[Occasion], existing: dict[str, Notice], others: Sequence[Notice] = ()
) -> None:
    """The missing reminders, and ``others`` with them."""
    now = clock.now(tournament.journal)
    missing = list(others)
    again: defaultdict[datetime, list[int]] = defaultdict(list)
    for occasion in wanted:
        if not occasion.ahead:
            continue
        for kind, due_at in zip(occasion.kinds, occasion.due(tournament.tzinfo, now), strict=True):
            key = occasion.key(kind)
            before = existing.get(key)
            if due_at is None:
                continue
            if before is None:
                about = {"round_id": occasion.round_id, "match_id": occasion.match_id, "team_id": occasion.team_id}
                moments = {"starts_at": occasion.starts_at, "due_at": due_at, "made_at": now}
                missing.append(Notice(tournament=tournament, kind=kind, key=key, **about, **moments))
            elif before.state == NoticeState.CANCELLED:
                again[due_at].append(before.pk)
    Notice.objects.bulk_create(missing, batch_size=500, ignore_conflicts=True)
    for due_at, pks in again.items():
        become_all(Notice.objects.filter(pk__in=pks), NoticeState.PENDING, due_at=due_at)


def _cancel(notices: QuerySet[Notice]) -> None:
    """Cancel them and whatever of them is not sent."""
    _cancel_rows(list(notices.exclude(state=NoticeState.CANCELLED)))


def _cancel_rows(notices: Collection[Notice]) -> None:
    """The same of rows that were read. A notice goes first, so that none is issued in between. A mail that somebody is
    sending, or that may have gone out unnoticed, is left to who sends it next (``notices.delivery``)."""
    pks = [notice.pk for notice in notices if notice.state != NoticeState.CANCELLED]
    if pks:
        become_all(Notice.objects.filter(pk__in=pks), NoticeState.CANCELLED)
        become_all(Delivery.objects.filter(notice__in=pks, lease_until=None), DeliveryState.CANCELLED)
