"""Words about prizes by rule: what each is for, and why somebody is proposed."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from journal.words import Words
from tournaments.bracket.queries.prizes import DecidedPrize, Recipient, given_prizes
from tournaments.bracket.words.names import listed, team_name, with_players
from tournaments.models import Tournament
from tournaments.prizes import PrizeRule

RULES: dict[str, Promise] = Words() | {
    PrizeRule.MOST_TEAMS: gettext_lazy("The branch with the most teams"),
    PrizeRule.ALL_PRESENT: gettext_lazy("The branch whose teams were all at every match"),
    PrizeRule.WOMEN: gettext_lazy("The best team of women"),
    PrizeRule.MIXED: gettext_lazy("The best team of women and men"),
    PrizeRule.NEWCOMERS: gettext_lazy("The best team whose players never played here before"),
    PrizeRule.FAIR_PLAY: gettext_lazy("A team without a penalty, chosen by the office"),
    PrizeRule.BY_HAND: gettext_lazy("A team or branch, chosen by the office"),
}
"""As the office chooses it and the notice says it."""

NOBODY: dict[str, Promise] = Words() | {
    PrizeRule.MOST_TEAMS: gettext_lazy("No team took part."),
    PrizeRule.ALL_PRESENT: gettext_lazy("No branch had all its teams at every match."),
    PrizeRule.WOMEN: gettext_lazy("No team of women alone has a place."),
    PrizeRule.MIXED: gettext_lazy("No team of women and men has a place."),
    PrizeRule.NEWCOMERS: gettext_lazy("No team of newcomers alone has a place."),
    PrizeRule.FAIR_PLAY: gettext_lazy("Every team has a penalty, or gave a match away."),
    PrizeRule.BY_HAND: gettext_lazy("No team took part."),
}
"""Why nobody is proposed."""

UNPLACED = pgettext_lazy("prize", "no place")


def reason_words(rule: PrizeRule, recipient: Recipient, measure: int) -> str:
    """Why the candidate is where it is: by its teams that took part, or by its place."""
    if recipient.team is None:
        if rule is PrizeRule.ALL_PRESENT:
            return ngettext("%(n)s team, at every match", "%(n)s teams, all at every match", measure) % {"n": measure}
        return ngettext("%(n)s team took part", "%(n)s teams took part", measure) % {"n": measure}
    return pgettext("prize", "place %(place)s") % {"place": measure} if measure else str(UNPLACED)


def recipient_name(recipient: Recipient) -> str:
    """The team, or the branch."""
    return team_name(recipient.team) if recipient.team else recipient.branch


def with_their_players(recipient: Recipient) -> str:
    """The team with its players, or the branch."""
    return with_players(recipient.team, recipient.players) if recipient.team else recipient.branch


def recipients_words(prize: DecidedPrize) -> str:
    """Everybody who gets it, with players."""
    return listed(map(with_their_players, prize.recipients))


def prize_count(prize: DecidedPrize) -> str:
    """How often it is given: to a branch, or to a team, once."""
    return ngettext("%(n)s recipient", "%(n)s recipients", prize.planned) % {"n": prize.planned}


def given_words(tournament: Tournament) -> str:
    """优秀组织奖 第4分会、最佳女队 第3分会二队: what everybody may read of it."""
    return listed(
        pgettext("a prize and who has it", "%(prize)s %(recipients)s")
        % {"prize": prize.name, "recipients": listed(map(recipient_name, prize.recipients))}
        for prize in given_prizes(tournament)
    )
