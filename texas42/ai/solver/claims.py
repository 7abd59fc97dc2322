"""Claims: whether the leader takes every remaining trick, as proved or as others believe.

The leader leads unbeatable tiles, trumps first. A seat beats a lead with a higher tile of its suit
or with a trump, if it could keep that tile: whenever a suit of the tile was led before, it must
have followed with another one. All earlier leads were the leader's, so it is known how often.
Whether a possible deal allows that is a matching problem, not a search over deals; and one seat's
plays never undo another's. Each sure lead only makes more leads sure, so the order in which they
are found does not matter. No claim is proved wrongly; a few true ones are missed, if one tile would
have to follow to two leads.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from texas42.ai.findings.judgments import Objection
from texas42.ai.inference.knowledge import Knowledge, know
from texas42.ai.inference.matching import Bin, fill, fits
from texas42.ai.inference.seed import seed_of
from texas42.ai.inference.trick_order import TrickOrder, has_points, places_of
from texas42.engine import SeatView, Tile

DEALS = 200
"""How many sampled deals a computer checks before it believes a claim."""


@dataclass(frozen=True, slots=True)
class _Lead:
    """A lead of a lay-down: the suit that it calls, and the tiles of it that beat it.

    `led` are the suits of all leads before it, `trumps` counts the trumps among those.
    """

    place: int
    suit: int
    better: int
    led: tuple[int, ...]
    trumps: int

    def before(self, place: int) -> list[int]:
        """List the earlier leads, as suits, to which this tile would have followed."""
        return [suit for suit in self.led if suit >> place & 1]


def lay_down(view: SeatView) -> tuple[Tile, ...] | None:
    """Order the hand so that it takes every remaining trick, None if unproved.

    The seat must be in turn to lead, in a contract that counts points. The proof holds against
    every possible deal and every reply, the partner's included: a partner who must overtake would
    lead next.
    """
    known = _leader_knows(view)
    if known is None:
        return None
    led, stuck = _sure_and_rest(known)
    return None if stuck else tuple(known.order.line[place] for place in led)


def refutation(view: SeatView) -> Objection | None:
    """Find a tile that may take a trick from the leader who lays down, or None.

    It follows from the leader's view alone. An opponent's tile is preferred to the partner's. None
    also in a contract that does not count points, in which nothing is proved.
    """
    known = _leader_knows(view)
    if known is None:
        return None
    led, stuck = _sure_and_rest(known)
    bins = _bins(known)
    suits = tuple(_suit_led(known.order, place) for place in led)
    sides = ((False, tuple(known.opponents())), (True, tuple(known.friends())))
    for partner, seats in sides:
        for lead in (_lead(known.order, place, suits) for place in stuck):
            for seat in seats:
                place = _taker(known.order, lead, seat, bins)
                if place is not None:
                    tile = known.order.line[place]
                    mine = known.order.line[lead.place]
                    return Objection(seat, tile, mine, not lead.better >> place & 1, partner)
    return None


def _leader_knows(view: SeatView) -> Knowledge | None:
    """Build the knowledge of a seat on lead in a contract that counts points, else None."""
    if view.contract is None or not has_points(view.contract) or view.trick is None:
        return None
    if view.trick.plays or view.to_act != view.seat or not view.hand:
        return None
    return know(view)


def _sure_and_rest(known: Knowledge) -> tuple[list[int], list[int]]:
    """Return the places of the sure leads, in order, and of the tiles that never become sure."""
    bins = _bins(known)
    others = tuple(known.others())

    def sure(lead: _Lead) -> bool:
        return all(_taker(known.order, lead, seat, bins) is None for seat in others)

    return _sure_leads(known.order, known.hand, sure)


def believes(view: SeatView, claimer: int) -> bool:
    """Return True if a seat grants every remaining trick to a claimer on lead.

    It does if the claim holds in every sampled deal that is consistent with its view, the claimer
    laying down as `lay_down` does. The answer depends on its view alone.
    """
    if view.contract is None or not has_points(view.contract) or view.seat is None:
        return False
    if view.trick is None or view.trick.plays or view.to_act != claimer or view.seat == claimer:
        return False
    known = know(view)
    rng = Random(seed_of(view.seat, view.hand, view.tricks, view.deal_number))
    return all(_holds(known.order, hands, claimer) for hands in _sampled_deals(known, rng, DEALS))


def _sure_leads(
    order: TrickOrder, hand: int, sure: Callable[[_Lead], bool]
) -> tuple[list[int], list[int]]:
    """Return the sure leads of a hand in order, and the rest of it, trumps and high tiles first."""
    rest = sorted(places_of(hand), key=lambda each: (not order.trump >> each & 1, -each))
    found: list[int] = []
    led: list[int] = []
    while rest:
        leads = (_lead(order, place, tuple(led)) for place in rest)
        lead = next((lead for lead in leads if sure(lead)), None)
        if lead is None:
            break
        rest.remove(lead.place)
        found.append(lead.place)
        led.append(lead.suit)
    return found, rest


def _suit_led(order: TrickOrder, place: int) -> int:
    """Return the suit that a lead calls, as the set of its tiles."""
    return order.follows[order.suit_led(order.line[place])]


def _lead(order: TrickOrder, place: int, led: tuple[int, ...]) -> _Lead:
    suit = _suit_led(order, place)
    trumps = led.count(order.trump) if order.trump else 0
    return _Lead(place, suit, suit & order.stronger[place], led, trumps)


def _bins(known: Knowledge) -> dict[int, Bin]:
    """Return the possible holders of unseen tiles, by seat; -1 stands for the kitty."""
    sizes = known.view.hand_sizes
    bins = {seat: Bin(sizes[seat], known.may[seat]) for seat in known.others()}
    aside = known.unseen.bit_count() - sum(each.size for each in bins.values())
    return {**bins, -1: Bin(aside, known.unseen & ~known.face_up)}


def _taker(order: TrickOrder, lead: _Lead, seat: int, bins: dict[int, Bin]) -> int | None:
    """Find a place with which this seat can take a lead in some possible deal, or None."""
    better = _better(lead, seat, bins)
    return _ruff(order, lead, seat, bins) if better is None else better


def _better(lead: _Lead, seat: int, bins: dict[int, Bin]) -> int | None:
    """Find a better tile that a seat may have, with enough of its suits to keep it."""
    mine = bins[seat]
    rest = [each for other, each in bins.items() if other != seat]
    for place in _highest_first(mine.may & lead.better):
        kept = 1 << place
        followed = [Bin(1, mine.may & suit & ~kept) for suit in lead.before(place)]
        left = mine.size - 1 - len(followed)
        if left >= 0 and fits([Bin(1, kept), *followed, Bin(left, mine.may), *rest]):
            return place
    return None


def _ruff(order: TrickOrder, lead: _Lead, seat: int, bins: dict[int, Bin]) -> int | None:
    """Find a trump that a seat may still have when another suit is led.

    It can keep it then and take a trick, at the latest the last one.
    """
    mine = bins[seat]
    rest = [each for other, each in bins.items() if other != seat]
    trumps = mine.may & order.trump
    left = mine.size - lead.trumps - 1
    if lead.suit == order.trump or left < 0:
        return None
    for place in _highest_first(trumps):
        kept = Bin(1, 1 << place)
        if fits([kept, Bin(lead.trumps, trumps & ~kept.may), Bin(left, mine.may), *rest]):
            return place
    return None


def _highest_first(places: int) -> list[int]:
    return list(places_of(places))[::-1]


def _sampled_deals(known: Knowledge, rng: Random, count: int) -> Iterator[dict[int, int]]:
    """Yield sampled deals that fit what a seat has seen, its own hand included."""
    bins = _bins(known)
    for _ in range(count):
        hands = fill(list(bins.values()), known.unseen, rng)
        if hands is None:
            return
        yield {**dict(zip(bins, hands, strict=True)), known.me: known.hand}


def _holds(order: TrickOrder, hands: dict[int, int], claimer: int) -> bool:
    """Return True if a claimer takes every trick, all hands known."""
    others = [hand for seat, hand in hands.items() if seat not in (claimer, -1)]

    def sure(lead: _Lead) -> bool:
        return not any(_takes(order, lead, hand) for hand in others)

    _, unsure = _sure_leads(order, hands[claimer], sure)
    return not unsure


def _takes(order: TrickOrder, lead: _Lead, hand: int) -> bool:
    """Return True if a hand, as before the first lead, may be able to take this lead."""
    if lead.suit != order.trump and (hand & order.trump).bit_count() > lead.trumps:
        return True
    return any(_keeps(hand, place, lead) for place in places_of(hand & lead.better))


def _keeps(hand: int, place: int, lead: _Lead) -> bool:
    """Return True if a hand had other tiles for each earlier lead that this one would follow."""
    led = Counter(lead.before(place))
    return all((hand & suit & ~(1 << place)).bit_count() >= led[suit] for suit in led)
