"""A house's identity provider: django-oauth-toolkit as it is, with people, passwords and one client.

A program of its own (``python -m tests.identity_provider PORT ADDRESS…``): the site knows nothing of it but what comes
over HTTP. The addresses are those to which it may send browsers back. Whoever presses "Cancel" is not let in.
"""

import sys
import tempfile
from pathlib import Path
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

import django
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from django.conf import settings
from django.core.management import call_command
from django.core.wsgi import get_wsgi_application
from django.urls import include, path

CLIENT, SECRET, PASSWORD = "guandan", "a secret: with signs / and ü", "zhixinglou 1230"
PEOPLE = {"20230001": "队员甲", "20230002": "队员乙", "20230003": "队员丙"}
FORM = "<form method=post>{% csrf_token %}{{ form }}<button>Log in</button></form>"
PAGE = "<!doctype html><title>House</title><link rel=icon href=data:,>{% block content %}{% endblock %}"


class Threading(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class Silent(WSGIRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


def main(port: int, addresses: list[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        configure(port, Path(folder))
        django.setup()
        give_addresses()
        name_claims()
        call_command("migrate", verbosity=0)
        fill(addresses)
        make_server("127.0.0.1", port, get_wsgi_application(), Threading, Silent).serve_forever()


def configure(port: int, folder: Path) -> None:
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    settings.configure(
        SECRET_KEY="house" * 20,
        ALLOWED_HOSTS=["127.0.0.1"],
        LOGIN_URL="/login/",
        SESSION_COOKIE_NAME="house_session",
        CSRF_COOKIE_NAME="house_csrf",  # the browser has one jar for all ports of a host
        DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": str(folder / "house.sqlite3")}},
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        USE_TZ=True,
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
        INSTALLED_APPS=[
            "django.contrib.auth",
            "django.contrib.contenttypes",
            "django.contrib.sessions",
            "oauth2_provider",
        ],
        MIDDLEWARE=[
            "django.contrib.sessions.middleware.SessionMiddleware",
            "django.middleware.csrf.CsrfViewMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware",
        ],
        TEMPLATES=[
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "OPTIONS": {
                    "loaders": [
                        (
                            "django.template.loaders.locmem.Loader",
                            {"login.html": PAGE + FORM, "oauth2_provider/base.html": PAGE},
                        ),
                        "django.template.loaders.app_directories.Loader",
                    ]
                },
            }
        ],
        OAUTH2_PROVIDER={
            "OIDC_ENABLED": True,
            "OIDC_RSA_PRIVATE_KEY": key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode(),
            "OIDC_ISS_ENDPOINT": f"http://127.0.0.1:{port}/o",
            "PKCE_REQUIRED": True,
            "SCOPES": {"openid": "who you are", "profile": "your name"},
        },
    )


def give_addresses() -> None:
    from django.contrib.auth.views import LoginView

    settings.ROOT_URLCONF = (
        path("o/", include("oauth2_provider.urls", namespace="oauth2_provider")),
        path("login/", LoginView.as_view(template_name="login.html")),
    )


def name_claims() -> None:
    """``name`` stands in the ID token, ``staff_name`` only in what is told to whoever asks for it."""
    from oauth2_provider.oauth2_validators import OAuth2Validator
    from oauth2_provider.settings import oauth2_settings

    class Validator(OAuth2Validator):
        oidc_claim_scope = None

        def get_additional_claims(self, request: Any) -> dict[str, str]:
            return {"name": request.user.first_name, "preferred_username": request.user.username}

        def get_userinfo_claims(self, request: Any) -> dict[str, Any]:
            return super().get_userinfo_claims(request) | {"staff_name": f"{request.user.first_name}老师"}

    oauth2_settings.OAUTH2_VALIDATOR_CLASS = Validator


def fill(addresses: list[str]) -> None:
    from django.contrib.auth.models import User
    from oauth2_provider.models import Application

    for username, name in PEOPLE.items():
        User.objects.create_user(username, password=PASSWORD, first_name=name)
    Application.objects.create(
        client_id=CLIENT,
        client_secret=SECRET,
        client_type=Application.CLIENT_CONFIDENTIAL,
        authorization_grant_type=Application.GRANT_AUTHORIZATION_CODE,
        redirect_uris=" ".join(addresses),
        algorithm=Application.RS256_ALGORITHM,
        name="Guandan",
    )


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
