"""A position as the contract table and hands of the compiled search."""

from dataclasses import dataclass, field
from enum import Enum, auto

import numpy as np

from texas42.ai.inference.knowledge import Knowledge
from texas42.ai.inference.trick_order import TrickOrder, trick_order
from texas42.ai.kernels import contract_table
from texas42.ai.kernels.bits import IntArray, TrickState
from texas42.engine import DOUBLES, Contract, Deal, PlayTile, Rules, Suit, Tile


class SearchGoal(Enum):
    """What a search counts: points, every trick, or no trick."""

    POINTS = auto()
    EVERY_TRICK = auto()
    NO_TRICK = auto()


@dataclass(slots=True)
class Position:
    """The state of a trick: the seat in turn and, once a tile is led, the winning tile.

    `lead` is the place of the tile led, with 256 added if its low end was declared; `on_table`: the
    places of the tiles on the table in order. `taken` is what the asking side has taken in the
    tricks finished since, `left` what remains.
    """

    seat: int
    left: int
    lead: int = 0
    best: int = 0
    holder: int = 0
    points: int = 0
    taken: int = 0
    on_table: list[int] = field(default_factory=list)

    @property
    def trick(self) -> TrickState:
        """The trick in the form of the search."""
        count = len(self.on_table)
        return TrickState(self.seat, count, self.lead, self.best, self.holder, self.points)


