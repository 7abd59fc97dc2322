"""The roll-out policy: the play with the best fitted score, from what the seat may know.

It reads the contract table, the hand of the seat in turn, the tiles played and the known voids of
seats; never another hand.
"""

from texas42.ai.kernels.bits import (
    ARRAY,
    INT,
    POINTER,
    TRICK_STATE,
    IntArray,
    TrickState,
    compiled,
    highest,
    inlined,
    lowest,
    pointer_to,
)
from texas42.ai.kernels.contract_table import (
    ALL,
    CREDIT,
    LOSING,
    NEXT,
    POINTS,
    SEATS,
    SECOND,
    SEVENS,
    STRONGER,
    TRICK,
    TRUMP,
    led_suit,
    winning_tiles,
)
from texas42.ai.kernels.deal_sampling import BIDDER, CANNOT, GONE, HANDS
from texas42.ai.kernels.move_scores import best_lead, best_reply

FORCED = 1 << 40
"""Set in a choice if only one tile may be played."""
FREELY = -1
"""In place of a tile: the policy chooses it."""
_UNEXPECTED = 200
"""The margin of the policy's choice over any other play if plays have no scores."""


@inlined
def nello_reply(
    seat: int,
    moves: int,
    able: int,
    best: int,
    holder: int,
    played: int,
    state: IntArray,
    tab: IntArray,
) -> int:
    """Choose a reply in nel-o: the bidder stays under, the others leave the bidder the trick."""
    under = moves & ~(able & tab[STRONGER + best])
    if seat == state[BIDDER]:
        return highest(under) if under else lowest(moves)
    if holder == state[BIDDER] and under:
        return highest(under)
    turn = seat
    waits = False
    for _ in range(tab[SEATS] - played - 1):
        turn = tab[NEXT + turn]
        if turn == state[BIDDER]:
            waits = True
    if waits and moves & able:
        return lowest(moves)
    return highest(moves)


@compiled(INT(TRICK_STATE, INT, POINTER, POINTER), inner=True)
def choose_tile(trick: TrickState, compared: int, state: IntArray, tab: IntArray) -> int:
    """Choose a tile for the seat in turn; from bit 8, the margin of `compared` behind it.

    `FORCED` is set if only one tile may be played. A seat that cannot follow is recorded as void in
    the suit.
    """
    seat, played, lead, best, holder, points = trick
    hand = state[HANDS + seat]
    moves = hand
    able = hand & 0
    if played and tab[SEVENS] == 0:
        suit = led_suit(lead, tab)
        able = suit | tab[TRUMP]
        moves = hand & suit
        if moves == 0:
            state[CANNOT + seat] |= suit
            moves = hand & tab[SECOND + (lead & 255)]
        if moves == 0:
            state[CANNOT + seat] |= tab[SECOND + (lead & 255)]
            moves = hand
    if moves & (moves - 1) == 0:
        return lowest(moves) | FORCED
    if tab[SEVENS] == 0 and tab[LOSING] == 0:
        if played == 0:
            return best_lead(seat, compared, state, tab)
        return best_reply(seat, moves, able, best, holder, played, points, compared, state, tab)
    if tab[SEVENS]:
        picked = highest(hand)
    elif played == 0:
        picked = lowest(hand)
    else:
        picked = nello_reply(seat, moves, able, best, holder, played, state, tab)
    return picked | (0 if picked == compared else _UNEXPECTED) << 8


@compiled(INT(TRICK_STATE, INT, INT, ARRAY, ARRAY))
def roll_out(
    trick: TrickState, forced: int, then: int, state_array: IntArray, table_array: IntArray
) -> int:
    """Play a deal to its end and return what the asking side takes; the state is consumed.

    `forced`: the place of the next tile, or FREELY; bit 8 is 1 if its low end is declared. `then`:
    the place of the tile that the same seat leads when it leads again, or FREELY; if it no longer
    holds the tile, the policy chooses.
    """
    seat, played, lead, best, holder, points = trick
    asked = seat
    taken = seat ^ seat
    state = pointer_to(state_array)
    tab = pointer_to(table_array)
    left = state[HANDS + seat]
    while left:
        place = forced & 255
        if forced == FREELY:
            place = FREELY
            if then != FREELY and played == 0 and seat == asked:
                place = then if left >> then & 1 else FREELY
                then = FREELY
            if place == FREELY:
                now = TrickState(seat, played, lead, best, holder, points)
                place = choose_tile(now, forced, state, tab) & 255
        bit = 1 << place
        if played == 0:
            lead = place if forced < 0 else forced
            best = place
            holder = seat
        else:
            suit = led_suit(lead, tab)
            able = ALL if tab[SEVENS] else suit | tab[TRUMP]
            if forced >= 0 and suit & bit == 0 and tab[SEVENS] == 0:
                state[CANNOT + seat] |= suit
            if bit & winning_tiles(seat, able, best, holder, tab):
                best = place
                holder = seat
        forced = -1
        state[HANDS + seat] ^= bit
        state[GONE] |= bit
        points += tab[POINTS + place]
        played += 1
        seat = tab[NEXT + seat]
        if played == tab[SEATS]:
            if tab[CREDIT + holder]:
                taken += points + tab[TRICK]
            seat = holder
            played = 0
            points = 0
        left = state[HANDS + seat]
    return taken
