"""The rows of the entry form: each has its column and its own headings, and a value of each comes through."""

from collections import Counter
from functools import partial

import pytest
from django.utils import timezone, translation

from journal.refusals import Doubtful, Problem
from tests.factories import a_branch, a_tournament
from tests.refusals import refused_at
from tests.tournaments.entries.test_entries_actions import names
from tournaments.codes import Code
from tournaments.entries.actions.entries import save_entry
from tournaments.entries.actions.entry_reviews import set_entries
from tournaments.entries.actions.teams import substitute_player
from tournaments.entries.fields import (
    GENDER,
    MAIL,
    BranchEntry,
    Entry,
    PlayerEntry,
    TeamEntry,
    form_fields,
    is_field,
    list_columns,
    rows_of,
)
from tournaments.entries.names import likeness
from tournaments.entries.queries.entries import stored_form
from tournaments.entries.words import shown
from tournaments.models import Branch, Player, Team

MODELS: dict[type[Entry], type[Branch | Team | Player]] = {BranchEntry: Branch, TeamEntry: Team, PlayerEntry: Player}


def values(entry: type[Entry]) -> dict[str, str]:
    """One that fits each field, all of them different."""
    by_name, texts = {}, iter("甲乙丙丁戊己庚辛壬癸")
    for name, row in rows_of(entry).items():
        by_name[name] = "f" if row.kind is GENDER else f"{row.section}的{next(texts)}"
        if row.kind is MAIL:
            by_name[name] = f"{name}@a.example"
    return by_name


def a_full_form() -> BranchEntry:
    """Every field of one team is filled."""
    one, other = values(PlayerEntry), values(PlayerEntry) | {"name": "队员乙", "mail": "b@a.example"}
    team = TeamEntry(1, (PlayerEntry(**one), PlayerEntry(**other)), **values(TeamEntry))
    return BranchEntry(teams=(team,), **values(BranchEntry))


def test_every_field_has_a_column_that_holds_what_the_form_allows():
    for entry, model in MODELS.items():
        for row in rows_of(entry).values():
            assert model._meta.get_field(row.column).max_length >= row.length, row.name


def test_heading_of_a_list_means_one_column_and_that_of_our_own_workbook_is_among_them():
    meant = Counter(word for row in list_columns().values() for word in {likeness(word) for word in row.headings})
    assert [word for word, count in meant.items() if count > 1] == []
    for language in ("en", "zh-hans"):
        with translation.override(language):
            for row in list_columns().values():
                assert likeness(str(row.label)) in {likeness(word) for word in row.headings}, row.name


def test_remark_may_stand_at_every_field_and_nowhere_else():
    assert all(is_field(name) for name, _row, _value in form_fields(a_full_form()))
    assert is_field("")
    for strange in ("teams", "team0_name", "team1_player1_pinyin", "team100_name", "leader_name", "team1_player1_"):
        assert not is_field(strange)


@pytest.mark.django_db
def test_every_field_is_saved_and_read_again():
    branch, form = a_branch(a_tournament(phones_kept=True)), a_full_form()
    save_entry(branch, form, by=None)
    assert stored_form(Branch.objects.get(), 2) == form
    save_entry(branch, BranchEntry(teams=(TeamEntry(1, form.teams[0].players),)), by=None)
    assert stored_form(Branch.objects.get(), 2) == BranchEntry(teams=(TeamEntry(1, form.teams[0].players),))


@pytest.mark.django_db
def test_telephones_of_players_are_kept_only_where_the_event_says_so():
    branch, form = a_branch(a_tournament(phones_kept=True)), a_full_form()
    save_entry(branch, form, by=None)
    set_entries(branch.tournament, acceptance=False, phones=True, by=None)
    assert Player.objects.filter(phone=form.teams[0].players[0].phone).exists()
    asked = Problem(Code.PHONES_DELETED, "phones", {"count": Player.objects.count()})
    with pytest.raises(Doubtful) as doubtful:
        set_entries(branch.tournament, acceptance=False, phones=False, by=None, sure=())
    assert doubtful.value.problems == (asked,)
    assert Player.objects.exclude(phone="").exists()
    set_entries(branch.tournament, acceptance=False, phones=False, by=None, sure={asked.signature})
    assert not Player.objects.exclude(phone="").exists()
    branch = Branch.objects.get()
    save_entry(branch, form, by=None)
    substitute_player(Player.objects.first(), PlayerEntry("队员戊", phone="13805140000"), by=None)
    assert not Player.objects.exclude(phone="").exists()
    assert branch.contact_phone == form.contact_phone


@pytest.mark.django_db
def test_team_that_has_only_a_name_is_a_draft_and_one_whose_name_is_too_long_is_refused():
    branch, named = a_branch(a_tournament()), BranchEntry(teams=(TeamEntry(1, name="雄鹰队"),))
    assert ("team1_player1_name", "one_player_only") in refused_at(lambda: save_entry(branch, named, by=None))
    save_entry(branch, named, by=None, draft=True)
    assert (Team.objects.get().name, Team.objects.get().state, names(branch)) == ("雄鹰队", "draft", {1: []})
    long = TeamEntry(1, (PlayerEntry("队员甲"), PlayerEntry("队员乙")), name="队" * 26)
    save = partial(save_entry, branch, BranchEntry(teams=(long,)), by=None)
    assert refused_at(save) == [("team1_name", "name_too_long")]


def test_moment_in_doubt_is_told_by_its_own_clock():
    with translation.override("en"), timezone.override("UTC"):
        assert shown("at", "2125-11-29T12:30:00+08:00") == "Thu 29 Nov 2125 12:30"
