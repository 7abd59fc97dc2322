"""Weighs plays: holdings as likely as what was seen makes them, each move rolled out in each."""

from bot.ai.kernels.bits import (
    ARRAY,
    INT,
    POINTER,
    Table,
    compiled,
    inlined,
    numbers_of,
)
from bot.ai.kernels.family import (
    BIDDERS,
    BIDDERS_TIE,
    LOW_SUITS,
    POINTS,
    RANK,
    SEATS,
    SUITS,
    TRUMP,
)
from bot.ai.kernels.hearing import SIZE as HEARD_SIZE
from bot.ai.kernels.hearing import unlike
from bot.ai.kernels.layout import CANNOT, GONE, HANDS, HOLDERS, WORLD_SIZE
from bot.ai.kernels.policy import ONLY, judges, roll_out
from bot.ai.kernels.worlds import ROW_SIZE, deal_world, drawn, every_holding

WEIGHT = HOLDERS
"""The weight of a holding in its row."""
ALL = 1 << 12
"""The weight of the likeliest holding."""
PLAYS, SAID, HEARD = 0, 100, 108
"""Parts of what was seen: how many plays, behind that the plays (a seat and, from bit 4, the place
with 256 added where the low end was declared), by seat the tile its discards speak for, and what
was heard in the auction."""
SEEN_SIZE = HEARD + HEARD_SIZE
_PATIENCE = 512
"""How often a holding is drawn again that the calls speak against; then it is taken."""
_MEAN_PATIENCE = 128
"""The same over all holdings of a call, so that it ends in a few milliseconds whatever was called:
past that each is taken as it comes."""
_THEN_AT = 140
_SHARP = 9
"""How much judgement makes a play less likely by an eighth of a halving: a hundred a factor e."""
_CHOICE = 4
_MOST = 12
_UNSAID = 16
"""What a play costs in eighths of a halving: any free choice, at most for going astray, and a
holding without the tile that a discard spoke for."""


