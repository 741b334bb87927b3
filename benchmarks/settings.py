"""The site's own settings, with the measured addresses beside its own."""

import os

from config.settings import *  # noqa: F403
from config.settings import MIDDLEWARE

ROOT_URLCONF = "benchmarks.urls"
if os.environ.get("PLAIN"):  # what Django costs by itself
    MIDDLEWARE.clear()
BEHIND_NGINX = bool(os.environ.get("BEHIND_NGINX"))
if BEHIND_NGINX:
    MIDDLEWARE.insert(0, "config.caching.MicroCacheMiddleware")
