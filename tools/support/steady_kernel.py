"""Play whole hands of 42 the way `steady` does, in compiled code.

A seat tries each legal play in sampled deals, as in `rollouts.play_choice`. Four things differ:
there are fewer deals; the plain choice is the roll-out policy's, except where the bidder pulls
trumps; partner's discards are read as promises, but none is chosen for that; and play stops once
the bid is decided.
"""

from texas42.ai.kernels.bits import (
    ARRAY,
    INT,
    TRICK_STATE,
    IntArray,
    TrickState,
    compiled,
    highest,
    inlined,
    lowest,
    pointer_to,
    popcount,
)
from texas42.ai.kernels.contract_table import ASKING, NEXT, POINTS, STRONGER, SUITS, TRUMP
from texas42.ai.kernels.deal_sampling import (
    CANNOT,
    EVERYTHING,
    GONE,
    HANDS,
    HOLDERS,
    MAY_HOLD,
    ROW_SIZE,
    SCRATCH_SIZE,
    STATE_SIZE,
    TILES,
    TO_HOLD,
    UNSEEN_SIZE,
)
from texas42.ai.kernels.play_sampling import (
    EVIDENCE_SIZE,
    PLAYS,
    SIGNALS,
    roll_out_lines,
    sample_deals,
)
from texas42.ai.kernels.policy import FREELY, choose_tile

DEALS = 32
SAMPLED_PER_DEAL = 2
"""The number of deals sampled for a play, and sampled for each one left by resampling."""
SEATS = 4
HAND = 7
_LAST_TRICKS = 4
"""With more tiles in hand there are always more deals than DEALS."""
_PLAIN_BONUS = 0.03
_ODD_LEAD = 0.35
_POINT = 0.08 / 42
"""The value of a point relative to making or setting the bid."""
_ODD_TRICKS = 3
_ODD_COUNT_TRICKS = 2
_KNOWN = STATE_SIZE
_UNSEEN = _KNOWN + STATE_SIZE
_EVIDENCE = _UNSEEN + UNSEEN_SIZE
_LINES = _EVIDENCE + EVIDENCE_SIZE
_MADE = _LINES + 1 + 2 * HAND
_TAKEN = _MADE + HAND
_SHOWN = _TAKEN + HAND
_STATE = _SHOWN + SEATS
_SCRATCH = _STATE + STATE_SIZE + HOLDERS
_ROWS = _SCRATCH + SCRATCH_SIZE
MEMORY = _ROWS + DEALS * SAMPLED_PER_DEAL * ROW_SIZE
"""Offsets in the working memory after the true state, and its size: the knowledge of the seat in
turn, its lines and their results, the tiles signaled by each seat, and room for the samplers.
"""


@inlined
def _see(seat: int, memory: IntArray) -> int:
    """Fill in the knowledge of a seat; return the tiles that it can't see."""
    known = memory[_KNOWN:_UNSEEN]
    unseen = memory[_UNSEEN:_EVIDENCE]
    signals = memory[_EVIDENCE + SIGNALS :]
    shown = memory[_SHOWN:_STATE]
    tiles: int = memory[EVERYTHING] & ~memory[GONE] & ~memory[HANDS + seat]
    for part in range(STATE_SIZE):
        known[part] = memory[part]
    unseen[TILES] = tiles
    for other in range(SEATS):
        unseen[TO_HOLD + other] = 0
        unseen[MAY_HOLD + other] = 0
        signals[other] = 0
        if other != seat:
            known[HANDS + other] = 0
            unseen[TO_HOLD + other] = popcount(memory[HANDS + other])
            unseen[MAY_HOLD + other] = tiles & ~memory[CANNOT + other]
            if (other ^ seat) == 2 and memory[HANDS + other]:
                signals[other] = shown[other] & unseen[MAY_HOLD + other]
    return tiles


