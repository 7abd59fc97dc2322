"""Single tricks of the search for 42: what may be played, what to try first, what it brings.

The table of a contract holds, by tile, its points and the tiles of the suit it leads, then single
values. Sets and places are those of `trick_order`.
"""

from bot.ai.kernels.bits import INT, POINTER, IntArray, compiled, highest, inlined, lowest, popcount

POINTS, SUITS, TRUMP, TENS, FIVES, STAMP, NODES, BUDGET = 0, 32, 64, 65, 66, 67, 68, 69
"""Where the parts of the table of a contract begin."""
TABLE_SIZE = 70


@inlined
def without_twins(moves: int, mine: int, occupied: int, trump: int, tab: IntArray) -> int:
    """Drop a trump if the next higher one out is in the same hand and worth as much."""
    kept = moves
    trumps = moves & trump
    while trumps:
        place = lowest(trumps)
        trumps &= trumps - 1
        up = (occupied & trump) >> (place + 1)
        if up:
            above = place + 1 + lowest(up)
            if mine >> above & 1 and tab[POINTS + above] == tab[POINTS + place]:
                kept &= ~(1 << place)
    return kept


@inlined
def can_beat(hand: int, suit: int, trump: int, best: int) -> bool:
    """Say whether a hand can legally play over the best tile so far, given as a set of one."""
    following = hand & suit
    if following:
        return following > best
    return (hand & trump) > best


@inlined
def richest(moves: int, tab: IntArray) -> int:
    """Pick the tile with most count; of equals the lowest."""
    some = moves & tab[TENS]
    if some == 0:
        some = moves & tab[FIVES]
        if some == 0:
            some = moves
    return lowest(some)


@inlined
def poorest(moves: int, tab: IntArray) -> int:
    """Pick the tile with least count; of equals the lowest."""
    some = moves & ~(tab[TENS] | tab[FIVES])
    if some == 0:
        some = moves & tab[FIVES]
        if some == 0:
            some = moves
    return lowest(some)


@inlined
def unbeatable(hand: int, suit: int, trump: int) -> int:
    """Return the places above everything that a hand can play to a suit."""
    able = hand & suit
    if able == 0:
        able = hand & trump
    return -(2 << highest(able | 1))


@inlined
def follower_picks(moves: int, over: int, unbeatable: int, safe: bool, tab: IntArray) -> int:
    """Pick the next tile to try: count to a safe trick, else win, else throw trash.

    `over` are the places that beat the best tile so far, `out_of_reach` those that the next seat
    cannot beat; the seat after that is the partner's.
    """
    if safe:
        return richest(moves, tab)
    winning = moves & over
    if winning & unbeatable:
        return richest(winning & unbeatable, tab)
    if winning:
        return highest(winning)
    return poorest(moves, tab)


@inlined
def points_in(tiles: int, tab: IntArray) -> int:
    """Add up one point a tile and its count."""
    return popcount(tiles) + 10 * popcount(tiles & tab[TENS]) + 5 * popcount(tiles & tab[FIVES])


@inlined
def top_trumps(hand: int, others: int, trump: int) -> int:
    """Return the trumps of a hand that stand above all trumps of the others."""
    above = others & trump
    mine = hand & trump
    if above == 0 or mine == 0:
        return mine
    return mine & ~((1 << (highest(above) + 1)) - 1)


@inlined
def masters_of(plain: int, others: int, tab: IntArray) -> int:
    """Return those of a hand's tiles, no trumps, that no other of their suit can beat."""
    masters = plain & 0
    while plain:
        bit = plain & -plain
        plain ^= bit
        if tab[SUITS + lowest(bit)] & others < bit:
            masters |= bit
    return masters


@inlined
def sure_tricks(a: int, b: int, c: int, d: int, trump: int, tab: IntArray) -> int:
    """Return the tiles with which the leader takes a trick each, led one after another."""
    others = b | c | d
    sure = top_trumps(a, others, trump)
    longest = max(popcount(b & trump), popcount(c & trump), popcount(d & trump))
    return sure | masters_of(a & ~trump, others, tab) if popcount(sure) >= longest else sure


@inlined
def sure_trump_points(one: int, two: int, others: int, trump: int, tab: IntArray) -> int:
    """Return what the trumps of two partners bring that are above all of the others.

    Each takes its trick or leaves it to the partner; two of one hand never fall to one trick.
    """
    first, second = top_trumps(one, others, trump), top_trumps(two, others, trump)
    return points_in(first | second, tab) - min(popcount(first), popcount(second))


@inlined
def replies(hand: int, suit: int, occupied: int, trump: int, tab: IntArray) -> int:
    """Return what a hand may play to a suit, of equal trumps one."""
    moves = hand & suit
    if moves == 0:
        moves = hand
    return without_twins(moves, hand, occupied, trump, tab)


