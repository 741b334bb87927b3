"""Which package answers which address."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from config.health import healthz, livez, readyz

urlpatterns: list[URLPattern | URLResolver] = [
    path("livez", livez, name="livez"),
    path("readyz", readyz, name="readyz"),
    path("healthz", healthz, name="healthz"),
    path("admin/", admin.site.urls),
    path("api/v1/", include("api.urls")),
    path("", include("web.urls")),
]
