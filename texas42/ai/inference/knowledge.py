"""A seat's knowledge during play: unseen tiles, voids, chances to win a trick."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import comb

from texas42.ai.inference.open_tiles import OpenTiles, open_tiles
from texas42.ai.inference.signals import promises_so_far
from texas42.ai.inference.trick_order import TrickOrder, places_of, trick_order
from texas42.engine import DOUBLES, PlayTile, SeatView, Suit, Tile, Trick


@dataclass(frozen=True, slots=True)
class Knowledge:
    """The play of a hand as one seat knows it.

    Sets of tiles are bits of `order`. `may`: for each seat the unseen tiles that it can still have,
    exactly its hand if that lies face up; `held`: for each seat the unseen tiles that it is known
    to hold, `face_up` all of these; `shown`: for each partner the tiles that its discards promise.
    `behind`: the seats that play after this one in the current trick, in order; `best_seat` is
    winning that trick with `best_place`.
    """

    view: SeatView
    order: TrickOrder
    me: int
    hand: int
    unseen: int
    may: tuple[int, ...]
    held: tuple[int, ...]
    face_up: int
    shown: tuple[int, ...]
    led: Suit | None
    best_seat: int | None
    best_place: int
    table_points: int
    behind: tuple[int, ...]

    @property
    def declaring(self) -> bool:
        """True if this seat plays for the bidder's side."""
        return self.friend(self.view.bidder) or self.me == self.view.bidder

    @property
    def every_trick(self) -> bool:
        """True if one lost trick sets the bidders; no longer once they have lost one."""
        view = self.view
        if view.bidder is not None:
            bidders = view.points[view.rules.game.side_of(view.bidder)]
            if sum(view.points) > bidders:
                return False
        return view.needed is None or view.needed >= view.rules.game.total

    def friend(self, seat: int | None) -> bool:
        """Return True if `seat` is a partner; in Moon for three, the other defender."""
        game = self.view.rules.game
        if seat is None or seat == self.me:
            return False
        if game.sides == game.seats:
            return self.view.bidder not in (self.me, seat)
        return game.side_of(seat) == game.side_of(self.me)

    def others(self) -> Iterator[int]:
        """Yield the other active seats, clockwise from this one."""
        seats = self.view.rules.game.seats
        for step in range(1, seats):
            seat = (self.me + step) % seats
            if seat != self.view.sitting_out:
                yield seat

    def opponents(self) -> Iterator[int]:
        """Yield the active opponents, clockwise from this seat."""
        return (seat for seat in self.others() if not self.friend(seat))

    def friends(self) -> Iterator[int]:
        """Yield the other active seats of this side."""
        return (seat for seat in self.others() if self.friend(seat))

    def opponents_may(self) -> int:
        """Return the unseen tiles that any opponent may hold."""
        found = 0
        for seat in self.opponents():
            found |= self.may[seat]
        return found

    def chance(self, seat: int, wanted: int) -> float:
        """Estimate the chance that `seat` holds at least one tile of the set."""
        if self.held[seat] & wanted:
            return 1.0
        known = self.held[seat].bit_count()
        pool = self.may[seat].bit_count() - known
        size = self.view.hand_sizes[seat] - known
        hits = (self.may[seat] & wanted).bit_count()
        if not hits or size <= 0:
            return 0.0
        if size >= pool:
            return 1.0
        chance = 1 - comb(pool - hits, size) / comb(pool, size)
        return max(chance, 0.65) if self.shown[seat] & wanted else chance

    def chance_beats(self, seat: int, led: Suit, place: int) -> float:
        """Estimate the chance that `seat` can play over the tile at `place`."""
        beaters = self.order.beaters(led, self.order.line[place])
        in_suit = beaters & self.order.follows[led]
        chance = self.chance(seat, in_suit)
        trumps = beaters & ~in_suit
        if trumps & self.may[seat]:
            void = 1 - self.chance(seat, self.order.follows[led])
            chance += void * self.chance(seat, trumps)
        return chance

    def chance_ours(self, led: Suit, seat: int, place: int, behind: tuple[int, ...]) -> float:
        """Estimate the chance that this side takes a trick that `seat` is winning with `place`."""
        ours = seat == self.me or self.friend(seat)
        held = 1.0
        rescued = 0.0
        for later in behind:
            beats = self.chance_beats(later, led, place)
            if not self.friend(later):
                held *= 1 - beats
            elif ours:
                rescued = max(rescued, self._has_top(later, led), 0.3 * beats)
            else:
                rescued = max(rescued, beats)
        if ours:
            return held + (1 - held) * rescued
        # Opponents behind the rescuer may still win, but usually cannot.
        return rescued * (held + (1 - held) * 0.5)

    def _has_top(self, seat: int, led: Suit) -> float:
        """Estimate the chance that `seat` holds the strongest unseen tile of a suit."""
        suit = self.order.follows[led] & self.unseen
        return self.chance(seat, 1 << (suit.bit_length() - 1)) if suit else 0.0

    def wins(self, place: int) -> bool:
        """Return True if the tile at `place` would beat the best so far in the current trick."""
        if self.led is None:
            return False
        return bool(self.order.beaters(self.led, self.order.line[self.best_place]) >> place & 1)

    def is_master(self, place: int, led: Suit) -> bool:
        """Return True if no unseen tile of its suit is stronger (a walker, trumps aside)."""
        beaters = self.order.beaters(led, self.order.line[place])
        return not beaters & self.unseen & self.order.follows[led]

    def is_sure(self, place: int, led: Suit) -> bool:
        """Return True if no opponent can hold a tile that beats a lead of this tile."""
        beaters = self.order.beaters(led, self.order.line[place]) & self.opponents_may()
        if not beaters:
            return True
        in_suit = beaters & self.order.follows[led]
        if in_suit:
            return False
        return all(self._cannot_ruff(seat, led, beaters) for seat in self.opponents())

    def _cannot_ruff(self, seat: int, led: Suit, trumps: int) -> bool:
        if not self.may[seat] & trumps:
            return True
        outside = (self.may[seat] & ~self.order.follows[led]).bit_count()
        return self.view.hand_sizes[seat] > outside

    def count_to_come(self) -> float:
        """Estimate the count that the seats behind will add to the current trick."""
        unseen = self.unseen.bit_count()
        return self.points_of(self.unseen) / unseen * len(self.behind) if unseen else 0.0

    def points_of(self, mask: int) -> int:
        """Return the count in a set of tiles, 0 in games without counts."""
        if not self.view.rules.game.counts:
            return 0
        return sum(self.order.line[place].count for place in places_of(mask))

    def count(self, place: int) -> int:
        """Return the count of one tile, 0 in games without counts."""
        return self.order.line[place].count if self.view.rules.game.counts else 0


