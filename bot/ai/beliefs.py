"""What the tiles a seat cannot see may be, as the compiled sampler takes it."""

import numpy as np

from bot.ai.kernels import layout, weighing
from bot.ai.kernels.bits import Table
from bot.ai.knowledge import Knowledge

ASIDE = layout.HOLDERS - 1


def belief_in_play(known: Knowledge) -> Table:
    """Return where the unseen tiles may lie in the play of a hand."""
    view = known.view
    belief = np.zeros(layout.BELIEF_SIZE, np.int64)
    belief[layout.UNSEEN] = known.unseen
    for seat in range(view.rules.game.seats):
        if seat != known.me:
            belief[layout.SIZES + seat] = view.hand_sizes[seat]
            belief[layout.MAY + seat] = known.may[seat]
    aside = known.unseen.bit_count() - int(belief[layout.SIZES : layout.SIZES + ASIDE].sum())
    belief[layout.SIZES + ASIDE] = aside
    belief[layout.MAY + ASIDE] = known.unseen
    if view.rules.has_exchange and view.rules.game.exchange == "counts-out":
        # Every count was taken out of what lies aside and none may be put back (000:213).
        belief[layout.MAY + ASIDE] &= ~_counts(known)
    return belief


def seen_of(known: Knowledge) -> Table:
    """Return the plays so far, and by seat the strongest tile that its discards speak for."""
    view = known.view
    seen = np.zeros(weighing.SEEN_SIZE, np.int64)
    used = known.hand
    number = 0
    for trick in (*view.tricks, *((view.trick,) if view.trick is not None else ())):
        for play in trick.plays:
            place = known.order.places[play.tile]
            # Of two equal tiles the first is the one in hand, or the one played first.
            place += used >> place & 1
            used |= 1 << place
            number += 1
            lead = place | (256 if play.declared is not None else 0)
            seen[weighing.PLAYS + number] = play.seat | lead << 4
    seen[weighing.PLAYS] = number
    told = 0
    for seat, shown in enumerate(known.shown):
        tiles = shown & known.may[seat] & ~told
        if tiles and view.hand_sizes[seat]:
            seen[weighing.SAID + seat] = 1 << (tiles.bit_length() - 1)
            told |= int(seen[weighing.SAID + seat])
    return seen


def _counts(known: Knowledge) -> int:
    tiles = enumerate(known.order.line)
    return sum(1 << place for place, tile in tiles if tile.count)


def start_of(known: Knowledge, places_on_table: list[int]) -> Table:
    """Return the world as far as this seat knows it: its hand, what is gone, who is out of what."""
    view = known.view
    everything = (1 << len(known.order.line)) - 1
    world = np.zeros(layout.WORLD_SIZE, np.int64)
    world[layout.HANDS + known.me] = known.hand
    for seat in range(view.rules.game.seats):
        if seat != known.me:
            world[layout.CANNOT + seat] = known.unseen & ~known.may[seat]
    on_table = sum(1 << place for place in places_on_table)
    world[layout.GONE] = (everything & ~known.unseen & ~known.hand) | on_table
    world[layout.EVERYTHING] = everything
    world[layout.BIDDER] = view.bidder if view.bidder is not None else -1
    return world
