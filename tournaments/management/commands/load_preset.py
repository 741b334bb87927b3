"""Make an event from a preset, with sample entries and the accounts that run it."""

from argparse import ArgumentParser
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from django.core.management.base import BaseCommand, CommandError

from accounts.models import User
from accounts.passwords import new_account
from journal import clock
from journal.models import Journal
from journal.refusals import Refused
from tournaments.event.actions.people import grant_role
from tournaments.event.actions.tournaments import create_tournament
from tournaments.event.queries.office import free_slug
from tournaments.models import Tournament
from tournaments.presets.preset import PresetError, next_first_day, read_preset
from tournaments.states import RoleKind
from tournaments.words import sentence

PEOPLE = (
    ("chief", "裁判长", RoleKind.CHIEF_REFEREE),
    ("referee1", "裁判一", RoleKind.REFEREE),
    ("referee2", "裁判二", RoleKind.REFEREE),
)


class Command(BaseCommand):
    help = "Make an event from a preset: branches, rounds, tables, sample entries and accounts for the referees."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("preset", help="name of the preset, for example s000")
        parser.add_argument("--if-empty", action="store_true", help="do nothing if the site has an event already")
        parser.add_argument("--without-teams", action="store_true", help="no sample entries")
        parser.add_argument(
            "--first-day", type=date.fromisoformat, help="YYYY-MM-DD; default: the next Monday at least four days ahead"
        )
        parser.add_argument("--slug", default="", help="address of the event; default: that of the preset")

    def handle(
        self, *, preset: str, if_empty: bool, without_teams: bool, first_day: date | None, slug: str, **options: Any
    ) -> None:
        if if_empty and Tournament.objects.exists():
            self.stdout.write("There is an event already; nothing to do.")
            return
        try:
            blueprint = read_preset(preset)
            tournament = create_tournament(
                blueprint,
                by=None,
                slug=slug or free_slug(blueprint.slug or blueprint.key),
                first_day=first_day or next_first_day(clock.now(Journal()).astimezone(ZoneInfo(blueprint.zone))),
                with_sample_teams=not without_teams,
            )
        except Refused as refused:
            raise CommandError(" ".join(sentence(problem) for problem in refused.problems)) from None
        except PresetError as error:
            raise CommandError(str(error)) from None
        self.stdout.write(f"event: {tournament.slug}")
        for username, name, kind in PEOPLE:
            user, password = User.objects.filter(username=username).first(), ""
            if user is None:
                user, password = new_account(username, name=name)
            grant_role(tournament, user, kind, by=None)
            if password:
                self.stdout.write(f"username: {user.username}\npassword: {password}")
