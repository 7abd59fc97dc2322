"""The contract table of the general search, its transposition table, bounds and move ordering.

Up to eight hands, one or two copies of each tile, in the line of `trick_order`; a seat may sit
out; sevens, which has no suits, is played by rank alone. A contract table holds arrays by tile,
arrays by seat, then single values.
"""

from bot.ai.kernels.bits import IntArray, highest, inlined, lowest, popcount

RANK, POINTS, SUITS, LOW_SUITS, SECOND, STRONGER, EQUAL = range(0, 448, 64)
"""By tile: its rank, its points, the tiles of the suit it leads, those of its low end where that
may be declared (else 0), what a seat without the suit led must play (else 0), the stronger tiles,
and the tiles of equal rank, itself among them."""
ASKING, CREDIT, BIDDERS, NEXT = range(448, 480, 8)
"""By seat: whether it is on the asking side, whether its tricks count for that side (in nel-o the
opponents' tricks do), whether it is on the bidder's side, and which seat plays next."""
TRUMP, TRICK, SEVENS, LOSING, BIDDERS_TIE, FORCED_LEAD = range(480, 486)
TENS, FIVES, EVEN, TWINS, STAMP, NODES, BUDGET, SEATS = range(486, 494)
"""`LOSING`: every seat avoids tricks; `EVEN`: the first place of each pair of equal tiles;
`TWINS`: the trumps of which two are equivalent in one hand if no other lies between them."""
LAST_TRICK = 494
"""The tiles of the last trick that was played out by the heuristic."""
TABLE_SIZE = 495
TT_BITS = 17
"""The transposition table has 2 to this power of entries, sixteen bytes each: key and value."""
LEAD_SCORES = 2 << TT_BITS
"""Where, behind the entries, the search keeps its scores of leads, by tricks left and tile."""
TT_SIZE = LEAD_SCORES + 16 * 64

_SLOTS = (2 << TT_BITS) - 2
_HASH = 0x1E3779B97F4A7C15
_LEADER_AT, _HIGH_AT, _MOVE_AT, _STAMP_AT = 58, 8, 16, 24
NO_MOVE = 63
ALL = (1 << 58) - 1


@inlined
def points_of(tiles: int, tab: IntArray) -> int:
    """Return the points of tiles and of as many tricks."""
    tens, fives = popcount(tiles & tab[TENS]), popcount(tiles & tab[FIVES])
    points: int = tab[TRICK] * popcount(tiles) + 10 * tens + 5 * fives
    return points


@inlined
def nearest_seven(hand: int, tab: IntArray) -> int:
    """Return the tiles of a hand nearest to seven pips: those of the highest rank."""
    best: int = hand & tab[EQUAL + highest(hand)]
    return best


@inlined
def held_by_others(seat: int, hands: IntArray, tab: IntArray) -> int:
    """Return the tiles that the other seats hold."""
    found: int = hands[seat] & 0
    turn = tab[NEXT + seat]
    while turn != seat:
        found |= hands[turn]
        turn = tab[NEXT + turn]
    return found


@inlined
def tt_key(occupied: int, leader: int) -> int:
    """Return the key of a position at the start of a trick: who holds a tile never changes."""
    return occupied | leader << _LEADER_AT


@inlined
def tt_probe(key: int, left: int, tab: IntArray, tt: IntArray) -> int:
    """Return the entry of a position, one with open bounds where there is none."""
    slot = (key * _HASH) >> 39 & _SLOTS
    value: int = tt[slot + 1]
    if tt[slot] == key and value >> _STAMP_AT == tab[STAMP]:
        return value
    return left << _HIGH_AT | NO_MOVE << _MOVE_AT


@inlined
def lower(value: int) -> int:
    """Return the lower bound of an entry."""
    return value & 255


@inlined
def upper(value: int) -> int:
    """Return the upper bound of an entry."""
    return value >> _HIGH_AT & 255


@inlined
def best_move(value: int) -> int:
    """Return the best move of an entry, or NO_MOVE."""
    return value >> _MOVE_AT & 63


@inlined
def tt_store(key: int, low: int, high: int, move: int, tab: IntArray, tt: IntArray) -> None:
    """Store a position, replacing whatever has its slot."""
    slot = (key * _HASH) >> 39 & _SLOTS
    tt[slot] = key
    tt[slot + 1] = low | high << _HIGH_AT | move << _MOVE_AT | tab[STAMP] << _STAMP_AT


@inlined
def top_trumps(hand: int, others: int, tab: IntArray) -> int:
    """Return the trumps of a hand that are stronger than every trump of the others."""
    theirs = others & tab[TRUMP]
    above: int = hand & tab[TRUMP]
    if theirs:
        above &= tab[STRONGER + highest(theirs)]
    return above


@inlined
def masters_of(hand: int, others: int, tab: IntArray) -> int:
    """Return the tiles of a hand, trumps apart, that no other of their suit can beat."""
    plain = hand & ~tab[TRUMP]
    masters = hand & 0
    while plain:
        place = lowest(plain)
        plain &= plain - 1
        if tab[SUITS + place] & others & tab[STRONGER + place] == 0:
            masters |= 1 << place
    return masters


@inlined
def sure_tricks(seat: int, masters: int, others: int, hands: IntArray, tab: IntArray) -> int:
    """Return the tiles that each take a trick when the leader leads them one after another."""
    sure = top_trumps(hands[seat], others, tab)
    turn = tab[NEXT + seat]
    while turn != seat:
        if popcount(hands[turn] & tab[TRUMP]) > popcount(sure):
            return sure
        turn = tab[NEXT + turn]
    return sure | masters


