"""赛事: the event itself, who may do what in it, and what its office lays its own papers out with."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils import timezone

from guandan_rules import level_name, named
from journal.models import Journal
from journal.words import worded
from tournaments.calendar import MOST_DAYS
from tournaments.entries.seats import FEWEST, MOST, MOST_RESERVES, USUAL
from tournaments.series.models import Series
from tournaments.states import TOURNAMENT_TRANSITIONS, BranchesApart, OwnFileKind, RoleKind, TournamentState
from tournaments.team_match import MOST_BOARDS, BoardsEqual

_NUMBERS_OF_TEAMS = ("n", "teams", "entered", "came", "places", "most", "fewest", "low", "high")
OF_WHO_PLAYS_ALONE = {
    "支队伍": "名选手", "队伍": "选手", "各队": "各位选手", "该队": "该选手", "哪一队": "哪一方", "本队到齐": "已到齐",
    "、队伍或队员": "或选手", "的队伍或队员": "的选手", "参加一支队伍": "报名一次",
    **{f"%({n})s队": f"%({n})s人" for n in _NUMBERS_OF_TEAMS},
    "team": "player", "teams": "players", "Team": "Player", "Teams": "Players", "Teams and players": "Players",
    "teams and players": "players", "No team and no player": "No player", ", a team or a player": " or a player",
    "the player, or the team with its players": "the player", "per team": "per entry", "A team has": "An entry has",
}  # fmt: skip
"""What the messages say of teams, where a team is one player."""


class Tournament(models.Model):
    """One event. What the regulation leaves open stands in ``rule_options`` over the named ``rule_set``."""

    transitions = TOURNAMENT_TRANSITIONS

    slug = models.SlugField(unique=True, max_length=40)
    name = models.CharField(max_length=80)
    organiser = models.CharField(max_length=60, blank=True)
    document = models.CharField(
        max_length=60, blank=True, help_text="number of the official notice, e.g. 北工院工字[2023]13 号"
    )
    place = models.CharField(max_length=80, blank=True)
    zone = models.CharField(max_length=40, default="Asia/Shanghai")
    journal = models.OneToOneField(Journal, models.PROTECT, related_name="tournament")
    state = models.CharField(max_length=10, choices=TournamentState, default=TournamentState.ENTRY)
    archived_at = models.DateTimeField(null=True, blank=True)
    preset = models.CharField(max_length=40, blank=True)
    closes_at = models.DateTimeField(help_text="entries are accepted until here")
    draw_at = models.DateTimeField(null=True, blank=True, help_text="when lots are drawn in the hall")
    rule_set = models.CharField(max_length=20, default="s000")
    rule_options = models.JSONField(default=dict, blank=True)
    seats = models.PositiveSmallIntegerField(
        default=USUAL, validators=[MinValueValidator(FEWEST), MaxValueValidator(MOST)], help_text="players a team"
    )
    reserves = models.PositiveSmallIntegerField(
        default=0, validators=[MaxValueValidator(MOST_RESERVES)], help_text="替补: players beside those who play"
    )
    own_days = models.PositiveSmallIntegerField(
        default=0,
        validators=[MaxValueValidator(MOST_DAYS)],
        help_text="自己约日子: so many days the teams have for the matches of a round; 0: rounds begin at their hours",
    )
    acceptance_needed = models.BooleanField(
        default=False, help_text="what a branch hands in counts once the office has accepted it, not at once"
    )
    phones_kept = models.BooleanField(default=False, help_text="telephones of players are kept, for the office alone")
    branches_apart = models.CharField(max_length=12, choices=BranchesApart, default=BranchesApart.HALVES)
    third_place_match = models.BooleanField(default=False)
    best_of = models.PositiveSmallIntegerField(default=1, validators=[MinValueValidator(1), MaxValueValidator(9)])
    boards = models.PositiveSmallIntegerField(
        default=1,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_BOARDS)],
        help_text="团体赛: so many boards of a match are played at once, each by players of its own; 1: none is",
    )
    boards_equal = models.CharField(
        max_length=11,
        choices=[(way.value, way.value) for way in BoardsEqual],
        default=BoardsEqual.DIFFERENCE.value,
        help_text="what decides when both sides have won as many boards",
    )
    stop_early = models.BooleanField(
        default=False, help_text="once a side has won more than half of the boards the others are not played"
    )
    changing_partners = models.BooleanField(
        default=False, help_text="每轮换搭档: everybody enters alone, as a team of one, and plays as one of two"
    )
    match_clock = models.BooleanField(
        default=False, help_text="每场限时: one clock for all games of a match, not one for each of them"
    )
    check_in_minutes = models.PositiveSmallIntegerField(
        default=10, help_text="how long before the start a round is called"
    )
    last_bell_minutes = models.PositiveSmallIntegerField(
        default=0, help_text="最后一副: how long before the bell the last deal is announced; 0: it is not"
    )
    awards = models.JSONField(
        default=list, help_text='[{"rank": 1, "name": "冠军", "count": 1}, …, {"rank": 0, "name": "纪念奖"}]'
    )
    awards_confirmed_at = models.DateTimeField(null=True, blank=True)
    names_public = models.BooleanField(
        default=True, help_text="players' names are shown whole to everybody; else but for the first character"
    )
    is_rated = models.BooleanField(
        default=False, help_text="计等级分: its matches count for the rating of whoever plays in them"
    )
    committees = models.TextField(
        blank=True, default="", help_text="组织机构, a line a group: who runs the event, as its notice prints it"
    )
    plan = models.JSONField(
        blank=True, default=dict, help_text="what it is planned with: `forecast.plan.Plan`; empty: nobody has said"
    )
    own_rules = models.TextField(
        blank=True, default="", help_text="本赛事打法 in the office's words: `bracket.words.own_rules` reads them"
    )
    branch_word = models.CharField(max_length=8, default="分会", help_text="what enters teams is called so in Chinese")
    member_word = models.CharField(max_length=8, default="会员", help_text="who plays is called so in Chinese")
    leader_word = models.CharField(max_length=8, default="领队兼教练", help_text="who speaks for a branch, in Chinese")
    series = models.ForeignKey(Series, models.PROTECT, null=True, blank=True, related_name="events")
    is_season_final = models.BooleanField(default=False, help_text="the event that the series leads to")
    personal_months = models.PositiveSmallIntegerField(
        default=12,
        validators=[MinValueValidator(1), MaxValueValidator(120)],
        help_text="how long after the event the office means to keep personal data",
    )
    forgotten_at = models.DateTimeField(null=True, blank=True, help_text="when everybody's personal data were removed")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at", "pk"]
        constraints = [
            models.CheckConstraint(name="one_to_three_players_a_team", condition=models.Q(seats__range=(FEWEST, MOST))),
            models.CheckConstraint(
                name="nobody_is_reserve_of_one",
                condition=models.Q(reserves=0) | models.Q(seats__gt=FEWEST) | models.Q(boards__gt=1),
            ),
            models.CheckConstraint(
                name="one_to_six_boards_a_match", condition=models.Q(boards__range=(1, MOST_BOARDS))
            ),
            models.CheckConstraint(
                name="changing_partners_are_two_at_one_board",
                condition=models.Q(changing_partners=False) | models.Q(seats=USUAL, boards=1, reserves=0, own_days=0),
            ),
            models.UniqueConstraint(
                fields=["series"], condition=models.Q(is_season_final=True), name="one_final_a_series"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def subject(self) -> str:
        return f"tournament:{self.pk}"

    @property
    def tzinfo(self) -> ZoneInfo:
        return ZoneInfo(self.zone)

    @property
    def is_archived(self) -> bool:
        return self.archived_at is not None

    @property
    def starts_at(self) -> datetime | None:
        """When its first round starts: a query, but for an event that was read `with_first_start`."""
        known = vars(self)
        if "first_start" not in known:
            known = self.stages.aggregate(first_start=models.Min("rounds__starts_at"))
        start: datetime | None = known["first_start"]
        return start

    @property
    def most_players(self) -> int:
        """Of a team: those who play, and its reserves."""
        return self.fewest_players + self.reserves

    @property
    def fewest_players(self) -> int:
        """Of a team: those who play, at all boards of a match; one where everybody enters alone."""
        return FEWEST if self.changing_partners else self.boards * self.seats

    @property
    def plays_alone(self) -> bool:
        """Is a team one player?"""
        return self.fewest_players == FEWEST

    @contextmanager
    def at_home(self) -> Iterator[None]:
        """Times are those of its zone inside, and words its own; where 王 is passed (S001-7) nobody passes A, and where
        everybody plays alone there is no 队伍."""
        words = {"分会": self.branch_word, "会员": self.member_word, "领队兼教练": self.leader_word}
        if "领队" not in self.leader_word:
            words["领队"] = self.leader_word
        target = level_name(self.rule_options.get("target_level") or named(self.rule_set).target_level)
        aces = ("过A", "打A", "到A", "passed A", "Passed A", "passes A", "A not passed")
        words |= {ace: ace.replace("A", target) for ace in aces}
        if self.plays_alone:
            words |= OF_WHO_PLAYS_ALONE
        with timezone.override(self.tzinfo), worded(words):
            yield


class Role(models.Model):
    """What a person may do in one event."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="roles")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="roles")
    kind = models.CharField(max_length=14, choices=RoleKind)

    class Meta:
        ordering = ["kind", "pk"]
        constraints = [models.UniqueConstraint(fields=["tournament", "user", "kind"], name="role_once")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.kind} of {self.tournament_id}"


