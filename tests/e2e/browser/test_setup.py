"""A new server's owner, in a browser: from the invitation to the first hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import expect

from tests.e2e.browser.conftest import Sit
from tests.support.live_stage import run_live_stage
from tests.support.program import BRIEF, IN_WORDS, PATIENT

pytestmark = [
    pytest.mark.browser,
    pytest.mark.e2e,
    pytest.mark.asyncio(loop_scope="session"),
]

MOST_PRESSES = 6


async def test_owner_gets_to_the_first_hand_in_six_presses(sit: Sit, tmp_path: Path) -> None:
    async with run_live_stage(tmp_path, **PATIENT, **BRIEF, **IN_WORDS) as stage:
        owner = stage.people[0]
        presses = 1  # the invitation
        guild = stage.sandbox.add_guild("Domino Hall", [owner], ["general"], system="general")
        (general,) = stage.sandbox.state.guilds[guild].channels
        sitter = await sit(390, address=f"{stage.sandbox.page_url(owner)}#{general}")
        for verb in ("server", "server-open", "start", "hand"):
            await sitter.press_verb(verb)
            presses += 1
        calls = sitter.page.locator('button[data-custom-id^="42:call:"]')
        await expect(calls.first).to_be_visible()
        await expect(sitter.panel).to_contain_text("Your dominoes")
        assert presses <= MOST_PRESSES
        await sitter.page.close()
