"""The same by program from two sides at the same moment, each committed."""

from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection

from journal.models import Event, Receipt
from scoring.models import Deal
from tests.api.test_writes import address, signed_in
from tests.factories import a_drawn_tournament, a_referee

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(requests: list[Any]) -> list[Any]:
    """The answers to requests that start at the same moment, each over a connection of its own."""
    start, answers = Barrier(len(requests)), [None] * len(requests)

    def send(index: int) -> None:
        start.wait()
        try:
            answers[index] = requests[index]()
        finally:
            connection.close()

    threads = [Thread(target=send, args=(index,)) for index in range(len(requests))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def test_same_key_twice_at_the_same_moment_makes_one_deal():
    tournament = a_drawn_tournament(started=True)
    clients = [signed_in(user) for user in [a_referee(tournament)] * 2]
    key = {"idempotency-key": "double-tap"}
    first, second = at_once(
        [lambda client=client: client.post(address(tournament), {"order": "NS"}, headers=key) for client in clients]
    )
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json() == second.json()
    assert sorted([first.headers.get("Idempotent-Replayed", ""), second.headers.get("Idempotent-Replayed", "")]) == [
        "",
        "true",
    ]
    assert (Deal.objects.count(), Event.objects.count(), Receipt.objects.count()) == (1, 1, 1)


def test_two_referees_who_saw_the_same_make_one_deal():
    tournament = a_drawn_tournament(started=True)
    clients = [signed_in(a_referee(tournament)) for _ in range(2)]
    answers = at_once(
        [lambda client=client: client.post(address(tournament), {"order": "NS", "seen": 0}) for client in clients]
    )
    assert sorted(answer.status_code for answer in answers) == [201, 409]
    assert Deal.objects.count() == 1
