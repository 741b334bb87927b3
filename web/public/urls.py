"""Addresses of the public pages: those of an event, and the home page."""

from django.urls import URLPattern, path

from web.public import chronicle, draw, event, followed, lists, series
from web.public.bracket import bracket
from web.public.day import match, timetable
from web.public.entries import my_matches, teams

of_an_event: list[URLPattern] = [
    path("bracket/", bracket.bracket, name="bracket"),
    path("bracket/find/", bracket.bracket_find, name="bracket_find"),
    path("embed/", bracket.embedded_bracket, name="embedded_bracket"),
    path("embed-en/", bracket.embedded_bracket, {"language": "en"}, name="embedded_bracket_english"),
    path("", event.event, name="event"),
    path("draw/", draw.public_draw, name="public_draw"),
    path("draw/check/", draw.check, name="draw_check"),
    path("draw/check/file/", draw.check_file, name="draw_check_file"),
    path("draw/files/<int:number>/", draw.record_file, name="draw_record_file"),
    path("draw/rounds/<int:number>/", draw.round_record_file, name="round_record_file"),
    path("draw/ceremony/", draw.public_ceremony, name="public_ceremony"),
    path("draw/turn/<str:token>/", draw.draw_turn, name="draw_turn"),
    path("rounds/", bracket.rounds, name="rounds"),
    path("timetable/", timetable.timetable, name="timetable"),
    path("teams/", teams.teams, name="teams"),
    path("teams/find/", teams.teams_find, name="teams_find"),
    path("results/", bracket.results, name="results"),
    path("notices/", bracket.notices, name="notices"),
    path("journal/", chronicle.history, name="history"),
    path("matches/<int:number>/", match.match, name="match"),
    path("my/<str:token>/", my_matches.my_matches, name="my_matches"),
    path("my/<str:token>/calendar.ics", my_matches.my_calendar, name="my_calendar"),
    path("follow/", followed.follow, name="follow"),
    path("followed.css", followed.followed_styles, name="followed_styles"),
    path("report/", chronicle.report, name="report"),
    path("statistics/", chronicle.statistics, name="statistics"),
    path("lists/<slug:name>/<slug:form>/", lists.public_list, name="public_list"),
]
urlpatterns: list[URLPattern] = [
    path("", event.home, name="home"),
    path("all/", event.all_events, name="all_events"),
    path("all/find/", event.find_event, name="find_event"),
    path("series/<slug:series>/", series.series, name="series"),
    path("series/<slug:series>/lists/<slug:form>/", lists.season_list, name="season_list"),
    path("records/<slug:name>/<slug:form>/", lists.records_list, name="records_list"),
    path("champions/", chronicle.champions, name="champions"),
    path("medals/", chronicle.medals, name="medals"),
    path("ratings/", chronicle.ratings, name="ratings"),
    path("ratings/<slug:game>/", chronicle.ratings, name="ratings_of_game"),
    path("ratings/<slug:game>/lists/<slug:form>/", lists.ratings_list, name="ratings_list"),
    path("branch/<int:pk>/", chronicle.record, {"of": "branch"}, name="branch_record"),
    path("team/<int:pk>/", chronicle.record, {"of": "team"}, name="team_record"),
    path("player/<int:pk>/", chronicle.record, {"of": "player"}, name="player_record"),
]
