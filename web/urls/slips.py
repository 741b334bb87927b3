"""Addresses of table slips and of the check-in by branch."""

from django.urls import URLPattern, path

from web.views import check_in, slips

ROUND = "e/<slug:slug>/desk/<int:number>/slips/"
MATCH = "e/<slug:slug>/desk/matches/<int:number>/slip/"

urlpatterns: list[URLPattern] = [
    path("t/<str:token>/", slips.slip, name="slip"),
    path(ROUND, slips.slips, name="slips"),
    path(ROUND + "issue/", slips.slips_issue, name="slips_issue"),
    path(ROUND + "a6/", slips.slips_a6, name="slips_a6"),
    path(ROUND + "a4/", slips.slips_a4, name="slips_a4"),
    path(MATCH, slips.match_slip, name="match_slip"),
    path(MATCH + "revocation/", slips.match_slip_revocation, name="match_slip_revocation"),
    path(MATCH + "renewal/", slips.match_slip_renewal, name="match_slip_renewal"),
    path("e/<slug:slug>/check-in/", check_in.check_in, name="check_in"),
    path("e/<slug:slug>/check-in/codes/", check_in.check_in_codes, name="check_in_codes"),
]
