"""Whole hands of every game, observed by everyone: nobody is ever shown a tile hidden from them.

    python -m pytest -m long tests/e2e/failures/test_secrecy_driver.py

`FORTYTWO_HANDS` sets another number of hands per game.
"""

from __future__ import annotations

import contextlib
import logging
import os
from collections.abc import AsyncIterator
from itertools import product
from random import Random
from typing import Any

import pytest

import cogs.play
from bot.presenter.words.autocomplete import Choice
from bot.presenter.words.parts import note
from bot.presenter.words.spec import Message
from bot.publisher import component_router
from bot.publisher.screens import contents
from tests.e2e.failures.watched_table import GAMES, DmTable, PrivateTable, Table, people
from tests.support.matrix import mostly_long
from tests.support.stage import Stage

from .onlookers import Draftsman, Onlookers
from .planting import plant

HANDS = 200


__all__ = ["people"]

pytestmark = pytest.mark.usefixtures("draftsman")


@contextlib.asynccontextmanager
async def watched(
    stage: Stage, draftsman: Draftsman, game: str, seed: int = 42, kind: type[Table] = Table
) -> AsyncIterator[Table]:
    """Yield an observed table of a game, and check afterwards that nothing leaked."""
    starts = {
        Table: stage.start_game,
        DmTable: stage.start_by_dm,
        PrivateTable: stage.start_without_board,
    }
    table_id = await starts[kind](*stage.people[1 : GAMES[game] - 1], game=game)
    eyes = Onlookers(stage, draftsman)
    table = kind(stage, eyes, table_id, Random(seed))
    if isinstance(table, PrivateTable):
        await table.keep_out()
    try:
        yield table
    finally:
        eyes.close()
    assert eyes.leaks == []
    assert {"part", "picture", "alt text"} <= eyes.places


@pytest.mark.parametrize("game", mostly_long(GAMES, "42", "moon"))
async def test_no_one_sees_a_hidden_tile(stage: Stage, draftsman: Draftsman, game: str) -> None:
    async with watched(stage, draftsman, game) as table:
        await table.play_hand()
        await table.next_hand()


@pytest.mark.parametrize("game", mostly_long(GAMES, "42"))
async def test_no_one_sees_a_hidden_tile_of_a_table_in_dms(
    stage: Stage, draftsman: Draftsman, game: str
) -> None:
    async with watched(stage, draftsman, game, kind=DmTable) as table:
        await table.play_hand()
        await table.next_hand()
        await table.play_hand()


@pytest.mark.parametrize("game", mostly_long(GAMES, "42"))
async def test_no_one_sees_a_hidden_tile_of_a_private_table_without_a_board(
    stage: Stage, draftsman: Draftsman, game: str
) -> None:
    async with watched(stage, draftsman, game, kind=PrivateTable) as table:
        await table.play_hand()
        await table.next_hand()
        await table.play_hand()


@pytest.mark.long
@pytest.mark.timeout(50_000)
@pytest.mark.parametrize("game", GAMES)
async def test_no_one_sees_a_hidden_tile_in_two_hundred_hands_of_each_game(
    stage: Stage, draftsman: Draftsman, game: str
) -> None:
    async with watched(stage, draftsman, game, seed=7) as table:
        for _ in range(int(os.environ.get("FORTYTWO_HANDS", HANDS))):
            await table.play_hand()
            await table.next_hand()


# Planted leaks prove that the observers can find one. ------------------------------------------


