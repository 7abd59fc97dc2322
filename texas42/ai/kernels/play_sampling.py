"""Deals weighted by the evidence, and plays rolled out in them.

A deal that fits the evidence less well has a penalty n and weight 2^(-n/8).
"""

from texas42.ai.kernels.bits import (
    ARRAY,
    INT,
    POINTER,
    TRICK_STATE,
    IntArray,
    TrickState,
    compiled,
    inlined,
    lowest,
    pointer_to,
    popcount,
)
from texas42.ai.kernels.contract_table import POINTS, SEATS, TRUMP, led_suit, winning_tiles
from texas42.ai.kernels.deal_sampling import (
    CANNOT,
    GONE,
    HANDS,
    HOLDERS,
    ROW_SIZE,
    STATE_SIZE,
    every_deal,
    random_below,
    sample_deal,
)
from texas42.ai.kernels.policy import FORCED, choose_tile, roll_out

CONTRACTS = 0
NAMED = 1
PLAYED = 2
LAST_CALL = 10
LEVEL = 18
"""Parts of the evidence of the auction: the number of contracts; the named one, negative if it is
none of them; by seat, the tiles it has played, its last call, and the least value of its hand by
that call (after a pass, the most)."""
FIRST_ROW = 26
ROW = 65
BASE = 64
"""A row for each contract: the value of each place in a hand, and the constant part."""
MOST_CONTRACTS = 12
BIDS_SIZE = FIRST_ROW + MOST_CONTRACTS * ROW
BID = 1
PASSED = 2
NAMED_TRUMP = 3
"""The last call of a seat: a bid, a pass, or the bid that won and named trump."""
_WEAK_STEP = 125
_WEAK_SLACK = 1000
"""The shortfall in value, of 10,000, that costs a penalty of 1 if a hand is too weak for its bid.
It is measured from `_WEAK_SLACK` above the least value, since few people bid with less."""
_STRONG_STEP = 62
_STRONG_SLACK = 700
"""The excess in value that costs a penalty of 1 if a hand is too strong for its pass."""
_OTHER_STEP = 50
"""The excess in value of the best contract over the named one that costs a penalty of 1."""
_MOST_BID_PENALTY = 64
"""The highest penalty for one call, since people err."""
WEIGHT = HOLDERS
"""The place of a deal's weight in its row."""
FULL_WEIGHT = 1 << 12
"""The weight of the likeliest deal."""
PLAYS = 0
SIGNALS = 100
BIDS = 108
"""Parts of the evidence: the number of plays, followed by the plays (a seat and, from bit 4, the
place, plus 256 if the low end was declared); by seat, the tiles that its discards promise; the
evidence of the auction."""
EVIDENCE_SIZE = BIDS + BIDS_SIZE
_MOST_TRIES = 512
"""How often a deal that contradicts the calls is sampled anew before it is accepted."""
_MEAN_TRIES = 128
"""The average limit over all deals of one kernel call, which must end within a few milliseconds
whatever was called; past it, every deal is accepted."""
_BEFORE_AT = 140
_SCORE_STEP = 9
"""The score loss that costs a penalty of 1; a penalty of 100 is a factor of e in likelihood."""
_FREE_CHOICE = 4
_MOST_PENALTY = 12
_BROKEN_PROMISE = 16
"""Penalties: for each free choice, the highest for an unexpected play, and for each tile that a
discard promised and the deal lacks."""


