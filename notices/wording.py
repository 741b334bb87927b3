"""A notice in words, with the state of the moment: on the board, in a mail, in a chat group.

The sentences stand in templates/notices/, one template a subject with the partials ``title``, ``text``, ``details`` and
``chat``, unless the event has a wording of its own for the kind (``notices.variables``), or the office words this very
notice in its own way.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property, partial
from typing import Any

from django.conf import settings
from django.db.models import OuterRef, QuerySet, Subquery
from django.template import Context, Template
from django.template.loader import get_template
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from journal import clock
from notices import pairings as meetings
from notices import variables
from notices.audience import absent_teams
from notices.models import Announcement, Attachment, Notice, Wording
from notices.states import KINDS, OF_OWN_DAYS, TO_A_BRANCH, Concerned, NoticeKind
from tournaments.bracket.queries.awards import Podium, podium
from tournaments.bracket.rules.formats import first_of, parts_of_round, where_of
from tournaments.bracket.rules.sides import SEATED, SIDES
from tournaments.bracket.words import names
from tournaments.bracket.words.prizes import given_words
from tournaments.entries.queries.links import my_token, token_of, valid_link
from tournaments.formats.format import Where
from tournaments.models import Draw, Match, Round, Tournament
from tournaments.states import DrawState


@dataclass(frozen=True)
class Mail:
    """``files`` are names and contents of what is attached."""

    subject: str
    body: str
    files: tuple[tuple[str, bytes], ...] = ()


@dataclass(frozen=True)
class Chat:
    """What a chat group reads: a line, lines, and the page where it stands."""

    title: str
    text: str
    url: str


def with_subjects(notices: QuerySet[Notice]) -> QuerySet[Notice]:
    """The notices with everything that titles, texts and mails name, in one query; nothing else is written from."""
    firsts = {
        "first_match": first_of("match__stage", Match),
        "first_round": first_of("round__stage", Round),
        "first_meant": first_of("announcement__round__stage", Round),
    }
    own = Wording.objects.filter(tournament=OuterRef("tournament"), kind=OuterRef("kind"))
    worded = {f"worded_{part}": Subquery(own.values(part)) for part in ("title", "text")}
    return notices.annotate(**firsts, **worded).select_related(
        "tournament__journal", "round__stage", "branch", "team__branch",
        "announcement__branch", "announcement__team__branch", "announcement__round__stage",
        "match__round__stage", "match__table", *(f"match__{column}__branch" for column in SEATED),
        *(f"result__match__{side}_partner__branch" for side in SIDES),
        *(f"{result}__{side}_team__branch" for result in ("result", "match__result") for side in SIDES),
    )  # fmt: skip


def title(notice: Notice, now: datetime) -> str:
    """One line of plain text, in the language and zone that are active."""
    return _title(Letter(notice, now))


def text(notice: Notice, now: datetime) -> str:
    """One or two sentences of plain text, in the language and zone that are active."""
    letter = Letter(notice, now)
    words = notice.own_words or letter.worded("text") or _part(letter, "text")
    if notice.announcement_id:
        return words
    return ("" if names.in_chinese() else " ").join(words.splitlines())


def mail(notice: Notice, now: datetime, *, opens: bool = False) -> Mail:
    """The mail as it reads ``now``: in the site's language, with the times of the event's zone. Only one that goes out
    ``opens`` something: the link of a branch is not shown to whoever looks at the mail in the office."""
    with translation.override(settings.LANGUAGE_CODE), notice.tournament.at_home():
        letter = Letter(notice, now, opens=opens)
        parts = {"text": notice.own_words, "details": ""} if notice.own_words else _usual(letter)
        return _mail(letter, _title(letter), parts)


def chat(notice: Notice, now: datetime) -> Chat:
    """The same for a chat group: short, without salutation and closing."""
    with translation.override(settings.LANGUAGE_CODE), notice.tournament.at_home():
        letter = Letter(notice, now)
        words = notice.own_words or letter.worded("text") or _part(letter, "chat")
        return Chat(_title(letter), "\n".join(filter(None, words.splitlines())), letter.url)


def preview(tournament: Tournament, kind: NoticeKind, title: str, text: str) -> tuple[Mail, Chat]:
    """How notices of the kind would read with that wording: by the event's latest one, or by a sample."""
    latest = with_subjects(Notice.objects.filter(tournament=tournament, kind=kind)).order_by("-due_at", "-pk").first()
    known = latest or Notice(tournament=tournament, kind=kind, due_at=clock.now(tournament.journal))
    with translation.override(settings.LANGUAGE_CODE), tournament.at_home():
        letter = Letter(known, clock.now(tournament.journal))
        about = (tournament.name, tournament.organiser, tournament.place)
        value = partial(variables.value_of, letter) if latest else lambda name: variables.sample(name, *about)
        line, words = (" ".join(variables.filled(title, value).split()), _tidy(variables.filled(text, value)))
        return _mail(letter, line, {"text": words, "details": ""}), Chat(in_group(tournament, line), words, letter.url)


