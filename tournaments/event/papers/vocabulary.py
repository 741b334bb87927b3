"""变量表: the names that an office's own papers may use. Their meanings: `tournaments.event.words.papers`."""

from typing import Final

from tournaments.event.papers.blanks import Vocabulary

_TEXT: Final = frozenset[str]()

CIRCULAR: Final[Vocabulary] = {
    **dict.fromkeys(
        (
            "主办单位", "文号", "赛事名称", "赛事全称", "比赛项目", "比赛日期", "比赛时间", "比赛地点", "报名截止",
            "抽签时间", "每队人数", "分会数", "名额合计", "规则依据", "迟到办法", "奖项", "成文日期", "印发单位",
        ),
        _TEXT,
    ),
    "分会表": frozenset({"序号", "名称", "名额"}),
    "赛程表": frozenset({"日期", "时间", "场次"}),
    "赛制": frozenset({"序号", "正文"}),
    "规则": frozenset({"标题", "正文"}),
    "报名表": frozenset({"身份"}),
}  # fmt: skip
"""Of the 通知 and its annexes."""

CERTIFICATE: Final[Vocabulary] = dict.fromkeys(
    ("获奖者", "队伍", "分会", "队员", "奖项", "赛事名称", "主办单位", "日期"), _TEXT
)
"""Of a 奖状."""
