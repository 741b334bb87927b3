"""The entry form of annex 4: a table of forms as a clerk types them, and what is wrong with each."""

import pytest

from tournaments.entries.fields import BranchEntry, PlayerEntry, TeamEntry
from tournaments.entries.forms import (
    Registered,
    draft_problems,
    entry_problems,
    entry_warnings,
    in_full,
    same_name_doubts,
)


def a_form(*teams: tuple[str, str], leader: str = "队员甲", **more: str) -> BranchEntry:
    """A form whose teams are named in order; "" is an empty line."""
    entries = (TeamEntry(n, (PlayerEntry(a), PlayerEntry(b))) for n, (a, b) in enumerate(teams, start=1))
    return BranchEntry(leader=leader, teams=tuple(entries), **more)


def problems_in(form: BranchEntry, *, quota: int = 2, elsewhere: tuple[Registered, ...] = ()) -> list[tuple[str, str]]:
    return [(p.field, p.code) for p in entry_problems(form, quota=quota, elsewhere=elsewhere)]


FULL = (("队员甲", "队员乙"), ("队员丙", "队员丁"))

CASES = [
    ("a full form", a_form(*FULL), []),
    ("one team is enough", a_form(FULL[0]), []),
    ("only the second team", a_form(("", ""), FULL[1]), []),
    ("no leader", a_form(FULL[0], leader=""), []),
    ("no leader, in words", a_form(FULL[0], leader="不设"), []),
    ("the leader may play", a_form(FULL[0], leader="队员乙"), []),
    ("the leader may stay out", a_form(FULL[0], leader="队员戊"), []),
    ("two leaders", a_form(FULL[0], leader="队员甲、队员乙"), [("leader", "more_than_one_leader")]),
    ("two leaders with a blank", a_form(FULL[0], leader="队员甲 队员乙"), [("leader", "more_than_one_leader")]),
    ("nobody at all", a_form(), [("team1_player1_name", "no_players")]),
    ("two empty teams", a_form(("", ""), (" ", "\u200b")), [("team1_player1_name", "no_players")]),
    ("one player only", a_form(("队员甲", "")), [("team1_player2_name", "one_player_only")]),
    ("only the second player", a_form(("", "队员乙")), [("team1_player1_name", "one_player_only")]),
    ("over the quota", a_form(*FULL, ("队员戊", "队员己")), [("team3_player1_name", "over_quota")]),
    ("twenty-five characters", a_form(("甲" * 25, "队员乙")), []),
    ("fifty letters", a_form(("a" * 50, "队员乙")), []),
    ("fifty letters with marks", a_form(("x\u030c" * 50, "队员乙")), []),
    ("twenty-six characters", a_form(("甲" * 26, "队员乙")), [("team1_player1_name", "name_too_long")]),
    ("fifty-one letters", a_form(("a" * 51, "队员乙")), [("team1_player1_name", "name_too_long")]),
    ("a tower of marks", a_form(("x" + "\u0323" * 100, "队员乙")), [("team1_player1_name", "name_too_long")]),
    ("a direction mark", a_form(("队\u202e员", "队员乙")), [("team1_player1_name", "name_invalid")]),
    ("a null", a_form(("队\x00员", "队员乙")), [("team1_player1_name", "name_invalid")]),
    ("no letter", a_form(("123", "队员乙")), [("team1_player1_name", "name_without_letter")]),
    ("full-width digits", a_form(("１２３", "队员乙")), [("team1_player1_name", "name_without_letter")]),
    ("a formula", a_form(("=1+1", "队员乙")), [("team1_player1_name", "name_characters")]),
    ("an at sign", a_form(("@SUM", "队员乙")), [("team1_player1_name", "name_characters")]),
    ("an emoji", a_form(("王五🀄", "队员乙")), [("team1_player1_name", "name_characters")]),
    ("a hyphen in front", a_form(("-甲", "队员乙")), [("team1_player1_name", "name_start")]),
    ("a hyphen inside", a_form(("Ada-Lee O'Hara", "阿卜杜·热合曼")), []),
    ("a rare character", a_form(("𠮷田㛃", "队员乙")), []),
    ("two in one field", a_form(("赵一、钱二", "队员乙")), [("team1_player1_name", "more_than_one_player")]),
    (
        "a substitute in brackets",
        a_form(("周五（替补 吴六）", "队员乙")),
        [("team1_player1_name", "more_than_one_player")],
    ),
    ("a wrong e-mail", a_form(FULL[0], contact_mail="a@b"), [("contact_mail", "mail_invalid")]),
    ("a long telephone", a_form(FULL[0], contact_phone="1" * 31), [("contact_phone", "text_too_long")]),
    ("a long remark", a_form(FULL[0], leader_remark="长" * 101), [("leader_remark", "text_too_long")]),
    ("a wrong gender", a_form(FULL[0], leader_gender="x"), [("leader_gender", "gender_invalid")]),
]


