"""The search for every game and contract: whether one side can take so many of the points left.

Up to eight hands, one or two copies of each tile, laid out in the line of `trick_order`; a seat
may sit out; sevens, which has no suits, is played by rank alone. The table of a problem holds
arrays by tile, arrays by seat, then single values. It is slower than `core`, and as exact.
"""

from bot.ai.kernels.bits import (
    ARRAY,
    BOOL,
    INT,
    POINTER,
    Table,
    compiled,
    highest,
    inlined,
    lowest,
    numbers_of,
    size_of,
)

RANK, POINTS, SUITS, LOW_SUITS, SECOND, STRONGER = 0, 64, 128, 192, 256, 320
"""By tile: strength, points, tiles of the suit it leads, those of its low end where that may be
declared (else 0), what must be played by a seat without the suit led (else 0), stronger tiles."""
ASKING, CREDIT, BIDDERS, NEXT = 384, 392, 400, 408
"""By seat: whether it plays for the side asked about, whether its tricks count for that side (in
nel-o those of the others do), whether it is of the bidders, and who plays next."""
TRUMP, TRICK, SEVENS, LOSING, BIDDERS_TIE, FORCED_LEAD = range(416, 422)
TENS, FIVES, EVEN, STAMP, NODES, BUDGET, SEATS = range(422, 429)
"""`LOSING`: every seat avoids tricks; `EVEN`: the first place of each pair of equal tiles."""
TABLE_SIZE = 429
MEMORY_BITS = 17

_SLOTS = (1 << MEMORY_BITS) - 1
_HASH = 0x1E3779B97F4A7C15
_LEADER_AT, _HIGH_AT, _MOVE_AT, _STAMP_AT = 58, 8, 16, 24
_NO_MOVE = 63
_ALL = (1 << 58) - 1


@inlined
def _worth(tiles: int, tab: Table) -> int:
    """Add up the points of tiles and as many tricks."""
    tens, fives = size_of(tiles & tab[TENS]), size_of(tiles & tab[FIVES])
    worth: int = tab[TRICK] * size_of(tiles) + 10 * tens + 5 * fives
    return worth


@inlined
def nearest(hand: int, tab: Table) -> int:
    """Return the tiles of a hand nearest to seven: those of the highest rank."""
    best = tab[RANK + highest(hand)]
    found = hand & 0
    while hand:
        place = highest(hand)
        if tab[RANK + place] != best:
            break
        found |= 1 << place
        hand ^= 1 << place
    return found


@inlined
def _above_all(hand: int, others: int, trump: int, tab: Table) -> int:
    """Return the trumps of a hand that are stronger than every trump of the others."""
    theirs = others & trump
    above: int = hand & trump
    if theirs:
        above &= tab[STRONGER + highest(theirs)]
    return above


@inlined
def _pick(moves: int, over: int, safe: bool, last: bool, tab: Table) -> int:
    """Pick the next tile to try: count to a safe trick, else win, else throw trash."""
    if safe:
        some = moves & tab[TENS]
        if some == 0:
            some = moves & tab[FIVES]
        return lowest(some if some else moves)
    winning = moves & over
    if winning:
        if last:
            some = winning & (tab[TENS] | tab[FIVES])
            return lowest(some if some else winning)
        return highest(winning)
    some = moves & ~(tab[TENS] | tab[FIVES])
    if some == 0:
        some = moves & tab[FIVES]
    return lowest(some if some else moves)


@inlined
def _threatened(
    hands: Table, seat: int, steps: int, suit: int, able: int, over: int, tab: Table
) -> bool:
    """Say whether one of the next seats is of the other side and can play over the best tile."""
    mine = tab[ASKING + seat]
    found = False
    turn = seat
    for _ in range(steps):
        turn = tab[NEXT + turn]
        if tab[ASKING + turn] != mine:
            hand = hands[turn]
            following = hand & suit
            if (following if following else hand & able) & over:
                found = True
    return found


