"""Play a whole event through the pages of the running site, on a clock of its own."""

import secrets
import sys
from argparse import ArgumentParser
from contextlib import ExitStack
from time import monotonic
from typing import Any, NoReturn

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from httpx import HTTPError
from tqdm import tqdm

from journal import clock
from journal.models import Journal
from journal.refusals import Refused
from notices.tasks import deliver_due
from rehearsal.browser import FormMissing, RehearsalFailed
from rehearsal.director import Director
from rehearsal.officials import assemble
from rehearsal.script import Script
from rehearsal.sizes import COMPACT, FULL, matches_of, sized
from rehearsal.stage import (
    AlreadyRehearsing,
    Annex,
    StageFailed,
    noted,
    only_rehearsal,
    own_annex,
    remove_broken_off,
    site_or_own,
)
from tournaments.event.actions.tournaments import create_tournament
from tournaments.event.queries.office import free_slug
from tournaments.models import Tournament
from tournaments.presets.preset import PresetError, next_first_day, read_preset
from tournaments.words import sentence

SECONDS_FOR_THE_WORKER = 10


def tell_worker() -> None:
    """Wake the worker now; beat would do it within seconds, but the rehearsal's clock does not wait for it."""
    deliver_due.apply_async(expires=SECONDS_FOR_THE_WORKER, ignore_result=True)


class Command(BaseCommand):
    help = "Play a whole event (entries, draw, every round and stage, awards) through the same pages that people use."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--preset", default="s000")
        parser.add_argument(
            "--slug", default="", help="address of the rehearsal; default: that of the preset and -rehearsal"
        )
        parser.add_argument(
            "--site", default="", help=f"address of the site; default {settings.SITE_URL}, or one of its own"
        )
        parser.add_argument(
            "--size",
            choices=(COMPACT, FULL),
            help="few teams and deals, or all that it is made for; default: full where the preset names branches",
        )
        parser.add_argument("--calm", action="store_true", help="the same cards, and nothing goes wrong")
        parser.add_argument("--seed", default="", help="the same seed ends on the same podium")

    def handle(
        self, *, preset: str, slug: str, site: str, seed: str, calm: bool, size: str | None, **options: Any
    ) -> None:
        started = monotonic()
        with ExitStack() as stack:
            try:
                stack.enter_context(only_rehearsal())
                for removed in remove_broken_off():
                    self.stdout.write(f"A rehearsal that had broken off was removed: /e/{removed}/")
                read = read_preset(preset)
                size = size or (FULL if read.branches else COMPACT)
                blueprint = sized(read, size)
                # whatever can fail to start does so before there is an event that others see
                address = stack.enter_context(site_or_own(site or settings.SITE_URL))
                annex = None if calm or size == COMPACT else stack.enter_context(own_annex())
                stack.enter_context(noted())
                tournament = create_tournament(
                    blueprint,
                    by=None,
                    slug=free_slug(slug or f"{blueprint.slug or blueprint.key}-rehearsal"),
                    first_day=next_first_day(clock.now(Journal())),
                    rehearsal=True,
                )
            except Refused as refused:
                raise CommandError(" ".join(sentence(problem) for problem in refused.problems)) from None
            except (AlreadyRehearsing, PresetError, StageFailed) as error:
                raise CommandError(str(error)) from None
            script = Script(seed or secrets.token_hex(8), calm=calm, quick=size == COMPACT)
            matches = matches_of(blueprint)
            bar = stack.enter_context(tqdm(total=matches, desc=tournament.slug, unit="match", file=sys.stderr))
            self._play(tournament, address, script, annex, bar, stack)
        self.stdout.write(f"/e/{tournament.slug}/ in {monotonic() - started:.0f} s")

    def _play(
        self,
        tournament: Tournament,
        address: str,
        script: Script,
        annex: Annex | None,
        bar: "tqdm[NoReturn]",
        stack: ExitStack,
    ) -> None:
        tournament = Tournament.objects.select_related("journal").get(pk=tournament.pk)
        clock.set_rehearsal_time(tournament.journal, tournament.closes_at)
        cast = assemble(address, tournament)
        stack.callback(cast.leave)
        director = Director(tournament, cast, script, on_result=bar.update, on_due=tell_worker, annex=annex)
        try:
            result = director.run()
        except (RehearsalFailed, FormMissing, HTTPError, AssertionError) as error:
            raise CommandError(f"The rehearsal stopped: {error}") from error
        bar.update(bar.total - bar.n)
        for name, teams in (("冠军", result.champions), ("亚军", result.runners_up), ("季军", result.thirds)):
            for team in teams:
                self.stdout.write(f"{name} {team.branch} {team.ordinal}")
