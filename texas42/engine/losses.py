"""What a bid can lose and still be made (002:43-57)."""

from dataclasses import dataclass

from texas42.engine.rules import GameSpec

_TEN = 10
_FIVE = 5


@dataclass(frozen=True, slots=True, order=True)
class Loss:
    """Tricks lost, and the tens and fives of count in them."""

    tens: int
    fives: int
    tricks: int

    def points(self, game: GameSpec) -> int:
        """Return the points that the other side takes with it."""
        return _TEN * self.tens + _FIVE * self.fives + game.trick_points * self.tricks


def most_lost(game: GameSpec, bid: int) -> tuple[Loss, ...]:
    """List the greatest losses that still make a bid of points, the highest count first.

    Each loses as many tricks as its count allows, at least one if it loses count, and never all of
    them. Players learn the first one: 32 can lose one five and five tricks.
    """
    spare = game.total - bid
    counts = [game.tile_count(tile) for tile in game.tiles]
    found = []
    for tens in range(counts.count(_TEN) + 1):
        for fives in range(counts.count(_FIVE) + 1):
            left = spare - Loss(tens, fives, 0).points(game)
            tricks = min(left // game.trick_points, game.hand_size - 1)
            if tricks >= min(1, tens + fives) and tricks >= 0:
                found.append(Loss(tens, fives, tricks))
    return tuple(sorted(found, reverse=True))
