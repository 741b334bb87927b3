"""公告 of the office: written now, sent now or at a time, and withdrawn before or after."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from accounts.models import User
from journal import clock
from journal.recording import action, record
from journal.refusals import Problem, WrongState, ask_about, refuse_if
from journal.states import become, become_all
from journal.texts import storable
from notices.models import Announcement, Attachment, Notice
from notices.recalls import recall_announcement
from notices.states import Concerned, DeliveryState, NoticeKind, NoticeState
from tournaments.calendar import is_reckonable
from tournaments.codes import Code, TournamentEvent
from tournaments.models import Branch, Round, Team, Tournament

LONGEST_TITLE, LONGEST_TEXT = 40, 500
LARGEST_FILE = 5_000_000
FILE_KINDS = (".pdf", ".docx", ".doc", ".xlsx", ".xls", ".jpg", ".jpeg", ".png", ".txt")


@dataclass(frozen=True)
class Plan:
    """What is announced. ``at``: the moment (aware), None for now; ``public``: on the event's board, too. ``branch``,
    ``team`` and ``round`` are ids, the one that ``concerned`` needs. ``file`` is a name and its content."""

    title: str
    text: str
    concerned: str = Concerned.ALL
    branch: int | None = None
    team: int | None = None
    round: int | None = None
    public: bool = False
    at: datetime | None = None
    file: tuple[str, bytes] | None = None


@action
def announce(
    tournament: Tournament, plan: Plan, *, by: User | None, sure: Collection[str] | None = None
) -> Announcement:
    """Tell them, at once or when it is due; who they are is found then. Refused: empty or too long, nobody named, a
    file that is too large or of another kind. Asked about: a moment in the past."""
    now = clock.now(tournament.journal)
    title, text = storable(plan.title), "\n".join(storable(line) for line in plan.text.splitlines()).strip()
    refuse_if(_problems(tournament, plan, title, text))
    at = plan.at or now
    if at < now:
        ask_about([Problem(Code.IN_THE_PAST, "at", {"at": at, "now": now})], sure)
    announcement = Announcement.objects.create(
        tournament=tournament, title=title, text=text, concerned=plan.concerned, public=plan.public,
        branch_id=plan.branch, team_id=plan.team, round_id=plan.round,
    )  # fmt: skip
    if plan.file is not None:
        Attachment.objects.create(announcement=announcement, name=storable(plan.file[0]), content=plan.file[1])
    Notice.objects.create(
        tournament=tournament, kind=NoticeKind.ANNOUNCEMENT, key=f"{NoticeKind.ANNOUNCEMENT}:{announcement.pk}",
        announcement=announcement, due_at=at, made_at=now,
    )  # fmt: skip
    # a public one makes the pages anew; what it says they say when it is due
    record(tournament.journal, TournamentEvent.ANNOUNCEMENT_MADE, announcement.subject, by=by, public=plan.public)
    return announcement


@action
def withdraw_announcement(notice: Notice, *, by: User | None, tell: bool = False) -> int:
    """撤回公告: no page shows it any more, and nobody else gets it. ``tell``: whoever got it is told so.

    Returns how many addresses had got it. ``WrongState`` where it is withdrawn already.
    """
    rows = Notice.objects.select_for_update(of=("self",)).select_related("tournament__journal", "announcement")
    notice = rows.get(pk=notice.pk)
    announcement, journal = notice.announcement, notice.tournament.journal
    if announcement is None or notice.state == NoticeState.CANCELLED:
        raise WrongState(notice.subject, notice.state)
    become(notice, NoticeState.CANCELLED)
    # what somebody is sending may be out: it is left to who sends it, who finds the recall afterwards
    become_all(notice.deliveries.filter(lease_until=None), DeliveryState.CANCELLED)
    if tell and notice.deliveries.filter(state__in=(DeliveryState.SENT, DeliveryState.PENDING)).exists():
        recall_announcement(notice, announcement, clock.now(journal))
    record(journal, TournamentEvent.ANNOUNCEMENT_WITHDRAWN, announcement.subject, by=by, public=announcement.public)
    return notice.deliveries.filter(state=DeliveryState.SENT).count()


def _problems(tournament: Tournament, plan: Plan, title: str, text: str) -> list[Problem]:
    problems = []
    for field, words, most in (("title", title, LONGEST_TITLE), ("text", text, LONGEST_TEXT)):
        if not words:
            problems.append(Problem(Code.TEXT_EMPTY, field))
        elif len(words) > most:
            problems.append(Problem(Code.TEXT_TOO_LONG, field, {"most": most}))
    if plan.at is not None and not is_reckonable(plan.at):
        problems.append(Problem(Code.VALUE_INVALID, "at"))

    # the one that is named must be named, and be of this event
    rounds = "round", Round.objects.filter(stage__tournament=tournament, pk=plan.round or 0)
    named: dict[str, tuple[str, QuerySet[Any]]] = {
        Concerned.BRANCH: ("branch", Branch.objects.filter(tournament=tournament, pk=plan.branch or 0)),
        Concerned.TEAM: ("team", Team.objects.filter(branch__tournament=tournament, pk=plan.team or 0)),
        Concerned.ROUND: rounds,
        Concerned.ABSENT: rounds,
    }
    if plan.concerned in named:
        field, rows = named[plan.concerned]
        problems += [] if rows.exists() else [Problem(Code.VALUE_INVALID, field)]
    elif plan.concerned != Concerned.ALL:
        problems.append(Problem(Code.VALUE_INVALID, "concerned"))
    return [*problems, *_file_problems(plan.file)]


def _file_problems(file: tuple[str, bytes] | None) -> list[Problem]:
    if file is None:
        return []
    name, content = file
    if not content:
        return [Problem(Code.FILE_EMPTY, "file")]
    if len(content) > LARGEST_FILE:
        return [Problem(Code.FILE_TOO_LARGE, "file", {"most": LARGEST_FILE // 1_000_000})]
    if not storable(name).lower().endswith(FILE_KINDS) or len(storable(name)) > 120:
        return [Problem(Code.FILE_KIND, "file", {"kinds": " ".join(FILE_KINDS)})]
    return []
