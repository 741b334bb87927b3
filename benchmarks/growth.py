"""What pages about many events cost when there are many: 1, 50 and 300 of them that are over, beside an open one.

Run as `python -m benchmarks.growth [events …]`: bytes, queries and milliseconds of this process's processor time, each
page made anew (nothing from the cache), the median of five. At 300 events or fewer a page is promised to take 30 kB and
50 ms at the most.
"""

import gc
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from datetime import timedelta
from statistics import median
from time import process_time
from typing import TYPE_CHECKING, Any

from benchmarks.site import database, forget_pages

if TYPE_CHECKING:
    from django.db.models import Model
    from django.test import Client

    from tournaments.models import Tournament

Known = dict[tuple[type, int], int]
"""The ids of the rows of a copy by model and id of what they are copied from."""
TEAMS, SIZES, TURNS = 8, (1, 50, 300), 5
MOST_BYTES, MOST_SECONDS = 30_000, 0.05
WHOLE = ("records/champions/csv/",)
"""A line an event: neither bytes nor time are promised."""


def over() -> "Tournament":
    """An event of four branches with two teams each that is played to its confirmed awards."""
    from benchmarks import event
    from journal.recording import action
    from tournaments.bracket.actions.awards import confirm_awards
    from tournaments.bracket.rules.bracket_moves import decide_match, locked
    from tournaments.models import Match, Tournament
    from tournaments.states import MatchState

    @action
    def decide(match: Match, *, by: None) -> None:
        decide_match(locked(match), "home", "level_at_time", by=by)

    made = event.draw(event.entered(TEAMS, slug="event-1"))
    ready = Match.objects.filter(stage__tournament=made, state=MatchState.READY)
    while match := ready.order_by("number").first():
        decide(match, by=None)
    confirm_awards(made, by=None)
    return Tournament.objects.get(pk=made.pk)


def copy(event: "Tournament", numbers: range) -> None:
    """The event again, a month after the one before each time, by plain rows."""
    from django.db import connection, transaction

    from journal.models import Journal
    from scoring.models import Clock
    from tournaments.models import Branch, Match, Placing, Player, Result, Round, Stage, Table, Team, Tournament

    of_event = {
        Journal: "tournament", Tournament: "pk", Branch: "tournament", Team: "branch__tournament",
        Player: "team__branch__tournament", Stage: "tournament", Clock: "round__stage__tournament",
        Round: "stage__tournament", Table: "tournament", Match: "stage__tournament",
        Result: "match__stage__tournament", Placing: "team__branch__tournament",
    }  # fmt: skip
    read = {
        model: list(model._base_manager.filter(**{way: event.pk}).order_by("pk")) for model, way in of_event.items()
    }
    known: dict[int, Known] = {number: {} for number in numbers}
    sequence = "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)"
    for model, rows in read.items():
        pks: Iterator[int] = iter(())
        if model is not Placing:
            with connection.cursor() as cursor:
                cursor.execute(sequence, [model._meta.db_table, len(rows) * len(numbers)])
                pks = iter([pk for (pk,) in cursor.fetchall()])
        for number in numbers:
            known[number] |= {(model, old.pk): pk for old, pk in zip(rows, pks, strict=False)}
    with transaction.atomic():
        for model, rows in read.items():
            made = [again(old, number, known[number]) for number in numbers for old in rows]
            model._base_manager.bulk_create(made, batch_size=2000)


def again(old: "Model", number: int, known: Known) -> "Model":
    """The row for that copy of its event, with the new ids of what it names."""
    values = {}
    for field in old._meta.concrete_fields:
        value = getattr(old, field.attname)
        target: Any = field.related_model if field.is_relation else type(old) if field.primary_key else None
        values[field.attname] = known.get((target, value), value) if target else value
    if "slug" in values:
        values |= {"slug": f"event-{number}", "name": f"第{number}届掼蛋比赛"}
    if "starts_at" in values:
        values["starts_at"] += timedelta(days=28 * number)
    return type(old)(**values)


def pages(one: "Tournament") -> tuple[str, ...]:
    team = one.branches.order_by("number")[0].teams.order_by("ordinal")[0]
    of_team = f"branch/{team.branch_id}/", f"team/{team.pk}/", f"player/{team.players.all()[0].pk}/"
    records = ("medals/", "champions/", *WHOLE)
    own = ("", "all/", "all/find/?q=掼蛋", "events/", "events/?q=届", "desks/", "events/new/", "events/series/")
    programs = ("tournaments/", "champions/", "medals/", *(f"records/{each}" for each in of_team))
    return (*own, *of_team, *records, *(f"api/v1/{each}" for each in programs), "e/open/", "e/open/bracket/")


def measured(client: "Client", page: str) -> tuple[int, int, float]:
    """Bytes, queries, and seconds of the processor: made anew each time."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    times = []
    for _ in range(TURNS + 1):
        forget_pages()
        gc.collect()
        worked = process_time()
        answer = client.get(f"/{page}")
        times.append(process_time() - worked)
        assert answer.status_code == 200, (page, answer.status_code)
    forget_pages()
    with CaptureQueriesContext(connection) as captured:
        client.get(f"/{page}")
    return len(answer.content), len(captured), median(times[1:])


def main() -> int:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("events", nargs="*", type=int, default=SIZES)
    missed, made = [], 1
    with database():
        from django.db import connection
        from django.test import Client

        from benchmarks import event
        from tournaments.models import Tournament

        client = Client()
        client.force_login(event.office())
        event.draw(event.entered(26, slug="open"))
        first = over()
        for size in parser.parse_args().events:
            copy(first, range(made + 1, size + 1))
            made = max(made, size)
            last = Tournament.objects.exclude(slug="open").latest("pk")
            with connection.cursor() as cursor:
                cursor.execute("ANALYZE")
            sys.stdout.write(f"\n{size:,} events\n{'page':36}{'bytes':>9}{'queries':>9}{'ms':>8}\n")
            for page in pages(last):
                size_, queries, seconds = measured(client, page)
                sys.stdout.write(f"/{page:35}{size_:>9,}{queries:>9}{seconds * 1000:>8.1f}\n")
                promised = size <= max(SIZES) and page not in WHOLE and not page.startswith("e/")
                if promised and (size_ > MOST_BYTES or seconds > MOST_SECONDS):
                    missed.append(f"/{page} at {size}")
    if missed:
        sys.stdout.write(f"over the mark: {', '.join(missed)}\n")
    return int(bool(missed))


if __name__ == "__main__":
    raise SystemExit(main())
