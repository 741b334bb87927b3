"""Addresses of public pages. The event's own stand in one group, so that the most visited ones are found first."""

from django.urls import URLPattern, URLResolver, include, path

from web.views import (
    board,
    bracket,
    hall,
    history,
    home,
    match,
    pulse,
    regulation,
    results,
    rounds,
    ruling_desk,
    teams,
    timetable,
)

of_an_event: list[URLPattern] = [
    path("bracket/", bracket.bracket, name="bracket"),
    path("pulse/", pulse.pulse, name="pulse"),
    path("", home.event, name="event"),
    path("hall/", hall.hall, name="hall"),
    path("rounds/", rounds.rounds, name="rounds"),
    path("timetable/", timetable.timetable, name="timetable"),
    path("teams/", teams.teams, name="teams"),
    path("results/", results.results, name="results"),
    path("notices/", board.notices, name="notices"),
    path("journal/", history.history, name="history"),
    path("matches/<int:number>/", match.match, name="match"),
    path("ruling/", ruling_desk.ruling_desk, name="ruling_desk"),
    path("regulation/", regulation.regulation, name="regulation"),
]
urlpatterns: list[URLPattern | URLResolver] = [
    path("e/<slug:slug>/", include(of_an_event)),
    path("", home.home, name="home"),
    path("pulse/", pulse.site_pulse, name="site_pulse"),
    path("ruling/", ruling_desk.site_ruling_desk, name="site_ruling_desk"),
    path("regulation/", regulation.site_regulation, name="site_regulation"),
]
