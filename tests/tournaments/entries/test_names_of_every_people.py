"""`tests/cases/names.txt`: how people of many scripts write their names, taken as they are, measured and in order."""

import pytest

from journal.texts import clean, has_unseen, storable
from tests.every_people import NAMES
from tournaments.entries.fields import PlayerEntry
from tournaments.entries.forms import one_name_problem
from tournaments.entries.glyphs import print_doubts, unprintable
from tournaments.entries.names import likeness, listed_people, people, sort_key, width

BY_SCRIPT = [
    "阿卜杜热合曼·阿卜杜喀迪尔", "队员甲", "Ğüneş", "Żółć", "Ελένη", "Қайрат", "گۈلنار مەمتىمىن",
    "བསོད་ནམས", "ᠪᠠᠲᠤ", "ꆏꌠ", "김철수",
]  # fmt: skip


@pytest.mark.parametrize(("name", "columns"), NAMES)
def test_name_is_kept_as_it_is_written(name, columns):
    player = PlayerEntry(name)
    assert (player.name, player.columns["name"], width(name)) == (name, name, columns)
    assert one_name_problem(name, "name") is None
    assert print_doubts(name) == []
    assert sort_key(name)


def test_names_stand_in_the_order_of_their_scripts():
    assert sorted(set(BY_SCRIPT), key=sort_key) == BY_SCRIPT


def test_joiner_is_kept_where_it_joins_and_nowhere_else():
    assert clean("عبد\u200cالله") == "عبد\u200cالله"
    assert storable("ᠰᠠᠷᠠᠨ\u180eᠠ ᠪᠠᠲᠤ\u202fᠶᠢᠨ") == "ᠰᠠᠷᠠᠨ\u180eᠠ ᠪᠠᠲᠤ\u202fᠶᠢᠨ"
    assert clean("张\u200d三\u200e ئاب\u200f\u200d 1\u202f2") == "张三 ئاب 1 2"
    assert not has_unseen("عبد\u200cالله")
    assert has_unseen("张\u202e三")
    assert likeness("عبد\u200cالله") == likeness("عبدالله")


@pytest.mark.parametrize("name", ["甲\x07", "甲\u202e乙", "a;b", "<b>", "甲＝乙"])
def test_what_is_no_name_is_refused(name):
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
