"""The application that the web server calls."""

import gc
import os
import signal
from multiprocessing import parent_process

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.urls import resolve
from granian.utils.proxies import wrap_wsgi_with_proxy_headers

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

try:
    application = get_wsgi_application()
    resolve("/")  # imports every page, before the first visitor
except Exception:
    # Else the server starts workers for ever that end at once, and whoever waits for its first page never knows.
    server = parent_process()
    if server is not None and server.pid:
        os.kill(server.pid, signal.SIGTERM)
    raise
# What is imported stays: collecting garbage, which looks through all there is, took 200 ms of somebody's request.
gc.freeze()
if settings.PRODUCTION:
    # Only nginx reaches this process; it says who called and whether by https.
    application = wrap_wsgi_with_proxy_headers(application, trusted_hosts="*")
