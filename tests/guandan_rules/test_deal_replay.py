"""复盘: a recorded deal is legal and gives its finish order, or says where and why not."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guandan_rules import Code, Seat, finish_order, named
from guandan_rules.deal_play import Replay, ReplayProblem, after, legal_steps, replay, step_problems
from guandan_rules.deal_state import DealRecord, Pass, Pay, Put, Return, dealt
from guandan_rules.notation import write_deal
from guandan_rules.random_player import random_deal, random_hands, random_step
from tests.guandan_rules.deal_factories import random_deals
from tests.thorough import tries

N, W, S, E = Seat
DEAL = random_deal(Random(5), named("s000"), 7, finish_order("NS"))
FIRST = random_deal(Random(6), named("s000"), 2, W)


def naive_finish(deal: DealRecord) -> list[Seat]:
    """Who goes out when, by counting cards and passes alone, and that nobody acts out of turn."""
    left, out, passes, turn, owner = dict.fromkeys(Seat, 27), [], 0, None, None
    for step in (step for step in deal.steps if isinstance(step, Put | Pass)):
        assert step.seat is (turn or step.seat)
        turn = step.seat
        if isinstance(step, Put):
            owner, passes = turn, 0
            left[turn] -= len(step.cards)
            out += [turn] if not left[turn] else []
        else:
            passes += 1
        others = [seat for seat in Seat if left[seat] and seat is not owner]
        if passes == len(others):
            turn, passes = owner if left[owner] else owner.partner, 0
            assert left[turn]
        else:
            turn = next(turn.after(n) for n in (1, 2, 3) if left[turn.after(n)])
    return out


@settings(max_examples=tries(35), deadline=None)
@given(random_deals)
def test_replay_agrees_with_the_state_machine_and_with_counting(deal):
    state = dealt(deal.rule_set, deal.level, deal.hands, deal.before)
    for step in deal.steps:
        state = after(state, step)
    replayed = replay(deal)
    assert replayed == replay(write_deal(deal))
    assert (replayed.problems, replayed.finish) == ((), state.order.seats)
    assert finish_order(replayed.finish) == state.order
    assert list(state.finish) == naive_finish(deal)


@settings(max_examples=tries(35), deadline=None)
@given(random_deals, st.data())
def test_cards_are_conserved_at_every_step(deal, data):
    state = dealt(deal.rule_set, deal.level, deal.hands, deal.before)
    number = data.draw(st.integers(0, len(deal.steps)))
    gone = []
    for step in deal.steps[:number]:
        state = after(state, step)
        gone += step.cards if isinstance(step, Put) else ()
    held = [card for hand in state.hands for card in hand]
    assert sorted(map(str, held + gone)) == sorted(str(card) for hand in deal.hands for card in hand)
    assert all(not state.hand(seat) for seat in state.finish)
    listed = legal_steps(state)
    assert all(not step_problems(state, step) for step in listed)
    assert listed or state.order


@settings(max_examples=tries(35), deadline=None)
@given(st.integers(0, 2**32), random_deals)
def test_replay_refuses_what_the_state_machine_refuses(seed, deal):
    """One step is exchanged for some other: replay stops there with the same reasons, or the step was legal too."""
    rng = Random(seed)
    place = rng.randrange(len(deal.steps))
    state = dealt(deal.rule_set, deal.level, deal.hands, deal.before)
    for step in deal.steps[:place]:
        state = after(state, step)
    seat, hand = rng.choice(list(Seat)), rng.choice(deal.hands)
    cards = tuple(rng.sample(hand, rng.randint(1, 6)))
    other = rng.choice([Pass(seat), Put(seat, cards), Pay(seat, cards[0]), Return(seat, cards[0])])
    replayed = replay(replace(deal, steps=(*deal.steps[:place], other)))
    expected = step_problems(state, other) or ((Code.DEAL_UNFINISHED,) if after(state, other).order is None else ())
    assert tuple(problem.code for problem in replayed.problems) == expected


@settings(max_examples=tries(35), deadline=None)
@given(st.data())
def test_text_with_lines_lost_doubled_or_mangled_is_judged(data):
    """Whatever became of the text, there is an answer, and a deal without problems has a whole finish order."""
    lines = write_deal(DEAL).splitlines()
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(lines) - 1))
        line = lines[place]
        lines[place : place + 1] = data.draw(
            st.sampled_from([[], [line, line], [line[1:]], [line[:-1]], [line.replace("S", "H")], [line + " HR"]])
        )
    replayed = replay("\n".join(lines))
    assert replayed.problems or finish_order(replayed.finish).seats == replayed.finish
    assert all(problem.line <= len(lines) for problem in replayed.problems)


def test_problem_names_its_step_and_line():
    wrong = replace(DEAL, steps=(*DEAL.steps[:4], Pass(DEAL.steps[4].seat), *DEAL.steps[4:]))
    text = write_deal(wrong).replace("\n\n", "\n# 双贡\n\n\n")
    by_record, by_text = replay(wrong).problems, replay(text).problems
    assert by_record == tuple(replace(problem, line=0) for problem in by_text)
    assert by_text == (ReplayProblem(Code.MUST_LEAD, 5, 15),)


def test_deal_that_is_broken_off_goes_on_after_its_end_or_has_no_cards_is_refused():
    order, unfinished = replay(FIRST).finish, ReplayProblem(Code.DEAL_UNFINISHED)
    broken_off = replay(replace(FIRST, steps=FIRST.steps[:-1]))
    assert broken_off == Replay(order[: 1 if len(order) == 2 else 2], (unfinished,), broken_off.missed_reports)
    assert replay(replace(FIRST, steps=())) == Replay((), (unfinished,))
    more = replay(replace(FIRST, steps=(*FIRST.steps, Pass(N))))
    assert more.problems == (ReplayProblem(Code.DEAL_OVER, len(FIRST.steps) + 1),)
    assert more.finish == order[: len(more.finish)]
    wrong = replace(FIRST, level=17, hands=(*FIRST.hands[:3], ()))
    assert replay(wrong) == Replay((), (ReplayProblem(Code.NOT_A_LEVEL), ReplayProblem(Code.HAND_NOT_27)))


def test_text_that_cannot_be_read_has_the_problems_of_its_lines():
    replayed = replay(write_deal(FIRST).replace("level 2", "level 1") + "what\n")
    lines = 8 + len(FIRST.steps) + 1
    assert replayed.problems == (
        ReplayProblem(Code.NOT_A_LEVEL, line=2),
        ReplayProblem(Code.UNREADABLE_LINE, line=lines),
    )


def test_missed_reports_are_told_and_refuse_nothing():
    silent_steps = tuple(replace(step, report=False) if isinstance(step, Put) else step for step in DEAL.steps)
    replayed = replay(replace(DEAL, steps=silent_steps))
    assert replayed.problems == ()
    assert replayed.missed_reports
    assert all(isinstance(silent_steps[number - 1], Put) for number in replayed.missed_reports)
    assert any(isinstance(step, Put) and step.report for step in DEAL.steps)


def test_random_player_needs_an_open_deal_and_plays_the_same_by_the_same_seed():
    state = dealt(FIRST.rule_set, FIRST.level, FIRST.hands, FIRST.before)
    for step in FIRST.steps:
        state = after(state, step)
    with pytest.raises(ValueError, match="the deal is over"):
        random_step(Random(1), state)
    assert random_hands(Random(3)) == random_hands(Random(3)) != random_hands(Random(4))
    assert random_deal(Random(5), named("s000"), 7, finish_order("NS")) == DEAL


WORKED = """
rules s000
level 2
leader N
hand N SA SA HA HA CA CA DA DA SK SK HK HK CK CK DK DK SQ SQ HQ HQ CQ CQ DQ DQ SJ SJ HJ
hand W S2 S2 H2 H2 C2 C2 D2 D2 S3 S3 H3 H3 C3 C3 D3 D3 S4 S4 H4 H4 C4 C4 D4 D4 SB SB HR
hand S ST ST HT HT CT CT DT DT S9 S9 H9 H9 C9 C9 D9 D9 S8 S8 H8 H8 C8 C8 D8 D8 S7 S7 H7
hand E S5 S5 H5 H5 C5 C5 D5 D5 S6 S6 H6 H6 C6 C6 D6 D6 H7 C7 C7 D7 D7 HJ CJ CJ DJ DJ HR

