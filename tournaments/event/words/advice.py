"""赛制建议 in words: what is proposed, what it brings, and why something does not fit; 赛制编排 in words: who comes
into a stage, and what the office should know about the plan."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from journal.words import Words
from tournaments.bracket.words.names import in_chinese, listed
from tournaments.event.queries.shape import Outlook, StageShape
from tournaments.forecast.advice import Change, Misfit, Offer, Proposal, Why, Wish
from tournaments.forecast.champion import Chance
from tournaments.forecast.legs import Leg
from tournaments.forecast.plan import ForecastRound
from tournaments.formats import made

HOUR, DAY = 60, 1440

KINDS: dict[str, Promise] = Words() | {
    Offer.KNOCKOUT: gettext_lazy("Knockout"),
    Offer.THIRD_PLACE: gettext_lazy("Knockout with a match for third place"),
    Offer.EVERY_PLACE: gettext_lazy("Knockout with every place played out"),
    Offer.DOUBLE_ELIMINATION: gettext_lazy("Double elimination"),
    Offer.GROUPS: gettext_lazy("Groups, then a knockout"),
    Offer.SWISS: gettext_lazy("Swiss"),
    Offer.SWISS_FINAL: gettext_lazy("Swiss, then a knockout"),
    Offer.ROUND_ROBIN: gettext_lazy("Round robin"),
    Offer.MOVEMENT: gettext_lazy("Movement"),
    Offer.MOVEMENT_FINAL: gettext_lazy("Movement, then a knockout"),
    Offer.INDIVIDUAL: gettext_lazy("Individuals with changing partners"),
}
ABOUT: dict[str, Promise] = Words() | {
    Offer.KNOCKOUT: gettext_lazy("Whoever loses is out. The shortest way to a champion, and everybody understands it."),
    Offer.THIRD_PLACE: gettext_lazy("Whoever loses is out; the losers of the semi-finals play for third place."),
    Offer.EVERY_PLACE: gettext_lazy("Whoever loses plays on for the places behind: everybody plays to the end."),
    Offer.DOUBLE_ELIMINATION: gettext_lazy("Whoever loses twice is out. One bad match is forgiven, for many rounds."),
    Offer.SWISS: gettext_lazy(
        "Nobody is out: in each round teams with the same number of wins meet, nobody the same one twice."
    ),
    Offer.ROUND_ROBIN: gettext_lazy("Everybody meets everybody. The fairest one, for few teams."),
    Offer.MOVEMENT: gettext_lazy("Nobody is out: winners go on to the next table. Sociable, and quickly over."),
    Offer.INDIVIDUAL: gettext_lazy(
        "Everybody enters alone, and plays each round with another partner. Nobody needs a partner to come."
    ),
}  # fmt: skip


def about(proposal: Proposal) -> str:
    """How it goes, in a sentence or two."""
    if len(proposal.legs) == 1:
        return str(ABOUT[proposal.kind])
    first, final = proposal.legs
    if proposal.kind == Offer.GROUPS:
        groups = first.format.groups
        words = (
            _("%(groups)s groups, everybody meets everybody of his group; the first of each play a knockout.")
            if groups == final.entries
            else _(
                "%(groups)s groups, everybody meets everybody of his group; the first two of each play a knockout of "
                "%(places)s."
            )
        )
        return words % {"groups": groups, "places": final.entries}
    if proposal.kind == Offer.MOVEMENT_FINAL:
        words = _(
            "%(rounds)s rounds in which winners go on to the next table; then the best %(places)s play a knockout."
        )
        return words % {"rounds": len(first.matches), "places": final.entries}
    return _(
        "%(rounds)s rounds in which teams with the same number of wins meet; then the best %(places)s play a knockout."
    ) % {"rounds": len(first.matches), "places": final.entries}


def misfit_words(misfit: Misfit) -> str:
    """Why it does not fit."""
    if misfit.why == Why.TEAMS:
        return takes_words(misfit.low, misfit.high)
    if misfit.why == Why.FINAL:
        return _("It ends without a final.")
    if misfit.why == Why.LEAST:
        sentence = ngettext(
            "Some teams would play %(least)s match only.", "Some teams would play %(least)s matches only.", misfit.least
        )
        return sentence % {"least": misfit.least}
    late = late_words(misfit.day, misfit.round, misfit.ends)
    if not misfit.days:
        return late
    needs = ngettext("It needs %(n)s day.", "It needs %(n)s days.", misfit.days) % {"n": misfit.days}
    return f"{late}{'' if in_chinese() else ' '}{needs}"


def takes_words(low: int, high: int) -> str:
    """How many teams a format takes."""
    return _("It takes %(low)s to %(high)s teams.") % {"low": low, "high": high}


def late_words(day: int, number: int, ends: int) -> str:
    """A day, the number of its first round that is over too late, and when that is."""
    words = _("The time is not enough: on day %(day)s, round %(round)s would be over at about %(hour)s.")
    return words % {"day": day, "round": number, "hour": wall(ends)}


def change_words(change: Change, wish: Wish) -> str:
    """What is another about a wish: 每轮 30 分钟，前 4 名决赛."""
    new = change.wish
    words = {
        "tables": ngettext("%(n)s table", "%(n)s tables", new.tables),
        "minutes": ngettext("%(n)s minute a round", "%(n)s minutes a round", new.minutes),
        "days": ngettext("%(n)s match day", "%(n)s match days", new.days),
        "latest": _("until %(n)s"),
        "least": ngettext("at least %(n)s match for everybody", "at least %(n)s matches for everybody", new.least),
        "final": ngettext("a final of %(n)s team", "a final of %(n)s teams", new.final),
    }
    values = {name: getattr(new, name) for name in words if getattr(new, name) != getattr(wish, name)}
    return listed(words[name] % {"n": wall(n) if name == "latest" else n} for name, n in values.items())


def matches_words(proposal: Proposal) -> str:
    """50–51 where a second final may be needed."""
    fewest = proposal.matches - proposal.perhaps
    return f"{fewest}–{proposal.matches}" if proposal.perhaps else str(proposal.matches)


def chance_words(chance: Chance | None) -> str:
    """22–28%: what the number of runs carries."""
    return f"{round(chance.low * 100)}–{round(chance.high * 100)}%" if chance else "—"


def wall(minutes: int) -> str:
    """18:40, of minutes after midnight; of the next day where the day is over."""
    hour = f"{minutes % DAY // HOUR:02}:{minutes % HOUR:02}"
    return _("%(hour)s of the next day") % {"hour": hour} if minutes >= DAY else hour


@dataclass(frozen=True)
class StageNode:
    """A stage in the picture of who goes where, with the stages that its teams go on to."""

    stage: StageShape
    leg: Leg | None
    entrance: str
    takes: str
    rounds: tuple[ForecastRound, ...]
    later: "tuple[StageNode, ...]"

    @property
    def matches(self) -> int:
        return sum(round_.matches for round_ in self.rounds)


def stage_tree(seen: Outlook, source: int = 0) -> tuple[StageNode, ...]:
    """The first stage, and behind it all that follow; of another ``source`` the stages that its teams go on to."""
    by_lot, by_place = _("places %(first)s to %(last)s, by lot"), _("the places %(first)s to %(last)s go on")
    nodes = []
    for number, (stage, leg, rounds) in enumerate(zip(seen.shape.stages, seen.legs, seen.of_stages, strict=True), 1):
        if stage.source != source:
            continue
        if source:
            places = {"first": stage.first_place, "last": stage.first_place + stage.places - 1}
            entrance = (by_lot if stage.by_lot else by_place) % places
        else:
            entrance = ngettext("%(n)s team, by lot", "%(n)s teams, by lot", seen.teams) % {"n": seen.teams}
        nodes.append(StageNode(stage, leg, entrance, _takes(stage), rounds, stage_tree(seen, number)))
    return tuple(nodes)


def _takes(stage: StageShape) -> str:
    format_ = made(stage.format, dict(stage.settings))
    return takes_words(format_.fewest, format_.most)


def shape_warnings(seen: Outlook) -> list[str]:
    """What does not hold: too few or too many teams for a format, too few matches for somebody, days that get too
    long."""
    warnings = []
    if not seen.teams:
        warnings.append(_("Please say how many teams are expected; the rest follows from it."))
    for number, (stage, leg) in enumerate(zip(seen.shape.stages, seen.legs, strict=True), start=1):
        if leg is None and (seen.teams or number > 1):
            entries = stage.places or seen.teams
            words = _("Stage %(number)s does not take %(teams)s teams.") % {"number": number, "teams": entries}
            warnings.append(f"{words} {_takes(stage)}")
    warnings += [seldom_words(seen)] if seen.is_too_seldom else []
    warnings += [late_words(late.day, late.number, late.ends)] if (late := seen.late) else []
    return warnings


def seldom_words(seen: Outlook) -> str:
    """Of an outlook in which somebody plays less often than was wished."""
    least = seen.first.least if seen.first else 0
    words = ngettext(
        "With %(teams)s teams some play %(least)s match only; %(wish)s are wanted for everybody.",
        "With %(teams)s teams some play %(least)s matches only; %(wish)s are wanted for everybody.",
        least,
    )
    return words % {"teams": seen.teams, "least": least, "wish": seen.shape.plan.least}
