"""The addresses of all screens: nouns, a module a group of screens; the public ones first, being asked for most."""

from web.urls import day, draw, notices, public, setup, site, slips

urlpatterns = [
    *public.urlpatterns,
    *site.urlpatterns,
    *setup.urlpatterns,
    *draw.urlpatterns,
    *day.urlpatterns,
    *notices.urlpatterns,
    *slips.urlpatterns,
]