class OwnFile(models.Model):
    """自备文件: a Word template or a picture of one event, or of the site (no event), which serves where an event has
    none of its own. It was checked when it was sent (``event.papers``)."""

    tournament = models.ForeignKey(Tournament, models.CASCADE, null=True, blank=True, related_name="own_files")
    kind = models.CharField(max_length=12, choices=OwnFileKind)
    name = models.CharField(max_length=100, help_text="of the file as it was sent")
    data = models.BinaryField()
    sent_at = models.DateTimeField()

    class Meta:
        ordering = ["kind", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "kind"], name="own_file_once", nulls_distinct=False)
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.tournament_id or 'the site'}"

    @property
    def is_of_site(self) -> bool:
        """Does it serve all events of the site that have none of their own?"""
        return self.tournament_id is None


class CertificateStyle(models.Model):
    """奖状 of one event in the office's words; what is empty is as usual."""

    tournament = models.OneToOneField(Tournament, models.CASCADE, related_name="certificate_style")
    title = models.CharField(max_length=20, blank=True)
    text = models.TextField(blank=True, help_text="a line a paragraph, with the blanks of `papers.vocabulary`")
    signed_by = models.CharField(max_length=60, blank=True)
    dated = models.DateField(null=True, blank=True)
    is_each_player = models.BooleanField(default=True, help_text="a certificate for each player, else one a team")
    is_words_only = models.BooleanField(default=False, help_text="for paper that is printed already: no frame, no seal")
    has_souvenirs = models.BooleanField(default=False, help_text="for those who won no place, too")

    def __str__(self) -> str:
        return f"certificates of {self.tournament_id}"
