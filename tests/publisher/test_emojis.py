"""The dominoes become emojis of the application while people are answered."""

from __future__ import annotations

import threading
from types import SimpleNamespace

import pytest

import bot.publisher.emojis
from bot.engine import Tile
from bot.publisher.emojis import load_tile_emojis


async def test_a_missing_emoji_is_drawn_beside_the_event_loop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn_in: list[threading.Thread] = []

    def draw(tile: Tile, count: int) -> bytes:
        drawn_in.append(threading.current_thread())
        return b"picture"

    async def fetch() -> list[str]:
        return []

    async def create(*, name: str, image: bytes) -> str:
        return f"<:{name}:1>"

    monkeypatch.setattr(bot.publisher.emojis, "draw_tile_emoji", draw)
    monkeypatch.setattr(bot.publisher.emojis, "PAUSE_SECONDS", 0)
    client = SimpleNamespace(fetch_application_emojis=fetch, create_application_emoji=create)
    found: dict[tuple[Tile, int], str] = {}
    await load_tile_emojis(client, [(Tile(6, 4), 10)], found, upload=True)
    assert found == {(Tile(6, 4), 10): "<:d64:1>"}
    assert len(drawn_in) == 1
    assert drawn_in[0] is not threading.current_thread()


async def test_a_process_that_does_not_upload_takes_what_is_there_and_says_what_is_missing() -> (
    None
):
    class Emoji:
        name = "d64"

        def __str__(self) -> str:
            return "<:d64:1>"

    async def fetch() -> list[Emoji]:
        return [Emoji()]

    client = SimpleNamespace(fetch_application_emojis=fetch)
    found: dict[tuple[Tile, int], str] = {}
    both = [(Tile(6, 4), 10), (Tile(5, 5), 10)]
    assert not await load_tile_emojis(client, both, found, upload=False)
    assert found == {(Tile(6, 4), 10): "<:d64:1>"}
    assert await load_tile_emojis(client, both[:1], found, upload=False)
