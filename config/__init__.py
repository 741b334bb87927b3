"""How the parts are put together and run: settings, URLs, the web and the task entry points."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
