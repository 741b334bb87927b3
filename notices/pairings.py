"""Who meets whom, as far as it is known, who won, and what a day brought (每日战报), in words of the language that is
active."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from guandan_rules import Reason
from guandan_rules.verdicts import AWARDED
from notices.models import Notice
from tournaments.bracket.queries.labels import PEOPLE, person_of, side_label, team_label
from tournaments.bracket.queries.matches import rounds
from tournaments.bracket.rules.formats import matches_by_part
from tournaments.bracket.rules.sides import SEATED, side_of
from tournaments.bracket.words.formats import part_words
from tournaments.bracket.words.names import UNKNOWN, either, listed, partners, rank, table_range, team_name, when
from tournaments.bracket.words.results import reason_in_short, result_words
from tournaments.chronicle.queries.days import day_report, playing_days
from tournaments.chronicle.queries.highlights import highlights
from tournaments.chronicle.words.stories import feat_title, feat_value, holders_words, through_words
from tournaments.formats.format import beside_bracket
from tournaments.models import Match, Result, Round, Stage, Team, Tournament
from tournaments.presets.named_games import has_colours
from tournaments.states import WALKOVER, MatchState, SlotKind

TEAMS = tuple(f"{column}__branch" for column in SEATED)
WITHOUT_PLAY = (*AWARDED, WALKOVER)


@dataclass(frozen=True)
class PairingWords:
    """A match of a list, with its ``part`` (败者组, 季军战) where it has one. A side is one name, both candidates (待定
    for one who is not known yet), or "" for nobody."""

    number: int
    table: str
    home: str
    away: str
    part: str = ""

    @property
    def line(self) -> str:
        """第 5 场，败者组，3 桌：甲一队 – 乙二队."""
        table = pgettext("of a match", "table %(table)s") % {"table": self.table} if self.table else ""
        match = [_("Match %(number)s") % {"number": self.number}, self.part, table]
        nobody = pgettext("opponent", "nobody")
        return _("%(match)s: %(home)s – %(away)s") % {
            "match": pgettext("separator", ", ").join(filter(None, match)),
            "home": self.home or nobody,
            "away": self.away or nobody,
        }


@dataclass(frozen=True)
class ResultWords:
    """A result, the winner's numbers first: ``levels`` of the one game that was played, its ``points`` where it was not
    played for levels, or ``games`` won of several; of a team match the ``boards`` won.

    ``winner`` and ``loser`` are empty where nobody won or nobody was there; then ``neither`` names both sides, or the
    one that there was, and ``is_drawn`` says whether they have played.
    """

    reason: str
    winner: str = ""
    loser: str = ""
    neither: tuple[str, ...] = ()
    is_drawn: bool = False
    levels: tuple[str, ...] = ()
    games: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
    boards: tuple[int | float, ...] = ()

    @property
    def score(self) -> str:
        """A : 9."""
        return " : ".join(map(str, self.levels or self.points or self.boards or self.games))


def opponent(match: Match, event: Tournament, team_id: int | None) -> str:
    """Whom the team meets, as a side of a PairingWords."""
    return _side(match, event, "away" if side_of(match, team_id or 0) == "home" else "home")


def pairings_of(round_: Round, event: Tournament, closes_at: datetime | None = None) -> list[PairingWords]:
    """The matches of the round from the top, byes left out; or those alone that are not over and whose last day ends
    then."""
    matches = Match.objects.filter(round=round_).exclude(state=MatchState.BYE)
    if closes_at is not None:
        open_ = matches.exclude(state=MatchState.OVER).select_related("stage__tournament", "round__stage__tournament")
        matches = matches.filter(pk__in=[match.pk for match in open_ if match.until == closes_at])
    return _lines(round_.stage, event, matches.order_by("place"))


def pairing(match: Match, event: Tournament, part: str = "") -> PairingWords:
    """The match as a line of a list."""
    table = table_words(match, event)
    return PairingWords(match.number, table, _side(match, event, "home"), _side(match, event, "away"), part)


def table_words(match: Match, event: Tournament) -> str:
    """Its table, or 3–5 where it is played at several boards; "" while it has none."""
    if event.boards == 1:
        return str(match.table or "")
    tables = Match.every.filter(team_match=match.team_match_id or match.pk, table__isnull=False).order_by(
        "table__number"
    )
    return table_range(list(tables.values_list("table__number", flat=True)))


def following(match: Match, event: Tournament) -> list[PairingWords]:
    """The matches that the winner and the loser go on to, as far as there are any."""
    rows = Match.objects.filter(pk__in=[pk for pk in (match.winner_to_id, match.loser_to_id) if pk])
    return _lines(match.stage, event, rows.order_by("number"))


def _lines(stage: Stage, event: Tournament, matches: QuerySet[Match]) -> list[PairingWords]:
    """Matches of the stage, each with its part."""
    parts = [where for _round, where in matches_by_part(stage)]
    numbers = stage.matches.order_by("number").values_list("number", flat=True) if parts else []
    where = dict(zip(numbers, parts, strict=True))
    rows = matches.select_related("table", "round", *TEAMS).annotate(**PEOPLE)
    return [
        pairing(m, event, part_words(where.get(m.number) or beside_bracket(m.place_for, m.round.entrants)))
        for m in rows
    ]


def outcome(result: Result, event: Tournament, stage: Stage) -> ResultWords:
    """The result in words."""
    reason = reason_in_short(result.reason, has_colours=has_colours(stage.game, stage.rule_set))
    home, away = (result.home_team, result.home_standing), (result.away_team, result.away_standing)
    match = result.match  # which knows who sat beside a team
    called = {
        result.home_team: _read_alone(result.home_team, match.home_partner, event),
        result.away_team: _read_alone(result.away_team, match.away_partner, event),
    }
    if not result.winner:
        neither = tuple(called[team] for team, _ in (home, away) if team)
        return ResultWords(reason, neither=neither, is_drawn=result.reason == Reason.DRAW)
    (winner, best), (loser, other) = (home, away) if result.winner == "home" else (away, home)
    games = (best.get("games", 0), other.get("games", 0))
    several, played = sum(games) > 1, result.reason not in WITHOUT_PLAY
    has_boards = event.boards > 1
    levels, points = ([standing.get(name) for standing in (best, other)] for name in ("level", "points"))
    alone = played and not several
    return ResultWords(
        reason,
        called[winner],
        called[loser],
        levels=(rank(levels[0]), rank(levels[1])) if alone and None not in levels else (),
        games=games if played and several and not has_boards else (),
        boards=games if played and has_boards else (),
        points=tuple(points) if alone and None in levels and any(points) else (),
    )


def named(team: Team | None, event: Tournament) -> str:
    """The name of a team that was read by itself, or whoever plays alone; "" for nobody."""
    if team is None:
        return ""
    plays_alone = event.plays_alone and event.names_public
    return team_name(team_label(team, person_of(team) if plays_alone else ""))


def _read_alone(team: Team | None, partner: Team | None, event: Tournament) -> str:
    """The name of a side that was read without its people; "" for nobody."""
    return partners(_alone(team, event), _alone(partner, event)) if team and partner else named(team, event)


def _alone(team: Team, event: Tournament) -> str:
    """Of who sits with another: the name alone, where it is shown."""
    return (person_of(team) if event.names_public else "") or team_name(team_label(team))


def _of_match(match: Match, event: Tournament, side: str) -> str:
    """The name of the team of that side; "" for nobody."""
    team: Team | None = getattr(match, f"{side}_team")
    if team is not None and hasattr(match, f"{side}_person"):
        label = side_label(match, side)
        return team_name(label) if label else ""
    return _read_alone(team, getattr(match, f"{side}_partner"), event)


def _side(match: Match, event: Tournament, side: str) -> str:
    team, slot = getattr(match, f"{side}_team"), getattr(match, f"{side}_slot")
    if team is not None or slot != SlotKind.OPEN:
        return _of_match(match, event, side)
    feeders = Match.objects.select_related(*TEAMS).annotate(**PEOPLE)
    feeder = feeders.filter(pk=getattr(match, f"{side}_source_match_id")).first()
    if feeder is None:
        return str(UNKNOWN)
    slots = (("home", feeder.home_slot), ("away", feeder.away_slot))
    possible = [of for of, slot in slots if slot in (SlotKind.TEAM, SlotKind.OPEN)]
    names = [_of_match(feeder, event, of) or str(UNKNOWN) for of in possible]
    return either(list(dict.fromkeys(names)) or [str(UNKNOWN)])


@dataclass(frozen=True)
class DayInWords:
    """``number`` counts the playing days from 1; empty words where there is nothing to say. ``further``: when play goes
    on."""

    number: int
    matches: int
    results: tuple[str, ...]
    through_title: str
    through: str
    out: str
    best: tuple[tuple[str, str, str], ...]
    further: str


def day_in_words(notice: Notice, now: datetime) -> DayInWords | None:
    """The day of which the notice speaks, as it stands now; None once nothing is planned on it any more."""
    tournament = notice.tournament
    event_rounds = rounds(tournament)
    dates = [day.astimezone(tournament.tzinfo).date() for day in playing_days(tournament, event_rounds)]
    date = notice.starts_at.astimezone(tournament.tzinfo).date() if notice.starts_at else None
    if date not in dates:
        return None
    report = day_report(tournament, event_rounds, dates.index(date) + 1)
    return DayInWords(
        number=report.number,
        matches=len(report.matches),
        results=tuple(map(result_words, report.matches)),
        through_title=through_words(report),
        through=listed(map(team_name, report.through)),
        out=listed(map(team_name, report.out)),
        best=tuple((feat_title(one), feat_value(one), holders_words(one)) for one in highlights(report.matches).feats),
        further=when(min(r.starts_at for r in report.next), now) if report.next else "",
    )
