"""A client of the tournament desk's API, made of its schema by `manage.py api_client`; not to be edited.

It needs httpx and nothing else, and can be copied into any program:

    with Desk("https://guandan.example.org", token="guandan_…") as desk:
        for match in desk.matches("s000", state="playing")["matches"]:
            print(match["number"], match["home"]["level"])

What the desk refuses is raised as ``Refused``, with the problem (RFC 9457) that it answered.
"""

import json
from collections.abc import Iterator
from time import sleep
from types import TracebackType
from typing import Any, NotRequired, Self, TypedDict, cast

import httpx

BREATH, SILENCE = 1.0, 30.0
"""Seconds between two questions where there is no stream, and after which one that says nothing counts as broken."""


class Refused(Exception):
    """The answer is a problem: ``problem["code"]`` names its kind, ``problem["problems"]`` every reason."""

    def __init__(self, problem: dict[str, Any]) -> None:
        super().__init__(str(problem.get("title", "")))
        self.problem = problem


class Pulse(TypedDict):
    """``now``, ``next`` (when something changes although nothing happens) and ``bells`` (the end of each round that
    runs, null while its clock is held) in milliseconds."""

    edition: str
    version: int
    now: int
    next: int
    pace: float
    bells: dict[str, int | None]


class Address(TypedDict):
    name: str
    address: str
    method: str
    permission: str


class AnnouncementAnswer(TypedDict):
    id: int
    state: str
    at: str


class AnnouncementBody(TypedDict):
    title: str
    text: str
    concerned: NotRequired[str]
    branch: NotRequired[int | None]
    team: NotRequired[int | None]
    round: NotRequired[int | None]
    public: NotRequired[bool]
    at: NotRequired[str | None]


class KnownPlayer(TypedDict):
    id: int
    name: str


class Tally(TypedDict):
    won: int
    drawn: int
    lost: int


class TeamLabel(TypedDict):
    id: int
    branch: str
    ordinal: int


class Appearance(TypedDict):
    slug: str
    name: str
    starts_at: str | None
    team: TeamLabel
    players: list[KnownPlayer]
    withdrawn: bool
    place: int
    tally: Tally


class Appointment(TypedDict):
    number: int
    table: int
    state: str
    home: TeamLabel | None
    away: TeamLabel | None


class Prize(TypedDict):
    rank: int
    name: str
    planned: int
    teams: list[int]


class AwardsAnswer(TypedDict):
    decided: bool
    confirmed_at: str | None
    open_matches: int
    awards: list[Prize]


class Clock(TypedDict):
    state: str
    length_seconds: int
    remaining_seconds: int | None
    started_at: str | None
    paused_at: str | None
    bell_at: str | None


class Source(TypedDict):
    kind: str
    number: int


class Line(TypedDict):
    slot: str
    team: TeamLabel | None
    source: Source
    level: int | None
    passed: bool
    on_stage: bool
    score: int | None
    games: int
    outcome: str


class Match(TypedDict):
    number: int
    round: int
    sitting: int
    place: int
    third_place: bool
    entrants: int
    starts_at: str
    state: str
    table: int
    home: Line
    away: Line
    winner: str
    reason: str
    note: str
    deal: int
    decided_at: str | None
    points: dict[str, Any] | None
    part: NotRequired[str]
    extra_seconds: int


class Round(TypedDict):
    number: int
    stage: int
    entrants: int
    starts_at: str
    clock: Clock
    matches: list[Match]


class StandingRow(TypedDict):
    place: int
    team: TeamLabel
    because: str
    group: int
    played: int
    won: int
    drawn: int
    lost: int
    points: float
    opponents: float
    difference: int


class Stage(TypedDict):
    number: int
    game: str
    format: str
    size: int
    places: int
    first_place: int
    by_lot: bool
    groups: int
    criteria: list[str]
    scale: str
    board: str
    is_over: bool
    standing: list[StandingRow]


class BracketAnswer(TypedDict):
    stages: list[Stage]
    rounds: list[Round]


class LineUp(TypedDict):
    id: int
    ordinal: int
    withdrawn: bool
    players: list[str]


