"""What form services give their customers as a file: 金数据, 腾讯文档 收集表, 钉钉 审批. The columns that they add
themselves are theirs, the questions are what an office asks."""

import io
from collections.abc import Iterable, Sequence
from datetime import datetime

from openpyxl import Workbook


def jinshuju() -> bytes:
    """金数据: a row a team, the newest first. 机关分会 sent its first team again."""
    head = (
        "序号", "1. 请填写所在分会", "2. 队别", "3. 请填写第一名队员的姓名", "4. 第一名队员的性别",
        "5. 请填写第二名队员的姓名", "6. 第二名队员的性别", "7. 联系人", "8. 联系人手机号",
        "填写者", "提交时间", "更新时间", "微信昵称", "微信OpenID", "扩展属性", "填写设备", "IP",
    )  # fmt: skip
    one, other = ("联络人甲", "13800000000", "联络人甲"), ("联络人乙", "13900000000", "联络人乙")
    added = ("甲甲", "o0", "", "iPhone", "10.0.0.1")
    return _workbook(
        (head,
         (3, "机关分会", "一队", "队员甲", "男", "队员戊", "女", *one, *["2026-11-04 09:05:17"] * 2, *added),
         (2, "机电分会", "一队", "队员丙", "女", "队员丁", "男", *other, *["2026-11-03 08:30:00"] * 2, *added),
         (1, "机关分会", "一队", "队员甲", "男", "队员乙", "女", *one, *["2026-11-02 09:01:12"] * 2, *added))
    )  # fmt: skip


def tencent() -> bytes:
    """腾讯文档 收集表: a row a team, its players in the lines of one cell, the oldest first."""
    one, other = ("联络人甲", "13800000000"), ("联络人乙", "13900000000")
    days = datetime(2026, 11, 2, 9, 1, 12), datetime(2026, 11, 2, 10, 7, 40), datetime(2026, 11, 3, 8, 30)
    return _workbook(
        (("提交者（自动）", "提交时间（自动）", "您所在的分会（必填）", "参赛队员（每行一人）（必填）",
          "联系人（必填）", "联系电话（必填）", "备注"),
         ("甲甲", days[0], "机关分会", "1. 队员甲 男\n2. 队员乙 女", *one, "晚到\n十分钟"),
         ("丙丙", days[1], "机关分会", "队员己\n队员庚", *one, ""),
         ("乙乙", days[2], "机电", "队员丙 13900000000\n队员丁 13900000001", *other, ""))
    )  # fmt: skip


def dingtalk() -> bytes:
    """钉钉 审批: the rows of the table within the form under a head of two rows, all else merged over them. The first
    one was withdrawn."""
    own = (
        "审批编号", "标题", "审批状态", "审批结果", "发起时间", "完成时间", "发起人工号", "发起人姓名", "发起人部门",
        "历史审批人姓名", "审批记录", "当前处理人姓名", "审批耗时", "联系人", "联系电话",
    )  # fmt: skip
    one, other = ("联络人甲", "13800000000"), ("联络人乙", "13900000000")
    sent = (
        ("20261102001", "甲提交的报名", "已撤销", "", "2026-11-02 09:01", "", "007", "联络人甲", "机关分会",
         "", "发起", "", "1小时", *one),
        ("20261102002", "甲提交的报名", "完成", "同意", "2026-11-02 10:01", "2026-11-02 11:00", "007", "联络人甲",
         "机关分会", "领队甲", "发起;领队甲:同意", "", "59分", *one),
        ("20261103001", "乙提交的报名", "完成", "同意", "2026-11-03 08:30", "2026-11-03 09:30", "009", "联络人乙",
         "机电分会", "领队乙", "发起;领队乙:同意", "", "1小时", *other),
    )  # fmt: skip
    teams = (
        (("一队", "队员甲", "男"), ("一队", "队员乙", "女")),
        (("一队", "队员甲", "男"), ("一队", "队员戊", "女")),
        (("一队", "队员丙", "女"), ("一队", "队员丁", "男")),
    )
    blank = [""] * len(own)
    rows = [(*own, "参赛明细"), (*blank, "队别", "姓名", "性别")]
    for fields, (first, second) in zip(sent, teams, strict=True):
        rows += [(*fields, *first), (*blank, *second)]
    areas = [(top, top + 1, column, column) for top in (1, 3, 5, 7) for column in range(1, len(own) + 1)]
    return _workbook(rows, [*areas, (1, 1, len(own) + 1, len(own) + 3)])


def _workbook(rows: Iterable[Sequence[object]], merged: Iterable[tuple[int, int, int, int]] = ()) -> bytes:
    """``merged`` are areas: first and last row, first and last column."""
    workbook = Workbook()
    for row in rows:
        workbook.active.append(row)
    for top, bottom, left, right in merged:
        workbook.active.merge_cells(start_row=top, end_row=bottom, start_column=left, end_column=right)
    out = io.BytesIO()
    workbook.save(out)
    return out.getvalue()
