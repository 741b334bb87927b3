"""Forms of an event's settings, what they show of it, and what of it the action gets. They read types; what is allowed
the actions say."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from guandan_rules import OnTime, PassCondition, RuleSet, Scope
from tournaments.bracket.queries.awards import THIRD
from tournaments.bracket.queries.settings import TournamentSettings
from tournaments.bracket.rules.rule_sets import rule_set
from tournaments.bracket.words.names import listed
from tournaments.bracket.words.options import PASSING_OFFERED, PASSING_WHEN_OFFERED
from tournaments.calendar import MOST_DAYS
from tournaments.day.words.games import MEASURES
from tournaments.day.words.games import NAMES as GAMES
from tournaments.entries.seats import MOST_RESERVES
from tournaments.entries.words import SEATS, ZONES
from tournaments.event.words import rule_choices as choices
from tournaments.models import Tournament
from tournaments.presets.named_games import GUANDAN, NAMED_GAMES, OFFERED
from tournaments.presets.preset import Award
from tournaments.states import BranchesApart
from tournaments.team_match import BoardsEqual
from web.requests.forms import BoundedText, Choices, LongText, MergingForm, Moment, PageForm

OPTIONS = frozenset(option for options in OFFERED.values() for option in options)
PLAIN_RULES = (
    "minutes", "grace_minutes", "on_time", "pass_condition", "pass_scope", "report_at", "deal_limit", "fail_scope",
    "fail_consecutive",
)  # fmt: skip
"""Options of a rule set that are called as their field is."""


class OptionField(forms.ChoiceField):
    """One option of the rules: some of its values are offered, and the one that stands is kept whatever it is.

    Values are those of ``RuleSet.to_dict()``, several belonging together as a tuple.
    """

    def __init__(self, label: Any, offered: Iterable[Any], words: Callable[[Any], Any]) -> None:
        self.offered, self.words = list(offered), words
        super().__init__(label=label, choices=self._offers)  # asked anew for each page, in its language

    def offer(self, value: Any) -> None:
        """The value that stands, as a choice of its own if it is none of those offered."""
        if value not in self.offered:
            self.offered = [*self.offered, value]
            self.choices = self._offers()

    def prepare_value(self, value: Any) -> Any:
        return self._text(value)

    def to_python(self, value: Any) -> Any:
        text = self._text(value)
        matching = [offered for offered in self.offered if self._text(offered) == text]
        if not matching:
            raise forms.ValidationError(self.error_messages["invalid_choice"], "invalid_choice")
        return matching[0]

    def validate(self, value: Any) -> None:
        """Nothing is left to check once ``to_python`` has read the value."""

    def _offers(self) -> Choices:
        return [(self._text(value), self.words(value)) for value in self.offered]

    def _text(self, value: Any) -> str:
        parts = [str(part) for part in (value if isinstance(value, tuple) else (value,)) if part not in (None, "")]
        return ":".join(parts) or "none"


class Minutes(forms.IntegerField):
    def __init__(self, label: Any, low: int, high: int) -> None:
        super().__init__(label=label, min_value=low, max_value=high)


class SettingsForm(MergingForm):
    """Everything that the office may change about an event; times are on the wall of the event's zone."""

    name = BoundedText(_("Name of the event"), 80, required=True)
    organiser = BoundedText(_("Organiser"), 60)
    document = BoundedText(_("Number of the notice"), 60)
    place = BoundedText(_("Place"), 80)
    committees = LongText(_("Committees"), 2_000, rows=6, help_text=_("A line a group, as the notice prints it."))
    branch_word = OptionField(_("What enters teams is called"), choices.BRANCH_WORDS, str)
    member_word = OptionField(_("Who plays is called"), choices.MEMBER_WORDS, str)
    leader_word = OptionField(_("Who speaks for them is called"), choices.LEADER_WORDS, str)
    own_rules = LongText(
        _("The game as it is played here"), 20_000, rows=12,
        help_text=_("A line that begins with “## ” is a heading, one with “- ” an item of a list."),
    )  # fmt: skip
    names_public = forms.BooleanField(
        label=_("The public pages show the players' names whole (else only the first character: 张＊＊)"),
        required=False,
    )
    is_rated = forms.BooleanField(
        label=_("The matches count for the players' ratings"),
        required=False,
        help_text=_("Once the awards are confirmed. Ratings are public, and need whole names on the public pages."),
    )
    zone = OptionField(_("Time zone"), ZONES, lambda zone: ZONES.get(zone, zone))
    closes = Moment(label=_("Registration closes"))
    draw = Moment(label=_("Lots are drawn"), required=False)
    own_days = forms.IntegerField(
        label=_("Days that the teams have for the matches of a round (0: rounds begin at their hours)"),
        min_value=0,
        max_value=MOST_DAYS,
        help_text=_("Both sides agree on a day by the links of their branches; no table is needed, and no bell rings."),
    )
    check_in_minutes = Minutes(_("Minutes before the start when teams are called"), 0, 240)
    last_bell_minutes = Minutes(_("Minutes before the bell when the last deal is announced (0: never)"), 0, 60)
    on_time = OptionField(_("A deal in hand when the time is up"), OnTime, choices.ON_TIME.__getitem__)
    tie = OptionField(_("Equal levels, and nobody was there first (2 to 2)"), choices.TIES_OFFERED, choices.tie_words)
    pass_scope = OptionField(_("In which deals A can be passed"), Scope, PASSING_WHEN_OFFERED.__getitem__)
    a_fail = OptionField(_("Failing to pass A"), choices.FAILS_OFFERED, lambda fail: choices.fail_words(*fail))
    fail_consecutive = OptionField(_("How failures are counted"), (False, True), choices.FAILS_COUNTED.__getitem__)
    fail_scope = OptionField(_("What counts as failing"), Scope, choices.FAILS_IN.__getitem__)
    grace_minutes = Minutes(_("Minutes of grace for those who are late"), 0, 120)
    branches_apart = OptionField(_("Teams of one branch"), BranchesApart.values, choices.APART.__getitem__)
    third_place_match = forms.BooleanField(label=_("A match for third place"), required=False)
    minutes = Minutes(_("Minutes per round"), 1, 1439)
    pass_condition = OptionField(_("Passing A"), PassCondition, PASSING_OFFERED.__getitem__)
    report_at = OptionField(_("Remaining cards are reported"), choices.REPORTS_OFFERED, choices.report_words)
    deal_limit = forms.IntegerField(
        label=_("Deals of a game at most (left empty: no limit)"), required=False, min_value=1, max_value=999
    )
    best_of = OptionField(_("Games per match"), choices.GAMES_OFFERED, choices.games_words)
    boards = OptionField(_("Boards of a match"), choices.BOARDS_OFFERED, choices.boards_words)
    boards_equal = OptionField(_("If both have won as many boards"), BoardsEqual, choices.BOARDS_EQUAL.__getitem__)
    stop_early = forms.BooleanField(
        label=_("Once a side has won more than half of the boards, the others are not played"),
        required=False,
    )
    match_clock = forms.BooleanField(
        label=_("One clock for all games of a match, instead of one for each game"), required=False
    )
    award_1 = BoundedText(_("First place"), 20, required=True)
    award_2 = BoundedText(_("Second place"), 20, help_text=_("Left empty: no such award."))
    award_3 = BoundedText(_("Third place"), 20)
    award_more = BoundedText(_("The places after these"), 20)
    more_teams = forms.IntegerField(label=_("… for how many teams"), required=False, min_value=1, max_value=512)
    award_0 = BoundedText(_("Everybody else who was present"), 20)

    ABOUT = (
        "name", "organiser", "document", "place", "committees", "branch_word", "member_word", "leader_word",
        "names_public", "is_rated", "own_days", "check_in_minutes", "last_bell_minutes",
    )  # fmt: skip
    PLAIN = (
        "zone", "branches_apart", "third_place_match", "best_of", "boards", "boards_equal", "stop_early", "match_clock",
        "own_rules",
    )  # fmt: skip
    """Of what may no longer change once lots are drawn, the columns of the event that are called as their field is."""
    OF_GUANDAN = (
        "on_time", "tie", "pass_scope", "a_fail", "grace_minutes", "minutes", "pass_condition", "report_at",
        "deal_limit", "fail_scope", "fail_consecutive",
    )  # fmt: skip

    def __init__(self, *args: Any, frozen: bool, game: str = GUANDAN, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in () if game == GUANDAN else self.OF_GUANDAN:
            del self.fields[name]
        if not NAMED_GAMES[game].has_deals:
            end = _("Minutes before the bell when the end is announced (0: never)")
            self.fields["last_bell_minutes"].label = end
        self.fields["zone"].help_text = _("All times stay as they are on the wall.")
        if self.initial["awards_after"]:
            after = {"awards": listed(f"{award.name} ({award.count})" for award in self.initial["awards_after"])}
            self.fields["award_more"].help_text = gettext("Behind these, kept as they are: %(awards)s.") % after
        if "minutes" in self.fields:
            self.fields["minutes"].required = self.initial["minutes"] is not None
        for name, field in self.fields.items():
            field.disabled = frozen and (name not in self.ABOUT or (name == "own_days" and not self.initial[name]))
            if isinstance(field, OptionField):
                field.offer(self.initial[name])
        if self.is_bound:
            # of a part of the page that was sent alone; the others stay as they are
            for name in list(self.fields):
                if name not in self.data and self[name].html_initial_name not in self.data:
                    del self.fields[name]

    def clean(self) -> dict[str, Any]:
        values = super().clean() or self.cleaned_data
        if values.get("award_more") and not values.get("more_teams") and "more_teams" not in self.errors:
            self.add_error("more_teams", _("How many teams get it?"))
        return values


@dataclass(frozen=True)
class Part:
    """A part of the settings that is saved by itself: its fields by name, and what its button says."""

    key: str
    title: Promise
    names: tuple[str, ...]
    press: Promise
    remark: Promise | str = ""


PARTS: Final = (
    Part("about", _("About the event"), SettingsForm.ABOUT, _("Save what is said about the event")),
    Part("times", _("Times"), ("closes", "draw", "zone"), _("Save the times")),
    Part(
        "left-open", _("What is still open"),
        ("on_time", "tie", "pass_scope", "a_fail", "fail_consecutive", "fail_scope", "grace_minutes", "branches_apart",
         "third_place_match"),
        _("Save what was left open"),
        _("The usual way is proposed; the office decides."),
    ),
    Part(
        "rules", _("Rules of the match"),
        ("pass_condition", "report_at", "deal_limit", "best_of", "match_clock"),
        _("Save the rules of the match"),
    ),
    Part(
        "boards", _("Team matches"), ("boards", "boards_equal", "stop_early"), _("Save how team matches are played"),
        _("Each board by players of its own; a team enters those of all boards."),
    ),
    Part(
        "house", _("Rules of the game here"), ("own_rules",), _("Save the rules of the game here"),
        _("Printed in the circular before the usual rules, and shown under the regulation."),
    ),
    Part(
        "awards", _("Awards"), ("award_1", "award_2", "award_3", "award_more", "more_teams", "award_0"),
        _("Save the awards"),
    ),
)  # fmt: skip


@dataclass(frozen=True)
class ShownPart:
    """A part with the form that its fields are of: the one that was refused, if it has them."""

    part: Part
    form: SettingsForm

    @property
    def fields(self) -> list[forms.BoundField]:
        return [self.form[name] for name in self.part.names if name in self.form.fields]

    @property
    def can_be_saved(self) -> bool:
        return any(not bound.field.disabled for bound in self.fields)


def shown_parts(form: SettingsForm, refused: SettingsForm | None) -> list[ShownPart]:
    """All parts of the page."""
    parts = [ShownPart(p, refused if refused and refused.fields.keys() & {*p.names} else form) for p in PARTS]
    return [shown for shown in parts if shown.fields]


def on_wall(moment: datetime | None) -> datetime | None:
    """Without its zone: what a clock in the hall shows."""
    return timezone.make_naive(moment) if moment and timezone.is_aware(moment) else moment


class RuleSetForm(PageForm):
    """Another named rule set, with all the rules it has."""

    rule_set = forms.ChoiceField(
        label=_("Rule set"),
        choices=[
            (_("Published rules"), [(key, choices.RULE_SETS[key]) for key in choices.PUBLISHED]),
            (
                _("Used by other unions"),
                [row for row in choices.RULE_SETS.items() if row[0] not in choices.PUBLISHED],
            ),
        ],
    )


class GameForm(PageForm):
    """项目 of the event, with what it chooses of it. Another game begins as it is usually played."""

    game = forms.ChoiceField(label=_("Game"), choices=[*GAMES.items()])
    seats = forms.TypedChoiceField(
        label=_("Players per team"), choices=[*SEATS.items()], coerce=int,
        help_text=_("At each board, where a match has several."),
    )  # fmt: skip
    reserves = forms.IntegerField(
        label=_("Reserves that a team may name beside them"), required=False, min_value=0, max_value=MOST_RESERVES,
        help_text=_("Whoever is ticked at the table plays; a team of one has no reserves."),
    )  # fmt: skip
    draws = forms.BooleanField(label=_("There are draws"), required=False)
    measure = forms.ChoiceField(label=_("What is written down"), choices=[*MEASURES.items()])
    target = forms.IntegerField(
        label=_("Points to which a game goes"), required=False, min_value=2, max_value=998,
        help_text=_("Two ahead; the points of the loser are typed. Left empty: those by which the winner is ahead."),
    )  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in OPTIONS - self.initial.keys():
            del self.fields[name]

    @property
    def is_another(self) -> bool:
        return bool(self.cleaned_data["game"] != self.initial["game"])

    def options(self) -> dict[str, Any]:
        """What was typed of the game that is played."""
        return {} if self.is_another else {name: self.cleaned_data[name] for name in OPTIONS & self.fields.keys()}


def initial_of(tournament: Tournament) -> dict[str, Any]:
    """The values that stand, by the name of the field."""
    plain = (
        "name", "organiser", "document", "place", "zone", "check_in_minutes", "last_bell_minutes",
        "branches_apart", "third_place_match", "best_of", "boards", "boards_equal", "stop_early", "match_clock",
        "names_public", "is_rated", "committees", "own_rules", "branch_word", "member_word", "leader_word", "own_days",
    )  # fmt: skip
    awards = [Award(**award) for award in tournament.awards]
    further = _further(awards)
    return {
        **{name: getattr(tournament, name) for name in plain},
        **values_of(rule_set(tournament)),
        "closes": tournament.closes_at,
        "draw": tournament.draw_at,
        **{f"award_{award.rank}": award.name for award in awards if award.rank <= THIRD},
        **({"award_more": further[0].name, "more_teams": further[0].count or 1} if further else {}),
        "awards_after": further[1:],
    }


def _further(awards: Iterable[Award]) -> list[Award]:
    """Those of the places behind the third, the best first."""
    return sorted((award for award in awards if award.rank > THIRD), key=lambda award: award.rank)


def values_of(rule_set: RuleSet) -> dict[str, Any]:
    """Those of a rule set, by the name of the field."""
    rules = rule_set.to_dict()
    return {
        **{name: rules[name] for name in PLAIN_RULES},
        "tie": tuple(rules["tie_rules"]),
        "a_fail": (rules["a_fail_limit"], str(rules["a_fail_to"])) if rules["a_fail_limit"] else (None, ""),
    }


def rule_options_of(tournament: Tournament, values: dict[str, Any]) -> dict[str, Any]:
    """The options of the event over its named rule set, with those that were chosen otherwise; as they are where the
    form of another game asks for none."""
    if "a_fail" not in values:
        return dict(tournament.rule_options)
    limit, fall = values["a_fail"]
    chosen = {name: values[name] for name in PLAIN_RULES} | {"tie_rules": list(values["tie"]), "a_fail_limit": limit}
    if limit:
        chosen["a_fail_to"] = fall
    present = rule_set(tournament).to_dict()
    return {**tournament.rule_options, **{name: value for name, value in chosen.items() if present[name] != value}}


def changed_rules(tournament: Tournament) -> list[str]:
    """What the office has set otherwise than the rule set has it, as its fields are called."""
    named_otherwise = {"tie_rules": "tie", "a_fail_limit": "a_fail", "a_fail_to": "a_fail"}
    names = dict.fromkeys(named_otherwise.get(option, option) for option in tournament.rule_options)
    return [str(SettingsForm.base_fields[name].label) for name in names if name in SettingsForm.base_fields]


def awards_of(present: TournamentSettings, values: dict[str, Any]) -> tuple[Award, ...]:
    """The awards that have a name. A match for third place that is now wanted leaves one third, one that no longer is
    leaves two; the further awards move with them, and the form changes the first of these alone."""
    counts = {award.rank: award.count for award in present.awards}
    before = counts.get(3) or (1 if present.third_place_match else 2)
    thirds = before
    if values["third_place_match"] != present.third_place_match:
        thirds = 1 if values["third_place_match"] else 2
    counts[3] = thirds
    names = {rank: (values.get(f"award_{rank}") or "").strip() for rank in (1, 2, 3, 0)}
    placed = [Award(rank, names[rank], counts.get(rank, 0)) for rank in (1, 2, 3) if names[rank]]
    further = [replace(award, rank=award.rank + thirds - before) for award in _further(present.awards)]
    more = (values.get("award_more") or "").strip()
    first = [Award(further[0].rank if further else 3 + thirds, more, values["more_teams"])] if more else []
    wider = first[0].count - (further[0].count or 1) if first and further else 0
    after = [replace(award, rank=award.rank + wider) for award in further[1:]]
    return (*placed, *first, *after, *([Award(0, names[0])] if names[0] else []))