class Branch(TypedDict):
    id: int
    number: int
    name: str
    quota: int
    teams: list[LineUp]


class BranchNumbers(TypedDict):
    number: int
    name: str
    quota: int
    entered: int
    came: int
    withdrew: int
    forfeited: int
    players: int
    matches: int
    won: int
    deals: int
    best: int


class Breach(TypedDict):
    code: str
    positions: list[int]


class Called(TypedDict):
    number: str
    by: str


class ChallongeMatch(TypedDict):
    id: int
    identifier: str
    round: int
    state: str
    suggested_play_order: int
    group_id: int | None
    scheduled_time: str
    completed_at: str | None
    player1_id: int | None
    player1_prereq_match_id: int | None
    player1_is_prereq_match_loser: bool
    player2_id: int | None
    player2_prereq_match_id: int | None
    player2_is_prereq_match_loser: bool
    winner_id: int | None
    loser_id: int | None
    scores_csv: str
    forfeited: bool


class OneMatch(TypedDict):
    match: ChallongeMatch


class ChallongeParticipant(TypedDict):
    id: int
    name: str
    seed: int
    active: bool
    final_rank: int | None
    group_player_ids: list[int]


class OneParticipant(TypedDict):
    participant: ChallongeParticipant


class ChallongeTournament(TypedDict):
    name: str
    url: str
    tournament_type: str
    state: str
    game_name: str
    start_at: str
    started_at: str | None
    group_stages_enabled: bool
    hold_third_place_match: bool
    grand_finals_modifier: str | None
    swiss_rounds: int
    rr_pts_for_match_win: NotRequired[float]
    rr_pts_for_match_tie: NotRequired[float]
    pts_for_match_win: NotRequired[float]
    pts_for_match_tie: NotRequired[float]
    pts_for_bye: NotRequired[float]
    participants_count: int
    participants: list[OneParticipant]
    matches: list[OneMatch]


class ChallongeAnswer(TypedDict):
    tournament: ChallongeTournament


class Honours(TypedDict):
    slug: str
    name: str
    organiser: str
    starts_at: str | None
    places: list[list[TeamLabel]]


class ChampionsAnswer(TypedDict):
    events: list[Honours]


class ClockAnswer(TypedDict):
    clock: Clock


class ClockBody(TypedDict):
    step: str
    sitting: NotRequired[int]


class CountedDraw(TypedDict):
    number: int
    stage: int
    state: str
    method: str
    sealed_at: str | None
    drawn_at: str | None
    confirmed_at: str | None
    reason: str
    fingerprint: str
    is_open: bool


class DayRound(TypedDict):
    number: int
    sitting: int
    starts_at: str
    matches: list[int]


class Holder(TypedDict):
    match: int
    team: TeamLabel | None
    leads: int


class Highlight(TypedDict):
    feat: str
    value: float
    holders: list[Holder]


class Highlights(TypedDict):
    played: int
    counted: int
    found: list[Highlight]


class DayAnswer(TypedDict):
    number: int
    starts_at: str
    open: int
    is_last: bool
    rounds: list[DayRound]
    through: list[TeamLabel]
    out: list[TeamLabel]
    highlights: Highlights


class DayOfPlay(TypedDict):
    number: int
    starts_at: str


class DaysAnswer(TypedDict):
    days: list[DayOfPlay]


class LevelPair(TypedDict):
    home: int
    away: int


class Deal(TypedDict):
    number: int
    kind: str
    order: str
    entry: Any
    level: int | None
    winner: str
    before: LevelPair | None
    after: LevelPair | None
    points: LevelPair | None
    passed: str
    entered_at: str


class Standing(TypedDict):
    home: int | None
    away: int | None
    home_passed: bool
    away_passed: bool
    stage: str
    deals: int
    home_points: NotRequired[int]
    away_points: NotRequired[int]


class DealAnswer(TypedDict):
    deal: Deal
    standing: Standing
    seen: int


class DealBody(TypedDict):
    seen: NotRequired[int | None]
    order: NotRequired[str]
    kind: NotRequired[str]
    entry: NotRequired[dict[str, Any] | None]


class DrawAnswer(TypedDict):
    number: int
    state: str
    method: str
    seed: str
    places: list[int]
    breaches: list[Breach]
    seen: int


