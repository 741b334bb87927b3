"""Stage, rounds, matches, tables, games and results."""

from datetime import datetime

from django.conf import settings
from django.contrib.postgres.constraints import ExclusionConstraint
from django.contrib.postgres.fields import DateTimeRangeField, RangeOperators
from django.db import models
from django.db.models import F, Func, Q, Value

from scoring.games.guandan import Guandan
from scoring.models import Clock, Sheet
from tournaments.bracket.models.selections import BracketMatches, CurrentGames, MatchesAtTables
from tournaments.calendar import last_moment
from tournaments.entries.models import Player, Team
from tournaments.event.models.tournament import Tournament
from tournaments.formats import KNOCKOUT, made
from tournaments.states import (
    FED,
    MATCH_TRANSITIONS,
    BookingKind,
    MatchSide,
    MatchState,
    RemedyKind,
    SlotKind,
    SourceKind,
)


class Stage(models.Model):
    """阶段: one format and one game over one list of teams: who registered, or ``places`` of an earlier stage from
    ``first_place`` on: the first eight go into the final, from 17th place on into a consolation (安慰赛).

    ``rule_set``, the game's options as JSON, is frozen here when the draw is confirmed: the event's, with
    ``rule_options`` and ``minutes`` over it.
    """

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(default=1)
    format = models.CharField(max_length=20, default=KNOCKOUT, help_text="a name in `formats.FORMATS`")
    source = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="later")
    places = models.PositiveSmallIntegerField(default=0, help_text="how many come from the source; 0: registration")
    first_place = models.PositiveSmallIntegerField(default=1, help_text="the best place there that comes")
    by_lot = models.BooleanField(default=False, help_text="they are drawn anew, not placed by rank")
    settings = models.JSONField(default=dict, blank=True, help_text="of its format: `formats.settings`")
    game = models.CharField(max_length=20, default=Guandan.name, help_text="a name in `scoring.games.GAMES`")
    size = models.PositiveSmallIntegerField(default=0, help_text="positions of the drawn sheet, 0 before the draw")
    rule_set = models.JSONField(default=dict)
    rule_options = models.JSONField(default=dict, blank=True, help_text="of this stage alone, over the event's")
    minutes = models.PositiveSmallIntegerField(null=True, blank=True, help_text="the clock of its rounds, if its own")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="stage_number_once"),
            models.CheckConstraint(
                name="places_come_from_a_stage",
                condition=Q(source=None, places=0) | Q(source__isnull=False, places__gt=0),
            ),
            models.CheckConstraint(name="places_count_from_one", condition=Q(first_place__gte=1)),
        ]

    def __str__(self) -> str:
        return f"stage {self.number} of {self.tournament_id}"


class Round(models.Model):
    """轮, counted through the event. Planned rounds exist before the draw; the name (32进16) follows from ``entrants``,
    0 until it is drawn and in formats whose rounds go by their number.

    A round with more matches than tables may be played in several sittings (分批), each a row of the same ``number``
    with its own matches, start and clock.
    """

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    sitting = models.PositiveSmallIntegerField(default=1, help_text="批, counted through the round")
    entrants = models.PositiveSmallIntegerField(default=0, help_text="positions that enter: 32, 16, … 2")
    starts_at = models.DateTimeField()
    clock = models.OneToOneField(Clock, models.PROTECT, related_name="round")
    closed_at = models.DateTimeField(null=True, blank=True, help_text="of a season (赛季): when it was closed")

    class Meta:
        ordering = ["number", "sitting"]
        constraints = [models.UniqueConstraint(fields=["stage", "number", "sitting"], name="sitting_once_a_round")]

    def __str__(self) -> str:
        return f"round {self.number}.{self.sitting} of stage {self.stage_id}"

    @property
    def round_number(self) -> int:
        """As a match of it calls it, for the name of a round."""
        return self.number

    @property
    def until(self) -> datetime | None:
        """By when its matches are played, where their sides choose the day; a season lasts longer than one of them."""
        tournament = self.stage.tournament
        days = self.season_days or tournament.own_days
        return last_moment(self.starts_at, days if tournament.own_days else 0, tournament.tzinfo)

    @property
    def season_days(self) -> int:
        """Of a season, whose matches come by challenges, how long it lasts; else 0."""
        return made(self.stage.format, self.stage.settings).season_days

    @property
    def subject(self) -> str:
        return f"round:{self.pk}"


