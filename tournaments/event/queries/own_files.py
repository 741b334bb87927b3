"""What an office lays its papers out with: its own files and words, else the site's, else as usual."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from django.db.models import F, Q, QuerySet

from tournaments.models import CertificateStyle, OwnFile, Tournament


@dataclass(frozen=True)
class CertificateWords:
    """How the certificates of an event read; "" and None: as usual."""

    title: str = ""
    text: str = ""
    signed_by: str = ""
    dated: date | None = None
    is_each_player: bool = True
    is_words_only: bool = False
    has_souvenirs: bool = False


def own_file(tournament: Tournament, kind: str) -> OwnFile | None:
    """The event's own, else the site's, with its data: one query."""
    return _serving(tournament).filter(kind=kind).first()


def own_files(tournament: Tournament) -> Mapping[str, OwnFile]:
    """Those that serve the event, by kind, without data: one query."""
    return {own.kind: own for own in reversed(_serving(tournament).defer("data"))}


def certificate_words(tournament: Tournament) -> CertificateWords:
    """The words that the office chose, or as usual."""
    style = CertificateStyle.objects.filter(tournament=tournament).first()
    if style is None:
        return CertificateWords()
    return CertificateWords(**{name: getattr(style, name) for name in CertificateWords.__dataclass_fields__})


def _serving(tournament: Tournament) -> QuerySet[OwnFile]:
    of_either = OwnFile.objects.filter(Q(tournament=tournament) | Q(tournament=None))
    return of_either.order_by("kind", F("tournament").asc(nulls_last=True))