@inlined
def _is_sure(place: int, memory: IntArray, table: IntArray) -> bool:
    """Return True if no opponent of the bidder, seat 0, can beat a lead."""
    unseen = memory[_UNSEEN:_EVIDENCE]
    suit = table[SUITS + place]
    trump = table[TRUMP]
    may = unseen[MAY_HOLD + 1] | unseen[MAY_HOLD + 3]
    if may & suit & table[STRONGER + place]:
        return False
    sure = True
    for seat in (1, 3):
        able = unseen[MAY_HOLD + seat]
        if able & trump & ~suit and unseen[TO_HOLD + seat] <= popcount(able & ~suit):
            sure = False
    return sure


@inlined
def _has_winner(tiles: int, memory: IntArray, table: IntArray) -> bool:
    """Return True if the bidder has the highest tile of a suit besides trumps."""
    rest = memory[HANDS] & ~table[TRUMP]
    found = False
    while rest:
        place = lowest(rest)
        rest &= rest - 1
        if table[SUITS + place] & table[STRONGER + place] & tiles == 0:
            found = True
    return found


@inlined
def _pulls_trumps(tiles: int, every_trick: bool, memory: IntArray, table: IntArray) -> bool:
    """Return True if the plain player leads the bidder's highest trump to pull trumps."""
    unseen = memory[_UNSEEN:_EVIDENCE]
    trump = table[TRUMP]
    trumps = memory[HANDS] & trump
    out = trump & (unseen[MAY_HOLD + 1] | unseen[MAY_HOLD + 3])
    if trumps == 0 or out == 0 or highest(trumps) < highest(out):
        return False
    last = trumps & (trumps - 1) == 0 and not every_trick and out & (out - 1) == 0
    return not (last and memory[HANDS] != trumps and not _has_winner(tiles, memory, table))


@inlined
def _is_odd(place: int, pulls: bool, memory: IntArray, table: IntArray) -> bool:
    """Return True if a lead by the bidder must be much better than the plain lead to be chosen."""
    trick = HAND - popcount(memory[HANDS])
    if pulls:
        plain = table[TRUMP] >> place & 1 == 0
        return trick < _ODD_TRICKS and (plain or _is_sure(place, memory, table))
    at_risk = table[POINTS + place] > 0 and not _is_sure(place, memory, table)
    return trick < _ODD_COUNT_TRICKS and at_risk


@compiled(INT(TRICK_STATE, INT, ARRAY, ARRAY, ARRAY), inner=True)
def _try_lines(
    trick: TrickState, need: int, rng: IntArray, memory: IntArray, table: IntArray
) -> int:
    """Roll lines out in sampled deals, or in all if there are few; return their total weight."""
    seat = trick.seat
    known = memory[_KNOWN:_UNSEEN]
    unseen = memory[_UNSEEN:_EVIDENCE]
    evidence = memory[_EVIDENCE:_LINES]
    lines = memory[_LINES:_MADE]
    made = memory[_MADE:_TAKEN]
    taken = memory[_TAKEN:_SHOWN]
    state = memory[_STATE:_SCRATCH]
    scratch = memory[_SCRATCH:_ROWS]
    rows = memory[_ROWS:]
    found = seat & 0
    if popcount(known[HANDS + seat]) <= _LAST_TRICKS:
        found = sample_deals(
            seat, DEALS, 0, known, table, unseen, evidence, rng, state, rows, scratch
        )
    if found <= 0:
        per_deal = SAMPLED_PER_DEAL if evidence[PLAYS] else 1
        found = sample_deals(
            seat, DEALS, per_deal, known, table, unseen, evidence, rng, state, rows, scratch
        )
    return roll_out_lines(trick, known, table, lines, need, 0, found, rows, state, made, taken)


@inlined
def _list_lines(moves: int, memory: IntArray) -> int:
    """List the moves as lines without results; return their number."""
    lines = memory[_LINES:_MADE]
    made = memory[_MADE:_TAKEN]
    taken = memory[_TAKEN:_SHOWN]
    count = moves & 0
    while moves:
        lines[1 + 2 * count] = lowest(moves)
        lines[2 + 2 * count] = FREELY
        made[count] = 0
        taken[count] = 0
        count += 1
        moves &= moves - 1
    lines[0] = count
    return count


