"""What the tiles a seat cannot see may be, as the compiled sampler takes it."""

from functools import lru_cache

import numpy as np

from bot.ai.inference.bid_inference import NO_CEILING, infer_bids
from bot.ai.inference.knowledge import Knowledge
from bot.ai.inference.trick_order import trick_order
from bot.ai.kernels import bid_evidence, layout, play_sampling
from bot.ai.kernels.bits import IntArray
from bot.ai.valuation.tile_weights import SHARE, plain_contracts, tile_values
from bot.engine import Contract, Rules, SeatView

ASIDE = layout.HOLDERS - 1


def unseen_in_play(known: Knowledge) -> IntArray:
    """Return where the unseen tiles may lie in the play of a hand."""
    view = known.view
    belief = np.zeros(layout.UNSEEN_SIZE, np.int64)
    belief[layout.TILES] = known.unseen
    for seat in range(view.rules.game.seats):
        if seat != known.me:
            belief[layout.TO_HOLD + seat] = view.hand_sizes[seat]
            belief[layout.MAY_HOLD + seat] = known.may[seat]
    aside = known.unseen.bit_count() - int(belief[layout.TO_HOLD : layout.TO_HOLD + ASIDE].sum())
    belief[layout.TO_HOLD + ASIDE] = aside
    belief[layout.MAY_HOLD + ASIDE] = known.unseen
    if view.rules.has_exchange and view.rules.game.exchange == "counts-out":
        # Every count was taken out of what lies aside and none may be put back (000:213).
        belief[layout.MAY_HOLD + ASIDE] &= ~_counts(known)
    return belief


def evidence_of(known: Knowledge, *, by_calls: bool) -> IntArray:
    """Return the plays so far, and by seat the strongest tile that its discards speak for.

    With `hears` also what the calls tell.
    """
    view = known.view
    seen = np.zeros(play_sampling.EVIDENCE_SIZE, np.int64)
    used = known.hand
    number = 0
    played = [0] * view.rules.game.seats
    for trick in (*view.tricks, *((view.trick,) if view.trick is not None else ())):
        for play in trick.plays:
            place = known.order.places[play.tile]
            # Of two equal tiles the first is the one in hand, or the one played first.
            place += used >> place & 1
            used |= 1 << place
            number += 1
            played[play.seat] |= 1 << place
            lead = place | (256 if play.declared is not None else 0)
            seen[play_sampling.PLAYS + number] = play.seat | lead << 4
    seen[play_sampling.PLAYS] = number
    told = 0
    for seat, shown in enumerate(known.shown):
        tiles = shown & known.may[seat] & ~told
        if tiles and view.hand_sizes[seat]:
            seen[play_sampling.SIGNALS + seat] = 1 << (tiles.bit_length() - 1)
            told |= int(seen[play_sampling.SIGNALS + seat])
    if by_calls:
        seen[play_sampling.BIDS :] = _heard(view)
        seen[play_sampling.BIDS + bid_evidence.PLAYED :][: len(played)] = played
    return seen


def _heard(view: SeatView) -> IntArray:
    """Return what the calls of the others tell of their hands."""
    if view.contract is None:
        raise ValueError("no contract has been named")
    told = _lines(view.rules, view.contract).copy()
    for seat, said in infer_bids(view).items():
        passed = seat != view.bidder and said.most < NO_CEILING
        level = said.most if passed else said.least
        named = seat == view.bidder and told[bid_evidence.NAMED] >= 0
        told[bid_evidence.LAST_CALL + seat] = (
            bid_evidence.PASSED
            if passed
            else bid_evidence.NAMED_TRUMP
            if named
            else bid_evidence.BID
        )
        told[bid_evidence.LEVEL + seat] = round(SHARE * level)
    return told


@lru_cache(maxsize=64)
def _lines(rules: Rules, contract: Contract) -> IntArray:
    """Return what each tile is worth in each ordinary contract, by the places of this one."""
    told = np.zeros(bid_evidence.SIZE, np.int64)
    contracts = plain_contracts(rules)
    told[bid_evidence.CONTRACTS] = len(contracts)
    told[bid_evidence.NAMED] = contracts.index(contract) if contract in contracts else -1
    order = trick_order(rules.game, contract)
    for number, each in enumerate(contracts):
        base, worth = tile_values(rules, trick_order(rules.game, each))
        at = bid_evidence.FIRST_ROW + number * bid_evidence.ROW
        told[at + bid_evidence.BASE] = base
        for place, tile in enumerate(order.line):
            told[at + place] = worth[tile]
    return told


def _counts(known: Knowledge) -> int:
    tiles = enumerate(known.order.line)
    return sum(1 << place for place, tile in tiles if tile.count)


def known_state(known: Knowledge, places_on_table: list[int]) -> IntArray:
    """Return the world as far as this seat knows it: its hand, what is gone, who is out of what."""
    view = known.view
    everything = (1 << len(known.order.line)) - 1
    world = np.zeros(layout.STATE_SIZE, np.int64)
    world[layout.HANDS + known.me] = known.hand
    for seat in range(view.rules.game.seats):
        if seat != known.me:
            world[layout.CANNOT + seat] = known.unseen & ~known.may[seat]
    on_table = sum(1 << place for place in places_on_table)
    world[layout.GONE] = (everything & ~known.unseen & ~known.hand) | on_table
    world[layout.EVERYTHING] = everything
    world[layout.BIDDER] = view.bidder if view.bidder is not None else -1
    return world
