"""The cache: nothing in it is code, and Valkey stays within its bounds."""

import pickle

import pytest
from django.conf import settings
from django.core.cache import cache
from redis import Redis


@pytest.mark.django_db
def test_what_stands_in_the_cache_is_json_or_nothing_under_any_key():
    cache.set("a", {"甲": [1, 2.5, None, "x"]})
    cache.add("n", 1)
    assert (cache.get("a"), cache.incr("n"), cache.get("n")) == ({"甲": [1, 2.5, None, "x"]}, 2, 2)
    cache.set("a", None)
    assert (cache.get("a", 7), cache.get_many(["a"])) == (None, {"a": None})
    assert cache.get("x" * 300 + " \x00甲") is None  # as an address may make it


@pytest.mark.parametrize(
    "planted", [pickle.dumps(1.5), pickle.dumps(print), b"", b"{", b"\xff", b"[" * 100_000], ids=len
)
@pytest.mark.django_db
def test_what_cannot_be_read_counts_as_absent(planted):
    cache.set_many({"a": 1, "b": 2})
    Redis.from_url(settings.REDIS_URL).set(cache.make_key("a"), planted)
    assert (cache.get("a"), cache.get("a", 7), cache.get_many(["a", "b", "c"])) == (None, 7, {"b": 2})
    assert cache.get_or_set("a", 3) == 3


@pytest.mark.django_db
def test_valkey_makes_room_among_what_can_be_made_again():
    configuration = Redis.from_url(settings.REDIS_URL).config_get("maxmemory*")
    assert (configuration["maxmemory"], configuration["maxmemory-policy"]) == (str(256 * 1024 * 1024), "volatile-lru")
