"""Makers of raw entries and options of the three games, as JSON values."""

from hypothesis import strategies as st

from guandan_rules import EffectKind, Offence, OnTime, Side
from scoring.games import GAMES
from scoring.games.shuangsheng import MOST_POINTS
from scoring.games.shuangsheng_rules import EFFECTS, TIE_RULES
from tests.guandan_rules import factories as guandan

HOME, AWAY = Side.HOME, Side.AWAY
SIX = "123456"


def played(order, kind="regular"):
    """掼蛋: a deal by its finish order."""
    return {"type": "deal", "order": order, "kind": kind}


def defended(defenders, points, **more):
    """双升: a deal by who defended and the attackers' points."""
    return {"type": "deal", "defenders": defenders, "points": points, **more}


def won(winner, **more):
    """够级: a match by its winner."""
    return {"type": "result", "winner": winner, **more}


def penalised(side, *effects, offence="other"):
    """A penalty with effects as (kind, amount)."""
    listed = [{"kind": kind, "amount": amount} for kind, amount in effects]
    return {"type": "penalty", "side": side, "offence": offence, "effects": listed}


def log_of(name, *raws):
    return tuple(GAMES[name].entry_of(raw) for raw in raws)


def state_of(name, /, *raws, **options):
    """Where the game stands after these raw entries, under these options as JSON values."""
    played_game = GAMES[name]
    return played_game.fold(played_game.options_of(options), log_of(name, *raws))


def verdict_of(name, /, *raws, time_up=False, in_hand=None, **options):
    played_game = GAMES[name]
    state = state_of(name, *raws, **options)
    return played_game.verdict(played_game.options_of(options), state, time_up=time_up, in_hand=in_hand)


def refusals(name, /, *raws, raw, time_up=False, in_hand=None, **options):
    """(code, field) of every problem with ``raw`` after ``raws``."""
    played_game = GAMES[name]
    state = state_of(name, *raws, **options)
    problems = played_game.entry_problems(played_game.options_of(options), state, raw, time_up=time_up, in_hand=in_hand)
    return [(problem.code, problem.field) for problem in problems]


sides = st.sampled_from([side.value for side in Side])
kinds = st.sampled_from(["regular", "late", "in_hand"])


def penalties(allowed):
    effects = st.lists(st.tuples(st.sampled_from([kind.value for kind in allowed]), st.integers(0, 13)), max_size=3)
    offences = st.sampled_from([offence.value for offence in Offence])
    return st.builds(lambda side, pairs, offence: penalised(side, *pairs, offence=offence), sides, effects, offences)


raw_deals = {
    "guandan": st.builds(played, guandan.orders, kinds),
    "shuangsheng": st.builds(
        defended,
        sides,
        st.integers(0, 60).map(lambda fives: 5 * fives) | st.just(MOST_POINTS),
        bottom=st.booleans(),
        wrong_play=st.lists(sides, unique=True),
        kind=kinds,
    ),
    "win_loss": st.builds(won, sides, order=st.just([]) | st.permutations(SIX)),
}
raw_penalties = {
    "guandan": penalties(EffectKind),
    "shuangsheng": penalties(EFFECTS),
    "win_loss": penalties([EffectKind.NOTE, EffectKind.WARNING, EffectKind.MATCH_LOST, EffectKind.DISQUALIFIED]),
}
harmless = penalties([kind for kind in EFFECTS if kind not in (EffectKind.MATCH_LOST, EffectKind.DISQUALIFIED)])
raw_entries = {name: st.one_of(deal, deal, raw_penalties[name]) for name, deal in raw_deals.items()}

json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-300, 300) | st.floats(allow_nan=False) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=5,
)


@st.composite
def damaged_entries(draw, name):
    """A raw entry with perhaps one field lost, added or replaced by anything."""
    raw = dict(draw(raw_entries[name]))
    field = draw(st.sampled_from([*raw, "nonsense"]))
    if draw(st.booleans()):
        raw.pop(field, None)
    else:
        raw[field] = draw(json_values | sides | st.sampled_from(["deal", "result", "penalty", "extra"]))
    return raw


def bands(take_at):
    """Bands that cover 0…take_at - 1, as JSON values."""
    ends = st.sets(st.integers(0, take_at - 2), max_size=5).map(lambda limits: [*sorted(limits), take_at - 1])
    return ends.flatmap(lambda limits: st.tuples(*(st.tuples(st.just(end), st.integers(0, 13)) for end in limits)))


def wrong_play(*kinds_):
    effect = st.fixed_dictionaries(
        {"kind": st.sampled_from([kind.value for kind in kinds_]), "amount": st.integers(0, 13)}
    )
    return st.lists(effect, max_size=2)


_levels = st.integers(2, 14)
_lasting = [kind for kind in EFFECTS if kind not in (EffectKind.MATCH_LOST, EffectKind.DISQUALIFIED)]
shuangsheng_options = st.integers(2, 200).flatmap(
    lambda take_at: st.fixed_dictionaries(
        {"take_at": st.just(take_at), "bands": bands(take_at)},
        optional={
            "name": st.text(max_size=5),
            "points_a_level": st.integers(1, 40),
            "must_play": st.lists(_levels, unique=True, max_size=4),
            "leave_by_defending": st.booleans(),
            "falls": st.lists(
                st.integers(3, 14).flatmap(lambda at: st.tuples(st.just(at), st.integers(2, at - 1))),
                max_size=3,
                unique_by=lambda fall: fall[0],
            ),
            "defenders_wrong": wrong_play(*_lasting),
            "attackers_wrong": wrong_play(*_lasting),
            "target_level": st.integers(10, 14),
            "first_level": st.integers(2, 9),
            "deal_limit": st.none() | st.integers(1, 30),
            "minutes": st.none() | st.integers(1, 200),
            "on_time": st.sampled_from([rule.value for rule in OnTime]),
            "tie_rules": st.lists(st.sampled_from([rule.value for rule in TIE_RULES]), unique=True),
        },
    )
)
raw_options = {
    "guandan": guandan.rule_sets.map(lambda rules: rules.to_dict()),
    "shuangsheng": shuangsheng_options,
    "win_loss": st.fixed_dictionaries(
        {},
        optional={
            "name": st.text(max_size=5),
            "draws": st.booleans(),
            "measure": st.sampled_from(["result", "points"]),
            "target": st.none() | st.integers(2, 998),
            "scale": st.sampled_from(["none", "win_2_draw_1", "win_3_loss_1"]),
            "order_required": st.booleans(),
            "minutes": st.none() | st.integers(1, 99),
        },
    ),
}