@pytest.mark.parametrize(
    ("kind", "screen"),
    mostly_long(
        product(
            ["words", "emoji", "id", "label", "alt text", "file name", "picture"],
            ["table_screen", "hand_panel"],
        ),
        ("words", "hand_panel"),
        ("alt text", "table_screen"),
        ("picture", "hand_panel"),
    ),
)
async def test_leak_on_a_screen_is_found(
    stage: Stage, draftsman: Draftsman, monkeypatch: pytest.MonkeyPatch, kind: str, screen: str
) -> None:
    table: Table | None = None
    drawn = getattr(contents, screen)

    def leaking(*args: Any, **kwargs: Any) -> Message:
        message: Message = drawn(*args, **kwargs)
        if table is None or table.secret is None:
            return message
        return plant(kind, table.secret, table.table_id)(message)

    monkeypatch.setattr(contents, screen, leaking)
    with pytest.raises(AssertionError, match="saw"):
        async with watched(stage, draftsman, "42") as table:
            await table.play_until_seen()


@pytest.mark.parametrize(
    ("kind", "where"),
    [
        *product(["words", "picture"], [DmTable]),
        *product(["words", "id", "alt text", "file name", "picture"], [PrivateTable]),
    ],
)
async def test_leak_on_a_panel_in_a_dm_is_found(
    stage: Stage,
    draftsman: Draftsman,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
    where: type[Table],
) -> None:
    table: Table | None = None
    drawn = contents.hand_panel

    def leaking(*args: Any, **kwargs: Any) -> Message:
        message: Message = drawn(*args, **kwargs)
        if table is None or table.secret is None:
            return message
        return plant(kind, table.secret, table.table_id)(message)

    monkeypatch.setattr(contents, "hand_panel", leaking)
    with pytest.raises(AssertionError, match="saw"):
        async with watched(stage, draftsman, "42", kind=where) as table:
            await table.play_until_seen()


@pytest.mark.parametrize(
    ("kind", "where"), [*product(["choices", "error", "log"], [Table, PrivateTable])]
)
async def test_leak_outside_the_screens_is_found(
    stage: Stage,
    draftsman: Draftsman,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
    where: type[Table],
) -> None:
    table: Table | None = None

    def offer(*_: object, **__: object) -> list[Choice]:
        return [Choice(f"{secret()}", "x")]

    def tell(*_: object, **__: object) -> Message:
        return Message(content=f"Somebody else holds {secret()}.")

    def draw(*args: Any, **kwargs: Any) -> Message:
        logging.getLogger("bot.tables").info("a computer holds %s", secret())
        return board(*args, **kwargs)

    screen = "table_screen" if where is Table else "hand_panel"
    board = getattr(contents, screen)

    def secret() -> object:
        return table.secret if table is not None and table.secret is not None else "nothing"

    if kind == "choices":
        monkeypatch.setattr(cogs.play, "play_choices", offer)
    elif kind == "error":
        monkeypatch.setattr(component_router, "explain", tell)
    else:
        monkeypatch.setattr(contents, screen, draw)
    with pytest.raises(AssertionError, match="saw"):
        async with watched(stage, draftsman, "42", kind=where) as table:
            await table.play_until_seen()


async def test_stranger_who_sees_what_is_face_up_at_a_private_table_is_found(
    stage: Stage, draftsman: Draftsman, monkeypatch: pytest.MonkeyPatch
) -> None:
    table: Table | None = None
    explain = component_router.explain

    def tell(*args: Any, **kwargs: Any) -> Message:
        seen = None if table is None else table.face_up
        return explain(*args, **kwargs) if seen is None else note(f"{seen} is on the table.")

    monkeypatch.setattr(component_router, "explain", tell)
    with pytest.raises(AssertionError, match="saw"):
        async with watched(stage, draftsman, "42", kind=PrivateTable) as table:
            await table.play_until_seen()


async def test_token_that_looks_like_a_tile_is_redacted_and_not_a_leak(
    stage: Stage, draftsman: Draftsman
) -> None:
    async with watched(stage, draftsman, "42") as table:
        live = await table.live()
        assert live.game.deal is not None
        tile = live.game.deal.hands[1][0]
        logging.getLogger("discord_sandbox").info(
            "refused POST /interactions/7/x%sx/callback", tile
        )
        table.eyes.look(live)
        await table.play_hand()