class DrawBody(TypedDict):
    seed: NotRequired[str]
    without_drafts: NotRequired[bool]


class DrawConfirmationBody(TypedDict):
    seen: NotRequired[int | None]
    confirmed: NotRequired[bool]
    reason: NotRequired[str]


class Seal(TypedDict):
    number: int
    fingerprint: str
    sealed_at: str
    teams: int
    is_drawn: bool
    numbers: list[Called]


class DrawHistoryAnswer(TypedDict):
    seal: Seal | None
    draws: list[CountedDraw]


class DrawRecordAnswer(TypedDict):
    kind: str
    version: int
    name: str
    state: str
    basis: str
    fingerprint: str
    sealed_at: str | None
    numbers: list[Called]
    seed: str
    drawn_at: str | None
    confirmed_at: str | None
    reason: str
    method: str
    uniform: bool | None
    positions: list[int | None]
    missed: Any
    before: list[Any]


class Effect(TypedDict):
    kind: str
    amount: int


class EnteredPlayer(TypedDict):
    name: str
    gender: str
    remark: str
    mail: str


class EnteredTeam(TypedDict):
    ordinal: int
    players: list[EnteredPlayer]


class EntryAnswer(TypedDict):
    branch: int
    name: str
    state: str
    seen: int
    leader: str
    leader_gender: str
    leader_remark: str
    contact_name: str
    contact_phone: str
    contact_mail: str
    teams: list[EnteredTeam]


class PlayerBody(TypedDict):
    name: str
    gender: NotRequired[str | Any]
    remark: NotRequired[str]
    mail: NotRequired[str]


class TeamBody(TypedDict):
    ordinal: int
    players: list[PlayerBody]


class EntryBody(TypedDict):
    seen: NotRequired[int | None]
    leader: NotRequired[str]
    leader_gender: NotRequired[str | Any]
    leader_remark: NotRequired[str]
    contact_name: NotRequired[str]
    contact_phone: NotRequired[str]
    contact_mail: NotRequired[str]
    teams: list[TeamBody]
    draft: NotRequired[bool]


class Event(TypedDict):
    slug: str
    name: str
    organiser: str
    document: str
    place: str
    zone: str
    state: str
    rehearsal: bool
    archived: bool
    closes_at: str
    draw_at: str | None
    starts_at: str | None
    rule_set: str
    seats: int
    best_of: int
    third_place_match: bool
    version: int


class Happening(TypedDict):
    number: int
    at: str
    by: str
    kind: str
    match: int
    data: dict[str, Any]


class EventPage(TypedDict):
    last: int
    next: str | None
    events: list[Happening]


class EventStateAnswer(TypedDict):
    state: str
    confirmed_at: str | None


class Penalty(TypedDict):
    after_deal: int
    side: str
    offence: str
    effects: list[Effect]
    before: LevelPair | None
    after: LevelPair | None


class Game(TypedDict):
    number: int
    game: str
    state: str
    winner: str
    reason: str
    standing: Standing
    seen: int
    deals: list[Deal]
    penalties: list[Penalty]


class GameNumbers(TypedDict):
    game: str
    matches: int
    deals: int
    doubles: int | None


class Moment(TypedDict):
    number: int
    is_deal: bool
    side: str
    is_double: bool
    stood: dict[str, Any]
    minutes: int | None
    chance: float | None
    failed: str
    turns: list[str]


class GameStory(TypedDict):
    number: int
    winner: str
    passed: str
    levels: bool
    leads: int
    moments: list[Moment]


class GivenPenalty(TypedDict):
    id: int
    after_deal: int
    side: str
    offence: str
    effects: list[Effect]
    struck: bool


class IndexAnswer(TypedDict):
    addresses: list[Address]


class MatchPage(TypedDict):
    total: int
    last: int
    next: str | None
    matches: list[Match]


class MatchRecord(TypedDict):
    match: Match
    games: list[Game]


class MatchStateAnswer(TypedDict):
    number: int
    state: str
    winner: str
    reason: str


class MedalRow(TypedDict):
    rank: int
    branch: int
    name: str
    medals: list[int]
    events: int


