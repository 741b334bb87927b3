"""判罚: how many penalties count, for tables that go by fewer of them."""

from collections.abc import Collection

from django.db.models import Count, Q

from guandan_rules import Side
from scoring.models import Penalty


def penalties_of(stages: Collection[int]) -> dict[int, tuple[int, int]]:
    """How many penalties of home and of away count, by match; one query, none of no stage."""
    if not stages:
        return {}
    counting = Penalty.objects.filter(
        struck_at=None, sheet__match_game__replaced_at=None, sheet__match_game__match__stage__in=stages
    )
    counted = (
        counting.order_by()
        .values_list("sheet__match_game__match")
        .annotate(home=Count("pk", filter=Q(side=Side.HOME)), away=Count("pk", filter=Q(side=Side.AWAY)))
    )
    return {match: (home, away) for match, home, away in counted}
