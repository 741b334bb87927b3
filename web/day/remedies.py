"""更正: what is right, what follows from it, and every remedy side by side; the chief referee signs one."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from guandan_rules import order_problems
from journal.refusals import Problem, Refused
from notices.recalls import Affected, Wrongs, affected_recipients
from tournaments.bracket.actions.remedies import sign_remedy
from tournaments.bracket.queries.remedies import Corrected, Finding, RemedyView, plan, remedy_views
from tournaments.bracket.rules.bracket_moves import follows_by_itself
from tournaments.bracket.rules.rule_sets import form_of
from tournaments.day.queries.desk import match_card
from tournaments.day.queries.games import match_record
from tournaments.models import Match, Tournament
from tournaments.permissions import Permission
from tournaments.states import MatchState
from web.day.forms import REASON, REASON_LENGTH
from web.day.pages import NOTHING_TRIED
from web.requests.attempts import Attempt
from web.requests.forms import Hidden, Number, PageForm, Text
from web.requests.loaders import actor, needs, stage_match

DEAL_FIELD = re.compile(r"deal-([1-9]\d{0,3})")
LONGEST_ORDER = 8
MOST_DEALS = 200


@dataclass(frozen=True)
class Offer:
    """A remedy with how many addresses have a notice that it makes wrong."""

    remedy: RemedyView
    affected: Affected


@dataclass(frozen=True)
class Proposal:
    """What follows from the correction; ``problems`` where it says nothing or cannot be."""

    problems: tuple[Problem, ...] = ()
    finding: Finding | None = None
    offers: tuple[Offer, ...] = ()
    seen: str = ""


@dataclass(frozen=True)
class Typed:
    """What was stated on the page: the correction, and the remedy that was about to be signed."""

    corrected: Corrected
    asked: bool
    kind: str
    side: str
    reason: str
    orders: Mapping[int, str]


class RemedyForm(PageForm):
    """The correction as it is stated, a field ``deal-<number>`` for each deal; and the remedy that is signed."""

    kind = Hidden()
    side = Hidden()
    seen = Hidden()
    game = Number(otherwise=1)
    winner = Hidden()
    reason = Text(REASON, REASON_LENGTH)

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        self.deals = {name: int(hit[1]) for name in list(data)[:MOST_DEALS] if (hit := DEAL_FIELD.fullmatch(name))}
        self.fields |= {name: Hidden() for name in self.deals}

    def typed(self) -> Typed:
        self.full_clean()
        values = self.cleaned_data
        orders = {deal: values[name][:LONGEST_ORDER].strip().upper() for name, deal in self.deals.items()}
        corrected = Corrected(orders, values["winner"], values["game"] or 1)
        is_filled = bool(orders or values["winner"])
        return Typed(corrected, is_filled, values["kind"], values["side"], values["reason"], orders)


@needs(Permission.MATCH_RULE)
@require_safe
def remedies(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _page(request, tournament, number)


@needs(Permission.MATCH_RULE)
@require_POST
def remedy_signature(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    match, form = stage_match(tournament, number), RemedyForm(request.POST)
    typed = form.typed()
    attempt = form.try_to(
        lambda values: sign_remedy(
            match,
            typed.kind,
            by=actor(request),
            reason=typed.reason,
            corrected=typed.corrected,
            side=typed.side,
            seen=values["seen"],
        ),
        request,
    )
    if not attempt.done:
        return _page(request, tournament, number, attempt)
    return redirect("desk_match", tournament.slug, number)


def _page(request: HttpRequest, tournament: Tournament, number: int, attempt: Attempt = NOTHING_TRIED) -> HttpResponse:
    match, card = stage_match(tournament, number), match_card(tournament, number)
    if card is None:
        raise Http404
    record = match_record(tournament, number)
    typed = RemedyForm(request.GET if request.method == "GET" else request.POST).typed()
    may_be_corrected = match.state == MatchState.OVER and not follows_by_itself(match)
    proposal = _proposal(match, typed) if may_be_corrected and typed.asked else Proposal()
    problems = (*attempt.problems, *proposal.problems)
    context = {
        "tournament": tournament,
        "match": card.match,
        "card": card,
        "games": record.games if record and form_of(match.stage).is_tapped else (),
        "typed": typed,
        "orders": order_choices(),
        "proposal": proposal,
        "possible": may_be_corrected,
        "unsigned": not attempt.done and not _is_offered(proposal, typed),
        "problems": problems,
        "bad": {problem.field for problem in problems},
    }
    return render(request, "day/remedies.html", context, status=attempt.status)


def _proposal(match: Match, typed: Typed) -> Proposal:
    try:
        planned = plan(match, typed.corrected)
    except Refused as refused:
        return Proposal(refused.problems)
    offers = tuple(
        Offer(view, affected_recipients(match, Wrongs(view.withdrawn, view.moved, awards=view.reopens_awards)))
        for view in remedy_views(planned)
    )
    return Proposal((), planned.finding, offers, planned.seen)


def _is_offered(proposal: Proposal, typed: Typed) -> bool:
    return any((offer.remedy.kind, offer.remedy.side) == (typed.kind, typed.side) for offer in proposal.offers)


def order_choices() -> list[str]:
    """The twenty orders in which four players can go out; where partners are first the deal ends there."""
    letters = ["".join(order) for length in (2, 4) for order in permutations("NWSE", length)]
    return [order for order in letters if not order_problems(order)]
