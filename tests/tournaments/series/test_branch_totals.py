"""团体总分: the places of a branch's teams in several events count into one table of branches."""

from dataclasses import replace
from functools import partial
from itertools import pairwise

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.factories import a_branch, a_team, a_tournament
from tests.made_once import once_a_module
from tests.refusals import refused_at
from tests.thorough import tries
from tests.tournaments.series.seasons import OF_BRANCHES, SETTINGS, a_meeting, a_played_event, a_series, its_final
from tournaments.codes import Code
from tournaments.models import Branch, Series, Team
from tournaments.series.actions import edit_series, join_series
from tournaments.series.queries import season, settings_of
from tournaments.series.season import BRANCH_SCALES, Criterion, Outing, Scoring, branch_table
from tournaments.states import SeriesCounts, TeamState

SIX = BRANCH_SCALES["six"]
BY_PLACES = (Criterion.POINTS, Criterion.PLACES)


def scoring(scale: tuple[int, ...] = SIX, each: int = 0, *, shares: bool = False) -> Scoring:
    return Scoring(scale, criteria=BY_PLACES, each=each, shares=shares)


def outings(text: str) -> list[Outing]:
    """``a1.5x4`` is a team of branch a, fifth in event 1 with three others."""
    parts = [word.partition("x") for word in text.split()]
    return [Outing(word[0], int(word[1]), int(word[3:]), sharing=int(of or 1)) for word, _, of in parts]


@pytest.mark.parametrize(
    ("played", "how", "expected"),
    [
        ("a1.1 a1.4 b1.2 b1.3 c1.7", scoring(), "1 a 10 points, 2 b 9 points, 3 c 0 points"),
        # one of each branch counts in each event
        ("a1.1 a1.4 b1.2 b1.3 a2.3 a2.4 b2.1 b2.2", scoring(each=1), "1 b 12 points, 2 a 11 points"),
        # equal points: more firsts, then more seconds …
        ("a1.1 a1.6 b1.2 b1.4", scoring(), "1 a 8 places, 2 b 8 places"),
        ("a1.2 a1.5 b1.3 b1.4", scoring(), "1 a 7 places, 2 b 7 places"),
        ("a1.1 a2.2 b1.2 b2.1", scoring(), "1 a 12 -, 1 b 12 -"),
        # what is worth nothing sets nobody apart, whatever the place
        ("a1.1 b1.7 c1.8 c1.9 d1.0", scoring(), "1 a 7 points, 2 b 0 points, 2 c 0 -, 2 d 0 -"),
        ("a1.1 b1.5x4 c1.5x4", scoring(shares=True), "1 a 7 points, 2 b 3/4 points, 2 c 3/4 -"),
        ("a1.1 b1.5x4 c1.5x4", scoring(), "1 a 7 points, 2 b 2 points, 2 c 2 -"),
        ("a1.3x2 b1.3x2 c1.1x1", scoring(shares=True), "1 c 7 points, 2 a 7/2 points, 2 b 7/2 -"),
    ],
)  # fmt: skip
def test_table_of_branches(played, how, expected):
    rows = branch_table(outings(played), how)
    assert ", ".join(f"{r.rank} {r.competitor} {r.points} {r.because or '-'}" for r in rows) == expected


@st.composite
def events(draw):
    """Finished events: in each a place for each team, some shared, as a confirmed ranking has them."""
    played = []
    for event in range(1, draw(st.integers(1, 4)) + 1):
        place = 1
        for sharing in draw(st.lists(st.integers(1, 4), max_size=6)):
            of = draw(st.lists(st.sampled_from("abcdef"), min_size=sharing, max_size=sharing))
            played += [Outing(branch, event, place, sharing=sharing) for branch in of]
            place += sharing
    return played


SCALES = st.sampled_from([*BRANCH_SCALES.values(), (13, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1), (3, 0)])
HOW = st.builds(scoring, SCALES, st.integers(0, 4), shares=st.booleans())


@given(events(), HOW, st.randoms())
@settings(max_examples=tries(200))
def test_points_are_the_sum_of_the_places_that_count_and_the_order_of_outings_does_not_matter(played, how, random):
    rows = branch_table(played, how)
    assert {row.competitor for row in rows} == {outing.competitor for outing in played}
    for row in rows:
        assert row.points == sum(score.points for score in row.scores)
        for event in {score.event for score in row.scores}:
            of_event = [o for o in played if (o.competitor, o.event) == (row.competitor, event)]
            best = sorted((how.points(outing) for outing in of_event), reverse=True)[: how.each or None]
            assert [score.points for score in row.scores if score.event == event] == best
    mixed = list(played)
    random.shuffle(mixed)
    assert branch_table(mixed, how) == rows


@given(events(), HOW)
@settings(max_examples=tries(200))
def test_rank_is_shared_by_those_that_are_equal_and_by_no_others(played, how):
    def worth(row):
        return row.points, row.times_by_place

    for row, below in pairwise(branch_table(played, how)):
        assert worth(row) >= worth(below)
        assert (row.rank == below.rank) == (worth(row) == worth(below)) == (below.because is None)


@given(events(), SCALES, st.integers(1, 4), st.booleans())
@settings(max_examples=tries(200))
def test_one_more_place_that_counts_never_takes_points_away(played, scale, each, shares):
    fewer, more, every = (
        {row.competitor: row.points for row in branch_table(played, scoring(scale, n, shares=shares))}
        for n in (each, each + 1, 0)
    )
    assert all(fewer[branch] <= more[branch] <= every[branch] for branch in every)


