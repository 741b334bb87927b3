"""The addresses under /api/v1/: nouns, as on the site."""

from django.urls import path

from api import views

app_name = "api"
EVENT = "tournaments/<slug:slug>/"
MATCH = EVENT + "matches/<int:number>/"

urlpatterns = [
    path("", views.Index.as_view(), name="index"),
    path("tournaments/", views.Tournaments.as_view(), name="tournaments"),
    path(EVENT, views.Event.as_view(), name="tournament"),
    path(EVENT + "bracket/", views.Bracket.as_view(), name="bracket"),
    path(EVENT + "timetable/", views.Timetable.as_view(), name="timetable"),
    path(EVENT + "teams/", views.Teams.as_view(), name="teams"),
    path(MATCH, views.MatchRecord.as_view(), name="match"),
    path(MATCH + "deals/", views.Deals.as_view(), name="deals"),
    path(MATCH + "undo/", views.Undo.as_view(), name="undo"),
    path(MATCH + "submissions/", views.Submissions.as_view(), name="submissions"),
    path(MATCH + "sheet/", views.Sheet.as_view(), name="sheet"),
    path("series/", views.AllSeries.as_view(), name="all_series"),
    path("series/<slug:series>/", views.SeasonTable.as_view(), name="series"),
    path("<path:address>/", views.Nothing.as_view()),
]
