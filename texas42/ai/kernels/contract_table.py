"""The contract table of both searches; transposition table, bounds and ordering of the general one.

Up to eight hands, one or two copies of each tile, in the line of `trick_order`; a seat may sit out;
sevens, which has no suits, is played by rank alone. A contract table holds arrays by tile, arrays
by seat, then single values.
"""

from texas42.ai.kernels.bits import IntArray, highest, inlined, lowest, popcount

POINTS, SUITS, LOW_SUITS, SECOND, STRONGER, EQUAL = range(0, 384, 64)
"""By tile: points; the tiles of the suit it leads; the tiles of its low end's suit if a lead
may declare it, else 0; the tiles that a seat void in the suit led must play, else 0; the stronger
tiles; the tiles of equal rank, including itself."""
MOST_SEATS = 8
ASKING, CREDIT, BIDDERS, NEXT, HELD = range(384, 424, MOST_SEATS)
"""By seat: 1 if on the asking side; 1 if its tricks count for that side (in nel-o the opponents'
do); 1 if on the bidder's side; the seat that plays next; its tiles."""
TRUMP, TRICK, SEVENS, LOSING, BIDDERS_TIE, FORCED_LEAD = range(424, 430)
TENS, FIVES, EVEN, TWINS, STAMP, NODES, BUDGET, SEATS, SLOTS = range(430, 439)
"""`LOSING`: every seat avoids tricks; `EVEN`: the first place of each pair of equal tiles;
`TWINS`: the trumps that are equivalent in one hand if no other lies between them;
`SLOTS`: how many entries of the transposition table are used, less one."""
LAST_TRICK = 439
SAVED = 440
"""The tiles of the last trick that was played out by the heuristic, and by seat those it held
before that."""
STACK = 448
LEVEL = 192
STEP = 16
"""Where the search keeps the tricks it is in, by the number of tiles in hand: a step for each seat
in the order of play, behind them at LEAD_SCORES the scores of leads by tile."""
LEAD_SCORES = 8 * STEP
NODES42 = STACK + 16 * LEVEL
"""The nodes of the search for 42, which has its own budget."""
TABLE_SIZE = NODES42 + 1
TT_BITS = 17
"""The transposition table has 2 to this power of entries, sixteen bytes each: key and value."""
TT_SIZE = 2 << TT_BITS

_HASH = 0x1E3779B97F4A7C15
_LEADER_AT = 58
_HIGH_AT = 8
_MOVE_AT = 16
_STAMP_AT = 24
NO_MOVE = 63
ALL = (1 << 58) - 1


@inlined
def points_of(tiles: int, tab: IntArray) -> int:
    """Return the points of tiles and of as many tricks."""
    tens = popcount(tiles & tab[TENS])
    fives = popcount(tiles & tab[FIVES])
    points: int = tab[TRICK] * popcount(tiles) + 10 * tens + 5 * fives
    return points


@inlined
def nearest_seven(hand: int, tab: IntArray) -> int:
    """Return the tiles of a hand nearest to seven pips: those of the highest rank."""
    best: int = hand & tab[EQUAL + highest(hand)]
    return best


@inlined
def tt_key(occupied: int, leader: int) -> int:
    """Compute the key of a position at the start of a trick; tiles never change holders."""
    return occupied | leader << _LEADER_AT


@inlined
def tt_probe(key: int, left: int, tab: IntArray, tt: IntArray) -> int:
    """Look up a position's entry; one with open bounds if it is missing."""
    slot = 2 * ((key * _HASH) >> 40 & tab[SLOTS])
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
    slot = 2 * ((key * _HASH) >> 40 & tab[SLOTS])
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
    """Return the non-trumps of a hand that no other tile of their suit can beat."""
    plain = hand & ~tab[TRUMP]
    masters = hand & 0
    while plain:
        place = lowest(plain)
        plain &= plain - 1
        if tab[SUITS + place] & others & tab[STRONGER + place] == 0:
            masters |= 1 << place
    return masters


@inlined
def most_tiles(of: int, tab: IntArray) -> int:
    """Return the highest number of these tiles that one seat holds."""
    most = of & 0
    for seat in range(8):
        most = max(most, popcount(tab[HELD + seat] & of))
    return most


@inlined
def sure_tricks(hand: int, others: int, tab: IntArray) -> int:
    """Return the tiles that each take a trick if the leader leads them one after another."""
    sure = top_trumps(hand, others, tab)
    theirs = others & tab[TRUMP]
    if theirs and popcount(sure) < most_tiles(theirs, tab):
        return sure
    return sure | masters_of(hand, others, tab)


@inlined
def asking_tiles(tab: IntArray) -> int:
    """Return the tiles that the asking side holds."""
    found: int = tab[HELD] & 0
    for seat in range(8):
        found |= tab[HELD + seat] & -tab[ASKING + seat]
    return found


@inlined
def sure_trump_points(mine: int, theirs: int, tab: IntArray) -> int:
    """Compute the points that a side surely takes with trumps above all of the other side.

    Each wins its trick or leaves it to a partner; two from one hand never fall to one trick.
    """
    top = top_trumps(mine, theirs, tab)
    if top & (top - 1) == 0:
        return points_of(top, tab)
    certain: int = points_of(top, tab) - tab[TRICK] * (popcount(top) - most_tiles(top, tab))
    return certain


