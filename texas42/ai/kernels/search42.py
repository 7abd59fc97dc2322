"""The search for 42: how many of the remaining points the leader's side can take.

Four hands, one copy of each tile, two sides. In the line of `trick_order` the highest tile among
those of the suit led and the trumps wins a trick. A position is four sets of tiles, the leader's
first.
"""

from texas42.ai.kernels.bits import (
    ARRAY,
    BOOL,
    INT,
    POINTER,
    IntArray,
    compiled,
    highest,
    inlined,
    lowest,
    pointer_to,
)
from texas42.ai.kernels.contract_table import BUDGET, NODES42, SUITS, TRUMP
from texas42.ai.kernels.tricks42 import (
    best_lead_by_score,
    can_beat,
    follower_picks,
    greedy_trick,
    has_three_tiles,
    lead_scores,
    points_in,
    replies,
    sure_tricks,
    sure_trump_points,
    two_tricks,
    unbeatable,
    without_twins,
)
from texas42.ai.kernels.tt42 import NO_MOVE, best_lead, lower, tt_probe, tt_store, upper

_ABOVE_ALL = 64


@inlined
def _last_tile_cutoff(
    lasts: int,
    over: int,
    three: int,
    occupied: int,
    seat: int,
    holder: int,
    need: int,
    left: int,
    tab: IntArray,
    tt: IntArray,
) -> int:
    """Look up a last tile that keeps the leader's side below `need`; return its value.

    `three` are the tiles on the table; `holder` wins the trick unless one of `over` is played.
    """
    value = _ABOVE_ALL
    while lasts and value >= need:
        bit = lasts & -lasts
        lasts ^= bit
        taker = seat + 3 & 3 if bit & over else holder
        entry = tt_probe(occupied ^ three ^ bit, taker, tab, tt)
        points = points_in(three | bit, tab) - 3
        theirs = (taker ^ seat) & 1
        value = left - points - lower(entry) if theirs else points + upper(entry)
    return value if value < need else _ABOVE_ALL


@compiled(INT(INT, INT, INT, INT, INT, INT, INT, INT, POINTER, POINTER), inner=True)
def search(  # noqa: C901 - splitting it costs more time than the steps take
    a: int,
    b: int,
    c: int,
    d: int,
    seat: int,
    need: int,
    left: int,
    plays: int,
    tab: IntArray,
    tt: IntArray,
) -> int:
    """Bound the share of the `left` points that the leader's side takes.

    The result is a lower bound if it is `need` or more, else an upper bound. `a` leads, and `b`,
    `c`, `d` follow; `seat` is the leader's number, for the transposition table. `plays` is 0 at the
    start of a trick; else the number of tiles played and, five bits each, which (the hands still
    hold them). Past the node budget the result is meaningless.
    """
    if need <= 0:
        return 0
    if need > left:
        return left
    occupied = a | b | c | d
    trump = tab[TRUMP]
    if a & (a - 1) == 0:
        able = occupied & (tab[SUITS + lowest(a)] | trump)
        return left * ((a | c) >> highest(able) & 1)
    if tab[NODES42] > tab[BUDGET]:
        return 0
    fixed = plays & 3
    more = has_three_tiles(a)
    start = plays ^ plays  # a typed 0: a literal one would compile another signature
    first = NO_MOVE
    low: int = 0
    high: int = left
    scores = start
    if fixed == 0:
        entry = tt_probe(occupied, seat, tab, tt)
        low = lower(entry)
        high = upper(entry)
        first = best_lead(entry)
        if need <= low:
            return low
        if need > high:
            return high
        sure = sure_tricks(a, b, c, d, trump, tab)
        if sure == a:
            return left
        certain = points_in(sure, tab)
        if need <= certain:
            return certain
        certain = left - sure_trump_points(b, d, a | c, tab)
        if certain < need:
            return certain
        certain = sure_trump_points(a, c, b | d, tab)
        if need <= certain:
            return certain
        leads = without_twins(a, a, occupied, trump, tab)
        if more:
            scores = lead_scores(a, b, c, d, leads, start, tab)
    else:
        leads = 1 << (plays >> 2 & 31)
    nodes = 0
    best = -1
    if fixed == 0 and not more:
        best = two_tricks(a, b, c, d, need, left, tab)
        leads = 0
    while leads and best < need:
        if first != NO_MOVE and leads >> first & 1:
            x = first
        elif scores:
            x = best_lead_by_score(a, leads, scores)
        else:
            x = highest(leads)
        bx = 1 << x
        leads ^= bx
        nodes += 1
        suit = tab[SUITS + x]
        able = suit | trump
        seconds = 1 << (plays >> 7 & 31) if fixed > 1 else replies(b, suit, occupied, trump, tab)
        d_beats = can_beat(d, suit, trump, bx)
        beats_c = unbeatable(c, suit, trump)
        beats_d = unbeatable(d, suit, trump)
        d_takes = d_beats and can_beat(d, suit, trump, ~beats_c)
        value2 = _ABOVE_ALL
        while seconds and value2 >= need:
            y = follower_picks(seconds, able & -(2 * bx), beats_c, d_takes, tab)
            by = 1 << y
            seconds ^= by
            nodes += 1
            y_holds = by & able != 0 and by > bx
            best2 = by if y_holds else bx
            if fixed > 2:
                thirds = 1 << (plays >> 12 & 31)
            else:
                thirds = replies(c, suit, occupied, trump, tab)
            x_takes = not y_holds and not d_beats
            value3 = -1
            while thirds and value3 < need:
                z = follower_picks(thirds, able & -(2 * best2), beats_d, x_takes, tab)
                bz = 1 << z
                thirds ^= bz
                nodes += 1
                z_holds = bz & able != 0 and bz > best2
                best3 = bz if z_holds else best2
                lasts = replies(d, suit, occupied, trump, tab)
                value4 = _ABOVE_ALL
                if more and lasts & (lasts - 1):
                    three = bx | by | bz
                    holder = (seat + (2 if z_holds else y_holds)) & 3
                    over = able & -(2 * best3)
                    value4 = _last_tile_cutoff(
                        lasts, over, three, occupied, seat, holder, need, left, tab, tt
                    )
                while lasts and value4 >= need:
                    u = follower_picks(lasts, able & -(2 * best3), -1, y_holds and not z_holds, tab)
                    bu = 1 << u
                    lasts ^= bu
                    nodes += 1
                    points = points_in(bx | by | bz | bu, tab) - 3
                    rest = left - points
                    # The hands from the next leader on, and its number from this one.
                    if bu & able and bu > best3:
                        won = 3
                        p = d ^ bu
                        q = a ^ bx
                        r = b ^ by
                        s = c ^ bz
                    elif z_holds:
                        won = 2
                        p = c ^ bz
                        q = d ^ bu
                        r = a ^ bx
                        s = b ^ by
                    elif y_holds:
                        won = 1
                        p = b ^ by
                        q = c ^ bz
                        r = d ^ bu
                        s = a ^ bx
                    else:
                        won = 0
                        p = a ^ bx
                        q = b ^ by
                        r = c ^ bz
                        s = d ^ bu
                    leader = (seat + won) & 3
                    if won & 1:
                        ask = rest - need + 1
                        value = rest - search(p, q, r, s, leader, ask, rest, start, tab, tt)
                    else:
                        ask = need - points
                        value = points + search(p, q, r, s, leader, ask, rest, start, tab, tt)
                    value4 = min(value4, value)
                value3 = max(value3, value4)
            value2 = min(value2, value3)
        if value2 > best:
            best = value2
            if best >= need:
                first = x
    tab[NODES42] += nodes
    if fixed == 0 and tab[NODES42] <= tab[BUDGET]:
        if best >= need:
            low = best
        else:
            high = best
        tt_store(occupied, seat, low, high, first, tab, tt)
    return best


