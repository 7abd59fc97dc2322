"""Plays whole sampled hands: what this seat takes as bidder, and what each other seat would.

All contracts of a table are laid out one behind the other. Hands are dealt in the line of the
first one and carried over into the line of the contract played.
"""

from bot.ai.kernels.bits import ARRAY, INT, Table, compiled, inlined, lowest, size_of
from bot.ai.kernels.family import (
    ASKING,
    BIDDERS,
    CREDIT,
    FIVES,
    STRONGER,
    SUITS,
    TABLE_SIZE,
    TENS,
    TRUMP,
)
from bot.ai.kernels.layout import BIDDER, EVERYTHING, HANDS, HOLDERS, WORLD_SIZE
from bot.ai.kernels.policy import roll_out
from bot.ai.kernels.worlds import deal_world

(
    ME,
    ALL_SEATS,
    SIDES,
    PLAIN,
    SPECIALS,
    ASKED,
    EXCHANGES,
    OTHERS,
    NAMED,
    HOLDER,
    AMONG,
    LEAST,
    ALL,
    MY_HAND,
    GIVES,
) = range(15)
"""Parts of a plan: the seat that asks; seats and sides; contracts in which any seat could be
bidder, and behind them those of this seat alone; the set of contracts this seat is tried in; what
its bidder does with the undealt tiles (0 nothing, 1 counts out, 2 any tile); whether the other
seats are tried as bidders too; the seat whose partner names, or -1; a seat that is known to hold
at least so many of some tiles; all tiles, and the hand, in the first line; whether this seat as
bidder still has its exchange to make."""
SAID, SPOKE, FLOOR, CEILING = 16, 24, 32, 40
"""Behind that by seat: the contract that a seat's call named, or -1; whether it has called, and
what its hand is worth then at least and at most."""
PLAN_SIZE = 48
SCORE, TAKEN = 0, 8
"""Parts of a row: by seat the worth of its best contract, and what it takes as bidder."""
MINE = 16
"""Behind that by contract what this seat takes in it, and at last what it takes as partner's."""
ROW_SIZE = 40
PLACES = 64
BONUS = 62
BASE = 63
"""Behind the worth of each tile as one of a contract: what a contract gains that the partner of a
plunge names, and what a hand is worth without any tile."""
_TRIES = 64
"""How often a deal is drawn again that does not fit what was called; then the nearest counts."""
_FAR = 1 << 40
_DOUBT = 400
"""How far a call may stray from what the hand is worth, one way and the other."""


@inlined
def _carried(mask: int, line: Table) -> int:
    """Carry a set of tiles over into another line."""
    found = mask & 0
    while mask:
        found |= 1 << line[lowest(mask)]
        mask &= mask - 1
    return found


@inlined
def _worth(mask: int, worth: Table) -> int:
    total: int = worth[BASE]
    while mask:
        total += worth[lowest(mask)]
        mask &= mask - 1
    return total


@inlined
def _after_exchange(hand: int, aside: int, exchanges: int, tab: Table) -> int:
    """Exchange at a glance: trumps and what few tiles beat are kept, the rest is put back."""
    pool = hand | aside
    size = size_of(aside)
    for _ in range(size):
        rest = pool & ~(tab[TENS] | tab[FIVES]) if exchanges == 1 else pool
        if rest == 0:
            rest = pool
        worst = lowest(rest)
        least = 1 << 30
        while rest:
            place = lowest(rest)
            rest &= rest - 1
            keep = 4000 + place
            if tab[TRUMP] >> place & 1 == 0:
                above = size_of(tab[SUITS + place] & tab[STRONGER + place] & ~pool & ~tab[TRUMP])
                keep = 2000 - 100 * above + place
            if keep < least:
                worst, least = place, keep
        pool ^= 1 << worst
    return pool


@compiled(INT(INT, INT, INT, ARRAY, ARRAY, ARRAY, ARRAY))
def declared(
    seat: int, leader: int, number: int, plan: Table, tabs: Table, lines: Table, world: Table
) -> int:
    """Play one dealt hand with this bidder in one contract; return what his side takes."""
    line = lines[number * PLACES : (number + 1) * PLACES]
    tab = tabs[number * TABLE_SIZE : (number + 1) * TABLE_SIZE]
    none = seat ^ seat
    for part in range(WORLD_SIZE):
        world[part] = none
    for other in range(plan[ALL_SEATS]):
        world[HANDS + other] = _carried(world[WORLD_SIZE + other], line)
        if number < plan[PLAIN]:
            ours = 1 if other % plan[SIDES] == seat % plan[SIDES] else 0
            tab[ASKING + other] = ours
            tab[BIDDERS + other] = ours
            tab[CREDIT + other] = ours
    if plan[EXCHANGES] and (seat != plan[ME] or plan[GIVES]):
        aside = _carried(world[WORLD_SIZE + HOLDERS - 1], line)
        hand = world[HANDS + seat]
        world[HANDS + seat] = _after_exchange(hand, aside, plan[EXCHANGES], tab)
    world[EVERYTHING] = _carried(plan[ALL], line)
    world[BIDDER] = leader
    return roll_out(leader, none, none, none, none, none, none - 1, world, tab)


