"""Who plays: the office, the chief referee, referees, and a member who only looks; each in a browser of his own."""

import secrets
from dataclasses import dataclass

import httpx

from accounts.models import User
from accounts.passwords import choose_password
from rehearsal.browser import Browser
from tournaments.models import Role, Tournament
from tournaments.states import RoleKind

REFEREES = 4


@dataclass
class Cast:
    """Signed-in browsers by part; ``member`` never signs in. ``transport``: as `Browser` has it."""

    office: Browser
    chief: Browser
    referees: list[Browser]
    member: Browser
    site: str
    transport: httpx.BaseTransport | None = None

    @property
    def everybody(self) -> list[Browser]:
        return [self.office, self.chief, *self.referees, self.member]

    def leave(self) -> None:
        for browser in self.everybody:
            browser.close()


def assemble(site: str, tournament: Tournament, *, transport: httpx.BaseTransport | None = None) -> Cast:
    """Make (or take again) the rehearsal's accounts with fresh passwords, give them their roles, and sign them in.

    Where the site is no process of its own, nothing happens side by side, and there is one referee.
    """
    parts = [("office", RoleKind.OFFICE), ("chief", RoleKind.CHIEF_REFEREE)]
    parts += [(f"referee{n}", RoleKind.REFEREE) for n in range(1, REFEREES + 1 if transport is None else 2)]
    browsers = [Browser(site, name=name, transport=transport) for name, _ in parts]
    for browser, (_, kind) in zip(browsers, parts, strict=True):
        username, password = f"rehearsal-{browser.name}", secrets.token_urlsafe(12)
        user, _ = User.objects.get_or_create(username=username, defaults={"name": username})
        choose_password(user, password)
        Role.objects.get_or_create(tournament=tournament, user=user, kind=kind)
        browser.sign_in(username, password)
    office, chief, *referees = browsers
    return Cast(office, chief, referees, Browser(site, name="member", transport=transport), site, transport)
