"""The search for every game and contract: how many remaining points one side can take.

It reads the tables of `contract_table`. It is slower than `search42` and just as exact.
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
from texas42.ai.kernels.contract_table import (
    ALL,
    ASKING,
    BUDGET,
    CREDIT,
    FORCED_LEAD,
    HELD,
    LAST_TRICK,
    LEAD_SCORES,
    LEVEL,
    LOSING,
    LOW_SUITS,
    NEXT,
    NO_MOVE,
    NODES,
    POINTS,
    SAVED,
    SEATS,
    SEVENS,
    STACK,
    STEP,
    TRICK,
    TRUMP,
    asking_tiles,
    best_lead_by_score,
    best_move,
    last_tile_cutoff,
    led_suit,
    legal_replies,
    lower,
    nearest_seven,
    one_tile_value,
    pick,
    points_of,
    score_leads,
    sure_tricks,
    sure_trump_points,
    tt_key,
    tt_probe,
    tt_store,
    upper,
    winning_tiles,
    without_equals,
)

SEAT, LEGAL, ABLE, REACH = range(4)
"""Parts of a step that a lead sets: the seat, what it may play, what it can play that might take
the trick, and the same of its opponents behind it."""
MOVES, PLAYED, FOUND, BEST, HOLDER, SUM, OVER = range(4, 11)
"""Parts of a step that change: the moves left to try, the tile played now, the value found, and
from before that tile the best place, its holder, the count and the tiles that beat the best."""
_BEYOND = 1 << 20


@inlined
def _set_out(seat: int, lead: int, able: int, first: int, end: int, tab: IntArray) -> None:
    """Write the possible plays of the seats from `seat` on after a lead, in steps up to `end`."""
    suit = able & 0
    if tab[SEVENS] == 0:
        suit = led_suit(lead, tab)
    at = first
    while at <= end:
        hand = tab[HELD + seat]
        following = hand & suit
        tab[at + SEAT] = seat
        tab[at + LEGAL] = legal_replies(hand, suit, lead, tab)
        tab[at + ABLE] = following if following else hand & able
        seat = tab[NEXT + seat]
        at += STEP
    ours, theirs = able & 0, able & 0
    while at > first:
        at -= STEP
        if tab[ASKING + tab[at + SEAT]]:
            tab[at + REACH] = theirs
            ours |= tab[at + ABLE]
        else:
            tab[at + REACH] = ours
            theirs |= tab[at + ABLE]


@compiled(INT(TRICK_STATE, INT, INT, INT, POINTER, POINTER), inner=True)
def _search(  # noqa: C901 - splitting it costs more time than the steps take
    trick: TrickState, need: int, left: int, occupied: int, tab: IntArray, tt: IntArray
) -> int:
    """Search as `search` does, on pointers, once `need` alone does not decide the answer.

    `occupied` are the tiles in all hands. It recurses once per trick: the tiles within a trick are
    tried in a loop over the steps of the stack.
    """
    seat, played, lead, best, holder, points = trick
    if tab[NODES] > tab[BUDGET]:
        return 0
    hand = tab[HELD + seat]
    asking = tab[ASKING + seat]
    tricks = popcount(hand)
    none = played ^ played
    key, low, high, first = none, none, left, none + NO_MOVE
    moves = none + 1  # a single lead, already made
    scores = STACK + LEVEL * tricks + LEAD_SCORES
    if played == 0:
        key = tt_key(occupied, seat)
        known = tt_probe(key, left, tab, tt)
        low, high, first = lower(known), upper(known), best_move(known)
        if need <= low:
            return low
        if need > high:
            return high
        moves = hand
        if tab[SEVENS]:
            if tab[FORCED_LEAD]:
                moves = nearest_seven(hand, tab)
        elif tab[LOSING] == 0:
            others = occupied & ~hand
            sure = sure_tricks(hand, others, tab)
            if sure == hand:
                return left if asking else none
            ours, theirs = none, none
            if occupied & tab[TRUMP]:
                our_tiles = asking_tiles(tab)
                ours = sure_trump_points(our_tiles, occupied & ~our_tiles, tab)
                theirs = sure_trump_points(occupied & ~our_tiles, our_tiles, tab)
            if asking:
                ours = max(ours, points_of(sure, tab))
            else:
                theirs = max(theirs, points_of(sure, tab))
            if need <= ours:
                return ours
            if need > left - theirs:
                return left - theirs
        moves = without_equals(moves, occupied & ~hand, tab)
    begin = STACK + LEVEL * tricks + STEP * max(played, 1)
    end = STACK + LEVEL * tricks + STEP * (tab[SEATS] - 1)
    found = none - 1 if asking else none + _BEYOND
    nodes = none
    scored = False
    while moves and (found >= need) != asking:
        lead_bit, ways, leading = none, none + 1, none
        following = seat
        if played:
            moves = none
        else:
            if moves >> first & 1:
                leading = first
            elif tab[LOSING] or moves & (moves - 1) == 0:
                leading = lowest(moves)
            else:
                if not scored:
                    score_leads(seat, moves, scores, tab)
                    scored = True
                leading = best_lead_by_score(moves, scores, tab)
            lead_bit = 1 << leading
            moves ^= lead_bit
            tab[HELD + seat] ^= lead_bit
            following = tab[NEXT + seat]
            if tab[LOW_SUITS + leading]:
                ways += 1
        for way in range(ways):
            if (found >= need) == asking:
                continue
            if played == 0:
                nodes += 1
                lead, best, holder = leading | way << 8, leading, seat
                points = tab[POINTS + leading]
            able = none + ALL if tab[SEVENS] else led_suit(lead, tab) | tab[TRUMP]
            _set_out(following, lead, able, begin, end, tab)
            tiles = occupied ^ lead_bit
            at = begin
            descending = True
            value = none
            while at >= begin:
                turn = tab[at + SEAT]
                side = tab[ASKING + turn]
                if descending:
                    # A seat starts to choose.
                    replies = tab[at + LEGAL]
                    over = winning_tiles(turn, able, best, holder, tab)
                    if replies & (replies - 1):
                        replies = without_equals(
                            replies, tiles & ~tab[HELD + turn] | 1 << best, tab
                        )
                    reached = none - 1 if side else none + _BEYOND
                    if at == end:
                        # The last tile of the trick: try all, and backtrack to the seat before.
                        if tricks > 2 and replies & (replies - 1):
                            known = last_tile_cutoff(
                                turn, replies, over, holder, points, need, left, tiles, tab, tt
                            )
                            if known >= 0:
                                reached = known
                        safe = tab[ASKING + holder] == side
                        while replies and (reached >= need) != side:
                            place = pick(replies, over, none, safe, tab)
                            bit = 1 << place
                            replies ^= bit
                            nodes += 1
                            taker = turn if bit & over else holder
                            total = points + tab[POINTS + place] + tab[TRICK]
                            gained = total if tab[CREDIT + taker] else none
                            if need <= gained:
                                value = gained
                            elif need - gained > left - total:
                                value = gained + left - total
                            else:
                                tab[HELD + turn] ^= bit
                                value = none - 1
                                if tricks == 2:
                                    value = one_tile_value(taker, left - total, tab)
                                if value < 0:
                                    value = _search(
                                        TrickState(taker, none, none, none, none, none),
                                        need - gained,
                                        left - total,
                                        tiles ^ bit,
                                        tab,
                                        tt,
                                    )
                                value += gained
                                tab[HELD + turn] ^= bit
                            if (value > reached) == side:
                                reached = value
                        value = reached
                        at -= STEP
                        descending = False
                        continue
                    tab[at + BEST], tab[at + HOLDER], tab[at + SUM] = best, holder, points
                    tab[at + OVER] = over
                else:
                    # Back at a seat: undo its tile, and keep the result if it is the best.
                    replies, reached = tab[at + MOVES], tab[at + FOUND]
                    best, holder, points = tab[at + BEST], tab[at + HOLDER], tab[at + SUM]
                    over = tab[at + OVER]
                    tab[HELD + turn] ^= tab[at + PLAYED]
                    tiles ^= tab[at + PLAYED]
                    if (value > reached) == side:
                        reached = value
                    if replies == 0 or (reached >= need) == side:
                        value = reached
                        at -= STEP
                        continue
                # Play the next tile of this seat, and advance to the next seat.
                reach = tab[at + REACH]
                safe = tab[ASKING + holder] == side and reach & over == 0
                place = pick(replies, over, reach, safe, tab)
                bit = 1 << place
                nodes += 1
                tab[at + MOVES], tab[at + PLAYED], tab[at + FOUND] = replies ^ bit, bit, reached
                tab[HELD + turn] ^= bit
                tiles ^= bit
                points += tab[POINTS + place]
                if bit & over:
                    best, holder = place, turn
                at += STEP
                descending = True
            if (value > found) == asking:
                found = value
                first = lead & 255
        tab[HELD + seat] ^= lead_bit
    tab[NODES] += nodes
    if played == 0 and tab[NODES] <= tab[BUDGET]:
        if found >= need:
            low = max(low, found)
        else:
            high = min(high, found)
        tt_store(key, low, high, first, tab, tt)
    return found


@compiled(INT(TRICK_STATE, POINTER), inner=True)
def _finish_trick(trick: TrickState, tab: IntArray) -> int:
    """Finish a trick by the move-ordering heuristic; return its points and, from bit 8, its winner.

    The tiles played are left in the contract table at LAST_TRICK.
    """
    seat, played, lead, best, holder, points = trick
    able = ALL if tab[SEVENS] else led_suit(lead, tab) | tab[TRUMP]
    end = STACK + STEP * (tab[SEATS] - 1)
    at = STACK + STEP * played
    _set_out(seat, lead, able, at, end, tab)
    tiles = seat ^ seat
    while at <= end:
        turn = tab[at + SEAT]
        over = winning_tiles(turn, able, best, holder, tab)
        reach = tab[at + REACH]
        safe = tab[ASKING + holder] == tab[ASKING + turn] and reach & over == 0
        place = pick(tab[at + LEGAL], over, reach, safe, tab)
        tiles |= 1 << place
        points += tab[POINTS + place]
        if over >> place & 1:
            best, holder = place, turn
        at += STEP
    tab[LAST_TRICK] = tiles
    finished: int = (points + tab[TRICK]) | holder << 8
    return finished


@inlined
def _greedy_playout(trick: TrickState, tab: IntArray) -> int:
    """Compute the points of the asking side if everyone plays by the move-ordering heuristic.

    This empties the hands.
    """
    seat, played, lead, best, holder, points = trick
    taken = seat ^ seat
    while tab[HELD + seat]:
        if played == 0:
            hand = tab[HELD + seat]
            score_leads(seat, hand, STACK + LEAD_SCORES, tab)
            lead = best = best_lead_by_score(hand, STACK + LEAD_SCORES, tab)
            tab[HELD + seat] ^= 1 << lead
            holder, points, played = seat, tab[POINTS + lead], 1
            seat = tab[NEXT + seat]
        finished = _finish_trick(TrickState(seat, played, lead, best, holder, points), tab)
        for each in range(8):
            tab[HELD + each] &= ~tab[LAST_TRICK]
        seat, played = finished >> 8, 0
        if tab[CREDIT + seat]:
            taken += finished & 255
    return taken


@compiled(INT(TRICK_STATE, INT, INT, ARRAY, ARRAY))
def search(trick: TrickState, need: int, left: int, table: IntArray, tt: IntArray) -> int:
    """Bound the share of the `left` points that the asking side takes.

    The result is a lower bound if it is `need` or more, else an upper bound. Once the node budget
    is exhausted, it is meaningless.
    """
    if need <= 0:
        return 0
    if need > left:
        return left
    tab = pointer_to(table)
    occupied = left ^ left
    for seat in range(8):
        occupied |= tab[HELD + seat]
    return _search(trick, need, left, occupied, tab, pointer_to(tt))


@compiled(INT(TRICK_STATE, INT, ARRAY, ARRAY, ARRAY))
def solve_exact(
    trick: TrickState, left: int, table: IntArray, tt: IntArray, bounds: IntArray
) -> int:
    """Narrow the lower and upper bound in `bounds` until they meet; return 1 if they did.

    It returns 0 if the node budget runs out first. It first asks for one point more than a greedy
    playout takes. The other arguments are those of `search`.
    """
    tab = pointer_to(table)
    for seat in range(8):
        tab[SAVED + seat] = tab[HELD + seat]
    ask = 1 + _greedy_playout(trick, tab)
    for seat in range(8):
        tab[HELD + seat] = tab[SAVED + seat]
    step = 1
    while bounds[0] < bounds[1]:
        ask = min(max(ask, bounds[0] + 1), bounds[1])
        value = search(trick, ask, left, table, tt)
        if tab[NODES] > tab[BUDGET]:
            return 0
        if value >= ask:
            bounds[0] = value
            ask = value + step
        else:
            bounds[1] = value
            ask = value + 1 - step
        step = 9
    return 1
