"""States of the event's things and their transitions."""

from enum import StrEnum

from django.db.models import IntegerChoices, TextChoices
from django.utils.translation import gettext_lazy as _

from guandan_rules import Reason
from journal.states import Transitions
from tournaments.team_match import DecidedBy


class RoleKind(TextChoices):
    OFFICE = "office", _("office")
    CHIEF_REFEREE = "chief_referee", _("chief referee")
    REFEREE = "referee", _("referee")


class TournamentState(TextChoices):
    ENTRY = "entry", _("registration")
    DRAWN = "drawn", _("drawn")
    RUNNING = "running", _("running")
    FINISHED = "finished", _("finished")


# back to drawn: the start of its first round was taken back
TOURNAMENT_TRANSITIONS: Transitions = {
    TournamentState.ENTRY: (TournamentState.DRAWN,),
    TournamentState.DRAWN: (TournamentState.ENTRY, TournamentState.RUNNING, TournamentState.FINISHED),
    TournamentState.RUNNING: (TournamentState.FINISHED, TournamentState.DRAWN),
    TournamentState.FINISHED: (TournamentState.RUNNING,),
}


class SeriesCounts(TextChoices):
    """计分对象: whom the table of a series ranks."""

    TEAMS = "teams", _("The teams: season table")
    BRANCHES = "branches", _("The branches: branch totals, as at a sports meeting")
    BOTH = "both", _("Both, in a table each")

    @property
    def has_teams(self) -> bool:
        return self != SeriesCounts.BRANCHES

    @property
    def has_branches(self) -> bool:
        return self != SeriesCounts.TEAMS


class TeamState(TextChoices):
    DRAFT = "draft", _("draft")
    ENTERED = "entered", _("entered")
    WITHDRAWN = "withdrawn", _("withdrawn")


TEAM_TRANSITIONS: Transitions = {
    TeamState.DRAFT: (TeamState.ENTERED,),
    TeamState.ENTERED: (TeamState.DRAFT, TeamState.WITHDRAWN),
    TeamState.WITHDRAWN: (TeamState.ENTERED,),
}


class EntryState(TextChoices):
    """报名表 between a branch and the office. What the office fills in itself is accepted at once."""

    OPEN = "open", _("not handed in")
    HANDED_IN = "handed_in", _("handed in")
    RETURNED = "returned", _("returned with remarks")
    ACCEPTED = "accepted", _("accepted")


ENTRY_TRANSITIONS: Transitions = {
    EntryState.OPEN: (EntryState.HANDED_IN, EntryState.ACCEPTED),
    EntryState.HANDED_IN: (EntryState.OPEN, EntryState.RETURNED, EntryState.ACCEPTED),
    EntryState.RETURNED: (EntryState.HANDED_IN, EntryState.ACCEPTED),
    EntryState.ACCEPTED: (EntryState.OPEN, EntryState.HANDED_IN, EntryState.RETURNED),
}


class DrawState(TextChoices):
    SEALED = "sealed", _("sealed, not drawn yet")
    PREVIEW = "preview", _("preview")
    CONFIRMED = "confirmed", _("confirmed")
    DISCARDED = "discarded", _("discarded")


DRAW_TRANSITIONS: Transitions = {
    DrawState.SEALED: (DrawState.PREVIEW, DrawState.DISCARDED),
    DrawState.PREVIEW: (DrawState.CONFIRMED, DrawState.DISCARDED),
    DrawState.CONFIRMED: (DrawState.DISCARDED,),
    DrawState.DISCARDED: (),
}


class Likelihood(StrEnum):
    """How likely the legal sheets of a draw were: each as likely, a division into groups by branches, or neither."""

    EVEN = "even"
    DEALT = "dealt"
    UNEVEN = "uneven"


class DrawMethod(TextChoices):
    PROGRAM = "program", _("by the program")
    LOTS = "lots", _("lots drawn in the hall")
    PLACES = "places", _("by the places of the stage before")
    RANKS = "ranks", _("by the ranks of the season")


class EqualsDecided(TextChoices):
    """What is decided of teams that are equal in everything: `formats.tie_breaks.DECISIONS`."""

    SHARED = "shared", _("They share the place")
    PLAY_OFF = "play_off", _("Play-off")
    DRAWN = "drawn", _("Lots")


class BranchesApart(TextChoices):
    """同分会回避: what the draw keeps of a branch apart. In opposite halves nobody meets in the first round, either."""

    NONE = "none", _("drawn by lot alone")
    FIRST_ROUND = "first_round", _("apart in the first round")
    TWO_ROUNDS = "two_rounds", _("apart in the first two rounds")
    THREE_ROUNDS = "three_rounds", _("apart in the first three rounds")
    FOUR_ROUNDS = "four_rounds", _("apart in the first four rounds")
    HALVES = "halves", _("in opposite halves")

    @property
    def rounds(self) -> int:
        """In so many."""
        order = (self.NONE, self.FIRST_ROUND, self.TWO_ROUNDS, self.THREE_ROUNDS, self.FOUR_ROUNDS)
        return 1 if self is self.HALVES else order.index(self)


class CeremonyState(TextChoices):
    """抽签仪式: the lots of a draw shown in the hall one after the other."""

    READY = "ready", _("about to begin")
    RUNNING = "running", _("being shown")
    PAUSED = "paused", _("paused")
    OVER = "over", _("over")


