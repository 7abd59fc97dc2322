"""Deals what a seat cannot see, and rolls every move out in each world."""

from bot.ai.kernels.bits import ARRAY, INT, Table, compiled, inlined, lowest, size_of
from bot.ai.kernels.policy import HANDS, WORLD_SIZE, roll_out

UNSEEN, SIZES, MAY = 0, 1, 10
"""Parts of a belief: the tiles to deal, how many each holder gets and which it may get. Holders
are the seats and, as the last one, what lies aside."""
HOLDERS = 9
BELIEF_SIZE = 19
_TRIES = 400
_SWAPS = 200


@inlined
def _number(chance: Table, below: int) -> int:
    """Draw a number from 0 up to a bound, evenly enough for any bound of tiles."""
    chance[0] = chance[0] * 6364136223846793005 + 1442695040888963407
    number: int = ((chance[0] >> 33) & 0x3FFFFFFF) * below >> 30
    return number


@inlined
def _spread(world: Table, belief: Table, chance: Table, order: Table) -> bool:
    """Deal the tiles once at random; say whether everybody got what it may have."""
    count = belief[0] ^ belief[0]
    rest = belief[UNSEEN]
    for holder in range(HOLDERS):
        world[WORLD_SIZE + holder] = 0
    while rest:
        place = lowest(rest)
        rest &= rest - 1
        only = -1
        able = 0
        for holder in range(HOLDERS):
            if belief[SIZES + holder] and belief[MAY + holder] >> place & 1:
                able += 1
                only = holder
        if able == 1:
            world[WORLD_SIZE + only] |= 1 << place
        else:
            order[count] = place
            count += 1
    for last in range(count - 1, 0, -1):
        other = _number(chance, last + 1)
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
            if able < fewest or (able == fewest and _number(chance, 2)):
                chosen, fewest = place, able
        seats = 0
        for holder in range(HOLDERS):
            room = belief[SIZES + holder] - size_of(world[WORLD_SIZE + holder])
            if belief[MAY + holder] >> chosen & 1:
                seats += max(room, 0)
        pick = _number(chance, seats)
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
        one = 1 << order[_number(chance, count)]
        two = 1 << order[_number(chance, count)]
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


@compiled(INT(*([INT] * 6), ARRAY, ARRAY, ARRAY, ARRAY, INT, INT, ARRAY, ARRAY, ARRAY, ARRAY))
def weigh(
    seat: int,
    played: int,
    lead: int,
    best: int,
    holder: int,
    points: int,
    start: Table,
    tab: Table,
    belief: Table,
    moves: Table,
    need: int,
    worlds: int,
    chance: Table,
    world: Table,
    made: Table,
    taken: Table,
) -> int:
    """Roll each move out in so many worlds; add up by move how often `need` is taken, and all.

    `start` holds the world as far as it is known. Returns how many worlds were dealt.
    """
    dealt = worlds ^ worlds
    order = moves[32:]
    hands = world[WORLD_SIZE:]
    for _ in range(worlds):
        if deal_world(world, belief, chance, order) == 0:
            break
        dealt += 1
        for move in range(moves[0]):
            for part in range(WORLD_SIZE):
                world[part] = start[part]
            for other in range(8):
                world[HANDS + other] |= hands[other]
            got = roll_out(seat, played, lead, best, holder, points, moves[1 + move], world, tab)
            taken[move] += got
            if got >= need:
                made[move] += 1
    return dealt


@compiled(INT(INT, ARRAY, ARRAY, ARRAY, INT, ARRAY, ARRAY, ARRAY))
def roll_hands(
    leader: int,
    start: Table,
    tab: Table,
    belief: Table,
    worlds: int,
    chance: Table,
    world: Table,
    counts: Table,
) -> int:
    """Play so many whole hands from the first lead; count how often each total is taken.

    `counts` holds the totals from 0 on and behind them 64 places to work in. Returns how many
    hands were played.
    """
    order = counts[counts.size - 64 :]
    hands = world[WORLD_SIZE:]
    none = worlds ^ worlds
    for _ in range(worlds):
        if deal_world(world, belief, chance, order) == 0:
            return none
        for part in range(WORLD_SIZE):
            world[part] = start[part]
        for other in range(8):
            world[HANDS + other] |= hands[other]
        counts[roll_out(leader, none, none, none, none, none, none - 1, world, tab)] += 1
    return worlds
