"""What each service of chat groups asks: how its address looks, what it takes, how often, and what its answers mean.

The formats and codes are those of the services' own documents: 企业微信 (群机器人配置说明), 钉钉 (自定义机器人接入),
飞书 (自定义机器人使用指南), Server酱 (SendKey). Codes that are not named here are tried again, like an answer that
cannot be read: what a service meant by them is in the log.
"""

import base64
import hashlib
import hmac
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final
from urllib.parse import parse_qsl, urlencode, urlsplit

from notices.outside import Answer, is_address
from notices.states import Service

MINUTE = timedelta(minutes=1)
LONGEST_PAUSE = timedelta(hours=1)
LONGEST_SAID = 200


@dataclass(frozen=True)
class Message:
    """What a group reads: one line, then the rest, which ends with its link. ``at`` is the present moment."""

    id: str
    title: str
    text: str
    at: datetime

    @property
    def whole(self) -> str:
        return f"{self.title}\n{self.text}".strip()


@dataclass(frozen=True)
class Verdict:
    """What became of an attempt. ``final``: it would be refused again. ``pause``: nothing more goes there before.
    ``unanswered``: of a mail server that may have taken it."""

    taken: bool
    said: str = ""
    final: bool = False
    pause: timedelta | None = None
    unanswered: bool = False


@dataclass(frozen=True)
class Robot:
    """A service. ``host`` is a pattern of its own host, ``path`` of what follows; ``a_minute`` messages are
    allowed, of ``most`` bytes. ``write`` makes of address, key and message where it is sent and the JSON that is sent;
    ``key``: it can be given a secret of its own for signing."""

    host: str
    path: str
    example: str
    a_minute: int
    most: int
    write: Callable[[str, str, Message], tuple[str, dict[str, Any]]]
    key: bool = False
    busy: dict[int, timedelta] = field(default_factory=dict)
    final: tuple[int, ...] = ()


def _digest(key: str, text: str) -> str:
    return base64.b64encode(hmac.new(key.encode(), text.encode(), hashlib.sha256).digest()).decode()


def _dingtalk(url: str, key: str, message: Message) -> tuple[str, dict[str, Any]]:
    if key:
        stamp = str(int(message.at.timestamp() * 1000))
        url += "&" + urlencode({"timestamp": stamp, "sign": _digest(key, f"{stamp}\n{key}")})
    return url, {"msgtype": "text", "text": {"content": message.whole}}


def _feishu(url: str, key: str, message: Message) -> tuple[str, dict[str, Any]]:
    payload: dict[str, Any] = {"msg_type": "text", "content": {"text": message.whole}}
    if key:
        stamp = str(int(message.at.timestamp()))
        payload |= {"timestamp": stamp, "sign": _digest(f"{stamp}\n{key}", "")}
    return url, payload


ROBOTS: Final[dict[str, Robot]] = {
    Service.WECOM: Robot(
        r"qyapi\.weixin\.qq\.com", r"/cgi-bin/webhook/send\?.*\bkey=[\w-]{8,}",
        "https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=…",
        a_minute=20, most=2048,
        write=lambda url, _key, message: (url, {"msgtype": "text", "text": {"content": message.whole}}),
        busy={45009: MINUTE, 45033: MINUTE}, final=(40058, 44004, 93000, 93004, 93008, 93017),
    ),
    Service.DINGTALK: Robot(
        r"oapi\.dingtalk\.com", r"/robot/send\?.*\baccess_token=\w{8,}",
        "https://oapi.dingtalk.com/robot/send?access_token=…",
        a_minute=20, most=19_000, write=_dingtalk, key=True,
        # whoever sent too fast is not heard for ten minutes
        busy={130101: 10 * MINUTE, 410100: 10 * MINUTE},
        final=(300001, 310000, 400013, 400101, 400102, 400105, 400106, 430101, 430102, 430103, 430104),
    ),
    Service.FEISHU: Robot(
        r"open\.(feishu\.cn|larksuite\.com)", r"/open-apis/bot/v2/hook/[\w-]{8,}",
        "https://open.feishu.cn/open-apis/bot/v2/hook/…",
        a_minute=100, most=19_000, write=_feishu, key=True,
        busy={11232: MINUTE, 9499: MINUTE}, final=(19001, 19002, 19007, 19021, 19022, 19024),
    ),
    Service.SERVERCHAN: Robot(
        r"sctapi\.ftqq\.com|\d+\.push\.ft07\.com", r"/(send/)?\w{8,}\.send",
        "https://sctapi.ftqq.com/….send",
        a_minute=5, most=30_000, final=(40001,),
        write=lambda url, _key, message: (
            url, {"title": message.title[:32], "desp": message.whole.replace("\n", "\n\n")}
        ),
    ),
}  # fmt: skip


