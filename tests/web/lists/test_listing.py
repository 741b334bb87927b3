"""A list that is long: cut into messages and pictures, and nothing of it lost."""

from datetime import UTC, datetime

from django.utils import timezone

from web.lists.listing import LONGEST, MOST, ROWS, Listing, ListPart, messages_of, pages_of, picture_of

AT = datetime(2123, 11, 29, 4, 30, tzinfo=UTC)


def a_listing(*lengths: int) -> Listing:
    parts = tuple(
        ListPart(f"第{number}组", tuple((str(row), f"某分会{row}队", "") for row in range(length)), wide=1)
        for number, length in enumerate(lengths, start=1)
    )
    return Listing("比赛", "名单", "/e/s000/teams/", AT, (), parts)


def test_long_list_is_cut_into_pictures_with_its_heading_again():
    listing = a_listing(100, 3, 1)
    pages = pages_of(listing)
    assert [[(part.heading, len(part.rows)) for part in page] for page in pages] == [
        [("第1组", ROWS - 1)], [("第1组", ROWS - 1)], [("第1组", 30), ("第2组", 3)], [("第3组", 1)],
    ]  # fmt: skip
    rows = [row for page in pages for part in page for row in part.rows]
    assert rows == [row for part in listing.parts for row in part.rows]


def test_nobody_sends_more_pictures_than_that():
    assert len(pages_of(a_listing(5000))) == MOST


def test_list_without_rows_is_one_picture():
    assert pages_of(a_listing()) == [()]
    assert picture_of(a_listing(), 1).startswith(b"\x89PNG")


def test_message_says_whose_list_it_is_when_it_was_true_and_where_to_look():
    with timezone.override("Asia/Shanghai"):
        (text,) = messages_of(a_listing(2))
    lines = text.splitlines()
    assert lines[0] == "比赛 名单"
    assert "12:30" in lines[1]
    assert lines[2:6] == ["", "【第1组】", "0 某分会0队", "1 某分会1队"]
    assert lines[-1].endswith("/e/s000/teams/")


def test_long_list_is_several_messages_counted_and_no_line_is_cut():
    texts = messages_of(a_listing(700, 5))
    assert len(texts) > 2
    assert max(map(len, texts)) <= LONGEST
    assert texts[0].startswith(f"比赛 名单 (1/{len(texts)})")
    assert [line for text in texts for line in text.splitlines() if line.startswith("699 ")] == ["699 某分会699队"]
    assert sum(line.count("某分会") for text in texts for line in text.splitlines()) == 705


def test_rare_characters_are_drawn_and_not_boxed():
    def drawn(name: str) -> bytes:
        return picture_of(Listing("比赛", "名单", "/e/s000/teams/", AT, (), (ListPart("", ((name,),)),)), 1)

    box = drawn("\U000f0000")  # for private use: in no font
    assert drawn("\U000f0001") == box
    assert len({drawn("𠮷"), drawn("㛃"), drawn("甲"), box}) == 4