@inlined
def _best(hand: int, contracts: int, bonus: int, worths: Table) -> int:
    """Return the contract in which a hand is worth most."""
    best, most = hand & 0, hand & 0
    for number in range(contracts):
        own = worths[number * PLACES : (number + 1) * PLACES]
        worth = _worth(hand, own) + bonus * own[BONUS]
        if number == 0 or worth > most:
            best, most = number, worth
    return best


@inlined
def _strays(plan: Table, worths: Table, chance: Table, world: Table, most: int) -> int:
    """Return how far the others' hands are from what they called, give or take a little.

    It stops counting at `most`.
    """
    strays = most & 0
    if size_of(world[WORLD_SIZE + plan[HOLDER]] & plan[AMONG]) < plan[LEAST]:
        strays = most
    for seat in range(plan[ALL_SEATS]):
        if plan[SPOKE + seat] and strays < most:
            hand = world[WORLD_SIZE + seat]
            number = plan[SAID + seat]
            if number < 0:
                number = _best(hand, plan[PLAIN], 0, worths)
            worth = _worth(hand, worths[number * PLACES : (number + 1) * PLACES])
            chance[0] = chance[0] * 6364136223846793005 + 1442695040888963407
            worth += ((chance[0] >> 33 & 0x3FFFFFFF) * 2 * _DOUBT >> 30) - _DOUBT
            strays += max(plan[FLOOR + seat] - worth, worth - plan[CEILING + seat], 0)
    return strays


@inlined
def _deal(
    plan: Table,
    worths: Table,
    belief: Table,
    chance: Table,
    world: Table,
    order: Table,
    nearest: Table,
) -> bool:
    """Deal until the hands fit what was called, else take the nearest; say whether it could."""
    none = plan[ME] ^ plan[ME]
    least = none + _FAR
    for _ in range(_TRIES):
        if deal_world(world, belief, chance, order) == 0:
            return False
        world[WORLD_SIZE + plan[ME]] |= plan[MY_HAND]
        strays = _strays(plan, worths, chance, world, least)
        if strays < least:
            least = strays
            for holder in range(HOLDERS):
                nearest[holder] = world[WORLD_SIZE + holder]
        if least == 0:
            break
    for holder in range(HOLDERS):
        if least < _FAR:
            world[WORLD_SIZE + holder] = nearest[holder]
        nearest[holder] = none
    return True


@compiled(INT(ARRAY, ARRAY, ARRAY, ARRAY, ARRAY, INT, ARRAY, ARRAY, ARRAY))
def roll_hands(
    plan: Table,
    tabs: Table,
    lines: Table,
    worths: Table,
    belief: Table,
    deals: int,
    chance: Table,
    world: Table,
    rows: Table,
) -> int:
    """Deal so many times and play each deal in all that the plan asks; return how many fitted.

    `rows` takes one row for each deal, behind the rows it has 64 places to work in.
    """
    order = rows[rows.size - 64 :]
    me = plan[ME]
    done = deals ^ deals
    for _ in range(deals):
        row = rows[done * ROW_SIZE : (done + 1) * ROW_SIZE]
        if not _deal(plan, worths, belief, chance, world, order, row):
            return done
        done += 1
        for seat in range(plan[ALL_SEATS]):
            if seat != me and plan[OTHERS]:
                hand = world[WORLD_SIZE + seat]
                best = _best(hand, plan[PLAIN], 0, worths)
                row[SCORE + seat] = _worth(hand, worths[best * PLACES : (best + 1) * PLACES])
                if plan[SAID + seat] >= 0:
                    best = plan[SAID + seat]
                row[TAKEN + seat] = declared(seat, seat, best, plan, tabs, lines, world)
        for number in range(plan[PLAIN] + plan[SPECIALS]):
            if plan[ASKED] >> number & 1:
                row[MINE + number] = declared(me, me, number, plan, tabs, lines, world)
        named = plan[NAMED]
        if named >= 0:
            best = _best(world[WORLD_SIZE + named], plan[PLAIN], 1, worths)
            row[ROW_SIZE - 1] = declared(named, named, best, plan, tabs, lines, world)
    return done
