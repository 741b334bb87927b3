"""Names: what counts as the same, what is no name, in which order they stand."""

import pytest

from journal.texts import clean, has_unseen, storable
from tests.every_people import NAMES
from tournaments.entries.fields import PlayerEntry
from tournaments.entries.forms import one_name_problem
from tournaments.entries.glyphs import print_doubts, unprintable
from tournaments.entries.names import is_nobody, likeness, listed_people, people, sort_key, width, written

ALIKE = (
    ("张三", "张 三"), ("张三", "张\u3000三"), ("张三", " 张三\t"), ("张三", "张\u200b三"), ("张三", "\ufeff张三"),
    ("Ada Lee", "ＡＤＡ　ＬＥＥ"), ("阿卜杜·热合曼", "阿卜杜•热合曼"), ("阿卜杜·热合曼", "阿卜杜．热合曼"),
    ("阿卜杜·热合曼", "阿卜杜・热合曼"), ("金", "⾦"), ("é", "e\u0301"),  # ⾦: the radical of the old code chart
)  # fmt: skip


def test_names_that_look_alike_have_one_likeness_and_different_ones_two():
    for one, other in ALIKE:
        assert likeness(one) == likeness(other), (one, other)
    for one, other in (("张三", "张叁"), ("王珊", "王姗"), ("队员甲", "队员乙"), ("", "甲")):
        assert likeness(one) != likeness(other)


def test_a_name_is_kept_tidy():
    for typed in ("  张  三 ", "张\u200b三\ufeff", "张三\r\n"):
        assert written(typed) == "张三"
    assert written("Ada   Lee") == "Ada Lee"


@pytest.mark.parametrize(
    ("typed", "count"),
    [("张三", 1), ("张 三", 1), ("Ada Lee", 1), ("阿卜杜·热合曼", 1), ("张三，", 1),
     ("张三、李四", 2), ("张三，李四", 2), ("张三,李四", 2), ("张三/李四", 2), ("张三 李四", 2),
     ("张三;李四；王五", 3), ("张三 男 李四 女", 2), ("周五（替补 吴六）", 2), ("1. 张三\t女", 1)],
)  # fmt: skip
def test_people_counts_who_stands_in_one_field(typed, count):
    assert len(people(typed)) == count


def test_nobody_may_be_said_in_many_ways():
    assert all(map(is_nobody, ("", "  ", "无", "不设", "—", "-", "/", "\u200b", "None")))


def test_characters_that_nobody_sees_are_found_and_not_stored_and_a_joiner_is_kept_where_it_joins():
    assert has_unseen("张\u202e三")
    assert has_unseen("张\x00三")
    assert not has_unseen("\u200b张三 ")
    assert storable("张\x00\u202e三") == "张三"
    assert clean("عبد\u200cالله") == "عبد\u200cالله"
    assert storable("ᠰᠠᠷᠠᠨ\u180eᠠ ᠪᠠᠲᠤ\u202fᠶᠢᠨ") == "ᠰᠠᠷᠠᠨ\u180eᠠ ᠪᠠᠲᠤ\u202fᠶᠢᠨ"
    assert clean("张\u200d三\u200e ئاب\u200f\u200d 1\u202f2") == "张三 ئاب 1 2"
    assert not has_unseen("عبد\u200cالله")
    assert likeness("عبد\u200cالله") == likeness("عبدالله")


def test_names_stand_in_the_order_of_the_dictionary_and_of_their_scripts():
    in_order = ["阿木", "Ada", "李四", "林五", "莫七", "万俟六", "单二", "曾一", "张三"]
    assert sorted(sorted(in_order), key=sort_key) == in_order
    by_script = [
        "阿卜杜热合曼·阿卜杜喀迪尔", "队员甲", "Ğüneş", "Żółć", "Ελένη", "Қайрат", "گۈلنار مەمتىمىن",
        "བསོད་ནམས", "ᠪᠠᠲᠤ", "ꆏꌠ", "김철수",
    ]  # fmt: skip
    assert sorted(sorted(by_script), key=sort_key) == by_script
    assert len(sort_key("爨" * 20)) <= 120  # it fits its column


# of every people: tests/cases/names.txt


@pytest.mark.parametrize(("name", "columns"), NAMES)
def test_name_is_kept_as_it_is_written(name, columns):
    player = PlayerEntry(name)
    assert (player.name, player.columns["name"], width(name)) == (name, name, columns)
    assert one_name_problem(name, "name") is None
    assert print_doubts(name) == []
    assert sort_key(name)


def test_what_is_no_name_is_refused():
    for name in ("甲\x07", "甲\u202e乙", "a;b", "<b>", "甲＝乙"):
        assert one_name_problem(PlayerEntry(name).name, "name")


def test_what_no_face_holds_is_named_once():
    assert unprintable("𪚥龘𪚥ᛒ\ue000 \u200d") == "𪚥ᛒ\ue000"
    assert [(doubt.field, doubt.data) for doubt in print_doubts("甲𪚥", "name")] == [("name", {"characters": "𪚥"})]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("王伟（大）", ["王伟（大）"]),
        ("王伟(小)、王伟 （大）", ["王伟（小）", "王伟（大）"]),
        ("王伟（大）李四", ["王伟（大）", "李四"]),
        ("王伟（2） 李四", ["王伟（2）", "李四"]),
        ("(1)张三 (2)李四", ["张三", "李四"]),
        ("ئابدۇرېھىم، گۈلنار", ["ئابدۇرېھىم", "گۈلنار"]),
        ("周五（替补 吴六）", ["周五", "吴六"]),
    ],
)
def test_mark_behind_a_name_is_no_second_player(text, names):
    assert [name for name, _gender in listed_people(text)] == names
    assert len(people(text)) == len(names)
