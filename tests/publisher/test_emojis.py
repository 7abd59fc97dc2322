"""The dominoes are uploaded as application emojis in the background."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Sequence

import discord
import pytest

import bot.publisher.pictures.emojis
from bot.presenter.words.render_context import Counted
from bot.publisher.calls.discord_errors import MOST_TRIES, RETRY_SECONDS
from bot.publisher.pictures.emojis import LOOK_SECONDS, MOST_REST_SECONDS, TileEmojis
from bot.render import emoji_name
from tests.support.refusals import Rests, refused
from texas42.engine import Tile

TILES: tuple[Counted, ...] = ((Tile(6, 4), 10), (Tile(5, 5), 10), (Tile(1, 0), 0))
NAMES = [emoji_name(*each) for each in TILES]


class Emoji:
    def __init__(self, name: str, application: Application, number: int = 1) -> None:
        self.name = name
        self.number = number
        self.application = application

    def __str__(self) -> str:
        return f"<:{self.name}:{self.number}>"

    async def edit(self, *, name: str) -> Emoji:
        self.application.asked.append(f"{self.name} to {name}")
        self.application.fail(self.application.renames)
        self.name = name
        return self


class Application:
    """A fake application; `lists` and so on are the next calls' errors, None for success."""

    def __init__(self, *there: str) -> None:
        self.there = [Emoji(name, self) for name in there]
        self.asked: list[str] = []
        self.lists: deque[Exception | None] = deque()
        self.uploads: deque[Exception | None] = deque()
        self.renames: deque[Exception | None] = deque()

    async def fetch_application_emojis(self) -> Sequence[Emoji]:
        self.asked.append("list")
        self.fail(self.lists)
        return list(self.there)

    async def create_application_emoji(self, *, name: str, image: bytes) -> Emoji:
        self.asked.append(name)
        self.fail(self.uploads)
        self.there.append(Emoji(name, self))
        return self.there[-1]

    def fail(self, errors: deque[Exception | None]) -> None:
        if errors and (error := errors.popleft()) is not None:
            raise error


@pytest.fixture(autouse=True)
def drawn_in(monkeypatch: pytest.MonkeyPatch) -> list[threading.Thread]:
    """The threads in which emojis were drawn."""
    threads: list[threading.Thread] = []

    def draw(tile: Tile, count: int) -> bytes:
        threads.append(threading.current_thread())
        return b"picture"

    monkeypatch.setattr(bot.publisher.pictures.emojis, "render_tile_emoji", draw)
    monkeypatch.setattr(bot.publisher.pictures.emojis, "PAUSE_SECONDS", 0)
    return threads


def loader(application: Application) -> tuple[TileEmojis, dict[Counted, str], Rests]:
    found: dict[Counted, str] = {}
    rests = Rests()
    return TileEmojis(application, TILES, found, rests), found, rests  # type: ignore[arg-type]


async def kept(application: Application) -> tuple[dict[Counted, str], list[float]]:
    """Load the emojis until done; return them and the pauses taken."""
    emojis, found, rests = loader(application)
    ready = asyncio.Event()
    ready.set()
    await emojis.keep(ready, lambda: True)
    return found, rests.seconds


async def test_missing_emoji_is_drawn_off_the_event_loop(
    drawn_in: list[threading.Thread],
) -> None:
    found, rests = await kept(Application(*NAMES[1:]))
    assert found == {each: f"<:{name}:1>" for each, name in zip(TILES, NAMES, strict=True)}
    assert len(drawn_in) == 1
    assert drawn_in[0] is not threading.current_thread()
    assert rests == []


async def test_process_without_uploads_uses_existing_emojis_and_checks_again() -> None:
    emojis, found, _ = loader(Application(NAMES[0]))
    assert await emojis.look(changes=False) == LOOK_SECONDS
    assert found == {TILES[0]: "<:six_four:1>"}
    emojis, _, _ = loader(Application(*NAMES))
    assert await emojis.look(changes=False) is None


async def test_old_emojis_are_renamed_once_and_keep_their_ids() -> None:
    application = Application()
    application.there = [Emoji("d64", application, 7), Emoji("d55", application, 8)]
    found, _ = await kept(application)
    assert found == dict(
        zip(TILES, ["<:six_four:7>", "<:double_five:8>", "<:one_blank:1>"], strict=True)
    )
    assert application.asked[1:] == ["d64 to six_four", "d55 to double_five", "one_blank"]
    application.asked.clear()
    await kept(application)
    assert application.asked == ["list"]


async def test_process_without_changes_shows_old_emojis_until_another_has_renamed_them() -> None:
    application = Application("d64", *NAMES[1:])
    emojis, found, _ = loader(application)
    assert await emojis.look(changes=False) == LOOK_SECONDS
    assert found[TILES[0]] == "<:d64:1>"
    assert application.asked == ["list"]
    await kept(application)
    assert await emojis.look(changes=False) is None
    assert found[TILES[0]] == "<:six_four:1>"


async def test_refused_new_name_leaves_the_old_emoji_in_use() -> None:
    application = Application("d64", *NAMES[1:])
    application.renames.extend([refused(400, 50035)] * MOST_TRIES)
    found, _ = await kept(application)
    assert found[TILES[0]] == "<:d64:1>"
    assert application.asked.count("d64 to six_four") == MOST_TRIES


async def test_renaming_resumes_after_a_rate_limit() -> None:
    application = Application("d64", "d55", *NAMES[2:])
    application.renames.extend([None, discord.RateLimited(600.0)])
    found, rests = await kept(application)
    assert rests == [600.0]
    assert sorted(found.values()) == sorted(f"<:{name}:1>" for name in NAMES)
    assert application.asked.count("d64 to six_four") == 1


async def test_upload_resumes_after_a_rate_limit() -> None:
    application = Application()
    application.uploads.extend([None, discord.RateLimited(1800.0)])
    found, rests = await kept(application)
    assert rests == [1800.0]
    assert len(found) == 3
    assert application.asked == ["list", *NAMES[:2], "list", *NAMES[1:]]  # none was sent twice


async def test_pause_grows_after_each_failure_without_ever_giving_up() -> None:
    application = Application()
    application.lists.extend([TimeoutError()] * 12)
    found, rests = await kept(application)
    assert rests[:3] == [RETRY_SECONDS, 2 * RETRY_SECONDS, 4 * RETRY_SECONDS]
    assert rests[-1] == MOST_REST_SECONDS
    assert len(found) == 3


async def test_success_resets_the_pause() -> None:
    application = Application()
    application.uploads.extend([refused(503), refused(503), None, refused(503)])
    _, rests = await kept(application)
    assert rests == [RETRY_SECONDS, 2 * RETRY_SECONDS, RETRY_SECONDS]


async def test_refused_emoji_is_tried_three_times_without_blocking_the_others() -> None:
    application = Application()
    application.uploads.extend([refused(400, 50035), None, None, *[refused(400, 50035)] * 2])
    found, rests = await kept(application)
    assert found.keys() == set(TILES[1:])
    assert application.asked.count(NAMES[0]) == MOST_TRIES
    assert rests == [RETRY_SECONDS, RETRY_SECONDS * 2]


async def test_refused_list_request_is_tried_three_times() -> None:
    application = Application()
    application.lists.extend([refused(403, 50001)] * 9)
    found, _ = await kept(application)
    assert application.asked == ["list"] * MOST_TRIES
    assert found == {}
