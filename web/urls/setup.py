"""Addresses of events, entries and people."""

from django.urls import URLPattern, path

from web.views import branches, entries, events, office, people, team

urlpatterns: list[URLPattern] = [
    path("desks/", events.desks, name="desks"),
    path("events/", events.events, name="events"),
    path("events/new/", events.event_new, name="event_new"),
    path("e/<slug:slug>/office/", office.office, name="office"),
    path("e/<slug:slug>/office/settings/", office.settings, name="settings"),
    path("e/<slug:slug>/office/archival/", events.archival, name="archival"),
    path("e/<slug:slug>/office/restoration/", events.restoration, name="restoration"),
    path("e/<slug:slug>/office/branches/", branches.branches, name="branches"),
    path("e/<slug:slug>/office/branches/<int:pk>/", branches.branch, name="branch"),
    path("e/<slug:slug>/office/branches/<int:pk>/removal/", branches.branch_removal, name="branch_removal"),
    path("e/<slug:slug>/office/entries/", entries.entries, name="entries"),
    path("e/<slug:slug>/office/entries/all/", entries.all_entries_table, name="all_entries"),
    path("e/<slug:slug>/office/entries/<int:number>/", entries.entry, name="entry"),
    path("e/<slug:slug>/office/teams/<int:pk>/", team.team, name="team"),
    path("e/<slug:slug>/office/teams/<int:pk>/substitution/", team.team_substitution, name="team_substitution"),
    path("e/<slug:slug>/office/teams/<int:pk>/withdrawal/", team.team_withdrawal, name="team_withdrawal"),
    path("e/<slug:slug>/office/teams/<int:pk>/restoration/", team.team_restoration, name="team_restoration"),
    path("e/<slug:slug>/office/people/", people.people, name="people"),
    path("e/<slug:slug>/office/people/roles/", people.people_role, name="people_role"),
    path("e/<slug:slug>/office/people/<int:pk>/password/", people.people_password, name="people_password"),
    path(
        "e/<slug:slug>/office/people/<int:pk>/<slug:kind>/revocation/",
        people.people_revocation,
        name="people_revocation",
    ),
]
