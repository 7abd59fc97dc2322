"""Weighs plays: holdings as likely as what was seen makes them, each move rolled out in each."""

from bot.ai.kernels.bid_evidence import SIZE as BIDS_SIZE
from bot.ai.kernels.bid_evidence import bid_penalty
from bot.ai.kernels.bits import (
    ARRAY,
    INT,
    POINTER,
    IntArray,
    compiled,
    inlined,
    pointer_to,
)
from bot.ai.kernels.contract_table import (
    BIDDERS,
    BIDDERS_TIE,
    LOW_SUITS,
    POINTS,
    RANK,
    SEATS,
    SUITS,
    TRUMP,
)
from bot.ai.kernels.deal_sampling import ROW_SIZE, every_deal, random_below, sample_deal
from bot.ai.kernels.layout import CANNOT, GONE, HANDS, HOLDERS, STATE_SIZE
from bot.ai.kernels.policy import FORCED, choose_tile, roll_out

WEIGHT = HOLDERS
"""The weight of a holding in its row."""
FULL_WEIGHT = 1 << 12
"""The weight of the likeliest holding."""
PLAYS, SIGNALS, BIDS = 0, 100, 108
"""Parts of what was seen: how many plays, behind that the plays (a seat and, from bit 4, the place
with 256 added where the low end was declared), by seat the tile its discards speak for, and what
was heard in the auction."""
EVIDENCE_SIZE = BIDS + BIDS_SIZE
_MOST_REDRAWS = 512
"""How often a holding is drawn again that the calls speak against; then it is taken."""
_MEAN_REDRAWS = 128
"""The same over all holdings of a call, so that it ends in a few milliseconds whatever was called:
past that each is taken as it comes."""
_BEFORE_AT = 140
_SCORE_STEP = 9
"""How much judgement makes a play less likely by an eighth of a halving: a hundred a factor e."""
_FREE_CHOICE = 4
_MOST_PENALTY = 12
_NO_SIGNAL = 16
"""What a play costs in eighths of a halving: any free choice, at most for going astray, and a
holding without the tile that a discard spoke for."""


@compiled(INT(INT, POINTER, POINTER, POINTER, POINTER), inner=True)
def _play_penalty(
    me: int, state: IntArray, before: IntArray, evidence: IntArray, tab: IntArray
) -> int:
    """Return how far the plays of others are from what the quick player does with their hands.

    `world` has all hands as they are now; they are given back what was played and play again.
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
    played, lead, best, holder, points = none, none, none, none, none
    for number in range(plays):
        play = evidence[1 + number]
        seat = play & 15
        place = play >> 4 & 63
        bit = 1 << place
        judged = choose_tile(seat, played, lead, best, holder, points, place, before, tab)
        if seat != me and judged & FORCED == 0:
            total += _FREE_CHOICE + min((judged >> 8) // _SCORE_STEP, _MOST_PENALTY)
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
        before[HANDS + seat] ^= bit
        before[GONE] |= bit
        points += tab[POINTS + place]
        played += 1
        if played == tab[SEATS]:
            played, points = none, none
    for seat in range(8):
        if evidence[SIGNALS + seat] & ~state[HANDS + seat]:
            total += _NO_SIGNAL
    return total


@inlined
def _weight_of(eighths: int) -> int:
    """Return the weight of a holding that is so many eighths of a halving less likely than ALL."""
    weight = (FULL_WEIGHT >> (eighths >> 3)) if eighths < 96 else 1
    # Between two halvings a straight line is near enough.
    weight -= weight * (eighths & 7) // 16
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
    """Deal the unseen tiles as often as the calls make it likely, in so many draws at most.

    Returns how many it took, 0 where they could not be dealt.
    """
    draws = most & 0
    for _ in range(max(most, 1)):
        draws += 1
        if sample_deal(state, unseen, rng, scratch) == 0:
            return 0
        hands = pointer_to(state[STATE_SIZE:])
        far = bid_penalty(me, hands, pointer_to(evidence[BIDS:]))
        if far == 0 or random_below(rng, FULL_WEIGHT) < _weight_of(far):
            break
    return draws


@inlined
def _set_weights(rows: IntArray, first: int, last: int) -> int:
    """Turn surprises into weights; return their sum."""
    total = first & 0
    least = total + (1 << 30)
    for number in range(first, last):
        least = min(least, rows[number * ROW_SIZE + WEIGHT])
    for number in range(first, last):
        eighths = rows[number * ROW_SIZE + WEIGHT] - least
        weight = _weight_of(eighths)
        rows[number * ROW_SIZE + WEIGHT] = weight
        total += weight
    return total


@inlined
def _resample(number: int, dealt: int, total: int, rng: IntArray, rows: IntArray) -> int:
    """Keep so many of the rows dealt, in the measure of their weights; return how many differ.

    A comb of even marks falls on them, so that a row is kept as often as its weight asks, up or
    down to a whole number, which becomes its weight.
    """
    kept, random_below, passed = number & 0, number & 0, number & 0
    rng[0] = rng[0] * 6364136223846793005 + 1442695040888963407
    mark = ((rng[0] >> 33) & 0x3FFFFFFF) * total // number >> 30
    for at in range(dealt):
        passed += rows[at * ROW_SIZE + WEIGHT]
        times = number & 0
        while random_below < number and mark + random_below * total // number < passed:
            random_below += 1
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
    """Fill rows with holdings and their weights; return how many there are.

    With `tries` 0 it is each possible holding once, and -1 where those are more than `number`;
    else so many times `number` are drawn and that number kept, the likely ones more often.
    """
    tab, plays = pointer_to(table), pointer_to(evidence)
    hands = state_array[STATE_SIZE:]
    state, before = pointer_to(state_array), pointer_to(scratch[_BEFORE_AT:])
    bids = pointer_to(evidence[BIDS:])
    dealt, left = number & 0, number & 0
    left += _MEAN_REDRAWS * max(tries, 0) * number
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
                me, min(left, _MOST_REDRAWS), state_array, unseen, evidence, rng, scratch
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
            penalty += bid_penalty(me, pointer_to(hands), bids)
        rows[at * ROW_SIZE + WEIGHT] = penalty
    total = _set_weights(rows, number & 0, dealt)
    if tries == 0:
        return dealt
    return _resample(number, dealt, total, rng, rows)


@compiled(INT(*([INT] * 6), ARRAY, ARRAY, ARRAY, INT, INT, INT, *([ARRAY] * 4)))
def roll_out_moves(
    seat: int,
    played: int,
    lead: int,
    best: int,
    holder: int,
    points: int,
    known: IntArray,
    tab: IntArray,
    moves: IntArray,
    need: int,
    first: int,
    last: int,
    rows: IntArray,
    state: IntArray,
    made: IntArray,
    taken: IntArray,
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
            for part in range(STATE_SIZE):
                state[part] = known[part]
            for other in range(8):
                state[HANDS + other] |= rows[at + other]
            got = roll_out(seat, played, lead, best, holder, points, moves[1 + move], state, tab)
            taken[move] += got * weight
            if got >= need:
                made[move] += weight
    return total
