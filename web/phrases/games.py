"""Words about entries of the other games on a sheet (双升, 够级)."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.games import GameCode

PROBLEMS: dict[str, Promise] = {
    GameCode.NOT_AN_ENTRY: _("This is no entry of the game on this sheet."),
    GameCode.FIELD_UNKNOWN: _("An entry of this game has no such field."),
    GameCode.FIELD_MISSING: _("This must be filled in."),
    GameCode.VALUE_WRONG: _("This field cannot have that value."),
    GameCode.NOT_CARD_POINTS: _("The attackers’ points are 0 or more, go up by fives, and cannot be so many."),
    GameCode.EFFECT_NOT_IN_GAME: _("This game knows no penalty with that effect."),
    GameCode.SEAT_OF_NO_PLAYER: _("The order is made of the six seats only."),
    GameCode.PLAYER_OUT_TWICE: _("A player goes out once; one seat stands twice in the order of the six."),
    GameCode.ORDER_INCOMPLETE: _("Name all six players in the order in which they went out, or none."),
    GameCode.ORDER_REQUIRED: _("In this event the order in which the six went out is written down too."),
}