class MedalsAnswer(TypedDict):
    year: int
    years: list[int]
    events: int
    rows: list[MedalRow]


class Mendable(TypedDict):
    code: str
    field: str
    data: dict[str, Any]
    detail: str


class Notice(TypedDict):
    at: str
    kind: str
    title: str
    text: str
    match: int
    round: int


class NoticesAnswer(TypedDict):
    notices: list[Notice]


class Numbers(TypedDict):
    planned: int
    played: int
    unplayed: int
    byes: int
    drawn: int
    deals: int
    minutes: int
    longest: int
    reasons: dict[str, Any]
    branches: list[BranchNumbers]
    games: list[GameNumbers]


class PairingAnswer(TypedDict):
    round: int
    matches: list[int]


class PairingBody(TypedDict):
    step: str


class PenaltyAnswer(TypedDict):
    penalty: GivenPenalty
    standing: Standing
    seen: int


class PenaltyBody(TypedDict):
    seen: NotRequired[int | None]
    side: str
    offence: str
    effect: NotRequired[str | Any]
    amount: NotRequired[int]
    note: NotRequired[str]


class PlannedRound(TypedDict):
    number: int
    entrants: int
    starts_at: str
    clock: Clock
    matches: list[Appointment]


class ProblemAnswer(TypedDict):
    type: str
    title: str
    status: int
    code: str
    instance: str
    detail: NotRequired[str]
    problems: NotRequired[list[Mendable]]
    subject: NotRequired[str]
    present: NotRequired[str]


class ReasonBody(TypedDict):
    reason: NotRequired[str]


class RecordAnswer(TypedDict):
    branch: int
    name: str
    players: list[KnownPlayer]
    events: int
    best: int
    medals: list[int]
    tally: Tally
    appearances: list[Appearance]


class RefereeCallBody(TypedDict):
    note: NotRequired[str]


class RoundStartAnswer(TypedDict):
    number: int
    sitting: int
    starts_at: str


class RoundStartBody(TypedDict):
    starts_at: str
    sitting: NotRequired[int]


class RulingBody(TypedDict):
    ruling: str
    side: NotRequired[str | Any]
    reason: NotRequired[str]
    confirmed: bool


class Score(TypedDict):
    place: int
    points: float
    counts: bool


class SeasonEvent(TypedDict):
    slug: str
    name: str
    state: str
    starts_at: str | None
    counts: bool


class SeasonLine(TypedDict):
    rank: int
    branch: str
    players: list[str]
    points: float
    because: str
    scores: list[Score]
    ranks: list[int | None]
    in_final: bool


class Season(TypedDict):
    slug: str
    name: str
    season: str
    organiser: str
    scale: list[int]
    best: int
    criteria: list[str]
    finalists: int
    events: list[SeasonEvent]
    final: SeasonEvent | None
    lines: list[SeasonLine]


class Seated(TypedDict):
    number: int
    name: str


class SeriesAnswer(TypedDict):
    series: list[str]


class StagePlacesBody(TypedDict):
    absent: NotRequired[list[int]]
    seed: NotRequired[str]


class StatisticsAnswer(TypedDict):
    numbers: Numbers
    highlights: Highlights


class StoryAnswer(TypedDict):
    games: list[GameStory]


class StrikeBody(TypedDict):
    seen: NotRequired[int | None]
    reason: NotRequired[str]


class StruckDeal(TypedDict):
    number: int
    kind: str
    order: str
    entry: Any


class SubmissionAnswer(TypedDict):
    id: int
    state: str
    problems: list[Any]
    deal: Deal | None
    mark: str
    standing: Standing
    seen: int
    sheet: int


class SubmissionBody(TypedDict):
    device: str
    key: str
    operation: str
    number: int
    builds_on: NotRequired[str]
    body: NotRequired[dict[str, Any]]
    sheet: NotRequired[int | None]
    behind: NotRequired[int]


class SubstitutionBody(TypedDict):
    name: str
    gender: NotRequired[str | Any]
    remark: NotRequired[str]
    mail: NotRequired[str]
    number: int
    reason: NotRequired[str]


class TeamAnswer(TypedDict):
    id: int
    state: str
    players: list[Seated]


