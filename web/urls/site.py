"""Addresses of the site itself: sign-in, password, language."""

from django.urls import URLPattern, path

from web.views import site, worker

urlpatterns: list[URLPattern] = [
    path("sign-in/", site.sign_in, name="sign_in"),
    path("sign-out/", site.sign_out, name="sign_out"),
    path("password/", site.password, name="password"),
    path("worker.js", worker.worker, name="worker"),
    path("language/<slug:code>/", site.language, name="language"),
]
