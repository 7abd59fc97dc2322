"""What the auction tells of the others' hands, as the compiled sampler takes it."""

from bot.ai.kernels.bits import INT, POINTER, IntArray, compiled, lowest

CONTRACTS, NAMED, PLAYED, LAST_CALL, LEVEL = 0, 1, 2, 10, 18
"""Parts: how many contracts there are; which of them was named, negative for none of them; by seat
the tiles it has played, what it did last, and what its hand is worth by that, at least or most."""
FIRST_ROW = 26
ROW, BASE = 65, 64
"""A line a contract: what each place adds to a hand's worth, and what is added whatever is held."""
MOST_CONTRACTS = 12
SIZE = FIRST_ROW + MOST_CONTRACTS * ROW
BID, PASSED, NAMED_TRUMP = 1, 2, 3
"""What a seat did last: it bid, it passed, or it won the bid and named what is played."""
_WEAK_STEP, _WEAK_SLACK = 125, 1000
"""A hand that is worth a tenth of all points less than it should be is a halving less likely, down
from a tenth above the least, which few bid without; both in what all points are, 10,000."""
_STRONG_STEP, _STRONG_SLACK = 62, 700
"""The same of a hand that is worth more than one that passed, a twentieth a halving."""
_OTHER_STEP = 50
"""The same of a hand that is worth more in a contract that was not named, a 25th a halving."""
_MOST_PENALTY = 64
"""A call costs no hand more: people err."""


@compiled(INT(INT, POINTER, POINTER), inner=True)
def bid_penalty(me: int, hands: IntArray, bids: IntArray) -> int:
    """Return how unlike the calls of others hands are that were dealt so, in eighths of a halving.

    `hands` are sets of tiles by seat, as they are now.
    """
    total = me & 0
    for seat in range(8):
        did = bids[LAST_CALL + seat]
        if did == 0 or seat == me:
            continue
        hand = hands[seat] | bids[PLAYED + seat]
        most, named = total & 0, total & 0
        for number in range(bids[CONTRACTS]):
            at = FIRST_ROW + number * ROW
            worth = bids[at + BASE]
            rest = hand
            while rest:
                worth += bids[at + lowest(rest)]
                rest &= rest - 1
            if worth > most:
                most = worth
            if number == bids[NAMED]:
                named = worth
        if did == PASSED:
            over = most - bids[LEVEL + seat] + _STRONG_SLACK
            if over > 0:
                total += min(over // _STRONG_STEP, _MOST_PENALTY)
            continue
        if did == NAMED_TRUMP:
            total += min((most - named) // _OTHER_STEP, _MOST_PENALTY)
            most = named
        under = bids[LEVEL + seat] + _WEAK_SLACK - most
        if under > 0:
            total += min(under // _WEAK_STEP, _MOST_PENALTY)
    return total