@compiled(INT(INT, INT, INT, INT, INT, INT, POINTER), inner=True)
def greedy_trick(b: int, c: int, d: int, x: int, plays: int, fixed: int, tab: IntArray) -> int:
    """Follow a lead with the first tiles that come to mind; return them and who takes the trick.

    The seat that takes it, 0 for the leader, stands above the 32 bits of the tiles.
    """
    trump = tab[TRUMP]
    suit = tab[SUITS + x]
    able = suit | trump
    best = 1 << x
    played = best
    holder = 0
    for turn in range(1, 4):
        hand = b if turn == 1 else (c if turn == 2 else d)
        moves = hand & suit
        if moves == 0:
            moves = hand
        if fixed > turn:
            place = plays >> (2 + 5 * turn) & 31
        else:
            following = 0
            if turn < 3:
                following = d if turn == 2 else c
            safe = (holder ^ turn) & 1 == 0 and not can_beat(following, suit, trump, best)
            reach = unbeatable(following, suit, trump)
            place = follower_picks(moves, able & -(2 * best), reach, safe, tab)
        bit = 1 << place
        played |= bit
        if bit & able and bit > best:
            best = bit
            holder = turn
    return played | holder << 32


@compiled(INT(INT, INT, INT, INT, INT, INT, POINTER), inner=True)
def lead_scores(a: int, b: int, c: int, d: int, leads: int, start: int, tab: IntArray) -> int:
    """Judge each lead by the trick it begins: a byte for each tile of the hand, lowest first."""
    scores = start
    at = start
    tiles = a
    while tiles:
        x = lowest(tiles)
        tiles &= tiles - 1
        if leads >> x & 1:
            trick = greedy_trick(b, c, d, x, start, start, tab)
            points = points_in(trick & 0xFFFFFFF, tab) - 3
            value = 60 - 2 * points if trick >> 32 & 1 else 60 + 2 * points
            value += trick >> 32 == 0
            scores |= value << at
        at += 8
    return scores


@inlined
def best_lead_by_score(hand: int, leads: int, scores: int) -> int:
    """Return the lead with the best byte of `lead_scores`."""
    best = -1
    chosen = 0
    tiles = hand
    while tiles:
        x = lowest(tiles)
        tiles &= tiles - 1
        if leads >> x & 1 and scores & 127 > best:
            best = scores & 127
            chosen = x
        scores >>= 8
    return chosen


@inlined
def has_three_tiles(hand: int) -> bool:
    """Say whether a hand of two tiles or more has so many that the end is not played out apart."""
    rest = hand & (hand - 1)
    return rest & (rest - 1) != 0


@inlined
def last_trick_side(a: int, b: int, c: int, d: int, trump: int, tab: IntArray) -> int:
    """Say, as 1 or 0, whether the leader's side takes a trick in which each has one tile."""
    able = (a | b | c | d) & (tab[SUITS + lowest(a)] | trump)
    side: int = (a | c) >> highest(able) & 1
    return side


@compiled(INT(INT, INT, INT, INT, INT, INT, POINTER), inner=True)
def two_tricks(a: int, b: int, c: int, d: int, need: int, left: int, tab: IntArray) -> int:
    """Bound what the leader's side takes of the last two tricks, from the side of `need`."""
    trump = tab[TRUMP]
    leads = a
    nodes = 0
    best = -1
    while leads and best < need:
        x = highest(leads)
        bx = 1 << x
        leads ^= bx
        suit = tab[SUITS + x]
        able = suit | trump
        seconds = b & suit
        if seconds == 0:
            seconds = b
        beats_c = unbeatable(c, suit, trump)
        beats_d = unbeatable(d, suit, trump)
        value2 = 64
        nodes += 1
        while seconds and value2 >= need:
            by = 1 << follower_picks(seconds, able & -(2 * bx), beats_c, False, tab)
            seconds ^= by
            nodes += 1
            best2 = by if by & able and by > bx else bx
            thirds = c & suit
            if thirds == 0:
                thirds = c
            value3 = -1
            while thirds and value3 < need:
                bz = 1 << follower_picks(thirds, able & -(2 * best2), beats_d, False, tab)
                thirds ^= bz
                nodes += 1
                best3 = bz if bz & able and bz > best2 else best2
                y_holds = best3 == by
                lasts = d & suit
                if lasts == 0:
                    lasts = d
                value4 = 64
                while lasts and value4 >= need:
                    bu = 1 << follower_picks(lasts, able & -(2 * best3), -1, y_holds, tab)
                    lasts ^= bu
                    nodes += 1
                    trick = bx | by | bz | bu
                    top = trick & able
                    place = highest(top)
                    points = points_in(trick, tab) - 3
                    rest = left - points
                    if bx >> place & 1:
                        last = last_trick_side(a ^ bx, b ^ by, c ^ bz, d ^ bu, trump, tab)
                        value = points + rest * last
                    elif bz >> place & 1:
                        last = last_trick_side(c ^ bz, d ^ bu, a ^ bx, b ^ by, trump, tab)
                        value = points + rest * last
                    elif by >> place & 1:
                        last = last_trick_side(b ^ by, c ^ bz, d ^ bu, a ^ bx, trump, tab)
                        value = rest - rest * last
                    else:
                        last = last_trick_side(d ^ bu, a ^ bx, b ^ by, c ^ bz, trump, tab)
                        value = rest - rest * last
                    value4 = min(value4, value)
                value3 = max(value3, value4)
            value2 = min(value2, value3)
        best = max(best, value2)
    tab[NODES] += nodes
    return best
