"""Nel-o: the bidder sheds danger and stays under, the others try to leave the bidder a trick."""

from collections.abc import Sequence
from math import exp

from texas42.ai.findings.judgments import Reason, ReasonKind
from texas42.ai.inference.knowledge import Knowledge
from texas42.ai.inference.trick_order import TrickOrder, places_of, trick_order
from texas42.engine import Contract, PlayTile, SeatView, Suit, Tile

_NO_TRICKS = (0.443, -0.548, 0.435, -0.823)
"""Log odds of taking no trick, in the order of `features`; fitted to self-play."""


def chance(view: SeatView, contract: Contract) -> float:
    """Estimate the chance to take no trick with the seat's hand, leading to the first."""
    order = trick_order(view.rules.game, contract)
    values = features(order, view.hand)
    logit = sum(w * v for w, v in zip(_NO_TRICKS, values, strict=True))
    return 1 / (1 + exp(-logit))


def choose(know: Knowledge, legal: tuple[PlayTile, ...]) -> tuple[PlayTile, Reason]:
    """Choose the tile to play in nel-o, with the reason."""
    if len(legal) == 1:
        return legal[0], Reason(ReasonKind.ONLY_LEGAL, legal[0].tile)
    bidding = know.me == know.view.bidder
    if know.led is None:
        strategy = _bidder_leads if bidding else _defender_leads
    else:
        strategy = _bidder_follows if bidding else _defender_follows
    play, kind = strategy(know, legal)
    return play, Reason(kind, play.tile, know.led)


def explain(know: Knowledge, play: PlayTile) -> Reason:
    """Explain a play of nel-o that another player chose."""
    led = know.led
    bidding = know.me == know.view.bidder
    void = led is not None and not know.order.follows[led] & know.hand
    kind = ReasonKind.STAY_UNDER if bidding else ReasonKind.GIVE_BIDDER_TRICK
    if void or (bidding and know.wins(_place(know, play))):
        kind = ReasonKind.THROW_DANGER
    return Reason(kind, play.tile, led)


Choice = tuple[PlayTile, ReasonKind]


def _place(know: Knowledge, play: PlayTile) -> int:
    return know.order.places[play.tile]


def _over(know: Knowledge, seat: int, led: Suit, place: int) -> float:
    """Estimate the chance that `seat` must play over the tile at `place` in this suit."""
    suit = know.order.follows[led]
    below = know.chance(seat, suit & ~know.order.stronger[place])
    return know.chance(seat, suit & know.order.stronger[place]) * (1 - 0.8 * below)


def _danger(know: Knowledge, place: int) -> float:
    """Count the unseen tiles that can be played under this tile, in its most dangerous suit."""
    worst = 0.0
    for suit in know.order.follows.values():
        if not suit >> place & 1:
            continue
        below = (suit & know.unseen & ((1 << place) - 1)).bit_count()
        cover = (suit & know.hand & ((1 << place) - 1)).bit_count()
        worst = max(worst, below - 1.5 * cover)
    return worst + place / 1000


def _bidder_leads(know: Knowledge, legal: tuple[PlayTile, ...]) -> Choice:
    def safety(play: PlayTile) -> tuple[float, float]:
        place = _place(know, play)
        led = know.order.suit_led(play.tile)
        stays = 1.0
        for seat in know.opponents():
            stays *= 1 - _over(know, seat, led, place)
        above = (know.order.follows[led] & know.unseen & know.order.stronger[place]).bit_count()
        return 1 - stays + 0.01 * above, _danger(know, place)

    return max(legal, key=safety), ReasonKind.STAY_UNDER


def _bidder_follows(know: Knowledge, legal: tuple[PlayTile, ...]) -> Choice:
    led = know.led
    if led is None:
        raise ValueError("no tile has been led")
    under = [play for play in legal if not know.wins(_place(know, play))]
    if under:
        kind = ReasonKind.STAY_UNDER
        if not know.order.follows[led] & know.hand:
            kind = ReasonKind.THROW_DANGER
        return max(under, key=lambda play: _danger(know, _place(know, play))), kind
    if know.behind:
        return min(legal, key=lambda play: _place(know, play)), ReasonKind.STAY_UNDER
    return max(legal, key=lambda play: _place(know, play)), ReasonKind.THROW_DANGER


def _defender_leads(know: Knowledge, legal: tuple[PlayTile, ...]) -> Choice:
    bidder = know.view.bidder
    if bidder is None:
        raise ValueError("there is no bidder")

    def catches(play: PlayTile) -> tuple[float, int]:
        place = _place(know, play)
        led = know.order.suit_led(play.tile)
        chance = _over(know, bidder, led, place)
        for seat in know.friends():
            chance *= 1 - 0.5 * _over(know, seat, led, place)
        return chance, -place

    return max(legal, key=catches), ReasonKind.GIVE_BIDDER_TRICK


def _defender_follows(know: Knowledge, legal: tuple[PlayTile, ...]) -> Choice:
    led = know.led
    bidder = know.view.bidder
    if led is None:
        raise ValueError("no tile has been led")
    under = [play for play in legal if not know.wins(_place(know, play))]
    if know.best_seat == bidder and under:
        # Under the bidder's tile, which may have to keep the trick: shed the highest that stays.
        return max(under, key=lambda play: _place(know, play)), ReasonKind.GIVE_BIDDER_TRICK
    if bidder not in know.behind:
        return max(legal, key=lambda play: _place(know, play)), ReasonKind.THROW_DANGER
    if not know.order.follows[led] & know.hand:
        return max(legal, key=lambda play: _height(know, play)), ReasonKind.THROW_DANGER
    return min(legal, key=lambda play: _place(know, play)), ReasonKind.GIVE_BIDDER_TRICK


def _height(know: Knowledge, play: PlayTile) -> tuple[float, int]:
    """Rank a discard: high tiles of long unseen suits cannot stay under the bidder."""
    place = _place(know, play)
    suit = know.order.follows[know.order.suit_led(play.tile)]
    below = sum(1 for other in places_of(suit & know.unseen) if other < place)
    return float(below), place


def features(order: TrickOrder, hand: Sequence[Tile]) -> tuple[float, ...]:
    """Compute the features: 1; the danger summed over suits, of the worst suit, of the safest lead.

    The danger of the i-th lowest tile of a suit is the number of lower tiles in other hands,
    minus the i that earlier tricks in the suit will have drawn out.
    """
    held = order.mask(hand)
    outside = ((1 << len(order.line)) - 1) & ~held
    dangers = []
    for suit in order.follows.values():
        danger = 0.0
        for i, place in enumerate(places_of(suit & held)):
            below = (suit & outside & ((1 << place) - 1)).bit_count()
            above = (suit & outside).bit_count() - below
            if above + below:
                danger += max(0, below - 2 * i) / (1 + above)
        dangers.append(danger)
    return (
        1.0,
        sum(dangers),
        max(dangers),
        min(_lead_danger(order, tile, outside) for tile in hand),
    )


def _lead_danger(order: TrickOrder, tile: Tile, outside: int) -> float:
    """Return the share of outside tiles in the suit led that do not beat the lead."""
    suit = order.follows[order.suit_led(tile)] & outside
    above = (suit & order.stronger[order.places[tile]]).bit_count()
    return 1 / (1 + above)
