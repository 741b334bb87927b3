"""How the round day writes seats, places, deals, tables and verdicts."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any
from urllib.parse import urlencode

from django import template
from django.urls import reverse
from django.utils.translation import pgettext

from guandan_rules import EffectKind
from tournaments.bracket.queries.match_views import MatchView
from tournaments.bracket.queries.remedies import RemedyView
from tournaments.bracket.queries.round_views import RoundView
from tournaments.bracket.words import matches, remedies
from tournaments.bracket.words.names import listed, team_name
from tournaments.bracket.words.results import Grounds, grounds_of, reason_sentence
from tournaments.day.queries.desk_tables import Lateness, TableCard
from tournaments.day.queries.sheet_views import Finisher, SheetView, SideAnswer, SideView
from tournaments.day.words.games import draw_words, entry_words
from tournaments.day.words.slips import STATES
from web.day.forms import DeskForms, ExtensionForm, Penalties, PenaltyForm
from web.day.seats import SeatButton
from web.requests.forms import PageForm
from web.templatetags.site import name_after, name_first, of_key

register = template.Library()
LONG = 8


def _words_of(words: Mapping[Any, Any]) -> Callable[[Any], str]:
    """A filter that says a code in words, "" where there are none for it."""
    return lambda code: str(words.get(code, ""))


seat_name = register.filter("seat_name", _words_of(matches.SEATS))
place_name = register.filter("place_name", _words_of(matches.PLACES))
win_name = register.filter("win_name", _words_of(matches.WINS))
register.filter("kind_name", _words_of(matches.KINDS))
register.filter("awaited_words", _words_of(matches.AWAITED))
register.filter("status_words", _words_of(matches.STATUSES))
register.filter("next_step", _words_of(matches.NEXT_STEPS))
register.filter("group_name", _words_of(matches.GROUPS))
register.filter("slip_state", _words_of(STATES))
register.filter("listed", listed)
register.filter("draw_words", draw_words)
register.filter("at", of_key)
register.filter("stage_of", SheetView.side)
register.filter("plan_of", DeskForms.plan)
register.filter("choice_of", DeskForms.choice)
register.filter("refused_extension", DeskForms.refused_extension)
for phrase in ("remedy_name", "remedy_words", "fate_words", "finding_reason", "finding_levels"):
    register.filter(phrase, getattr(remedies, phrase))


@register.filter
def ends_of(name: str) -> tuple[str, str]:
    """国际教育与合作交流学院分会: where room is short the beginning is cut, its last characters never."""
    tail = 4 if len(name) > LONG else 0
    return name[: len(name) - tail], name[len(name) - tail :]


@register.filter
def minutes(span: timedelta) -> int:
    """Whole minutes."""
    return int(span.total_seconds() // 60)


@register.filter
def strike_of(forms: Mapping[str, PageForm], penalty: int) -> PageForm | None:
    """The form of a sheet that strikes that penalty."""
    return forms.get(f"strike-{penalty}")


@register.simple_tag
def blank_penalty(penalties: Penalties, known: tuple[EffectKind, ...], by_chief: bool) -> PenaltyForm:
    """The form for a penalty as long as nothing was sent."""
    form = PenaltyForm(apart="penalty")
    form.offer(penalties, known, by_chief=by_chief)
    return form


@register.filter
def dispute_of(forms: Mapping[str, PageForm], side: str) -> PageForm | None:
    """The form of a sheet by which that side does not agree."""
    return forms.get(f"dispute-{side}")


@register.filter
def winners_out(finishers: tuple[Finisher, ...]) -> str:
    """北 上游、南 二游: those of the side out first; a seat and its place stay on one line."""
    won = [f for f in finishers if f.side == finishers[0].side]
    return listed(f"{seat_name(f.seat)}\u00a0{place_name(f.place)}" for f in won)


@register.filter
def missing_players(late: Lateness) -> str:
    """信息分会一队 队员甲、队员乙；文管分会二队 队员丙: who is missing, by teams."""
    return pgettext("between teams", "; ").join(
        team_name(side.team)
        if side.team.person and not side.team.partner
        else f"{team_name(side.team)} {listed(p.name for p in side.playing if not p.present)}"
        for side in late.absent
        if side.team
    )


@register.filter
def verdict_sentence(view: SheetView) -> str:
    """Who has won and why, in one sentence: as proposed, or as it was decided."""
    if view.verdict is None:
        return reason_sentence(view.match.reason, grounds_of(view.match))
    verdict = view.verdict
    winner = view.side(verdict.winner)
    loser = view.home if verdict.winner == "away" else view.away
    return reason_sentence(
        verdict.reason,
        Grounds(winner.team, loser.team, verdict.high, verdict.low, verdict.deal, view.board, bool(winner.colour)),
    )


@register.filter
def result_sentence(card: TableCard) -> str:
    """How a match of the desk ended."""
    return reason_sentence(card.match.reason, grounds_of(card.match))


@register.filter
def entry_of_sheet(view: SheetView, entry: Mapping[str, Any]) -> str:
    """What was entered in a game without finish orders, the sides by their teams."""
    home, away = (team_name(side.team) if side.team else "" for side in view.sides)
    return entry_words(entry, home, away, view.home.colour)


@register.filter
def winning_side(view: SheetView) -> SideView:
    """The side that the verdict names."""
    return view.side(view.verdict.winner if view.verdict else view.match.winner)


@register.filter
def called(view: SheetView, side: str) -> str:
    """机关一组, or 二队 where both teams are of one branch; a player by his name."""
    team = view.side(side).team
    if not team:
        return ""
    return name_after(team) if view.same_branch and not team.person else name_first(team)


@register.filter
def called_in_list(view: SheetView, side: SideView) -> str:
    """机关一组, or 机关一组 二队 where both teams are of one branch; a player by his name."""
    if side.team is None:
        return ""
    alone = bool(side.team.person or side.team.partner) or not view.same_branch
    return name_first(side.team) if alone else f"{name_first(side.team)} {name_after(side.team)}"


@register.filter
def seats_out(order: str | tuple[Finisher, ...]) -> str:
    """北 → 西 → 南 → 东; two seats are 双上."""
    names = [seat_name(out if isinstance(out, str) else out.seat) for out in order]
    return " → ".join(names) + (f" ({win_name(2)})" if len(names) == 2 else "")


@register.filter
def says(view: SheetView, side: str) -> SideAnswer:
    """What a side says of the result that is shown."""
    return next(answer for answer in view.answers if answer.side == side)


@register.filter
def who(finisher: Finisher | str) -> str:
    """西: whoever sits there, or the seat itself; at the table seats say more than names."""
    return seat_name(finisher if isinstance(finisher, str) else finisher.seat)


@register.inclusion_tag("day/parts/seat.html")
def seat(
    button: SeatButton, same_branch: bool = False, double: bool = False, name: str = "order", form: str = ""
) -> dict[str, Any]:
    """One seat of the table; where both teams are of one branch their ordinals tell them apart."""
    return {"button": button, "same_branch": same_branch, "double": double, "name": name, "form": form}


@register.filter
def place_of(place: int, seat: str) -> str:
    """上游, or of six 第 1."""
    return str(matches.SIX_PLACES[place] if seat.isdigit() else matches.PLACES[place])


@register.filter
def is_tried(remedy: RemedyView, typed: Mapping[str, Any]) -> bool:
    """Is this the remedy whose signature was refused?"""
    return (remedy.kind, remedy.side) == (typed["kind"], typed["side"])


@register.filter
def blank_extension(match: int) -> ExtensionForm:
    """The form for more time at the table of that match, as long as nothing was sent."""
    return ExtensionForm(apart=f"extra-{match}")


@register.simple_tag(takes_context=True)
def desk_of(context: dict[str, Any], view: RoundView | MatchView, group: str = "all", search: int | str = "") -> str:
    """The address of the desk of that round, or of that match, narrowed to a group of its tables or to a ``search``."""
    sitting = {"sitting": view.sitting} if view.sitting > 1 else {}
    query = urlencode(sitting | ({} if group == "all" else {"show": group}) | ({"q": search} if search else {}))
    address = reverse("desk_round", args=[context["tournament"].slug, view.round_number])
    return f"{address}?{query}" if query else address
