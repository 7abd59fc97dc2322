"""A small double-dummy solver on the plain rules: best play with all tiles visible."""

from tests.support.plain_rules import (
    PlainTable,
    is_trump,
    legal,
    members,
    suit_led,
    trick_points,
)

SEATS = 4


class DoubleDummy:
    """Best play of a full deal of 42 in a contract with suits; side 0 sits at seats 0 and 2."""

    def __init__(self, hands, contract):
        self.hands = [tuple(hand) for hand in hands]
        self.contract = contract
        self.table = PlainTable()
        self.bounds = {}
        tiles = [tile for hand in hands for tile in hand]
        self.strong = {
            led: {tile: self._strength(tile, led) for tile in tiles}
            for led in [str(pip) for pip in range(7)] + ["doubles"]
        }

    def _strength(self, tile, led):
        for lift, suit in ((100, self._trump()), (0, led)):
            order = members(suit, self.contract, 6) if suit else []
            if tile in order:
                return lift + 50 - order.index(tile)
        return 0

    def _trump(self):
        named = self.contract.split()[-1]
        return "" if named == "follow-me" else named

    def takes_at_least(self, side, points, leader):
        """Return True if a side can take that many points against any defense."""
        if side == 0:
            return self._rest(tuple(map(frozenset, self.hands)), leader, points)
        return not self._rest(tuple(map(frozenset, self.hands)), leader, 42 - points + 1)

    def _rest(self, hands, leader, target):
        """Return True if side 0 can take `target` of the remaining points."""
        if target <= 0:
            return True
        left = sum(trick_points([tile], self.table) - 1 for hand in hands for tile in hand)
        if target > left + len(hands[0]):
            return False
        low, high = self.bounds.get((hands, leader), (0, 43))
        if target <= low or target >= high:
            return target <= low
        found = self._play(hands, leader, target, [])
        self.bounds[hands, leader] = (target, high) if found else (low, target)
        return found

    def _play(self, hands, leader, target, trick):
        if len(trick) == SEATS:
            taker = (leader + best_place(trick, self.strong, self.contract)) % SEATS
            points = trick_points(trick, self.table) if taker % 2 == 0 else 0
            return self._rest(hands, taker, target - points)
        seat = (leader + len(trick)) % SEATS
        wanted = seat % 2 == 0
        for tile in self._choices(hands[seat], trick):
            rest = (*hands[:seat], hands[seat] - {tile}, *hands[seat + 1 :])
            if self._play(rest, leader, target, [*trick, tile]) == wanted:
                return wanted
        return not wanted

    def _choices(self, hand, trick):
        plays = legal(sorted(hand), trick, self.contract, self.table, first_trick=False)
        if not trick:
            return sorted(plays, key=lambda tile: (not is_trump(tile, self.contract), tile))
        strong = self.strong[suit_led(trick[0], self.contract)]
        best = max(strong[tile] for tile in trick)
        return sorted(plays, key=lambda tile: (strong[tile] < best, strong[tile]))


def best_place(trick, strong, contract):
    row = strong[suit_led(trick[0], contract)]
    return max(range(len(trick)), key=lambda place: row[trick[place]])
