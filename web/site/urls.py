"""Addresses of the site itself: sign-in, password, language."""

from django.urls import URLPattern, path

from web.site import account

urlpatterns: list[URLPattern] = [
    path("sign-in/", account.sign_in, name="sign_in"),
    path("sign-out/", account.sign_out, name="sign_out"),
    path("password/", account.password, name="password"),
    path("language/<slug:code>/", account.language, name="language"),
]
