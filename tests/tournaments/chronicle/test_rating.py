"""等级分: laws of the reckoning, and a season of four players followed by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.chronicle.rating import SETTLED, SPREAD, START, RatedMatch, ratings, strength

PEOPLE = tuple("甲乙丙丁戊己庚辛")


@st.composite
def seasons(draw, most=14):
    matches = []
    for key in range(draw(st.integers(1, most))):
        seats = draw(st.integers(1, 3))
        people = draw(st.permutations(PEOPLE))[: 2 * seats]
        winner = draw(st.sampled_from(("home", "away", "")))
        matches.append(RatedMatch(key, tuple(people[:seats]), tuple(people[seats:]), winner))
    return matches


@given(seasons())
def test_whoever_wins_never_falls_and_whoever_loses_never_rises(matches):
    for rating in ratings(matches).values():
        for change in rating.changes:
            if change.outcome == "won":
                assert change.points >= 0
            if change.outcome == "lost":
                assert change.points <= 0


@given(seasons())
def test_changes_lead_from_the_start_to_the_rating_without_a_gap(matches):
    for person, rating in ratings(matches).items():
        stands = [START, *(change.after for change in rating.changes)]
        assert [change.before for change in rating.changes] == stands[:-1]
        assert rating.points == stands[-1]
        played = [match.key for match in matches if person in (*match.home, *match.away)]
        assert [change.match for change in rating.changes] == played
        assert rating.is_settled == (len(played) >= SETTLED)


@given(seasons())
def test_it_does_not_matter_which_side_is_named_first_or_who_in_it(matches):
    other = {"home": "away", "away": "home", "": ""}
    turned = [RatedMatch(m.key, m.away[::-1], m.home[::-1], other[m.winner]) for m in matches]
    one, two = ratings(matches), ratings(turned)
    assert {who: r.points for who, r in one.items()} == pytest.approx({who: r.points for who, r in two.items()}, abs=1)


@given(seasons())
def test_both_chances_make_one_and_every_match_tells_more(matches):
    rated = ratings(matches)
    for match in matches:
        chances = {
            change.side: change.chance for r in rated.values() for change in r.changes if change.match == match.key
        }
        assert sum(chances.values()) == pytest.approx(1)
    assert all(rating.spread <= SPREAD for rating in rated.values())


@given(seasons(), st.permutations(PEOPLE))
def test_names_do_not_count(matches, others):
    as_others = dict(zip(PEOPLE, others, strict=True))
    renamed = [
        RatedMatch(m.key, tuple(as_others[p] for p in m.home), tuple(as_others[p] for p in m.away), m.winner)
        for m in matches
    ]
    assert {as_others[who]: rating for who, rating in ratings(matches).items()} == ratings(renamed)


def test_an_upset_weighs_more_than_what_was_expected():
    strong = [RatedMatch(n, ("甲",), ("乙",), "home") for n in range(12)]
    expected = ratings([*strong, RatedMatch(12, ("甲",), ("乙",), "home")])["甲"].changes[-1]
    upset = ratings([*strong, RatedMatch(12, ("甲",), ("乙",), "away")])["甲"].changes[-1]
    assert expected.chance > 0.9
    assert 0 <= expected.points < 10 < -upset.points


def test_beginners_meet_as_equals_and_partners_move_together():
    rated = ratings([RatedMatch(1, ("甲", "乙"), ("丙", "丁"), "home")])
    assert {change.chance for rating in rated.values() for change in rating.changes} == {0.5}
    assert rated["甲"].points == rated["乙"].points > START > rated["丙"].points == rated["丁"].points
    # what one side wins the other loses, as long as nothing is known of anybody
    assert rated["甲"].points - START == START - rated["丙"].points
    assert strength(rated, ("甲", "丙")) == START
    assert strength(rated, ("戊", "己")) == START
    assert ratings([]) == {}
