"""Answers don't wait for slow pictures, and their stand-ins never show another person's view."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import pytest

from bot.presenter.panel.screen import hand_panel
from bot.presenter.table.board import table_screen
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Message
from bot.publisher.keeper.live_message import LiveMessage, first_of
from bot.publisher.pictures import rendering as pictures
from bot.publisher.pictures.rendering import Pictures
from bot.render import Avatars, Drawing, Priority, Size
from tests.presenter.tabling import panel_at, sample, table_of

CONTEXT = RenderContext()
NAME = "table-3.webp"


class Easel:
    """A renderer that draws when the test says so."""

    def __init__(self) -> None:
        self.stills: dict[Size, bytes] = {}
        self.done = asyncio.Event()
        self.fails = False
        self.asked: list[Priority] = []
        self.given_up = asyncio.Semaphore(0)
        self.begun = asyncio.Event()

    async def render(self, drawing: Drawing, _avatars: Avatars, *, priority: Priority) -> bytes:
        self.asked.append(priority)
        self.begun.set()
        try:
            await self.done.wait()
        except asyncio.CancelledError:
            self.given_up.release()
            raise
        if self.fails:
            raise RuntimeError("out of paint")
        return type(drawing).__name__.encode()


def _panel() -> Message:
    return hand_panel(panel_at(sample(16)), CONTEXT)


def _pictures(easel: Easel | None, *, may_attach: bool = True) -> Pictures:
    return Pictures(easel, {}, lambda _: may_attach)  # type: ignore[arg-type]


async def test_answer_includes_a_quick_picture() -> None:
    easel = Easel()
    easel.done.set()
    assert await _pictures(easel).render_soon(_panel(), b"old") == ({NAME: b"PanelPicture"}, True)
    await _pictures(easel).of(_panel())
    assert easel.asked == [Priority.PRESSED, Priority.WATCHING]


async def test_answer_keeps_the_old_picture_while_the_new_one_is_late(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pictures, "PATIENCE_SECONDS", 0.0)
    easel = Easel()
    drawn = _pictures(easel)
    assert await drawn.render_soon(_panel(), b"old") == ({NAME: b"old"}, False)
    easel.done.set()
    assert await drawn.render_late(_panel(), 60.0) == {NAME: b"PanelPicture"}


async def test_late_picture_of_an_answer_keeps_its_place_in_the_queue(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pictures, "PATIENCE_SECONDS", 0.0)
    easel = Easel()
    drawn = _pictures(easel)
    await drawn.render_soon(_panel(), b"old")
    following = asyncio.create_task(drawn.render_late(_panel(), 60.0))
    await easel.begun.wait()
    easel.done.set()
    assert await following == {NAME: b"PanelPicture"}
    assert easel.asked == [Priority.PRESSED]
    assert await drawn.render_late(_panel(), 60.0) == {NAME: b"PanelPicture"}
    assert easel.asked == [Priority.PRESSED] * 2


@pytest.mark.parametrize("kind", ["answer", "message"])
async def test_picture_that_nobody_waits_for_any_more_is_not_drawn(
    monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr(pictures, "PATIENCE_SECONDS", 0.0)
    easel = Easel()
    drawn = _pictures(easel)
    if kind == "answer":
        await drawn.render_soon(_panel(), b"old")
        waiting = asyncio.create_task(drawn.render_late(_panel(), 60.0))
    else:
        waiting = asyncio.create_task(drawn.of(_panel()))
    await easel.begun.wait()
    await asyncio.sleep(0)  # it waits now
    waiting.cancel()
    await easel.given_up.acquire()


async def test_first_answer_shows_a_placeholder_of_the_same_size(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pictures, "PATIENCE_SECONDS", 0.0)
    easel = Easel()
    game = sample(15)
    drawn = _pictures(easel)
    assert await drawn.render_soon(_panel(), None) == ({}, False)  # right after a start: text only
    easel.stills = {Size.PANEL: b"panel", Size.BOARD: b"board"}
    assert await drawn.render_soon(_panel(), None) == ({NAME: b"panel"}, False)
    board = table_screen(table_of(game.rules, game), CONTEXT)
    assert await drawn.render_soon(board, None) == ({NAME: b"board"}, False)


async def test_picture_that_cannot_be_drawn_falls_back_to_text(
    caplog: pytest.LogCaptureFixture,
) -> None:
    easel = Easel()
    easel.fails = True
    easel.done.set()
    assert await _pictures(easel).of(_panel()) == {}
    assert "could not render a picture" in caplog.text


async def test_pictures_require_file_permission_and_a_renderer() -> None:
    assert _pictures(Easel()).are_shown(1)
    assert not _pictures(Easel(), may_attach=False).are_shown(1)
    assert _pictures(Easel(), may_attach=False).are_shown(None)  # DMs accept files
    assert not _pictures(None).are_shown(None)


async def test_message_records_its_state_only_with_its_own_picture() -> None:
    sent: list[Mapping[str, object]] = []

    async def edit(**kwargs: object) -> None:
        sent.append(kwargs)

    async def delete() -> None:
        raise AssertionError

    live = LiveMessage(7, edit, delete)
    panel = _panel()
    assert await live.edit(panel, {})
    assert live.is_unknown
    with live.record_shown("", {NAME: b"old"}):
        pass
    assert live.is_unknown
    assert live.picture == b"old"
    assert await live.edit(panel, {NAME: b"new"})
    assert live.shows(panel)
    assert first_of({NAME: b"new"}) == live.picture
    assert len(sent) == 2
