"""Blanks are filled in, and nothing else that a text asks for is ever done."""

import pytest
from jinja2 import TemplateError

from tournaments.codes import Code
from tournaments.event.papers.templates import Blanks, filled, problems_of

WORDS = {"赛事名称": frozenset(), "分会表": frozenset({"名称", "名额"})}
VALUES = {"赛事名称": "甲 & 乙", "分会表": [{"名称": "机关分会", "名额": "2"}, {"名称": "机电分会", "名额": "1"}]}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{{赛事名称}}", "甲 & 乙"),
        ("{{ 赛事名称 }}：", "甲 & 乙："),
        ("{% for 分会 in 分会表 %}{{分会.名称}}{{分会.名额}};{% endfor %}", "机关分会2;机电分会1;"),
        ("{% if 赛事名称 %}有{% else %}无{% endif %}{% if not 分会表 %}空{% endif %}", "有"),
        ("{# nothing #}", ""),
    ],
)
def test_blanks_repeats_and_conditions_are_filled_in(text, said):
    assert problems_of(text, WORDS, "text") == []
    assert filled(text, VALUES) == said


def test_values_stay_texts_in_xml():
    assert Blanks(is_xml=True).from_string("{{赛事名称}}").render(VALUES) == "甲 &amp; 乙"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("{{赛事}}{{赛事}}{{地点}}", ["赛事", "地点"]),
        ("{{分会表}}", ["分会表"]),
        ("{{分会.名称}}", ["分会.名称"]),
        ("{% for 分会 in 分会表 %}{{分会.地址}}{{分会}}{% endfor %}", ["分会.地址", "分会"]),
        ("{% for 行 in 名单 %}{{行.名称}}{% endfor %}", ["名单", "行.名称"]),
        ("{% for 行 in 赛事名称 %}{% endfor %}", ["赛事名称"]),
        ("{% if 天气 %}{{赛事名称}}{% endif %}", ["天气"]),
        ("{{self}}{{loop}}{{range}}", ["self", "loop", "range"]),
    ],
)
def test_each_unknown_name_is_told_once(text, names):
    problems = problems_of(text, WORDS, "text")
    assert [(problem.code, problem.data["name"]) for problem in problems] == [
        (Code.BLANK_UNKNOWN, name) for name in names
    ]


@pytest.mark.parametrize(
    "text",
    [
        "{{ 赛事名称.__class__.__mro__ }}",
        "{{ ''.__class__ }}",
        "{{ 赛事名称['__class__'] }}",
        "{{ 赛事名称|attr('__class__') }}",
        "{{ 赛事名称.format(赛事名称) }}",
        "{{ range(1000000000) }}",
        "{{ 9**9**9 }}",
        "{{ 'a' * 1000000000 }}",
        "{% set 甲 = 赛事名称 ~ 赛事名称 %}",
        "{% include '/etc/passwd' %}",
        "{% import 'os' as os %}",
        "{% macro 甲() %}{% endmacro %}",
        "{{ cycler.__init__.__globals__.os.popen('id').read() }}",
        "{% for 行 in 分会表 recursive %}{% endfor %}",
        "{% for 甲 in 分会表 %}{% for 乙 in 分会表 %}{% for 丙 in 分会表 %}{% endfor %}{% endfor %}{% endfor %}",
        "{{ 赛事名称 if 赛事名称 }}",
    ],
)
def test_attack_is_refused_before_and_while_it_is_filled_in(text):
    assert [problem.code for problem in problems_of(text, WORDS, "text")] == [Code.MORE_THAN_BLANKS]
    with pytest.raises(TemplateError):
        filled(text, VALUES)


@pytest.mark.parametrize("text", ["{{赛事名称", "{% if 赛事名称 %}", "{% for %}", "{{}}", "{% endfor %}"])
def test_blank_that_is_not_whole_is_shown(text):
    (problem,) = problems_of(text, WORDS, "text")
    assert problem.code == Code.BLANKS_BROKEN
    assert problem.data["near"]


def test_no_attribute_of_an_object_is_read():
    with pytest.raises(TemplateError):
        filled("{% for 行 in 分会表 %}{{行.keys}}{% endfor %}", VALUES)
