"""The value of a trick, or of keeping a tile, to a side, in points."""

from texas42.ai.inference.knowledge import Knowledge
from texas42.ai.inference.trick_order import places_of
from texas42.engine import FOLLOW_ME, Suit

DECISIVE = 15.0
"""The bonus for a trick that makes or sets the bid, beyond its points."""
ALL_AT_STAKE = 42.0
"""The value of a trick if one lost trick sets the bid."""


def stake(know: Knowledge, points: int, chance: float) -> float:
    """Return the value of a trick of `points` that this side takes with `chance`."""
    if know.every_trick:
        return (2 * chance - 1) * ALL_AT_STAKE
    value = (2 * chance - 1) * points
    ours, theirs = to_decide(know)
    if 0 < ours <= points:
        value += chance * DECISIVE
    if 0 < theirs <= points:
        value -= (1 - chance) * DECISIVE
    return value


def to_decide(know: Knowledge) -> tuple[int, int]:
    """Return the points that this side and the other side still need to make or set the bid."""
    view = know.view
    game = view.rules.game
    if view.needed is None or view.bidder is None:
        return (1, 1) if know.every_trick else (0, 0)
    bidder = view.points[game.side_of(view.bidder)]
    others = sum(view.points) - bidder
    makes = view.needed - bidder
    sets = game.total - view.needed + 1 - others
    return (makes, sets) if know.declaring else (sets, makes)


def keeping(know: Knowledge, place: int) -> float:
    """Return the value of keeping a tile in hand."""
    order = know.order
    tile = order.line[place]
    bit = 1 << place
    scale = 2.0 if know.view.rules.game.trick_points == 2 else 1.0
    if order.trump & bit:
        outstanding = order.trump & know.unseen
        above = (outstanding & order.stronger[place]).bit_count()
        if not above:
            return 6.0 * scale
        weaker = outstanding.bit_count() - above
        return (2.8 + 0.25 * weaker - 0.1 * above) * scale
    if not know.view.rules.game.counts:
        scale = 0.5
    led = order.suit_led(tile)
    above = (order.beaters(led, tile) & order.follows[led] & know.unseen).bit_count()
    alive = (order.follows[led] & know.unseen).bit_count()
    if above == 0:
        return (2.5 + 0.2 * alive + 0.1 * tile.high if alive else 2.0) * scale
    guarded = any(
        order.follows[led] >> other & 1 for other in places_of(know.hand & ~bit & ~order.trump)
    )
    if above == 1:
        return (1.2 + 0.2 * guarded) * scale
    return 0.15 * order.ranks[place] / len(order.line) + 0.1 * tile.high / 6


def holds_led(know: Knowledge, led: Suit | None) -> bool:
    """Return True if the seat holds a tile of the suit led and must follow."""
    return led is not None and bool(know.hand & know.order.follows[led])


def has_trump(know: Knowledge) -> bool:
    """Return True if the contract has a trump suit."""
    return know.order.trump_suit is not FOLLOW_ME
