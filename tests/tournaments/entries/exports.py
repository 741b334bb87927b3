"""What form services give their customers as a file: 金数据, 腾讯文档 收集表, 钉钉 审批. The columns that they add themselves are
theirs, the questions are what an office asks."""

import io
from collections.abc import Sequence
from datetime import datetime

from openpyxl import Workbook


def jinshuju() -> bytes:
    """金数据: a row a team, the newest first. 机关分会 sent its first team again."""
    head = (
        "序号", "1. 请填写所在分会", "2. 队别", "3. 请填写第一名队员的姓名", "4. 第一名队员的性别", "5. 请填写第二名队员的姓名",
        "6. 第二名队员的性别", "7. 联系人", "8. 联系人手机号", "填写者", "提交时间", "更新时间", "微信昵称", "微信OpenID", "扩展属性",
        "填写设备", "IP",
    )  # fmt: skip
    own = ("联络人甲", "13800000000", "联络人甲", *["2026-11-04 09:05:17"] * 2, "甲甲", "o0", "", "iPhone", "10.0.0.1")
    again = ("联络人甲", "13800000000", "联络人甲", *["2026-11-02 09:01:12"] * 2, "甲甲", "o0", "", "iPhone", "10.0.0.1")
    other = ("联络人乙", "13900000000", "联络人乙", *["2026-11-03 08:30:00"] * 2, "乙乙", "o1", "", "PC", "10.0.0.2")
    return _workbook(
        "报名表",
        head,
        (3, "机关分会", "一队", "队员甲", "男", "队员戊", "女", *own),
        (2, "机电分会", "一队", "队员丙", "女", "队员丁", "男", *other),
        (1, "机关分会", "一队", "队员甲", "男", "队员乙", "女", *again),
    )


def tencent() -> bytes:
    """腾讯文档 收集表: a row a team, its players in the lines of one cell, the oldest first."""
    head = (
        "提交者（自动）", "提交时间（自动）", "您所在的分会（必填）", "参赛队员（每行一人）（必填）", "联系人（必填）", "联系电话（必填）", "备注",
    )  # fmt: skip
    return _workbook(
        "收集结果",
        head,
        ("甲甲", datetime(2026, 11, 2, 9, 1, 12), "机关分会", "1. 队员甲 男\n2. 队员乙 女", "联络人甲", "13800000000", "晚到\n十分钟"),
        ("丙丙", datetime(2026, 11, 2, 10, 7, 40), "机关分会", "队员己\n队员庚", "联络人甲", "13800000000", ""),
        ("乙乙", datetime(2026, 11, 3, 8, 30, 0), "机电", "队员丙 13900000000\n队员丁 13900000001", "联络人乙", "13900000000", ""),
    )  # fmt: skip


def dingtalk() -> bytes:
    """钉钉 审批: the rows of the table within the form under a head of two rows, all else merged over them. The first
    one was withdrawn."""
    own = (
        "审批编号", "标题", "审批状态", "审批结果", "发起时间", "完成时间", "发起人工号", "发起人姓名", "发起人部门", "历史审批人姓名",
        "审批记录", "当前处理人姓名", "审批耗时", "联系人", "联系电话",
    )  # fmt: skip
    sent = (
        ("20261102001", "联络人甲提交的报名", "已撤销", "", "2026-11-02 09:01", "", "007", "联络人甲", "机关分会", "", "发起", "", "1小时"),
        ("20261102002", "联络人甲提交的报名", "完成", "同意", "2026-11-02 10:01", "2026-11-02 11:00", "007", "联络人甲", "机关分会",
         "领队甲", "发起;领队甲:同意", "", "59分"),
        ("20261103001", "联络人乙提交的报名", "完成", "同意", "2026-11-03 08:30", "2026-11-03 09:30", "009", "联络人乙", "机电分会",
         "领队乙", "发起;领队乙:同意", "", "1小时"),
    )  # fmt: skip
    people = (("一队", "队员甲", "男"), ("一队", "队员乙", "女")), (("一队", "队员甲", "男"), ("一队", "队员戊", "女"))
    people += ((("一队", "队员丙", "女"), ("一队", "队员丁", "男")),)
    contacts = ("联络人甲", "13800000000"), ("联络人甲", "13800000000"), ("联络人乙", "13900000000")
    workbook = Workbook()
    sheet = workbook.active
    sheet.append((*own, "参赛明细"))
    sheet.append((*[""] * len(own), "队别", "姓名", "性别"))
    for fields, contact, team in zip(sent, contacts, people, strict=True):
        for row, player in enumerate(team):
            sheet.append((*(fields if row == 0 else [""] * len(fields)), *(contact if row == 0 else ["", ""]), *player))
    for column in range(1, len(own) + 1):
        for first in range(1, sheet.max_row, 2):
            sheet.merge_cells(start_row=first, end_row=first + 1, start_column=column, end_column=column)
    sheet.merge_cells(start_row=1, end_row=1, start_column=len(own) + 1, end_column=len(own) + 3)
    return _saved(workbook)


def _workbook(title: str, *rows: Sequence[object]) -> bytes:
    workbook = Workbook()
    workbook.active.title = title
    for row in rows:
        workbook.active.append(row)
    return _saved(workbook)


def _saved(workbook: Workbook) -> bytes:
    out = io.BytesIO()
    workbook.save(out)
    return out.getvalue()