@compiled(INT(TRICK_STATE, INT, INT, ARRAY, ARRAY, ARRAY), inner=True)
def _choose(
    trick: TrickState, need: int, every_trick: int, rng: IntArray, memory: IntArray, table: IntArray
) -> int:
    """Choose the tile of the seat in turn."""
    seat = trick.seat
    played = trick.played
    lead = trick.lead
    hand = memory[HANDS + seat]
    moves = hand & table[SUITS + lead] if played else hand
    if moves == 0:
        moves = hand
    if moves & (moves - 1) == 0:
        return lowest(moves)
    tiles = _see(seat, memory)
    known = pointer_to(memory[_KNOWN:_UNSEEN])
    plain = choose_tile(trick, FREELY, known, pointer_to(table)) & 255
    count = _list_lines(moves, memory)
    total = max(_try_lines(trick, need, rng, memory, table), 1)
    leads = played == 0 and seat == 0 and hand & table[TRUMP] != 0
    pulls = leads and _pulls_trumps(tiles, every_trick != 0, memory, table)
    if pulls:
        plain = highest(hand & table[TRUMP])
    sign = 1.0 if table[ASKING + seat] else -1.0
    top = -9.0
    chosen = plain
    for line in range(count):
        place = memory[_LINES + 1 + 2 * line]
        score = sign * (memory[_MADE + line] + _POINT * memory[_TAKEN + line]) / total
        if place == plain:
            score += _PLAIN_BONUS
        elif leads and _is_odd(place, pulls, memory, table):
            score -= _ODD_LEAD
        if score > top:
            top = score
            chosen = place
    return chosen


@compiled(INT(INT, INT, INT, *([ARRAY] * 5)))
def play_deal(
    need: int,
    total: int,
    sampling: int,
    hands: IntArray,
    table: IntArray,
    signals: IntArray,
    rng: IntArray,
    memory: IntArray,
) -> int:
    """Play a dealt hand whose bidder is seat 0; return 1 if its side takes `need` of `total`.

    Without `sampling`, the roll-out policy plays. `signals`: the tile signaled by each discard.
    """
    none = need & 0
    memory[:_STATE] = none
    evidence = memory[_EVIDENCE:_LINES]
    shown = memory[_SHOWN:_STATE]
    for place in range(SEATS):
        memory[HANDS + place] = hands[place]
        memory[EVERYTHING] |= hands[place]
    every_trick = 1 if need == total else 0
    left = total
    number = none
    seat = none
    played = none
    lead = none
    best = none
    holder = none
    points = none
    while 0 < need <= left:
        trick = TrickState(seat, played, lead, best, holder, points)
        if sampling:
            place = _choose(trick, need, every_trick, rng, memory, table)
        else:
            state = pointer_to(memory[:_KNOWN])
            place = choose_tile(trick, FREELY, state, pointer_to(table)) & 255
        bit = 1 << place
        number += 1
        evidence[PLAYS + number] = seat | place << 4
        evidence[PLAYS] = number
        suit = table[SUITS + (lead if played else place)]
        if played == 0:
            lead = place
        elif suit & bit == 0:
            memory[CANNOT + seat] |= suit
            shown[seat] |= 0 if table[TRUMP] & bit else signals[place]
        if played == 0 or (bit & (suit | table[TRUMP]) and place > best):
            best = place
            holder = seat
        memory[HANDS + seat] ^= bit
        memory[GONE] |= bit
        points += table[POINTS + place]
        played += 1
        seat = table[NEXT + seat]
        if played == SEATS:
            left -= points + 1
            need -= (points + 1) * table[ASKING + holder]
            seat = holder
            played = none
            points = none
    return 1 if need <= 0 else 0
