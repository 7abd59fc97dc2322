"""Encode what a seat knows and infers about the unseen tiles for the compiled samplers."""

from functools import lru_cache

import numpy as np

from texas42.ai.inference.bid_inference import NO_CEILING, infer_bids
from texas42.ai.inference.knowledge import Knowledge
from texas42.ai.inference.trick_order import places_of, trick_order
from texas42.ai.kernels import play_sampling
from texas42.ai.kernels.bits import IntArray
from texas42.ai.kernels.deal_sampling import (
    BIDDER,
    CANNOT,
    EVERYTHING,
    GONE,
    HANDS,
    HOLDERS,
    MAY_HOLD,
    STATE_SIZE,
    TILES,
    TO_HOLD,
    UNSEEN_SIZE,
)
from texas42.ai.valuation.tile_weights import SHARE, plain_contracts, tile_values
from texas42.engine import Contract, Rules, SeatView

ASIDE = HOLDERS - 1


def unseen_in_play(known: Knowledge) -> IntArray:
    """Compute the possible holders of each unseen tile during play."""
    view = known.view
    unseen = np.zeros(UNSEEN_SIZE, np.int64)
    unseen[TILES] = known.unseen
    for seat in range(view.rules.game.seats):
        if seat != known.me:
            unseen[TO_HOLD + seat] = view.hand_sizes[seat]
            unseen[MAY_HOLD + seat] = known.may[seat]
    aside = known.unseen.bit_count() - int(unseen[TO_HOLD : TO_HOLD + ASIDE].sum())
    unseen[TO_HOLD + ASIDE] = aside
    unseen[MAY_HOLD + ASIDE] = known.unseen & ~known.face_up
    if view.rules.has_exchange and view.rules.game.exchange == "counts-out":
        # The bidder took every count out of the kitty and may not put one back (000:213).
        unseen[MAY_HOLD + ASIDE] &= ~_counts(known)
    return unseen


def evidence_of(known: Knowledge, *, by_calls: bool) -> IntArray:
    """Collect the plays so far and, by seat, the tiles that its discards promise.

    With `by_calls`, include the evidence of the auction.
    """
    view = known.view
    evidence = np.zeros(play_sampling.EVIDENCE_SIZE, np.int64)
    used = known.hand
    number = 0
    played = [0] * view.rules.game.seats
    for trick in view.all_tricks:
        for play in trick.plays:
            place = known.order.places[play.tile]
            # Of two equal tiles, the first is the one in hand, or the one played first.
            place += used >> place & 1
            used |= 1 << place
            number += 1
            played[play.seat] |= 1 << place
            lead = place | (256 if play.declared is not None else 0)
            evidence[play_sampling.PLAYS + number] = play.seat | lead << 4
    evidence[play_sampling.PLAYS] = number
    found = 0
    for seat, shown in enumerate(known.shown):
        promised = _one_copy_each(known, shown & ~found)
        evidence[play_sampling.SIGNALS + seat] = promised
        found |= promised
    if by_calls:
        evidence[play_sampling.BIDS :] = _bid_evidence(view)
        evidence[play_sampling.BIDS + play_sampling.PLAYED :][: len(played)] = played
    return evidence


def _one_copy_each(known: Knowledge, tiles: int) -> int:
    """Return a set of tiles with one of two equal ones."""
    ranks = known.order.ranks
    return sum({ranks[place]: 1 << place for place in places_of(tiles)}.values())


def _bid_evidence(view: SeatView) -> IntArray:
    """Encode what the others' calls say about their hands."""
    if view.contract is None:
        raise ValueError("no contract has been named")
    found = _value_rows(view.rules, view.contract).copy()
    for seat, says in infer_bids(view).items():
        passed = seat != view.bidder and says.most < NO_CEILING
        level = says.most if passed else says.least
        named = seat == view.bidder and found[play_sampling.NAMED] >= 0
        found[play_sampling.LAST_CALL + seat] = (
            play_sampling.PASSED
            if passed
            else play_sampling.NAMED_TRUMP
            if named
            else play_sampling.BID
        )
        found[play_sampling.LEVEL + seat] = round(SHARE * level)
    return found


@lru_cache(maxsize=64)
def _value_rows(rules: Rules, contract: Contract) -> IntArray:
    """Compute each tile's value in each ordinary contract, in the tile order of this contract."""
    found = np.zeros(play_sampling.BIDS_SIZE, np.int64)
    contracts = plain_contracts(rules)
    found[play_sampling.CONTRACTS] = len(contracts)
    found[play_sampling.NAMED] = contracts.index(contract) if contract in contracts else -1
    order = trick_order(rules.game, contract)
    for number, each in enumerate(contracts):
        base, worth = tile_values(rules, trick_order(rules.game, each))
        at = play_sampling.FIRST_ROW + number * play_sampling.ROW
        found[at + play_sampling.BASE] = base
        for place, tile in enumerate(order.line):
            found[at + place] = worth[tile]
    return found


def _counts(known: Knowledge) -> int:
    tiles = enumerate(known.order.line)
    return sum(1 << place for place, tile in tiles if tile.count)


def known_state(known: Knowledge, places_on_table: list[int]) -> IntArray:
    """Build the state as this seat knows it: its hand, tiles played, known voids."""
    view = known.view
    everything = (1 << len(known.order.line)) - 1
    state = np.zeros(STATE_SIZE, np.int64)
    state[HANDS + known.me] = known.hand
    for seat in range(view.rules.game.seats):
        if seat != known.me:
            state[CANNOT + seat] = known.unseen & ~known.may[seat]
    on_table = sum(1 << place for place in places_on_table)
    state[GONE] = (everything & ~known.unseen & ~known.hand) | on_table
    state[EVERYTHING] = everything
    state[BIDDER] = view.bidder if view.bidder is not None else -1
    return state
