"""奖状: a certificate for each player who won a prize, or one a team, in the office's words, with its background and
seal; what the office has not chosen is as usual."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from journal import clock
from tournaments.bracket.queries.awards import AwardList
from tournaments.bracket.queries.match_views import TeamLabel
from tournaments.bracket.words.names import listed, team_name, with_players
from tournaments.event.papers.pictures import file_name
from tournaments.event.papers.templates import filled
from tournaments.event.queries.own_files import CertificateWords, certificate_words, own_file
from tournaments.models import Tournament
from tournaments.states import OwnFileKind
from web.documents.document import EventReading, Options, Pages

WORDS = ("title", "text", "signed_by", "dated")
"""What an office may word; the rest of `CertificateWords` is ticked."""


@dataclass(frozen=True)
class Honoured:
    """Whose certificate it is and for what; ``players`` of the team, or the one player alone. Without a ``team`` it is
    the whole branch's."""

    prize: str
    branch: str
    team: TeamLabel | None
    players: tuple[str, ...] = ()
    is_player: bool = False

    @property
    def name(self) -> str:
        """队员甲（机关分会一组一队）, or the team with its players, or the branch."""
        if self.team is None:
            return self.branch
        if self.is_player and not self.team.person:
            return _("%(name)s (%(beside)s)") % {"name": listed(self.players), "beside": team_name(self.team)}
        return with_players(self.team, self.players)


def certificates(reading: EventReading, _options: Options) -> Pages:
    """All that were won so far, the first prize first, in the order of the list of awards."""
    words = certificate_words(reading.tournament)
    return _pages(reading, words, list(_honoured(reading.awards, words)))


def how_many(reading: EventReading, words: CertificateWords) -> int:
    """Certificates that were won so far."""
    return len(list(_honoured(reading.awards, words)))


def sample(reading: EventReading, words: CertificateWords) -> Pages:
    """One certificate to look at: the first that was won, else of somebody made up."""
    first = next(_honoured(reading.awards, words), None)
    if first is None:
        prize = next((award.name for award in reading.awards.placed), _("Champion"))
        label = reading.teams[0] if reading.teams else TeamLabel(0, 0, _("Sample branch"), 1)
        players = (_("Sample player"),)
        first = Honoured(prize, label.branch, label, players, words.is_each_player)
    return _pages(reading, words, [first])


def usual_words(tournament: Tournament, awarded_at: datetime | None = None) -> CertificateWords:
    """What stands on a certificate where the office has chosen nothing."""
    with tournament.at_home():
        day = timezone.localdate(awarded_at or tournament.awards_confirmed_at or clock.now(tournament.journal))
    return CertificateWords(
        title=pgettext("heading of a certificate", "Certificate"),
        text=_(
            "{{获奖者}}:\nin the event {{赛事名称}} you have won\n{{奖项}}\nThis certificate is given in recognition."
        ),
        signed_by=tournament.organiser,
        dated=day,
    )


def _honoured(awards: AwardList, words: CertificateWords) -> Iterator[Honoured]:
    for award in awards.awards:
        if award.is_souvenir and not words.has_souvenirs:
            continue
        for winner in award.winners:
            yield from _of_team(award.name, winner.team, winner.players, words)
    for prize in awards.prizes:
        for recipient in prize.recipients:
            if recipient.team:
                yield from _of_team(prize.name, recipient.team, recipient.players, words)
            else:
                yield Honoured(prize.name, recipient.branch, None)


def _of_team(prize: str, team: TeamLabel, players: tuple[str, ...], words: CertificateWords) -> Iterator[Honoured]:
    if words.is_each_player and players:
        for player in players:
            yield Honoured(prize, team.branch, team, (player,), is_player=True)
    else:
        yield Honoured(prize, team.branch, team, players)


def in_full(tournament: Tournament, chosen: CertificateWords) -> CertificateWords:
    """How the certificates read: what the office has not chosen is as usual."""
    usual = usual_words(tournament)
    return replace(chosen, **{name: getattr(chosen, name) or getattr(usual, name) for name in WORDS})


def _pages(reading: EventReading, chosen: CertificateWords, honoured: list[Honoured]) -> Pages:
    tournament = reading.tournament
    words = in_full(tournament, chosen)
    dated = date_format(words.dated, "DATE_FORMAT") if words.dated else ""
    names, files = {}, {}
    for kind in () if words.is_words_only else (OwnFileKind.BACKGROUND, OwnFileKind.SEAL):
        own = own_file(tournament, kind)
        if own:
            names[kind] = file_name(kind, bytes(own.data))
            files[names[kind]] = bytes(own.data)
    cards = []
    for winner in honoured:
        values = {
            "获奖者": winner.name,
            "队伍": team_name(winner.team) if winner.team else winner.branch,
            "分会": winner.branch,
            "队员": listed(winner.players),
            "奖项": winner.prize,
            "赛事名称": tournament.name,
            "主办单位": tournament.organiser,
            "日期": dated,
        }
        lines = [filled(line, values).strip() for line in words.text.splitlines()]
        # the prize is set large where it stands alone in a line
        cards.append([{"text": line, "is_prize": line == winner.prize} for line in lines])
    data: dict[str, Any] = {
        "event": tournament.name,
        "title": words.title,
        "signed_by": words.signed_by,
        "dated": dated,
        "is_words_only": words.is_words_only,
        "background": names.get(OwnFileKind.BACKGROUND, ""),
        "seal": names.get(OwnFileKind.SEAL, ""),
        "cards": cards,
    }
    return Pages("certificates.typ", data, files)
