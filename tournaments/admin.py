"""What the union office reads of an event; it is changed by actions (config/admin.py)."""

from django.contrib import admin

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


@admin.register(Tournament)
class TournamentAdmin(admin.ModelAdmin):
    list_display = ("name", "slug", "state", "closes_at", "archived_at")
    list_filter = ("state",)


@admin.register(Series)
class SeriesAdmin(admin.ModelAdmin):
    list_display = ("name", "season", "slug", "finalists", "created_at")


@admin.register(Branch)
class BranchAdmin(admin.ModelAdmin):
    list_display = ("number", "name", "tournament", "quota", "saved_at")
    list_filter = ("tournament",)


@admin.register(Team)
class TeamAdmin(admin.ModelAdmin):
    list_display = ("branch", "ordinal", "state")
    list_filter = ("branch__tournament", "state")


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin):
    list_display = ("name", "pinyin", "team", "number", "left_at")
    search_fields = ("name", "pinyin")


@admin.register(Round)
class RoundAdmin(admin.ModelAdmin):
    list_display = ("stage", "number", "entrants", "starts_at")


@admin.register(Match)
class MatchAdmin(admin.ModelAdmin):
    list_display = ("stage", "number", "round", "table", "state", "home_team", "away_team")
    list_filter = ("stage__tournament", "state")


@admin.register(Result)
class ResultAdmin(admin.ModelAdmin):
    list_display = ("match", "version", "winner", "reason", "at", "by", "withdrawn_at")


@admin.register(Draw)
class DrawAdmin(admin.ModelAdmin):
    list_display = ("stage", "number", "state", "method", "seed", "made_at", "confirmed_at")
    exclude = ("basis",)  # of a sealed draw it holds the secret


@admin.register(Table)
class TableAdmin(admin.ModelAdmin):
    list_display = ("tournament", "number", "name")


@admin.register(Role)
class RoleAdmin(admin.ModelAdmin):
    list_display = ("tournament", "user", "kind")
    list_filter = ("tournament", "kind")


@admin.register(AccessLink)
class AccessLinkAdmin(admin.ModelAdmin):
    list_display = ("match", "branch", "account", "issued_at", "expires_at", "revoked_at")


@admin.register(AccessDevice)
class AccessDeviceAdmin(admin.ModelAdmin):
    list_display = ("link", "device", "first_at", "last_at")
