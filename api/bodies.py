"""What is taken: JSON, and the shapes of bodies and queries. A misspelt name is refused, never lost silently."""

import json
from collections.abc import Mapping
from operator import itemgetter
from typing import IO, Any

from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

from guandan_rules import EffectKind, Offence
from journal.texts import is_one_line
from notices.states import Concerned
from scoring.actions.submissions import MOST_DEALS
from scoring.games.entries import MOST_LEVELS
from scoring.models import KEY_LENGTH
from scoring.states import DealKind, Operation
from tournaments.draw.rules import LONGEST_SEED
from tournaments.entries.fields import GENDER, GENDERS, HIGHEST_TEAM, MAIL_LENGTH, EntryField, Section, section_rows
from tournaments.event.words.site import LINE_BREAK
from tournaments.states import EqualsDecided, MatchState

LONGEST_BODY = 500
MOST_BEHIND = 32_767
MOST_ABSENT = 4_096
HIGHEST_NUMBER = 2**31 - 1
GENDER_CHOICES = [gender for gender in GENDERS if gender]


class StorableJSON(JSONParser):
    """JSON that can be kept and sent back: no half of a character, and not nested without end."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        try:
            body = super().parse(stream, media_type, parser_context)
            json.dumps(body, ensure_ascii=False).encode()
        except (RecursionError, UnicodeEncodeError) as error:
            raise ParseError from error
        return body


class Line(serializers.CharField):
    """A text of one line: what breaks it is refused."""

    default_error_messages = {"line_break": LINE_BREAK}

    def to_internal_value(self, data: Any) -> str:
        value: str = super().to_internal_value(data)
        if not is_one_line(value):
            self.fail("line_break")
        return value


class Strict(serializers.Serializer[Any]):
    """A body or query of which every name is known: each that is not is a problem of its own."""

    def to_internal_value(self, data: Any) -> Any:
        values = super().to_internal_value(data)
        unknown = sorted(set(data) - set(self.fields))
        if unknown:
            words = dict.fromkeys(unknown, _("This name is not known here."))
            raise serializers.ValidationError(words, code="unknown_field")
        return values


class Body(Strict):
    """A write that says what it saw last: ``seen`` must never be lost."""

    seen = serializers.IntegerField(default=None, allow_null=True, min_value=0, max_value=HIGHEST_NUMBER)


class DealBody(Body):
    """掼蛋's ``order`` and ``kind``, or the ``entry`` of any game."""

    order = Line(max_length=20, default="")
    kind = serializers.ChoiceField(DealKind.choices, default=DealKind.REGULAR)
    entry = serializers.DictField(child=serializers.JSONField(allow_null=True), default=None, allow_null=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["entry"] is None and "order" not in self.initial_data:
            raise serializers.ValidationError({"order": _("This must be filled in.")}, code="required")
        return super().validate(attrs)


class UndoBody(Body):
    pass


class AgreementBody(Strict):
    """``agrees``: whether that side says yes to the sheet as it was ``seen``; ``note``: why not, for the staff."""

    side = serializers.ChoiceField(["home", "away"])
    agrees = serializers.BooleanField(default=True)
    note = Line(max_length=LONGEST_BODY, default="", allow_blank=True)
    seen = serializers.IntegerField(min_value=0, max_value=HIGHEST_NUMBER)


class Typed(serializers.Serializer[Any]):
    """What was filled into a form: by field its texts."""

    typed = serializers.DictField(child=serializers.ListField(child=Line(allow_blank=True)))


class SubmissionBody(Strict):
    """提交. ``builds_on`` is the key of the entry before it on the device, or the mark of the deal it was shown last;
    ``body`` holds order and kind of a deal, or its ``entry``, or the texts ``typed`` into the game's form, several a
    field; in_hand of an answer at the bell; ``sheet`` is the sheet it was written on; ``behind`` says how many more
    entries the device holds."""

    device = Line(max_length=KEY_LENGTH)
    key = Line(max_length=KEY_LENGTH)
    operation = serializers.ChoiceField(Operation.choices)
    number = serializers.IntegerField(min_value=0, max_value=MOST_DEALS)
    builds_on = Line(max_length=KEY_LENGTH, allow_blank=True, default="")
    body = serializers.DictField(child=serializers.JSONField(allow_null=True), default=dict)
    sheet = serializers.IntegerField(default=None, allow_null=True, min_value=0)
    behind = serializers.IntegerField(default=0, min_value=0, max_value=MOST_BEHIND)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        attrs = super().validate(attrs)
        if len(json.dumps(attrs["body"])) > LONGEST_BODY:
            raise serializers.ValidationError({"body": _("This is too long.")}, code="too_long")
        if "typed" in attrs["body"]:
            Typed(data={"typed": attrs["body"]["typed"]}).is_valid(raise_exception=True)
        return attrs


class PenaltyBody(Body):
    """``effect``: one without a consequence instead of what is due, or any by whoever may rule, with its ``amount`` of
    levels; ``note`` is for the staff."""

    side = serializers.ChoiceField(["home", "away"])
    offence = serializers.ChoiceField([offence.value for offence in Offence])
    effect = serializers.ChoiceField(["", *(kind.value for kind in EffectKind)], default="", allow_blank=True)
    amount = serializers.IntegerField(default=1, min_value=1, max_value=MOST_LEVELS)
    note = Line(max_length=LONGEST_BODY, default="", allow_blank=True)


class StrikeBody(Body):
    reason = Line(max_length=LONGEST_BODY, default="", allow_blank=True)


class CallBody(Strict):
    """Nothing more is to be said."""


class RefereeCallBody(Strict):
    """``note`` says why, for the staff."""

    note = Line(max_length=LONGEST_BODY, default="", allow_blank=True)


class RefereeAnswerBody(Strict):
    """Nothing more is to be said."""


class CheckInBody(Strict):
    """Everybody whom the match expects is here."""


class ClockBody(Strict):
    """``step``: start, pause or resume the clock of the round; ``sitting`` of a round that is played in several."""

    step = serializers.ChoiceField(["start", "pause", "resume"])
    sitting = serializers.IntegerField(default=1, min_value=1, max_value=99)


class PairingBody(Strict):
    """``step``: pair the round by the standing or by lot, as its format has it, or take that back; ``absent``: ids of
    the teams that cannot come to it, which have no match in it and are paired again in the next one."""

    step = serializers.ChoiceField(["pair", "unpair"])
    absent = serializers.ListField(child=serializers.IntegerField(min_value=1), default=list, max_length=MOST_ABSENT)


class RoundStartBody(Strict):
    """``starts_at`` with its zone; ``sitting`` of a round that is played in several."""

    starts_at = serializers.DateTimeField()
    sitting = serializers.IntegerField(default=1, min_value=1, max_value=99)


class MatchDayBody(Strict):
    """``at`` with its zone, and where."""

    at = serializers.DateTimeField()
    place = Line(default="", allow_blank=True)


class ChallengeBody(Strict):
    """Ids of the two teams; whom the first one challenges stands above it."""

    challenger = serializers.IntegerField(min_value=1)
    challenged = serializers.IntegerField(min_value=1)


class SeasonBody(Strict):
    """``step``: close the season, or open it again."""

    step = serializers.ChoiceField(["close", "reopen"])


class StagePlacesBody(Strict):
    """``absent``: ids of the teams that cannot come; ``seed`` of a draw by lot, empty: by chance."""

    absent = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=HIGHEST_NUMBER), max_length=MOST_ABSENT, default=list
    )
    seed = Line(max_length=LONGEST_SEED, default="", allow_blank=True)