@given(events(), SCALES)
@settings(max_examples=tries(200))
def test_shared_points_are_all_points_of_the_places(played, scale):
    """Whoever shares, an event gives away what its places are worth: no more, no less."""
    for event in {outing.event for outing in played}:
        of_event = [outing for outing in played if outing.event == event]
        given_away = sum(row.points for row in branch_table(of_event, scoring(scale, shares=True)))
        assert given_away == sum(scale[: len(of_event)])


@given(events(), HOW, st.data())
@settings(max_examples=tries(200))
def test_a_better_place_never_takes_points_away(played, how, data):
    if not played:
        return
    index = data.draw(st.integers(0, len(played) - 1))
    bettered = list(played)
    bettered[index] = replace(played[index], place=1, sharing=1)
    branch = played[index].competitor
    before, after = (
        next(row.points for row in branch_table(each, how) if row.competitor == branch) for each in (played, bettered)
    )
    assert after >= before


def rows(series: Series) -> list[str]:
    """``1 第1分会 18.75: 1+5 3 1``, best first: the points, and the places that made them, event by event."""
    return [
        f"{line.rank} {line.branch_name} {float(line.ranked.points):g}: "
        + " ".join("+".join(str(score.place) for score in leg) or "-" for leg in line.legs)
        for line in season(series).branch_lines
    ]


made_once, meeting = once_a_module(a_meeting)


@pytest.mark.django_db
def test_meeting_of_three_events_as_it_is_reckoned_by_hand(meeting):
    series, _events = meeting
    # thirds share 4 and 3, those out in the first round 2, 1, 0 and 0
    assert rows(series) == [
        "1 第1分会 18.75: 1+5 3 1", "2 第2分会 14.25: 3+5 2 2", "3 第3分会 12.75: 2+5 1 -", "4 第4分会 4.25: 3+5 - -",
    ]  # fmt: skip
    assert season(series).lines == ()
    series = edit_series(series, replace(OF_BRANCHES, share_points=False, branch_best=1), by=None)
    assert rows(series) == [
        "1 第1分会 18: 1 3 1", "2 第2分会 14: 3 2 2", "3 第3分会 12: 2 1 -", "4 第4分会 4: 3 - -",
    ]  # fmt: skip
    series = edit_series(series, replace(OF_BRANCHES, branch_scale=(3,)), by=None)
    assert rows(series) == [
        "1 第1分会 6: 1+0 0 1", "2 第3分会 3: 0+0 1 -", "3 第2分会 0: 0+0 0 0", "3 第4分会 0: 0+0 - -",
    ]  # fmt: skip


@pytest.mark.django_db
def test_branch_is_known_by_its_name_however_it_was_typed_and_who_withdrew_has_no_place(meeting):
    series, events = meeting
    Branch.objects.filter(tournament=events[2], number=1).update(name="第 １ 分会")
    assert rows(series)[0] == "1 第 １ 分会 18.75: 1+5 3 1"
    Team.objects.filter(branch__tournament=events[2], branch__number=1).update(state=TeamState.WITHDRAWN)
    a_team(a_branch(events[2], name="只有退赛队"), state=TeamState.WITHDRAWN)
    a_team(a_branch(events[2], name="只有草稿"), state=TeamState.DRAFT)
    assert rows(series) == [
        "1 第2分会 14.25: 3+5 2 2", "2 第3分会 12.75: 2+5 1 -", "3 第 １ 分会 11.75: 1+5 3 0",
        "4 第4分会 4.25: 3+5 - -",
        "5 只有退赛队 0: - - 0",
    ]  # fmt: skip


@pytest.mark.django_db
def test_series_counts_teams_branches_or_both():
    series = a_series()
    a_played_event(series)
    lines = season(series).lines
    assert (len(lines), season(series).branch_lines, settings_of(series).counts) == (4, (), "teams")
    series = edit_series(series, replace(SETTINGS, counts=SeriesCounts.BOTH), by=None)
    assert season(series).lines == lines
    assert rows(series) == ["1 第1分会 11: 1+3", "2 第2分会 9: 2+3"]


@pytest.mark.django_db
def test_settings_that_cannot_be_are_refused_at_their_field(meeting):
    series, _events = meeting  # of one, two and three players a team
    for changed, code, field in (
        ({"branch_scale": ()}, Code.SCALE_INVALID, "branch_scale"),
        ({"branch_scale": (5, 7)}, Code.SCALE_INVALID, "branch_scale"),
        ({"branch_best": 101}, Code.NUMBER_OUT_OF_RANGE, "branch_best"),
        ({"counts": SeriesCounts.TEAMS}, Code.SEATS_DIFFER, "counts"),
        ({"counts": SeriesCounts.BOTH}, Code.SEATS_DIFFER, "counts"),
    ):
        settings = replace(OF_BRANCHES, **changed)
        assert refused_at(partial(edit_series, series, settings, by=None)) == [(field, code)]


@pytest.mark.django_db
def test_table_of_branches_alone_leads_to_no_final(meeting):
    join = partial(join_series, a_tournament(), meeting[0], by=None, final=True)
    assert refused_at(join) == [("final", Code.BRANCHES_WITHOUT_FINAL)]
    other = a_series("other")
    its_final(other)
    edit = partial(edit_series, other, replace(SETTINGS, counts=SeriesCounts.BRANCHES), by=None)
    assert refused_at(edit) == [("counts", Code.BRANCHES_WITHOUT_FINAL)]


@pytest.mark.django_db
def test_queries_depend_on_no_size():
    series = a_series(settings=OF_BRANCHES)
    counts = []
    for month in range(2):
        a_played_event(series, month=month, branches=2 + month, teams=1)
        with CaptureQueriesContext(connection) as captured:
            assert len(season(Series.objects.get(pk=series.pk)).branch_lines) == 2 + month
        counts.append(len(captured))
    assert counts[0] == counts[1]
