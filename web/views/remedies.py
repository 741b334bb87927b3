"""更正: what is right, what follows from it, and every remedy side by side; the chief referee signs one."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import permutations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.views.decorators.http import require_POST, require_safe

from guandan_rules import order_problems
from journal.refusals import Problem, Refused
from notices.recalls import Told, Wrongs, told
from tournaments.actions.remedies import sign_remedy
from tournaments.models import Match, Tournament
from tournaments.permissions import Permission
from tournaments.progress import follows_by_itself
from tournaments.queries.desk import match_card
from tournaments.queries.games import match_record
from tournaments.queries.remedies import Corrected, Finding, RemedyView, plan, remedy_views
from tournaments.states import MatchState
from web.attempts import Attempt, attempt
from web.loaders import actor, needs
from web.numbers import typed_number
from web.phrases.matches import SEATS
from web.round_day import NOTHING_TRIED, stage_match

DEAL_FIELD = re.compile(r"deal-([1-9]\d{0,3})")
LONGEST_ORDER = 8
MOST_DEALS = 200


@dataclass(frozen=True)
class Offer:
    """A remedy with how many addresses were told what it makes wrong."""

    remedy: RemedyView
    told: Told


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
    kind: str = ""
    side: str = ""
    reason: str = ""
    orders: Mapping[int, str] = field(default_factory=dict)


@needs(Permission.MATCH_RULE)
@require_safe
def remedies(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return _page(request, tournament, number)


@needs(Permission.MATCH_RULE)
@require_POST
def remedy_signature(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    match, typed = stage_match(tournament, number), _typed(request.POST)
    tried = attempt(
        request,
        lambda: sign_remedy(
            match,
            typed.kind,
            by=actor(request),
            reason=typed.reason,
            corrected=typed.corrected,
            side=typed.side,
            seen=request.POST.get("seen", ""),
        ),
    )
    if not tried.done:
        return _page(request, tournament, number, tried)
    return redirect("desk_match", tournament.slug, number)


def _typed(sent: Mapping[str, str]) -> Typed:
    orders = {}
    for name in list(sent)[:MOST_DEALS]:
        found = DEAL_FIELD.fullmatch(name)
        if found:
            orders[int(found[1])] = sent[name][:LONGEST_ORDER].strip().upper()
    game = typed_number(sent.get("game", "")) or 1
    winner = sent.get("winner", "")
    corrected = Corrected(orders, winner, game)
    return Typed(
        corrected,
        asked=bool(orders or winner),
        kind=sent.get("kind", ""),
        side=sent.get("side", ""),
        reason=sent.get("reason", ""),
        orders=orders,
    )


def _page(request: HttpRequest, tournament: Tournament, number: int, tried: Attempt = NOTHING_TRIED) -> HttpResponse:
    match, card = stage_match(tournament, number), match_card(tournament, number)
    if card is None:
        raise Http404
    record = match_record(tournament, number)
    typed = _typed(request.GET if request.method == "GET" else request.POST)
    may_be_corrected = match.state == MatchState.OVER and not follows_by_itself(match)
    proposal = _proposal(match, typed) if may_be_corrected and typed.asked else Proposal()
    problems = (*tried.problems, *proposal.problems)
    context = {
        "tournament": tournament,
        "match": card.match,
        "card": card,
        "games": record.games if record else (),
        "typed": typed,
        "orders": order_choices(),
        "proposal": proposal,
        "possible": may_be_corrected,
        "unsigned": not tried.done and not _is_offered(proposal, typed),
        "problems": problems,
        "bad": {problem.field for problem in problems},
    }
    return render(request, "day/remedies.html", context, status=tried.status)


def _proposal(match: Match, typed: Typed) -> Proposal:
    try:
        found = plan(match, typed.corrected)
    except Refused as refused:
        return Proposal(refused.problems)
    offers = tuple(Offer(view, _told(match, view)) for view in remedy_views(found))
    return Proposal((), found.finding, offers, found.seen)


def _is_offered(proposal: Proposal, typed: Typed) -> bool:
    return any((offer.remedy.kind, offer.remedy.side) == (typed.kind, typed.side) for offer in proposal.offers)


def _told(match: Match, view: RemedyView) -> Told:
    return told(match, Wrongs(view.withdrawn, view.moved, awards=view.reopens_awards))


def order_choices() -> list[tuple[str, list[Promise]]]:
    """The twenty orders in which four players can go out, with the seats in words; where partners are first the deal
    ends there."""
    letters = ["".join(order) for length in (2, 4) for order in permutations("NWSE", length)]
    return [(order, [SEATS[seat] for seat in order]) for order in letters if not order_problems(order)]
