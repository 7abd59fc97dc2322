"""Single tricks of the search for 42: legal replies, move ordering and bounds.

Four hands `a` to `d` are given in the order of play.
"""

from texas42.ai.kernels.bits import (
    INT,
    POINTER,
    IntArray,
    compiled,
    highest,
    inlined,
    lowest,
    popcount,
)
from texas42.ai.kernels.contract_table import (
    FIVES,
    NODES42,
    POINTS,
    SUITS,
    TENS,
    TRUMP,
    least_fives,
    masters_of,
    most_fives,
    poorest,
    richest,
    top_trumps,
)


@inlined
def without_twins(moves: int, mine: int, occupied: int, trump: int, tab: IntArray) -> int:
    """Drop each trump whose next higher unplayed trump is in the same hand with equal count."""
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
    """Return True if a hand can legally beat the best tile so far, given as a set of one."""
    following = hand & suit
    if following:
        return following > best
    return (hand & trump) > best


@inlined
def unbeatable(hand: int, suit: int, trump: int) -> int:
    """Return the places above everything that a hand can play to a suit."""
    able = hand & suit
    if able == 0:
        able = hand & trump
    return -(2 << highest(able | 1))


@inlined
def follower_picks(moves: int, over: int, unbeatable: int, safe: bool, tab: IntArray) -> int:
    """Choose the next tile to try: count on a safe trick, else a winner, else trash.

    `over`: the places that beat the best tile so far; `unbeatable`: those that the next seat cannot
    beat; the seat after that is the partner's.
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
    """Return one point for each tile plus its count."""
    return popcount(tiles) + 10 * popcount(tiles & tab[TENS]) + 5 * popcount(tiles & tab[FIVES])


@inlined
def sure_tricks(a: int, b: int, c: int, d: int, trump: int, tab: IntArray) -> int:
    """Return the tiles that each take a trick if the leader leads them one after another."""
    others = b | c | d
    sure = top_trumps(a, others, tab)
    longest = max(popcount(b & trump), popcount(c & trump), popcount(d & trump))
    return sure | masters_of(a, others, tab) if popcount(sure) >= longest else sure


@inlined
def sure_trump_points(one: int, two: int, others: int, tab: IntArray) -> int:
    """Compute the points that two partners surely take with trumps above all of the others.

    Each wins its trick or leaves it to the partner; two from one hand never fall to one trick.
    """
    first = top_trumps(one, others, tab)
    second = top_trumps(two, others, tab)
    return points_in(first | second, tab) - min(popcount(first), popcount(second))


@inlined
def replies(hand: int, suit: int, occupied: int, trump: int, tab: IntArray) -> int:
    """Return the legal replies of a hand to a suit, one of each group of equivalent trumps."""
    moves = hand & suit
    if moves == 0:
        moves = hand
    return without_twins(moves, hand, occupied, trump, tab)


@compiled(INT(INT, INT, INT, INT, INT, INT, POINTER), inner=True)
def greedy_trick(b: int, c: int, d: int, x: int, plays: int, fixed: int, tab: IntArray) -> int:
    """Play a trick by the move-ordering heuristic; return its tiles and, from bit 32, its winner.

    The winning seat is counted from the leader.
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
    """Score each lead by what its trick may bring: a byte for each tile of the hand, lowest first.

    The side that can play the highest tile is assumed to win the trick and to put its richest tiles
    into it, the others their poorest. Leads that win come before those that lose, trumps last among
    them, as they will win later, too. This ordering searches fewer nodes than a greedy trick
    (docs/strength.md).
    """
    scores = start
    at = start
    trump = tab[TRUMP]
    tiles = a
    while tiles:
        x = lowest(tiles)
        bx = 1 << x
        tiles &= tiles - 1
        if leads & bx:
            suit = tab[SUITS + x]
            follows_b = b & suit
            follows_c = c & suit
            follows_d = d & suit
            partner = follows_c if follows_c else c & trump
            theirs = follows_b if follows_b else b & trump
            theirs |= follows_d if follows_d else d & trump
            plays_b = follows_b if follows_b else b
            plays_c = follows_c if follows_c else c
            plays_d = follows_d if follows_d else d
            if max(bx, partner) > theirs:
                fives = most_fives(bx, tab) + most_fives(plays_c, tab)
                fives += least_fives(plays_b, tab) + least_fives(plays_d, tab)
                value = 48 + 8 * fives + (0 if bx & trump else 24) + (bx > theirs)
            else:
                fives = most_fives(bx, tab) + least_fives(plays_c, tab)
                fives += most_fives(plays_b, tab) + most_fives(plays_d, tab)
                value = 48 - 8 * fives + x // 4
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
    """Return True if a hand has three or more tiles; `two_tricks` solves fewer."""
    rest = hand & (hand - 1)
    return rest & (rest - 1) != 0


@compiled(INT(INT, INT, INT, INT, INT, INT, POINTER), inner=True)
def two_tricks(a: int, b: int, c: int, d: int, need: int, left: int, tab: IntArray) -> int:
    """Bound the points that the leader's side takes in the last two tricks, like `search`."""
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
                    place = highest(trick & able)
                    points = points_in(trick, tab) - 3
                    ours = (a | c) >> place & 1
                    if bz >> place & 1:
                        lead = c ^ bz
                    elif by >> place & 1:
                        lead = b ^ by
                    else:
                        lead = a ^ bx if ours else d ^ bu
                    last = (a | b | c | d) & ~trick & (tab[SUITS + lowest(lead)] | trump)
                    value = points * ours + (left - points) * ((a | c) >> highest(last) & 1)
                    value4 = min(value4, value)
                value3 = max(value3, value4)
            value2 = min(value2, value3)
        best = max(best, value2)
    tab[NODES42] += nodes
    return best
