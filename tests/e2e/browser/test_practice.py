"""A user at the practice table, using only what the page shows.

`FORTYTWO_SHOTS` names a folder for the screenshots.
"""

import pytest
from playwright.async_api import expect

from tests.e2e.browser.conftest import Sit
from tests.support.matrix import mostly_long
from tests.support.sitter import Sitter

pytestmark = [
    pytest.mark.browser,
    pytest.mark.e2e,
    pytest.mark.asyncio(loop_scope="session"),
]

SHOTS = {
    *("lobby", "bidding", "trump", "play", "hand-end", "game-end"),
    *("board-and-hand", "leaderboard", "profile", "help"),
}
MOST_HANDS = 40
HIGH = 1420  # a phone screen is too small for board and hand together


async def _context(sitter: Sitter, kind: str) -> None:
    """Read the board at this point and save a screenshot the first time."""
    leading = await sitter.panel.get_by_text("Your turn: lead").count() == 1
    name, words = {
        "call": ("bidding", "Guest to bid"),
        "contract": ("trump", "Guest to name trump"),
        "ready": ("hand-end", r"(Hand \d+|Lesson hand) · "),
        "rematch": ("game-end", r" win, \d+ marks? to \d"),
        "play": ("play", "Guest to play"),
    }[kind]
    drawn = name != "bidding" or await sitter.panel.locator("img").count() > 0
    if name not in sitter.taken and drawn and not leading:
        await sitter.wait_board(words)
        await sitter.shot(name)
        if name == "play":
            await sitter.shot("board-and-hand", HIGH)


async def _play(sitter: Sitter, hands: int) -> str:
    """Play this many hands, or to the end of the game; return the last offer."""
    kind = ""
    ids = list[str]()
    for _ in range(hands):
        kind = ""
        while kind not in {"ready", "rematch"}:
            if kind:
                await sitter.act(kind, ids, bidding="trump" not in sitter.taken)
            kind, ids = await sitter.offered()
            await _context(sitter, kind)
        if kind == "rematch":
            break
        await sitter.act(kind, ids, bidding=False)
    return kind


@pytest.mark.parametrize("width", mostly_long([1280, 390], 390))
async def test_game_can_be_played_with_the_mouse(sit: Sit, width: int) -> None:
    sitter = await sit(width)
    await sitter.press_verb("help")
    await expect(sitter.panel).to_contain_text("How a hand of 42 goes")
    await sitter.shot("help")
    await sitter.command("table open", options="target=2")
    await sitter.wait_board("3 open seats.")
    await sitter.shot("lobby")
    await sitter.press_verb("menu")
    level = sitter.panel.get_by_role("combobox").filter(has_text="Computers: expert")
    await expect(level).to_have_count(1)
    await sitter.press_verb("start")
    assert await _play(sitter, MOST_HANDS) == "rematch"
    await sitter.press_verb("more")
    await sitter.press_verb("leaders")
    shown = sitter.panel.locator("img[alt*='Leaderboard · Alone: games won']")
    await expect(shown).to_have_count(1)
    await sitter.shot("leaderboard")
    await sitter.command("profile")
    await expect(sitter.panel).to_contain_text("1 game played")
    await sitter.shot("profile")
    assert sitter.taken == SHOTS


async def test_hand_can_be_played_with_the_keyboard_only(sit: Sit) -> None:
    sitter = await sit(1280, keys=True)
    await sitter.press_verb("now")
    await sitter.skip_lesson()
    assert await _play(sitter, 1) == "ready"


@pytest.mark.long
async def test_hand_can_be_played_in_direct_messages_only(sit: Sit) -> None:
    sitter = await sit(1280)
    await sitter.press_verb("now")
    await sitter.skip_lesson()
    await sitter.page.locator("#left").get_by_role("link", name="Texas 42").click()
    await expect(sitter.page.get_by_role("heading", level=1)).to_have_text("Texas 42")
    kind = ""
    while kind != "ready":
        kind, ids = await sitter.offered()
        await sitter.act(kind, ids, bidding=True)
    await expect(sitter.page.locator(".message").last).to_contain_text("Your bid: ")
