"""The application that the web server calls."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.urls import resolve
from granian.utils.proxies import wrap_wsgi_with_proxy_headers

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()
resolve("/")  # imports every page, before the first visitor
if settings.BEHIND_NGINX:
    # Only nginx reaches this process; it says who called and whether by https.
    application = wrap_wsgi_with_proxy_headers(application, trusted_hosts="*")
