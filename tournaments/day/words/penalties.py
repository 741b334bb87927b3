"""A penalty that was given, in words."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import pgettext

from guandan_rules import EffectKind
from tournaments.bracket.words.options import EFFECTS, OFFENCES
from tournaments.day.queries.sheet_views import EffectView


def offence_name(offence: str) -> str:
    """What it was for: 隐藏牌张."""
    return str(OFFENCES.get(offence, ""))


def effects_said(effects: Iterable[EffectView | Mapping[str, Any]]) -> str:
    """What a penalty does, from its effects as views or as JSON: 对方升 1 级、警告. Without any it is noted."""
    phrases = [_words(effect) for effect in effects]
    return pgettext("between effects", ", ").join(phrases) or str(EFFECTS[EffectKind.NOTE])


def _words(effect: EffectView | Mapping[str, Any]) -> str:
    if isinstance(effect, EffectView):
        return str(EFFECTS.get(effect.kind, "")) % {"amount": effect.amount}
    return str(EFFECTS.get(effect["kind"], "")) % {"amount": effect.get("amount", 0)}
