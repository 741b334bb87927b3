"""What is sent from a match's sheet. Its pages draw the fields themselves, seats and buttons; a phone without script
sends the same."""

from guandan_rules import Code
from journal.refusals import Problem, Refused
from web.forms import Hidden, Number, PageForm, Text


class SheetForm(PageForm):
    """A press; the fields of a deal are those of the match's game."""

    @property
    def seen(self) -> int | None:
        """The version that it was made from, None if it brings none; a garbled one never fits."""
        return self.made_from if self.data.get("seen") else None


class BellForm(SheetForm):
    """``in_hand``: yes or no."""

    in_hand = Hidden()

    def answer(self) -> bool:
        """Whether a deal was being played, or ``Refused``."""
        answers = {"yes": True, "no": False}
        if self.cleaned_data["in_hand"] not in answers:
            raise Refused(Problem(Code.BELL_QUESTION_OPEN, "in_hand"))
        return answers[self.cleaned_data["in_hand"]]


class AgreementForm(SheetForm):
    """A side's word; ``agrees``: yes, or no with a note."""

    side = Hidden()
    agrees = Hidden()
    note = Text()


class CorrectionForm(SheetForm):
    """``deal``: the number of an entered deal."""

    deal = Number()
    reason = Text()


class PenaltyForm(SheetForm):
    """``penalty``: side:offence; ``effect``: one without a consequence instead of what is due, or any, with its
    ``amount``."""

    penalty = Hidden()
    effect = Hidden()
    amount = Number()
    note = Text()


class StrikeForm(SheetForm):
    """``penalty``: its id."""

    penalty = Number()
    reason = Text()
