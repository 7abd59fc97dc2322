"""Helpers that play a hand until somebody can lay down."""

from __future__ import annotations

from bot.tables.claims.rules import winning_line
from bot.tables.model import Status
from tests.support.house import FOUR, House
from texas42.ai.solver.claims import lay_down
from texas42.engine import Phase, SeatView


def is_led(view: SeatView) -> bool:
    """True if the seat sees a trick that nobody has led to yet."""
    return view.phase is Phase.PLAY and view.trick is not None and not view.trick.plays


async def play_until_lead(house: House, table: str, *, sure: bool) -> int:
    """Play until a user leads whose lay-down is provable (or not, per `sure`); return them."""
    while True:
        if (await house.tables.view(table)).status is not Status.PLAYING:
            for user in FOUR:
                await house.tables.ready(table, user)
        user = await house.in_turn(table)
        assert user is not None
        view = (await house.tables.panel(table, user)).view
        assert view is not None
        if is_led(view) and (lay_down(view) is not None) is sure and len(view.hand) > 1:
            return user
        await house.act(table, user)


async def lay_down_unproved(house: House, *, line: bool) -> tuple[str, int, tuple[int, int]]:
    """Lay down an unproved hand; `line`: whether some play takes the rest."""
    table = await house.start_game()
    while True:
        user = await play_until_lead(house, table, sure=False)
        live = await house.live(table)
        assert live.to_act is not None
        if (winning_line(live.game, live.to_act) is not None) is line:
            await house.tables.claim(table, user, anyway=True)
            seat = FOUR.index(user)
            return table, user, (FOUR[(seat + 1) % 4], FOUR[(seat + 3) % 4])
        await house.act(table, user)
