"""To which teams a match was announced as theirs, whether or not it still is."""

from collections.abc import Collection

from notices.models import Notice
from notices.states import MATCH_REMINDERS


def reminded(teams: Collection[int]) -> set[tuple[int, int]]:
    """Pairs of match and team (their ids): one query. What was discarded with its draw is no match any more."""
    reminders = Notice.objects.filter(team__in=teams, kind__in=MATCH_REMINDERS, match__isnull=False).order_by()
    return {(match, team) for match, team in reminders.values_list("match_id", "team_id").distinct() if match and team}
