"""Tables that differ only in what one seat can't see."""

from __future__ import annotations

import random
from dataclasses import replace

from bot.tables.loaded import LoadedTable
from texas42.engine import Game


def redeal_hidden(live: LoadedTable, seat: int, seed: int) -> LoadedTable:
    """Redeal the tiles that are hidden from this seat."""
    deal = live.game.deal
    assert deal is not None
    others = [n for n in range(4) if n != seat]
    held = [tile for n in others for tile in deal.hands[n]]
    fresh = held[:]
    random.Random(seed).shuffle(fresh)
    new = dict(zip(held, fresh, strict=True))
    hands = tuple(
        hand if n == seat else tuple(sorted(new[tile] for tile in hand))
        for n, hand in enumerate(deal.hands)
    )
    dealt = tuple(
        hand if n == seat else tuple(new.get(tile, tile) for tile in hand)
        for n, hand in enumerate(deal.dealt)
    )
    game: Game = replace(live.game, deal=replace(deal, hands=hands, dealt=dealt))
    return replace(live, game=game)