def in_group(tournament: Tournament, line: str) -> str:
    """The line with the event that it is about, for a group that hears of several."""
    values = {"event": tournament.name, "line": line}
    if tournament.journal.rehearsal:
        return _("[Rehearsal] %(event)s: %(line)s") % values
    return _("%(event)s: %(line)s") % values


def _mail(letter: "Letter", title: str, parts: dict[str, str]) -> Mail:
    subject, body = (_render(f"notices/{name}.txt", letter, title=title, **parts) for name in ("subject", "mail"))
    return Mail(" ".join(subject.split()), _tidy(body) + "\n", letter.files)


def _title(letter: "Letter") -> str:
    return " ".join((letter.worded("title") or _part(letter, "title")).split())


def usual_words(notice: Notice, now: datetime) -> str:
    """What the mail says between its title and its link unless the office says it in words of its own."""
    with translation.override(settings.LANGUAGE_CODE), notice.tournament.at_home():
        return "\n\n".join(part for part in _usual(Letter(notice, now)).values() if part)


def _usual(letter: "Letter") -> dict[str, str]:
    if own := letter.worded("text"):
        return {"text": own, "details": ""}
    return {name: _part(letter, name) for name in ("text", "details")}


def _part(letter: "Letter", name: str) -> str:
    return _tidy(_render(f"notices/{KINDS[letter.notice.kind].template}.txt#{name}", letter))


def _render(name: str, letter: "Letter", **parts: str) -> str:
    # plain text: a name with an ampersand is not written as HTML; pages escape what they show
    template: Template = get_template(name).template  # type: ignore[attr-defined]
    return template.render(Context({"letter": letter, **parts}, autoescape=False))


def _tidy(rendered: str) -> str:
    """Template tags leave empty lines; one between paragraphs is meant."""
    lines: list[str] = []
    for line in rendered.strip().splitlines():
        if line.strip() or (lines and lines[-1]):
            lines.append(line.strip())
    return "\n".join(lines)


