"""Addresses of public pages."""

from django.urls import URLPattern, path

from web.views import board, bracket, hall, history, home, match, pulse, results, rounds, teams, timetable

urlpatterns: list[URLPattern] = [
    path("", home.home, name="home"),
    path("pulse/", pulse.site_pulse, name="site_pulse"),
    path("e/<slug:slug>/", home.event, name="event"),
    path("e/<slug:slug>/bracket/", bracket.bracket, name="bracket"),
    path("e/<slug:slug>/rounds/", rounds.rounds, name="rounds"),
    path("e/<slug:slug>/timetable/", timetable.timetable, name="timetable"),
    path("e/<slug:slug>/matches/<int:number>/", match.match, name="match"),
    path("e/<slug:slug>/teams/", teams.teams, name="teams"),
    path("e/<slug:slug>/results/", results.results, name="results"),
    path("e/<slug:slug>/notices/", board.notices, name="notices"),
    path("e/<slug:slug>/journal/", history.history, name="history"),
    path("e/<slug:slug>/hall/", hall.hall, name="hall"),
    path("e/<slug:slug>/pulse/", pulse.pulse, name="pulse"),
]