class Problem:
    """The contract table for one contract, bidder and goal, and the hands of one position.

    The asking side is always the bidder's. `hands` are sets of tiles by seat, without those on the
    table; the seat that sits out has none. `dealt`: the tiles of each seat, played ones included,
    which stay the same for a whole hand.
    """

    def __init__(self, rules: Rules, contract: Contract, bidder: int, goal: SearchGoal) -> None:
        self.rules = rules
        self.contract = contract
        self.bidder = bidder
        self.goal = goal
        self.order: TrickOrder = trick_order(rules.game, contract)
        self.table: IntArray = np.zeros(contract_table.TABLE_SIZE, np.int64)
        self.hands: IntArray = self.table[contract_table.HELD :][: contract_table.MOST_SEATS]
        self.dealt: tuple[int, ...] = ()
        self._fill_tiles()
        self._fill_seats()

    @property
    def trick_value(self) -> int:
        """The value of a trick besides its count tiles."""
        return self.rules.game.trick_points if self.goal is SearchGoal.POINTS else 1

    def count(self, place: int) -> int:
        """Return the points that a tile adds to its trick."""
        return int(self.table[contract_table.POINTS + place])

    @property
    def sitting_out(self) -> int | None:
        """The seat that does not play."""
        if not self.contract.overlay.partner_sits_out:
            return None
        return self.rules.game.partner(self.bidder)

    def declaring(self, seat: int) -> bool:
        """Return True if a seat plays for the bidder."""
        side_of = self.rules.game.side_of
        return side_of(seat) == side_of(self.bidder)

    def _fill_tiles(self) -> None:
        order = self.order
        table = self.table
        rules = self.rules
        table[contract_table.TRUMP] = order.trump
        if not rules.doubles_follow_pip:
            table[contract_table.TWINS] = order.trump
        equal: dict[int, int] = {}
        for place, rank in enumerate(order.ranks):
            equal[rank] = equal.get(rank, 0) | 1 << place
        for place, tile in enumerate(order.line):
            table[contract_table.STRONGER + place] = order.stronger[place]
            table[contract_table.EQUAL + place] = equal[order.ranks[place]]
            if order.has_suits:
                table[contract_table.SUITS + place] = order.follows[order.suit_led(tile)]
            if self.goal is SearchGoal.POINTS and (points := rules.game.tile_count(tile)):
                table[contract_table.POINTS + place] = points
                table[contract_table.TENS if points == 10 else contract_table.FIVES] |= 1 << place
            if tile in rules.game.low_end_leads and self._may_declare(place):
                table[contract_table.LOW_SUITS + place] = order.follows[Suit(str(tile.low))]
            if rules.doubles_follow_pip and order.suit.get(tile) is DOUBLES:
                table[contract_table.SECOND + place] = order.follows[Suit(str(tile.high))]
            if place and order.has_suits and order.ranks[place] == order.ranks[place - 1]:
                table[contract_table.EVEN] |= 1 << (place - 1)

    def _may_declare(self, place: int) -> bool:
        allowed = self.contract.overlay.may_declare
        return allowed and not self.order.trump >> place & 1

    def _fill_seats(self) -> None:
        table = self.table
        game = self.rules.game
        seats = [seat for seat in range(game.seats) if seat != self.sitting_out]
        for seat, following in zip(seats, [*seats[1:], seats[0]], strict=True):
            ours = self.declaring(seat)
            table[contract_table.NEXT + seat] = following
            table[contract_table.ASKING + seat] = table[contract_table.BIDDERS + seat] = ours
            table[contract_table.CREDIT + seat] = ours is not (self.goal is SearchGoal.NO_TRICK)
        table[contract_table.SEATS] = len(seats)
        table[contract_table.TRICK] = self.trick_value
        table[contract_table.LOSING] = self.goal is SearchGoal.NO_TRICK
        if not self.order.has_suits:
            table[contract_table.SEVENS] = 1
            table[contract_table.BIDDERS_TIE] = self.rules.sevens_tie == "bidder_side"
            table[contract_table.FORCED_LEAD] = self.rules.sevens_lead == "forced"

    def load(self, deal: Deal) -> Position:
        """Load the hands of a deal in play and return the position of its trick."""
        trick = deal.trick
        if trick is None or deal.to_act is None:
            raise ValueError("the deal is not in the play")
        self._deal_out(deal)
        position = Position(trick.leader, self._points_left(len(deal.hands[deal.to_act])))
        for play in trick.plays:
            self.play(position, play)
        return position

    def load_view(self, known: Knowledge) -> Position:
        """Load a seat's knowledge and return the position of its trick; other hands stay empty."""
        view = known.view
        trick = view.trick
        if trick is None or view.seat is None:
            raise ValueError("the hand is not in the play")
        self.hands[:] = 0
        self.hands[view.seat] = known.hand
        tiles = self.order.tiles(known.hand | known.unseen)
        counts = sum(self.count(self.order.places[tile]) for tile in tiles)
        counts += sum(self.count(self.order.places[play.tile]) for play in trick.plays)
        position = Position(trick.leader, counts + len(view.hand) * self.trick_value)
        for play in trick.plays:
            self.hands[play.seat] = self.order.mask([play.tile])
            self.play(position, play)
        return position

    def _deal_out(self, deal: Deal) -> None:
        """Assign every seat its tiles, those on the table included.

        A place means the same tile for the whole hand: of two equal ones the first seat that was
        dealt one has the first place, and of two in one hand the first is played first.
        """
        held = [list(hand) for hand in deal.hands]
        gone: list[list[Tile]] = [[] for _ in held]
        for trick in deal.tricks:
            for play in trick.plays:
                gone[play.seat].append(play.tile)
        if deal.trick is not None:
            for play in deal.trick.plays:
                held[play.seat].append(play.tile)
        places = self.order.places
        used = 0
        left = 0
        dealt = []
        self.hands[:] = 0
        for seat, tiles in enumerate(held):
            before = used
            hand = 0
            for tile in gone[seat]:
                used |= _free_bit(used, places[tile])
            if seat != self.sitting_out:
                for tile in tiles:
                    bit = _free_bit(used, places[tile])
                    used = used | bit
                    hand = hand | bit
            self.hands[seat] = hand
            left += hand.bit_count()
            dealt.append(used ^ before)
        self.dealt = tuple(dealt)
        bits = min(7 + left // 4, contract_table.TT_BITS)
        self.table[contract_table.SLOTS] = (1 << bits) - 1

    def _points_left(self, tricks: int) -> int:
        tiles = int(np.bitwise_or.reduce(self.hands))
        counts = sum(self.count(p) for p in range(len(self.order.line)) if tiles >> p & 1)
        return counts + tricks * self.trick_value

    def place_in_hand(self, seat: int, play: PlayTile) -> int:
        """Return the place of a tile that a seat holds, the first of equal ones."""
        place = self.order.places[play.tile]
        return place if int(self.hands[seat]) >> place & 1 else place + 1

    def play(self, position: Position, play: PlayTile) -> None:
        """Make a play: remove the tile from the hand, and finish a full trick."""
        seat = position.seat
        place = self.place_in_hand(seat, play)
        self.hands[seat] &= ~(1 << place)
        if not position.on_table:
            position.lead = place | (256 if play.declared is not None else 0)
            position.best = place
            position.holder = seat
            self.declare(place, play)
        elif self._takes(position, place, seat):
            position.best = place
            position.holder = seat
        position.points += self.count(place)
        position.on_table.append(place)
        position.seat = int(self.table[contract_table.NEXT + seat])
        if len(position.on_table) == self.table[contract_table.SEATS]:
            self._gather(position)

    def declare(self, place: int, play: PlayTile) -> None:
        """Set the suit that a declared lead calls; the tile is gone, so nothing else changes."""
        if play.declared is not None:
            self.table[contract_table.LOW_SUITS + place] = self.order.follows[play.declared]

    def _takes(self, position: Position, place: int, seat: int) -> bool:
        order = self.order
        first = position.lead & 255
        if not order.has_suits:
            tie = bool(self.table[contract_table.BIDDERS_TIE])
            equal = order.ranks[place] == order.ranks[position.best]
            gains = self.declaring(seat) and not self.declaring(position.holder)
            return order.ranks[place] > order.ranks[position.best] or (tie and equal and gains)
        part = contract_table.LOW_SUITS if position.lead >> 8 else contract_table.SUITS
        able = int(self.table[part + first]) | order.trump
        return bool(able & order.stronger[position.best] & 1 << place)

    def _gather(self, position: Position) -> None:
        points = position.points + self.trick_value
        position.left -= points
        if self.table[contract_table.CREDIT + position.holder]:
            position.taken += points
        position.seat = position.holder
        position.lead = position.best = position.points = 0
        position.on_table.clear()


def _free_bit(used: int, place: int) -> int:
    """Return the bit of a place, or of the next one if an equal tile has taken it."""
    bit = 1 << place
    return bit << 1 if used & bit else bit
