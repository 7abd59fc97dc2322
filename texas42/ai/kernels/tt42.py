"""The transposition table of the search for 42: bounds of positions at the start of a trick.

The key is the set of unplayed tiles and the seat that leads: tiles never change holders within a
search. An entry is one 64-bit word: key, stamp of the search, lower and upper bound of what the
leader's side takes, and the best lead. A new stamp invalidates all entries.
"""

from texas42.ai.kernels.bits import IntArray, inlined
from texas42.ai.kernels.contract_table import STAMP

TT_BITS = 15
"""The table has 2 to this power of entries, eight bytes each."""
NO_MOVE = 31

_SLOTS = (1 << TT_BITS) - 1
_HASH = 0x1E3779B97F4A7C15
_SEAT_AT = 28
_STAMP_AT = 30
_LOW_AT = 47
_HIGH_AT = 53
_MOVE_AT = 59
_STATE = (1 << _LOW_AT) - 1
_UNKNOWN = (63 << _HIGH_AT | NO_MOVE << _MOVE_AT) - (1 << 64)  # as a signed number


@inlined
def tt_probe(occupied: int, seat: int, tab: IntArray, tt: IntArray) -> int:
    """Look up the entry of a position, one with open bounds if there is none."""
    state = occupied | seat << _SEAT_AT
    entry: int = tt[(state * _HASH) >> 40 & _SLOTS]
    if entry & _STATE == state | tab[STAMP] << _STAMP_AT:
        return entry
    return _UNKNOWN


@inlined
def lower(entry: int) -> int:
    """Return the lower bound of what the leader's side takes."""
    return entry >> _LOW_AT & 63


@inlined
def upper(entry: int) -> int:
    """Return the upper bound of what the leader's side takes."""
    return entry >> _HIGH_AT & 63


@inlined
def best_lead(entry: int) -> int:
    """Return the best lead found, or NO_MOVE."""
    return entry >> _MOVE_AT & 31


@inlined
def tt_store(
    occupied: int, seat: int, low: int, high: int, lead: int, tab: IntArray, tt: IntArray
) -> None:
    """Store a position, replacing whatever has its slot."""
    state = occupied | seat << _SEAT_AT
    known = low << _LOW_AT | high << _HIGH_AT | lead << _MOVE_AT
    tt[(state * _HASH) >> 40 & _SLOTS] = state | tab[STAMP] << _STAMP_AT | known