def address_is_of(service: str, url: str, *, private: bool) -> bool:
    """Is that an address of the service? ``private``: so is any other, by http too, where somebody plays its robot."""
    robot = ROBOTS[service]
    if not is_address(url, private=private):
        return False
    parts = urlsplit(url)
    if not re.fullmatch(robot.host, parts.hostname or ""):
        return private
    path = f"{parts.path}?{parts.query}" if parts.query else parts.path
    return re.match(robot.path, path) is not None


def verdict(service: str, answer: Answer, now: datetime) -> Verdict:
    """What the answer means."""
    if answer.status == 429 or (answer.status >= 500 and answer.wait is not None):
        pause = MINUTE
        if answer.wait is not None:
            wait = answer.wait - now if isinstance(answer.wait, datetime) else timedelta(seconds=answer.wait)
            pause = min(max(wait, timedelta(seconds=1)), LONGEST_PAUSE)
        return Verdict(taken=False, said=f"HTTP {answer.status}", pause=pause)
    if 300 <= answer.status < 400:
        return Verdict(taken=False, said=f"HTTP {answer.status}: not followed", final=True)
    if not 200 <= answer.status < 300:
        final = answer.status < 500 and answer.status not in (408, 425)
        return Verdict(taken=False, said=f"HTTP {answer.status}", final=final)
    return _robot_says(ROBOTS[service], answer.body)


def _robot_says(robot: Robot, body: bytes) -> Verdict:
    """These services say no with HTTP 200, and a code."""
    try:
        answer = json.loads(body)
        code = next(int(answer[name]) for name in ("errcode", "code", "StatusCode") if name in answer)
    except (ValueError, TypeError, StopIteration):
        return Verdict(taken=False, said=body.decode(errors="replace")[:LONGEST_SAID])
    if code == 0:
        return Verdict(taken=True)
    words = next((str(answer[name]) for name in ("errmsg", "msg", "message", "StatusMessage") if answer.get(name)), "")
    return Verdict(
        taken=False, said=f"{code} {words}"[:LONGEST_SAID], final=code in robot.final, pause=robot.busy.get(code)
    )


def secrets_of(url: str) -> list[str]:
    """The parts of an address that nobody may read in a log: long words of its path and values of its query."""
    parts = urlsplit(url)
    words = [*parts.path.split("/"), *(value for _, value in parse_qsl(parts.query))]
    return [url, *(word for word in words if len(word) >= 8)]


def fitted(text: str, most: int) -> str:
    """The text in at most so many bytes: whole lines, the last one stays (it is the link), a line … for what is left
    out."""
    if len(text.encode()) <= most:
        return text
    *lines, last = text.split("\n")
    last = _cut(last, most // 2)
    room, fitting = most - len(f"\n…\n{last}".encode()), []
    for line in lines:
        room -= len(line.encode()) + 1
        if room < 0:
            fitting.append(_cut(line, max(room + len(line.encode()), 0)))
            break
        fitting.append(line)
    return "\n".join([*fitting, "…", last])


def _cut(line: str, most: int) -> str:
    return line.encode()[:most].decode(errors="ignore")
