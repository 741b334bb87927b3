"""项目: which game an event plays, and by which options, while lots are not drawn."""

from collections.abc import Mapping
from typing import Any

from accounts.models import User
from journal.recording import action, record
from journal.refusals import Problem, refuse_if, refuse_overtaken
from scoring.games import GAMES
from tournaments.bracket.queries.settings import present_game
from tournaments.bracket.queries.versions import settings_version
from tournaments.bracket.rules.rounds import freeze_rules
from tournaments.codes import Code, TournamentEvent
from tournaments.entries.seats import FEWEST, MOST_RESERVES, USUAL, seats_problems
from tournaments.locks import locked_event
from tournaments.models import Team, Tournament
from tournaments.presets.named_games import NAMED_GAMES
from tournaments.states import TournamentState


@action
def choose_game(
    tournament: Tournament,
    key: str,
    options: Mapping[str, Any],
    *,
    by: User | None,
    seats: int | None = None,
    reserves: int | None = None,
    seen: int | None = None,
) -> Tournament:
    """Play this game (`presets.named_games`) in every stage, by its usual options with ``options`` over them; the same
    game as before keeps its minutes.

    ``seats``: players a side; None as the game is usually played. ``reserves``: how many more a team may name; None as
    many as before. Another game brings its own number of games a match; at a board of
    a team match there is one. Refused: there is no such game, an option or a
    number of players that it does not take, another number of players or fewer reserves once teams are entered.
    ``Overtaken`` if ``seen`` is old.
    """
    tournament = locked_event(tournament, TournamentState.ENTRY)
    refuse_overtaken(tournament.subject, seen, settings_version(tournament))
    refuse_if([] if key in NAMED_GAMES else [Problem(Code.VALUE_INVALID, "game")])
    named = NAMED_GAMES[key]
    seats = named.seats if seats is None else seats
    is_another = present_game(tournament) != key
    reserves = tournament.reserves if reserves is None else reserves
    # whoever plays alone has nobody to play for him
    if seats * tournament.boards == FEWEST or tournament.changing_partners:
        reserves = 0
    fewer = reserves < tournament.reserves
    chosen = {**named.options, **options}
    if chosen and not is_another:
        present = tournament.stages.earliest("number").rule_set
        chosen = {"minutes": present["minutes"], **chosen}
    wrong = GAMES[named.game].options_problems(chosen)
    problems = [Problem(Code.RULE_OPTION_INVALID, problem.option, {"option": problem.option}) for problem in wrong]
    if not 0 <= reserves <= MOST_RESERVES:
        problems.append(Problem(Code.NUMBER_OUT_OF_RANGE, "reserves", {"low": 0, "high": MOST_RESERVES}))
    problems += seats_problems(seats, named.game)
    if (seats != tournament.seats or fewer) and Team.objects.filter(branch__tournament=tournament).exists():
        problems.append(Problem(Code.TEAMS_HAVE_SEATS, "seats", {"seats": tournament.fewest_players}))
    if tournament.changing_partners and seats != USUAL:
        problems.append(Problem(Code.PARTNERS_OF_TWO, "seats"))
    refuse_if(problems)
    if is_another:
        tournament.best_of = named.best_of
    tournament.seats, tournament.reserves = seats, reserves
    tournament.save(update_fields=["seats", "reserves", "best_of"])
    if is_another or chosen:
        tournament.stages.update(game=named.game, rule_set={}, rule_options=chosen)
        freeze_rules(tournament)
    facts: dict[str, Any] = {"name": tournament.name, "fields": ["game"]}
    record(tournament.journal, TournamentEvent.TOURNAMENT_EDITED, tournament.subject, by=by, **facts)
    return tournament
