"""A quick player for roll-outs: rules of thumb on sets of tiles, from what a seat may know.

It reads the tables of `family`, the hand of the seat in turn, the tiles played and the suits that
seats are known to be out of; never another hand.
"""

from bot.ai.kernels.bits import ARRAY, INT, Table, compiled, highest, inlined, lowest, size_of
from bot.ai.kernels.family import (
    ASKING,
    BIDDERS,
    BIDDERS_TIE,
    CREDIT,
    FIVES,
    LOSING,
    LOW_SUITS,
    NEXT,
    POINTS,
    RANK,
    SEATS,
    SECOND,
    SEVENS,
    STRONGER,
    SUITS,
    TENS,
    TRICK,
    TRUMP,
)

HANDS, CANNOT, GONE, EVERYTHING, BIDDER = 0, 8, 16, 17, 18
"""Parts of a world: hands and tiles they cannot hold by seat, tiles played, all tiles, bidder."""
WORLD_SIZE = 19


@inlined
def trash(moves: int, tab: Table) -> int:
    """Pick what matters least: no count, the lowest in the line."""
    some = moves & ~(tab[TENS] | tab[FIVES])
    if some == 0:
        some = moves & tab[FIVES]
    if some == 0:
        some = moves
    return lowest(some)


@inlined
def count_first(moves: int, tab: Table) -> int:
    """Pick the most count, else the lowest tile."""
    some = moves & tab[TENS]
    if some == 0:
        some = moves & tab[FIVES]
    if some == 0:
        some = moves
    return lowest(some)


@inlined
def opponents_may(seat: int, unseen: int, world: Table, tab: Table) -> int:
    """Return the tiles that some opponent of a seat may hold."""
    found = unseen & 0
    turn = tab[NEXT + seat]
    while turn != seat:
        if tab[ASKING + turn] != tab[ASKING + seat]:
            found |= unseen & ~world[CANNOT + turn]
        turn = tab[NEXT + turn]
    return found


@inlined
def lead_of(seat: int, world: Table, tab: Table) -> int:
    """Choose a lead in a contract with suits."""
    hand = world[HANDS + seat]
    unseen = world[EVERYTHING] & ~world[GONE] & ~hand
    trump = tab[TRUMP]
    theirs = opponents_may(seat, unseen, world, tab)
    trumps = hand & trump
    declaring = tab[BIDDERS + seat]
    bidder = world[BIDDER] == seat
    if trumps and declaring and theirs & trump:
        top = highest(trumps)
        if theirs & trump & tab[STRONGER + top] == 0:
            if bidder or unseen & ~theirs & trump == 0:
                return top
        elif bidder and size_of(trumps) >= 3:
            return trash(trumps, tab)
    masters = unseen & 0
    plain = hand & ~trump
    rest = plain
    while rest:
        place = lowest(rest)
        rest &= rest - 1
        if tab[SUITS + place] & unseen & tab[STRONGER + place] == 0:
            masters |= 1 << place
    if masters:
        some = masters & (tab[TENS] | tab[FIVES])
        return highest(some if some else masters)
    if trumps and (plain == 0 or (declaring and size_of(trumps) > 1 and theirs & trump == 0)):
        return highest(trumps)
    if plain == 0:
        return trash(hand, tab)
    return trash(plain, tab)


@inlined
def reply_of(
    seat: int, moves: int, able: int, best: int, holder: int, played: int, world: Table, tab: Table
) -> int:
    """Choose among the legal replies to a lead in a contract with suits."""
    friendly = tab[ASKING + holder] == tab[ASKING + seat]
    over = able & tab[STRONGER + best]
    winners = moves & over
    behind = tab[SEATS] - played - 1
    unseen = world[EVERYTHING] & ~world[GONE] & ~world[HANDS + seat]
    threats = unseen & 0
    turn = seat
    for _ in range(behind):
        turn = tab[NEXT + turn]
        if tab[ASKING + turn] != tab[ASKING + seat]:
            threats |= unseen & ~world[CANNOT + turn] & able
    in_suit = threats & ~tab[TRUMP] if able & ~tab[TRUMP] else threats
    if friendly:
        if in_suit & tab[STRONGER + best] == 0:
            losers = moves & ~winners
            return count_first(losers if losers else moves, tab)
        if winners:
            top = highest(winners)
            if in_suit & tab[STRONGER + top] == 0 and tab[TRUMP] >> top & 1 == 0:
                return top
        losers = moves & ~winners
        return trash(losers if losers else moves, tab)
    if winners:
        if behind == 0:
            return count_first(winners, tab)
        top = highest(winners)
        if in_suit & tab[STRONGER + top] == 0:
            ruffs = winners & tab[TRUMP]
            return lowest(ruffs) if ruffs and able & ~tab[TRUMP] else top
        if winners & tab[TRUMP]:
            return lowest(winners)
    losers = moves & ~winners
    return trash(losers if losers else moves, tab)


