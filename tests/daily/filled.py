"""Fill days with many simulated people, who share a few randomly played hands."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterable, Sequence
from dataclasses import replace

from sqlalchemy import insert

from bot.daily.hand import dealt, outcome_of, seat_in_turn
from bot.daily.model import StoredDay, StoredHand
from bot.store import Store
from bot.store.daily import days
from bot.store.daily.schema_daily import daily_hands
from texas42.engine import Action, Phase, SeatView, apply, format_action, view_for

TOGETHER = 500
"""How many hands to save at once."""


def any_act(view: SeatView, randomness: random.Random) -> Action:
    """Choose at random, with low bids, and mostly a pass."""
    if view.phase is Phase.CALL:
        return randomness.choice((*view.legal[:1] * 3, *view.legal[1:4], *view.legal[-2:]))
    return randomness.choice(view.legal)


def line_of_play(day: StoredDay, randomness: random.Random, version: str = "one") -> StoredHand:
    """Play a day's hand out at random, as nobody's hand."""
    game = dealt(day.date, day.secret)
    acts = list[str]()
    while (seat := seat_in_turn(game)) is not None:
        action = any_act(view_for(game, seat), randomness)
        acts.append(format_action(action, game.rules))
        game = apply(game, action).game
    at = day.opened_at + 60
    return StoredHand(day.date, 0, "", version, 0.0, tuple(acts), at, outcome_of(game))


def dealt_out(
    lines: Sequence[StoredHand], people: Iterable[int], randomness: random.Random
) -> list[StoredHand]:
    """Give each person one of these played hands."""
    return [replace(randomness.choice(lines), user_id=user, name=f"P{user}") for user in people]


async def save(store: Store, played: Sequence[StoredHand]) -> None:
    """Save hands, finished or not, as the service does: first begun, then with their acts."""

    async def save_one(hand: StoredHand) -> None:
        await store.days.begin_hand(replace(hand, acts=(), finished_at=None, outcome=None))
        await store.days.save_acts(hand, len(hand.acts))

    for start in range(0, len(played), TOGETHER):
        await asyncio.gather(*map(save_one, played[start : start + TOGETHER]))


async def save_quickly(store: Store, played: Sequence[StoredHand]) -> None:
    """Insert finished hands directly as rows."""
    rows = [days._hand_row(hand) for hand in played]
    await store.database.write(lambda connection: connection.execute(insert(daily_hands), rows))
