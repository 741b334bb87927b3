"""A notice in words: title and text for the board, subject and body for the mail, with the state of the moment.

The sentences stand in templates/notices/, one template a subject with the partials ``title``, ``text`` and ``details``.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from django.conf import settings
from django.db.models import QuerySet
from django.template import Context, Template
from django.template.loader import get_template
from django.urls import reverse
from django.utils import timezone, translation

from notices.kinds import kind_of
from notices.models import Notice
from notices.pairings import Outcome, Pairing, following, opponent, outcome, pairing, pairings_of
from tournaments.models import Draw
from tournaments.play.formats import where_of
from tournaments.queries.awards import Podium, podium
from tournaments.states import DrawState
from words import names


@dataclass(frozen=True)
class Mail:
    subject: str
    body: str


def with_subjects(notices: QuerySet[Notice]) -> QuerySet[Notice]:
    """The notices with everything that titles and texts name, in one query."""
    return notices.select_related(
        "tournament__journal", "round", "team__branch", "match__round__stage", "match__table",
        "match__home_team__branch", "match__away_team__branch",
        "result__home_team__branch", "result__away_team__branch",
        "match__result__home_team__branch", "match__result__away_team__branch",
    )  # fmt: skip


def title(notice: Notice, now: datetime) -> str:
    """One line of plain text, in the language and zone that are active."""
    return " ".join(_part(Letter(notice, now), "title").split())


def text(notice: Notice, now: datetime) -> str:
    """One or two sentences of plain text, in the language and zone that are active."""
    said = notice.own_words or _part(Letter(notice, now), "text")
    return ("" if names.in_chinese() else " ").join(said.splitlines())


def mail(notice: Notice, now: datetime) -> Mail:
    """The mail as it reads ``now``: in the site's language, with the times of the event's zone."""
    with translation.override(settings.LANGUAGE_CODE), timezone.override(notice.tournament.tzinfo):
        letter = Letter(notice, now)
        said = {"text": notice.own_words, "details": ""} if notice.own_words else _usual(letter)
        parts = {"title": _part(letter, "title"), **said}
        subject, body = (_render(f"notices/{name}.txt", letter, **parts) for name in ("subject", "mail"))
        return Mail(" ".join(subject.split()), _tidy(body) + "\n")


def usual_words(notice: Notice, now: datetime) -> str:
    """What the mail says between its title and its link unless the office says it in words of its own."""
    with translation.override(settings.LANGUAGE_CODE), timezone.override(notice.tournament.tzinfo):
        return "\n\n".join(part for part in _usual(Letter(notice, now)).values() if part)


def _usual(letter: "Letter") -> dict[str, str]:
    return {name: _part(letter, name) for name in ("text", "details")}


def _part(letter: "Letter", name: str) -> str:
    return _tidy(_render(f"notices/{kind_of(letter.notice).template}.txt#{name}", letter))


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

    def __init__(self, notice: Notice, now: datetime) -> None:
        self.notice, self.tournament, self.now = notice, notice.tournament, now

    @cached_property
    def round_name(self) -> str:
        round_, match = self.notice.round, self.notice.match
        if round_ is None:
            return ""
        third_place = match is not None and match.third_place
        where = where_of(match) if match else None
        return names.round_name(round_.entrants, third_place, number=round_.number, sitting=round_.sitting, where=where)

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
        return names.team_name(self.notice.team) if self.notice.team else ""

    @cached_property
    def table(self) -> str:
        return str(self.notice.match.table) if self.notice.match and self.notice.match.table else ""

    @cached_property
    def opponent(self) -> str:
        return opponent(self.notice.match, self.notice.team_id) if self.notice.match else ""

    @cached_property
    def pairings(self) -> list[Pairing]:
        return pairings_of(self.notice.round) if self.notice.round else []

    @cached_property
    def teams(self) -> int:
        """How many teams were drawn."""
        drawn = Draw.objects.filter(stage__rounds=self.notice.round, state=DrawState.CONFIRMED).first()
        return len(drawn.teams) if drawn else 0

    @cached_property
    def outcome(self) -> Outcome | None:
        return outcome(self.notice.result) if self.notice.result else None

    @cached_property
    def present_outcome(self) -> Outcome | None:
        """The match's result as it stands now, whatever the notice was made for."""
        match = self.notice.match
        return outcome(match.result) if match and match.result else None

    @cached_property
    def remark(self) -> str:
        """Why the chief referee signed it."""
        match = self.notice.match
        return match.result.note if match and match.result else ""

    @cached_property
    def pair(self) -> Pairing | None:
        return pairing(self.notice.match) if self.notice.match else None

    @cached_property
    def following(self) -> list[Pairing]:
        """The matches to which the teams of this one go on."""
        return following(self.notice.match) if self.notice.match else []

    @cached_property
    def podium(self) -> Podium:
        return podium(self.tournament)

    @cached_property
    def champion(self) -> str:
        return names.team_name(self.podium.champion) if self.podium.champion else ""

    @cached_property
    def runner_up(self) -> str:
        return names.team_name(self.podium.runner_up) if self.podium.runner_up else ""

    @cached_property
    def thirds(self) -> str:
        return names.listed(map(names.team_name, self.podium.thirds))

    @cached_property
    def souvenirs(self) -> str:
        return names.listed(map(names.team_name, self.podium.souvenirs))

    @cached_property
    def url(self) -> str:
        about = {"slug": self.tournament.slug}
        if self.notice.match is not None:
            return settings.SITE_URL + reverse("match", kwargs={**about, "number": self.notice.match.number})
        return settings.SITE_URL + reverse(kind_of(self.notice).page, kwargs=about)
