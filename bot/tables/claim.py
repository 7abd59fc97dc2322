"""A lay-down that is proved: the program plays the rest of the hand out, tile by tile. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.engine import Game, Phase, PlayTile, Tile, legal_actions

from . import hands
from .errors import NotProven
from .live import Live, Plan
from .model import Act
from .ports import Chance


def leads(game: Game, seat: int) -> bool:
    """Return whether a seat is to lead to a trick."""
    deal = game.deal
    if deal is None or deal.phase is not Phase.PLAY or deal.to_act != seat:
        return False
    return not _is_led(game)


def play_out(
    live: Live, seat: int, order: Sequence[Tile], user_id: int, chance: Chance, now: float
) -> Plan:
    """Play the leader's tiles in this order, the others what they may, to the end of the hand.

    Every tile is an act like any other, made by him who claims. Raises NotProven, and then
    nothing has changed, where somebody else would take a trick.
    """
    mine = iter(order)
    acts: tuple[Act, ...] = ()
    while True:
        legal = [each for each in legal_actions(live.game) if isinstance(each, PlayTile)]
        if not _is_led(live.game):
            tile = next(mine, None)
            as_it_lies = PlayTile(seat, tile) if tile is not None else None
            legal = [each for each in legal if each == as_it_lies]
        if not legal:
            raise NotProven(leads=True)
        plan = hands.act(live, legal[0], user_id, chance, now)
        acts += plan.acts
        if plan.hand is not None:
            return replace(plan, live=replace(plan.live, claimed=seat), acts=acts)
        live = plan.live


def _is_led(game: Game) -> bool:
    return game.deal is not None and game.deal.trick is not None and bool(game.deal.trick.plays)