@inlined
def _greedy_playout(a: int, b: int, c: int, d: int, plays: int, tab: IntArray) -> int:
    """Compute what the leader's side takes if all play by the move-ordering heuristic."""
    taken = 0
    ours = True
    fixed = plays & 3
    while a:
        if fixed > 0:
            lead = plays >> 2 & 31
        else:
            lead = best_lead_by_score(a, a, lead_scores(a, b, c, d, a, plays ^ plays, tab))
        trick = greedy_trick(b, c, d, lead, plays, fixed, tab)
        played = trick & 0xFFFFFFF
        holder = trick >> 32
        fixed = 0
        a &= ~played
        b &= ~played
        c &= ~played
        d &= ~played
        if holder & 1:
            ours = not ours
        if ours:
            taken += points_in(played, tab) - 3
        if holder == 1:
            a, b, c, d = b, c, d, a
        elif holder == 2:
            a, b, c, d = c, d, a, b
        elif holder == 3:
            a, b, c, d = d, a, b, c
    return taken


@compiled(INT(*([INT] * 7), ARRAY, ARRAY, ARRAY))
def solve_exact(
    a: int,
    b: int,
    c: int,
    d: int,
    seat: int,
    left: int,
    plays: int,
    table_array: IntArray,
    tt_array: IntArray,
    bounds: IntArray,
) -> int:
    """Narrow the lower and upper bound in `bounds` until they meet; return 1 if they did.

    It returns 0 if the node budget runs out first. It first asks for one point more than a greedy
    playout takes, then in growing steps. The other arguments are those of `search`.
    """
    tab = pointer_to(table_array)
    tt = pointer_to(tt_array)
    ask = _greedy_playout(a, b, c, d, plays, tab) + 1
    step = 1
    while bounds[0] < bounds[1]:
        ask = min(max(ask, bounds[0] + 1), bounds[1])
        value = search(a, b, c, d, seat, ask, left, plays, tab, tt)
        if tab[NODES42] > tab[BUDGET]:
            return 0
        if value >= ask:
            bounds[0] = value
            ask = value + step
        else:
            bounds[1] = value
            ask = value + 1 if bounds[0] else value + 1 - step
        step = 5
    return 1


@compiled(BOOL(*([INT] * 8), ARRAY, ARRAY))
def can_take(
    a: int,
    b: int,
    c: int,
    d: int,
    seat: int,
    need: int,
    left: int,
    plays: int,
    table_array: IntArray,
    tt_array: IntArray,
) -> bool:
    """Return True if the leader's side takes at least `need` of the `left` points."""
    tab = pointer_to(table_array)
    tt = pointer_to(tt_array)
    return search(a, b, c, d, seat, need, left, plays, tab, tt) >= need
