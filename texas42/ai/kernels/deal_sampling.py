"""Deals of the tiles that a seat cannot see: sampled uniformly, or listed."""

from texas42.ai.kernels.bits import ARRAY, INT, IntArray, compiled, inlined, lowest, popcount

HANDS = 0
CANNOT = 8
GONE = 16
EVERYTHING = 17
BIDDER = 18
"""Parts of a state: by seat hands and tiles they cannot hold; tiles played, all tiles, bidder."""
STATE_SIZE = 19
TILES = 0
TO_HOLD = 1
MAY_HOLD = 10
"""Layout of the unseen tiles: those to deal, how many each holder gets, and which it may get."""
HOLDERS = 9
"""The number of holders: up to eight seats, and last the undealt tiles."""
UNSEEN_SIZE = 19
ROW_SIZE = HOLDERS + 1
"""A deal as a row: the tiles of each holder, and its weight."""
SCRATCH_SIZE = 160
"""Numbers that the samplers need to work in."""
_ROOM_AT = 64
_HELD_AT = 73
_TURN_AT = 82
_STEPS = 200_000
_TRIES = 400
_SWAPS = 200


@inlined
def random_below(rng: IntArray, below: int) -> int:
    """Choose a random number below a bound; its bias is negligible for any number of tiles."""
    rng[0] = rng[0] * 6364136223846793005 + 1442695040888963407
    number: int = ((rng[0] >> 33) & 0x3FFFFFFF) * below >> 30
    return number


@inlined
def _list_tiles(tiles: int, scratch: IntArray) -> int:
    """Write the places of a set, lowest first; return their number."""
    count = tiles ^ tiles
    while tiles:
        scratch[count] = lowest(tiles)
        count += 1
        tiles &= tiles - 1
    return count


@inlined
def _shuffle(state: IntArray, unseen: IntArray, rng: IntArray, scratch: IntArray) -> bool:
    """Deal the tiles once at random; return True if each holder may have what it got."""
    none = unseen[0] ^ unseen[0]
    once = none
    again = none
    for holder in range(HOLDERS):
        if unseen[TO_HOLD + holder]:
            again |= once & unseen[MAY_HOLD + holder]
            once |= unseen[MAY_HOLD + holder]
    decided = unseen[TILES] & once & ~again
    for holder in range(HOLDERS):
        may = unseen[MAY_HOLD + holder] if unseen[TO_HOLD + holder] else none
        state[STATE_SIZE + holder] = decided & may
    count = _list_tiles(unseen[TILES] ^ decided, scratch)
    for last in range(count - 1, 0, -1):
        other = random_below(rng, last + 1)
        scratch[last], scratch[other] = scratch[other], scratch[last]
    at = 0
    for holder in range(HOLDERS):
        lacking = unseen[TO_HOLD + holder] - popcount(state[STATE_SIZE + holder])
        if lacking < 0:
            return False
        for _ in range(lacking):
            if at >= count or unseen[MAY_HOLD + holder] >> scratch[at] & 1 == 0:
                return False
            state[STATE_SIZE + holder] |= 1 << scratch[at]
            at += 1
    complete: bool = at == count
    return complete


@inlined
def _fill(state: IntArray, unseen: IntArray, rng: IntArray) -> bool:
    """Deal tile by tile, those with the fewest possible holders first, to holders with room."""
    rest = unseen[TILES]
    for holder in range(HOLDERS):
        state[STATE_SIZE + holder] = 0
    while rest:
        chosen = -1
        fewest = HOLDERS + 1
        left = rest
        while left:
            place = lowest(left)
            left &= left - 1
            able = 0
            for holder in range(HOLDERS):
                room = unseen[TO_HOLD + holder] > popcount(state[STATE_SIZE + holder])
                able += room and unseen[MAY_HOLD + holder] >> place & 1
            if able == 0:
                return False
            if able < fewest or (able == fewest and random_below(rng, 2)):
                chosen = place
                fewest = able
        seats = 0
        for holder in range(HOLDERS):
            room = unseen[TO_HOLD + holder] - popcount(state[STATE_SIZE + holder])
            if unseen[MAY_HOLD + holder] >> chosen & 1:
                seats += max(room, 0)
        pick = random_below(rng, seats)
        for holder in range(HOLDERS):
            room = unseen[TO_HOLD + holder] - popcount(state[STATE_SIZE + holder])
            if unseen[MAY_HOLD + holder] >> chosen & 1 and room > 0:
                if pick >= 0 and pick < room:
                    state[STATE_SIZE + holder] |= 1 << chosen
                pick -= room
        rest ^= 1 << chosen
    return True


@inlined
def _mix(state: IntArray, unseen: IntArray, rng: IntArray, scratch: IntArray) -> None:
    """Swap random pairs of tiles many times, if both holders may have the other's tile."""
    count = _list_tiles(unseen[TILES], scratch)
    for _ in range(_SWAPS):
        one = 1 << scratch[random_below(rng, count)]
        two = 1 << scratch[random_below(rng, count)]
        first = -1
        second = -1
        for holder in range(HOLDERS):
            if state[STATE_SIZE + holder] & one:
                first = holder
            if state[STATE_SIZE + holder] & two:
                second = holder
        if first != second and unseen[MAY_HOLD + first] & two and unseen[MAY_HOLD + second] & one:
            state[STATE_SIZE + first] ^= one | two
            state[STATE_SIZE + second] ^= one | two


@compiled(INT(ARRAY, ARRAY, ARRAY, ARRAY))
def sample_deal(state: IntArray, unseen: IntArray, rng: IntArray, scratch: IntArray) -> int:
    """Deal the unseen tiles, each possible deal equally likely; return 1 if there is one.

    Tiles that only one holder may have go to it; the rest is dealt at random until it fits
    (rejection sampling). If that hardly ever fits, one deal is constructed and then mixed by random
    swaps, which is only nearly uniform. The hands are written behind the state's own parts.
    """
    for _ in range(_TRIES):
        if _shuffle(state, unseen, rng, scratch):
            return 1
    for _ in range(_TRIES):
        if _fill(state, unseen, rng):
            _mix(state, unseen, rng, scratch)
            return 1
    return 0


@inlined
def every_deal(unseen: IntArray, rows: IntArray, most: int, scratch: IntArray) -> int:
    """Write every possible deal into a row; return their number, -1 past `most`.

    It backtracks: tiles are placed one after the other, each with the next holder that may have it
    and has room; without one, the tile before moves on.
    """
    found = most ^ most
    count = _list_tiles(unseen[TILES], scratch)
    room = scratch[_ROOM_AT:]
    turn = scratch[_TURN_AT:]
    held = scratch[_HELD_AT:]
    for holder in range(HOLDERS):
        room[holder] = unseen[TO_HOLD + holder]
        held[holder] = 0
    turn[0] = -1
    at = found
    steps = found
    while at >= 0:
        steps += 1
        if steps > _STEPS:
            return -1
        if at == count:
            if found == most:
                return -1
            for holder in range(HOLDERS):
                rows[found * ROW_SIZE + holder] = held[holder]
            found += 1
            at -= 1
            continue
        bit = 1 << scratch[at]
        holder = turn[at]
        if holder >= 0:
            room[holder] += 1
            held[holder] ^= bit
        holder += 1
        while holder < HOLDERS and (room[holder] == 0 or unseen[MAY_HOLD + holder] & bit == 0):
            holder += 1
        if holder == HOLDERS:
            at -= 1
            continue
        turn[at] = holder
        room[holder] -= 1
        held[holder] ^= bit
        at += 1
        turn[at] = -1
    return found
