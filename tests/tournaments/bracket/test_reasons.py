"""Why a match was won, in whole sentences."""

from datetime import UTC, datetime, timedelta

from django.utils import translation

from guandan_rules import Awaited, Reason, Seat
from journal.refusals import Problem
from scoring.games.win_loss import SixSeat
from scoring.states import DealKind
from tournaments.bracket.queries.match_views import TeamLabel
from tournaments.bracket.words import matches
from tournaments.bracket.words.results import REASONS, Grounds, name_or_dash, reason_sentence
from tournaments.codes import Code
from tournaments.states import BY_BOARDS, NOT_PLAYED, SHORT, WALKOVER
from tournaments.words import sentence

HOME, AWAY = TeamLabel(1, 1, "机电分会", 1), TeamLabel(2, 2, "体育分会", 2)


def test_every_reason_every_wait_and_every_kind_has_words():
    assert set(REASONS) == {*Reason, WALKOVER, NOT_PLAYED, SHORT, *BY_BOARDS.values()}
    assert set(matches.AWAITED) == set(Awaited)
    assert set(matches.KINDS) == set(DealKind)
    assert set(matches.SEATS) == {*Seat, *SixSeat}


def test_every_sentence_is_filled_and_an_unknown_reason_says_nothing():
    sentences = {reason: reason_sentence(reason, Grounds(HOME, AWAY, 11, 9, 4)) for reason in REASONS}
    assert [reason for reason, sentence in sentences.items() if not sentence or "%(" in sentence] == []
    assert (reason_sentence("", Grounds(None, None)), name_or_dash(None)) == ("", "—")


def test_sentence_names_teams_levels_and_the_deciding_deal():
    shown = reason_sentence(Reason.FIRST_TO_REACH, Grounds(AWAY, HOME, 11, 11, 7))
    assert [word for word in ("J", "7", name_or_dash(AWAY)) if word not in shown] == []


def test_moment_of_a_problem_names_its_day_unless_that_is_today():
    start = datetime(2026, 11, 30, 12, 30, tzinfo=UTC)
    with translation.override("en"):
        sentences = [
            sentence(Problem(Code.NOT_LATE_YET, data={"due": start, "now": now}))
            for now in (start - timedelta(minutes=5), start - timedelta(days=8))
        ]
    assert sentences == ["Nobody is late before 12:30.", "Nobody is late before Mon 30 Nov 12:30."]