@inlined
def without_equals(moves: int, others: int, tab: IntArray) -> int:
    """Drop the second of equal tiles, and each trump that is equivalent to the next one up."""
    kept: int = moves & ~((moves & tab[EVEN]) << 1)
    trumps = kept & tab[TWINS]
    if trumps & (trumps - 1):
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
def one_tile_value(seat: int, left: int, tab: IntArray) -> int:
    """Compute what the asking side takes of the last trick.

    It is -1 if seats have more than one tile, or the leader has a choice.
    """
    lead = tab[HELD + seat]
    best = highest(lead)
    if lead & (lead - 1) or tab[SEVENS] or tab[LOW_SUITS + best]:
        return -1
    able = tab[SUITS + best] | tab[TRUMP]
    holder = seat
    turn = tab[NEXT + seat]
    while turn != seat:
        winning = tab[HELD + turn] & able & tab[STRONGER + best]
        if winning:
            best = highest(winning)
            holder = turn
        turn = tab[NEXT + turn]
    taken: int = left if tab[CREDIT + holder] else 0
    return taken


@inlined
def led_suit(lead: int, tab: IntArray) -> int:
    """Return the tiles of the suit that a lead calls; from bit 8, 1 if its low end was declared."""
    suit: int = tab[LOW_SUITS + (lead & 255)] if lead >> 8 else tab[SUITS + lead]
    return suit


@inlined
def legal_replies(hand: int, suit: int, lead: int, tab: IntArray) -> int:
    """Return the legal replies of a hand to a lead of this suit."""
    if tab[SEVENS]:
        return nearest_seven(hand, tab)
    moves = hand & suit
    if moves == 0:
        moves = hand & tab[SECOND + (lead & 255)]
    return moves if moves else hand


@inlined
def winning_tiles(seat: int, able: int, best: int, holder: int, tab: IntArray) -> int:
    """Return the tiles among `able` with which a seat would beat the best so far."""
    over: int = able & tab[STRONGER + best]
    if tab[BIDDERS_TIE] and tab[BIDDERS + seat] and not tab[BIDDERS + holder]:
        over |= tab[EQUAL + best]
    return over


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
def most_fives(moves: int, tab: IntArray) -> int:
    """Return the count, in fives, of the richest of these tiles."""
    if moves & tab[TENS]:
        return 2
    return 1 if moves & tab[FIVES] else 0


@inlined
def least_fives(moves: int, tab: IntArray) -> int:
    """Return the count, in fives, of the poorest of these tiles."""
    if moves & ~(tab[TENS] | tab[FIVES]):
        return 0
    return 1 if moves & tab[FIVES] else 2


@inlined
def pick(moves: int, over: int, reach: int, safe: bool, tab: IntArray) -> int:
    """Choose the next tile to try: count on a safe trick, else a winner, else trash.

    `over`: the tiles that beat the best so far; `reach`: what opponents may still play. If tricks
    are to be lost it is the highest tile that does not win the trick.
    """
    if tab[LOSING]:
        under = moves & ~over
        return highest(under) if under else lowest(moves)
    if safe:
        return richest(moves, tab)
    winning = moves & over
    if winning == 0:
        return poorest(moves, tab)
    lasting = winning & tab[STRONGER + highest(reach)] if reach else winning
    return richest(lasting, tab) if lasting else highest(winning)


@inlined
def score_leads(seat: int, leads: int, at: int, tab: IntArray) -> None:
    """Score each lead by what its trick may bring, written from `at` on; see `tricks42`."""
    trump = tab[TRUMP]
    mine = tab[ASKING + seat]
    while leads:
        lead = lowest(leads)
        bit = 1 << lead
        leads ^= bit
        suit = tab[SUITS + lead]
        ours = bit ^ bit
        theirs = bit ^ bit
        won = most_fives(bit, tab)
        lost = won
        turn = tab[NEXT + seat]
        while turn != seat:
            hand = tab[HELD + turn]
            following = hand & suit
            able = following if following else hand & trump
            moves = following if following else hand
            most = most_fives(moves, tab)
            least = least_fives(moves, tab)
            if tab[ASKING + turn] == mine:
                ours |= able
                won += most
                lost += least
            else:
                theirs |= able
                won += least
                lost += most
            turn = tab[NEXT + turn]
        above = tab[STRONGER + highest(theirs)] if theirs else ALL
        holds = theirs & tab[STRONGER + lead] == 0
        if holds or ours & above:
            tab[at + lead] = 256 + 8 * won + (0 if bit & trump else 128) + holds
        else:
            tab[at + lead] = 128 - 8 * lost + lead // 4


@inlined
def best_lead_by_score(leads: int, at: int, tab: IntArray) -> int:
    """Return the lead with the highest score from `at` on."""
    chosen = lowest(leads)
    leads &= leads - 1
    while leads:
        place = lowest(leads)
        leads &= leads - 1
        if tab[at + place] > tab[at + chosen]:
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
    occupied: int,
    tab: IntArray,
    tt: IntArray,
) -> int:
    """Return the stored value of a last tile that answers the question, -1 without one."""
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
