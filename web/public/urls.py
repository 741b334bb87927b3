"""Addresses of the public pages: those of an event, and the home page."""

from django.urls import URLPattern, path

from web.public import (
    board,
    bracket,
    bracket_find,
    ceremony,
    draw_check,
    history,
    home,
    lists,
    match,
    records,
    report,
    results,
    rounds,
    series,
    statistics,
    teams,
    timetable,
)

of_an_event: list[URLPattern] = [
    path("bracket/", bracket.bracket, name="bracket"),
    path("bracket/find/", bracket_find.bracket_find, name="bracket_find"),
    path("", home.event, name="event"),
    path("draw/", draw_check.public_draw, name="public_draw"),
    path("draw/check/", draw_check.check, name="draw_check"),
    path("draw/check/file/", draw_check.check_file, name="draw_check_file"),
    path("draw/files/<int:number>/", draw_check.record_file, name="draw_record_file"),
    path("draw/ceremony/", ceremony.public_ceremony, name="public_ceremony"),
    path("draw/turn/<str:token>/", ceremony.draw_turn, name="draw_turn"),
    path("rounds/", rounds.rounds, name="rounds"),
    path("timetable/", timetable.timetable, name="timetable"),
    path("teams/", teams.teams, name="teams"),
    path("results/", results.results, name="results"),
    path("notices/", board.notices, name="notices"),
    path("journal/", history.history, name="history"),
    path("matches/<int:number>/", match.match, name="match"),
    path("report/", report.report, name="report"),
    path("statistics/", statistics.statistics, name="statistics"),
    path("lists/<slug:name>/<slug:form>/", lists.public_list, name="public_list"),
]
urlpatterns: list[URLPattern] = [
    path("", home.home, name="home"),
    path("series/<slug:series>/", series.series, name="series"),
    path("champions/", records.champions, name="champions"),
    path("medals/", records.medals, name="medals"),
    path("branch/<int:pk>/", records.branch_record, name="branch_record"),
    path("team/<int:pk>/", records.team_record, name="team_record"),
    path("player/<int:pk>/", records.player_record, name="player_record"),
]
