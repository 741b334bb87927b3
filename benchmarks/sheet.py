"""What the page of a match in play costs its referee: statements and processor time, whole and as htmx asks for it. Run
as `python -m benchmarks.sheet`, or in turns with that of another version, to compare the two.

The whole application is called in one process, behind all its middleware, without a network; the least of many turns
is what the page costs, the rest is what else the machine did.
"""

import sys
import time
from typing import TYPE_CHECKING

from benchmarks.site import database

if TYPE_CHECKING:
    from django.test import Client

TURNS, A_TURN = 30, 5
MOST_STATEMENTS = 20
WAYS = {"the whole page": {}, "its live part": {"HX-Request": "true"}}


def statements(client: "Client", address: str, headers: dict[str, str]) -> int:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    with CaptureQueriesContext(connection) as captured:
        client.get(address, headers=headers)
    return len(captured)


def milliseconds(client: "Client", address: str, headers: dict[str, str]) -> float:
    """Of the processor, for one page."""
    turns = []
    for _ in range(TURNS):
        begun = time.process_time()
        for _ in range(A_TURN):
            client.get(address, headers=headers)
        turns.append(time.process_time() - begun)
    return min(turns) * 1000 / A_TURN


def main() -> int:
    good = True
    with database():
        from django.test import Client

        from benchmarks.event import account, championship, play_to_second_round
        from tournaments.states import RoleKind

        tournament = championship()
        chief = account(tournament, "chief", RoleKind.CHIEF_REFEREE).user
        match = play_to_second_round(tournament, by=chief)[0]
        client, address = Client(), f"/e/{tournament.slug}/sheets/{match.number}/"
        client.force_login(account(tournament, "referee").user, backend="django.contrib.auth.backends.ModelBackend")
        for name, headers in WAYS.items():
            client.get(address, headers=headers)  # what is made once
            asked = statements(client, address, headers)
            good &= asked <= MOST_STATEMENTS
            spent = milliseconds(client, address, headers)
            sys.stdout.write(f"{name:16}{asked:4} statements{spent:8.1f} ms of the processor\n")
    return 0 if good else 1


if __name__ == "__main__":
    raise SystemExit(main())
