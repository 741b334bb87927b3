"""通知未尽事项 as questions to the office, one by one."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from guandan_rules import OpenPoint
from journal.words import Words

QUESTIONS: dict[str, Promise] = Words() | {
    OpenPoint.MINUTES: _("How many minutes does a match last?"),
    OpenPoint.ON_TIME: _("The time is up while a deal is being played. What happens to it?"),
    OpenPoint.TIE_RULES: _("The time is up and both sides stand at the same level. Who wins?"),
    OpenPoint.TIE_AT_START: _("The time is up at equal levels, and neither side was there first. Who wins?"),
    OpenPoint.PASSING_CONDITION: _("A side plays at A. How does it pass?"),
    OpenPoint.PASSING_SCOPE: _("A side stands at A, and the deal is played at the others' level. Can it pass A then?"),
    OpenPoint.A_FAIL: _("A side fails to pass A again and again. What follows?"),
    OpenPoint.REPORT: _("When does a player have to say how many cards he has left?"),
    OpenPoint.GRACE: _("A team is late. How many minutes is it waited for before the match is forfeited?"),
    OpenPoint.BRANCH_HALVES: _("A branch has two teams. May they meet before the final?"),
    OpenPoint.THIRD_PLACE: _("The losers of the two semi-finals: are both third, or do they play for it?"),
}  # fmt: skip
YES_NO: dict[str, tuple[Promise, Promise]] = {
    OpenPoint.BRANCH_HALVES: (
        _("No: they are drawn into opposite halves"),
        _("Yes: they are drawn like all others"),
    ),
    OpenPoint.THIRD_PLACE: (
        _("They play a match for third place"),
        _("Both are third"),
    ),
}
"""What yes and no mean."""
