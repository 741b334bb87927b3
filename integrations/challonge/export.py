"""An event as Challonge's JSON says one. Reads what the public may read, and says nothing else.

``Refused`` where Challonge has no words for the format.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from guandan_rules import Reason
from integrations.challonge.file import DOUBLE, ROUND_ROBIN, SINGLE, SWISS
from journal.refusals import Problem, Refused
from scoring.standings import Standing
from tournaments.codes import Code
from tournaments.formats import DoubleElimination, Knockout, RoundRobin, Swiss
from tournaments.formats.format import Format, Part
from tournaments.models import Game, Tournament
from tournaments.queries.match_views import Line, MatchView, SourceLabel
from tournaments.queries.matches import rounds
from tournaments.queries.standings import StageView, final_places, is_decided, stages_of
from tournaments.queries.teams import branch_line_ups
from tournaments.states import SlotKind
from words.formats import FORMAT_NAMES
from words.names import full_name

TYPES: Final[Mapping[str, str]] = {
    Knockout.name: SINGLE, DoubleElimination.name: DOUBLE, RoundRobin.name: ROUND_ROBIN, Swiss.name: SWISS,
}  # fmt: skip
COMPLETE: Final = "complete"
FINALS: Final = {0: "skip", 1: "single match", 2: None}
FORFEITED: Final = frozenset({Reason.FORFEIT, Reason.WITHDRAWAL, Reason.DISQUALIFICATION})
LEFT: Final = frozenset({Reason.WITHDRAWAL, Reason.DISQUALIFICATION})
Json = dict[str, Any]


def challonge_of(tournament: Tournament) -> Json:
    """The event with all its participants and matches. ``Refused``: a format that Challonge does not know, or stages
    that are more than groups and a final stage."""
    stages = stages_of(rounds(tournament))
    if not can_say(stages):
        names = ", ".join(str(FORMAT_NAMES[stage.label.format]) for stage in stages)
        raise Refused(Problem(Code.CHALLONGE_CANNOT_SAY, "", {"format": names}))
    is_grouped = len(stages) > 1 or stages[0].label.shape.groups > 1
    sets = _sets(tournament)
    matches = [match for stage in stages for match in _Drawn(stage, sets, is_grouped).matches()]
    about = {
        "name": tournament.name,
        "url": tournament.slug,
        "tournament_type": TYPES[stages[-1].label.format],
        "state": _state(stages),
        "game_name": stages[0].label.game,
        "started_at": stages[0].rounds[0].starts_at.isoformat() if stages[0].matches else None,
        "start_at": stages[0].rounds[0].starts_at.isoformat(),
        "group_stages_enabled": is_grouped,
        **_options(stages),
        "participants": [{"participant": person} for person in _participants(tournament, stages)],
        "matches": [{"match": match} for match in matches],
    }
    return {"tournament": {**about, "participants_count": len(about["participants"])}}


def can_say(stages: Sequence[StageView]) -> bool:
    """Has Challonge words for these stages? One of its formats, or groups and a tree after them."""
    if any(stage.label.format not in TYPES or getattr(stage.label.shape, "survivors", 1) > 1 for stage in stages):
        return False
    if len(stages) == 1:
        return True
    first, *later = stages
    trees = [stage for stage in later if stage.label.format in (Knockout.name, DoubleElimination.name)]
    is_final = len(later) == len(trees) == 1 and trees[0].label.first_place == 1
    return is_final and first.label.format == RoundRobin.name


def _state(stages: Sequence[StageView]) -> str:
    return COMPLETE if is_decided(stages) else "underway" if stages[0].matches else "pending"


def _options(stages: Sequence[StageView]) -> Json:
    """How it is played: of each format what Challonge has a word for."""
    found: Json = {
        "hold_third_place_match": any(getattr(stage.label.shape, "third_place", False) for stage in stages),
        "grand_finals_modifier": None,
        "swiss_rounds": 0,
    }
    for stage in stages:
        found |= _of_format(stage.label.shape, len(stage.rounds))
    return found


def _of_format(shape: Format, rounds_: int) -> Json:
    if isinstance(shape, DoubleElimination):
        return {"grand_finals_modifier": FINALS[shape.finals]}
    if isinstance(shape, RoundRobin):
        return {"rr_pts_for_match_win": float(shape.points.win), "rr_pts_for_match_tie": float(shape.points.draw)}
    if isinstance(shape, Swiss):
        points = shape.points
        return {
            "swiss_rounds": rounds_,
            "pts_for_match_win": float(points.win),
            "pts_for_match_tie": float(points.draw),
            "pts_for_bye": float(points.bye),
        }
    return {}


def _participants(tournament: Tournament, stages: Sequence[StageView]) -> Iterator[Json]:
    """Who stands in the first stage, by position; before the draw who is entered, in the order of the annex."""
    lined = [(line.position or 1 << 20, line.team) for m in stages[0].matches for line in m.lines if line.team]
    listed = [team.label for branch in branch_line_ups(tournament) for team in branch.teams if not team.withdrawn]
    teams = list(dict.fromkeys(team for _, team in sorted(lined, key=lambda found: found[0]))) or listed
    several = {team.branch_id for team in teams if team.ordinal > 1}
    places = final_places(stages) if is_decided(stages) else {}
    place_of = {team.id: place for place, of_place in places.items() for team in of_place}
    gone = {line.team.id for line in _leavers(stages) if line.team}
    for seed, team in enumerate(teams, start=1):
        yield {
            "id": team.id,
            "name": full_name(team.branch, team.ordinal) if team.branch_id in several else team.branch,
            "seed": seed,
            "active": team.id not in gone,
            "final_rank": place_of.get(team.id),
            "group_player_ids": [],
        }


def _leavers(stages: Sequence[StageView]) -> Iterator[Line]:
    """Whoever lost a match by leaving the event."""
    for stage in stages:
        for match in stage.matches:
            if match.is_over and match.reason in LEFT:
                yield from (line for side, line in (("home", match.home), ("away", match.away)) if side != match.winner)


@dataclass(frozen=True)
class _Drawn:
    """A stage that is drawn; ``sets``: the scores of each match by its number; ``is_grouped``: of an event whose round
    robin Challonge calls its group stage."""

    stage: StageView
    sets: Mapping[int, str]
    is_grouped: bool

    @cached_property
    def by_number(self) -> Mapping[int, MatchView]:
        return {match.number: match for match in self.stage.matches}

    def matches(self) -> Iterator[Json]:
        """All matches in which two meet, or may; byes are none at Challonge."""
        for match in sorted(self.stage.matches, key=lambda found: found.number):
            if any(line.slot == SlotKind.BYE for line in match.lines) or self._waits_for_pairing(match):
                continue
            yield self._match(match)

    def _match(self, match: MatchView) -> Json:
        found: Json = {
            "id": match.number,
            "identifier": str(match.number),
            "round": self._round(match),
            "state": COMPLETE if match.is_over else "open" if match.home.team and match.away.team else "pending",
            "suggested_play_order": match.number,
            "group_id": self._group(match),
            "scheduled_time": match.starts_at.isoformat(),
            "completed_at": match.decided_at.isoformat() if match.decided_at else None,
            "winner_id": None,
            "loser_id": None,
            "scores_csv": self.sets.get(match.number, "") if match.is_over else "",
            "forfeited": match.is_over and match.reason in FORFEITED,
        }
        for side, line, number in (("home", match.home, 1), ("away", match.away, 2)):
            team = line.team.id if line.team else None
            prereq = self._prereq(line.source)
            found |= {
                f"player{number}_id": team,
                f"player{number}_prereq_match_id": prereq.number if prereq else None,
                f"player{number}_is_prereq_match_loser": bool(prereq and prereq.kind != "winner"),
            }
            if match.winner:
                found["winner_id" if side == match.winner else "loser_id"] = team
        return found

    def _waits_for_pairing(self, match: MatchView) -> bool:
        return all(line.source.kind == "lot" and line.slot == SlotKind.OPEN for line in match.lines)

    def _prereq(self, source: SourceLabel) -> SourceLabel | None:
        """From which match a side comes, byes left out: beside one, whoever comes goes on."""
        while source.kind in ("winner", "loser", "chance"):
            beside = [line for line in self.by_number[source.number].lines if line.slot != SlotKind.BYE]
            if len(beside) == 2:
                return source
            source = beside[0].source
        return None

    def _round(self, match: MatchView) -> int:
        """From 1 within the stage; of a double elimination the losers' rounds below 0; 0 the match for third place."""
        if match.third_place:
            return 0
        number = match.round_number - self.stage.rounds[0].number + 1
        if match.where is None:
            return number
        if match.where.part is Part.FINAL:
            return self.stage.label.size.bit_length()
        return match.where.round if match.where.part is Part.WINNERS else -match.where.round

    def _group(self, match: MatchView) -> int | None:
        shape = self.stage.label.shape
        return shape.group_of(match.home.position) if self.is_grouped and isinstance(shape, RoundRobin) else None


def _sets(tournament: Tournament) -> dict[int, str]:
    """``scores_csv`` of every match with a score: levels, A passed being one more, or points, game by game."""
    found: dict[int, list[str]] = {}
    games = Game.objects.filter(match__stage__tournament=tournament).order_by("match", "number")
    for number, kept in games.values_list("match__number", "sheet__standing"):
        standing = Standing.from_dict(kept) if kept else None
        if standing and standing.deals:
            found.setdefault(number, []).append("-".join(str(_score(standing, side)) for side in ("home", "away")))
    return {number: ",".join(sets) for number, sets in found.items()}


def _score(standing: Standing, side: str) -> int:
    level = standing.level(side)
    return standing.points(side) if level is None else level + standing.passed(side)