@inlined
def sure_trump_points(side: int, seat: int, hands: IntArray, tab: IntArray) -> int:
    """Return the points that a side surely takes with trumps above all of the other side.

    Each takes its trick or leaves it to a partner; two of one hand never fall to one trick.
    """
    trump = tab[TRUMP]
    theirs = trump & 0
    turn = seat
    for _ in range(tab[SEATS]):
        if tab[ASKING + turn] != side:
            theirs |= hands[turn] & trump
        turn = tab[NEXT + turn]
    top = tab[STRONGER + highest(theirs)] & trump if theirs else trump
    most = trump & 0
    tiles = trump & 0
    for _ in range(tab[SEATS]):
        if tab[ASKING + turn] == side:
            mine = hands[turn] & top
            most = max(most, popcount(mine))
            tiles |= mine
        turn = tab[NEXT + turn]
    certain: int = points_of(tiles, tab) - tab[TRICK] * (popcount(tiles) - most)
    return certain


@inlined
def without_equals(
    moves: int, seat: int, played: int, best: int, hands: IntArray, tab: IntArray
) -> int:
    """Drop the second of equal tiles, and each trump with none of the others' up to the next."""
    kept: int = moves & ~((moves & tab[EVEN]) << 1)
    trumps = kept & tab[TWINS]
    if trumps & (trumps - 1):
        others = held_by_others(seat, hands, tab)
        if played:
            others |= 1 << best
        place = lowest(trumps)
        trumps &= trumps - 1
        while trumps:
            above = lowest(trumps)
            trumps &= trumps - 1
            reach = (tab[STRONGER + place] | tab[EQUAL + place]) & ~tab[STRONGER + above]
            if others & reach == 0 and tab[POINTS + place] == tab[POINTS + above]:
                kept &= ~(1 << place)
            place = above
    return kept


@inlined
def one_tile_value(seat: int, left: int, hands: IntArray, tab: IntArray) -> int:
    """Return what the asking side takes of the last trick.

    It is -1 where seats have more than one tile, or the leader has a choice.
    """
    lead = hands[seat]
    best = highest(lead)
    if lead & (lead - 1) or tab[SEVENS] or tab[LOW_SUITS + best]:
        return -1
    able = tab[SUITS + best] | tab[TRUMP]
    holder = seat
    turn = tab[NEXT + seat]
    while turn != seat:
        winning = hands[turn] & able & tab[STRONGER + best]
        if winning:
            best, holder = highest(winning), turn
        turn = tab[NEXT + turn]
    taken: int = left if tab[CREDIT + holder] else 0
    return taken


@inlined
def opponents_can_play(
    seat: int, steps: int, suit: int, able: int, hands: IntArray, tab: IntArray
) -> int:
    """Return what the opponents among the next seats can play that might take the trick."""
    mine = tab[ASKING + seat]
    found: int = suit & 0
    turn = seat
    for _ in range(steps):
        turn = tab[NEXT + turn]
        if tab[ASKING + turn] != mine:
            following = hands[turn] & suit
            found |= following if following else hands[turn] & able
    return found


@inlined
def richest(moves: int, tab: IntArray) -> int:
    """Return the tile with the most count, the lowest of equals."""
    some = moves & tab[TENS]
    if some == 0:
        some = moves & tab[FIVES]
    return lowest(some if some else moves)


@inlined
def poorest(moves: int, tab: IntArray) -> int:
    """Return the tile with the least count, the lowest of equals."""
    some = moves & ~(tab[TENS] | tab[FIVES])
    if some == 0:
        some = moves & tab[FIVES]
    return lowest(some if some else moves)


@inlined
def pick(moves: int, over: int, reach: int, safe: bool, tab: IntArray) -> int:
    """Return the next tile to try: count on a safe trick, else a winner, else trash.

    `over` are the tiles that beat the best so far, `reach` what opponents may still play.
    """
    if safe:
        return richest(moves, tab)
    winning = moves & over
    if winning == 0:
        return poorest(moves, tab)
    lasting = winning & tab[STRONGER + highest(reach)] if reach else winning
    return richest(lasting, tab) if lasting else highest(winning)


@inlined
def best_lead_by_score(leads: int, at: int, tt: IntArray) -> int:
    """Return the lead with the highest score from `at` on."""
    chosen = lowest(leads)
    leads &= leads - 1
    while leads:
        place = lowest(leads)
        leads &= leads - 1
        if tt[at + place] > tt[at + chosen]:
            chosen = place
    return chosen


@inlined
def last_tile_cutoff(
    seat: int,
    moves: int,
    over: int,
    holder: int,
    points: int,
    need: int,
    left: int,
    hands: IntArray,
    tab: IntArray,
    tt: IntArray,
) -> int:
    """Return the stored value of a last tile that answers the question, -1 without one."""
    occupied = held_by_others(seat, hands, tab) | hands[seat]
    asking = tab[ASKING + seat]
    while moves:
        place = lowest(moves)
        bit = 1 << place
        moves ^= bit
        taker = seat if bit & over else holder
        total = points + tab[POINTS + place] + tab[TRICK]
        value = tt_probe(tt_key(occupied ^ bit, taker), left - total, tab, tt)
        gained = total if tab[CREDIT + taker] else 0
        if asking:
            if gained + lower(value) >= need:
                return gained + lower(value)
        elif gained + upper(value) < need:
            return gained + upper(value)
    return -1
