"""The zone of pages that belong to no event: that of the union's office."""

from zoneinfo import ZoneInfo

OFFICE_ZONE = ZoneInfo("Asia/Shanghai")
