"""Who plays: the office, the chief referee, referees, and a member who only looks; each in a browser of his own."""

import secrets
from dataclasses import dataclass

from accounts.models import User
from accounts.passwords import choose_password
from rehearsal.browser import Browser
from tournaments.models import Role, Tournament
from tournaments.states import RoleKind

REFEREES = 4


@dataclass
class Cast:
    """Signed-in browsers by part; ``member`` never signs in."""

    office: Browser
    chief: Browser
    referees: list[Browser]
    member: Browser
    site: str

    @property
    def everybody(self) -> list[Browser]:
        return [self.office, self.chief, *self.referees, self.member]

    def leave(self) -> None:
        for browser in self.everybody:
            browser.close()


def assemble(site: str, tournament: Tournament) -> Cast:
    """Make (or take again) the rehearsal's accounts with fresh passwords, give them their roles, and sign them in."""
    parts = [("office", RoleKind.OFFICE), ("chief", RoleKind.CHIEF_REFEREE)]
    parts += [(f"referee{n}", RoleKind.REFEREE) for n in range(1, REFEREES + 1)]
    office, chief, *referees = (_player(site, tournament, name, kind) for name, kind in parts)
    return Cast(office, chief, referees, Browser(site, name="member"), site)


def _player(site: str, tournament: Tournament, name: str, kind: str) -> Browser:
    username, password = f"rehearsal-{name}", secrets.token_urlsafe(12)
    user, _ = User.objects.get_or_create(username=username, defaults={"name": username})
    choose_password(user, password)
    Role.objects.get_or_create(tournament=tournament, user=user, kind=kind)
    browser = Browser(site, name=name)
    browser.sign_in(username, password)
    return browser
