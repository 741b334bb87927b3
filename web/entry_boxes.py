"""The entry form as a page shows it: each field with its name, its label, what was typed, and what is wrong with it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from journal.refusals import Problem
from notices.phrases import ordinal
from tournaments.entry_forms import PLAYERS, BranchEntry, field_name
from web.phrases import sentence


@dataclass(frozen=True)
class Box:
    """One field."""

    name: str
    label: str
    value: str
    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class LineBoxes:
    """One player."""

    number: int
    name: Box
    gender: Box
    remark: Box
    mail: Box

    @property
    def boxes(self) -> tuple[Box, ...]:
        return self.name, self.gender, self.remark, self.mail

    @property
    def problems(self) -> tuple[Problem, ...]:
        return tuple(problem for box in self.boxes for problem in box.problems)


@dataclass(frozen=True)
class TeamBoxes:
    """One team; a withdrawn one is shown without fields."""

    ordinal: int
    withdrawn: bool
    lines: tuple[LineBoxes, ...]


@dataclass(frozen=True)
class FormBoxes:
    """The whole form."""

    leader: Box
    leader_gender: Box
    leader_remark: Box
    contact_name: Box
    contact_phone: Box
    contact_mail: Box
    teams: tuple[TeamBoxes, ...]
    problems: tuple[Problem, ...]

    @property
    def faults(self) -> list[tuple[str, str]]:
        """Everything that is wrong as (field, sentence with its place), in the order of the form."""
        labels = {box.name: box.label for box in self._boxes()}
        order = list(labels)
        found = sorted(self.problems, key=lambda p: order.index(p.field) if p.field in labels else -1)
        return [(p.field if p.field in labels else "", _placed(labels.get(p.field, ""), p)) for p in found]

    def _boxes(self) -> list[Box]:
        own = [self.leader, self.leader_gender, self.leader_remark]
        contact = [self.contact_name, self.contact_phone, self.contact_mail]
        return [*own, *(box for team in self.teams for line in team.lines for box in line.boxes), *contact]


def _placed(label: str, problem: Problem) -> str:
    words = sentence(problem)
    return _("%(place)s: %(problem)s") % {"place": label, "problem": words} if label else words


def form_boxes(form: BranchEntry, problems: Sequence[Problem] = (), *, withdrawn: Collection[int] = ()) -> FormBoxes:
    """The form with its problems at their fields."""

    def box(name: str, label: str, value: str) -> Box:
        return Box(name, label, value, tuple(problem for problem in problems if problem.field == name))

    def line(team: int, number: int) -> LineBoxes:
        player = entries[team].players[number - 1]
        place = _("%(team)s, player %(number)s") % {"team": ordinal(team), "number": number}
        parts = {part: getattr(player, part) for part in ("name", "gender", "remark", "mail")}
        return LineBoxes(number, **{part: box(field_name(team, number, part), place, v) for part, v in parts.items()})

    entries = {team.ordinal: team for team in form.teams}
    return FormBoxes(
        leader=box("leader", _("Leader and coach"), form.leader),
        leader_gender=box("leader_gender", _("Gender of the leader"), form.leader_gender),
        leader_remark=box("leader_remark", _("Remark on the leader"), form.leader_remark),
        contact_name=box("contact_name", _("Contact"), form.contact_name),
        contact_phone=box("contact_phone", _("Telephone"), form.contact_phone),
        contact_mail=box("contact_mail", _("E-mail of the contact"), form.contact_mail),
        teams=tuple(
            TeamBoxes(team, team in withdrawn, tuple(line(team, n) for n in PLAYERS)) for team in sorted(entries)
        ),
        problems=tuple(problems),
    )
