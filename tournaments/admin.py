"""Reference data may be mended here; whatever has states is read-only, for it is changed by actions."""

from django.contrib import admin

from journal.readonly import ReadOnlyAdmin
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
    Table,
    Team,
    Tournament,
)


@admin.register(Tournament)
class TournamentAdmin(ReadOnlyAdmin):
    list_display = ("name", "slug", "state", "closes_at", "archived_at")
    list_filter = ("state",)


@admin.register(Branch)
class BranchAdmin(ReadOnlyAdmin):
    list_display = ("number", "name", "tournament", "quota", "saved_at")
    list_filter = ("tournament",)


@admin.register(Team)
class TeamAdmin(ReadOnlyAdmin):
    list_display = ("branch", "ordinal", "state")
    list_filter = ("branch__tournament", "state")


@admin.register(Player)
class PlayerAdmin(ReadOnlyAdmin):
    list_display = ("name", "pinyin", "team", "number", "left_at")
    search_fields = ("name", "pinyin")


@admin.register(Round)
class RoundAdmin(ReadOnlyAdmin):
    list_display = ("stage", "number", "entrants", "starts_at")


@admin.register(Match)
class MatchAdmin(ReadOnlyAdmin):
    list_display = ("stage", "number", "round", "table", "state", "home_team", "away_team")
    list_filter = ("stage__tournament", "state")


@admin.register(Result)
class ResultAdmin(ReadOnlyAdmin):
    list_display = ("match", "version", "winner", "reason", "at", "by", "withdrawn_at")


@admin.register(Draw)
class DrawAdmin(ReadOnlyAdmin):
    list_display = ("stage", "number", "state", "method", "seed", "made_at", "confirmed_at")


@admin.register(Table)
class TableAdmin(admin.ModelAdmin):
    list_display = ("tournament", "number", "name")
    list_editable = ("name",)
    list_display_links = ("number",)


@admin.register(Role)
class RoleAdmin(admin.ModelAdmin):
    list_display = ("tournament", "user", "kind")
    list_filter = ("tournament", "kind")


@admin.register(AccessLink)
class AccessLinkAdmin(ReadOnlyAdmin):
    list_display = ("match", "account", "issued_at", "expires_at", "revoked_at")


@admin.register(AccessDevice)
class AccessDeviceAdmin(ReadOnlyAdmin):
    list_display = ("link", "device", "first_at", "last_at")
