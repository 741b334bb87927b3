"""``manage.py verify_draw FILE``: does the record of a draw hold? Asks no database, only the file."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.draw.method import records
from tournaments.draw.method.records import Aspect, DrawWay

SAYS = {
    Aspect.UNREADABLE: "this is no record of a draw 不是抽签记录: {recorded}",
    Aspect.FINGERPRINT: "fingerprint 封存码: recorded 记录 {recorded}, computed 计算 {computed}",
    Aspect.OTHER_FINGERPRINT: "published 公布的封存码 {recorded}, this record 本记录 {computed}",
    Aspect.NOT_SEALED: "a fingerprint without a seal 未封存，不应有封存码: {recorded}",
    Aspect.SEED: "seed 随机码: recorded 记录 {recorded}, computed 计算 {computed}",
    Aspect.METHOD: "method 方法: recorded 记录 {recorded}, computed 计算 {computed}",
    Aspect.SIZE: "positions 签位数: recorded 记录 {recorded}, computed 计算 {computed}",
    Aspect.POSITION: "position 签位 {position}: recorded 记录 {recorded}, computed 计算 {computed}",
    Aspect.MISSED: "wishes not met 未满足的附加要求: recorded 记录 {recorded}, computed 计算 {computed}",
    Aspect.TEAMS: "teams 队伍: on the sheet 签表 {recorded}, in the list 名单 {computed}",
}


class Command(BaseCommand):
    help = "Draw again from a record and say whether it is the same. 按抽签记录文件重抽一次，核对是否一致。"
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help="the record, as saved from the page of the draw")
        parser.add_argument("--fingerprint", default="", help="the fingerprint that was noted down before the draw")

    def handle(self, *args: Any, file: Path, fingerprint: str, **options: Any) -> None:
        try:
            record = json.loads(file.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise CommandError(f"{file}: {error}") from error
        found = records.differences(record, fingerprint)
        for difference in found:
            recorded, computed = difference.recorded, difference.computed
            if difference.aspect == Aspect.POSITION:  # teams by name
                teams = {
                    str(number): f"{number} {team['name']} {team['ordinal']}"
                    for number, team in enumerate(json.loads(record["basis"])["teams"], start=1)
                }
                recorded, computed = teams.get(recorded, recorded), teams.get(computed, computed)
            words = SAYS[difference.aspect]
            self.stdout.write(words.format(recorded=recorded, computed=computed, position=difference.position))
        if found:
            raise CommandError(f"DIFFERENT in {len(found)} places. 不一致，共 {len(found)} 处。")
        basis = records.read_basis(record["basis"])
        if basis.way == DrawWay.BY_HAND:
            self.stdout.write("Drawn by hand: every team stands once; nothing can be drawn again. 手工抽签，无法重抽。")
        elif not basis.secret:
            self.stdout.write("Not sealed before the draw: the seed is known only since. 抽签前未封存。")
        else:
            self.stdout.write(f"fingerprint 封存码 {records.fingerprint(record['basis'])}")
        self.stdout.write("IDENTICAL 一致")
