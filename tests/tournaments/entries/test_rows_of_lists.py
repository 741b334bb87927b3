"""No row of a list vanishes: each is entered, refused or left out, and nobody comes to a branch his line denies."""

import csv
import io
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from journal.refusals import Refused
from tests.tournaments.entries.test_chat_lists import BRANCHES, places_of
from tournaments.codes import Code
from tournaments.entries.files.rosters import Roster, read_roster
from tournaments.entries.files.spreadsheets import read_sheets

PLACES = places_of(BRANCHES)
NAMES = ["".join(name) for name in product("赵钱孙李周吴郑王冯陈", "建国", "梅兰竹菊松")]
ENDS = ("", "分会", "工会", "分工会")
STYLES = (
    "{a} {b}（{branch}）", "{a}、{b} ({branch})", "{branch} {a} {b}", "{branch}：{a}/{b}", "{a}+{b} {branch}",
    "【{branch}】{a} {b}", "{a} 13805140000 {b} {branch}", "{a}-{b}（{branch}）", "{branch} 飞龙队 {a} {b}",
    "🌹{a} {b}（{branch}）✅", "@{a} @{b} {branch}",
)  # fmt: skip
NOISE = ("收到", "大家抓紧报名", "#接龙", "", "谢谢主席[抱拳]", "例 张三 李四（机关一分会）", "13.")


def entered(roster: Roster) -> dict[str, str]:
    """The branch of everybody in the forms."""
    return {
        player.name: PLACES[number - 1].name
        for number, form in roster.forms.items()
        for team in form.filled
        for player in team.players
        if player.name
    }


@st.composite
def chats(draw: st.DrawFn) -> tuple[list[str], dict[int, tuple[str, str, str]]]:
    """The lines, and who stands in which for which branch."""
    lines, teams = [], {}
    people = draw(st.lists(st.sampled_from(NAMES), unique=True, max_size=16))
    is_numbered = draw(st.booleans())
    for a, b in zip(people[::2], people[1::2], strict=False):
        lines += draw(st.lists(st.sampled_from(NOISE), max_size=2))
        branch = draw(st.sampled_from(PLACES)).name
        text = draw(st.sampled_from(STYLES)).format(
            a=a, b=b, branch=branch.removesuffix("分会") + draw(st.sampled_from(ENDS))
        )
        lines.append(f"{len(teams) + 1}. {text}" if is_numbered else text)
        teams[len(lines)] = (a, b, branch)
    return lines, teams


@given(chats())
def test_each_line_of_a_chat_goes_to_the_branch_that_it_says(chat):
    lines, teams = chat
    roster = read_roster(read_sheets(("\n".join(lines) + "\n#").encode(), is_pasted=True), PLACES, seats=2)
    branches = entered(roster)
    for row, (a, b, branch) in teams.items():
        assert (0, row) in roster.entered | roster.refused
        assert {branches.get(a, branch), branches.get(b, branch)} == {branch}
        assert (0, row) in roster.refused or {a, b} <= branches.keys()
    assert branches.keys() <= {name for a, b, _branch in teams.values() for name in (a, b)}
    standing = {(0, row) for row, line in enumerate(lines, start=1) if line.strip()}
    assert standing <= roster.entered | roster.refused | {*roster.left_out}


CELLS = st.sampled_from(["", "", "老将", '"老将', '老"将', "合计", "A,B", "两\n行"])
SAID = st.sampled_from([*(place.name for place in PLACES), "锻压车间", "锻压", "幼儿园", ""])


@given(st.lists(st.tuples(SAID, st.sampled_from(["", *NAMES]), CELLS, CELLS), max_size=12), st.booleans())
def test_each_row_of_a_table_is_entered_refused_or_left_out(rows, is_quoted):
    out = io.StringIO()
    if is_quoted:
        csv.writer(out, lineterminator="\n").writerows([("单位", "姓名", "备注", "爱好"), *rows])
    else:
        rows = [tuple(cell.replace("\n", "").replace(",", "") for cell in row) for row in rows]
        out.write("\n".join(map(",".join, [("单位", "姓名", "备注", "爱好"), *rows])))
    try:
        (sheet,) = read_sheets(out.getvalue().encode())
    except Refused as refused:
        codes = {problem.code for problem in refused.problems}
    else:
        codes = {Code.FILE_HAS_OPEN_QUOTE}
        assert sum(map(any, sheet.rows)) == 1 + sum(map(any, rows))
        roster = read_roster([sheet], PLACES, seats=2)
        branches = entered(roster)
        for number, (_said, name, *_others) in enumerate(sheet.rows[1:], start=2):
            row = (0, number)
            assert not name or (row in roster.entered) + (row in roster.refused) + (row in roster.left_out) == 1
            assert row not in roster.entered or name in branches
    assert codes == {Code.FILE_HAS_OPEN_QUOTE}
