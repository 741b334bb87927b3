"""What the union office reads of an event; it is changed by actions (config/admin.py)."""

from django.contrib.admin import site

from tournaments.models import (
    AccessDevice,
    AccessLink,
    Branch,
    Draw,
    Match,
    Player,
    Result,
    Role,
    Round,
    Series,
    Table,
    Team,
    Tournament,
)

site.register(Tournament, list_display=("name", "slug", "state", "closes_at", "archived_at"), list_filter=("state",))
site.register(Series, list_display=("name", "season", "slug", "finalists", "created_at"))
site.register(Branch, list_display=("number", "name", "tournament", "quota", "saved_at"), list_filter=("tournament",))
site.register(Team, list_display=("branch", "ordinal", "state"), list_filter=("branch__tournament", "state"))
site.register(Player, list_display=("name", "pinyin", "team", "number", "left_at"), search_fields=("name", "pinyin"))
site.register(Round, list_display=("stage", "number", "entrants", "starts_at"))
site.register(
    Match,
    list_display=("stage", "number", "round", "table", "state", "home_team", "away_team"),
    list_filter=("stage__tournament", "state"),
)
site.register(Result, list_display=("match", "version", "winner", "reason", "at", "by", "withdrawn_at"))
site.register(
    Draw,
    list_display=("stage", "number", "state", "method", "seed", "made_at", "confirmed_at"),
    exclude=("basis",),  # of a sealed draw it holds the secret
)
site.register(Table, list_display=("tournament", "number", "name"))
site.register(Role, list_display=("tournament", "user", "kind"), list_filter=("tournament", "kind"))
site.register(AccessLink, list_display=("match", "branch", "account", "issued_at", "expires_at", "revoked_at"))
site.register(AccessDevice, list_display=("link", "device", "first_at", "last_at"))
