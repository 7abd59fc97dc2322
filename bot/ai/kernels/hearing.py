"""What the auction tells of the others' hands, as the compiled sampler takes it."""

from bot.ai.kernels.bits import INT, POINTER, Table, compiled, lowest

LINES, NAMED, PLAYED, SAID_BY, LEVEL = 0, 1, 2, 10, 18
"""Parts: how many contracts there are; which of them was named, negative for none of them; by seat
the tiles it has played, what it did last, and what its hand is worth by that, at least or most."""
FIRST_LINE = 26
LINE, BASE = 65, 64
"""A line a contract: what each place adds to a hand's worth, and what is added whatever is held."""
MOST_LINES = 12
SIZE = FIRST_LINE + MOST_LINES * LINE
BID, PASSED, NAMED_IT = 1, 2, 3
"""What a seat did last: it bid, it passed, or it won the bid and named what is played."""
_WEAK, _ROOM = 125, 1000
"""A hand that is worth a tenth of all points less than it should be is a halving less likely, down
from a tenth above the least, which few bid without; both in what all points are, 10,000."""
_STRONG, _SURE = 62, 700
"""The same of a hand that is worth more than one that passed, a twentieth a halving."""
_OTHER = 50
"""The same of a hand that is worth more in a contract that was not named, a 25th a halving."""
_MOST = 64
"""A call costs no hand more: people err."""


@compiled(INT(INT, POINTER, POINTER), inner=True)
def unlike(me: int, hands: Table, heard: Table) -> int:
    """Return how unlike the calls of others hands are that were dealt so, in eighths of a halving.

    `hands` are sets of tiles by seat, as they are now.
    """
    total = me & 0
    for seat in range(8):
        did = heard[SAID_BY + seat]
        if did == 0 or seat == me:
            continue
        hand = hands[seat] | heard[PLAYED + seat]
        most, named = total & 0, total & 0
        for number in range(heard[LINES]):
            at = FIRST_LINE + number * LINE
            worth = heard[at + BASE]
            rest = hand
            while rest:
                worth += heard[at + lowest(rest)]
                rest &= rest - 1
            if worth > most:
                most = worth
            if number == heard[NAMED]:
                named = worth
        if did == PASSED:
            over = most - heard[LEVEL + seat] + _SURE
            if over > 0:
                total += min(over // _STRONG, _MOST)
            continue
        if did == NAMED_IT:
            total += min((most - named) // _OTHER, _MOST)
            most = named
        under = heard[LEVEL + seat] + _ROOM - most
        if under > 0:
            total += min(under // _WEAK, _MOST)
    return total
