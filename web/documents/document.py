"""A document as a value: what it is called, when it can be made, for whom, and what typst takes to set it; and an event
as its papers read it: each question is asked once, however many documents are made of the answer."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import IntEnum, StrEnum
from functools import cached_property
from itertools import accumulate, takewhile
from typing import Any, Final

from django.db.models import QuerySet
from django.utils.functional import Promise

from tournaments.bracket.queries.awards import AwardList, award_list
from tournaments.bracket.queries.match_views import MatchView, TeamLabel
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.queries.round_views import RoundView
from tournaments.bracket.queries.standings import StageView, final_places, is_decided, stages_of
from tournaments.bracket.rules.rule_sets import frozen_options
from tournaments.bracket.words.event_sentences import EventFacts
from tournaments.chronicle.queries.statistics import GenderNumbers, Statistics, gender_numbers, statistics
from tournaments.draw.queries.draws import DrawView, draw_view
from tournaments.draw.queries.records import SealView, latest_seal
from tournaments.entries.files.branch_lists import ListedBranch
from tournaments.entries.queries.entries import roster_places
from tournaments.entries.queries.teams import BranchLineUps, branch_line_ups
from tournaments.models import Draw, Tournament
from tournaments.permissions import Permission
from tournaments.states import DrawState, RoleKind
from web.files.typesetting import all_pages, first_page, typeset


class Ready(IntEnum):
    """How far an event must be for the document to say something; each holds the ones before it."""

    ALWAYS = 0
    ENTERED = 1
    DRAWN = 2
    PLAYED = 3
    DECIDED = 4
    CONFIRMED = 5


@dataclass(frozen=True)
class EventReading:
    """An event, read at most once; ``site``: how addresses on the paper begin (https://guandan.example.org);
    ``masks``: names are read as everybody may."""

    tournament: Tournament
    site: str
    masks: bool = False

    @cached_property
    def for_everybody(self) -> "EventReading":
        """The same for a paper that everybody may see: names are masked where they are not public."""
        return self if self.tournament.names_public else replace(self, masks=True)

    @cached_property
    def rounds(self) -> tuple[RoundView, ...]:
        """Planned ones too, which have no matches before the draw."""
        return rounds(self.tournament)

    @cached_property
    def stages(self) -> tuple[StageView, ...]:
        return stages_of(self.rounds)

    @cached_property
    def facts(self) -> EventFacts:
        """What the sentences of its settings are made of."""
        return EventFacts(self.tournament)

    @cached_property
    def deal_limits(self) -> dict[int, int | None]:
        """最多副数 of a match by the id of its stage, None without a limit."""
        stages = self.tournament.stages.select_related("tournament")
        return {stage.pk: frozen_options(stage).get("deal_limit") for stage in stages}

    def of_round(self, number: int) -> tuple[RoundView, ...]:
        """The rounds that have matches to be played, or the one of that number alone."""
        return tuple(r for r in self.rounds if r.played and number in (0, r.number))

    @cached_property
    def matches(self) -> tuple[MatchView, ...]:
        return tuple(match for round_ in self.rounds for match in round_.matches)

    @cached_property
    def branches(self) -> tuple[BranchLineUps, ...]:
        """Teams and names."""
        return branch_line_ups(self.tournament, unmasked=not self.masks)

    @cached_property
    def players(self) -> Mapping[int, tuple[str, ...]]:
        """The names of those who play, by the id of the team."""
        return {team.label.id: team.players for branch in self.branches for team in branch.teams}

    @property
    def player_count(self) -> int:
        """Those of the teams that take part."""
        return sum(len(self.players[team.id]) for team in self.teams)

    @property
    def branch_count(self) -> int:
        """Those of which a team takes part."""
        return sum(any(not team.withdrawn for team in branch.teams) for branch in self.branches)

    @cached_property
    def teams(self) -> tuple[TeamLabel, ...]:
        """Those that take part, in the order of the annex."""
        return tuple(team.label for branch in self.branches for team in branch.teams if not team.withdrawn)

    @cached_property
    def forms(self) -> list[ListedBranch]:
        """Every branch's form with gender, remarks and contact: for documents that need `Permission.ENTRY_EDIT`."""
        return roster_places(self.tournament)

    @cached_property
    def people(self) -> Mapping[str, tuple[str, ...]]:
        """The names of the office, the chief referee and the referees, by `RoleKind`."""
        roles = self.tournament.roles.select_related("user")
        named = [(role.kind, role.user.name or role.user.username) for role in roles]
        return {kind: tuple(name for of, name in named if of == kind) for kind in RoleKind}

    @cached_property
    def statistics(self) -> Statistics:
        """What the event's page of numbers says."""
        return statistics(self.tournament, self.rounds)

    @cached_property
    def genders(self) -> tuple[GenderNumbers, ...]:
        """By branch: for documents that need `Permission.ENTRY_EDIT`."""
        return gender_numbers(self.tournament)

    @property
    def counted_draws(self) -> QuerySet[Draw]:
        """One a stage that is drawn; one that is only previewed is none."""
        return Draw.objects.filter(stage__tournament=self.tournament, state=DrawState.CONFIRMED)

    @cached_property
    def draws(self) -> tuple[DrawView, ...]:
        """Those that count."""
        rows = self.counted_draws.select_related("made_by", "confirmed_by", "stage__tournament").order_by("number")
        return tuple(draw_view(self.tournament, row) for row in rows)

    @cached_property
    def seal(self) -> SealView | None:
        """Of the draw that counts or is being made."""
        return latest_seal(self.tournament)

    @cached_property
    def places(self) -> Mapping[int, tuple[TeamLabel, ...]]:
        """名次 as far as they are decided."""
        return final_places(self.stages)

    @cached_property
    def awards(self) -> AwardList:
        awards = award_list(self.tournament)
        return awards.masked if self.masks else awards

    @cached_property
    def stands(self) -> Ready:
        """How far the event is."""
        if self.tournament.awards_confirmed_at:
            return Ready.CONFIRMED
        if is_decided(self.stages):
            return Ready.DECIDED
        if any(match.is_over for match in self.matches):
            return Ready.PLAYED
        if any(stage.is_drawn for stage in self.stages):
            return Ready.DRAWN
        return Ready.ENTERED if self.teams else Ready.ALWAYS


A4: Final = "a4"
A3: Final = "a3"


class Group(StrEnum):
    """When an office reaches for it."""

    ENTRY = "entry"
    DRAW = "draw"
    HALL = "hall"
    WALL = "wall"
    AFTER = "after"


@dataclass(frozen=True)
class Options:
    """How a document is wanted: a size of paper, one round by its number (0: all that have matches), one playing day by
    its number (0: today, or the last one played)."""

    size: str = A4
    round: int = 0
    day: int = 0


BEGIN_A_PAGE = ("title", "drawn", "break")
ROWS_A_PAGE = 80
READABLE = 90
"""Points an inch of a page that is looked at by itself."""


@dataclass(frozen=True)
class Pages:
    """What typst takes: a file of templates/documents/ and its data as JSON values, in words already; and the
    pictures that it shows, by name."""

    template: str
    data: dict[str, Any]
    files: Mapping[str, bytes] = field(default_factory=dict)

    def beginning(self, pages: int) -> dict[str, Any]:
        """The data of the first pages, and perhaps of more: what stands before the next one begins, of a long table the
        first rows."""
        blocks = self.data.get("blocks", [])
        begun = accumulate(block["kind"] in BEGIN_A_PAGE for block in blocks[1:])
        last = sum(1 for _page in takewhile(lambda number: number < pages, begun))
        most = ROWS_A_PAGE * pages
        first = [
            {**block, "rows": block["rows"][:most]} if block["kind"] == "table" else block
            for block in blocks[: 1 + last]
        ]
        return {**self.data, "blocks": first, "cards": self.data.get("cards", [])[:pages]}


@dataclass(frozen=True)
class Document:
    """One of the catalogue. ``key`` stands in addresses and never changes; ``about``: a line on what it is for.

    ``pages`` makes it from what is read of an event; it may assume that the event is as far as ``ready`` says and that
    it ``suits``. ``permission``: with gender, remark or contacts `Permission.ENTRY_EDIT`; `PUBLIC` ones are offered on
    public pages too. ``by_round``: it may be had for one round alone; ``by_day``: it is of one playing day. ``word``:
    the same as .docx, where an office goes on writing in it, which needs ``word_permission`` too.
    """

    key: str
    title: Promise
    about: Promise
    group: Group
    pages: Callable[[EventReading, Options], Pages]
    ready: Ready = Ready.ALWAYS
    permission: Permission = Permission.OFFICE_READ
    sizes: tuple[str, ...] = (A4,)
    by_round: bool = False
    by_day: bool = False
    suits: Callable[[EventReading], bool] = lambda _reading: True
    word: Callable[[EventReading], bytes] | None = None
    word_permission: Permission = Permission.OFFICE_READ

    def is_ready(self, reading: EventReading) -> bool:
        """Is the event as far as the document needs?"""
        return reading.stands >= self.ready

    def is_offered(self, reading: EventReading) -> bool:
        """Can it be made of this event now?"""
        return self.suits(reading) and self.is_ready(reading)

    def pdf(self, reading: EventReading, options: Options) -> bytes:
        """The whole document. Raises `typst.TypstError`."""
        pages = self._of(reading, options)
        return typeset(pages.template, pages.data, pages.files)

    def _of(self, reading: EventReading, options: Options) -> Pages:
        return self.pages(reading.for_everybody if self.permission == Permission.PUBLIC else reading, options)

    def preview(self, reading: EventReading, options: Options) -> bytes:
        """Its first page as a small PNG; what comes after it is not set."""
        pages = self._of(reading, options)
        return first_page(pages.template, pages.beginning(1), pages.files)

    def pictures(self, reading: EventReading, options: Options, most: int) -> list[bytes]:
        """Its first pages, so many at most, as PNG."""
        pages = self._of(reading, options)
        return all_pages(pages.template, pages.beginning(most), pages.files, READABLE)[:most]
