"""The addresses of all screens: nouns, a module a room.

The public ones come first, being asked for most; what belongs to one event stands in one group, and is found at once.
"""

from django.urls import URLPattern, URLResolver, include, path

from web.day import urls as day
from web.documents import urls as documents
from web.hall import ceremony, screen
from web.office import urls as office
from web.public import urls as public
from web.publishing import pulse
from web.ruling import urls as ruling
from web.site import urls as site

of_an_event: list[URLPattern] = [
    *public.of_an_event,
    path("pulse/", pulse.pulse, name="pulse"),
    path("live/", pulse.live, name="live"),
    path("hall/", screen.hall, name="hall"),
    path("hall/draw/", ceremony.hall_draw, name="hall_draw"),
    path("hall/draw/code/", ceremony.draw_code, name="draw_code"),
    *ruling.of_an_event,
]
urlpatterns: list[URLPattern | URLResolver] = [
    path("e/<slug:slug>/", include(of_an_event)),
    *public.urlpatterns,
    path("pulse/", pulse.pulse, name="site_pulse"),
    path("live/", pulse.live, name="site_live"),
    *ruling.urlpatterns,
    *site.urlpatterns,
    *documents.urlpatterns,
    *office.urlpatterns,
    *day.urlpatterns,
]
