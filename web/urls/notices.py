"""Addresses of what the office sees of the notices."""

from django.urls import URLPattern, path

from web.views import outbox

urlpatterns: list[URLPattern] = [path("e/<slug:slug>/office/outbox/", outbox.outbox, name="outbox")]
