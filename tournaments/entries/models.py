"""报名: branches, teams, players. Gender, remark and contacts are read by the office's pages alone."""

from django.conf import settings
from django.db import models

from tournaments.entries.fields import BRANCH_LENGTH, NAME_LENGTH
from tournaments.event.models.tournament import Tournament
from tournaments.states import ENTRY_TRANSITIONS, TEAM_TRANSITIONS, EntryState, TeamState


class Gender(models.TextChoices):
    UNKNOWN = "", "—"
    MAN = "m", "男"
    WOMAN = "f", "女"


class Branch(models.Model):
    """分会, with its quota (队伍名额) and at most one leader and coach (领队兼教练), as in annexes 1 and 4 of S000.

    ``state`` is that of its entry form between branch and office.
    """

    transitions = ENTRY_TRANSITIONS

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="branches")
    number = models.PositiveSmallIntegerField(help_text="order of the annex")
    name = models.CharField(max_length=BRANCH_LENGTH)
    quota = models.PositiveSmallIntegerField(default=2)
    leader_name = models.CharField(max_length=NAME_LENGTH, blank=True)
    leader_gender = models.CharField(max_length=1, choices=Gender, blank=True)
    leader_remark = models.CharField(max_length=100, blank=True)
    contact_name = models.CharField(max_length=NAME_LENGTH, blank=True)
    contact_phone = models.CharField(max_length=30, blank=True)
    contact_mail = models.EmailField(blank=True)
    saved_at = models.DateTimeField(null=True, blank=True, help_text="when the entry form was last saved")
    state = models.CharField(max_length=10, choices=EntryState, default=EntryState.OPEN)
    handed_in_at = models.DateTimeField(null=True, blank=True, help_text="when the branch itself last handed it in")
    remarks = models.JSONField(
        default=dict, blank=True, help_text='why the office returned it, by the field; "" is the whole form'
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"], name="branch_number_once", deferrable=models.Deferrable.DEFERRED
            ),
            models.UniqueConstraint(fields=["tournament", "name"], name="branch_name_once"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def subject(self) -> str:
        return f"branch:{self.pk}"


class Team(models.Model):
    """队伍: 一队, 二队 … of a branch. A draft may be incomplete, an entered team has a player for each of its seats."""

    transitions = TEAM_TRANSITIONS

    branch = models.ForeignKey(Branch, models.CASCADE, related_name="teams")
    ordinal = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=NAME_LENGTH, blank=True, default="", help_text="of its own, such as 雄鹰队")
    state = models.CharField(max_length=10, choices=TeamState, default=TeamState.DRAFT)
    withdrawn_reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["branch__number", "ordinal"]
        constraints = [models.UniqueConstraint(fields=["branch", "ordinal"], name="team_ordinal_once")]

    def __str__(self) -> str:
        return f"{self.branch} {self.ordinal}"

    @property
    def subject(self) -> str:
        return f"team:{self.pk}"


class Player(models.Model):
    """队员. ``pinyin`` is the stored sort key of the name; ``left_at`` is set when a substitute takes the place."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="players")
    number = models.PositiveSmallIntegerField(help_text="1, 2 … in the team")
    name = models.CharField(max_length=NAME_LENGTH)
    pinyin = models.CharField(max_length=120, db_index=True)
    gender = models.CharField(max_length=1, choices=Gender, blank=True)
    remark = models.CharField(max_length=100, blank=True)
    mail = models.EmailField(blank=True)
    phone = models.CharField(max_length=30, blank=True, default="")
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["team", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["team", "number"], condition=models.Q(left_at=None), name="player_number_once"
            )
        ]

    def __str__(self) -> str:
        return self.name


class Substitution(models.Model):
    """换人: who came for whom, when and why."""

    left = models.OneToOneField(Player, models.PROTECT, related_name="substituted_by")
    came = models.OneToOneField(Player, models.PROTECT, related_name="substitute_of")
    reason = models.CharField(max_length=200)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")

    def __str__(self) -> str:
        return f"{self.came_id} for {self.left_id}"
