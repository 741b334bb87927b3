"""The same key twice: one change, one answer."""

from enum import StrEnum
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection

from accounts.models import User
from journal.models import Journal, Receipt
from journal.receipts import KeyReused, digest, once
from journal.refusals import Problem, Refused
from tests.factories import a_user


class Trouble(StrEnum):
    NO = "no"


BODY = {"order": "NS", "seen": 3}


def change() -> dict[str, Any]:
    """Makes one row and answers with the number of rows."""
    Journal.objects.create()
    return {"rows": Journal.objects.count()}


@pytest.fixture
def somebody(db: None) -> User:
    return a_user()


def test_repeated_request_gets_the_answer_of_the_first_again_and_changes_nothing(somebody):
    assert once("a", BODY, change, by=somebody) == ({"rows": 1}, False)
    assert Receipt.objects.get().answer == {"rows": 1}
    assert once("a", BODY, change, by=somebody) == ({"rows": 1}, True)
    assert once("b", BODY, dict, by=somebody) == ({"done": True}, False)  # a change without an answer
    assert once("b", BODY, change, by=somebody) == ({"done": True}, True)
    assert Journal.objects.count() == 1


def test_same_key_with_another_body_is_refused_and_of_another_person_is_another_key(somebody):
    once("a", BODY, change, by=somebody)
    with pytest.raises(KeyReused):
        once("a", BODY | {"seen": 4}, change, by=somebody)
    assert Journal.objects.count() == 1
    assert once("a", BODY, change, by=a_user()) == ({"rows": 2}, False)


def test_request_without_a_key_is_done_each_time(somebody):
    assert [once("", BODY, change, by=somebody) for _ in range(2)] == [({"rows": 1}, False), ({"rows": 2}, False)]
    assert Receipt.objects.count() == 0


def test_refused_change_leaves_no_receipt(somebody):
    def refused() -> dict[str, Any]:
        Journal.objects.create()
        raise Refused(Problem(Trouble.NO))

    with pytest.raises(Refused):
        once("a", BODY, refused, by=somebody)
    assert (Receipt.objects.count(), Journal.objects.count()) == (0, 0)
    assert once("a", BODY | {"seen": 4}, change, by=somebody) == ({"rows": 1}, False)


def test_key_of_more_than_eighty_characters_is_refused(somebody):
    with pytest.raises(Refused, match="key_invalid"):
        once("k" * 81, BODY, change, by=somebody)
    assert (Receipt.objects.count(), Journal.objects.count()) == (0, 0)
    once("k" * 80, BODY, change, by=somebody)
    assert Receipt.objects.count() == 1


def test_digest_looks_at_contents_and_not_at_their_order():
    assert digest({"a": 1, "b": "队员甲"}) == digest({"b": "队员甲", "a": 1})
    assert digest({"a": 1}) != digest({"a": "1"})


@pytest.mark.django_db(transaction=True)
def test_same_key_at_the_same_moment_is_done_once():
    somebody, start, answers = a_user(), Barrier(4), []

    def send() -> None:
        start.wait()
        try:
            answers.append(once("a", BODY, change, by=somebody))
        finally:
            connection.close()

    threads = [Thread(target=send) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [answer for answer, _ in answers] == [{"rows": 1}] * 4
    assert sorted(repeated for _, repeated in answers) == [False, True, True, True]
    assert Journal.objects.count() == 1
