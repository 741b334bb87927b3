"""The addresses of all screens: nouns, a module a group of screens."""

from web.urls import day, draw, notices, public, setup, site

urlpatterns = [
    *site.urlpatterns,
    *setup.urlpatterns,
    *draw.urlpatterns,
    *day.urlpatterns,
    *notices.urlpatterns,
    *public.urlpatterns,
]