N: SJ SJ HJ
W: S2 C2 D2                       # three level cards
S: -
E: -
N: SA SA HA HA CA CA DA DA
W: -
S: -
E: -
N: SK SK HK HK CK CK DK DK
W: -
S: -
E: -
N: SQ SQ HQ HQ CQ CQ DQ DQ        # 上游
W: -
S: -
E: -
S: S7 S7 H7                       # 借风
E: CJ CJ DJ
W: S2 C2 H2 = triple 15
S: S8 S8 H8 H8 C8 C8 D8 D8
E: -
W: -
S: S9 S9 H9 H9 C9 C9 D9 D9
E: -
W: -
S: ST ST HT HT CT CT DT DT        # 二游
"""


def test_worked_deal_is_read_and_replayed():
    """双下 with 借风, as a referee would write it down; nobody falls to six cards without going out."""
    assert replay(WORKED) == Replay((N, S))


def test_worked_deal_with_one_line_changed():
    early = replay(WORKED.replace("S: S7 S7 H7 ", "E: C7 C7 D7 "))
    assert [(problem.code, problem.step, problem.line) for problem in early.problems] == [(Code.NOT_YOUR_TURN, 17, 26)]
    weaker = replay(WORKED.replace("W: S2 C2 H2 = triple 15", "W: S3 S3 H3 !"))
    codes = [problem.code for problem in weaker.problems]
    assert (weaker.finish, codes) == ((N,), [Code.NOT_BEATING, Code.REPORT_NOT_DUE])
