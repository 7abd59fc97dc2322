"""Practice resumes after it stopped or was killed."""

import signal
from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.e2e.browser.conftest import Sit, practice
from tests.support.matrix import mostly_long
from tests.support.sitter import Sitter

pytestmark = [
    pytest.mark.browser,
    pytest.mark.e2e,
    pytest.mark.asyncio(loop_scope="session"),
]


async def _play_to(sitter: Sitter, wanted: str) -> list[str]:
    """Act until something of this kind is offered; return its ids."""
    while True:
        kind, ids = await sitter.offered()
        if kind == wanted:
            return ids
        await sitter.act(kind, ids, bidding=True)


async def _shown(sitter: Sitter) -> list[str]:
    found: list[str] = await sitter.page.evaluate(
        "[...document.querySelectorAll('[data-message-id]')].map((m) => m.dataset.messageId)"
    )
    return found


@pytest.mark.parametrize("end", mostly_long([signal.SIGINT, signal.SIGKILL], signal.SIGKILL))
async def test_practice_resumes_the_hand_on_the_same_panel(
    sit: Sit, tmp_path: Path, end: signal.Signals
) -> None:
    async with practice(tmp_path, end=end) as address:
        sitter = await sit(1280, address=address)
        await sitter.press_verb("now")
        await sitter.skip_lesson()
        ids = await _play_to(sitter, "play")
        await sitter.act("play", ids, bidding=False)
        ids = await _play_to(sitter, "play")
        before = await _shown(sitter)
        channel = sitter.page.url.partition("#")[2]
        await sitter.page.close()
    async with practice(tmp_path) as address:
        sitter = await sit(1280, address=address)
        assert sitter.page.url.partition("#")[2] == channel
        await expect(sitter.board).to_be_visible()
        for message_id in before:
            there = sitter.page.locator(f"[data-message-id='{message_id}']")
            await expect(there).to_be_attached()
        kind, again = await sitter.offered()
        assert (kind, again) == ("play", ids)
        await sitter.act(kind, again, bidding=False)
        assert await _play_to(sitter, "ready")
        await expect(sitter.page.locator("[aria-busy=true]")).to_have_count(0)
        await sitter.page.close()


async def test_fresh_option_starts_a_new_practice(sit: Sit, tmp_path: Path) -> None:
    async with practice(tmp_path) as address:
        sitter = await sit(1280, address=address)
        await sitter.press_verb("now")
        await sitter.offered()
        await sitter.page.close()
    async with practice(tmp_path, "--fresh") as address:
        sitter = await sit(1280, address=address)
        await expect(sitter.page.locator(".message")).to_have_count(1)
        await sitter.page.close()


@pytest.mark.parametrize(
    "name", mostly_long(["discord.sqlite3", "fortytwo.sqlite3"], "fortytwo.sqlite3")
)
async def test_unreadable_practice_state_is_set_aside(sit: Sit, tmp_path: Path, name: str) -> None:
    folder = tmp_path / "data" / "var" / "practice"
    async with practice(tmp_path):
        pass
    (folder / f"{name}-wal").unlink(missing_ok=True)  # SQLite would read it before the file
    (folder / name).write_bytes(b"spoiled" * 2000)
    async with practice(tmp_path) as address:
        sitter = await sit(1280, address=address)
        await expect(sitter.page.locator(".message")).to_have_count(1)
        await sitter.page.close()
    aside = list(folder.parent.glob("practice-unreadable-*"))
    assert [(each / name).exists() for each in aside] == [True]
