"""Words about corrections: each remedy, and what becomes of each match that it touches."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from guandan_rules import Reason
from journal.words import Words
from tournaments.bracket.queries.match_history import VersionView
from tournaments.bracket.queries.remedies import Finding, RemedyView, TouchedMatch
from tournaments.bracket.words.names import level_score, team_name
from tournaments.bracket.words.results import REASONS_IN_SHORT, Grounds, reason_sentence
from tournaments.formats.remedies import Fate
from tournaments.states import UNPLAYED, RemedyKind

NAMES: dict[str, Promise] = Words() | {
    RemedyKind.KEEP: gettext_lazy("Keep it as it stands"),
    RemedyKind.REPLAY: gettext_lazy("Correct it, replay the later match"),
    RemedyKind.RESET: gettext_lazy("Correct it, reset the branch"),
    RemedyKind.REMATCH: gettext_lazy("Play this match again"),
}
WORDS: dict[str, Promise] = Words() | {
    RemedyKind.KEEP: gettext_lazy("The correction goes on record; whoever advanced stays, and nobody moves."),
    RemedyKind.REPLAY: gettext_lazy(
        "The right team advances. What the wrong pair had begun is set aside and played again by the right one."
    ),
    RemedyKind.WALKOVER: gettext_lazy(
        "The right team advances. The next match is not played again: you award it to one of its two teams."
    ),
    RemedyKind.RESET: gettext_lazy(
        "The right team advances. The later match and all that was built upon it is set aside and played again."
    ),
    RemedyKind.REMATCH: gettext_lazy(
        "This match itself is played again, and so is everything begun after it, as soon as its pairs are known."
    ),
}


def remedy_name(remedy: RemedyView) -> str:
    """What stands above a remedy."""
    if remedy.awarded_to is not None:
        return _("Correct it, award the next match to %(team)s") % {"team": team_name(remedy.awarded_to)}
    return str(NAMES[remedy.kind])


def remedy_words(remedy: RemedyView) -> str:
    """What it does, in a sentence or two."""
    return str(WORDS[remedy.kind])


def fate_words(touched: TouchedMatch) -> str:
    """What becomes of the match."""
    if touched.fate == Fate.SET_ASIDE:
        if touched.won_after is not None:
            return _("What was played is set aside; %(team)s advances without play.") % _of(touched.won_after)
        return _("What was played is set aside; the match is played again.")
    if touched.fate == Fate.SIGNED and touched.won_after is not None:
        if touched.awarded:
            return _("Awarded to %(team)s.") % _of(touched.won_after)
        return _("A new version of the result is signed: %(team)s wins.") % _of(touched.won_after)
    if touched.won_after is not None:
        return _("%(team)s advances without play.") % _of(touched.won_after)
    return _("Nothing was played yet; other teams will play there.")


def _of(team: object) -> dict[str, str]:
    return {"team": team_name(team)}  # type: ignore[arg-type]


def finding_reason(finding: Finding) -> str:
    """Why the corrected sheet has that winner."""
    return str(REASONS_IN_SHORT.get(finding.reason, ""))


def finding_levels(finding: Finding) -> str:
    """A : 2 on the corrected sheet, the winner's first."""
    standing = finding.standing
    return level_score(standing.home, standing.away, finding.winner) if standing else ""


MARKS: dict[str, Promise] = {
    RemedyKind.KEEP: gettext_lazy("kept by the chief referee"),
    RemedyKind.REPLAY: gettext_lazy("corrected"),
    RemedyKind.RESET: gettext_lazy("corrected"),
    RemedyKind.WALKOVER: gettext_lazy("awarded by correction"),
}


def remedy_mark(version: VersionView) -> str:
    """By which remedy a version came about."""
    return str(MARKS.get(version.remedy, ""))


def version_words(version: VersionView) -> str:
    """Who had won and why, as this version had it."""
    values = {
        "reason": str(REASONS_IN_SHORT.get(version.reason, "")),
        "winner": team_name(version.winner) if version.winner else "",
    }
    if not version.reason:
        return _("Not finished when it was set aside.")
    if version.winner is None:
        if version.reason == Reason.DRAW:
            return reason_sentence(version.reason, Grounds(None, None, has_colours=version.has_colours))
        return _("Nobody wins. %(reason)s.") % values
    if None in version.levels or version.reason in UNPLAYED:
        return _("%(winner)s wins. %(reason)s.") % values
    values["levels"] = level_score(*version.levels, "home" if version.winner == version.home else "away")
    return _("%(winner)s wins, levels %(levels)s. %(reason)s.") % values
