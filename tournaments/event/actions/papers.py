"""An office's own papers: a file sent or taken back, the words of the certificates."""

from dataclasses import asdict

from accounts.models import User
from journal import clock
from journal.recording import action, record
from journal.refusals import Problem, Refused, refuse_if
from journal.texts import storable
from tournaments.codes import Code, TournamentEvent
from tournaments.event.papers.pictures import PNG, read_picture
from tournaments.event.papers.templates import CERTIFICATE, CIRCULAR, problems_of, refuse_unfit
from tournaments.event.queries.own_files import CertificateWords
from tournaments.locks import locked_tournament
from tournaments.models import CertificateStyle, OwnFile, Tournament
from tournaments.states import OwnFileKind

LARGEST = {OwnFileKind.BACKGROUND: 5_000_000, OwnFileKind.SEAL: 1_000_000}
"""Bytes of a picture."""
NAME_LENGTH, TITLE_LENGTH, TEXT_LENGTH, SIGNATURE_LENGTH = 100, 20, 600, 60


@action
def keep_own_file(
    tournament: Tournament, kind: str, name: str, data: bytes, *, by: User | None, for_site: bool = False
) -> OwnFile:
    """The office's own template or picture instead of the one before, of the event or of the whole site. Refused, at
    the field ``file``, with all that is wrong with it."""
    tournament = locked_tournament(tournament)
    if kind == OwnFileKind.CIRCULAR:
        refuse_unfit(data, CIRCULAR)
    else:
        picture = read_picture(data, largest=LARGEST[OwnFileKind(kind)])
        if kind == OwnFileKind.SEAL and not (picture.kind == PNG and picture.is_transparent):
            raise Refused(Problem(Code.SEAL_IS_OPAQUE, "file"))
        data = picture.data
    own_file, _made = OwnFile.objects.update_or_create(
        tournament=None if for_site else tournament,
        kind=kind,
        defaults={"name": storable(name)[-NAME_LENGTH:], "data": data, "sent_at": clock.now(tournament.journal)},
    )
    _record(tournament, TournamentEvent.OWN_FILE_KEPT, kind, by=by, for_site=for_site)
    return own_file


@action
def remove_own_file(tournament: Tournament, kind: str, *, by: User | None, for_site: bool = False) -> None:
    """恢复默认: the event goes back to the site's, or to the usual. Nothing happens where there is none."""
    tournament = locked_tournament(tournament)
    removed, _rows = OwnFile.objects.filter(tournament=None if for_site else tournament, kind=kind).delete()
    if removed:
        _record(tournament, TournamentEvent.OWN_FILE_REMOVED, kind, by=by, for_site=for_site)


@action
def word_certificates(tournament: Tournament, words: CertificateWords, *, by: User | None) -> CertificateStyle:
    """How the certificates of the event read. Refused with all problems: too long, unknown blanks."""
    tournament = locked_tournament(tournament)
    text = "\n".join(map(storable, words.text.splitlines())).strip()
    typed = {"title": storable(words.title), "signed_by": storable(words.signed_by), "text": text}
    most = {"title": TITLE_LENGTH, "signed_by": SIGNATURE_LENGTH, "text": TEXT_LENGTH}
    long = [name for name, value in typed.items() if len(value) > most[name]]
    problems = [Problem(Code.TEXT_TOO_LONG, name, {"most": most[name]}) for name in long]
    refuse_if([*problems, *problems_of(text, CERTIFICATE, "text")])
    style, _made = CertificateStyle.objects.update_or_create(tournament=tournament, defaults={**asdict(words), **typed})
    record(tournament.journal, TournamentEvent.CERTIFICATES_WORDED, tournament.subject, by=by, public=False)
    return style


def _record(tournament: Tournament, kind: TournamentEvent, what: str, *, by: User | None, for_site: bool) -> None:
    record(tournament.journal, kind, tournament.subject, by=by, public=False, what=what, for_site=for_site)
