"""Addresses of the ruling desk and of the regulation, of an event and of the site."""

from django.urls import URLPattern, path

from web.ruling.desk import ruling_desk
from web.ruling.regulation import regulation

of_an_event: list[URLPattern] = [
    path("ruling/", ruling_desk, name="ruling_desk"),
    path("regulation/", regulation, name="regulation"),
]
urlpatterns: list[URLPattern] = [
    path("ruling/", ruling_desk, name="site_ruling_desk"),
    path("regulation/", regulation, name="site_regulation"),
]
