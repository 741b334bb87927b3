"""Lists of referees as they are pasted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.event.people_lists import read_people

READ = [
    ("张三", ["张三"]),
    ("1. 张三 13800001234 裁判长\n2、李四(裁判)\n③王五", ["张三 chief_referee", "李四 referee", "王五"]),
    ("张三、李四，王五；赵六", ["张三", "李四", "王五", "赵六"]),
    ("张三 李四 王五 赛务", ["张三 office", "李四 office", "王五 office"]),
    ("裁判长：刘建国\n裁判员：张三、李四\n王五", ["刘建国 chief_referee", "张三 referee", "李四 referee", "王五"]),
    ("裁判长\n刘建国\n裁判员:\n张三\n李四", ["刘建国 chief_referee", "张三 referee", "李四 referee"]),
    ("序号\t姓名\t手机号码\t身份\n1\t张三\t138-0000-1234\t裁判长", ["张三 chief_referee"]),
    ("姓名\t电话\t角色\n张三\t138-0000-1234\t裁判长\n李四\t\t", ["张三 chief_referee", "李四"]),
    ("张 三\nLi Lei 13800001234\n阿不都·热合曼 referee", ["张三", "Li Lei", "阿不都·热合曼 referee"]),
    ("刘裁判长\n王裁判", ["刘裁判长", "王裁判"]),
    ("王伟（大）\n王伟 (小)", ["王伟（大）", "王伟（小）"]),
    ("王伟 13800001111\n王伟 13900002222", ["王伟（1111）", "王伟（2222）"]),
    ("王伟 13800001111\n王伟 138 0000 1111", ["王伟"]),
    ("Tom Li, chief referee", ["Tom Li chief_referee"]),
]


@pytest.mark.parametrize(("text", "people"), READ)
def test_a_list_is_read(text, people):
    read, problems = read_people(text)
    assert not problems
    assert [f"{one.name} {one.kind}".strip() for one in read] == people


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("张三\n机关分会：李四", "person_unclear", 2),
        ("张三 12345", "person_unclear", 1),
        ("张三 裁判长 李四 裁判员", "person_unclear", 1),
        ("王伟\n李四\n王伟", "person_twice", 3),
        ("王伟 13800001111\n王伟", "person_twice", 2),
        ("王伟 13800001111\n王伟 13900001111", "person_twice", 2),
    ],
)
def test_what_is_unclear_names_its_line(text, code, line):
    (problem,) = read_people(text)[1]
    assert (problem.code, problem.data.get("line") or problem.data["second"]) == (code, line)


@given(st.text())
def test_nobody_stands_twice_whatever_is_pasted(text):
    people, problems = read_people(text)
    assert problems or len({one.name for one in people}) == len(people)
