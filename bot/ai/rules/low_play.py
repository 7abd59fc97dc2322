"""Nel-o: the bidder sheds danger and stays under, the others hand him a trick."""

from bot.ai.inference.knowledge import Knowledge
from bot.ai.inference.trick_order import places_of
from bot.ai.rules.reasons import Reason, ReasonKind
from bot.engine import PlayTile, Suit


def play_low(know: Knowledge, legal: tuple[PlayTile, ...]) -> tuple[PlayTile, Reason]:
    """Choose a tile in nel-o and say why."""
    if len(legal) == 1:
        return legal[0], Reason(ReasonKind.ONLY_LEGAL, legal[0].tile)
    bidding = know.me == know.view.bidder
    if know.led is None:
        choose = _bidder_leads if bidding else _defender_leads
    else:
        choose = _bidder_follows if bidding else _defender_follows
    play, kind = choose(know, legal)
    return play, Reason(kind, play.tile, know.led)


def why_low(know: Knowledge, play: PlayTile) -> Reason:
    """Say what a tile is for that somebody else has chosen in nel-o."""
    led, bidding = know.led, know.me == know.view.bidder
    void = led is not None and not know.order.follows[led] & know.hand
    takes = led is not None and _takes(know, led, _place(know, play))
    kind = ReasonKind.STAY_UNDER if bidding else ReasonKind.GIVE_BIDDER_TRICK
    if void or (bidding and takes):
        kind = ReasonKind.THROW_DANGER
    return Reason(kind, play.tile, led)


Choice = tuple[PlayTile, ReasonKind]


def _place(know: Knowledge, play: PlayTile) -> int:
    return know.order.places[play.tile]


def _takes(know: Knowledge, led: Suit, place: int) -> bool:
    best = know.order.line[know.best_place]
    return bool(know.order.beaters(led, best) >> place & 1)


def _over(know: Knowledge, seat: int, led: Suit, place: int) -> float:
    """Estimate the chance that `seat` has to go over the tile at `place` in this suit."""
    suit = know.order.follows[led]
    below = know.chance(seat, suit & ~know.order.stronger[place])
    return know.chance(seat, suit & know.order.stronger[place]) * (1 - 0.8 * below)


def _danger(know: Knowledge, place: int) -> float:
    """Count the tiles unseen that can be led or left under this tile, in any of its suits."""
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
        place, led = _place(know, play), know.order.led(play.tile)
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
    under = [play for play in legal if not _takes(know, led, _place(know, play))]
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
        place, led = _place(know, play), know.order.led(play.tile)
        chance = _over(know, bidder, led, place)
        for seat in know.friends():
            chance *= 1 - 0.5 * _over(know, seat, led, place)
        return chance, -place

    return max(legal, key=catches), ReasonKind.GIVE_BIDDER_TRICK


def _defender_follows(know: Knowledge, legal: tuple[PlayTile, ...]) -> Choice:
    led, bidder = know.led, know.view.bidder
    if led is None:
        raise ValueError("no tile has been led")
    under = [play for play in legal if not _takes(know, led, _place(know, play))]
    if know.best_seat == bidder and under:
        # Under the bidder's tile: he may have to keep the trick. Shed the highest that stays.
        return max(under, key=lambda play: _place(know, play)), ReasonKind.GIVE_BIDDER_TRICK
    if bidder not in know.behind:
        return max(legal, key=lambda play: _place(know, play)), ReasonKind.THROW_DANGER
    if not know.order.follows[led] & know.hand:
        return max(legal, key=lambda play: _height(know, play)), ReasonKind.THROW_DANGER
    return min(legal, key=lambda play: _place(know, play)), ReasonKind.GIVE_BIDDER_TRICK


def _height(know: Knowledge, play: PlayTile) -> tuple[float, int]:
    """Rank a discard: high tiles of long unseen suits cannot get under the bidder."""
    place = _place(know, play)
    suit = know.order.follows[know.order.led(play.tile)]
    below = sum(1 for other in places_of(suit & know.unseen) if other < place)
    return float(below), place