@compiled(BOOL(*([INT] * 8), POINTER, POINTER, POINTER))
def _takes(  # noqa: C901 - a call a step would cost more than the step
    seat: int,
    played: int,
    lead: int,
    best: int,
    holder: int,
    points: int,
    need: int,
    left: int,
    hands: Table,
    tab: Table,
    memory: Table,
) -> bool:
    """Answer `asks`, with addresses for arrays: a call with arrays costs more than its work."""
    if need <= 0:
        return True
    if need > left:
        return False
    if tab[NODES] > tab[BUDGET]:
        return False
    hand = hands[seat]
    asking = tab[ASKING + seat]
    trump = tab[TRUMP]
    sevens = tab[SEVENS]
    slot = played ^ played
    key = slot
    low = slot
    high = left
    first = slot + _NO_MOVE
    suit = slot
    able = slot
    favourites = slot
    if played == 0:
        others = slot
        longest = slot
        key = hand
        turn = tab[NEXT + seat]
        theirs = slot
        while turn != seat:
            longest = max(longest, size_of(hands[turn] & trump))
            others |= hands[turn]
            turn = tab[NEXT + turn]
        key = (hand | others) | seat << _LEADER_AT
        slot = (key * _HASH) >> 40 & _SLOTS
        value = memory[_SLOTS + 1 + slot]
        if memory[slot] == key and value >> _STAMP_AT == tab[STAMP]:
            low = value & 255
            high = value >> _HIGH_AT & 255
            if need <= low:
                return True
            if need > high:
                return False
            first = value >> _MOVE_AT & 63
        moves = hand
        if sevens:
            if tab[FORCED_LEAD]:
                moves = nearest(hand, tab)
        elif tab[LOSING] == 0:
            sure = _above_all(hand, others, trump, tab)
            plain = hand & ~trump
            masters = sure ^ sure
            while plain:
                place = lowest(plain)
                plain &= plain - 1
                if tab[SUITS + place] & others & tab[STRONGER + place] == 0:
                    masters |= 1 << place
            if size_of(sure) >= longest:
                sure |= masters
            favourites = sure if sure else masters
            certain = _worth(sure, tab)
            if asking:
                if need <= certain:
                    return True
            elif left - certain < need:
                return False
            turn = tab[NEXT + seat]
            while turn != seat:
                if hands[turn] & trump:
                    rest = (hand | others) & ~hands[turn]
                    theirs = _worth(_above_all(hands[turn], rest, trump, tab), tab)
                    if tab[ASKING + turn]:
                        if need <= theirs:
                            return True
                    elif left - theirs < need:
                        return False
                turn = tab[NEXT + turn]
    else:
        first_tile = lead & 255
        if sevens:
            able = slot + _ALL
            moves = nearest(hand, tab)
        else:
            suit = tab[LOW_SUITS + first_tile] if lead >> 8 else tab[SUITS + first_tile]
            able = suit | trump
            moves = hand & suit
            if moves == 0:
                moves = hand & tab[SECOND + first_tile]
            if moves == 0:
                moves = hand
    moves &= ~((moves & tab[EVEN]) << 1)
    last = played + 1 == tab[SEATS]
    over = slot ^ slot
    safe = False
    if played:
        over = able & tab[STRONGER + best]
        friendly = tab[ASKING + holder] == asking
        safe = friendly and not _threatened(
            hands, seat, tab[SEATS] - played - 1, suit, able, over, tab
        )
    found: bool = asking == 0
    nodes = slot ^ slot
    while moves and found == (asking == 0):
        if first != _NO_MOVE and moves >> first & 1:
            place = first
        elif played == 0 and moves & favourites:
            place = highest(moves & favourites)
        elif tab[LOSING]:
            place = highest(moves & ~over) if played and moves & ~over else lowest(moves)
        else:
            place = _pick(moves, over, safe, last, tab)
        bit = 1 << place
        moves ^= bit
        ways = 1 if played or tab[LOW_SUITS + place] == 0 else 2
        for way in range(ways):
            if found != (asking == 0):
                continue
            nodes += 1
            hands[seat] ^= bit
            opening = lead if played else place | way << 8
            new_best, new_holder = best, holder
            if played == 0:
                new_best, new_holder = place, seat
            elif bit & able:
                rank, to_beat = tab[RANK + place], tab[RANK + best]
                if rank > to_beat or (
                    tab[BIDDERS_TIE]
                    and rank == to_beat
                    and tab[BIDDERS + seat]
                    and not tab[BIDDERS + holder]
                ):
                    new_best, new_holder = place, seat
            total = points + tab[POINTS + place]
            if last:
                total += tab[TRICK]
                ours = tab[CREDIT + new_holder]
                found = _takes(
                    new_holder,
                    slot ^ slot,
                    slot ^ slot,
                    slot ^ slot,
                    slot ^ slot,
                    slot ^ slot,
                    need - total if ours else need,
                    left - total,
                    hands,
                    tab,
                    memory,
                )
            else:
                found = _takes(
                    tab[NEXT + seat],
                    played + 1,
                    opening,
                    new_best,
                    new_holder,
                    total,
                    need,
                    left,
                    hands,
                    tab,
                    memory,
                )
            hands[seat] ^= bit
            if found != (asking == 0):
                first = place
    tab[NODES] += nodes
    if played == 0 and tab[NODES] <= tab[BUDGET]:
        if found:
            low = need
        else:
            high = need - 1
        memory[slot] = key
        memory[_SLOTS + 1 + slot] = (
            low | high << _HIGH_AT | first << _MOVE_AT | tab[STAMP] << _STAMP_AT
        )
    return found


@compiled(BOOL(*([INT] * 8), ARRAY, ARRAY, ARRAY))
def asks(
    seat: int,
    played: int,
    lead: int,
    best: int,
    holder: int,
    points: int,
    need: int,
    left: int,
    hands: Table,
    tab: Table,
    memory: Table,
) -> bool:
    """Say whether the side asked about takes at least `need` of the `left` points.

    `seat` plays next, after `played` tiles of the trick; `lead` is the tile led with, from bit 8,
    1 where its low end was declared; `best` the tile that holds the trick, of the seat `holder`;
    `points` the count in it. The memory is two arrays in one: keys, then values. Past the node
    budget the answer is worthless.
    """
    at_hands, at_tab, at_memory = numbers_of(hands), numbers_of(tab), numbers_of(memory)
    return _takes(seat, played, lead, best, holder, points, need, left, at_hands, at_tab, at_memory)


@compiled(INT(*([INT] * 7), ARRAY, ARRAY, ARRAY, ARRAY))
def settles(
    seat: int,
    played: int,
    lead: int,
    best: int,
    holder: int,
    points: int,
    left: int,
    hands: Table,
    tab: Table,
    memory: Table,
    bounds: Table,
) -> int:
    """Narrow `bounds`, what the side asked about takes at least and at most, until they meet.

    Returns 1 when they meet and 0 when the node budget ends first. The arguments are those of
    `asks`; the bounds given are believed.
    """
    while bounds[0] < bounds[1]:
        ask = (bounds[0] + bounds[1] + 1) // 2
        taken = asks(seat, played, lead, best, holder, points, ask, left, hands, tab, memory)
        if tab[NODES] > tab[BUDGET]:
            return 0
        if taken:
            bounds[0] = ask
        else:
            bounds[1] = ask - 1
    return 1
