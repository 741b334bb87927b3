"""What the settings forms show of an event, and what of it the action is told."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from guandan_rules import RuleSet
from tournaments.bracket.queries.awards import THIRD
from tournaments.bracket.queries.settings import TournamentSettings
from tournaments.bracket.rules.rule_sets import rule_set
from tournaments.models import Tournament
from tournaments.presets.preset import Award


def initial_of(tournament: Tournament) -> dict[str, Any]:
    """The values that stand, by the name of the field."""
    plain = (
        "name", "organiser", "document", "place", "zone", "check_in_minutes", "last_bell_minutes",
        "opposite_halves", "third_place_match", "best_of", "names_public",
    )  # fmt: skip
    return {
        **{name: getattr(tournament, name) for name in plain},
        **values_of(rule_set(tournament)),
        "closes": tournament.closes_at,
        "draw": tournament.draw_at,
        **_award_values(tournament.awards),
    }


def _award_values(awards: list[dict[str, Any]]) -> dict[str, Any]:
    values: dict[str, Any] = {f"award_{award['rank']}": award["name"] for award in awards if award["rank"] <= THIRD}
    further = _further(Award(**award) for award in awards)
    if further:
        values |= {"award_more": further[0].name, "more_teams": further[0].count or 1}
    return values | {"awards_after": further[1:]}


def _further(awards: Iterable[Award]) -> list[Award]:
    """Those of the places behind the third, the best first."""
    return sorted((award for award in awards if award.rank > THIRD), key=lambda award: award.rank)


def values_of(rule_set: RuleSet) -> dict[str, Any]:
    """Those of a rule set, by the name of the field."""
    rules = rule_set.to_dict()
    same = ("minutes", "grace_minutes", "on_time", "pass_condition", "pass_scope", "report_at")
    return {
        **{name: rules[name] for name in same},
        "tie": tuple(rules["tie_rules"]),
        "a_fail": (rules["a_fail_limit"], str(rules["a_fail_to"])) if rules["a_fail_limit"] else (None, ""),
    }


def rule_options_of(tournament: Tournament, values: dict[str, Any]) -> dict[str, Any]:
    """The options of the event over its named rule set, with those that were chosen otherwise; as they are where the
    form of another game asks for none."""
    if "a_fail" not in values:
        return dict(tournament.rule_options)
    same = ("minutes", "grace_minutes", "on_time", "pass_condition", "pass_scope", "report_at")
    limit, fall = values["a_fail"]
    chosen = {name: values[name] for name in same} | {"tie_rules": list(values["tie"]), "a_fail_limit": limit}
    if limit:
        chosen["a_fail_to"] = fall
    present = rule_set(tournament).to_dict()
    return {**tournament.rule_options, **{name: value for name, value in chosen.items() if present[name] != value}}


def awards_of(present: TournamentSettings, values: dict[str, Any]) -> tuple[Award, ...]:
    """The awards that have a name. A match for third place that is now wanted leaves one third, one that no longer is
    leaves two; the further awards move with them, and the form changes the first of these alone."""
    counts = {award.rank: award.count for award in present.awards}
    before = counts.get(3) or (1 if present.third_place_match else 2)
    thirds = before
    if values["third_place_match"] != present.third_place_match:
        thirds = 1 if values["third_place_match"] else 2
    counts[3] = thirds
    names = {rank: (values.get(f"award_{rank}") or "").strip() for rank in (1, 2, 3, 0)}
    placed = [Award(rank, names[rank], counts.get(rank, 0)) for rank in (1, 2, 3) if names[rank]]
    further = [replace(award, rank=award.rank + thirds - before) for award in _further(present.awards)]
    more = (values.get("award_more") or "").strip()
    first = [Award(further[0].rank if further else 3 + thirds, more, values["more_teams"])] if more else []
    wider = first[0].count - (further[0].count or 1) if first and further else 0
    after = [replace(award, rank=award.rank + wider) for award in further[1:]]
    return (*placed, *first, *after, *([Award(0, names[0])] if names[0] else []))