@pytest.mark.parametrize(("form", "problems"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_entry_problems(form, problems):
    assert problems_in(form) == problems


SAME = [
    ("the same twice in a team", a_form(("队员甲", "队员甲")), [("team1_player2_name", "twice_in_team")]),
    ("the same in two teams", a_form(FULL[0], ("队员乙", "队员丙")), [("team2_player1_name", "in_two_teams")]),
    ("written wide", a_form(FULL[0], ("队员　乙", "队员丙")), [("team2_player1_name", "in_two_teams")]),
    ("another width", a_form(("Ada", "队员乙"), ("ＡＤＡ", "队员丙")), [("team2_player1_name", "looks_alike")]),
    ("another dot", a_form(("甲·乙", "队员乙"), ("甲•乙", "队员丙")), [("team2_player1_name", "looks_alike")]),
    ("two of one name, remarked on", a_form(("队员甲（大）", "队员甲（小）")), []),
    ("one of them remarked on", a_form(("队员甲（大）", "队员甲")), [("team1_player2_name", "twice_in_team")]),
    ("remarked on alike", a_form(("队员甲(2)", "队员甲（2）")), [("team1_player2_name", "twice_in_team")]),
]


@pytest.mark.parametrize(("form", "doubts"), [case[1:] for case in SAME], ids=[case[0] for case in SAME])
def test_name_that_stands_twice_is_asked_about(form, doubts):
    assert problems_in(form) == []
    assert [(doubt.field, doubt.code) for doubt in same_name_doubts(form)] == doubts


def test_namesakes_who_are_entered_are_not_asked_about_again():
    form = a_form(("队员甲", "队员乙"), ("队员甲", "队员丙"))
    assert same_name_doubts(form, ["队员甲", "队员乙", "队员甲", "队员丁"]) == []
    assert [doubt.field for doubt in same_name_doubts(form, ["队员甲", "队员乙"])] == ["team2_player1_name"]


def test_entry_problems_are_told_all_at_once_in_the_order_of_the_form():
    form = a_form(("队员甲", ""), ("队员甲", "1"), leader="队员甲/队员乙", contact_mail="x")
    assert problems_in(form, quota=1) == [
        ("leader", "more_than_one_leader"),
        ("contact_mail", "mail_invalid"),
        ("team1_player2_name", "one_player_only"),
        ("team2_player1_name", "over_quota"),
        ("team2_player2_name", "name_without_letter"),
    ]
    remark_only = BranchEntry(teams=(TeamEntry(1, (PlayerEntry("队员甲"), PlayerEntry(remark="替补"))),))
    assert problems_in(remark_only) == [("team1_player2_name", "name_empty")]


def test_a_namesake_in_another_branch_is_somebody_else_unless_the_mail_is_the_same():
    elsewhere = tuple(
        Registered(f"队员{n}", f"{mail}@example.com", "乙分会", 2) for n, mail in (("甲", "Jia"), ("乙", "yi"))
    )
    for one, other, problems in (
        (PlayerEntry("队员甲"), PlayerEntry("队员乙", mail="other@example.com"), []),
        (
            PlayerEntry("队员 甲", mail="jia@EXAMPLE.com"),
            PlayerEntry("队员乙"),
            [("team1_player1_name", "in_another_branch")],
        ),
    ):
        form = BranchEntry(teams=(TeamEntry(1, (one, other)),))
        assert problems_in(form, elsewhere=elsewhere) == problems


def test_a_draft_may_be_incomplete_but_must_fit():
    assert draft_problems(a_form(("队员甲", ""), leader="甲、乙", contact_mail="x"), quota=2) == []
    too_much = a_form(("甲" * 26, ""), ("乙\x00" * 26, ""), leader="甲、" * 26)
    codes = [(p.field, p.code) for p in draft_problems(too_much, quota=1)]
    assert codes == [
        ("leader", "name_too_long"),
        ("team1_player1_name", "name_too_long"),
        ("team2_player1_name", "over_quota"),
        ("team2_player1_name", "name_too_long"),
    ]


def test_warnings_name_what_was_left_out_and_stop_nothing():
    form = a_form(FULL[0], leader="无")
    assert [(p.field, p.code) for p in entry_warnings(form)] == [
        ("leader", "no_leader"),
        ("team1_player1_gender", "gender_missing"),
    ]
    assert entry_warnings(form)[1].data == {"names": "队员甲、队员乙"}


def test_in_full_has_a_place_for_every_team_and_drops_nothing_that_was_typed():
    form = in_full(BranchEntry(teams=(TeamEntry(3, (PlayerEntry("队员己"),)),)), quota=2, lines=3)
    assert [(team.ordinal, [p.name for p in team.players]) for team in form.teams] == [
        (1, ["", "", ""]), (2, ["", "", ""]), (3, ["队员己", "", ""]),
    ]  # fmt: skip


@pytest.mark.parametrize("seats", [1, 3])
def test_team_has_a_player_for_every_seat(seats):
    names = tuple(PlayerEntry(f"队员{letter}") for letter in "甲乙丙"[:seats])
    team = TeamEntry(1, names[:-1]).with_lines(seats)
    form = BranchEntry(leader="队员甲", teams=(team,))
    missing = "no_players" if seats == 1 else "one_player_only"
    assert problems_in(form) == [(f"team1_player{seats}_name", missing)]
    assert problems_in(BranchEntry(leader="队员甲", teams=(TeamEntry(1, names),))) == []
    with pytest.raises(ValueError, match="lines"):
        TeamEntry(1, names).with_lines(seats - 1)


def test_what_is_typed_is_tidied_once_and_what_cannot_be_printed_stays_to_be_named():
    line = PlayerEntry(" 队员　甲\u200b", "f", " 左手 \x00", " jia@example.org\n")
    assert (line.name, line.remark, line.mail) == ("队员甲", "左手", "jia@example.org")
    assert PlayerEntry("队\u202e员").name == "队\u202e员"
