"""What the tiles a seat cannot see may be, as the compiled sampler takes it."""

import numpy as np

from bot.ai.kernels import policy, worlds
from bot.ai.kernels.bits import Table
from bot.ai.knowledge import Knowledge
from bot.engine import GameSpec

ASIDE = worlds.HOLDERS - 1


def belief_in_play(known: Knowledge) -> Table:
    """Return where the unseen tiles may lie in the play of a hand."""
    view = known.view
    belief = np.zeros(worlds.BELIEF_SIZE, np.int64)
    belief[worlds.UNSEEN] = known.unseen
    for seat in range(view.rules.game.seats):
        if seat != known.me:
            belief[worlds.SIZES + seat] = view.hand_sizes[seat]
            belief[worlds.MAY + seat] = known.may[seat]
    aside = known.unseen.bit_count() - int(belief[worlds.SIZES : worlds.SIZES + ASIDE].sum())
    belief[worlds.SIZES + ASIDE] = aside
    belief[worlds.MAY + ASIDE] = known.unseen
    if view.rules.has_exchange and view.rules.game.exchange == "counts-out":
        # Every count was taken out of what lies aside and none may be put back (000:213).
        belief[worlds.MAY + ASIDE] &= ~_counts(known)
    return belief


def belief_as_shown(known: Knowledge, belief: Table) -> Table | None:
    """Return the belief in which each seat holds what its discards speak for, None if nothing."""
    trusting = belief.copy()
    told = 0
    for seat, shown in enumerate(known.shown):
        tiles = shown & known.may[seat] & ~told
        if not tiles or not belief[worlds.SIZES + seat]:
            continue
        best = 1 << (tiles.bit_length() - 1)
        told |= best
        for other in range(worlds.HOLDERS):
            if other != seat:
                trusting[worlds.MAY + other] &= ~best
    return trusting if told else None


def _counts(known: Knowledge) -> int:
    tiles = enumerate(known.order.line)
    return sum(1 << place for place, tile in tiles if tile.count)


def belief_before_play(game: GameSpec, me: int, unseen: int) -> Table:
    """Return where the unseen tiles may lie before anything is known of them."""
    belief = np.zeros(worlds.BELIEF_SIZE, np.int64)
    belief[worlds.UNSEEN] = unseen
    for seat in range(game.seats):
        if seat != me:
            belief[worlds.SIZES + seat] = game.hand_size
            belief[worlds.MAY + seat] = unseen
    belief[worlds.SIZES + ASIDE] = game.kitty_size
    belief[worlds.MAY + ASIDE] = unseen
    return belief


def start_of(known: Knowledge, places_on_table: list[int]) -> Table:
    """Return the world as far as this seat knows it: its hand, what is gone, who is out of what."""
    view = known.view
    everything = (1 << len(known.order.line)) - 1
    world = np.zeros(policy.WORLD_SIZE, np.int64)
    world[policy.HANDS + known.me] = known.hand
    for seat in range(view.rules.game.seats):
        if seat != known.me:
            world[policy.CANNOT + seat] = known.unseen & ~known.may[seat]
    on_table = sum(1 << place for place in places_on_table)
    world[policy.GONE] = (everything & ~known.unseen & ~known.hand) | on_table
    world[policy.EVERYTHING] = everything
    world[policy.BIDDER] = view.bidder if view.bidder is not None else -1
    return world
