"""Avatars are fetched in the background into a bounded cache; initials stand in for them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from io import BytesIO
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from aiohttp import web
from PIL import Image

from bot.budget.queue import RequestQueue
from bot.presenter.panel.screen import hand_panel
from bot.presenter.words.render_context import RenderContext
from bot.publisher.calls.convert import picture_of
from bot.publisher.keeper.answers import Answer
from bot.publisher.pictures import avatars as module
from bot.publisher.pictures.avatars import Avatars
from bot.publisher.publisher import DiscordPublisher
from bot.render import PanelPicture, Renderer, render_picture, render_portrait, shrink_avatar
from bot.tables.model import Occupant
from bot.tables.views import PanelView
from tests.presenter.tabling import panel_at, sample
from tests.support.clocks import SetClock

FACE = render_portrait("Ana")


@dataclass(frozen=True)
class Picture:
    """A fake `discord.Asset`."""

    key: str
    url: str

    def replace(self, *, size: int, format: str) -> Picture:  # noqa: A002
        return Picture(self.key, f"{self.url}.{format}?size={size}")


class Bench(Renderer):
    """A renderer without workers that shrinks avatars right away."""

    def __init__(self) -> None:
        self.forgotten: list[str] = []

    async def shrink_avatar(self, image: bytes) -> bytes:
        return shrink_avatar(image)

    def forget_avatar(self, name: str) -> None:
        self.forgotten.append(name)


class Cdn:
    """A CDN on loopback that serves `files` by path, and 404 otherwise."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.asked: list[str] = []
        self.opened = asyncio.Event()
        self.opened.set()
        self.base = ""

    async def answer(self, request: web.Request) -> web.Response:
        self.asked.append(request.path)
        await self.opened.wait()
        if request.path not in self.files:
            raise web.HTTPNotFound
        return web.Response(body=self.files[request.path])

    def user(self, user_id: int, key: str | None, file: bytes | None = None) -> discord.User:
        """Build a user with this avatar."""
        path = f"/avatars/{user_id}/{key}"
        if file is not None:
            self.files[f"{path}.webp"] = file
        picture = None if key is None else Picture(key, self.base + path)
        user = type("User", (), {"id": user_id, "avatar": picture})
        return cast("discord.User", user)


@pytest.fixture
async def cdn() -> AsyncIterator[Cdn]:
    place = Cdn()
    app = web.Application()
    app.router.add_get("/{tail:.*}", place.answer)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    place.base = f"http://127.0.0.1:{runner.addresses[0][1]}"
    yield place
    place.opened.set()
    await runner.cleanup()


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


@pytest.fixture
async def known(clock: SetClock) -> AsyncIterator[Avatars]:
    avatars = Avatars(Bench(), clock)
    yield avatars
    await avatars.close()


async def _came(avatars: Avatars) -> None:
    await asyncio.gather(*avatars.tasks)


def _panel_with(avatars: Avatars, panel: PanelView | None = None) -> PanelPicture:
    context = RenderContext(avatars=avatars.names)
    picture = picture_of(hand_panel(panel or panel_at(sample(16)), context))
    assert picture is not None
    assert isinstance(picture.drawing, PanelPicture)
    return picture.drawing


async def test_picture_shows_the_initial_until_the_avatar_arrives(cdn: Cdn, known: Avatars) -> None:
    bare = _panel_with(known)
    cdn.opened.clear()
    seat = panel_at(sample(16)).table.seats[1]
    assert seat.user_id is not None
    known.see(cdn.user(seat.user_id, "f1", FACE))
    assert _panel_with(known) == bare  # rendering didn't wait for it
    cdn.opened.set()
    await _came(known)
    shown = _panel_with(known)
    assert shown.table.seats[1].avatar == f"{seat.user_id}/f1"
    assert shown != bare
    assert render_picture(shown, known.images) != render_picture(bare, known.images)


async def test_only_human_players_are_shown_with_an_avatar(cdn: Cdn, known: Avatars) -> None:
    panel = panel_at(sample(16))
    away, computer, *others = panel.table.seats
    for line in panel.table.seats:
        assert line.user_id is not None
        known.see(cdn.user(line.user_id, "f", FACE))
    await _came(known)
    seats = (replace(away, away=True), replace(computer, occupant=Occupant.COMPUTER), *others)
    table = replace(panel.table, seats=seats)
    shown = _panel_with(known, replace(panel, table=table))
    assert [bool(seat.avatar) for seat in shown.table.seats] == [False, False, True, True]


