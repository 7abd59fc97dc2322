"""The memory of the search for 42: what is known of states at the start of a trick.

A state is the set of tiles not played and the seat that leads, since who holds a tile never
changes within a search. An entry is one number: the state, the search it belongs to, what the
leader's side surely takes and at most takes, and the best lead.
"""

from bot.ai.kernels.bits import IntArray, inlined
from bot.ai.kernels.tricks42 import STAMP

TT_BITS = 15
"""The memory holds 2 to this power of states, eight bytes each."""
NO_MOVE = 31

_SLOTS = (1 << TT_BITS) - 1
_HASH = 0x1E3779B97F4A7C15
_SEAT_AT, _STAMP_AT, _LOW_AT, _HIGH_AT, _MOVE_AT = 28, 30, 47, 53, 59
_STATE = (1 << _LOW_AT) - 1
_UNKNOWN = (63 << _HIGH_AT | NO_MOVE << _MOVE_AT) - (1 << 64)  # as a signed number


@inlined
def tt_probe(occupied: int, seat: int, tab: IntArray, tt: IntArray) -> int:
    """Return the entry of a state; of one that is not known, that it may be worth anything."""
    state = occupied | seat << _SEAT_AT
    entry: int = tt[(state * _HASH) >> 40 & _SLOTS]
    if entry & _STATE == state | tab[STAMP] << _STAMP_AT:
        return entry
    return _UNKNOWN


@inlined
def lower(entry: int) -> int:
    """Return what the leader's side surely takes."""
    return entry >> _LOW_AT & 63


@inlined
def upper(entry: int) -> int:
    """Return what the leader's side takes at most."""
    return entry >> _HIGH_AT & 63


@inlined
def best_lead(entry: int) -> int:
    """Return the lead that was best, or NO_MOVE."""
    return entry >> _MOVE_AT & 31


@inlined
def tt_store(
    occupied: int, seat: int, low: int, high: int, lead: int, tab: IntArray, tt: IntArray
) -> None:
    """Put a state in its place, whatever was there."""
    state = occupied | seat << _SEAT_AT
    known = low << _LOW_AT | high << _HIGH_AT | lead << _MOVE_AT
    tt[(state * _HASH) >> 40 & _SLOTS] = state | tab[STAMP] << _STAMP_AT | known