def know(view: SeatView) -> Knowledge:
    """Build the knowledge of a view's seat; the view must be in the play of a hand."""
    me = view.seat
    if me is None or view.contract is None:
        raise ValueError("a watcher has no hand, or no contract has been named")
    order = trick_order(view.rules.game, view.contract)
    hand = order.mask(view.hand)
    played = [play.tile for trick in view.all_tricks for play in trick.plays]
    known = [*view.hand, *played, *(view.kitty or ())]
    if view.exchange is not None and view.kitty is None:
        known.extend(view.exchange.give)
    opened = open_tiles(view)
    known.extend(opened.aside)
    unseen = ((1 << len(order.line)) - 1) & ~order.mask(known)
    laid_down = _exposed_hands(view, order, known)
    held = _tiles_held(view, order, known, laid_down, opened)
    face_up = sum(held)
    may = tuple(
        laid_down.get(seat, tiles & ~face_up | held[seat])
        for seat, tiles in enumerate(_may_hold(view, order, unseen, me, opened))
    )
    trick = view.trick
    plays = trick.plays if trick is not None else ()
    led = trick.led if trick is not None and plays else None
    best_seat, best_place = _best(order, led, plays)
    game = view.rules.game
    points = sum(play.tile.count for play in plays) if game.counts else 0
    gone = {play.seat for play in plays} | {me}
    behind = [(me + step) % game.seats for step in range(1, game.seats)]
    return Knowledge(
        view=view,
        order=order,
        me=me,
        hand=hand,
        unseen=unseen,
        may=may,
        held=held,
        face_up=face_up,
        shown=_promised_by_partners(view, order, me, may),
        led=led,
        best_seat=best_seat,
        best_place=best_place,
        table_points=points + game.trick_points,
        behind=tuple(seat for seat in behind if seat not in gone and seat != view.sitting_out),
    )


