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
from tournaments.bracket.queries.awards import AwardedPrize, Winner
from tournaments.bracket.queries.match_views import TeamLabel
from tournaments.bracket.words.names import listed, team_name
from tournaments.event.papers.blanks import filled
from tournaments.event.papers.pictures import file_name
from tournaments.event.queries.own_files import CertificateWords, certificate_words, own_file
from tournaments.models import Tournament
from tournaments.states import OwnFileKind
from web.documents.document import Pages, Wish
from web.documents.reading import Reading


@dataclass(frozen=True)
class Honoured:
    """Whose certificate it is and for what; ``players`` of the team, or the one player alone."""

    award: AwardedPrize
    team: TeamLabel
    players: tuple[str, ...]
    is_player: bool

    @property
    def name(self) -> str:
        """队员甲（机关分会一组一队）, or the team with its players."""
        if not self.players:
            return team_name(self.team)
        pair = (listed(self.players), team_name(self.team))
        first, beside = pair if self.is_player else pair[::-1]
        return _("%(name)s (%(beside)s)") % {"name": first, "beside": beside}


def certificates(reading: Reading, _wish: Wish) -> Pages:
    """All that were won so far, the first prize first, in the order of the list of awards."""
    words = certificate_words(reading.tournament)
    return _pages(reading, words, list(_honoured(reading.awards.awards, words)))


def has_prizes(reading: Reading) -> bool:
    """Is there anything that a certificate could be for?"""
    return bool(reading.tournament.awards)


def how_many(reading: Reading, words: CertificateWords) -> int:
    """Certificates that were won so far."""
    return sum(1 for _found in _honoured(reading.awards.awards, words))


def sample(reading: Reading, words: CertificateWords) -> Pages:
    """One certificate to look at: the first that was won, else of somebody made up."""
    first = next(_honoured(reading.awards.awards, words), None)
    if first is None:
        placed = reading.awards.placed or (AwardedPrize(1, _("Champion"), 1, ()),)
        label = reading.teams[0] if reading.teams else TeamLabel(0, 0, _("Sample branch"), 1)
        players = (_("Sample player"),)
        first = Honoured(placed[0], label, players, words.is_each_player)
    return _pages(reading, words, [first])


def usual_words(tournament: Tournament, awarded_at: datetime | None = None) -> CertificateWords:
    """What stands on a certificate where the office has chosen nothing."""
    with timezone.override(tournament.tzinfo):
        day = timezone.localdate(awarded_at or tournament.awards_confirmed_at or clock.now(tournament.journal))
    return CertificateWords(
        title=pgettext("heading of a certificate", "Certificate"),
        text=_(
            "{{获奖者}}:\nin the event {{赛事名称}} you have won\n{{奖项}}\nThis certificate is given in recognition."
        ),
        signed_by=tournament.organiser,
        dated=day,
    )


def _honoured(awards: tuple[AwardedPrize, ...], words: CertificateWords) -> Iterator[Honoured]:
    for award in awards:
        if award.is_souvenir and not words.has_souvenirs:
            continue
        for winner in award.winners:
            yield from _of_winner(award, winner, words)


def _of_winner(award: AwardedPrize, winner: Winner, words: CertificateWords) -> Iterator[Honoured]:
    if not (words.is_each_player and winner.players):
        yield Honoured(award, winner.team, winner.players, is_player=False)
        return
    for player in winner.players:
        yield Honoured(award, winner.team, (player,), is_player=True)


def _pages(reading: Reading, chosen: CertificateWords, honoured: list[Honoured]) -> Pages:
    tournament = reading.tournament
    usual = usual_words(tournament)
    words = replace(
        chosen,
        title=chosen.title or usual.title,
        text=chosen.text or usual.text,
        signed_by=chosen.signed_by or usual.signed_by,
        dated=chosen.dated or usual.dated,
    )
    dated = date_format(words.dated, "DATE_FORMAT") if words.dated else ""
    pictures = {} if words.is_words_only else _pictures(tournament)
    names = {kind: file_name(kind, picture) for kind, picture in pictures.items()}
    data: dict[str, Any] = {
        "event": tournament.name,
        "title": words.title,
        "signed_by": words.signed_by,
        "dated": dated,
        "is_words_only": words.is_words_only,
        "background": names.get(OwnFileKind.BACKGROUND, ""),
        "seal": names.get(OwnFileKind.SEAL, ""),
        "cards": [_lines(winner, words, tournament, dated) for winner in honoured],
    }
    return Pages("certificates.typ", data, {names[kind]: picture for kind, picture in pictures.items()})


def _pictures(tournament: Tournament) -> dict[str, bytes]:
    """The office's own, by kind."""
    own_files = ((kind, own_file(tournament, kind)) for kind in (OwnFileKind.BACKGROUND, OwnFileKind.SEAL))
    return {kind: bytes(own.data) for kind, own in own_files if own}


def _lines(winner: Honoured, words: CertificateWords, tournament: Tournament, dated: str) -> list[dict[str, Any]]:
    """The text line by line; ``is_prize``: the prize stands alone in it."""
    values = {
        "获奖者": winner.name,
        "队伍": team_name(winner.team),
        "分会": winner.team.branch,
        "队员": listed(winner.players),
        "奖项": winner.award.name,
        "赛事名称": tournament.name,
        "主办单位": tournament.organiser,
        "日期": dated,
    }
    lines = [filled(line, values).strip() for line in words.text.splitlines()]
    return [{"text": line, "is_prize": line == winner.award.name} for line in lines]
