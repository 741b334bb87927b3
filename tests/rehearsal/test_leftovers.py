"""One rehearsal at a time; what broke off is cleaned away by the next, or by the next start."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from rehearsal import stage
from rehearsal.stage import NOTE, StageFailed, noted, only_rehearsal, own_site
from tests.factories import a_drawn_tournament
from tournaments.models import Tournament
from tournaments.states import TournamentState


def cleared(command: str = "clear_rehearsals", **options: str) -> str:
    out = StringIO()
    call_command(command, stdout=out, **options)
    return out.getvalue()


@pytest.fixture
def events(db: None) -> list[str]:
    """The slugs of events of which all but the first are to stay."""
    broken_off = a_drawn_tournament(slug="broken-off", rehearsal=True, started=True)
    a_drawn_tournament(slug="finished", rehearsal=True)
    Tournament.objects.filter(slug="finished").update(state=TournamentState.FINISHED)
    a_drawn_tournament(slug="archived", rehearsal=True, archived_at=timezone.now())
    a_drawn_tournament(slug="real", started=True)
    return [broken_off.slug, "archived", "finished", "real"]


def slugs() -> list[str]:
    return sorted(Tournament.objects.values_list("slug", flat=True))


def test_what_broke_off_is_removed_and_nothing_else(events):
    said = cleared()
    assert said == "A rehearsal that had broken off was removed: /e/broken-off/\n"
    assert slugs() == events[1:]
    assert cleared() == ""


def test_next_rehearsal_removes_what_broke_off_before_it_does_anything_else(events, capsys):
    with pytest.raises(CommandError, match="nowhere"):
        call_command("rehearse", preset="nowhere")
    assert "/e/broken-off/" in capsys.readouterr().out
    assert slugs() == events[1:]


def test_rehearsal_that_goes_on_is_left_alone_and_no_second_begins(events, monkeypatch):
    monkeypatch.setattr(stage, "PATIENCE", "50ms")
    before = slugs()
    with only_rehearsal():
        assert cleared() == ""
        with pytest.raises(CommandError, match="being played"):
            cleared("rehearse")
    assert slugs() == before


def test_note_outlasts_a_rehearsal_that_breaks_off():
    with noted():
        assert NOTE.exists()
    assert not NOTE.exists()
    with pytest.raises(KeyboardInterrupt), noted():
        raise KeyboardInterrupt
    assert NOTE.exists()
    NOTE.unlink()


def test_waiting_for_a_server_of_its_own_ends_with_the_server(capfd):
    with pytest.raises(StageFailed, match="ended before it answered"), own_site({"DATABASE_URL": "sqlite://"}):
        pytest.fail("A site without a database answers.")
    assert "DATABASE_URL must begin with postgres://" in capfd.readouterr().err
