"""Branches: added, renamed, moved, removed; and what keeps them."""

from functools import partial

import pytest

from journal.models import Event
from tests.factories import a_branch, a_team, a_tournament
from tests.refusals import refused_at
from tournaments.entries.actions.branches import add_branches, edit_branch, remove_branch
from tournaments.models import Branch
from tournaments.presets.preset import BranchPlan
from tournaments.states import TournamentState

pytestmark = pytest.mark.django_db


def order() -> list[str]:
    return list(Branch.objects.order_by("number").values_list("name", flat=True))


def test_add_branches_puts_them_at_the_end_in_their_order():
    tournament = a_tournament(branches=1)
    made = add_branches(tournament, [BranchPlan(" 信息 分会 ", 2), BranchPlan("建工分会", 1)], by=None)
    assert order() == ["第1分会", "信息 分会", "建工分会"]
    events = Event.objects.order_by("number").values_list("kind", "subject", "data")
    assert list(events) == [
        ("branch.added", made[0].subject, {"branch": "信息 分会", "quota": 2}),
        ("branch.added", made[1].subject, {"branch": "建工分会", "quota": 1}),
    ]


REFUSED = [
    ([BranchPlan(" ", 2)], [("name-1", "name_empty")]),
    ([BranchPlan("长" * 41, 2)], [("name-1", "name_too_long")]),
    ([BranchPlan("=cmd|calc", 2)], [("name-1", "name_characters")]),
    ([BranchPlan("@会", 2)], [("name-1", "name_start")]),
    ([BranchPlan("分\u202e会", 2)], [("name-1", "name_invalid")]),
    ([BranchPlan("第1 分会", 2)], [("name-1", "name_taken")]),
    ([BranchPlan("信息分会", 2), BranchPlan("信息分会 ", 2)], [("name-2", "name_taken")]),
    (
        [BranchPlan("信息分会", 0), BranchPlan("建工分会", 21)],
        [("quota-1", "quota_out_of_range"), ("quota-2", "quota_out_of_range")],
    ),
]


def test_add_branches_refuses_all_if_one_is_wrong():
    tournament = a_tournament(branches=1)
    for plans, problems in REFUSED:
        assert refused_at(partial(add_branches, tournament, plans, by=None)) == problems


def test_no_branch_is_added_or_removed_after_the_draw():
    tournament = a_tournament(branches=1, state=TournamentState.DRAWN)
    branch = Branch.objects.get()
    assert refused_at(lambda: add_branches(tournament, [BranchPlan("信息分会", 2)], by=None)) == [("", "after_draw")]
    assert refused_at(lambda: remove_branch(branch, by=None)) == [("", "after_draw")]
    assert refused_at(lambda: edit_branch(branch, "信息分会", 3, by=None)) == [("quota", "after_draw")]
    assert edit_branch(branch, "信息分会", 2, by=None).name == "信息分会"


def test_edit_branch_renames_and_moves_but_its_quota_does_not_fall_below_its_teams():
    tournament = a_tournament(branches=3)
    branch = tournament.branches.get(number=3)
    edit_branch(branch, "信息分会", 4, by=None, place=1)
    assert order() == ["信息分会", "第1分会", "第2分会"]
    event = Event.objects.get()
    assert (event.kind, event.subject) == ("branch.edited", branch.subject)
    assert event.data == {"branch": "信息分会", "quota": 4}
    branch.refresh_from_db()
    a_team(branch, ordinal=2)
    assert refused_at(lambda: edit_branch(branch, branch.name, 1, by=None)) == [("quota", "quota_below_teams")]


def test_remove_branch_only_without_teams():
    tournament = a_tournament(branches=2, teams=1)
    empty = a_branch(tournament)
    assert refused_at(lambda: remove_branch(tournament.branches.first(), by=None)) == [("", "branch_has_teams")]
    subject = empty.subject
    remove_branch(empty, by=None)
    assert order() == ["第1分会", "第2分会"]
    assert list(Event.objects.values_list("kind", "subject")) == [("branch.removed", subject)]