class Table(models.Model):
    """球桌 of the hall."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=20, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="table_number_once")]

    def __str__(self) -> str:
        return self.name or str(self.number)


def _side_agrees(side: str) -> Q:
    return Q(**{f"{side}_slot": SlotKind.TEAM, f"{side}_team__isnull": False}) | (
        ~Q(**{f"{side}_slot": SlotKind.TEAM}) & Q(**{f"{side}_team": None})
    )


def _source_is_whole(side: str) -> Q:
    kind, match, position = f"{side}_source_kind", f"{side}_source_match__isnull", f"{side}_source_position"
    return (
        Q(**{kind: SourceKind.POSITION, match: True, f"{position}__gte": 1})
        | Q(**{kind: SourceKind.LOT, match: True, position: None})
        | Q(**{f"{kind}__in": FED, match: False, position: None})
    )


class Match(models.Model):
    """对阵. ``number`` counts through the event; each side has a slot (open, team, bye, nobody) and a source, which is
    a position of the stage, a match, or neither where the round is paired (`bracket.rules.sides`).

    Where everybody enters alone (每轮换搭档), a team is one person, and each side has a ``partner``, another one, whose
    ``position`` is that of the draw, if it follows from it. Whoever rests has none.

    A 团体赛 is decided by its boards (台): matches of the same teams, round and place, each at a table of its own, that
    follow no plan. Their number is `bracket.rules.boards.board_number`.
    """

    transitions = MATCH_TRANSITIONS

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="matches")
    round = models.ForeignKey(Round, models.CASCADE, related_name="matches")
    number = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField(help_text="1, 2, … from the top of its round")
    place_for = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="the place that it is played for, 3 of 季军战; none of a match of the bracket"
    )
    home_source_kind = models.CharField(max_length=8, choices=SourceKind)
    home_source_match = models.ForeignKey("self", models.RESTRICT, null=True, blank=True, related_name="+")
    home_source_position = models.PositiveSmallIntegerField(null=True, blank=True)
    away_source_kind = models.CharField(max_length=8, choices=SourceKind)
    away_source_match = models.ForeignKey("self", models.RESTRICT, null=True, blank=True, related_name="+")
    away_source_position = models.PositiveSmallIntegerField(null=True, blank=True)
    home_slot = models.CharField(max_length=8, choices=SlotKind, default=SlotKind.OPEN)
    away_slot = models.CharField(max_length=8, choices=SlotKind, default=SlotKind.OPEN)
    home_team = models.ForeignKey(Team, models.PROTECT, null=True, blank=True, related_name="+")
    away_team = models.ForeignKey(Team, models.PROTECT, null=True, blank=True, related_name="+")
    home_partner = models.ForeignKey(Team, models.PROTECT, null=True, blank=True, related_name="+")
    away_partner = models.ForeignKey(Team, models.PROTECT, null=True, blank=True, related_name="+")
    home_partner_position = models.PositiveSmallIntegerField(null=True, blank=True)
    away_partner_position = models.PositiveSmallIntegerField(null=True, blank=True)
    team_match = models.ForeignKey(
        "self", models.CASCADE, null=True, blank=True, related_name="+", help_text="of a board: what it helps to decide"
    )
    board = models.PositiveSmallIntegerField(default=0, help_text="第几台 of its team match, from 1; 0: it is no board")
    winner_to = models.ForeignKey("self", models.CASCADE, null=True, blank=True, related_name="winners_from")
    loser_to = models.ForeignKey("self", models.CASCADE, null=True, blank=True, related_name="losers_from")
    table = models.ForeignKey(Table, models.PROTECT, null=True, blank=True, related_name="matches")
    state = models.CharField(max_length=8, choices=MatchState, default=MatchState.WAITING)
    called_at = models.DateTimeField(null=True, blank=True)
    challenged_at = models.DateTimeField(null=True, blank=True, help_text="挑战: when away challenged home")
    agreed_at = models.DateTimeField(null=True, blank=True, help_text="约定: when its sides have agreed to play it")
    agreed_place = models.CharField(max_length=60, blank=True, default="")
    proposed_at = models.DateTimeField(null=True, blank=True, help_text="when one side proposes to")
    proposed_place = models.CharField(max_length=60, blank=True, default="")
    proposed_by = models.CharField(max_length=4, blank=True, default="", choices=MatchSide)
    result = models.OneToOneField("Result", models.SET_NULL, null=True, blank=True, related_name="+")

    objects = BracketMatches()
    at_tables = MatchesAtTables()
    every = models.Manager["Match"]()

    class Meta:
        ordering = ["number"]
        verbose_name_plural = "matches"
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="match_number_once_a_stage"),
            models.UniqueConstraint(
                fields=["round", "place"], condition=Q(team_match=None), name="match_place_once_a_round"
            ),
            models.UniqueConstraint(fields=["team_match", "board"], name="board_once_a_team_match"),
            models.CheckConstraint(
                name="a_board_has_a_team_match",
                condition=Q(team_match=None, board=0) | Q(team_match__isnull=False, board__gte=1),
            ),
            models.CheckConstraint(name="home_source_is_whole", condition=_source_is_whole("home")),
            models.CheckConstraint(name="away_source_is_whole", condition=_source_is_whole("away")),
            models.CheckConstraint(name="home_slot_agrees_with_team", condition=_side_agrees("home")),
            models.CheckConstraint(name="away_slot_agrees_with_team", condition=_side_agrees("away")),
            models.CheckConstraint(
                name="a_played_match_has_two_teams",
                condition=~Q(state__in=[MatchState.READY, MatchState.CALLED, MatchState.PLAYING, MatchState.DISPUTED])
                | Q(home_slot=SlotKind.TEAM, away_slot=SlotKind.TEAM),
            ),
            models.CheckConstraint(
                name="nobody_meets_himself", condition=Q(home_team=None) | ~Q(home_team=F("away_team"))
            ),
            models.CheckConstraint(
                name="both_sides_have_partners_or_none",
                condition=Q(home_partner=None, away_partner=None)
                | Q(
                    home_partner__isnull=False,
                    away_partner__isnull=False,
                    home_slot=SlotKind.TEAM,
                    away_slot=SlotKind.TEAM,
                ),
            ),
            models.CheckConstraint(
                name="four_people_sit_at_a_table",
                condition=Q(home_partner=None)
                | ~Q(home_partner=F("home_team"))
                & ~Q(home_partner=F("away_team"))
                & ~Q(home_partner=F("away_partner"))
                & ~Q(away_partner=F("home_team"))
                & ~Q(away_partner=F("away_team")),
            ),
            models.CheckConstraint(
                name="a_place_is_agreed_with_its_day", condition=Q(agreed_at__isnull=False) | Q(agreed_place="")
            ),
            models.CheckConstraint(
                name="a_proposal_is_whole",
                condition=Q(proposed_at=None, proposed_place="", proposed_by="")
                | Q(proposed_at__isnull=False, proposed_by__in=MatchSide.values),
            ),
            models.CheckConstraint(
                name="over_has_a_result",
                condition=Q(state=MatchState.OVER, result__isnull=False) | (~Q(state=MatchState.OVER) & Q(result=None)),
            ),
        ]

    def __str__(self) -> str:
        return f"match {self.number} of stage {self.stage_id}"

    @property
    def subject(self) -> str:
        return f"match:{self.pk}"

    @property
    def until(self) -> datetime | None:
        """By when it is played, where its sides choose the day: with its round, or so long after the challenge."""
        if self.challenged_at is None:
            return self.round.until
        tournament = self.stage.tournament
        return last_moment(self.challenged_at, tournament.own_days, tournament.tzinfo)

    @property
    def has_boards(self) -> bool:
        """Is it a team match, at no table itself?"""
        return self.board == 0 and self.stage.tournament.boards > 1

    @property
    def winning_team_id(self) -> int | None:
        """Of the team that won it; None while it is open, of a bye, and where nobody won."""
        if self.result is None or not self.result.winner:
            return None
        return self.home_team_id if self.result.winner == "home" else self.away_team_id


class Result(models.Model):
    """One version of a match's outcome; the newest counts, all stay readable. ``winner``: home, away or "" (nobody)."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="results")
    version = models.PositiveSmallIntegerField()
    home_team = models.ForeignKey(Team, models.PROTECT, null=True, related_name="+")
    away_team = models.ForeignKey(Team, models.PROTECT, null=True, related_name="+")
    winner = models.CharField(max_length=4, blank=True)
    reason = models.CharField(max_length=24, help_text="a `guandan_rules.Reason`, or `WALKOVER`")
    note = models.CharField(max_length=200, blank=True)
    home_standing = models.JSONField(default=dict, help_text="level, passed, games won when it was decided")
    away_standing = models.JSONField(default=dict)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    withdrawn_at = models.DateTimeField(null=True, blank=True, help_text="set when a correction took it back")
    remedy = models.CharField(max_length=8, choices=RemedyKind, blank=True, help_text="signed as such by the chief")

    class Meta:
        ordering = ["version"]
        constraints = [models.UniqueConstraint(fields=["match", "version"], name="result_version_once_a_match")]

    def __str__(self) -> str:
        return f"result {self.version} of match {self.match_id}: {self.winner or 'nobody'}, {self.reason}"


