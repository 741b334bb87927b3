"""Moments that a question names are told by the clock they belong to."""

from django.utils import timezone, translation

from tournaments.entries.words.entries import shown


def test_moment_in_doubt_is_told_by_its_own_clock() -> None:
    with translation.override("en"), timezone.override("UTC"):
        assert shown("at", "2125-11-29T12:30:00+08:00") == "Thu 29 Nov 2125 12:30"
