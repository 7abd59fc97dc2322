"""Whole hands rolled out in sampled deals, with this seat as bidder and with each other seat.

The tables of all contracts are stored one after the other. Hands are dealt in the tile order of the
first contract and translated into the order of the one that is played.
"""

from texas42.ai.kernels.bits import (
    ARRAY,
    INT,
    IntArray,
    TrickState,
    compiled,
    inlined,
    lowest,
    popcount,
)
from texas42.ai.kernels.contract_table import (
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
from texas42.ai.kernels.deal_sampling import (
    BIDDER,
    EVERYTHING,
    HANDS,
    HOLDERS,
    STATE_SIZE,
    random_below,
    sample_deal,
)
from texas42.ai.kernels.policy import FREELY, roll_out

ME, ALL_SEATS, SIDES, PLAIN, SPECIALS, TRIED, EXCHANGES, TRY_OTHERS = range(8)
PARTNER_NAMES, KNOWN_HOLDER, KNOWN_AMONG, KNOWN_LEAST = range(8, 12)
ALL_TILES, MY_HAND, EXCHANGE_AHEAD = range(12, 15)
"""Parts of a plan: the asking seat; the numbers of seats and sides; the number of plain contracts,
in which any seat may be the bidder, and of special ones after them, for this seat only; the set of
contracts to try for this seat; what the bidder does with the undealt tiles (0 nothing, 1 takes the
counts, 2 takes any tiles); whether to try the other seats as bidders; the seat that names the suit
for its partner, or -1; a seat known to hold a least number of certain tiles, these tiles, and that
number; all tiles and the hand, in the first contract's order; whether this seat, as bidder, still
has to exchange."""
NAMED_BY = 16
HAS_CALLED = 24
LEAST_VALUE = 32
MOST_VALUE = 40
"""After those, by seat: the contract that its call named, or -1; whether it has called; the least
and the most value of its hand by that call."""
PLAN_SIZE = 48
BEST_VALUE = 0
TAKEN_BY = 8
"""Parts of a row: by seat, the value of its best contract, and the points it takes as bidder."""
TAKEN_IN = 16
"""After those, by contract, the points that this seat takes; last, those if its partner names."""
ROW_SIZE = 40
PLACES = 64
BONUS = 62
BASE = 63
"""After the value of each tile in a contract: the bonus of the contract if the partner of a plunge
names it, and the constant part."""
_MOST_TRIES = 64
"""How often to sample a deal that fits the calls; after that, the nearest one is used."""
_FAR = 1 << 40
_CALL_NOISE = 400
"""How far a call may deviate from the value of the hand, up or down."""


@inlined
def _translate(mask: int, place_map: IntArray) -> int:
    """Translate a set of tiles into the line of another contract."""
    found = mask & 0
    while mask:
        found |= 1 << place_map[lowest(mask)]
        mask &= mask - 1
    return found


@inlined
def _hand_value(mask: int, number: int, values: IntArray) -> int:
    """Return the value of a hand in a contract."""
    at = number * PLACES
    total: int = values[at + BASE]
    while mask:
        total += values[at + lowest(mask)]
        mask &= mask - 1
    return total


@inlined
def _after_exchange(hand: int, aside: int, exchanges: int, tab: IntArray) -> int:
    """Return the hand after a quick exchange that keeps trumps and tiles that few can beat."""
    pool = hand | aside
    size = popcount(aside)
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
                above = popcount(tab[SUITS + place] & tab[STRONGER + place] & ~pool & ~tab[TRUMP])
                keep = 2000 - 100 * above + place
            if keep < least:
                worst = place
                least = keep
        pool ^= 1 << worst
    return pool


@compiled(INT(INT, INT, INT, ARRAY, ARRAY, ARRAY, ARRAY))
def play_contract(
    seat: int,
    leader: int,
    number: int,
    plan: IntArray,
    tabs: IntArray,
    place_maps: IntArray,
    state: IntArray,
) -> int:
    """Play one dealt hand in a contract; return what the bidder's side takes."""
    place_map = place_maps[number * PLACES : (number + 1) * PLACES]
    tab = tabs[number * TABLE_SIZE : (number + 1) * TABLE_SIZE]
    none = seat ^ seat
    for part in range(STATE_SIZE):
        state[part] = none
    for other in range(plan[ALL_SEATS]):
        state[HANDS + other] = _translate(state[STATE_SIZE + other], place_map)
        if number < plan[PLAIN]:
            ours = 1 if other % plan[SIDES] == seat % plan[SIDES] else 0
            tab[ASKING + other] = ours
            tab[BIDDERS + other] = ours
            tab[CREDIT + other] = ours
    if plan[EXCHANGES] and (seat != plan[ME] or plan[EXCHANGE_AHEAD]):
        aside = _translate(state[STATE_SIZE + HOLDERS - 1], place_map)
        hand = state[HANDS + seat]
        state[HANDS + seat] = _after_exchange(hand, aside, plan[EXCHANGES], tab)
    state[EVERYTHING] = _translate(plan[ALL_TILES], place_map)
    state[BIDDER] = leader
    start = TrickState(leader, none, none, none, none, none)
    return roll_out(start, FREELY, FREELY, state, tab)


@inlined
def _best_contract(hand: int, contracts: int, bonus: int, values: IntArray) -> int:
    """Return the contract in which a hand has the highest value."""
    best = hand & 0
    most = hand & 0
    for number in range(contracts):
        value = _hand_value(hand, number, values) + bonus * values[number * PLACES + BONUS]
        if number == 0 or value > most:
            best = number
            most = value
    return best


@inlined
def _misfit(plan: IntArray, values: IntArray, rng: IntArray, state: IntArray, most: int) -> int:
    """Measure how far the others' hands are from their calls, with some noise.

    It stops counting at `most`.
    """
    misfit = most & 0
    if popcount(state[STATE_SIZE + plan[KNOWN_HOLDER]] & plan[KNOWN_AMONG]) < plan[KNOWN_LEAST]:
        misfit = most
    for seat in range(plan[ALL_SEATS]):
        if plan[HAS_CALLED + seat] and misfit < most:
            hand = state[STATE_SIZE + seat]
            number = plan[NAMED_BY + seat]
            if number < 0:
                number = _best_contract(hand, plan[PLAIN], 0, values)
            value = _hand_value(hand, number, values)
            value += random_below(rng, 2 * _CALL_NOISE) - _CALL_NOISE
            misfit += max(plan[LEAST_VALUE + seat] - value, value - plan[MOST_VALUE + seat], 0)
    return misfit


@inlined
def _sample_fitting(
    plan: IntArray,
    values: IntArray,
    unseen: IntArray,
    rng: IntArray,
    state: IntArray,
    scratch: IntArray,
    nearest: IntArray,
) -> bool:
    """Deal until the hands fit the calls, else use the nearest deal; return 1 if it could deal."""
    none = plan[ME] ^ plan[ME]
    least = none + _FAR
    for _ in range(_MOST_TRIES):
        if sample_deal(state, unseen, rng, scratch) == 0:
            return False
        state[STATE_SIZE + plan[ME]] |= plan[MY_HAND]
        misfit = _misfit(plan, values, rng, state, least)
        if misfit < least:
            least = misfit
            for holder in range(HOLDERS):
                nearest[holder] = state[STATE_SIZE + holder]
        if least == 0:
            break
    for holder in range(HOLDERS):
        if least < _FAR:
            state[STATE_SIZE + holder] = nearest[holder]
        nearest[holder] = none
    return True


@compiled(INT(ARRAY, ARRAY, ARRAY, ARRAY, ARRAY, INT, ARRAY, ARRAY, ARRAY))
def sample_hands(
    plan: IntArray,
    tabs: IntArray,
    place_maps: IntArray,
    values: IntArray,
    unseen: IntArray,
    deals: int,
    rng: IntArray,
    state: IntArray,
    rows: IntArray,
) -> int:
    """Deal this many times and play each deal as the plan asks; return the number dealt.

    `rows` holds one row for each deal; the 64 places behind the rows are scratch space.
    """
    scratch = rows[rows.size - 64 :]
    me = plan[ME]
    done = deals ^ deals
    for _ in range(deals):
        row = rows[done * ROW_SIZE : (done + 1) * ROW_SIZE]
        if not _sample_fitting(plan, values, unseen, rng, state, scratch, row):
            return done
        done += 1
        for seat in range(plan[ALL_SEATS]):
            if seat != me and plan[TRY_OTHERS]:
                hand = state[STATE_SIZE + seat]
                best = _best_contract(hand, plan[PLAIN], 0, values)
                row[BEST_VALUE + seat] = _hand_value(hand, best, values)
                if plan[NAMED_BY + seat] >= 0:
                    best = plan[NAMED_BY + seat]
                row[TAKEN_BY + seat] = play_contract(
                    seat, seat, best, plan, tabs, place_maps, state
                )
        for number in range(plan[PLAIN] + plan[SPECIALS]):
            if plan[TRIED] >> number & 1:
                row[TAKEN_IN + number] = play_contract(
                    me, me, number, plan, tabs, place_maps, state
                )
        named = plan[PARTNER_NAMES]
        if named >= 0:
            best = _best_contract(state[STATE_SIZE + named], plan[PLAIN], 1, values)
            row[ROW_SIZE - 1] = play_contract(named, named, best, plan, tabs, place_maps, state)
    return done
