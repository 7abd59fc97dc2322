"""Deals what a seat cannot see: evenly among all holdings that are possible, or every one."""

from bot.ai.kernels.bits import ARRAY, INT, Table, compiled, inlined, lowest, size_of
from bot.ai.kernels.layout import HOLDERS, MAY, SIZES, UNSEEN, WORLD_SIZE

ROW_SIZE = HOLDERS + 1
"""A holding in a table: what each holder has, and its weight."""
PLACES = 160
"""Room to work in."""
_ROOM_AT, _HELD_AT, _TURN_AT = 64, 73, 82
_STEPS = 200_000
_TRIES = 400
_SWAPS = 200


@inlined
def drawn(chance: Table, below: int) -> int:
    """Draw a number from 0 up to a bound, evenly enough for any bound of tiles."""
    chance[0] = chance[0] * 6364136223846793005 + 1442695040888963407
    number: int = ((chance[0] >> 33) & 0x3FFFFFFF) * below >> 30
    return number


@inlined
def _spread(world: Table, belief: Table, chance: Table, order: Table) -> bool:
    """Deal the tiles once at random; say whether everybody got what it may have."""
    count = belief[0] ^ belief[0]
    once, again = count, count
    for holder in range(HOLDERS):
        if belief[SIZES + holder]:
            again |= once & belief[MAY + holder]
            once |= belief[MAY + holder]
    decided = belief[UNSEEN] & once & ~again
    for holder in range(HOLDERS):
        may = belief[MAY + holder] if belief[SIZES + holder] else count
        world[WORLD_SIZE + holder] = decided & may
    rest = belief[UNSEEN] ^ decided
    while rest:
        order[count] = lowest(rest)
        count += 1
        rest &= rest - 1
    for last in range(count - 1, 0, -1):
        other = drawn(chance, last + 1)
        order[last], order[other] = order[other], order[last]
    at = 0
    for holder in range(HOLDERS):
        lacking = belief[SIZES + holder] - size_of(world[WORLD_SIZE + holder])
        if lacking < 0:
            return False
        for _ in range(lacking):
            if at >= count or belief[MAY + holder] >> order[at] & 1 == 0:
                return False
            world[WORLD_SIZE + holder] |= 1 << order[at]
            at += 1
    complete: bool = at == count
    return complete


@inlined
def _filled(world: Table, belief: Table, chance: Table) -> bool:
    """Deal tile by tile, those that fewest may have first, to holders with room."""
    rest = belief[UNSEEN]
    for holder in range(HOLDERS):
        world[WORLD_SIZE + holder] = 0
    while rest:
        chosen = -1
        fewest = HOLDERS + 1
        left = rest
        while left:
            place = lowest(left)
            left &= left - 1
            able = 0
            for holder in range(HOLDERS):
                room = belief[SIZES + holder] > size_of(world[WORLD_SIZE + holder])
                able += room and belief[MAY + holder] >> place & 1
            if able == 0:
                return False
            if able < fewest or (able == fewest and drawn(chance, 2)):
                chosen, fewest = place, able
        seats = 0
        for holder in range(HOLDERS):
            room = belief[SIZES + holder] - size_of(world[WORLD_SIZE + holder])
            if belief[MAY + holder] >> chosen & 1:
                seats += max(room, 0)
        pick = drawn(chance, seats)
        for holder in range(HOLDERS):
            room = belief[SIZES + holder] - size_of(world[WORLD_SIZE + holder])
            if belief[MAY + holder] >> chosen & 1 and room > 0:
                if pick >= 0 and pick < room:
                    world[WORLD_SIZE + holder] |= 1 << chosen
                pick -= room
        rest ^= 1 << chosen
    return True


@inlined
def _exchanged(world: Table, belief: Table, chance: Table, order: Table) -> None:
    """Exchange two tiles at random where both holders may have the other's, again and again."""
    count = belief[0] ^ belief[0]
    rest = belief[UNSEEN]
    while rest:
        order[count] = lowest(rest)
        count += 1
        rest &= rest - 1
    for _ in range(_SWAPS):
        one = 1 << order[drawn(chance, count)]
        two = 1 << order[drawn(chance, count)]
        first, second = -1, -1
        for holder in range(HOLDERS):
            if world[WORLD_SIZE + holder] & one:
                first = holder
            if world[WORLD_SIZE + holder] & two:
                second = holder
        if first != second and belief[MAY + first] & two and belief[MAY + second] & one:
            world[WORLD_SIZE + first] ^= one | two
            world[WORLD_SIZE + second] ^= one | two


@compiled(INT(ARRAY, ARRAY, ARRAY, ARRAY))
def deal_world(world: Table, belief: Table, chance: Table, order: Table) -> int:
    """Deal the unseen tiles evenly among all holdings that are possible; return 1 if it could.

    Tiles that only one holder may have are given to it, the rest is dealt at random until it
    fits, so that every holding is equally likely. Where that hardly ever fits, a holding is
    filled up and then mixed by exchanges. The hands lie behind the world's own parts.
    """
    for _ in range(_TRIES):
        if _spread(world, belief, chance, order):
            return 1
    for _ in range(_TRIES):
        if _filled(world, belief, chance):
            _exchanged(world, belief, chance, order)
            return 1
    return 0


@inlined
def every_holding(belief: Table, rows: Table, most: int, order: Table) -> int:
    """Write every possible holding into rows of HOLDERS sets; return how many, -1 past `most`.

    Tiles are placed one after the other, each with the next holder that may have it and has
    room; where there is none left the tile before moves on.
    """
    found = most ^ most
    count = found
    rest = belief[UNSEEN]
    while rest:
        order[count] = lowest(rest)
        count += 1
        rest &= rest - 1
    room = order[_ROOM_AT:]
    turn = order[_TURN_AT:]
    held = order[_HELD_AT:]
    for holder in range(HOLDERS):
        room[holder] = belief[SIZES + holder]
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
        bit = 1 << order[at]
        holder = turn[at]
        if holder >= 0:
            room[holder] += 1
            held[holder] ^= bit
        holder += 1
        while holder < HOLDERS and (room[holder] == 0 or belief[MAY + holder] & bit == 0):
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
