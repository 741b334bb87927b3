"""抽签仪式 as every screen shows it: the lots shown so far, whose turn it is, and what is known of the sheet."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.core.signing import BadSignature

from journal import clock
from journal.queries import last_event_number
from tournaments.bracket.queries.labels import team_label, with_people
from tournaments.bracket.queries.match_views import TeamLabel
from tournaments.draw.method.showing import filled
from tournaments.draw.queries.sheets import constraints
from tournaments.draw.rules import lots_of, shown_at
from tournaments.entries.queries.links import signer_of_event
from tournaments.formats import FORMATS
from tournaments.formats.format import group_at
from tournaments.models import Branch, Ceremony, Team, Tournament
from tournaments.states import BranchesApart, CeremonyPace, CeremonyState, DrawState


@dataclass(frozen=True)
class ShownLot:
    """Lot ``number`` of the ceremony; ``bye`` is the position beside it where nobody stands, 0 for none."""

    number: int
    team: TeamLabel
    position: int
    bye: int
    group: int


@dataclass(frozen=True)
class CeremonyView:
    """``places`` holds what is known of the positions: a team, or None for a bye. ``groups`` is 0 without any."""

    id: int
    state: str
    by_hand: bool
    pace: str
    seconds: int
    lots: tuple[ShownLot, ...]
    total: int
    size: int
    is_sheet: bool
    has_tree: bool
    groups: int
    places: Mapping[int, TeamLabel | None]
    waiting: tuple[TeamLabel, ...]
    repeats: int
    is_published: bool
    seen: int

    @property
    def last(self) -> ShownLot | None:
        return self.lots[-1] if self.lots else None

    @property
    def turn(self) -> TeamLabel | None:
        """Whose lot comes next."""
        return self.waiting[0] if self.waiting else None

    @property
    def is_complete(self) -> bool:
        return not self.waiting

    @property
    def is_over(self) -> bool:
        return self.state == CeremonyState.OVER

    @property
    def is_held(self) -> bool:
        return self.state == CeremonyState.PAUSED

    @property
    def is_waiting(self) -> bool:
        """Must the operator let it begin, or go on?"""
        begins = self.state == CeremonyState.READY and self.pace != CeremonyPace.HAND
        return bool(self.waiting) and (self.is_held or begins)

    @property
    def byes(self) -> int:
        return self.size - self.total

    @property
    def next_number(self) -> int:
        return len(self.lots) + 1

    @property
    def leaders_press(self) -> bool:
        return self.pace == CeremonyPace.LEADERS and self.state == CeremonyState.RUNNING


def present_ceremony(tournament: Tournament) -> Ceremony | None:
    """The newest that is on, or that showed a draw which still counts."""
    rows = Ceremony.objects.filter(stage__tournament=tournament).exclude(draw__state=DrawState.DISCARDED)
    newest = rows.select_related("stage__tournament__journal", "draw").order_by("-pk").first()
    return None if newest and newest.state == CeremonyState.OVER and newest.draw is None else newest


def with_ceremonies(tournaments: Sequence[Tournament]) -> frozenset[int]:
    """The ids of those of which a draw is, or was, shown. One query."""
    rows = Ceremony.objects.filter(stage__tournament__in=tournaments)
    return frozenset(rows.order_by().values_list("stage__tournament", flat=True))


def turned_by_the_clock() -> list[Ceremony]:
    """Every ceremony whose lots nobody presses for."""
    return list(Ceremony.objects.filter(state=CeremonyState.RUNNING, pace=CeremonyPace.AUTO, by_hand=False))


def ceremony_view(tournament: Tournament) -> CeremonyView | None:
    """What is to be seen at this moment: three queries. Nothing of a lot that is not shown is in it."""
    ceremony = present_ceremony(tournament)
    return view_of(ceremony) if ceremony else None


def view_of(ceremony: Ceremony) -> CeremonyView:
    """The ceremony at this moment, with names."""
    journal = ceremony.stage.tournament.journal
    teams = with_people(Team.objects.all()).in_bulk(ceremony.teams)
    labels = {pk: team_label(team) for pk, team in teams.items()}  # without who was taken off the list since
    shown = lots_of(ceremony)[: shown_at(ceremony, clock.now(journal))]
    lots = [lot for lot in shown if lot.team in labels]
    waiting = [team for team in ceremony.teams if team in labels and team not in {lot.team for lot in lots}]
    conditions = constraints(ceremony.stage, len(ceremony.teams), BranchesApart.NONE)
    size = len(ceremony.draw.positions) if ceremony.draw else conditions.size(len(ceremony.teams))
    groups = conditions.groups if conditions.groups > 1 else 0
    places = filled(lots, size, len(ceremony.teams))
    return CeremonyView(
        id=ceremony.pk,
        state=ceremony.state,
        by_hand=ceremony.by_hand,
        pace=ceremony.pace,
        seconds=ceremony.seconds,
        lots=tuple(
            ShownLot(number, labels[lot.team], lot.position, lot.bye, group_at(lot.position, groups))
            for number, lot in enumerate(lots, start=1)
        ),
        total=len(ceremony.teams),
        size=size,
        is_sheet=FORMATS[ceremony.stage.format].is_drawn_in_pairs,
        has_tree=FORMATS[ceremony.stage.format].is_sheet,
        groups=groups,
        places={position: labels[team] if team else None for position, team in places.items()},
        waiting=tuple(labels[team] for team in waiting),
        repeats=ceremony.repeats,
        is_published=ceremony.draw is not None and ceremony.draw.state == DrawState.CONFIRMED,
        seen=last_event_number(journal, ceremony.subject),
    )


def turn_token(branch: Branch) -> str:
    """What stands in the address by which a leader turns the lots of the branch. It opens nothing else, and a lot is
    what it is whoever turns it."""
    return signer_of_event(branch.tournament, "turn").sign(str(branch.pk))


def branch_of_token(tournament: Tournament, token: str) -> Branch | None:
    """The branch that such an address is of; None if nobody here signed it."""
    try:
        key = signer_of_event(tournament, "turn").unsign(token)
    except BadSignature:
        return None
    return tournament.branches.filter(pk=int(key)).first()
