"""公文行文: figures, days and titles by GB/T 15835 and GB/T 9704."""

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from web.documents.official import official, title_lines

WRITTEN = (
    ("每队 2 名，限时 45 分钟", "每队2名，限时45分钟"),
    ("第 2 阶段由第 1 阶段第 1 至 4 名参加", "第二阶段由第一阶段第1至4名参加"),
    ("5月1日 周六 08:30 开始", "5月1日（星期六）8:30开始"),
    ("报名截止于 11月29日 周一，12:00。", "报名截止于11月29日（星期一）12:00。"),
    ("5月1日 周六至5月2日 周日", "5月1日（星期六）至5月2日（星期日）"),
    ("比分 10 : 7，过 A", "比分10 : 7，过A"),
    ("张三 李四", "张三 李四"),
)


@pytest.mark.parametrize(("text", "written"), WRITTEN)
def test_chinese_text_has_no_room_at_figures_and_whole_days(text, written):
    with translation.override("zh-hans"):
        assert official(text) == written
        assert official(written) == written
    with translation.override("en"):
        assert official(text) == text


@pytest.mark.parametrize(
    ("title", "lines"),
    [
        ("关于举办2027年“五一”职工掼蛋赛的通知", ["关于举办2027年“五一”职工掼蛋赛的通知"]),
        ("关于举办江北机械厂2027年“五一”职工掼蛋赛的通知", ["关于举办江北机械厂2027年", "“五一”职工掼蛋赛的通知"]),
        (
            "关于举办中国石油化工股份有限公司物资处第十二届职工“掼蛋”锦标赛的通知",
            ["关于举办中国石油化工股份有限公司", "物资处第十二届职工“掼蛋”锦标赛的通知"],
        ),
    ],
)
def test_title_ends_its_lines_where_words_end(title, lines):
    with translation.override("zh-hans"):
        assert title_lines(title, 20) == lines


@given(st.text(alphabet="职工掼蛋赛的“”2027年工会甲 a", max_size=60))
def test_no_character_of_a_title_is_lost_and_no_line_ends_in_the_game(title):
    with translation.override("zh-hans"):
        lines = title_lines(title, 12)
    assert "".join(lines) == title
    assert "".join(lines).count("掼蛋") == sum(line.count("掼蛋") for line in lines)
