"""Plays an event of each format and game, and a season, into the state that a kept database has (README.md).

Run as make_dump.py beside this, which makes the other kind of dump.
"""

# ruff: noqa: T201 - Django is set up before anything of it is imported
import gzip
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path

from tests.upgrade.make_dump import DAY, NEXT_DAY, SEED, FarEnough, dump, forget_secrets, mail_server, send_mails

# isort: split
from django.core.management import call_command

from rehearsal.director import Director
from rehearsal.officials import assemble
from rehearsal.script import Script
from rehearsal.sizes import COMPACT, sized
from rehearsal.stage import own_site
from tests.tournaments.series.seasons import a_played_event
from tournaments.entries.actions.entries import enter_samples
from tournaments.event.actions.tournaments import create_tournament
from tournaments.models import Branch, Match, Tournament
from tournaments.presets.preset import Blueprint, read_preset
from tournaments.series.actions import create_series, join_series
from tournaments.series.queries import SeriesSettings
from tournaments.states import MatchState

LEFT_IN_ROUND = {
    "movement": ("plain_movement", 2),
    "xiangqi": ("plain_xiangqi", 3),
    "groups": ("plain_groups", 4),
    "double": ("plain_double", 2),
    "shuangsheng": ("s002", 2),
}
"""Slug → preset, and the round in which the event is left, some matches over and others being played; 象棋 is over."""
SEASON = SeriesSettings("月赛", "校工会", "2123", (32, 24, 18, 18), 0, ("points",), 16)


def main(path: Path) -> None:
    call_command("migrate", verbosity=0)
    call_command("first_run", stdout=StringIO())
    with mail_server(), own_site() as address:
        for slug, (preset, round_) in LEFT_IN_ROUND.items():
            play(address, sized(read_preset(preset), COMPACT), slug, round_)
            print(slug, flush=True)
    add_a_season()
    forget_secrets()
    with gzip.GzipFile(path, "wb", mtime=0) as file:
        file.write(dump().encode())
    print(f"{path}: {path.stat().st_size:,} bytes")


def play(site: str, plan: Blueprint, slug: str, round_: int) -> None:
    tournament = create_tournament(plan, by=None, slug=slug, first_day=DAY, rehearsal=True)
    tournament = Tournament.objects.select_related("journal").get(pk=tournament.pk)
    cast = assemble(site, tournament)
    script = Script(SEED, calm=False, quick=True)
    try:
        Director(tournament, cast, script, on_result=left_in(tournament, round_), on_due=send_mails).run()
    except FarEnough:
        send_mails()
    cast.leave()


def left_in(tournament: Tournament, number: int) -> Callable[[int], None]:
    """Raises ``FarEnough`` once one match of the round is over and another is played, or one is disputed."""

    def look(count: int) -> None:
        rows = Match.objects.filter(stage__tournament=tournament, round__number=number)
        states = {*rows.values_list("state", flat=True)}
        if MatchState.DISPUTED in states or {MatchState.OVER, MatchState.PLAYING} <= states:
            raise FarEnough

    return look


def add_a_season() -> None:
    """Of two months that are over, on real time as the next, which is open for entries."""
    series = create_series(SEASON, by=None, slug="monthly")
    for month in range(2):
        a_played_event(series, month=month, slug=f"month-{month + 1}")
    following = create_tournament(read_preset("s001_4_month"), by=None, slug="next", first_day=NEXT_DAY)
    Branch.objects.bulk_create(
        Branch(tournament=following, number=number, name=f"第{number}分会", quota=2) for number in (1, 2)
    )
    enter_samples(following, by=None)
    join_series(following, series, by=None)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
