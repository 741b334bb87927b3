"""All settings of the site, fed by the environment; config/environment.py lists the names."""

import os
from pathlib import Path

from celery.schedules import crontab
from csp.constants import NONE, SELF
from django_guid.integrations import CeleryIntegration

from config.environment import Environment, build_id, release, stored_secret

BASE_DIR = Path(__file__).resolve().parent.parent
env = Environment(os.environ)
PRODUCTION, TESTING = env.production, env.kind == "test"
DEBUG = False
VAR = Path(env.text("GUANDAN_VAR", str(BASE_DIR / "var")))
BUILD_ID = env.text("GUANDAN_BUILD") or build_id(BASE_DIR)
RELEASE = release(BASE_DIR)

# Identity
SECRET_KEY = env.text("GUANDAN_SECRET_KEY", required=True)
env.require(len(SECRET_KEY) >= 50 and len(set(SECRET_KEY)) >= 5, "GUANDAN_SECRET_KEY must be 50 random characters.")
if not SECRET_KEY and not PRODUCTION:
    SECRET_KEY = stored_secret(VAR / "secret-key")
SECRET_KEY_BEFORE = env.text("GUANDAN_SECRET_KEY_BEFORE")  # opens what it sealed (notices/addressing.py), nothing else
SITE_URL = env.text("GUANDAN_SITE_URL", f"http://127.0.0.1:{env.text('PORT', '8000')}", required=True).rstrip("/")
env.require(SITE_URL.startswith("https://"), "GUANDAN_SITE_URL must begin with https://.")
ALLOWED_HOSTS = env.words("GUANDAN_HOSTS", "*", required=True)
env.require("*" not in ALLOWED_HOSTS, "GUANDAN_HOSTS must name the hosts, not *, or anybody could forge links.")
CSRF_TRUSTED_ORIGINS = [SITE_URL]

# Parts
INSTALLED_APPS = [
    "rehearsal",
    "web",
    "api",
    "integrations",
    "notices",
    "archives",
    "tournaments",
    "scoring",
    "journal",
    "accounts",
    "config.apps.OwnAdmin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "django.forms",
    "axes",
    "csp",
    "django_guid",
    "django_htmx",
    "rest_framework",
    "template_partials",
]
MIDDLEWARE = [
    "django_guid.middleware.guid_middleware",
    "config.monitoring.Counting",
    "api.bearers.TokenMiddleware",
    "web.publishing.door.Door",
    "web.site.gate.SignInGate",
    "django.middleware.gzip.GZipMiddleware",  # why that is safe: docs/decisions/0017-compression.md
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "web.requests.middleware.PolicyMiddleware",
    "web.requests.middleware.LanguageMiddleware",
    "web.publishing.versions.WroteMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "web.requests.middleware.SilenceMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "web.requests.fragments.MainMiddleware",
    "config.failures.Unavailable",
]
BEHIND_NGINX = PRODUCTION or bool(env.text("GUANDAN_SOCKETS"))
if BEHIND_NGINX:
    MIDDLEWARE.insert(0, "config.caching.MicroCacheMiddleware")
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "libraries": {
                "day": "web.day.tags",
                "draws": "web.office.draw.tags",
                "office": "web.office.tags",
                "public": "web.public.tags",
                "rulings": "web.ruling.tags",
            },
        },
    },
]
FORM_RENDERER = "web.requests.forms.Renderer"

# Data
REDIS_URL = env.text("REDIS_URL", "redis://127.0.0.1:6379/0", required=True)
DATABASES = {
    "default": {
        **env.database("DATABASE_URL", "postgres://localhost/guandan"),
        "ATOMIC_REQUESTS": False,
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": True,
    }
}
VALKEY_PATIENCE = 5.0 if TESTING else 0.25  # seconds that a page waits for Valkey; tests share their processors
CACHES = {
    "default": {
        "BACKEND": "config.caching.Cache",
        "LOCATION": REDIS_URL,
        "OPTIONS": {
            "serializer": "config.caching.Json",
            "socket_timeout": VALKEY_PATIENCE,
            "socket_connect_timeout": VALKEY_PATIENCE,
        },
    }
}
STATIC_URL = "/static/"
STATIC_ROOT = Path(env.text("GUANDAN_STATIC", str(BASE_DIR / "static-collected")))
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.caching.Storage"},
}

