"""The value of each tile in a contract: a linear fit of the strength estimate.

A line holds a game, the class of trump (a number, doubles or none) and, as shares of all points: a
constant; the highest trump, the second, the third, any other; a non-trump double; a tile below at
most one other of its suit; any other tile; and the effect of ten points of count outside trump.

`tools/fit_tile_weights.py` fits them to `strength.estimate`; see docs/strength.md.
"""

from texas42.ai.inference.trick_order import TrickOrder
from texas42.ai.valuation.strength_weights import read_weights, trump_class, weights_game
from texas42.engine import FOLLOW_ME, Contract, DoublesRule, Rules, Suit, Tile, suit_contract

SHARE = 10_000
"""The value of a hand that takes all points."""

_WORTH = """
42 number .105 .205 .174 .122 .115 .088 .019 .009 -.003
42 doubles .096 .137 .216 .111 .101 0 .072 .033 .005
42 follow-me .045 0 0 0 0 .140 .124 .052 .026
88 number .064 .151 .094 .098 .093 .069 .038 .037 -.021
88 doubles .058 .114 .135 .089 .092 0 .061 .036 -.005
88 follow-me .024 0 0 0 0 .114 .053 .052 -.014
80 number .052 .153 .091 .090 .091 .054 .025 .020 -.025
80 doubles .050 .120 .134 .085 .073 0 .066 .026 -.012
80 follow-me .019 0 0 0 0 .102 .047 .037 -.015
79 number .064 .167 .094 .099 .094 .054 .033 .033 -.037
79 doubles .060 .123 .141 .092 .094 0 .058 .034 -.007
79 follow-me .025 0 0 0 0 .104 .064 .056 -.018
84x6 number .064 .175 .091 .096 .091 .060 .031 .028 -.024
84x6 doubles .059 .119 .136 .090 .089 0 .062 .036 -.006
84x6 follow-me .025 0 0 0 0 .104 .065 .059 -.018
84x8 number .093 .198 .113 .114 .113 .061 .027 .023 -.004
84x8 doubles .085 .150 .161 .094 .097 0 .054 .040 -.006
84x8 follow-me .038 0 0 0 0 .143 .067 .057 -.017
big-game number .050 .127 .104 .095 .093 .063 .043 .025 -.011
big-game doubles .042 .119 .087 .075 .090 0 .065 .029 .024
big-game follow-me .018 0 0 0 0 .094 .075 .032 .017
moon number .105 .318 .189 .098 .096 .075 -.013 -.031 0
moon doubles .089 .231 .170 .068 .089 0 .081 -.012 0
moon follow-me .051 0 0 0 0 .144 .180 .031 0
moon4 number .102 .230 .139 .097 .095 .098 .040 .014 0
moon4 doubles .091 .207 .108 .109 .105 0 .076 .033 0
moon4 follow-me .049 0 0 0 0 .150 .144 .050 0
"""


TILE_VALUES = read_weights(_WORTH)


def plain_contracts(rules: Rules) -> tuple[Contract, ...]:
    """List the ordinary contracts of a table."""
    return tuple(plain_contract(rules, suit) for suit in rules.nameable)


def plain_contract(rules: Rules, suit: Suit) -> Contract:
    """Return the ordinary contract in a suit, follow-me with its first rule for doubles."""
    rule = DoublesRule.HIGH
    if suit is FOLLOW_ME and DoublesRule.HIGH not in rules.nt_doubles:
        rule = rules.nt_doubles[0]
    return suit_contract(suit, rule)


def tile_values(rules: Rules, order: TrickOrder) -> tuple[int, dict[Tile, int]]:
    """Return the constant part of a hand's value in a contract, and the value of each tile."""
    key = (weights_game(rules.game), trump_class(order.trump_suit))
    base, *by_rank, double, second, other, count = TILE_VALUES[key]
    worth: dict[Tile, int] = {}
    for place, tile in enumerate(order.line):
        trump = order.trump >> place & 1
        suit = order.trump if trump else order.follows[order.suit_led(tile)] & ~order.trump
        above = len(set(order.tiles(suit & order.stronger[place])))
        if trump:
            value = by_rank[min(above, len(by_rank) - 1)]
        elif tile.is_double:
            value = double
        else:
            value = (second if above <= 1 else other) + count * rules.game.tile_count(tile) / 10
        worth[tile] = round(SHARE * value)
    return round(SHARE * base), worth
