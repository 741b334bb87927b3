"""The Celery application: finds the tasks of every app; its settings are the CELERY_* names of settings.py."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("guandan", task_cls="config.outages:Quiet")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