def _exposed_hands(view: SeatView, order: TrickOrder, known: Sequence[Tile]) -> dict[int, int]:
    """Return other seats' hands that lie face up; `known`: the tiles seen elsewhere."""
    seen = list(known)
    found = {}
    for seat, hand in enumerate(view.exposed):
        if hand and seat != view.seat:
            before = order.mask(seen)  # one of two equal tiles may already have been seen
            seen += hand
            found[seat] = order.mask(seen) & ~before
    return found


def _tiles_held(
    view: SeatView,
    order: TrickOrder,
    known: Sequence[Tile],
    laid_down: Mapping[int, int],
    opened: OpenTiles,
) -> tuple[int, ...]:
    """Return for each other seat the unseen tiles that it is known to hold."""
    held = [laid_down.get(seat, 0) for seat in range(view.rules.game.seats)]
    bidder = view.bidder
    if bidder is not None and bidder != view.seat and bidder not in laid_down:
        held[bidder] = order.mask([*known, *opened.with_bidder]) & ~order.mask(known)
    return tuple(held)


def _may_hold(
    view: SeatView, order: TrickOrder, unseen: int, me: int, opened: OpenTiles
) -> tuple[int, ...]:
    may = [unseen] * view.rules.game.seats
    may[me] = 0
    if view.bidder is not None:
        may[view.bidder] &= ~order.mask(opened.not_with_bidder)
    for number, trick in enumerate(view.all_tricks):
        for position, play in enumerate(trick.plays):
            place = order.places[play.tile]
            if not order.has_suits:
                if position or view.rules.sevens_lead == "forced":
                    may[play.seat] &= ~order.stronger[place]
            elif position:
                may[play.seat] &= ~_excluded_by(view, order, trick, play)
            elif number == 0 and view.rules.must_lead_trump and not order.trump >> place & 1:
                may[play.seat] &= ~order.trump
    return tuple(may)


def _excluded_by(view: SeatView, order: TrickOrder, trick: Trick, play: PlayTile) -> int:
    """Return the tiles that this play proves its seat not to have."""
    led = trick.led
    if led is None:
        return 0
    place = order.places[play.tile]
    if order.follows[led] >> place & 1:
        return 0
    refused = order.follows[led]
    if view.rules.doubles_follow_pip and led is DOUBLES:
        number = order.follows[Suit(str(trick.plays[0].tile.high))]
        if not number >> place & 1:
            refused |= number
    return refused


def _best(
    order: TrickOrder, led: Suit | None, plays: tuple[PlayTile, ...]
) -> tuple[int | None, int]:
    if led is None:
        return None, -1
    seat = plays[0].seat
    tile = plays[0].tile
    for play in plays[1:]:
        if order.beaters(led, tile) >> order.places[play.tile] & 1:
            seat = play.seat
            tile = play.tile
    return seat, order.places[tile]


def _promised_by_partners(
    view: SeatView, order: TrickOrder, me: int, may: Sequence[int]
) -> tuple[int, ...]:
    """Return for each partner the tiles that its discards promise, as far as it can have them.

    Players tell their own side (ruling 8.25): what opponents discard is read only as play.
    """
    side_of = view.rules.game.side_of
    return tuple(
        promised & may[seat] if side_of(seat) == side_of(me) else 0
        for seat, promised in enumerate(promises_so_far(view, order).kept)
    )
