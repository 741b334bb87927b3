"""What the office does in a rehearsal: entries with a mistake that is mended, the draw, the awards."""

from http import HTTPStatus

from rehearsal.browser import Browser, Page
from tournaments.models import Branch, Tournament
from tournaments.presets.preset import sample_player

MAIL = "{name}@rehearsal.example"


def fill_in(branch: Branch, seats: int) -> dict[str, str]:
    """Annex 4 for one branch: sample names, a contact, addresses that lead nowhere."""
    form = {
        "leader": "队员甲",
        "contact_name": f"{branch.name}联络人",
        "contact_mail": MAIL.format(name=f"branch{branch.number}"),
    }
    for team in range(1, branch.quota + 1):
        for number in range(1, seats + 1):
            field = f"team{team}_player{number}"
            form[f"{field}_name"] = sample_player(seats * (team - 1) + number - 1)
            form[f"{field}_gender"] = "m" if number % 2 else "f"
            form[f"{field}_mail"] = MAIL.format(name=f"player{branch.number}.{team}.{number}")
    return form


def enter_branch(office: Browser, tournament: Tournament, branch: Branch, *, with_mistake: bool) -> Page:
    """Open the branch's form, send it, and mend what the site objects to."""
    address = f"/e/{tournament.slug}/office/entries/{branch.number}/"
    page, form = office.get(address), fill_in(branch, tournament.fewest_players)
    if with_mistake:
        twice, missing = (
            form[f"team1_player{tournament.fewest_players}_name"],
            f"team2_player{tournament.fewest_players}_name",
        )
        wrong = {**form, missing: "", "team2_player1_name": twice}
        page = office.submit(page, page.form(f"entries/{branch.number}/"), wrong)
        expect(page.status == HTTPStatus.UNPROCESSABLE_ENTITY, page, "a person in two teams must be refused")
    page = office.submit(page, page.form(f"entries/{branch.number}/"), form)
    expect(page.status == HTTPStatus.OK, page, "the entry form must be accepted")
    return page


def draw(office: Browser, tournament: Tournament, seed: str) -> Page:
    """Preview by the program, then confirm and publish."""
    page = office.get(f"/e/{tournament.slug}/office/draw/")
    page = office.submit(page, page.form("draw/preview/"), {"seed": seed})
    page = office.submit(page, page.form("draw/confirmation/"))
    expect(page.status == HTTPStatus.OK and not page.has_form("draw/confirmation/"), page, "the draw must stand")
    return page


def place_stage(office: Browser, tournament: Tournament, number: int, seed: str) -> Page:
    """The first places of the stage before are placed into stage ``number``, by lots from the seed where they share
    one."""
    page = office.get(f"/e/{tournament.slug}/office/draw/")
    form = f"draw/stages/{number}/"
    page = office.submit(page, page.form(form), {"seed": seed})
    expect(page.status == HTTPStatus.OK and not page.has_form(form), page, f"stage {number} must be drawn")
    return page


def withdraw(office: Browser, tournament: Tournament, team: int) -> Page:
    """A team leaves the event."""
    page = office.get(f"/e/{tournament.slug}/office/teams/{team}/")
    page = office.submit(page, page.form("withdrawal/"), {"reason": "彩排"})
    if page.has_form("withdrawal/"):  # lots are drawn: it is asked once
        page = office.submit(page, page.form("withdrawal/"))
    expect(page.status == HTTPStatus.OK and not page.has_form("withdrawal/"), page, "the team must be withdrawn")
    return page


def challenge(office: Browser, tournament: Tournament) -> Page:
    """Each team of a ladder that may challenges the next one above it."""
    page = office.get(f"/e/{tournament.slug}/desk/ladder/")
    while page.has_form("challenges/"):
        page = office.submit(page, page.form("challenges/"))
        expect(page.status == HTTPStatus.OK, page, "the challenge must stand")
    return page


def close_season(office: Browser, tournament: Tournament) -> Page:
    """Nobody challenges any more."""
    page = office.get(f"/e/{tournament.slug}/desk/ladder/")
    page = office.submit(page, page.form("season/"))
    expect(page.status == HTTPStatus.OK and page.has_form("season/"), page, "the season must be closed")
    return page


def decide_equals(chief: Browser, tournament: Tournament, stage: int) -> None:
    """The chief referee lets the program draw lots for those of that stage who are equal in everything."""
    form = f"awards/equals/{stage}/"
    while (page := chief.get(f"/e/{tournament.slug}/office/awards/equals/")).has_form(form):
        page = chief.submit(page, page.form(form), {"how": "drawn"})
        expect(page.status == HTTPStatus.OK, page, "lots must decide about equals")


def decide_prizes(office: Browser, tournament: Tournament) -> None:
    """Each prize by rule as it is proposed; the first, where somebody must choose."""
    for prize in tournament.prizes.order_by("position"):
        page = office.get(f"/e/{tournament.slug}/office/awards/prizes/{prize.pk}/")
        offered = [str(value) for value in page.tree.xpath("//input[@name='recipients']/@value")]
        ticked = page.tree.xpath("//input[@name='recipients'][@checked]")
        choice = {} if ticked or not offered else {"recipients": offered[0]}
        page = office.submit(page, page.form("decision/"), choice)
        expect(page.status == HTTPStatus.OK and not page.refused, page, "it must be decided who gets the prize")


def confirm_awards(office: Browser, tournament: Tournament) -> Page:
    """The podium, confirmed."""
    page = office.get(f"/e/{tournament.slug}/office/awards/")
    page = office.submit(page, page.form("awards/confirmation/"))
    if page.refused:  # a team that withdrew may have a place: asked once
        page = office.submit(page, page.form("awards/confirmation/"))
    expect(page.status == HTTPStatus.OK and not page.has_form("awards/confirmation/"), page, "the awards must stand")
    return page


class RehearsalFailed(AssertionError):
    """Something went otherwise than the script says."""


def expect(is_so: bool, page: Page, what: str) -> None:
    if not is_so:
        raise RehearsalFailed(
            f"{what}: {page.url} answered {page.status}; {'; '.join(page.problems) or 'no problem named'}"
        )