async def test_avatar_is_fetched_once_and_replaced_by_a_new_one(cdn: Cdn, known: Avatars) -> None:
    for _ in range(3):
        known.see(cdn.user(7, "f1", FACE))
    await _came(known)
    known.see(cdn.user(7, "f1", FACE))
    assert cdn.asked == ["/avatars/7/f1.webp"]
    known.see(cdn.user(7, "f2", render_portrait("Bo")))
    assert known.names == {7: "7/f1"}
    await _came(known)
    assert known.names == {7: "7/f2"}
    assert known.images == {"7/f2": shrink_avatar(render_portrait("Bo"))}
    known.see(cdn.user(7, None))
    assert not known.names
    assert not known.images


def _huge() -> bytes:
    file = BytesIO()
    Image.effect_noise((700, 700), 80).convert("RGB").save(file, "PNG")
    return file.getvalue()


@pytest.mark.parametrize("file", [lambda: None, lambda: b"", lambda: b"<html>" * 9, _huge])
async def test_missing_invalid_or_oversized_avatar_leaves_the_initial_and_is_not_retried(
    cdn: Cdn, known: Avatars, clock: SetClock, file: Callable[[], bytes | None]
) -> None:
    user = cdn.user(7, "f1", file())
    for _ in range(2):
        known.see(user)
        await _came(known)
    assert not known.names
    assert len(cdn.asked) == 1
    clock.time += module.RETRY_SECONDS + 1
    known.see(cdn.user(7, "f1", FACE))
    await _came(known)
    assert known.names == {7: "7/f1"}


async def test_unexpected_failure_is_logged_and_leaves_the_initial_for_a_while(
    cdn: Cdn, known: Avatars, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def failing(_bench: Bench, _image: bytes) -> bytes:
        raise KeyError("no such color")

    monkeypatch.setattr(Bench, "shrink_avatar", failing)
    for _ in range(2):
        known.see(cdn.user(7, "f1", FACE))
        await _came(known)
    assert not known.names
    assert len(cdn.asked) == 1
    assert [record.levelname for record in caplog.records] == ["ERROR"]


async def test_unresponsive_cdn_times_out(
    cdn: Cdn, known: Avatars, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "FETCH_SECONDS", 0.0)
    cdn.opened.clear()
    known.see(cdn.user(7, "f1", FACE))
    await _came(known)
    assert not known.names
    known.see(cdn.user(7, "f1", FACE))
    assert not known.tasks


async def test_forgetting_a_user_removes_their_avatar(cdn: Cdn, clock: SetClock) -> None:
    bench = Bench()
    known = Avatars(bench, clock)
    known.see(cdn.user(7, "f1", FACE))
    known.forget(7)  # while the download runs
    await _came(known)
    assert not known.names
    known.see(cdn.user(7, "f1", FACE))
    await _came(known)
    known.forget(7)
    assert not known.images
    assert bench.forgotten == ["7/f1"]
    await known.close()


async def test_pressing_records_a_user_and_deleting_data_forgets_them(
    cdn: Cdn, clock: SetClock
) -> None:
    anything = cast("Any", None)
    forgotten = list[int]()
    channels = cast("Any", SimpleNamespace(forget=forgotten.append))
    publisher = DiscordPublisher(
        anything,
        channels,
        clock,
        messages=anything,
        people=anything,
        pings=anything,
        alerts=anything,
        servers=anything,
        results=anything,
        tables=anything,
        events=anything,
        renderer=Bench(),
        emojis={},
        queue=RequestQueue(clock),
    )
    interaction = SimpleNamespace(user=cdn.user(7, "f1", FACE), message=None, type=None)
    with publisher.defer_to(Answer(cast("Any", interaction), clock.now())):
        assert not publisher.context(None).avatars
    await _came(publisher.avatars)
    assert publisher.context(None).avatars == {7: "7/f1"}
    await publisher.stop_following(7)
    assert not publisher.context(None).avatars
    assert forgotten == [7]
    await publisher.close()


async def test_avatar_cache_is_bounded_and_drops_users_unseen_for_a_day(
    cdn: Cdn, known: Avatars, clock: SetClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_CACHED", 2)
    for user_id in (1, 2, 3):
        known.see(cdn.user(user_id, "f", FACE))
        await _came(known)
    assert set(known.names) == {2, 3}
    clock.time += module.CACHED_SECONDS - 1
    known.see(cdn.user(2, "f", FACE))
    clock.time += 2
    known.see(cdn.user(4, None))
    assert set(known.names) == {2}


async def test_text_only_bot_fetches_no_avatar(cdn: Cdn, clock: SetClock) -> None:
    known = Avatars(None, clock)
    known.see(cdn.user(7, "f1", FACE))
    assert not known.tasks
    await known.close()
