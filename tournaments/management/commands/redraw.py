"""``manage.py redraw <slug> <number>``: run a recorded draw again from its list, constraint and seed, and compare."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.draw.queries.records import draw_again
from tournaments.models import Draw, Team


class Command(BaseCommand):
    help = "Run a recorded draw again and say whether it is identical. 按记录的名单和种子重抽一次，并与记录核对。"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help="the event's short name, as in its address")
        parser.add_argument("number", type=int, help="the draw's number in the record")

    def handle(self, *args: Any, slug: str, number: int, **options: Any) -> None:
        draw = Draw.objects.filter(stage__tournament__slug=slug, number=number).first()
        if draw is None:
            raise CommandError(f"There is no draw {number} in {slug}.")
        try:
            again = draw_again(draw)
        except ValueError as error:
            raise CommandError(f"Draw {number}: {error}.") from error
        self.stdout.write(f"draw {number} of {slug}, {len(draw.teams)} teams, seed {draw.seed}")
        names = {team.pk: str(team) for team in Team.objects.select_related("branch").filter(pk__in=draw.teams)}
        for position, team in enumerate(again, start=1):
            self.stdout.write(f"{position:>4}  {names[team] if team else '-'}")
        if list(again) != draw.positions:
            raise CommandError("DIFFERENT: the recorded sheet is not the one that its list and seed lead to.")
        self.stdout.write("IDENTICAL to the record. 与记录一致。")
