"""The judgement of what a device sent: a table a referee can read, and its laws over every order of arrival."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from guandan_rules import Code as RuleCode
from scoring.actions.submissions import Judgement, Sent, SentEntry, Situation
from scoring.games import GameCode
from scoring.games.guandan import raw_deal
from scoring.games.outlook import orders
from scoring.states import Operation, ScoringCode, SubmissionState
from tests.scoring.paper import Paper, Stood, chained
from tests.thorough import tries

# the sheet of all cases: 1 NS (mark a), 2 WE (mark b); an earlier 2, EW (mark u), was undone, an earlier 1 (r) replaced
SHEET = Situation(
    deals=(Stood(1, "a", raw_deal("NS")), Stood(2, "b", raw_deal("WE"))),
    undone=frozenset({"u"}),
    replaced=frozenset({"r"}),
    before={"r": "", "a": "", "u": "a", "b": "a"},
    sent={
        "dup": Sent("other", Operation.DEAL, 2, SubmissionState.DUPLICATE, "b"),
        "wait": Sent("other", Operation.DEAL, 5, SubmissionState.WAITING),
        "no": Sent("other", Operation.DEAL, 3, SubmissionState.REFUSED),
        "undo": Sent("other", Operation.UNDO, 2, SubmissionState.ACCEPTED, "a"),
        "drop": Sent("other", Operation.DEAL, 2, SubmissionState.DROPPED),
        "drop3": Sent("other", Operation.DEAL, 3, SubmissionState.DROPPED),
    },
)
TABLE = """
operation  number  builds_on  said      becomes      why
deal       3       b          NWSE      apply        next in the row
deal       3       dup        NWSE      apply        the key of a duplicate stands for the deal it agreed with
deal       1       -          NS        duplicate    the same as the first deal
deal       2       a          WE        duplicate    the same as the second
deal       2       undo       WE        duplicate    after an undo the deal before it is the ground
deal       1       -          WE        conflicting  another first deal
deal       2       a          WNS       conflicting  another second deal
deal       2       u          WE        conflicting  on a deal that was undone
deal       2       r          WE        conflicting  on a deal that was replaced
deal       3       unknown    NS        waiting      on something that has not come
deal       6       wait       NS        waiting      on something that waits itself
deal       4       no         NS        refused      on something refused
deal       3       a          NS        refused      the number does not follow
deal       1       b          NS        refused      nor does this one
deal       3       b          NN        refused      no finish order
deal       2       drop       WE        duplicate    after a dropped one it is compared with what stands
deal       2       drop       NS        conflicting  and differs
deal       3       drop       NS        conflicting  or nothing stands there
undo       2       b          -         apply        the last deal
undo       2       dup        -         apply        the same by a duplicate's key
undo       1       a          -         conflicting  not the last one
undo       2       u          -         duplicate    undone already
undo       1       r          -         conflicting  it was replaced
undo       1       -          -         refused      nothing to undo
undo       3       b          -         refused      the number does not fit
undo       2       drop       -         duplicate    a dropped deal is gone
undo       1       drop       -         conflicting  another one than the dropped
undo       3       drop3      -         duplicate    gone, and two deals stand before it
undo       3       unknown    -         waiting      on something that has not come
bell       2       b          yes       apply        not answered yet
bell       2       unknown    yes       waiting      on something that has not come
bell       2       no         yes       refused      on something refused
bell       2       drop       no        apply        a fact of its own
bell       2       b          perhaps   refused      no answer
"""
CASES = [line.split(maxsplit=5) for line in TABLE.strip().splitlines()[1:]]


def body(operation: str, content: str) -> dict:
    if operation == Operation.BELL:
        return {"in_hand": {"yes": True, "no": False}.get(content)}
    return {"order": content, "kind": "regular"} if operation == Operation.DEAL else {}


def an_entry(
    operation: str = "deal", number: int = 3, builds_on: str = "b", said: str = "NS", **more: object
) -> SentEntry:
    return SentEntry(
        "mine", "k", operation, number, "" if builds_on == "-" else builds_on, body(operation, said), **more
    )


@pytest.mark.parametrize(("operation", "number", "builds_on", "said", "becomes", "why"), CASES)
def test_judgement(operation, number, builds_on, said, becomes, why):
    assert SHEET.judge(an_entry(operation, int(number), builds_on, said)).judgement == becomes, why


@pytest.mark.parametrize(
    ("entry", "rests"),
    [
        (an_entry(number=2, builds_on="a", said="WE"), "b"),
        (an_entry("undo", 2, "b"), "a"),
        (an_entry("undo", 2, "u"), "a"),
        (an_entry("undo", 2, "drop"), "a"),
        (an_entry("bell", 2, "b", "yes"), "b"),
        (an_entry("bell", 2, "undo", "yes"), "a"),
    ],
)
def test_later_entries_rest_on_what_the_finding_says(entry, rests):
    assert SHEET.judge(entry).rests == rests


@pytest.mark.parametrize(
    ("entry", "codes", "field"),
    [
        (an_entry(said="NW"), (RuleCode.DOUBLE_NOT_PARTNERS,), "order"),
        (replace(an_entry(), body={}), (GameCode.VALUE_WRONG,), "order"),
        (replace(an_entry(), body={"order": "NS", "kind": "spare"}), (GameCode.KIND_UNKNOWN,), "kind"),
        (an_entry(number=4), (ScoringCode.NUMBER_WRONG,), "number"),
        (an_entry(builds_on="no"), (ScoringCode.BUILDS_ON_REFUSED,), ""),
        (an_entry("bell", 2, "b", "perhaps"), (ScoringCode.ENTRY_INVALID,), "in_hand"),
    ],
)
def test_refusal_says_why(entry, codes, field):
    finding = SHEET.judge(entry)
    assert (finding.judgement, finding.codes, finding.field) == (Judgement.REFUSED, codes, field)


def test_three_letters_and_four_are_the_same_order_and_before_the_bell_is_before_the_bell():
    sheet = Situation(deals=(Stood(1, "a", raw_deal("NWSE")),), before={"a": ""})
    for order, kind in (("NWS", "regular"), ("NWSE", "late")):
        entry = replace(an_entry(number=1, builds_on="-"), body={"order": order, "kind": kind})
        assert sheet.judge(entry).judgement == Judgement.DUPLICATE
    in_hand = replace(an_entry(number=1, builds_on="-"), body={"order": "NWSE", "kind": "in_hand"})
    assert sheet.judge(in_hand).judgement == Judgement.CONFLICTING


def test_who_leaves_out_the_card_turned_up_says_the_same_and_who_names_another_does_not():
    for stood, said, becomes in (
        (9, None, Judgement.DUPLICATE),
        (None, 9, Judgement.DUPLICATE),
        (9, 9, Judgement.DUPLICATE),
        (9, 10, Judgement.CONFLICTING),
    ):
        sheet = Situation(deals=(Stood(1, "a", raw_deal("NS", turned_up=stood)),), before={"a": ""})
        entry = replace(an_entry(number=1, builds_on="-"), body={"order": "NS", "turned_up": said})
        assert sheet.judge(entry).judgement == becomes


def test_device_in_conflict_waits_and_the_others_go_on():
    conflict = Sent("mine", Operation.DEAL, 2, SubmissionState.CONFLICTING)
    halted = replace(SHEET, sent={**SHEET.sent, "mine2": conflict})
    assert halted.judge(an_entry()).judgement == Judgement.WAITING
    assert halted.judge(replace(an_entry(), device="theirs")).judgement == Judgement.APPLY


@pytest.mark.parametrize(
    ("answered", "said", "builds_on", "becomes"),
    [
        (True, "yes", "b", "duplicate"),
        (True, "no", "b", "conflicting"),
        (True, "no", "bell", "apply"),
        (False, "yes", "bell", "conflicting"),
    ],
)
def test_answer_at_the_bell_is_changed_only_by_who_knew_it(answered, said, builds_on, becomes):
    known = Sent("mine", Operation.BELL, 2, SubmissionState.ACCEPTED, "b", True)
    sheet = replace(SHEET, in_hand=answered, sent={**SHEET.sent, "bell": known})
    assert sheet.judge(an_entry("bell", 2, builds_on, said)).judgement == becomes


@pytest.mark.parametrize(
    ("entry", "fields"),
    [
        (an_entry(), ()),
        (replace(an_entry(), device=""), ("device",)),
        (replace(an_entry(), key="k" * 41, builds_on="\x00"), ("key", "builds_on")),
        (replace(an_entry(), operation="burn", number=-1), ("operation", "number")),
        (replace(an_entry(), number=1000), ("number",)),
    ],
)
def test_fields_that_cannot_be_stored(entry, fields):
    assert entry.invalid_fields == fields


# laws over every order of arrival

ORDERS = tuple(orders())
DEALS = st.lists(st.sampled_from(ORDERS), min_size=1, max_size=7)


@st.composite
def arrivals(draw: st.DrawFn, *streams: list[SentEntry]) -> list[SentEntry]:
    """All entries in any order, some of them sent several times."""
    entries = [entry for stream in streams for entry in stream]
    again = draw(st.lists(st.sampled_from(entries), max_size=6))
    return draw(st.permutations(entries + again))


@st.composite
def two_devices(draw: st.DrawFn) -> tuple[list[str], list[SentEntry]]:
    """One phone writes mistakes and takes them back, the other writes only what is true, both to the end."""
    truth = draw(DEALS)
    clumsy: list[tuple[str, str]] = []
    for order in truth:
        for wrong in draw(st.lists(st.sampled_from(ORDERS), max_size=2)):
            clumsy += [("deal", wrong), ("undo", "")]
        clumsy.append(("deal", order))
    careful = [("deal", order) for order in truth]
    return truth, draw(arrivals(chained("one", clumsy), chained("two", careful)))


@settings(max_examples=tries(500), deadline=None)
@given(two_devices())
def test_any_interleaving_ends_in_the_same_sheet(case):
    truth, entries = case
    paper = Paper()
    for entry in entries:
        paper.submit(entry)
    assert [deal.entry["order"] for deal in paper.situation.deals] == truth
    assert paper.states() <= {"accepted", "duplicate", "conflicting", "waiting"}
    paper.drop_all_conflicts()
    assert [deal.entry["order"] for deal in paper.situation.deals] == truth
    assert "waiting" not in paper.states()


@settings(max_examples=tries(300), deadline=None)
@given(st.data())
def test_one_device_in_any_order_is_as_in_its_own_order(data):
    steps = data.draw(st.lists(st.sampled_from(("undo", *ORDERS)), min_size=1, max_size=12))
    moves, height = [], 0
    for step in steps:
        if step != "undo":
            moves.append(("deal", step))
            height += 1
        elif height:
            moves.append(("undo", ""))
            height -= 1
    if not moves:
        return
    stream = chained("one", moves)
    in_order, mixed = Paper(), Paper()
    for entry in stream:
        in_order.submit(entry)
    for entry in data.draw(arrivals(stream)):
        mixed.submit(entry)
    assert mixed.situation.deals == in_order.situation.deals
    assert mixed.states() <= {"accepted"}


@settings(max_examples=tries(200), deadline=None)
@given(DEALS, DEALS, st.data())
def test_nothing_that_stands_is_overwritten_and_nothing_sent_is_lost(one, two, data):
    streams = [
        chained(name, [("deal", order) for order in finish_orders])
        for name, finish_orders in (("one", one), ("two", two))
    ]
    paper = Paper()
    stood: tuple[Stood, ...] = ()
    entries = data.draw(arrivals(*streams))
    for entry in entries:
        paper.submit(entry)
        assert paper.situation.deals[: len(stood)] == stood
        stood = paper.situation.deals
    assert set(paper.situation.sent) == {entry.key for entry in entries}
    conflicts = [s.device for s in paper.situation.sent.values() if s.state == SubmissionState.CONFLICTING]
    assert len(conflicts) == len(set(conflicts)) <= 2
