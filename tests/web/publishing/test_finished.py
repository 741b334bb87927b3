"""Pages that tell of finished events alone: what makes them new, and what does not."""

from dataclasses import replace

from tests.factories import a_drawn_tournament, a_user
from tests.tournaments.played import S000_AWARDS, play_all
from tests.web.cached import rename
from tests.web.pages import text
from tournaments.bracket.actions.awards import confirm_awards, reopen_awards
from tournaments.bracket.queries.settings import settings_of
from tournaments.event.actions.tournaments import edit_tournament
from tournaments.models import Branch, Tournament
from web.publishing.pages import PAGES

EMPTY = "还没有已结束的赛事"


def test_page_stays_while_another_event_is_played_and_follows_what_is_over(client, transactional_db):
    event, other = a_drawn_tournament(awards=S000_AWARDS), a_drawn_tournament(branches=2, teams=1)
    play_all(event)
    assert EMPTY in text(client.get("/champions/"))
    confirm_awards(event, by=None)
    office = a_user(is_staff=True)
    assert "第1分会" in text(client.get("/champions/"))
    before = PAGES.rendered
    play_all(other)
    client.get("/champions/")
    assert PAGES.rendered == before
    first = Branch.objects.get(tournament=event, number=1)
    rename(first, "改名组", by=office)
    assert "改名组" in text(client.get("/champions/"))
    settings = settings_of(Tournament.objects.get(pk=event.pk))
    edit_tournament(event, replace(settings, names_public=False), by=office)
    assert "队员甲" not in text(client.get("/champions/"))
    reopen_awards(Tournament.objects.get(pk=event.pk), by=office, reason="误点")
    assert EMPTY in text(client.get("/champions/"))
