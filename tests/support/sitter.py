"""A user at the practice table, who presses what the page offers."""

import io
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.async_api import Locator, Page, expect

# Maps a kind of choice to words in its component ids: an action has an argument, a list has none.
KINDS = {"call": 5, "contract": 5, "play": 5, "ready": 4, "rematch": 4}
PRESSES = 3
SWALLOWED_MS = 10_000  # then an edit of the panel has swallowed the press, and people press again
STEPS = 120  # more Tab presses than there are controls on the screen
# The enabled controls of the first of these kinds that have new ones.
OFFERED = """({kinds, seen}) => {
  const open = [...document.querySelectorAll("button[data-custom-id]")].filter(
    (button) => !button.disabled && button.getAttribute("aria-busy") !== "true");
  const ids = open.map((button) => button.dataset.customId).filter((id) => !seen.includes(id));
  for (const [kind, words] of Object.entries(kinds)) {
    const fits = (id) => id.startsWith(`42:${kind}:`) && id.split(":").length === words;
    const found = ids.filter(fits);
    if (found.length) return {kind, ids: found};
  }
  return null;
}"""
LOADED = "() => [...document.images].every((image) => image.complete && image.naturalWidth)"
FOCUSED = "() => document.activeElement.dataset?.customId ?? ''"


def _lasting(custom_id: str) -> list[str]:
    """Return what stays of a button's id while the hand goes on: all but the seq."""
    parts = custom_id.split(":")
    return parts[:3] + parts[4:]


class Sitter:
    """Presses with the mouse, or with the keyboard only; `folder` receives the screenshots."""

    def __init__(self, page: Page, folder: Path, *, keys: bool = False) -> None:
        self.page = page
        self.folder = folder
        self.keys = keys
        self.taken: set[str] = set()
        self._seen: list[str] = []

    @property
    def board(self) -> Locator:
        """The newest board, lobby or result: the bot's last public message with a frame."""
        return self.page.locator(".message:not(.ephemeral):has(.container)").last

    @property
    def panel(self) -> Locator:
        """The newest private panel."""
        return self.page.locator(".message.ephemeral:has(.container)").last

    async def offered(self) -> tuple[str, list[str]]:
        """Wait for something new to press; return its kind and ids."""
        arg = {"kinds": KINDS, "seen": self._seen}
        found: Any = await (await self.page.wait_for_function(OFFERED, arg=arg)).json_value()
        self._seen += found["ids"]
        return found["kind"], found["ids"]

    async def press(self, custom_id: str) -> None:
        """Press the newest control with this id."""
        if self.keys:
            await self._walk_to(custom_id)
            await self.page.keyboard.press("Enter")
        else:
            await self.page.locator(f'button[data-custom-id="{custom_id}"]').last.click()

    async def press_verb(self, verb: str) -> None:
        """Press the newest control of a verb as soon as one is enabled.

        Its id changes with each computer's turn, so the mouse looks for the verb alone.
        """
        control = self.page.locator(f'button[data-custom-id^="42:{verb}:"]:enabled').last
        if not self.keys:
            await control.click()
            return
        await control.wait_for()
        await self.press(str(await control.get_attribute("data-custom-id")))

    async def skip_lesson(self) -> None:
        """Leave a newcomer's lesson, and wait until the hand that follows is dealt."""
        button = self.page.locator('button[data-custom-id^="42:know:"]')
        for _ in range(PRESSES):
            await self.press_verb("know")
            with suppress(AssertionError):
                await expect(button).to_have_count(0, timeout=SWALLOWED_MS)
                return
        await expect(button).to_have_count(0)

    async def act(self, kind: str, ids: list[str], *, bidding: bool) -> None:
        """Make the lowest bid or pass; name the first suit; play the first tile; press Ready."""
        passes = [custom_id for custom_id in ids if custom_id.endswith(":pass")]
        bids = [custom_id for custom_id in ids if custom_id not in passes]
        is_pass = kind == "call" and passes and not (bidding and bids)
        await self.press((passes if is_pass else bids)[0])

    async def command(self, name: str, **options: str) -> None:
        """Use a slash command."""
        box = self.page.locator("textarea")
        await box.fill(f"/{name}")
        await box.press("Enter")
        for option, value in options.items():
            await self.page.get_by_role("button", name=f"+ {option}").click()
            await self.page.get_by_label(option, exact=True).fill(value)
        await self.page.get_by_role("button", name="Send").click()

    async def wait_board(self, words: str) -> None:
        """Wait until the board contains a text."""
        await expect(self.board).to_contain_text(re.compile(words))

    async def shot(self, name: str, height: int = 0) -> None:
        """Save a screenshot, of the given height if any, once per name, with few colors."""
        if name in self.taken:
            return
        self.taken.add(name)
        await self.page.wait_for_function(LOADED)
        size = self.page.viewport_size
        assert size is not None
        if height:
            await self.page.set_viewport_size({"width": size["width"], "height": height})
        picture = Image.open(io.BytesIO(await self.page.screenshot()))
        await self.page.set_viewport_size(size)
        few = picture.convert("RGB").quantize(128, dither=Image.Dither.NONE)
        few.save(self.folder / f"{name}-{size['width']}.png", optimize=True)

    async def _walk_to(self, custom_id: str) -> None:
        for key in ("Tab", "Shift+Tab"):
            for _ in range(STEPS):
                if _lasting(await self.page.evaluate(FOCUSED)) == _lasting(custom_id):
                    return
                await self.page.keyboard.press(key)
        raise AssertionError(f"the keyboard does not reach {custom_id}")