class EqualsBody(Strict):
    """``teams``: ids of those who are equal in everything, all of them; ``how``: their places are shared, played off or
    drawn; ``order``: the same ids, the best first, of a play-off or of lots drawn by hand, empty: the program draws."""

    stage = serializers.IntegerField(min_value=1, max_value=HIGHEST_NUMBER)
    teams = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=HIGHEST_NUMBER), max_length=MOST_ABSENT
    )
    how = serializers.ChoiceField(EqualsDecided.values)
    order = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=HIGHEST_NUMBER), max_length=MOST_ABSENT, default=list
    )
    note = Line(max_length=200, default="", allow_blank=True)


class AnnouncementBody(Strict):
    """``concerned`` says which of ``branch``, ``team`` (ids) and ``round`` (its number) is looked at; ``public``: it
    stands on the event's board as well; ``at``: a moment with its zone, null for now."""

    title = Line(max_length=LONGEST_BODY)
    text = serializers.CharField(max_length=LONGEST_BODY)
    concerned = serializers.ChoiceField(Concerned.values, default=Concerned.ALL.value)
    branch = serializers.IntegerField(default=None, allow_null=True, min_value=1, max_value=HIGHEST_NUMBER)
    team = serializers.IntegerField(default=None, allow_null=True, min_value=1, max_value=HIGHEST_NUMBER)
    round = serializers.IntegerField(default=None, allow_null=True, min_value=1, max_value=HIGHEST_NUMBER)
    public = serializers.BooleanField(default=False)
    at = serializers.DateTimeField(default=None, allow_null=True)


class DrawBody(Strict):
    """``seed``: what the draw is made of, empty: by chance; ``without_drafts``: who is not entered yet stays out."""

    seed = Line(max_length=LONGEST_SEED, default="", allow_blank=True)
    without_drafts = serializers.BooleanField(default=False)


