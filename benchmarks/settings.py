"""The site's own settings, with the measured addresses beside its own."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "benchmarks.urls"
