"""Which package answers which address."""

from django.conf import settings
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from config.health import healthz

urlpatterns: list[URLPattern | URLResolver] = [
    path("healthz", healthz, name="healthz"),
    path("admin/", admin.site.urls),
]
for app, prefix in (("api", "api/v1/"), ("web", "")):
    if app in settings.INSTALLED_APPS and any((settings.BASE_DIR / app).glob("urls*")):
        urlpatterns.append(path(prefix, include(f"{app}.urls")))
