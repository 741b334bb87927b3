"""The cache: nothing in it is code, and Valkey stays within its bounds."""

import pickle

import pytest
from django.conf import settings
from django.core.cache import cache
from redis import Redis


@pytest.mark.django_db
def test_what_stands_in_the_cache_is_json():
    cache.set("a", {"甲": [1, 2.5, None, "x"]})
    cache.add("n", 1)
    assert (cache.get("a"), cache.incr("n"), cache.get("n")) == ({"甲": [1, 2.5, None, "x"]}, 2, 2)


@pytest.mark.django_db
def test_planted_pickle_is_not_read():
    cache.set("a", 1)
    Redis.from_url(settings.REDIS_URL).set(cache.make_key("a"), pickle.dumps(print))
    with pytest.raises(UnicodeDecodeError):
        cache.get("a")


@pytest.mark.django_db
def test_valkey_makes_room_among_what_can_be_made_again():
    told = Redis.from_url(settings.REDIS_URL).config_get("maxmemory*")
    assert (told["maxmemory"], told["maxmemory-policy"]) == (str(256 * 1024 * 1024), "volatile-lru")


def test_key_from_an_address_may_be_long_and_odd():
    assert cache.get("x" * 300 + " \x00甲") is None