class ReasonBody(Strict):
    reason = Line(max_length=LONGEST_BODY, default="", allow_blank=True)


class DrawConfirmationBody(Body):
    """``confirmed``: the breaches of the draw are accepted, for the ``reason``."""

    confirmed = serializers.BooleanField(default=False)
    reason = Line(max_length=LONGEST_BODY, default="", allow_blank=True)


class RulingBody(Strict):
    """``side``: who is absent, is out, or wins a decision; ``confirmed`` must be true: the pages ask back, too."""

    ruling = serializers.ChoiceField(["forfeit", "both_absent", "disqualification", "decision", "correction"])
    side = serializers.ChoiceField(["", "home", "away"], default="", allow_blank=True)
    reason = Line(max_length=LONGEST_BODY, default="", allow_blank=True)
    confirmed = serializers.BooleanField()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs.pop("confirmed"):
            raise serializers.ValidationError({"confirmed": _("This must be filled in.")}, code="required")
        return attrs


class OfEntry(Strict):
    """With a field for each of these of the entry form; how long it may be the action says."""

    rows: tuple[EntryField, ...] = ()

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        fields: dict[str, serializers.Field[Any, Any, Any, Any]] = {}
        for row in self.rows:
            if row.kind is GENDER:
                fields[row.name] = serializers.ChoiceField(GENDER_CHOICES, default="", allow_blank=True)
            else:
                fields[row.name] = Line(max_length=MAIL_LENGTH, default="", allow_blank=True)
        return fields | super().get_fields()


class PlayerBody(OfEntry):
    rows = section_rows(Section.PLAYER)
    name = Line(max_length=MAIL_LENGTH, allow_blank=True)


class SubstitutionBody(PlayerBody):
    """Who comes in the place of player ``number`` of the team."""

    number = serializers.IntegerField(min_value=1, max_value=HIGHEST_NUMBER)
    reason = Line(max_length=LONGEST_BODY, default="", allow_blank=True)


class TeamBody(OfEntry):
    rows = section_rows(Section.TEAM)
    ordinal = serializers.IntegerField(min_value=1, max_value=HIGHEST_TEAM)
    players = serializers.ListField(child=PlayerBody(), max_length=20)


class EntryBody(OfEntry, Body):
    """The whole form of a branch; teams that it does not mention stay."""

    rows = section_rows(Section.LEADER) + section_rows(Section.CONTACT)
    teams = serializers.ListField(child=TeamBody(), max_length=HIGHEST_TEAM)
    draft = serializers.BooleanField(default=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        ordinals = [team["ordinal"] for team in attrs["teams"]]
        if len(ordinals) != len(set(ordinals)):
            raise serializers.ValidationError({"teams": _("A team appears in it twice.")}, code="unique")
        attrs["teams"].sort(key=itemgetter("ordinal"))
        return super().validate(attrs)


class Filters(Strict):
    """A query; ``limit`` is how many come at most."""

    limit = serializers.IntegerField(default=50, min_value=1, max_value=200)


class PartFilters(Filters):
    """Part of a list, from ``offset`` on."""

    limit = serializers.IntegerField(default=20, min_value=1, max_value=100)
    offset = serializers.IntegerField(default=0, min_value=0, max_value=HIGHEST_NUMBER)


class MatchFilters(Filters):
    """Matches of a ``team`` or ``branch`` (ids), of a ``round``, ``stage`` or ``sitting`` (numbers), in a ``state``,
    or changed ``since`` an event of the journal (its number); from ``offset`` on."""

    offset = serializers.IntegerField(default=0, min_value=0, max_value=HIGHEST_NUMBER)
    team = serializers.IntegerField(required=False, min_value=1, max_value=HIGHEST_NUMBER)
    branch = serializers.IntegerField(required=False, min_value=1, max_value=HIGHEST_NUMBER)
    stage = serializers.IntegerField(required=False, min_value=1, max_value=HIGHEST_NUMBER)
    round = serializers.IntegerField(required=False, min_value=1, max_value=HIGHEST_NUMBER)
    sitting = serializers.IntegerField(required=False, min_value=1, max_value=HIGHEST_NUMBER)
    state = serializers.ChoiceField(MatchState.values, required=False)
    since = serializers.IntegerField(required=False, min_value=0, max_value=HIGHEST_NUMBER)


class EventFilters(Filters):
    """What happened ``after`` an event of the journal (its number; 0: from the beginning), the oldest first; ``kind``
    is a kind or the beginning of one: ``result.``."""

    after = serializers.IntegerField(default=0, min_value=0, max_value=HIGHEST_NUMBER)
    kind = serializers.RegexField(r"^[a-z_.]*$", default="", allow_blank=True, max_length=40)