@compiled(INT(INT, POINTER, POINTER, POINTER, POINTER), inner=True)
def _surprise(me: int, world: Table, then: Table, seen: Table, tab: Table) -> int:
    """Return how far the plays of others are from what the quick player does with their hands.

    `world` has all hands as they are now; they are given back what was played and play again.
    """
    none = me & 0
    total = none
    plays = seen[PLAYS]
    for part in range(WORLD_SIZE):
        then[part] = world[part]
    for seat in range(8):
        then[CANNOT + seat] = 0
    for number in range(plays):
        bit = 1 << (seen[1 + number] >> 4 & 63)
        then[HANDS + (seen[1 + number] & 15)] |= bit
        then[GONE] &= ~bit
    played, lead, best, holder, points = none, none, none, none, none
    for number in range(plays):
        play = seen[1 + number]
        seat = play & 15
        place = play >> 4 & 63
        bit = 1 << place
        judged = judges(seat, played, lead, best, holder, points, place, then, tab)
        if seat != me and judged & ONLY == 0:
            total += _CHOICE + min((judged >> 8) // _SHARP, _MOST)
        if played == 0:
            lead = play >> 4
            best, holder = place, seat
        else:
            first = lead & 255
            suit = tab[LOW_SUITS + first] if lead >> 8 else tab[SUITS + first]
            if bit & (suit | tab[TRUMP]):
                rank = tab[RANK + place]
                to_beat = tab[RANK + best]
                tie = tab[BIDDERS_TIE] and tab[BIDDERS + seat] and not tab[BIDDERS + holder]
                if rank > to_beat or (rank == to_beat and tie):
                    best, holder = place, seat
        then[HANDS + seat] ^= bit
        then[GONE] |= bit
        points += tab[POINTS + place]
        played += 1
        if played == tab[SEATS]:
            played, points = none, none
    for seat in range(8):
        if seen[SAID + seat] & ~world[HANDS + seat]:
            total += _UNSAID
    return total


@inlined
def _likely(eighths: int) -> int:
    """Return the weight of a holding that is so many eighths of a halving less likely than ALL."""
    weight = (ALL >> (eighths >> 3)) if eighths < 96 else 1
    # Between two halvings a straight line is near enough.
    weight -= weight * (eighths & 7) // 16
    return max(weight, 1)


@inlined
def _dealt_as_called(
    me: int, most: int, world: Table, belief: Table, seen: Table, chance: Table, order: Table
) -> int:
    """Deal the unseen tiles as often as the calls make it likely, in so many draws at most.

    Returns how many it took, 0 where they could not be dealt.
    """
    drawn_so_far = most & 0
    for _ in range(max(most, 1)):
        drawn_so_far += 1
        if deal_world(world, belief, chance, order) == 0:
            return 0
        hands = numbers_of(world[WORLD_SIZE:])
        far = unlike(me, hands, numbers_of(seen[HEARD:]))
        if far == 0 or drawn(chance, ALL) < _likely(far):
            break
    return drawn_so_far


@inlined
def _weigh_rows(rows: Table, first: int, last: int) -> int:
    """Turn surprises into weights; return their sum."""
    total = first & 0
    least = total + (1 << 30)
    for number in range(first, last):
        least = min(least, rows[number * ROW_SIZE + WEIGHT])
    for number in range(first, last):
        eighths = rows[number * ROW_SIZE + WEIGHT] - least
        weight = _likely(eighths)
        rows[number * ROW_SIZE + WEIGHT] = weight
        total += weight
    return total


@inlined
def _kept(number: int, dealt: int, total: int, chance: Table, rows: Table) -> int:
    """Keep so many of the rows dealt, in the measure of their weights; return how many differ.

    A comb of even marks falls on them, so that a row is kept as often as its weight asks, up or
    down to a whole number, which becomes its weight.
    """
    kept, drawn, passed = number & 0, number & 0, number & 0
    chance[0] = chance[0] * 6364136223846793005 + 1442695040888963407
    mark = ((chance[0] >> 33) & 0x3FFFFFFF) * total // number >> 30
    for at in range(dealt):
        passed += rows[at * ROW_SIZE + WEIGHT]
        times = number & 0
        while drawn < number and mark + drawn * total // number < passed:
            drawn += 1
            times += 1
        if times:
            for holder in range(HOLDERS):
                rows[kept * ROW_SIZE + holder] = rows[at * ROW_SIZE + holder]
            rows[kept * ROW_SIZE + WEIGHT] = times
            kept += 1
    return kept


@compiled(INT(INT, INT, INT, *([ARRAY] * 8)))
def find_holdings(
    me: int,
    number: int,
    tries: int,
    start: Table,
    table: Table,
    belief: Table,
    seen: Table,
    chance: Table,
    held: Table,
    rows: Table,
    order: Table,
) -> int:
    """Fill rows with holdings and their weights; return how many there are.

    With `tries` 0 it is each possible holding once, and -1 where those are more than `number`;
    else so many times `number` are drawn and that number kept, the likely ones more often.
    """
    tab, plays = numbers_of(table), numbers_of(seen)
    hands = held[WORLD_SIZE:]
    world, then = numbers_of(held), numbers_of(order[_THEN_AT:])
    heard = numbers_of(seen[HEARD:])
    dealt, left = number & 0, number & 0
    left += _MEAN_PATIENCE * max(tries, 0) * number
    if tries == 0:
        dealt = every_holding(belief, rows, number, order)
        if dealt < 0:
            return dealt
    for at in range(dealt if tries == 0 else tries * number):
        if tries == 0:
            for holder in range(HOLDERS):
                hands[holder] = rows[at * ROW_SIZE + holder]
        else:
            used = _dealt_as_called(me, min(left, _PATIENCE), held, belief, seen, chance, order)
            if used == 0:
                break
            left -= used
            dealt += 1
            for holder in range(HOLDERS):
                rows[at * ROW_SIZE + holder] = hands[holder]
        for part in range(WORLD_SIZE):
            world[part] = start[part]
        for seat in range(8):
            world[HANDS + seat] |= hands[seat]
        surprise = _surprise(me, world, then, plays, tab)
        if tries == 0:
            surprise += unlike(me, numbers_of(hands), heard)
        rows[at * ROW_SIZE + WEIGHT] = surprise
    total = _weigh_rows(rows, number & 0, dealt)
    if tries == 0:
        return dealt
    return _kept(number, dealt, total, chance, rows)


@compiled(INT(*([INT] * 6), ARRAY, ARRAY, ARRAY, INT, INT, INT, *([ARRAY] * 4)))
def weigh(
    seat: int,
    played: int,
    lead: int,
    best: int,
    holder: int,
    points: int,
    start: Table,
    tab: Table,
    moves: Table,
    need: int,
    first: int,
    last: int,
    rows: Table,
    world: Table,
    made: Table,
    taken: Table,
) -> int:
    """Roll each move out in rows of holdings; add up how often `need` is taken, and all.

    `start` holds the world as far as it is known. Returns the weight of the rows.
    """
    total = first & 0
    for row in range(first, last):
        at = row * ROW_SIZE
        weight = rows[at + WEIGHT]
        total += weight
        for move in range(moves[0]):
            for part in range(WORLD_SIZE):
                world[part] = start[part]
            for other in range(8):
                world[HANDS + other] |= rows[at + other]
            got = roll_out(seat, played, lead, best, holder, points, moves[1 + move], world, tab)
            taken[move] += got * weight
            if got >= need:
                made[move] += weight
    return total