@inlined
def low_reply(
    seat: int, moves: int, able: int, best: int, holder: int, played: int, world: Table, tab: Table
) -> int:
    """Choose in nel-o: the bidder stays under, the others leave him the trick."""
    under = moves & ~(able & tab[STRONGER + best])
    if seat == world[BIDDER]:
        return highest(under) if under else lowest(moves)
    if holder == world[BIDDER] and under:
        return highest(under)
    turn = seat
    waits = False
    for _ in range(tab[SEATS] - played - 1):
        turn = tab[NEXT + turn]
        if turn == world[BIDDER]:
            waits = True
    if waits and moves & able:
        return lowest(moves)
    return highest(moves)


@inlined
def chooses(
    seat: int, played: int, lead: int, best: int, holder: int, world: Table, tab: Table
) -> int:
    """Choose a tile for the seat in turn, and learn what its play tells."""
    hand = world[HANDS + seat]
    if tab[SEVENS]:
        return highest(hand)
    if played == 0:
        return lowest(hand) if tab[LOSING] else lead_of(seat, world, tab)
    first = lead & 255
    suit = tab[LOW_SUITS + first] if lead >> 8 else tab[SUITS + first]
    able = suit | tab[TRUMP]
    moves = hand & suit
    if moves == 0:
        world[CANNOT + seat] |= suit
        moves = hand & tab[SECOND + first]
    if moves == 0:
        moves = hand
    if moves & (moves - 1) == 0:
        return lowest(moves)
    if tab[LOSING]:
        return low_reply(seat, moves, able, best, holder, played, world, tab)
    return reply_of(seat, moves, able, best, holder, played, world, tab)


@compiled(INT(INT, INT, INT, INT, INT, INT, INT, ARRAY, ARRAY))
def roll_out(
    seat: int,
    played: int,
    lead: int,
    best: int,
    holder: int,
    points: int,
    forced: int,
    world: Table,
    tab: Table,
) -> int:
    """Play a world to its end and return what the side asked about takes; the world is used up.

    The arguments are those of `family.asks`; `forced` is the place of the next tile with, from
    bit 8, 1 where its low end is declared, or negative for a free choice.
    """
    taken = seat ^ seat
    left = world[HANDS + seat]
    while left:
        place = (
            chooses(seat, played, lead, best, holder, world, tab) if forced < 0 else forced & 255
        )
        bit = 1 << place
        if played == 0:
            lead = place if forced < 0 else forced
            best = place
            holder = seat
        else:
            first = lead & 255
            suit = tab[LOW_SUITS + first] if lead >> 8 else tab[SUITS + first]
            if forced >= 0 and suit & bit == 0 and tab[SEVENS] == 0:
                world[CANNOT + seat] |= suit
            if tab[SEVENS] or bit & (suit | tab[TRUMP]):
                rank = tab[RANK + place]
                to_beat = tab[RANK + best]
                tie = tab[BIDDERS_TIE] and tab[BIDDERS + seat] and not tab[BIDDERS + holder]
                if rank > to_beat or (rank == to_beat and tie):
                    best = place
                    holder = seat
        forced = -1
        world[HANDS + seat] ^= bit
        world[GONE] |= bit
        points += tab[POINTS + place]
        played += 1
        seat = tab[NEXT + seat]
        if played == tab[SEATS]:
            if tab[CREDIT + holder]:
                taken += points + tab[TRICK]
            seat = holder
            played = 0
            points = 0
        left = world[HANDS + seat]
    return taken