class Letter:
    """What the templates name. Everything is found when it is asked for."""

    def __init__(self, notice: Notice, now: datetime, *, opens: bool = False) -> None:
        self.notice: Notice = notice
        self.tournament: Tournament = notice.tournament
        self.now, self.opens = now, opens

    def worded(self, part: str) -> str:
        """The event's own words for the kind, "" if it has none: its ``title`` or its ``text``."""
        template = getattr(self.notice, f"worded_{part}", None)
        return _tidy(variables.filled(template, partial(variables.value_of, self))) if template else ""

    @cached_property
    def usual(self) -> str:
        """What the kind says by itself."""
        return _part(self, "text")

    @cached_property
    def files(self) -> tuple[tuple[str, bytes], ...]:
        """What is attached to its mails."""
        attachments = Attachment.objects.filter(announcement=self.notice.announcement_id) if self.announcement else []
        return tuple((file.name, bytes(file.content)) for file in attachments)

    @property
    def announcement(self) -> Announcement | None:
        return self.notice.announcement

    @cached_property
    def withdrawn(self) -> str:
        """The title of the announcement that it takes back."""
        return str(self.notice.recalls.get().announcement)

    @cached_property
    def file_names(self) -> str:
        """The names of what is attached, which are short to read."""
        attachments = Attachment.objects.filter(announcement=self.notice.announcement_id)
        return names.listed(attachments.values_list("name", flat=True))

    @cached_property
    def whom(self) -> str:
        """Whom the office speaks to, as its mail and its group read it; "": everybody."""
        announcement = self.announcement
        if announcement is None or announcement.concerned == Concerned.ALL:
            return ""
        if announcement.concerned == Concerned.BRANCH:
            return announcement.branch.name if announcement.branch else ""
        if announcement.concerned == Concerned.TEAM:
            return meetings.named(announcement.team, self.tournament)
        if announcement.round is None:
            return ""
        read: Any = self.notice
        meant = announcement.round
        where = parts_of_round(meant.stage, meant.number - read.first_meant + 1)
        round_ = names.round_name(meant.entrants, number=meant.number, sitting=meant.sitting, where=where)
        if announcement.concerned == Concerned.ABSENT:
            return _("the teams that have not checked in (%(round)s)") % {"round": round_}
        return _("the teams (%(round)s)") % {"round": round_}

    @cached_property
    def absent(self) -> str:
        """The teams that have not checked in, if it is they who are spoken to."""
        announcement = self.announcement
        if announcement is None or announcement.round is None or announcement.concerned != Concerned.ABSENT:
            return ""
        return names.listed(map(names.team_name, absent_teams(announcement.round)))

    @cached_property
    def round_name(self) -> str:
        round_ = self.notice.round
        if round_ is None:
            return ""
        read: Any = self.notice
        # the part of its match, or those that its round plays
        if self.notice.match is not None:
            where: Sequence[Where] = tuple(filter(None, [where_of(self.notice.match, read.first_match)]))
        else:
            where = parts_of_round(round_.stage, round_.number - read.first_round + 1)
        return names.round_name(round_.entrants, number=round_.number, sitting=round_.sitting, where=where)

    @cached_property
    def starts_at(self) -> datetime:
        """The start as it stands now; a notice about a move names the one that it was made for."""
        if self.notice.starts_at is not None:
            return self.notice.starts_at
        return self.notice.round.starts_at if self.notice.round else self.notice.due_at

    @cached_property
    def day(self) -> str:
        return names.day(self.starts_at, self.now)

    @cached_property
    def hour(self) -> str:
        return names.hour(self.starts_at)

    @cached_property
    def when(self) -> str:
        return names.when(self.starts_at, self.now)

    @cached_property
    def check_in(self) -> str:
        """签到时间."""
        return names.hour(self.starts_at - timedelta(minutes=self.tournament.check_in_minutes))

    @cached_property
    def before(self) -> str:
        """The day and hour before the round was moved."""
        moved_from = self.notice.moved_from
        return f"{names.day(moved_from, self.starts_at)} {names.hour(moved_from)}" if moved_from else ""

    @cached_property
    def team(self) -> str:
        return meetings.named(self.notice.team, self.tournament)

    @cached_property
    def table(self) -> str:
        return meetings.table_words(self.notice.match, self.tournament) if self.notice.match else ""

    @cached_property
    def opponent(self) -> str:
        return meetings.opponent(self.notice.match, self.tournament, self.notice.team_id) if self.notice.match else ""

    @cached_property
    def pairings(self) -> list[meetings.PairingWords]:
        closes_at = self.notice.starts_at if self.notice.kind == NoticeKind.ROUND_CLOSES else None
        return meetings.pairings_of(self.notice.round, self.tournament, closes_at) if self.notice.round else []

    @cached_property
    def teams(self) -> int:
        """How many teams were drawn."""
        drawn = Draw.objects.filter(stage__rounds=self.notice.round, state=DrawState.CONFIRMED).first()
        return len(drawn.teams) if drawn else 0

    @cached_property
    def outcome(self) -> meetings.ResultWords | None:
        match, result = self.notice.match, self.notice.result
        return meetings.outcome(result, self.tournament, match.round.stage) if match and result else None

    @cached_property
    def present_outcome(self) -> meetings.ResultWords | None:
        """The match's result as it stands now, whatever the notice was made for."""
        match = self.notice.match
        return meetings.outcome(match.result, self.tournament, match.round.stage) if match and match.result else None

    @cached_property
    def remark(self) -> str:
        """Why the chief referee signed it."""
        match = self.notice.match
        return match.result.note if match and match.result else ""

    @cached_property
    def pair(self) -> meetings.PairingWords | None:
        return meetings.pairing(self.notice.match, self.tournament) if self.notice.match else None

    @cached_property
    def following(self) -> list[meetings.PairingWords]:
        """The matches to which the teams of this one go on."""
        return meetings.following(self.notice.match, self.tournament) if self.notice.match else []

    @cached_property
    def podium(self) -> Podium:
        return podium(self.tournament)

    @cached_property
    def champion(self) -> str:
        return names.listed(map(names.team_name, self.podium.champions))

    @cached_property
    def runner_up(self) -> str:
        return names.listed(map(names.team_name, self.podium.runners_up))

    @cached_property
    def thirds(self) -> str:
        return names.listed(map(names.team_name, self.podium.thirds))

    @cached_property
    def souvenirs(self) -> str:
        return names.listed(map(names.team_name, self.podium.souvenirs))

    @cached_property
    def prizes(self) -> str:
        return given_words(self.tournament)

    @cached_property
    def report(self) -> meetings.DayInWords | None:
        """What the day brought of which it tells."""
        return meetings.day_in_words(self.notice, self.now)

    @cached_property
    def branch(self) -> str:
        return self.notice.branch.name if self.notice.branch else ""

    @cached_property
    def my_url(self) -> str:
        """我的比赛 of the branch."""
        token = my_token(self.tournament, branch=self.notice.branch_id or 0)
        return settings.SITE_URL + reverse("my_matches", args=[self.tournament.slug, token])

    @cached_property
    def closes(self) -> str:
        """When registration closes."""
        return names.when(self.tournament.closes_at, self.now)

    @cached_property
    def url(self) -> str:
        about = {"slug": self.tournament.slug}
        of_branch = self.notice.kind in OF_OWN_DAYS and self.opens and self.notice.team
        if self.notice.kind in TO_A_BRANCH or of_branch:
            link = valid_link(of_branch.branch_id if of_branch else self.notice.branch_id, self.now)
            token = token_of(link) if link and self.opens else "…"
            return settings.SITE_URL + (f"/t/{token}/" if link else reverse("event", kwargs=about))
        if self.announcement is not None and not self.announcement.public:
            return settings.SITE_URL + reverse("event", kwargs=about)
        if self.notice.match is not None:
            return settings.SITE_URL + reverse("match", kwargs={**about, "number": self.notice.match.number})
        page = settings.SITE_URL + reverse(KINDS[self.notice.kind].page, kwargs=about)
        of_day = self.report if self.notice.kind == NoticeKind.DAILY_REPORT else None
        return f"{page}?day={of_day.number}" if of_day else page
