"""Addresses of the public pages: those of an event, and the home page."""

from django.urls import URLPattern, path

from web.public import board, bracket, bracket_find, history, home, match, results, rounds, teams, timetable

of_an_event: list[URLPattern] = [
    path("bracket/", bracket.bracket, name="bracket"),
    path("bracket/find/", bracket_find.bracket_find, name="bracket_find"),
    path("", home.event, name="event"),
    path("rounds/", rounds.rounds, name="rounds"),
    path("timetable/", timetable.timetable, name="timetable"),
    path("teams/", teams.teams, name="teams"),
    path("results/", results.results, name="results"),
    path("notices/", board.notices, name="notices"),
    path("journal/", history.history, name="history"),
    path("matches/<int:number>/", match.match, name="match"),
]
urlpatterns: list[URLPattern] = [path("", home.home, name="home")]