@compiled(INT(INT, POINTER, POINTER), inner=True)
def _bid_penalty(me: int, hands: IntArray, bids: IntArray) -> int:
    """Compute the penalty of a deal for the calls that its hands do not explain.

    `hands` are sets of tiles by seat, as they are now.
    """
    total = me & 0
    for seat in range(8):
        call = bids[LAST_CALL + seat]
        if call == 0 or seat == me:
            continue
        hand = hands[seat] | bids[PLAYED + seat]
        most = total & 0
        named = total & 0
        for number in range(bids[CONTRACTS]):
            at = FIRST_ROW + number * ROW
            value = bids[at + BASE]
            rest = hand
            while rest:
                value += bids[at + lowest(rest)]
                rest &= rest - 1
            if value > most:
                most = value
            if number == bids[NAMED]:
                named = value
        if call == PASSED:
            over = most - bids[LEVEL + seat] + _STRONG_SLACK
            if over > 0:
                total += min(over // _STRONG_STEP, _MOST_BID_PENALTY)
            continue
        if call == NAMED_TRUMP:
            total += min((most - named) // _OTHER_STEP, _MOST_BID_PENALTY)
            most = named
        under = bids[LEVEL + seat] + _WEAK_SLACK - most
        if under > 0:
            total += min(under // _WEAK_STEP, _MOST_BID_PENALTY)
    return total


@compiled(INT(INT, POINTER, POINTER, POINTER, POINTER), inner=True)
def _play_penalty(
    me: int, state: IntArray, before: IntArray, evidence: IntArray, tab: IntArray
) -> int:
    """Compute the penalty of a deal for others' plays that the roll-out policy would not make.

    `state` has all hands as they are now; in `before` they get their played tiles back and play
    them again.
    """
    none = me & 0
    total = none
    plays = evidence[PLAYS]
    for part in range(STATE_SIZE):
        before[part] = state[part]
    for seat in range(8):
        before[CANNOT + seat] = 0
    for number in range(plays):
        bit = 1 << (evidence[1 + number] >> 4 & 63)
        before[HANDS + (evidence[1 + number] & 15)] |= bit
        before[GONE] &= ~bit
    played = none
    lead = none
    best = none
    holder = none
    points = none
    for number in range(plays):
        play = evidence[1 + number]
        seat = play & 15
        place = play >> 4 & 63
        bit = 1 << place
        trick = TrickState(seat, played, lead, best, holder, points)
        choice = choose_tile(trick, place, before, tab)
        if seat != me and choice & FORCED == 0:
            total += _FREE_CHOICE + min((choice >> 8) // _SCORE_STEP, _MOST_PENALTY)
        if played == 0:
            lead = play >> 4
            best = place
            holder = seat
        else:
            able = led_suit(lead, tab) | tab[TRUMP]
            if bit & able & winning_tiles(seat, able, best, holder, tab):
                best = place
                holder = seat
        before[HANDS + seat] ^= bit
        before[GONE] |= bit
        points += tab[POINTS + place]
        played += 1
        if played == tab[SEATS]:
            played = none
            points = none
    for seat in range(8):
        total += _BROKEN_PROMISE * popcount(evidence[SIGNALS + seat] & ~state[HANDS + seat])
    return total


@inlined
def _weight_of(penalty: int) -> int:
    """Return FULL_WEIGHT * 2^(-penalty/8)."""
    weight = (FULL_WEIGHT >> (penalty >> 3)) if penalty < 96 else 1
    # Linear interpolation between two powers of two is precise enough.
    weight -= weight * (penalty & 7) // 16
    return max(weight, 1)


@inlined
def _sample_by_bids(
    me: int,
    most: int,
    state: IntArray,
    unseen: IntArray,
    evidence: IntArray,
    rng: IntArray,
    scratch: IntArray,
) -> int:
    """Sample deals until one is accepted by the likelihood of the calls, in at most `most` tries.

    Returns the number of tries, 0 if there is no possible deal.
    """
    tries = most & 0
    for _ in range(max(most, 1)):
        tries += 1
        if sample_deal(state, unseen, rng, scratch) == 0:
            return 0
        hands = pointer_to(state[STATE_SIZE:])
        far = _bid_penalty(me, hands, pointer_to(evidence[BIDS:]))
        if far == 0 or random_below(rng, FULL_WEIGHT) < _weight_of(far):
            break
    return tries


@inlined
def _set_weights(rows: IntArray, dealt: int) -> int:
    """Turn the penalties of rows into weights relative to the least; return their sum."""
    total = dealt & 0
    least = total + (1 << 30)
    for number in range(dealt):
        least = min(least, rows[number * ROW_SIZE + WEIGHT])
    for number in range(dealt):
        penalty = rows[number * ROW_SIZE + WEIGHT] - least
        weight = _weight_of(penalty)
        rows[number * ROW_SIZE + WEIGHT] = weight
        total += weight
    return total


@inlined
def _resample(number: int, dealt: int, total: int, rng: IntArray, rows: IntArray) -> int:
    """Keep `number` rows by systematic resampling; return the number of distinct rows left.

    A row's new weight is the number of times it was taken.
    """
    kept = number & 0
    taken = number & 0
    passed = number & 0
    mark = random_below(rng, total) // number
    for at in range(dealt):
        passed += rows[at * ROW_SIZE + WEIGHT]
        times = number & 0
        while taken < number and mark + taken * total // number < passed:
            taken += 1
            times += 1
        if times:
            for holder in range(HOLDERS):
                rows[kept * ROW_SIZE + holder] = rows[at * ROW_SIZE + holder]
            rows[kept * ROW_SIZE + WEIGHT] = times
            kept += 1
    return kept


@compiled(INT(INT, INT, INT, *([ARRAY] * 8)))
def sample_deals(
    me: int,
    number: int,
    tries: int,
    known: IntArray,
    table: IntArray,
    unseen: IntArray,
    evidence: IntArray,
    rng: IntArray,
    state_array: IntArray,
    rows: IntArray,
    scratch: IntArray,
) -> int:
    """Fill rows with deals and their weights; return their number.

    With `tries` 0 each possible deal is listed once, or -1 returned if there are more than
    `number`. Otherwise `tries` times `number` deals are sampled and `number` left by resampling.
    """
    tab = pointer_to(table)
    plays = pointer_to(evidence)
    hands = state_array[STATE_SIZE:]
    state = pointer_to(state_array)
    before = pointer_to(scratch[_BEFORE_AT:])
    bids = pointer_to(evidence[BIDS:])
    dealt = number & 0
    left = number & 0
    left += _MEAN_TRIES * max(tries, 0) * number
    if tries == 0:
        dealt = every_deal(unseen, rows, number, scratch)
        if dealt < 0:
            return dealt
    for at in range(dealt if tries == 0 else tries * number):
        if tries == 0:
            for holder in range(HOLDERS):
                hands[holder] = rows[at * ROW_SIZE + holder]
        else:
            used = _sample_by_bids(
                me, min(left, _MOST_TRIES), state_array, unseen, evidence, rng, scratch
            )
            if used == 0:
                break
            left -= used
            dealt += 1
            for holder in range(HOLDERS):
                rows[at * ROW_SIZE + holder] = hands[holder]
        for part in range(STATE_SIZE):
            state[part] = known[part]
        for seat in range(8):
            state[HANDS + seat] |= hands[seat]
        penalty = _play_penalty(me, state, before, plays, tab)
        if tries == 0:
            penalty += _bid_penalty(me, pointer_to(hands), bids)
        rows[at * ROW_SIZE + WEIGHT] = penalty
    total = _set_weights(rows, dealt)
    if tries == 0:
        return dealt
    return _resample(number, dealt, total, rng, rows)


@compiled(INT(TRICK_STATE, ARRAY, ARRAY, ARRAY, INT, INT, INT, *([ARRAY] * 4)))
def roll_out_lines(
    trick: TrickState,
    known: IntArray,
    tab: IntArray,
    lines: IntArray,
    need: int,
    first: int,
    last: int,
    rows: IntArray,
    state: IntArray,
    made: IntArray,
    taken: IntArray,
) -> int:
    """Roll out each line in rows of deals; count how often `need` is taken, and add the points.

    `lines` holds their number and, for each, the next tile and the next lead as in `roll_out`.
    `known`: the state without the others' hands. Returns the total weight of the rows.
    """
    total = first & 0
    for row in range(first, last):
        at = row * ROW_SIZE
        weight = rows[at + WEIGHT]
        total += weight
        for line in range(lines[0]):
            for part in range(STATE_SIZE):
                state[part] = known[part]
            for other in range(8):
                state[HANDS + other] |= rows[at + other]
            got = roll_out(trick, lines[1 + 2 * line], lines[2 + 2 * line], state, tab)
            taken[line] += got * weight
            if got >= need:
                made[line] += weight
    return total
