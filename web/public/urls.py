"""Addresses of the public pages: those of an event, and the home page."""

from django.urls import URLPattern, path

from web.public.bracket import board, bracket, results, rounds
from web.public.bracket import find as bracket_find
from web.public.chronicle import history, records, report, statistics
from web.public.day import match, timetable
from web.public.draw import ceremony
from web.public.draw import check as draw_check
from web.public.entries import following, my_matches, teams
from web.public.event import home, lists
from web.public.series import series

of_an_event: list[URLPattern] = [
    path("bracket/", bracket.bracket, name="bracket"),
    path("bracket/find/", bracket_find.bracket_find, name="bracket_find"),
    path("embed/", bracket.embedded_bracket, name="embedded_bracket"),
    path("embed-en/", bracket.embedded_bracket, {"language": "en"}, name="embedded_bracket_english"),
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
    path("teams/find/", teams.teams_find, name="teams_find"),
    path("results/", results.results, name="results"),
    path("notices/", board.notices, name="notices"),
    path("journal/", history.history, name="history"),
    path("matches/<int:number>/", match.match, name="match"),
    path("my/<str:token>/", my_matches.my_matches, name="my_matches"),
    path("my/<str:token>/calendar.ics", my_matches.my_calendar, name="my_calendar"),
    path("follow/", following.follow, name="follow"),
    path("followed.css", following.followed_styles, name="followed_styles"),
    path("report/", report.report, name="report"),
    path("statistics/", statistics.statistics, name="statistics"),
    path("lists/<slug:name>/<slug:form>/", lists.public_list, name="public_list"),
]
urlpatterns: list[URLPattern] = [
    path("", home.home, name="home"),
    path("all/", home.all_events, name="all_events"),
    path("all/find/", home.find_event, name="find_event"),
    path("series/<slug:series>/", series.series, name="series"),
    path("series/<slug:series>/lists/<slug:form>/", lists.season_list, name="season_list"),
    path("records/<slug:name>/<slug:form>/", lists.records_list, name="records_list"),
    path("champions/", records.champions, name="champions"),
    path("medals/", records.medals, name="medals"),
    path("branch/<int:pk>/", records.branch_record, name="branch_record"),
    path("team/<int:pk>/", records.team_record, name="team_record"),
    path("player/<int:pk>/", records.player_record, name="player_record"),
]
