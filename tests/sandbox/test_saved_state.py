"""The state that the sandbox keeps between runs."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from discord_sandbox.server import Sandbox
from discord_sandbox.state.permissions import Permission
from discord_sandbox.state.saved_state import StateFile, StateInUse, StateUnreadable, check_sqlite
from tests.sandbox.conftest import ask
from tests.sandbox.demo_bot import DemoBot
from tests.support.discord_at import running
from tests.support.patience import TexasSandbox, unhurried
from tests.support.screens import files_of

Open = Callable[..., Sandbox]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "practice" / "discord.sqlite3"


@pytest.fixture
def opened(path: Path) -> Open:
    """A factory of sandboxes with a state file."""

    def make(**options: Any) -> Sandbox:
        return unhurried(TexasSandbox(file=StateFile(path), **options))

    return make


async def test_state_survives_a_restart(opened: Open) -> None:
    async with opened() as first:
        async with running(DemoBot(), first):
            ana, bo = first.people[:2]
            opening = await ana.command("table open", first.channel_id)
            await ana.command("table picture", first.channel_id)
            hand = await ana.click(opening.message or {}, "demo:hand")
            ana.say(first.channel_id, "good evening")
            dm = bo.open_dm()
            bo.dms_open = False
        before = first.state
        ids = [m["id"] for m in ana.messages(first.channel_id)]
    async with opened(people=("Nobody",), guild="Elsewhere") as second:
        ana, bo = second.people[:2]
        assert [person.name for person in second.people] == ["Ana", "Bo", "Cy", "Di"]
        assert second.state.bot_id == before.bot_id
        assert (second.guild_id, second.channels) == (first.guild_id, first.channels)
        assert second.capability == first.capability
        assert [m["id"] for m in ana.messages(second.channel_id)] == ids
        private = hand.message or {}
        assert private["id"] in ids
        assert private["id"] not in [m["id"] for m in bo.messages(second.channel_id)]
        assert (bo.dm, bo.dms_open, ana.dms_open) == (dm, False, True)
        assert second.commands.scopes == first.commands.scopes
        assert second.state.emojis == before.emojis
        pictures = [file for m in ana.messages(second.channel_id) for file in files_of(m)]
        assert pictures
        async with aiohttp.ClientSession() as session:
            for picture in pictures:
                async with session.get(picture.url) as answer:
                    assert await answer.read() == before.blobs[picture.id].data


async def test_old_buttons_work_after_a_restart_and_ids_keep_increasing(opened: Open) -> None:
    async with opened() as first, running(DemoBot(), first):
        first.clock.move(3_600)  # its date is ahead of real time
        opening = await first.people[0].command("table open", first.channel_id)
    async with opened() as second, running(DemoBot(), second):
        ana = second.people[0]
        outcome = await ana.click(opening.message or {}, "demo:hand")
        assert outcome.ok
        made = outcome.message or {}
        assert int(made["id"]) > max(map(int, [*first.state.messages[first.channel_id]]))
        assert not second.refusals


async def test_threads_and_permissions_survive_a_restart(opened: Open) -> None:
    async with opened() as first:
        parent = first.state.channel(first.channel_id)
        thread_id = first.state.clock.snowflake()
        first.state.add_thread(
            parent, {"name": "Table 2", "type": 11}, thread_id, first.state.bot_id
        )
        first.people[0].say(thread_id, "in the thread")
        first.archive(thread_id)
        first.deny(first.channel_id, Permission.ATTACH_FILES)
        before = first.state
    async with opened() as second:
        assert second.state.channels == before.channels
        assert second.state.guilds == before.guilds
        assert [m["content"] for m in second.people[1].messages(thread_id)] == ["in the thread"]
        assert second.channel_id == first.channel_id


async def test_pending_answer_is_dropped_at_a_restart(opened: Open) -> None:
    async with opened() as first, running(DemoBot(), first):
        message = first.message_writer.create(
            first.state.channel(first.channel_id), first.state.bot_id, {}, (), loading=True
        )
    for _ in range(2):
        async with opened() as later:
            assert message["id"] not in later.state.messages[later.channel_id]


async def test_read_marks_survive_a_restart(opened: Open) -> None:
    async with opened() as first:
        ana, bo = first.people[:2]
        bo.say(first.channel_id, "seen")
        first.hub.mark_read(first.channel_id, ana.id)
    async with opened() as second:
        bo = second.people[1]
        assert second.hub.unread(second.channel_id, ana.id) == 0
        bo.say(second.channel_id, "unseen")
        assert second.hub.unread(second.channel_id, ana.id) == 1


async def test_history_limit_deletes_old_messages_and_their_files(opened: Open, path: Path) -> None:
    async with opened(history_limit=3) as first, running(DemoBot(), first):
        for _ in range(5):
            await first.people[0].command("table picture", first.channel_id)
        kept = list(first.state.messages[first.channel_id])
        files = set(first.state.blobs)
    with closing(sqlite3.connect(path)) as db:
        saved = dict(db.execute("SELECT kind, count(*) FROM item GROUP BY kind"))
    assert len(kept) == 3
    assert saved["message"] == 3
    assert saved["file"] == saved["file name"] == len(files)


async def test_deleted_channels_and_commands_stay_deleted_after_a_restart(
    opened: Open, http: aiohttp.ClientSession
) -> None:
    async with opened() as first, running(DemoBot(), first):
        gone = first.add_channel("gone")
        first.people[0].say(gone, "soon forgotten")
        first.delete_channel(gone)
        application = first.state.bot_id
        token = {"Authorization": f"Bot {first.token}"}
        async with aiohttp.ClientSession(headers=token) as session:
            path = f"/applications/{application}/commands"
            assert await ask(first, session, "PUT", path, []) == (200, [])
    async with opened() as second:
        assert gone not in second.state.channels
        assert gone not in second.state.guilds[second.guild_id].channels
        assert second.commands.all() == []


async def test_change_is_saved_without_a_clean_shutdown(opened: Open, path: Path) -> None:
    """As after kill -9: the file is copied while still open."""
    async with opened() as first:
        first.people[0].say(first.channel_id, "still here")
        await asyncio.sleep(0)  # the event loop iteration that writes it
        for suffix in ("", "-wal"):
            copy = path.with_name(f"copy{suffix}")
            copy.write_bytes(path.with_name(f"{path.name}{suffix}").read_bytes())
    with closing(sqlite3.connect(path.with_name("copy"))) as db:
        values = db.execute("SELECT value FROM item WHERE kind = 'message'").fetchall()
    assert any(b"still here" in value for (value,) in values)


async def test_only_one_process_can_open_the_state(path: Path) -> None:
    file = StateFile(path)
    with pytest.raises(StateInUse):
        StateFile(path)
    file.close()
    StateFile(path).close()


@pytest.mark.parametrize("damage", ["text", "cut", "version", "value"])
async def test_damaged_state_file_is_detected(opened: Open, path: Path, damage: str) -> None:
    async with opened() as first:
        for number in range(200):
            first.people[0].say(first.channel_id, f"message {number} " + "x" * 1000)
    _spoil(path, damage)
    with pytest.raises(StateUnreadable):
        StateFile(path)


def _spoil(path: Path, damage: str) -> None:
    if damage == "text":
        path.write_bytes(b"no database at all" * 100)
    elif damage == "cut":
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    else:
        change = {
            "version": "PRAGMA user_version = 99",
            "value": "UPDATE item SET value = '{' WHERE kind = 'user'",
        }[damage]
        with closing(sqlite3.connect(path)) as db, db:
            db.execute(change)


def test_missing_database_is_not_damaged(tmp_path: Path) -> None:
    check_sqlite(tmp_path / "none.sqlite3")
    broken = tmp_path / "broken.sqlite3"
    broken.write_bytes(b"x" * 5000)
    with pytest.raises(StateUnreadable, match=r"broken\.sqlite3"):
        check_sqlite(broken)
