"""A result posted before a restart keeps its text and picture."""

from __future__ import annotations

from collections.abc import AsyncIterator

import discord
import pytest
from discord import ui

from bot.presenter.table.board import table_screen
from bot.presenter.words.ids import ComponentId, Verb
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Button, Message, Row
from bot.publisher.calls.convert import picture_of, to_send
from bot.publisher.keeper.results import as_result
from discord_sandbox.server import Sandbox
from tests.presenter.tabling import sample, table_of
from tests.support.discord_at import logged_in
from tests.support.patience import TexasSandbox
from tests.support.screens import files_of, presses, text_of

BYTES = b"RIFF a picture"


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with TexasSandbox(limits=False) as place:
        yield place


@pytest.fixture
async def channel(sandbox: Sandbox) -> AsyncIterator[discord.PartialMessageable]:
    async with logged_in(sandbox) as client:
        yield client.get_partial_messageable(int(sandbox.channel_id))


def board() -> Message:
    game = sample(15)
    return table_screen(table_of(game.rules, game), RenderContext())


async def test_result_keeps_its_picture_without_buttons(
    sandbox: Sandbox, channel: discord.PartialMessageable
) -> None:
    message = board()
    picture = picture_of(message)
    assert picture is not None
    sent = await channel.send(**to_send(message, {picture.name: BYTES}))
    (before,) = sandbox.state.visible(sandbox.channel_id, None, 10)
    assert list(presses(before))
    found = await channel.fetch_message(sent.id)
    await found.edit(**as_result(found))
    (after,) = sandbox.state.visible(sandbox.channel_id, None, 10)
    assert list(presses(after, "hand", "start", "ready")) == []
    (file,) = files_of(after)
    assert files_of(before) == [file]
    assert file.alt == picture.alt
    assert sandbox.state.blobs[file.id].data == BYTES


async def test_result_refers_to_its_picture_by_name_as_the_address_expires(
    sandbox: Sandbox, channel: discord.PartialMessageable
) -> None:
    message = board()
    picture = picture_of(message)
    assert picture is not None
    sent = await channel.send(**to_send(message, {picture.name: BYTES}))
    shown = as_result(await channel.fetch_message(sent.id))["view"]
    galleries = (each for each in shown.walk_children() if isinstance(each, ui.MediaGallery))
    addresses = [item.media.url for gallery in galleries for item in gallery.items]
    (posted,) = sandbox.state.visible(sandbox.channel_id, None, 10)
    (file,) = files_of(posted)
    assert addresses == [f"attachment://{file.name}"]


async def test_text_result_only_loses_its_countdown(
    sandbox: Sandbox, channel: discord.PartialMessageable
) -> None:
    waiting = Button("Ready", ComponentId(Verb.READY, "k3f9q2"))
    message = Message(body=(*board().body, Row((waiting,))))
    sent = await channel.send(**to_send(message, {}))
    (before,) = sandbox.state.visible(sandbox.channel_id, None, 10)
    found = await channel.fetch_message(sent.id)
    await found.edit(**as_result(found))
    (after,) = sandbox.state.visible(sandbox.channel_id, None, 10)
    assert files_of(after) == []
    assert list(presses(after, "ready")) == []
    assert "<t:" not in text_of(after)
    assert text_of(before).split("\n")[0] in text_of(after)
