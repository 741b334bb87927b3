"""Which package answers which address, and what answers where nothing does."""

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from config import failures
from config.monitoring import healthz, livez, metrics, readyz

urlpatterns: list[URLPattern | URLResolver] = [
    path("livez", livez, name="livez"),
    path("readyz", readyz, name="readyz"),
    path("healthz", healthz, name="healthz"),
    path("metrics", metrics, name="metrics"),
    path("admin/", admin.site.urls),
    path("api/v1/", include("api.urls")),
    path("", include("web.urls")),
]
handler400, handler403, handler404, handler500 = (
    failures.unreadable,
    failures.forbidden,
    failures.missing,
    failures.failed,
)
