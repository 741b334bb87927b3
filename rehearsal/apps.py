"""彩排: a whole event played through the pages that people use."""

from django.apps import AppConfig


class RehearsalConfig(AppConfig):
    name = "rehearsal"
