"""Finding a team in the bracket by its branch, its own name or a player's. What is typed makes no page of its own: it
leads to the page of the branch, at the section where the team stands."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.views.decorators.http import require_safe

from tournaments.bracket.queries.match_views import TeamLabel
from tournaments.bracket.words.names import team_name
from tournaments.entries.queries.teams import branch_line_ups
from tournaments.models import Tournament
from tournaments.permissions import Permission
from web.displays.present import Present, present
from web.public.bracket import layout as bracket_layout
from web.requests.loaders import needs
from web.requests.long_lists import LONGEST_SEARCH, is_called


@needs(Permission.PUBLIC)
@require_safe
def bracket_find(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    words = request.GET.get("q", "").strip()[:LONGEST_SEARCH]
    snapshot = present(tournament)
    places = {team.id: index for index, team in _drawn(snapshot)}
    teams = (team for branch in branch_line_ups(tournament) for team in branch.teams if team.label.id in places)
    called = [team for team in teams if words and is_called(words, team_name(team.label), *team.players)]
    hits = [(team, _address(tournament, snapshot, team.label, places[team.label.id])) for team in called]
    if len({team.label.branch_id for team in called}) == 1:
        return redirect(hits[0][1])
    context = {"tournament": tournament, "present": snapshot, "words": words, "hits": hits}
    return render(request, "bracket/bracket_find.html", context)


def _drawn(snapshot: Present) -> list[tuple[int, TeamLabel]]:
    """The teams of the stage drawn last, each with the place of its first match, counted from 0."""
    drawn = [stage for stage in snapshot.stages if stage.matches]
    matches = [match for round_ in drawn[-1].rounds[:1] for match in round_.matches] if drawn else []
    return [(index, line.team) for index, match in enumerate(matches) for line in match.lines if line.team]


def _address(tournament: Tournament, snapshot: Present, team: TeamLabel, index: int) -> str:
    """The bracket with the team's branch marked, at the section where it stands now."""
    rounds = next(stage for stage in reversed(snapshot.stages) if stage.matches).rounds
    here = [r for r in rounds if any(line.team and line.team.id == team.id for m in r.matches for line in m.lines)]
    parameters = {"branch": team.branch_id}
    if bracket_layout.sections(rounds[0].entrants):
        section = 0 if here[-1].entrants <= bracket_layout.DRAWN else bracket_layout.section_of(index)
        parameters["section"] = section
    return f"{resolve_url('bracket', tournament.slug)}?{urlencode(parameters)}"
