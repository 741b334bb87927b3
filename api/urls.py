"""The addresses under /api/v1/: nouns, as on the site."""

from django.urls import path

from api import changes, chronicle, decisions, entries, office, pages, penalties, slices, views

app_name = "api"
EVENT = "tournaments/<slug:slug>/"
MATCH = EVENT + "matches/<int:number>/"

urlpatterns = [
    path("", views.Index.as_view(), name="index"),
    path("schema.json", pages.Schema.as_view(), name="schema"),
    path("docs/", pages.docs, name="docs"),
    path("tournaments/", views.Tournaments.as_view(), name="tournaments"),
    path(EVENT, views.Event.as_view(), name="tournament"),
    path(EVENT + "bracket/", views.Bracket.as_view(), name="bracket"),
    path(EVENT + "timetable/", views.Timetable.as_view(), name="timetable"),
    path(EVENT + "teams/", views.Teams.as_view(), name="teams"),
    path(EVENT + "awards/", views.Awards.as_view(), name="awards"),
    path(EVENT + "challonge/", views.Challonge.as_view(), name="challonge"),
    path(EVENT + "notices/", chronicle.Notices.as_view(), name="notices"),
    path(EVENT + "statistics/", chronicle.Statistics.as_view(), name="statistics"),
    path(EVENT + "draw/", chronicle.DrawHistory.as_view(), name="draw"),
    path(EVENT + "draws/<int:number>/", chronicle.DrawRecord.as_view(), name="draw_record"),
    path(EVENT + "draws/", decisions.Draws.as_view(), name="draws"),
    path(EVENT + "draws/<int:number>/confirmation/", decisions.DrawConfirmation.as_view(), name="draw_confirmation"),
    path(EVENT + "draws/<int:number>/repeal/", decisions.DrawRepeal.as_view(), name="draw_repeal"),
    path(EVENT + "events/", slices.Events.as_view(), name="events"),
    path(EVENT + "matches/", slices.Matches.as_view(), name="matches"),
    path(EVENT + "branches/<int:number>/entry/", entries.Entry.as_view(), name="entry"),
    path(EVENT + "rounds/<int:number>/clock/", changes.ClockStep.as_view(), name="clock"),
    path(EVENT + "rounds/<int:number>/pairing/", office.Pairing.as_view(), name="pairing"),
    path(EVENT + "rounds/<int:number>/start/", office.RoundStart.as_view(), name="round_start"),
    path(EVENT + "stages/<int:number>/places/", decisions.StagePlaces.as_view(), name="stage_places"),
    path(EVENT + "teams/<int:team>/withdrawal/", office.Withdrawal.as_view(), name="withdrawal"),
    path(EVENT + "teams/<int:team>/restoration/", office.Restoration.as_view(), name="restoration"),
    path(EVENT + "teams/<int:team>/substitution/", office.Substitution.as_view(), name="substitution"),
    path(EVENT + "announcements/", office.Announcements.as_view(), name="announcements"),
    path(EVENT + "days/", chronicle.Days.as_view(), name="days"),
    path(EVENT + "days/<int:number>/", chronicle.Day.as_view(), name="day"),
    path(EVENT + "awards/confirmation/", office.AwardsConfirmation.as_view(), name="awards_confirmation"),
    path(EVENT + "awards/reopening/", office.AwardsReopening.as_view(), name="awards_reopening"),
    path(MATCH, views.MatchRecord.as_view(), name="match"),
    path(MATCH + "call/", changes.Call.as_view(), name="call"),
    path(MATCH + "referee-call/", changes.RefereeCall.as_view(), name="referee_call"),
    path(MATCH + "referee-call/answer/", changes.RefereeAnswer.as_view(), name="referee_answer"),
    path(MATCH + "check-in/", changes.CheckIn.as_view(), name="check_in"),
    path(MATCH + "deals/", changes.Deals.as_view(), name="deals"),
    path(MATCH + "undo/", changes.Undo.as_view(), name="undo"),
    path(MATCH + "penalties/", penalties.Penalties.as_view(), name="penalties"),
    path(MATCH + "penalties/<int:penalty>/strike/", penalties.PenaltyStrike.as_view(), name="penalty_strike"),
    path(MATCH + "submissions/", changes.Submissions.as_view(), name="submissions"),
    path(MATCH + "sheet/", changes.Sheet.as_view(), name="sheet"),
    path(MATCH + "ruling/", decisions.Ruling.as_view(), name="ruling"),
    path(MATCH + "confirmation/", changes.Confirmation.as_view(), name="confirmation"),
    path("champions/", chronicle.Champions.as_view(), name="champions"),
    path("series/", views.AllSeries.as_view(), name="all_series"),
    path("series/<slug:series>/", views.SeasonTable.as_view(), name="series"),
    path("<path:address>/", views.Nothing.as_view()),
]
