"""A game: the totals, the deal in play, and who shakes next."""

from dataclasses import dataclass

from bot.engine.deal import Deal
from bot.engine.rules import Rules


@dataclass(frozen=True, slots=True)
class Game:
    """A game between two actions; `deal` stays in view until the next shake."""

    rules: Rules
    total: tuple[int, ...]
    """Each side's score so far, without the deal in play."""
    deal: Deal | None = None
    next_shaker: int | None = None
    """Who must shake next; None where anybody may."""
    deals_played: int = 0
    """Finished deals, thrown-in hands included."""
    winner: int | None = None
    """The side that has won the game."""

    @property
    def is_between_deals(self) -> bool:
        """Whether a shake is what comes next."""
        return self.winner is None and (self.deal is None or self.deal.result is not None)


def new_game(
    rules: Rules,
    *,
    total: tuple[int, ...] | None = None,
    next_shaker: int | None = None,
    deals_played: int = 0,
) -> Game:
    """Return a game before its first shake, or taken up again from stored totals.

    Raises ValueError where the totals or the shaker do not fit the game.
    """
    total = (0,) * rules.game.sides if total is None else tuple(total)
    if len(total) != rules.game.sides:
        raise ValueError(f"{rules.game.name} has {rules.game.sides} sides, not {len(total)}")
    if next_shaker is not None and next_shaker not in range(rules.game.seats):
        raise ValueError(f"no such seat: {next_shaker}")
    return Game(rules, total, next_shaker=next_shaker, deals_played=deals_played)