def current_games() -> models.FilteredRelation:
    """The same games, to be joined to a query of matches under a name of its own."""
    return models.FilteredRelation("games", condition=Q(games__replaced_at=None))


class Game(models.Model):
    """局 of a match: one sheet; a best-of-n match has up to n.

    ``replaced_at``: a correction gave the match another pair, or had it played again; ``result`` is what it led to.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField()
    sheet = models.OneToOneField(Sheet, models.PROTECT, related_name="match_game")
    replaced_at = models.DateTimeField(null=True, blank=True)
    result = models.ForeignKey(Result, models.SET_NULL, null=True, blank=True, related_name="games")

    objects = CurrentGames()
    every = models.Manager["Game"]()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["match", "number"], condition=Q(replaced_at=None), name="game_number_once_a_match"
            )
        ]

    def __str__(self) -> str:
        return f"game {self.number} of match {self.match_id}"


class CheckIn(models.Model):
    """签到: this player was seen at the table before this match."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="check_ins")
    player = models.ForeignKey(Player, models.PROTECT, related_name="check_ins")
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "player"], name="check_in_once")]

    def __str__(self) -> str:
        return f"{self.player_id} at match {self.match_id}"


class BoardPlayer(models.Model):
    """出场名单: this player is to play at this board of a team match, as his team handed it in."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="lined_up", help_text="the board")
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "player"], name="lined_up_once_a_board")]

    def __str__(self) -> str:
        return f"{self.player_id} at board {self.match_id}"


def _one(field: str) -> Func:
    # a range of one number: equality inside a gist index without the btree_gist extension
    return Func(F(field), F(field), Value("[]"), function="int8range")


class Booking(models.Model):
    """A table or a team is taken by a match for a time; the database itself forbids two at once."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="bookings")
    kind = models.BigIntegerField(choices=BookingKind)
    resource = models.BigIntegerField(help_text="id of the table or of the team")
    during = DateTimeRangeField()

    class Meta:
        constraints = [
            ExclusionConstraint(
                name="one_match_at_a_time",
                expressions=[
                    (_one("kind"), RangeOperators.OVERLAPS),
                    (_one("resource"), RangeOperators.OVERLAPS),
                    ("during", RangeOperators.OVERLAPS),
                ],
                deferrable=models.Deferrable.DEFERRED,
            )
        ]

    def __str__(self) -> str:
        return f"match {self.match_id} takes {self.get_kind_display()} {self.resource}"
