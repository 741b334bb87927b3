"""按条件评的奖: who meets the condition of each prize, who was present (到场) among it, and who gets it. Genders and
reasons are the office's."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Min, Prefetch, Q, QuerySet

from journal.refusals import Problem
from tournaments.bracket.queries.labels import label_facts, player_names, team_label, with_people
from tournaments.bracket.queries.match_views import TeamLabel
from tournaments.bracket.queries.standings import StageView, place_of_each
from tournaments.bracket.queries.whole_stages import penalties_of
from tournaments.codes import Code
from tournaments.entries.names import likeness, masked
from tournaments.models import Branch, CheckIn, Game, Player, Team, Tournament
from tournaments.prizes import Candidate, Fit, PrizeRule, Proposal, TeamFacts, proposal
from tournaments.states import UNPLAYED, TeamState, TournamentState


@dataclass(frozen=True)
class Recipient:
    """Who has a prize, or may have it: a ``team`` with its players, or a whole branch."""

    candidate: Candidate
    branch: str
    team: TeamLabel | None = None
    players: tuple[str, ...] = ()

    @property
    def masked(self) -> "Recipient":
        """The same with names as everybody reads them where they are not public."""
        return replace(self, players=tuple(map(masked, self.players)))


@dataclass(frozen=True)
class DecidedPrize:
    """A prize of the settings and its ``recipients``: nobody, where it is not given, or not decided yet
    (``is_decided``). ``planned``: how many get it; ``note``: why somebody else than was proposed."""

    id: int
    name: str
    rule: PrizeRule
    planned: int
    is_decided: bool = False
    note: str = ""
    recipients: tuple[Recipient, ...] = ()

    @property
    def candidates(self) -> frozenset[Candidate]:
        return frozenset(each.candidate for each in self.recipients)

    def pieces(self, seats: int) -> int:
        """What is bought of it: one for a branch, one for each player of a team."""
        return max(self.planned, len(self.recipients)) * (1 if self.rule.is_of_branches else seats)


@dataclass(frozen=True)
class PrizeToDecide:
    """A prize with whom it is proposed for, and the names of all candidates."""

    prize: DecidedPrize
    proposal: Proposal
    names: Mapping[Candidate, Recipient]
    withdrawn: frozenset[Candidate] = frozenset()
    """Recipients that withdrew since."""

    @property
    def is_overtaken(self) -> bool:
        """Was it decided as proposed, and is by now proposed otherwise?"""
        as_proposed = self.proposal.agrees(self.prize.candidates)
        return self.prize.is_decided and not self.prize.note and not as_proposed

    @property
    def eligible(self) -> frozenset[Candidate]:
        """Who may get it at all: every branch, and every team that has not withdrawn."""
        return frozenset(self.names) - self.withdrawn

    @property
    def needs_choice(self) -> bool:
        """Must somebody choose between equals before it is known who gets it?"""
        return bool(self.proposal.equals) or self.prize.rule.is_chosen

    @property
    def others(self) -> tuple[Recipient, ...]:
        """All teams that are not proposed, and all branches: whom the office may choose with a reason."""
        fits = {fit.candidate for fit in (*self.proposal.proposed, *self.proposal.equals, *self.proposal.behind)}
        return tuple(self.names[candidate] for candidate in sorted(self.names) if candidate not in fits)

    def recipients(self, fits: Iterable[Fit]) -> list[tuple[Recipient, int]]:
        """Each with what was measured."""
        return [(self.names[fit.candidate], fit.measure) for fit in fits]


def decided_prizes(tournament: Tournament) -> tuple[DecidedPrize, ...]:
    """The prizes by rule in the order of the settings, each with whom the office decided upon: at most four queries,
    one where there are none."""
    chosen = Prefetch("teams", with_people(Team.objects.order_by("branch__number", "ordinal")))
    rows = list(tournament.prizes.prefetch_related(chosen, "branches").order_by("position"))
    named = {each.candidate.team: each for each in _recipients({team for row in rows for team in row.teams.all()})}
    return tuple(
        DecidedPrize(
            id=row.pk,
            name=row.name,
            rule=PrizeRule(row.rule),
            planned=row.count,
            is_decided=row.decided_at is not None,
            note=row.note,
            recipients=(
                *(Recipient(Candidate(branch.pk), branch.name) for branch in row.branches.all()),
                *(named[team.pk] for team in row.teams.all()),
            ),
        )
        for row in rows
    )


def given_prizes(tournament: Tournament) -> tuple[DecidedPrize, ...]:
    """Those that everybody may read of: once the awards are confirmed, those that somebody gets, names as they are
    public."""
    if tournament.awards_confirmed_at is None:
        return ()
    given = tuple(prize for prize in decided_prizes(tournament) if prize.recipients)
    return given if tournament.names_public else masked_prizes(given)


def masked_prizes(prizes: Iterable[DecidedPrize]) -> tuple[DecidedPrize, ...]:
    """The same with names as everybody reads them where they are not public."""
    return tuple(replace(prize, recipients=tuple(each.masked for each in prize.recipients)) for prize in prizes)


def prizes_to_decide(
    tournament: Tournament, stages: Sequence[StageView], prizes: Sequence[DecidedPrize]
) -> tuple[PrizeToDecide, ...]:
    """Whom each prize is proposed for, everything being played: a constant number of queries, none without prizes."""
    if not prizes:
        return ()
    branches = Branch.objects.filter(tournament=tournament).order_by("number")
    entered = _entered(tournament)
    recipients = (
        *(Recipient(Candidate(branch.pk), branch.name) for branch in branches),
        *_recipients(with_people(entered.exclude(state=TeamState.WITHDRAWN))),
    )
    facts = team_facts(tournament, stages, {prize.rule for prize in prizes})
    names = {each.candidate: each for each in recipients}
    decided = {each.candidate: each for prize in prizes for each in prize.recipients}
    withdrawn = frozenset(decided.keys() - names.keys())
    return tuple(
        PrizeToDecide(prize, proposal(prize.rule, prize.planned, facts), decided | names, withdrawn) for prize in prizes
    )


def prize_doubts(tournament: Tournament, stages: Sequence[StageView]) -> list[Problem]:
    """What is asked about before the awards are confirmed: prizes that nobody has decided, and those that were decided
    as proposed and are by now proposed otherwise."""
    prizes = decided_prizes(tournament)
    doubts = []
    for each in prizes_to_decide(tournament, stages, prizes):
        if not each.prize.is_decided:
            doubts.append(Problem(Code.PRIZE_UNDECIDED, "", {"prize": each.prize.name}))
        elif each.is_overtaken:
            doubts.append(Problem(Code.PRIZE_OVERTAKEN, "", {"prize": each.prize.name}))
    return doubts


def recipient_facts(recipient: Recipient) -> dict[str, object]:
    """A team as the journal names it, or a branch by its name."""
    return label_facts(recipient.team) or {"branch": recipient.branch}


def team_facts(
    tournament: Tournament, stages: Sequence[StageView], rules: Collection[PrizeRule]
) -> tuple[TeamFacts, ...]:
    """What the conditions of these rules go by, of every team that was entered: four queries, some more where one
    goes by who played here before."""
    places = place_of_each(stages)
    over = [match for stage in stages for match in stage.matches if match.is_over]
    penalties, missed, played = Counter[int](), Counter[int](), set[int]()
    given = penalties_of({stage.label.id for stage in stages})
    for match in over:
        for line, count in zip(match.lines, given.get(match.id, (0, 0)), strict=True):
            for one in line.each:
                penalties[one.id] += count
                missed[one.id] += match.reason in UNPLAYED and line.outcome == "lost"
                played |= set() if match.reason in UNPLAYED else {one.id}
    present = played | present_teams(tournament)
    players = defaultdict[int, list[tuple[str, str]]](list)
    playing = Player.objects.filter(team__branch__tournament=tournament, left_at=None).order_by("team", "number")
    for team, name, gender in playing.values_list("team", "name", "gender"):
        players[team].append((name, gender))
    before = _names_before(tournament) if PrizeRule.NEWCOMERS in rules else {}
    return tuple(
        TeamFacts(
            candidate=Candidate(team.branch_id, team.pk),
            place=places.get(team.pk, 0),
            genders=tuple(gender for _name, gender in players[team.pk]),
            took_part=team.pk in present and team.state != TeamState.WITHDRAWN,
            missed=missed[team.pk],
            penalties=penalties[team.pk],
            is_new=not {likeness(name) for name, _gender in players[team.pk]}
            & before.get(likeness(team.branch.name), set()),
        )
        for team in _entered(tournament).select_related("branch")
    )


def present_teams(tournament: Tournament) -> set[int]:
    """到场: ids of the teams of whom a whole side was ticked at a match, or that have a deal on a sheet: two queries.

    A game that was set aside speaks for the pair that played it.
    """
    ticks = CheckIn.objects.filter(match__stage__tournament=tournament)
    counted = Counter(ticks.values_list("match_id", "player__team_id"))
    own = min(tournament.seats, tournament.fewest_players)
    ticked = {team for (_, team), players in counted.items() if players >= own}
    counted_deals = Q(sheet__deals__isnull=False, sheet__deals__struck_at=None)
    games = Game.every.filter(counted_deals, match__stage__tournament=tournament).distinct()
    # who partners whom stays as it is, whatever is corrected
    partners = ("match__home_partner", "match__away_partner")
    present = ("match__home_team", "match__away_team")
    rows = games.values_list("replaced_at", *partners, *present, "result__home_team", "result__away_team")
    pairs = [row[:4] if replaced_at is None else [*row[:2], *row[4:]] for replaced_at, *row in rows]
    return ticked | {team for pair in pairs for team in pair if team}


def _entered(tournament: Tournament) -> QuerySet[Team]:
    rows = Team.objects.filter(branch__tournament=tournament).exclude(state=TeamState.DRAFT)
    return rows.order_by("branch__number", "ordinal")


def _recipients(teams: Collection[Team]) -> tuple[Recipient, ...]:
    """Of teams that `with_people` read: one query."""
    names = player_names(team.pk for team in teams)
    return tuple(
        Recipient(Candidate(team.branch_id, team.pk), team.branch.name, team_label(team), names[team.pk])
        for team in teams
    )


def _names_before(tournament: Tournament) -> dict[str, set[str]]:
    """Who played in finished events of this site that began before this one, by the likeness of branch and name."""
    begins = tournament.stages.aggregate(first=Min("rounds__starts_at"))["first"]
    earlier = Tournament.objects.filter(state=TournamentState.FINISHED, journal__rehearsal=False).exclude(
        pk=tournament.pk
    )
    earlier = earlier.annotate(first=Min("stages__rounds__starts_at")).filter(first__lt=begins)
    own = {likeness(name) for name in tournament.branches.values_list("name", flat=True)}
    branches = Branch.objects.filter(tournament__in=earlier.values("pk")).order_by().values_list("name", flat=True)
    alike = [name for name in branches.distinct() if likeness(name) in own]
    players = Player.objects.filter(
        team__branch__tournament__in=earlier.values("pk"), team__branch__name__in=alike, left_at=None
    )
    rows = players.exclude(team__state=TeamState.DRAFT).order_by()
    names = defaultdict[str, set[str]](set)
    for branch, name in rows.values_list("team__branch__name", "name").distinct():
        names[likeness(branch)].add(likeness(name))
    return names