# People
AUTH_USER_MODEL = "accounts.User"
PASSWORD_HASHERS = ["accounts.passwords.Argon2", "django.contrib.auth.hashers.PBKDF2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
SESSION_ENGINE = "accounts.sessions"
SESSION_COOKIE_AGE = 90 * 24 * 3600
LOGIN_URL = "sign_in"
LOGIN_REDIRECT_URL = "desks"
LOGOUT_REDIRECT_URL = "home"
CSRF_FAILURE_VIEW = "web.site.account.token_refused"
IDENTITY = env.identity()  # sign-in with the house's account: docs/identity.md
# The log of sign-ins and no more: who may try how often is for the gate to say (web/site/gate.py).
AXES_HANDLER = "accounts.sessions.SignInLog"

# For how many days what nobody needs for ever is kept (archives/ageing.py)
DAYS_KEPT = {
    "receipts": env.days("GUANDAN_DAYS_RECEIPTS", 7),
    "sign_ins": env.days("GUANDAN_DAYS_SIGN_INS", 180),
    "submissions": env.days("GUANDAN_DAYS_SUBMISSIONS", 90),
    "attempts": env.days("GUANDAN_DAYS_ATTEMPTS", 180),
    "calls": env.days("GUANDAN_DAYS_CALLS", 30),
}

# Language and time: an event has a zone of its own
LANGUAGE_CODE = "zh-hans"
LANGUAGES = [("zh-hans", "简体中文"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True

# Public pages
# Where the process listens that tells open pages what is new (web/publishing/live.py): nginx hands it its addresses,
# without nginx pages are sent to this port; 0: no page is sent anywhere, and it asks.
LIVE_PORT = 0 if BEHIND_NGINX or TESTING else int(env.text("GUANDAN_LIVE_PORT", "0"))
# The share of its time for which a web process may calculate passwords of strangers (web/site/gate.py), unless it does
# nothing else: the rest is for what people enter.
SIGN_IN_SHARE = 1000.0 if TESTING else 0.5 if env.text("GUANDAN_SIGN_IN_ONLY") == "1" else 0.1

# Safety
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "connect-src": [SELF, f"*:{LIVE_PORT}"] if LIVE_PORT else [SELF],
        "img-src": [SELF, "data:"],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
        "object-src": [NONE],
    },
}
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = PRODUCTION
SECURE_SSL_REDIRECT = PRODUCTION
SECURE_REDIRECT_EXEMPT = [r"^(livez|readyz|healthz)$"]
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if PRODUCTION else 0
# Other hosts of the domain, and preloading into browsers, which cannot be taken back, are its owner's to decide; axes
# keeps the log of sign-ins, and locks nobody out.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021", "axes.W002", "axes.W003"]

# Mail
# Without GUANDAN_EMAIL_URL the union office sets the server up on a page (notices/mail_servers.py).
MAIL = env.mail("GUANDAN_EMAIL_URL", "consolemail://")
MAIL_IS_FIXED = TESTING or "smtp" in MAIL["EMAIL_BACKEND"]
env.require(MAIL_IS_FIXED or not env.text("GUANDAN_EMAIL_URL"), "GUANDAN_EMAIL_URL must be a mail server.")
globals().update(MAIL)
EMAIL_HOST_PASSWORD = env.text("GUANDAN_EMAIL_PASSWORD") or MAIL.get("EMAIL_HOST_PASSWORD", "")
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.text("GUANDAN_EMAIL_FROM", "guandan@localhost", required=MAIL_IS_FIXED)
EMAIL_TIMEOUT = 10

# Chat channels (notices/outside.py)
CHANNEL_TIMEOUT = 8.0  # seconds for one message, from the name to the last byte of the answer
CHANNELS_MAY_BE_PRIVATE = env.text("GUANDAN_PRIVATE_CHANNELS") == "1"
# The mail server that the office sets up on a page: under `make run` the machine is the office's own.
MAIL_MAY_BE_PRIVATE = CHANNELS_MAY_BE_PRIVATE or not PRODUCTION

# Tasks
CELERY_BROKER_URL = REDIS_URL
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_TIME_LIMIT = 120
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BEAT_SCHEDULE = {
    "deliver due notices": {"task": "notices.tasks.deliver_due", "schedule": 3.0, "options": {"expires": 3}},
    "deliver to channels": {"task": "notices.tasks.deliver_to_channels", "schedule": 3.0, "options": {"expires": 3}},
    "deliver to webhooks": {"task": "integrations.tasks.deliver_calls", "schedule": 3.0, "options": {"expires": 3}},
    "note the lots that a clock showed": {"task": "web.tasks.note_lots", "schedule": 5.0, "options": {"expires": 5}},
    # at 3:30 in Beijing; missed (the machine was off), it runs with the next start of the beat
    "take what is past its age": {
        "task": "archives.tasks.take_away_what_is_past_its_age",
        "schedule": crontab(hour=19, minute=30),
    },
    "show that beat lives": {"task": "notices.tasks.beat", "schedule": 5.0, "options": {"expires": 5}},
}

# The API
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["api.access.Bearer", "api.access.Session"],
    "DEFAULT_PERMISSION_CLASSES": ["api.access.Granted"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["api.bodies.StorableJSON"],
    "DEFAULT_METADATA_CLASS": None,
    "DEFAULT_SCHEMA_CLASS": "api.schema.Described",
    "EXCEPTION_HANDLER": "api.exceptions.answer",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}

# A request has a number, nginx's or its own, which stands in the log, in that of the tasks it causes, and on the page
# of a failure. No answer carries it as a header: the pulse, asked each second, would be a sixth larger.
DJANGO_GUID = {
    "GUID_HEADER_NAME": "X-Request-ID",
    "RETURN_HEADER": False,
    "INTEGRATIONS": [CeleryIntegration(use_django_logging=True)],
}
METRICS_TOKEN = env.text("GUANDAN_METRICS_TOKEN")

SPECTACULAR_SETTINGS = {
    "TITLE": "Guandan tournament desk",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "DESCRIPTION": "Everything public of every event, and what a role may change. See docs/api.md.",
    "DISABLE_ERRORS_AND_WARNINGS": False,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENUM_NAME_OVERRIDES": {"GenderEnum": "api.bodies.GENDER_CHOICES"},
    "APPEND_COMPONENTS": {
        "securitySchemes": {
            "token": {"type": "http", "scheme": "bearer"},
            "session": {"type": "apiKey", "in": "cookie", "name": "sessionid"},
        }
    },
    "PREPROCESSING_HOOKS": ["api.schema.own"],
}

# What goes wrong is told on the terminal, from where the launcher or the container engine takes it
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "%(asctime)s [%(correlation_id)s] %(levelname)s %(name)s: %(message)s"},
        "json": {
            "()": "pythonjsonlogger.json.JsonFormatter",
            "fmt": "%(asctime)s %(levelname)s %(name)s %(correlation_id)s %(message)s",
            "rename_fields": {"asctime": "at", "levelname": "level", "name": "of", "correlation_id": "request"},
            "json_ensure_ascii": False,
        },
    },
    "filters": {
        "numbered": {"()": "django_guid.log_filters.CorrelationId"},
        "discreet": {"()": "config.outages.Discreet"},
    },
    "handlers": {
        "terminal": {
            "class": "logging.StreamHandler",
            "formatter": "json" if PRODUCTION else "line",
            "filters": ["numbered", "discreet"],
        }
    },
    "root": {"handlers": ["terminal"], "level": "WARNING"},
    "loggers": {"django": {"handlers": ["terminal"], "level": "WARNING", "propagate": False}},
}

if TESTING:  # plain names for static files, and passwords that cost no time
    STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    WHITENOISE_AUTOREFRESH = WHITENOISE_USE_FINDERS = True
    PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

env.refuse()
