"""The search for every game and contract: what one side can take of the points left.

It reads the tables of `contract_table`. It is slower than `search42` and just as exact.
"""

from bot.ai.kernels.bits import (
    ARRAY,
    INT,
    POINTER,
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
from bot.ai.kernels.contract_table import (
    ALL,
    ASKING,
    BIDDERS,
    BIDDERS_TIE,
    BUDGET,
    CREDIT,
    EQUAL,
    FORCED_LEAD,
    LAST_TRICK,
    LEAD_SCORES,
    LOSING,
    LOW_SUITS,
    NEXT,
    NO_MOVE,
    NODES,
    POINTS,
    SEATS,
    SECOND,
    SEVENS,
    STRONGER,
    SUITS,
    TRICK,
    TRUMP,
    best_lead_by_score,
    best_move,
    held_by_others,
    last_tile_cutoff,
    lower,
    masters_of,
    nearest_seven,
    one_tile_value,
    opponents_can_play,
    pick,
    points_of,
    sure_tricks,
    sure_trump_points,
    tt_key,
    tt_probe,
    tt_store,
    upper,
    without_equals,
)

_BEYOND = 1 << 20
_FEW = 3  # with so few tiles in hand leading the sure ones is quicker than scoring leads


@compiled(INT(TRICK_STATE, POINTER, POINTER), inner=True)
def _finish_trick(trick: TrickState, hands: IntArray, tab: IntArray) -> int:
    """Finish a trick by the move-ordering heuristic; return its points and, from bit 8, its winner.

    The tiles played are left in the contract table at LAST_TRICK.
    """
    seat, played, lead, best, holder, points = trick
    first = lead & 255
    suit = tab[LOW_SUITS + first] if lead >> 8 else tab[SUITS + first]
    able = suit | tab[TRUMP]
    tiles = seat ^ seat
    for steps in range(tab[SEATS] - played - 1, -1, -1):
        moves = hands[seat] & suit
        if moves == 0:
            moves = hands[seat]
        over = able & tab[STRONGER + best]
        reach = opponents_can_play(seat, steps, suit, able, hands, tab)
        safe = tab[ASKING + holder] == tab[ASKING + seat] and reach & over == 0
        place = pick(moves, over, reach, safe, tab)
        tiles |= 1 << place
        points += tab[POINTS + place]
        if over >> place & 1:
            best, holder = place, seat
        seat = tab[NEXT + seat]
    tab[LAST_TRICK] = tiles
    finished: int = (points + tab[TRICK]) | holder << 8
    return finished


@inlined
def _score_leads(
    seat: int, leads: int, at: int, hands: IntArray, tab: IntArray, tt: IntArray
) -> None:
    """Write from `at` on what each lead brings when all play by the move-ordering heuristic."""
    while leads:
        lead = lowest(leads)
        leads &= leads - 1
        trick = TrickState(tab[NEXT + seat], 1, lead, lead, seat, tab[POINTS + lead])
        finished = _finish_trick(trick, hands, tab)
        holder, total = finished >> 8, 2 * (finished & 255)
        if tab[ASKING + holder] != tab[ASKING + seat]:
            total = -total
        tt[at + lead] = 4 * total + 2 * (holder == seat) + (tab[TRUMP] >> lead & 1)


@compiled(INT(TRICK_STATE, INT, INT, POINTER, POINTER, POINTER), inner=True)
def _search(  # noqa: C901 - splitting it costs more time than the steps take
    trick: TrickState,
    need: int,
    left: int,
    hands: IntArray,
    tab: IntArray,
    tt: IntArray,
) -> int:
    """Return what `search` does, from pointers: passing arrays costs more than the work."""
    seat, played, lead, best, holder, points = trick
    if need <= 0:
        return 0
    if need > left:
        return left
    if tab[NODES] > tab[BUDGET]:
        return 0
    hand = hands[seat]
    asking = tab[ASKING + seat]
    none = played ^ played
    key, low, high, first = none, none, left, none + NO_MOVE
    suit, able, over, favourites, reach = none, none, none, none, none
    safe = False
    if played == 0:
        ending = one_tile_value(seat, left, hands, tab)
        if ending >= 0:
            return ending
        others = held_by_others(seat, hands, tab)
        key = tt_key(hand | others, seat)
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
            masters = masters_of(hand, others, tab)
            sure = sure_tricks(seat, masters, others, hands, tab)
            if sure == hand:
                return left if asking else none
            favourites = sure if popcount(hand) <= _FEW else none
            ours, theirs = (
                sure_trump_points(1, seat, hands, tab),
                sure_trump_points(0, seat, hands, tab),
            )
            if asking:
                ours = max(ours, points_of(sure, tab))
            else:
                theirs = max(theirs, points_of(sure, tab))
            if need <= ours:
                return ours
            if need > left - theirs:
                return left - theirs
    else:
        first_tile = lead & 255
        if tab[SEVENS]:
            able = none + ALL
            moves = nearest_seven(hand, tab)
        else:
            suit = tab[LOW_SUITS + first_tile] if lead >> 8 else tab[SUITS + first_tile]
            able = suit | tab[TRUMP]
            moves = hand & suit
            if moves == 0:
                moves = hand & tab[SECOND + first_tile]
            if moves == 0:
                moves = hand
        over = able & tab[STRONGER + best]
        if tab[BIDDERS_TIE] and tab[BIDDERS + seat] and not tab[BIDDERS + holder]:
            over |= tab[EQUAL + best]
        if moves & (moves - 1):
            reach = opponents_can_play(seat, tab[SEATS] - played - 1, suit, able, hands, tab)
            safe = tab[ASKING + holder] == asking and reach & over == 0
    moves = without_equals(moves, seat, played, best, hands, tab)
    last = played + 1 == tab[SEATS]
    if last and hand & (hand - 1) and moves & (moves - 1):
        value = last_tile_cutoff(seat, moves, over, holder, points, need, left, hands, tab, tt)
        if value >= 0:
            return value
    found = none - 1 if asking else none + _BEYOND
    nodes = none
    scored = False
    at = LEAD_SCORES + 64 * popcount(hand)
    while moves and (found >= need) != asking:
        if moves >> first & 1:
            place = first
        elif played == 0 and moves & favourites:
            place = highest(moves & favourites)
        elif tab[LOSING]:
            place = highest(moves & ~over) if played and moves & ~over else lowest(moves)
        elif played == 0:
            if not scored:
                _score_leads(seat, moves, at, hands, tab, tt)
                scored = True
            place = best_lead_by_score(moves, at, tt)
        else:
            place = pick(moves, over, reach, safe, tab)
        bit = 1 << place
        moves ^= bit
        hands[seat] ^= bit
        total = points + tab[POINTS + place]
        ways = 1 if played or tab[LOW_SUITS + place] == 0 else 2
        for way in range(ways):
            if (found >= need) == asking:
                continue
            nodes += 1
            holds = played == 0 or bit & over
            new_best = place if holds else best
            new_holder = seat if holds else holder
            if last:
                gained = total + tab[TRICK] if tab[CREDIT + new_holder] else none
                value = gained + _search(
                    TrickState(new_holder, none, none, none, none, none),
                    need - gained,
                    left - total - tab[TRICK],
                    hands,
                    tab,
                    tt,
                )
            else:
                following = TrickState(
                    tab[NEXT + seat],
                    played + 1,
                    lead if played else place | way << 8,
                    new_best,
                    new_holder,
                    total,
                )
                value = _search(
                    following,
                    need,
                    left,
                    hands,
                    tab,
                    tt,
                )
            if (value > found) == asking:
                found = value
                first = place
        hands[seat] ^= bit
    tab[NODES] += nodes
    if played == 0 and tab[NODES] <= tab[BUDGET]:
        if found >= need:
            low = max(low, found)
        else:
            high = min(high, found)
        tt_store(key, low, high, first, tab, tt)
    return found


@inlined
def _greedy_playout(
    trick: TrickState,
    hands: IntArray,
    tab: IntArray,
    tt: IntArray,
) -> int:
    """Return what the asking side takes when all play by the move-ordering heuristic.

    The hands are emptied.
    """
    seat, played, lead, best, holder, points = trick
    taken = 0
    while hands[seat]:
        if played == 0:
            _score_leads(seat, hands[seat], LEAD_SCORES, hands, tab, tt)
            lead = best = best_lead_by_score(hands[seat], LEAD_SCORES, tt)
            hands[seat] ^= 1 << lead
            holder, points, played = seat, tab[POINTS + lead], 1
            seat = tab[NEXT + seat]
        state = TrickState(seat, played, lead, best, holder, points)
        finished = _finish_trick(state, hands, tab)
        for each in range(8):
            hands[each] &= ~tab[LAST_TRICK]
        seat, played = finished >> 8, 0
        if tab[CREDIT + seat]:
            taken += finished & 255
    return taken


@compiled(INT(TRICK_STATE, INT, INT, ARRAY, ARRAY, ARRAY))
def search(
    trick: TrickState,
    need: int,
    left: int,
    hands: IntArray,
    tab: IntArray,
    tt: IntArray,
) -> int:
    """Return a bound of what the asking side takes of the `left` points.

    It is a lower bound if it is `need` or more, else an upper bound. Past the node budget the
    result means nothing.
    """
    at_hands, at_tab, at_tt = pointer_to(hands), pointer_to(tab), pointer_to(tt)
    return _search(trick, need, left, at_hands, at_tab, at_tt)


@compiled(INT(TRICK_STATE, INT, ARRAY, ARRAY, ARRAY, ARRAY))
def solve_exact(
    trick: TrickState,
    left: int,
    hands: IntArray,
    tab: IntArray,
    tt: IntArray,
    bounds: IntArray,
) -> int:
    """Narrow the lower and upper bound in `bounds` until they meet; return 1 if they did.

    It returns 0 when the node budget ends first. The first question is one more than a greedy
    playout takes; the other arguments are those of `search`.
    """
    for each in range(8):
        tt[LEAD_SCORES + 64 + each] = hands[each]
    copied, at_tab, at_tt = (
        pointer_to(tt[LEAD_SCORES + 64 :]),
        pointer_to(tab),
        pointer_to(tt),
    )
    ask = 1 + _greedy_playout(trick, copied, at_tab, at_tt)
    step = 1
    while bounds[0] < bounds[1]:
        ask = min(max(ask, bounds[0] + 1), bounds[1])
        value = search(trick, ask, left, hands, tab, tt)
        if tab[NODES] > tab[BUDGET]:
            return 0
        if value >= ask:
            bounds[0] = value
            ask = value + step
        else:
            bounds[1] = value
            ask = value + 1 - step
        step = 5
    return 1
