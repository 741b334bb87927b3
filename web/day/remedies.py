"""更正: what is right, what follows from it, and every remedy side by side; the chief referee signs one."""

import re
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from journal.refusals import Refused
from notices.recalls import Wrongs, affected_recipients
from tournaments.bracket.actions.remedies import sign_remedy
from tournaments.bracket.queries.remedies import Corrected, due_again, plan, remedy_views
from tournaments.bracket.rules.bracket_moves import follows_by_itself
from tournaments.bracket.rules.rule_sets import form_of
from tournaments.bracket.words.names import listed, team_name
from tournaments.day.queries.desk import match_card
from tournaments.day.queries.games import match_record
from tournaments.models import Tournament
from tournaments.permissions import Permission
from tournaments.states import MatchState
from web.day.forms import REASON, REASON_LENGTH
from web.day.seats import tapped_deal
from web.day.sheets import NOTHING_TRIED
from web.requests.attempts import Attempt
from web.requests.forms import Hidden, Number, PageForm, Text
from web.requests.loaders import actor, needs, stage_match

DEAL_FIELD = re.compile(r"deal-([1-9]\d{0,3})")
LONGEST_ORDER = 8
MOST_DEALS = 200


class RemedyForm(PageForm):
    """The correction as it is stated, a field ``deal-<number>`` for each deal; and the remedy that is signed.

    ``tap``: a seat of a deal that is being tapped right; nothing is calculated meanwhile.

    Cleaned, it has the ``orders`` by the number of the deal, ``corrected``, and whether anything ``is_stated``.
    """

    kind = Hidden()
    side = Hidden()
    seen = Hidden()
    tap = Hidden()
    game = Number(otherwise=1)
    winner = Hidden()
    reason = Text(REASON, REASON_LENGTH)

    def __init__(self, data: Any) -> None:
        super().__init__(data)
        self.deals = {name: int(hit[1]) for name in list(data)[:MOST_DEALS] if (hit := DEAL_FIELD.fullmatch(name))}
        self.fields |= {name: Hidden() for name in self.deals}

    def clean(self) -> dict[str, Any]:
        values = self.cleaned_data
        orders = {deal: values[name][:LONGEST_ORDER].strip().upper() for name, deal in self.deals.items()}
        corrected = Corrected(orders, values["winner"], values["game"] or 1)
        return values | {
            "orders": orders,
            "corrected": corrected,
            "is_stated": bool(orders or values["winner"]) and not values["tap"],
        }


@needs(Permission.MATCH_RULE)
@require_POST
def remedy_signature(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    match = stage_match(tournament, number)

    def sign(typed: dict[str, Any]) -> None:
        stated = {name: typed[name] for name in ("reason", "corrected", "side", "seen")}
        sign_remedy(match, typed["kind"], by=actor(request), **stated)

    attempt = RemedyForm(request.POST).try_to(sign, request)
    if not attempt.done:
        return _remedies_page(request, tournament, number, attempt)
    messages.success(request, _("The remedy is signed."))
    for due in due_again(match):
        teams = listed(team_name(team) for team in (due.home_team, due.away_team) if team)
        words = {"match": due.number, "teams": teams}
        if due.table:
            said = _("Next: call match %(match)s at table %(table)s and tell %(teams)s.")
            messages.warning(request, said % (words | {"table": due.table.number}))
        else:
            messages.warning(request, _("Next: give match %(match)s a table, call it and tell %(teams)s.") % words)
    return redirect("desk_match", tournament.slug, number)


def _remedies_page(
    request: HttpRequest, tournament: Tournament, number: int, attempt: Attempt = NOTHING_TRIED
) -> HttpResponse:
    match, card = stage_match(tournament, number), match_card(tournament, number)
    if card is None:
        raise Http404
    record = match_record(tournament, number)
    form = RemedyForm(request.GET if request.method == "GET" else request.POST)
    form.full_clean()
    typed = form.cleaned_data
    may_be_corrected = match.state == MatchState.OVER and not follows_by_itself(match)
    proposal: dict[str, Any] = {}
    problems = attempt.problems
    if may_be_corrected and typed["is_stated"]:
        try:
            # each remedy with how many addresses have a notice that it makes wrong
            planned = plan(match, typed["corrected"])
            offers = [
                (view, affected_recipients(match, Wrongs(view.withdrawn, view.moved, awards=view.reopens_awards)))
                for view in remedy_views(planned)
            ]
            proposal = {"finding": planned.finding, "offers": offers, "seen": planned.seen}
        except Refused as refused:
            problems += refused.problems
    offered = [(remedy.kind, remedy.side) for remedy, _ in proposal.get("offers", ())]
    context = {
        "tournament": tournament,
        "match": card.match,
        "card": card,
        "games": record.games if record and form_of(match.stage).is_tapped else (),
        "typed": typed,
        "tapped": tapped_deal(card.sides, typed["tap"]),
        "same_branch": len({branch for side in card.sides if side.team for branch in side.team.branch_ids}) == 1,
        "proposal": proposal,
        "possible": may_be_corrected,
        "unsigned": not attempt.done and (typed["kind"], typed["side"]) not in offered,
        "problems": problems,
        "bad": {problem.field for problem in problems},
    }
    return render(request, "day/remedies.html", context, status=attempt.status)


remedies = needs(Permission.MATCH_RULE)(require_safe(_remedies_page))