class TeamsAnswer(TypedDict):
    branches: list[Branch]


class TimetableAnswer(TypedDict):
    zone: str
    rounds: list[PlannedRound]


class TournamentsAnswer(TypedDict):
    tournaments: list[Event]


class UndoAnswer(TypedDict):
    deal: StruckDeal
    standing: Standing
    seen: int


class UndoBody(TypedDict):
    seen: NotRequired[int | None]


class Desk:
    """The API of one site; ``transport`` is how it is reached, None the network. To be used by ``with``."""

    def __init__(self, site: str, token: str = "", *, transport: httpx.BaseTransport | None = None) -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self.http = httpx.Client(base_url=site, headers=headers, transport=transport, timeout=30.0)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.http.close()

    def _ask(self, path: str, query: dict[str, Any] | None = None) -> Any:
        return self._told(self.http.get(f"/api/v1/{path}", params=query))

    def _send(self, path: str, body: Any, key: str) -> Any:
        headers = {"Idempotency-Key": key} if key else {}
        return self._told(self.http.post(f"/api/v1/{path}", json=body, headers=headers))

    def _told(self, answer: httpx.Response) -> Any:
        if answer.is_error:
            is_problem = answer.headers.get("Content-Type", "").startswith("application/problem+json")
            raise Refused(answer.json() if is_problem else {"status": answer.status_code, "title": answer.text})
        return answer.json()

    def follow(self, slug: str) -> Iterator[Pulse]:
        """The pulse of an event: at once, then whenever something changes, and now and then. Ends only with its loop;
        a connection that breaks is made anew, and where no stream comes through the pulse is asked each second."""
        path, waits = f"/e/{slug}", httpx.Timeout(30.0, read=SILENCE)
        while True:
            pause = BREATH
            try:
                with self.http.stream("GET", f"{path}/live/", follow_redirects=True, timeout=waits) as stream:
                    for line in stream.iter_lines() if stream.status_code == 200 else ():
                        name, _, told = line.partition(": ")
                        if name == "retry":
                            pause = int(told) / 1000
                        elif name == "data":
                            yield json.loads(told) or self._told(self.http.get(f"{path}/pulse/"))
                sleep(pause)
                yield self._told(self.http.get(f"{path}/pulse/"))
            except httpx.TransportError:
                sleep(pause)

    def index(self) -> IndexAnswer:
        """Every address with what it needs."""
        found = self._ask("")
        return cast("IndexAnswer", found)

    def archive(self) -> TournamentsAnswer:
        """The events that are archived, the newest first; all that is public of them stays."""
        found = self._ask("archive/")
        return cast("TournamentsAnswer", found)

    def champions(self) -> ChampionsAnswer:
        """The first three of every event that is over, the latest first."""
        found = self._ask("champions/")
        return cast("ChampionsAnswer", found)

    def medals(self) -> MedalsAnswer:
        """奖牌榜 of all years: by champions, then runners-up, then third places."""
        found = self._ask("medals/")
        return cast("MedalsAnswer", found)

    def medals_of_year(self, year: int) -> MedalsAnswer:
        """奖牌榜 of one year."""
        found = self._ask(f"medals/{year}/")
        return cast("MedalsAnswer", found)

    def branch_record(self, branch: int) -> RecordAnswer:
        """战绩 of a branch, by its id in any event: all that its teams came to."""
        found = self._ask(f"records/branch/{branch}/")
        return cast("RecordAnswer", found)

    def player_record(self, player: int) -> RecordAnswer:
        """战绩 of a player, by an id that another record says; 404 where names are not public."""
        found = self._ask(f"records/player/{player}/")
        return cast("RecordAnswer", found)

    def team_record(self, team: int) -> RecordAnswer:
        """战绩 of a team, by its id in any event: of the same players of the same branch together."""
        found = self._ask(f"records/team/{team}/")
        return cast("RecordAnswer", found)

    def all_series(self) -> SeriesAnswer:
        """The addresses of all series."""
        found = self._ask("series/")
        return cast("SeriesAnswer", found)

    def series(self, series: str) -> Season:
        """赛季积分榜; like the list of events it has the version of the whole site."""
        found = self._ask(f"series/{series}/")
        return cast("Season", found)

    def tournaments(self) -> TournamentsAnswer:
        """All events that are not archived, the newest first."""
        found = self._ask("tournaments/")
        return cast("TournamentsAnswer", found)

    def tournament(self, slug: str) -> Event:
        """One event as it is announced; ``version`` rises with whatever the public can see."""
        found = self._ask(f"tournaments/{slug}/")
        return cast("Event", found)

    def announcements(self, slug: str, body: AnnouncementBody, *, key: str = "") -> AnnouncementAnswer:
        """公告: told at once, or ``at`` a moment, to those whom it concerns."""
        found = self._send(f"tournaments/{slug}/announcements/", body, key)
        return cast("AnnouncementAnswer", found)

    def awards(self, slug: str) -> AwardsAnswer:
        """The prizes and who has won them, as far as it is decided."""
        found = self._ask(f"tournaments/{slug}/awards/")
        return cast("AwardsAnswer", found)

    def awards_confirmation(self, slug: str, body: UndoBody, *, key: str = "") -> EventStateAnswer:
        """确认名次: the podium stands, and the event is finished."""
        found = self._send(f"tournaments/{slug}/awards/confirmation/", body, key)
        return cast("EventStateAnswer", found)

    def awards_reopening(self, slug: str, body: ReasonBody, *, key: str = "") -> EventStateAnswer:
        """撤回确认, with a reason."""
        found = self._send(f"tournaments/{slug}/awards/reopening/", body, key)
        return cast("EventStateAnswer", found)

    def bracket(self, slug: str) -> BracketAnswer:
        """The stages with their standings, the rounds with all matches, whatever the format."""
        found = self._ask(f"tournaments/{slug}/bracket/")
        return cast("BracketAnswer", found)

    def entry(self, slug: str, number: int) -> EntryAnswer:
        """报名表 of the branch with that number in the annex."""
        found = self._ask(f"tournaments/{slug}/branches/{number}/entry/")
        return cast("EntryAnswer", found)

    def entry_save(self, slug: str, number: int, body: EntryBody, *, key: str = "") -> EntryAnswer:
        """报名表 of the branch with that number in the annex."""
        found = self._send(f"tournaments/{slug}/branches/{number}/entry/", body, key)
        return cast("EntryAnswer", found)

    def challonge(self, slug: str) -> ChallongeAnswer:
        """The event as a tournament of Challonge (docs/challonge.md); 422 where that has no words for its format."""
        found = self._ask(f"tournaments/{slug}/challonge/")
        return cast("ChallongeAnswer", found)

    def days(self, slug: str) -> DaysAnswer:
        """比赛日: the days on which the event plays."""
        found = self._ask(f"tournaments/{slug}/days/")
        return cast("DaysAnswer", found)

    def day(self, slug: str, number: int) -> DayAnswer:
        """战报: what a day brought, as far as it is played."""
        found = self._ask(f"tournaments/{slug}/days/{number}/")
        return cast("DayAnswer", found)

    def draw(self, slug: str) -> DrawHistoryAnswer:
        """Every draw that was made, previews too, and the seal of the latest: fingerprint, numbers called out."""
        found = self._ask(f"tournaments/{slug}/draw/")
        return cast("DrawHistoryAnswer", found)

    def draws(self, slug: str, body: DrawBody, *, key: str = "") -> DrawAnswer:
        """抽签: a preview of the draw, which takes the place of the one before."""
        found = self._send(f"tournaments/{slug}/draws/", body, key)
        return cast("DrawAnswer", found)

    def draw_record(self, slug: str, number: int) -> DrawRecordAnswer:
        """The record of a draw, all that is needed to draw it again (docs/decisions/0041); 404 while it is a secret."""
        found = self._ask(f"tournaments/{slug}/draws/{number}/")
        return cast("DrawRecordAnswer", found)

    def draw_confirmation(self, slug: str, number: int, body: DrawConfirmationBody, *, key: str = "") -> DrawAnswer:
        """确认并公布. A draw with breaches needs ``confirmed`` and a reason, by the chief referee."""
        found = self._send(f"tournaments/{slug}/draws/{number}/confirmation/", body, key)
        return cast("DrawAnswer", found)

    def draw_repeal(self, slug: str, number: int, body: ReasonBody, *, key: str = "") -> DrawAnswer:
        """重新抽签: a preview is thrown away, or, with a reason and while no match has begun, the draw that stands."""
        found = self._send(f"tournaments/{slug}/draws/{number}/repeal/", body, key)
        return cast("DrawAnswer", found)

    def events(self, slug: str, **query: str | int) -> EventPage:
        """What happened, in the order in which it did: the public journal, to be followed number by number."""
        found = self._ask(f"tournaments/{slug}/events/", query)
        return cast("EventPage", found)

    def matches(self, slug: str, **query: str | int) -> MatchPage:
        """The matches that the query asks for, by number."""
        found = self._ask(f"tournaments/{slug}/matches/", query)
        return cast("MatchPage", found)

    def match(self, slug: str, number: int) -> MatchRecord:
        """One match with every deal and penalty."""
        found = self._ask(f"tournaments/{slug}/matches/{number}/")
        return cast("MatchRecord", found)

    def call(self, slug: str, number: int, body: dict[str, Any], *, key: str = "") -> MatchStateAnswer:
        """点名: the two teams are called to their table."""
        found = self._send(f"tournaments/{slug}/matches/{number}/call/", body, key)
        return cast("MatchStateAnswer", found)

    def check_in(self, slug: str, number: int, body: dict[str, Any], *, key: str = "") -> MatchStateAnswer:
        """签到: everybody whom the match expects is here."""
        found = self._send(f"tournaments/{slug}/matches/{number}/check-in/", body, key)
        return cast("MatchStateAnswer", found)

    def confirmation(self, slug: str, number: int, body: UndoBody, *, key: str = "") -> MatchStateAnswer:
        """确认成绩: what the sheet shows is the result of the match, or of its game."""
        found = self._send(f"tournaments/{slug}/matches/{number}/confirmation/", body, key)
        return cast("MatchStateAnswer", found)

    def deals(self, slug: str, number: int, body: DealBody, *, key: str = "") -> DealAnswer:
        """记一副."""
        found = self._send(f"tournaments/{slug}/matches/{number}/deals/", body, key)
        return cast("DealAnswer", found)

    def penalties(self, slug: str, number: int, body: PenaltyBody, *, key: str = "") -> PenaltyAnswer:
        """处罚 of a side. Who may not end a match notes an offence that would; other effects are for who may rule."""
        found = self._send(f"tournaments/{slug}/matches/{number}/penalties/", body, key)
        return cast("PenaltyAnswer", found)

    def penalty_strike(self, slug: str, number: int, penalty: int, body: StrikeBody, *, key: str = "") -> PenaltyAnswer:
        """撤销处罚: it stays in the record, with the reason."""
        found = self._send(f"tournaments/{slug}/matches/{number}/penalties/{penalty}/strike/", body, key)
        return cast("PenaltyAnswer", found)

    def referee_call(self, slug: str, number: int, body: RefereeCallBody, *, key: str = "") -> MatchStateAnswer:
        """请裁判长: the chief referee is asked to the table; called again it is heard with its new note."""
        found = self._send(f"tournaments/{slug}/matches/{number}/referee-call/", body, key)
        return cast("MatchStateAnswer", found)

    def referee_answer(self, slug: str, number: int, body: dict[str, Any], *, key: str = "") -> MatchStateAnswer:
        """裁判长已到: the open call of the match is answered."""
        found = self._send(f"tournaments/{slug}/matches/{number}/referee-call/answer/", body, key)
        return cast("MatchStateAnswer", found)

    def ruling(self, slug: str, number: int, body: RulingBody, *, key: str = "") -> MatchStateAnswer:
        """裁定. Without ``confirmed`` nothing is changed: a ruling by mistake is worse than one more question."""
        found = self._send(f"tournaments/{slug}/matches/{number}/ruling/", body, key)
        return cast("MatchStateAnswer", found)

    def sheet(self, slug: str, number: int) -> dict[str, Any]:
        """The sheet as a phone needs it, ``?device=`` for what became of that phone's own entries."""
        found = self._ask(f"tournaments/{slug}/matches/{number}/sheet/")
        return cast("dict[str, Any]", found)

    def match_story(self, slug: str, number: int) -> StoryAnswer:
        """走势: each game of a match deal by deal, with home's chance to win and where it turned."""
        found = self._ask(f"tournaments/{slug}/matches/{number}/story/")
        return cast("StoryAnswer", found)

    def submissions(self, slug: str, number: int, body: SubmissionBody, *, key: str = "") -> SubmissionAnswer:
        """提交: what a device kept until it had a network. Its own key makes sending it twice the same as once."""
        found = self._send(f"tournaments/{slug}/matches/{number}/submissions/", body, key)
        return cast("SubmissionAnswer", found)

    def undo(self, slug: str, number: int, body: UndoBody, *, key: str = "") -> UndoAnswer:
        """撤回 the last deal."""
        found = self._send(f"tournaments/{slug}/matches/{number}/undo/", body, key)
        return cast("UndoAnswer", found)

    def notices(self, slug: str) -> NoticesAnswer:
        """The notice board, the newest first, in the language that is asked for."""
        found = self._ask(f"tournaments/{slug}/notices/")
        return cast("NoticesAnswer", found)

    def clock(self, slug: str, number: int, body: ClockBody, *, key: str = "") -> ClockAnswer:
        """The clock of a round: start, pause, resume."""
        found = self._send(f"tournaments/{slug}/rounds/{number}/clock/", body, key)
        return cast("ClockAnswer", found)

    def pairing(self, slug: str, number: int, body: PairingBody, *, key: str = "") -> PairingAnswer:
        """编排本轮 by the standing, or taking that back."""
        found = self._send(f"tournaments/{slug}/rounds/{number}/pairing/", body, key)
        return cast("PairingAnswer", found)

    def round_start(self, slug: str, number: int, body: RoundStartBody, *, key: str = "") -> RoundStartAnswer:
        """改期: the round, or a sitting of it, begins at another time; everybody concerned is told."""
        found = self._send(f"tournaments/{slug}/rounds/{number}/start/", body, key)
        return cast("RoundStartAnswer", found)

    def stage_places(self, slug: str, number: int, body: StagePlacesBody, *, key: str = "") -> DrawAnswer:
        """晋级: the teams of a later stage come into it, by rank or drawn anew."""
        found = self._send(f"tournaments/{slug}/stages/{number}/places/", body, key)
        return cast("DrawAnswer", found)

    def statistics(self, slug: str) -> StatisticsAnswer:
        """The event in numbers and its highlights, nothing of it personal."""
        found = self._ask(f"tournaments/{slug}/statistics/")
        return cast("StatisticsAnswer", found)

    def teams(self, slug: str) -> TeamsAnswer:
        """The branches with their teams and players, as everybody may read them."""
        found = self._ask(f"tournaments/{slug}/teams/")
        return cast("TeamsAnswer", found)

    def restoration(self, slug: str, team: int, body: dict[str, Any], *, key: str = "") -> TeamAnswer:
        """恢复报名: the withdrawal was a mistake; before the draw only."""
        found = self._send(f"tournaments/{slug}/teams/{team}/restoration/", body, key)
        return cast("TeamAnswer", found)

    def substitution(self, slug: str, team: int, body: SubstitutionBody, *, key: str = "") -> TeamAnswer:
        """换人: ``number`` of the team leaves. After the deadline it takes the chief referee, and a reason."""
        found = self._send(f"tournaments/{slug}/teams/{team}/substitution/", body, key)
        return cast("TeamAnswer", found)

    def withdrawal(self, slug: str, team: int, body: ReasonBody, *, key: str = "") -> TeamAnswer:
        """退赛: its open matches go to the opponents; the reason is for everybody to read."""
        found = self._send(f"tournaments/{slug}/teams/{team}/withdrawal/", body, key)
        return cast("TeamAnswer", found)

    def timetable(self, slug: str) -> TimetableAnswer:
        """Who plays when, where and by which clock."""
        found = self._ask(f"tournaments/{slug}/timetable/")
        return cast("TimetableAnswer", found)