CEREMONY_TRANSITIONS: Transitions = {
    CeremonyState.READY: (CeremonyState.RUNNING, CeremonyState.OVER),
    CeremonyState.RUNNING: (CeremonyState.PAUSED, CeremonyState.OVER),
    CeremonyState.PAUSED: (CeremonyState.RUNNING, CeremonyState.OVER),
    CeremonyState.OVER: (),
}


class CeremonyPace(TextChoices):
    """Who turns the next lot: the operator, the clock, or the leader of the branch that it belongs to."""

    HAND = "hand", _("I press for each lot")
    AUTO = "auto", _("by itself, every few seconds")
    LEADERS = "leaders", _("each leader presses on their own phone")


class SlotKind(TextChoices):
    """What stands on one side of a match. To be determined, bye and nobody are three different things."""

    OPEN = "open", _("to be determined")
    TEAM = "team", _("team")
    BYE = "bye", _("bye")
    NOBODY = "nobody", _("nobody, both absent")


class MatchSide(TextChoices):
    """主队 and 客队 of a match."""

    HOME = "home"
    AWAY = "away"


class SourceKind(TextChoices):
    """Where a side of a match comes from: a position of the stage; the winner of another match, its loser, or its loser
    if that was the first loss; or the pairing of the round."""

    POSITION = "position"
    WINNER = "winner"
    LOSER = "loser"
    CHANCE = "chance"
    LOT = "lot"


FED = (SourceKind.WINNER, SourceKind.LOSER, SourceKind.CHANCE)


class MatchState(TextChoices):
    WAITING = "waiting", _("opponents not known yet")
    READY = "ready", _("ready")
    CALLED = "called", _("called to the table")
    PLAYING = "playing", _("playing")
    DISPUTED = "disputed", _("awaiting a ruling")
    OVER = "over", _("over")
    BYE = "bye", _("bye")


class TableState(StrEnum):
    """What is going on at a match: what every screen, paper and program says of it. The first two of `MatchState` as
    they are, ready as due, and of a match that is being played what its sheet and its clock say."""

    WAITING = "waiting"
    DUE = "due"
    CALLED = "called"
    PRESENT = "present"
    PLAYING = "playing"
    QUESTION = "question"
    LAST_DEAL = "last_deal"
    EXTRA_DEAL = "extra_deal"
    REFEREE = "referee"
    VERDICT = "verdict"
    DISPUTED = "disputed"
    OVER = "over"
    BYE = "bye"

    @property
    def is_dealt(self) -> bool:
        """Is a deal in hand, or perhaps in hand, so that a side is on stage?"""
        return self in (TableState.PLAYING, TableState.QUESTION, TableState.LAST_DEAL, TableState.EXTRA_DEAL)


TO_BE_PLAYED = (MatchState.READY, MatchState.CALLED, MatchState.PLAYING)
"""Both teams are known and the match is not over, nor is its result disputed."""

UNDECIDED = (*TO_BE_PLAYED, MatchState.DISPUTED)
"""Both teams are known and nobody has won yet."""


# a call, or the start of a round, that was a mistake is taken back as long as nothing was entered
MATCH_TRANSITIONS: Transitions = {
    MatchState.WAITING: (MatchState.READY, MatchState.OVER, MatchState.BYE),
    MatchState.READY: (MatchState.CALLED, MatchState.PLAYING, MatchState.OVER, MatchState.WAITING),
    MatchState.CALLED: (MatchState.PLAYING, MatchState.OVER, MatchState.WAITING, MatchState.READY),
    MatchState.PLAYING: (
        MatchState.DISPUTED,
        MatchState.OVER,
        MatchState.WAITING,
        MatchState.CALLED,
        MatchState.READY,
    ),
    MatchState.DISPUTED: (MatchState.PLAYING, MatchState.OVER, MatchState.WAITING),
    MatchState.OVER: (MatchState.READY, MatchState.WAITING),
    MatchState.BYE: (MatchState.WAITING,),
}


WALKOVER = "walkover"
"""Reason of a result without play, nobody coming from the other side; other reasons are ``guandan_rules.Reason``."""
BY_BOARDS = {
    DecidedBy.BOARDS: "boards",
    DecidedBy.DIFFERENCE: "boards_difference",
    DecidedBy.FIRST_BOARD: "first_board",
}
"""Reasons of the result of a team match that its boards have decided."""
NOT_PLAYED = "not_played"
"""Reason of the result of a board that was not played any more once its team match was decided."""
SHORT = "short"
"""缺人: reason of the result of a table at which partners change, one of the four having left the event."""
UNPLAYED = frozenset(
    {Reason.FORFEIT, Reason.BOTH_ABSENT, Reason.WITHDRAWAL, Reason.DISQUALIFICATION, WALKOVER, NOT_PLAYED, SHORT}
)
"""Reasons of results of matches at which nothing was played, or nothing that counts."""


class RemedyKind(TextChoices):
    """更正的办法 for a result that others were built upon."""

    KEEP = "keep", _("keep it as it stands")
    REPLAY = "replay", _("correct it and replay the later match")
    WALKOVER = "walkover", _("correct it and award the later match")
    RESET = "reset", _("correct it and reset the branch")
    REMATCH = "rematch", _("play the match itself again")


class BookingKind(IntegerChoices):
    TABLE = 1, _("table")
    TEAM = 2, _("team")


class OwnFileKind(TextChoices):
    """What an office may replace by its own."""

    CIRCULAR = "circular", _("template of the notice")
    BACKGROUND = "background", _("background of the certificates")
    SEAL = "seal", _("seal")
