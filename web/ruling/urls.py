"""Addresses of the ruling desk and of the regulation, of an event and of the site."""

from django.urls import URLPattern, path

from web.ruling import desk, regulation_page

of_an_event: list[URLPattern] = [
    path("ruling/", desk.ruling_desk, name="ruling_desk"),
    path("regulation/", regulation_page.regulation, name="regulation"),
]
urlpatterns: list[URLPattern] = [
    path("ruling/", desk.site_ruling_desk, name="site_ruling_desk"),
    path("regulation/", regulation_page.site_regulation, name="site_regulation"),
]
