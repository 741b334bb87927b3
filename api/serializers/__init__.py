"""The answers, a module a noun: from each serializer come both the answer and its schema. All moments are UTC,
``2123-11-29T04:30:00Z``."""

from typing import Any

from rest_framework import serializers


class Shape(serializers.Serializer[Any]):
    """Of an answer."""


class PartAnswer(Shape):
    """Part of a list of ``total``; ``next`` leads to what follows; null: nothing does."""

    total = serializers.IntegerField()
    next = serializers.CharField(allow_null=True)
