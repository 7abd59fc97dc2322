"""The chance of sevens: everybody's tiles fall in the order of their distance from seven."""

from random import Random

from bot.engine import Rules, Tile

_HOLDINGS = 48


def sevens_chance(rules: Rules, hand: tuple[Tile, ...]) -> float:
    """Estimate the chance that this hand, leading, loses no trick of sevens to the other side.

    The holdings tried are drawn from a seed that depends on the hand alone, so that equal
    questions have equal answers.
    """
    mine = sorted(abs(7 - tile.pips) for tile in hand)
    others = [abs(7 - tile.pips) for tile in rules.game.tiles if tile not in hand]
    chance = Random("".join(f"{tile.high}{tile.low}" for tile in sorted(hand)))
    made = sum(_made(mine, others, chance) for _ in range(_HOLDINGS))
    return made / _HOLDINGS


def _made(mine: list[int], others: list[int], chance: Random) -> bool:
    """Deal the others once and let the tiles fall; of equals the first played takes the trick."""
    size = len(mine)
    chance.shuffle(others)
    left, partner, right = (sorted(others[i * size : (i + 1) * size]) for i in range(3))
    leader = 0
    for near in zip(mine, left, partner, right, strict=True):
        turn = near[leader:] + near[:leader]
        leader = (leader + turn.index(min(turn))) % 4
        if leader % 2:
            return False
    return True
