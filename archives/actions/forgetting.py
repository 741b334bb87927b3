"""删除个人信息: who played is forgotten, what was played stays. A name becomes 队员甲, wherever it stands."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from django.db.models import Q

from accounts.models import User
from archives.queries import alike_branches, people_of
from archives.tables import TABLES
from integrations.models import CallAttempt
from journal import clock
from journal.models import Event, Journal
from journal.recording import action, record
from journal.refusals import Problem, ask_about, refuse_if
from journal.states import become_all
from notices.models import Attachment, Attempt, Delivery
from notices.states import DeliveryState
from tournaments.codes import Code, TournamentEvent
from tournaments.entries.fields import MAIL, PERSON, Section, section_rows
from tournaments.entries.names import APART, likeness, sort_key
from tournaments.locks import locked_event
from tournaments.models import Branch, Player, Tournament
from tournaments.presets.samples import sample_player

BATCH = 500
NO_ADDRESS = "forgotten-%s@example.invalid"
SHORTEST_NAME = 2
"""Characters of a name that is looked for inside a sentence."""


@dataclass(frozen=True)
class Names:
    """What stands for whom: ``of`` by branch and name, both by their likeness; ``written`` by the name as it is
    spelled; ``known`` are all names of the event, so that a longer one is never taken for a shorter."""

    of: Mapping[str, Mapping[str, str]]
    written: Mapping[str, str]
    known: Iterable[str]

    def __post_init__(self) -> None:
        longest_first = sorted(
            {name for name in (*self.known, *self.written) if len(name) >= SHORTEST_NAME}, key=len, reverse=True
        )
        object.__setattr__(self, "_any", re.compile("|".join(map(re.escape, longest_first)) or r"(?!)"))

    def out_of(self, value: Any, key: str = "") -> Any:
        """The text, or JSON value, with what stands for each name in its place."""
        if isinstance(value, str) and key != "branch":
            if value in self.written:
                return self.written[value]
            if APART in value:
                return self.key(value)
            return self._any.sub(lambda match: self.written.get(match[0], match[0]), value)  # type: ignore[attr-defined]
        if isinstance(value, list):
            return [self.out_of(item, key) for item in value]
        if isinstance(value, dict):
            return {self.key(name): self.out_of(item, name) for name, item in value.items()}
        return value

    def key(self, key: str) -> str:
        """Of a competitor (`entries.names.Competitor`)."""
        branch, *players = key.split(APART)
        own = self.of.get(branch, {})
        if not players or not any(player in own for player in players):
            return key
        return APART.join((branch, *sorted(likeness(own.get(player, player)) for player in players)))


@action
def forget_person(
    tournament: Tournament,
    branch: str,
    name: str,
    *,
    by: User | None,
    everywhere: bool = False,
    sure: Collection[str] | None = None,
) -> str:
    """Forget who is called so in that branch, in the event or, ``everywhere``, in all of the site: as player, leader
    and contact, in the journal and in whatever was written. Returns what stands for him now.

    Refused: there is nobody of that name. Asked about: it is for good; a series knows him by his name.
    """
    of_site = Tournament.objects.order_by("pk")
    events = _locked([event for event in of_site if _has(event, branch, name)] if everywhere else [tournament])
    branches = [row for event in events for row in alike_branches(event, branch)]
    people = set(map(likeness, people_of(branches)))
    refuse_if([] if likeness(name) in people else [Problem(Code.NOBODY_OF_THAT_NAME, "person")])
    doubts = [Problem(Code.FORGETS_FOR_GOOD, "", {"people": 1})]
    if not everywhere and tournament.series_id:
        others = Tournament.objects.filter(series=tournament.series_id).exclude(pk=tournament.pk)
        if any(_has(event, branch, name) for event in others):
            doubts.append(Problem(Code.SERIES_PARTED))
    ask_about(doubts, sure)
    placeholder = next(free for free in map(sample_player, count()) if likeness(free) not in people)
    placeholders = {likeness(branch): {likeness(name): placeholder}}
    for event in events:
        _forget(event, placeholders)
        record(
            event.journal, TournamentEvent.PERSON_FORGOTTEN, event.subject, by=by,
            branch=branch, placeholder=placeholder,
        )  # fmt: skip
    return placeholder


@action
def forget_everybody(
    tournament: Tournament, *, by: User | None, with_series: bool = False, sure: Collection[str] | None = None
) -> int:
    """Forget everybody of the event, or of all events of its series, so that the table of the season stays. Returns how
    many people there were.

    Asked about: it is for good; the season's table would know the teams no more.
    """
    series = tournament.series if with_series else None
    events = _locked(series.events.all() if series else [tournament])
    named: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for event in events:
        for row in event.branches.order_by("number"):
            own = named[likeness(row.name)]
            for name in people_of([row]):
                own.setdefault(likeness(name), sample_player(len(own)))
    people = sum(map(len, named.values()))
    doubts = [Problem(Code.FORGETS_FOR_GOOD, "", {"people": people})]
    if tournament.series_id and not with_series:
        doubts.append(Problem(Code.SERIES_PARTED))
    ask_about(doubts, sure)
    for event in events:
        _forget(event, named)
        # what belongs to nobody by name: what only the office reads of branches, teams and players, every address that
        # a mail went to, and the files of announcements, in which nobody can look for one
        for table in TABLES:
            if table.entry:
                office = {row.column: "" for row in table.form_fields if not row.is_public}
                table.model._default_manager.filter(table.belongs(event)).update(**office)
        Attachment.objects.filter(announcement__tournament=event).delete()
        addresses = Delivery.objects.filter(notice__tournament=event).values_list("address", flat=True)
        _out_of_mails(event, set(addresses))
        event.forgotten_at = clock.now(event.journal)
        event.save(update_fields=["forgotten_at"])
        record(event.journal, TournamentEvent.PEOPLE_FORGOTTEN, event.subject, by=by, people=people)
    return people


@action
def keep_personal_data(tournament: Tournament, months: int, *, by: User | None) -> Tournament:
    """保存期限: how long after the event its personal data are meant to be kept. Refused: not from 1 to 120 months."""
    tournament = locked_event(tournament)
    low, high = 1, 120
    wrong = Problem(Code.NUMBER_OUT_OF_RANGE, "months", {"low": low, "high": high})
    refuse_if([] if low <= months <= high else [wrong])
    tournament.personal_months = months
    tournament.save(update_fields=["personal_months"])
    record(
        tournament.journal, TournamentEvent.TOURNAMENT_EDITED, tournament.subject, by=by, public=False,
        name=tournament.name, fields=["personal_months"],
    )  # fmt: skip
    return tournament


def _locked(events: Iterable[Tournament]) -> list[Tournament]:
    return [locked_event(event) for event in sorted(events, key=lambda event: event.pk)]


def _has(event: Tournament, branch: str, name: str) -> bool:
    """Is somebody called so in that branch of the event?"""
    return likeness(name) in map(likeness, people_of(alike_branches(event, branch)))


def _forget(event: Tournament, placeholders: dict[str, dict[str, str]]) -> None:
    """``placeholders``: what stands for whom, by branch and name, both by their likeness."""
    branches = list(event.branches.order_by("number"))
    own = [branch for branch in branches if likeness(branch.name) in placeholders]
    written = {
        name: placeholders[likeness(branch.name)][likeness(name)]
        for branch in own
        for name in people_of([branch])
        if likeness(name) in placeholders[likeness(branch.name)]
    }
    names = Names(placeholders, _misspelt(event, placeholders, people_of(branches)) | written, people_of(branches))
    mails: set[str] = set()
    for branch in own:
        mails |= _forget_in(branch, placeholders[likeness(branch.name)])
    for table in TABLES:
        rows: Any = table.model._default_manager
        changed, columns = [], table.names
        for row in rows.filter(table.belongs(event)).only("pk", *columns) if columns else ():
            texts = {column: names.out_of(getattr(row, column)) for column in columns}
            if any(getattr(row, column) != text for column, text in texts.items()):
                for column, text in texts.items():
                    setattr(row, column, text)
                changed.append(row)
        if changed:
            rows.bulk_update(changed, columns, batch_size=BATCH)
    _out_of_mails(event, mails - {""})
    # where somebody of another branch has the same name, a line of the journal must mention one of these branches
    others = set(map(likeness, people_of([branch for branch in branches if branch not in own])))
    is_shared = any(name in others for people in placeholders.values() for name in people)
    _out_of_journal(event.journal, names, [branch.name for branch in own] if is_shared else [])
    series = event.series
    if series:
        series.merged = {names.key(one): names.key(other) for one, other in series.merged.items()}
        series.declined = [names.key(one) for one in series.declined]
        series.save(update_fields=["merged", "declined"])
        _out_of_journal(series.journal, names)


def _misspelt(event: Tournament, placeholders: dict[str, dict[str, str]], known: Iterable[str]) -> dict[str, str]:
    """What stands for the names that were corrected since (更正), and are nobody's now: the latest first, since each
    leads to the one after it."""
    left, present = {branch: dict(people) for branch, people in placeholders.items()}, set(map(likeness, known))
    corrected = Event.objects.filter(journal=event.journal, kind=TournamentEvent.NAME_CORRECTED)
    written: dict[str, str] = {}
    for line in corrected.order_by("-number").values_list("data", flat=True):
        people = left.get(likeness(line["team"]["branch"]), {})
        was, placeholder = likeness(line["was"]), people.get(likeness(line["now"]))
        if placeholder and was not in present:
            people[was] = written[line["was"]] = placeholder
    return written


def _forget_in(branch: Branch, placeholders: dict[str, str]) -> set[str]:
    """The people of the branch; returns their addresses."""
    mails: set[str] = set()
    players = [row for row in Player.objects.filter(team__branch=branch) if likeness(row.name) in placeholders]
    for player in players:
        mails |= _forget_row(player, Section.PLAYER, placeholders[likeness(player.name)])
        player.pinyin = sort_key(player.name)
    columns = [*(row.column for row in section_rows(Section.PLAYER)), "pinyin"]
    Player.objects.bulk_update(players, columns, batch_size=BATCH)
    for section, name in ((Section.LEADER, branch.leader_name), (Section.CONTACT, branch.contact_name)):
        if likeness(name) in placeholders:
            mails |= _forget_row(branch, section, placeholders[likeness(name)])
    branch.save()
    return mails


def _forget_row(row: Branch | Player, section: Section, placeholder: str) -> set[str]:
    """What stands for a public name in its place, and the office's own fields emptied; returns the addresses."""
    mails = {getattr(row, each.column) for each in section_rows(section) if each.kind is MAIL}
    for each in section_rows(section):
        if not each.is_public or each.kind is PERSON:
            setattr(row, each.column, placeholder if each.is_public else "")
    return mails


def _out_of_journal(journal: Journal, names: Names, only_of: Sequence[str] = ()) -> None:
    changed = []
    for event in Event.objects.filter(journal=journal).only("pk", "data").iterator():
        data = names.out_of(event.data)
        if data != event.data and (not only_of or any(branch in str(event.data) for branch in only_of)):
            event.data = data
            changed.append(event)
    Event.objects.bulk_update(changed, ["data"], batch_size=BATCH)


def _out_of_mails(event: Tournament, mails: Collection[str]) -> None:
    """No mail goes to them any more, and nothing says that one did."""
    CallAttempt.objects.filter(call__webhook__tournament=event).update(said="")
    if not mails:
        return
    to_them = Q()
    for mail in mails:
        to_them |= Q(address__iexact=mail)
    pks = list(Delivery.objects.filter(to_them, notice__tournament=event).values_list("pk", flat=True))
    become_all(Delivery.objects.filter(pk__in=pks), DeliveryState.CANCELLED, lease_until=None)
    rows = [Delivery(pk=pk, address=NO_ADDRESS % pk, last_error="") for pk in pks]
    Delivery.objects.bulk_update(rows, ["address", "last_error"], batch_size=BATCH)
    Attempt.objects.filter(delivery__in=pks).update(said="")
