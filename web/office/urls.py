"""Addresses of the office: events, entries and people, the draw, the timetable, awards, and what was sent."""

from django.urls import URLPattern, path

from web.office import (
    awards, branches, draw, entries, events, home, lots, outbox, people, plan, printing, settings, team,
)  # fmt: skip

OFFICE = "e/<slug:slug>/office/"

urlpatterns: list[URLPattern] = [
    path("desks/", events.desks, name="desks"),
    path("events/", events.events, name="events"),
    path("events/new/", events.event_new, name="event_new"),
    path(OFFICE + "", home.office, name="office"),
    path(OFFICE + "settings/", settings.settings, name="settings"),
    path(OFFICE + "settings/rule-set/", settings.settings_rule_set, name="settings_rule_set"),
    path(OFFICE + "archival/", settings.archival, name="archival"),
    path(OFFICE + "restoration/", settings.restoration, name="restoration"),
    path(OFFICE + "deletion/", settings.deletion, name="deletion"),
    path(OFFICE + "branches/", branches.branches, name="branches"),
    path(OFFICE + "branches/<int:pk>/", branches.branch, name="branch"),
    path(OFFICE + "branches/<int:pk>/removal/", branches.branch_removal, name="branch_removal"),
    path(OFFICE + "entries/", entries.entries, name="entries"),
    path(OFFICE + "entries/all/", entries.all_entries_table, name="all_entries"),
    path(OFFICE + "entries/<int:number>/", entries.entry, name="entry"),
    path(OFFICE + "teams/<int:pk>/", team.team, name="team"),
    path(OFFICE + "teams/<int:pk>/substitution/", team.team_substitution, name="team_substitution"),
    path(OFFICE + "teams/<int:pk>/withdrawal/", team.team_withdrawal, name="team_withdrawal"),
    path(OFFICE + "teams/<int:pk>/restoration/", team.team_restoration, name="team_restoration"),
    path(OFFICE + "people/", people.people, name="people"),
    path(OFFICE + "people/roles/", people.people_role, name="people_role"),
    path(OFFICE + "people/<int:pk>/password/", people.people_password, name="people_password"),
    path(
        OFFICE + "people/<int:pk>/<slug:kind>/revocation/",
        people.people_revocation,
        name="people_revocation",
    ),
    path(OFFICE + "draw/", draw.draw, name="draw"),
    path(OFFICE + "draw/preview/", draw.draw_preview, name="draw_preview"),
    path(OFFICE + "draw/confirmation/", draw.draw_confirmation, name="draw_confirmation"),
    path(OFFICE + "draw/repeal/", draw.draw_repeal, name="draw_repeal"),
    path(OFFICE + "draw/stages/<int:number>/", draw.draw_stage, name="draw_stage"),
    path(OFFICE + "draw/lots/", lots.draw_lots, name="draw_lots"),
    path(OFFICE + "draw/<int:number>/record/", draw.draw_record, name="draw_record"),
    path(OFFICE + "timetable/", plan.plan, name="plan"),
    path(OFFICE + "timetable/rounds/", plan.plan_rounds, name="plan_rounds"),
    path(OFFICE + "timetable/tables/", plan.plan_tables, name="plan_tables"),
    path(OFFICE + "timetable/<int:number>/tables/", plan.plan_round_tables, name="plan_round_tables"),
    path(OFFICE + "timetable/<int:number>/assignment/", plan.plan_assignment, name="plan_assignment"),
    path(OFFICE + "printing/", printing.printing, name="printing"),
    path(OFFICE + "awards/", awards.awards, name="awards"),
    path(OFFICE + "awards/confirmation/", awards.awards_confirmation, name="awards_confirmation"),
    path(OFFICE + "awards/reopening/", awards.awards_reopening, name="awards_reopening"),
    path(OFFICE + "awards/list/", awards.award_list, name="award_list"),
    path(OFFICE + "awards/certificates/", awards.award_certificates, name="award_certificates"),
    path(OFFICE + "outbox/", outbox.outbox, name="outbox"),
    path(OFFICE + "outbox/sending/", outbox.outbox_sending, name="outbox_sending"),
    path(OFFICE + "outbox/<int:pk>/", outbox.notice, name="outbox_notice"),
]
