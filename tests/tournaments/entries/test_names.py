"""Names: what counts as the same, what is no name, in which order they stand."""

import pytest

from journal.texts import has_unseen, storable
from tournaments.entries.names import is_nobody, likeness, people, sort_key, written

ALIKE = [
    ("张三", "张 三"),
    ("张三", "张\u3000三"),
    ("张三", " 张三\t"),
    ("张三", "张\u200b三"),
    ("张三", "\ufeff张三"),
    ("Ada Lee", "ＡＤＡ　ＬＥＥ"),
    ("阿卜杜·热合曼", "阿卜杜•热合曼"),
    ("阿卜杜·热合曼", "阿卜杜．热合曼"),
    ("阿卜杜·热合曼", "阿卜杜・热合曼"),
    ("金", "⾦"),  # the radical of the old code chart
    ("é", "e\u0301"),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_alike_have_one_likeness(one, other):
    assert likeness(one) == likeness(other)


@pytest.mark.parametrize(("one", "other"), [("张三", "张叁"), ("王珊", "王姗"), ("队员甲", "队员乙"), ("", "甲")])
def test_different_names_stay_different(one, other):
    assert likeness(one) != likeness(other)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("  张  三 ", "张三"), ("Ada   Lee", "Ada Lee"), ("张\u200b三\ufeff", "张三"), ("张三\r\n", "张三")],
)
def test_a_name_is_kept_tidy(typed, kept):
    assert written(typed) == kept


@pytest.mark.parametrize(
    ("typed", "count"),
    [("张三", 1), ("张 三", 1), ("Ada Lee", 1), ("阿卜杜·热合曼", 1), ("张三，", 1),
     ("张三、李四", 2), ("张三，李四", 2), ("张三,李四", 2), ("张三/李四", 2), ("张三 李四", 2),
     ("张三;李四；王五", 3), ("张三 男 李四 女", 2), ("周五（替补 吴六）", 2), ("1. 张三\t女", 1)],
)  # fmt: skip
def test_people_counts_who_stands_in_one_field(typed, count):
    assert len(people(typed)) == count


@pytest.mark.parametrize("typed", ["", "  ", "无", "不设", "—", "-", "/", "\u200b", "None"])
def test_nobody_may_be_said_in_many_ways(typed):
    assert is_nobody(typed)


def test_characters_that_nobody_sees_are_found_and_not_stored():
    assert has_unseen("张\u202e三")
    assert has_unseen("张\x00三")
    assert not has_unseen("\u200b张三 ")
    assert storable("张\x00\u202e三") == "张三"


def test_names_stand_in_the_order_of_the_dictionary():
    names = ["曾一", "张三", "阿木", "单二", "李四", "林五", "Ada", "万俟六", "莫七"]
    assert sorted(names, key=sort_key) == ["阿木", "Ada", "李四", "林五", "莫七", "万俟六", "单二", "曾一", "张三"]


def test_a_sort_key_fits_its_column():
    assert len(sort_key("爨" * 20)) <= 120
