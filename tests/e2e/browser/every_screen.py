"""Save a picture of every screen in a folder, with a page that shows them.

    python -m tests.e2e.browser.every_screen FOLDER [GAME ...]
    python -m tests.e2e.browser.every_screen --best docs/screens

Every sample of `tests/screens`, of these games or all, with the shortest and the longest names, on
a phone and on a wide screen, dark and light. `--best` takes only the pictures in README and docs.
"""

from __future__ import annotations

import asyncio
import time
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path

import discord
from PIL import Image
from playwright.async_api import Browser, Page

from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Message
from bot.publisher.calls.convert import picture_of, to_send
from bot.render import render_picture, render_portrait, shrink_avatar
from tests.render.samples import GAMES, NAMES
from tests.sandbox.page.chromium import launched
from tests.screens.registry import Look, samples
from tests.screens.registry import screens as every_function
from tests.support.discord_at import discord_at
from tests.support.patience import TexasSandbox

FIRST = 1000  # the user in seat 0
CONTEXT = RenderContext(avatars={FIRST + seat: f"avatar-{seat}" for seat in range(3)})
WIDTHS = (390, 1280)
WHOLE = 1600  # a page height taller than any screen, for pictures without a scroll bar
THEMES = ("dark", "light")
LENGTHS = ("short", "long")
LOADED = "() => [...document.images].every((image) => image.complete && image.naturalWidth)"
DECODED = "() => Promise.all([...document.images].map((image) => image.decode()))"
PAGE = """<!doctype html><meta charset="utf-8"><title>Screens</title>
<style>body{{background:#1e1f22;color:#dbdee1;font:15px sans-serif;margin:24px}}
figure{{display:inline-block;margin:8px;vertical-align:top;max-width:640px}}
img{{max-width:100%;display:block;border:1px solid #444}}</style>
{figures}
"""
Named = tuple[str, Message]
Best = tuple[str, int]
BEST = {
    "lobby-42-lobby-usual": ("lobby", 390),
    "hand_panel-42-call-guided-usual": ("first-hand", 390),
    "hand_panel-42-call-turn-usual": ("bidding", 390),
    "hand_panel-42-contract-turn-usual": ("trump", 390),
    "hand_panel-42-second-turn-usual": ("play", 390),
    "table_screen-42-second-usual": ("board", 1280),
    "result-42-over-card-usual": ("hand-end", 390),
    "hand_panel-draw-seat-0-usual": ("draw", 390),
    "hand_panel-doubles-seat-1-usual": ("doubles", 390),
    "table_screen-42-ending-usual": ("ending", 390),
    "hand_panel-88-exchange-turn-usual": ("exchange", 390),
    "hand_panel-moon-second-turn-usual": ("moon", 390),
    "help_screen-trump-usual": ("help", 390),
    "leaderboard-rating-usual": ("leaderboard", 390),
    "profile-own-1-usual": ("profile", 390),
    "replay_screen-judged-decisive-none-usual": ("replay", 390),
    "game_lessons-three-usual": ("coach", 390),
    "end_screen-closed-usual": ("daily", 390),
    "answer_screen-to-ask-usual": ("bid-this", 390),
    "hand_panel-draw-partners-seat-1-usual": ("partners", 390),
    "hand_panel-words-seat-0-usual": ("score-word", 390),
    "closed_vote-play-12-many-usual": ("play-this", 390),
}
"""The screens of README and docs: their names there, and their widths."""


def screens(games: Sequence[str], lengths: Sequence[str] = LENGTHS) -> Iterator[Named]:
    """Yield every screen with its name, once where the names at the table don't matter."""
    for function in every_function():
        shown: list[Message] = []
        for length in lengths:
            look = Look(CONTEXT, NAMES[length], time.time())
            for name, message in samples(function, look, games).items():
                if isinstance(message, Message) and message not in shown:
                    shown.append(message)
                    yield f"{function.__name__}-{name}-{length}".replace("/", "+"), message


async def open_page(browser: Browser, address: str, width: int, theme: str, scale: int) -> Page:
    page = await browser.new_page(
        viewport={"width": width, "height": WHOLE},
        has_touch=width < 800,
        color_scheme=theme,
        reduced_motion="reduce",
        device_scale_factor=scale,
    )
    await page.goto(address)
    await page.locator("body.ready").wait_for()
    return page


async def take(folder: Path, shown: Iterable[Named], best: Mapping[str, Best] | None) -> list[str]:
    """Show every screen on the page and save it, or only the best; return the file names."""
    taken: list[str] = []
    avatars = {name: shrink_avatar(render_portrait(name)) for name in CONTEXT.avatars.values()}
    sandbox = TexasSandbox(limits=False, people=("Guest",), history_limit=4, log_limit=10)
    bot = discord.Client(intents=discord.Intents.none())
    async with sandbox, launched() as browser, bot:
        with discord_at(sandbox):
            await bot.login(sandbox.token)
            channel = bot.get_partial_messageable(int(sandbox.channels["dominoes"]))
            looks = [(width, theme) for width in WIDTHS for theme in THEMES]
            scale = 1 if best is None else 2
            address = sandbox.page_url()
            pages = {look: await open_page(browser, address, *look, scale) for look in looks}
            for name, message in shown:
                if best is not None and name not in best:
                    continue
                picture = picture_of(message)
                files = (
                    {}
                    if picture is None
                    else {picture.name: render_picture(picture.drawing, avatars)}
                )
                sent = await channel.send(**to_send(message, files))
                for (width, theme), page in pages.items():
                    if best is not None and (width, theme) != (best[name][1], THEMES[0]):
                        continue
                    file = (
                        f"{name}-{width}-{theme}".replace("/", "-")
                        if best is None
                        else best[name][0]
                    )
                    taken.append(f"{file}.webp")
                    element = page.locator(f'[data-message-id="{sent.id}"]')
                    await element.wait_for()
                    await page.wait_for_function(LOADED)
                    await page.evaluate(DECODED)
                    screen = Image.open(BytesIO(await element.screenshot()))
                    screen.convert("RGB").save(folder / taken[-1], quality=80, method=6)
    return taken


def main() -> None:
    """Take every picture and write the page, or take the best."""
    parser = ArgumentParser(description="Takes pictures of every screen.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(GAMES)}; or all")
    parser.add_argument("--best", action="store_true", help="the few that README and docs show")
    asked = parser.parse_args()
    if wrong := set(asked.games) - set(GAMES):
        parser.error(f"no such game: {', '.join(sorted(wrong))}")
    place: Path = asked.folder
    place.mkdir(parents=True, exist_ok=True)
    if asked.best:
        taken = asyncio.run(take(place, screens(("42", "88", "moon"), ("usual",)), BEST))
    else:
        taken = asyncio.run(take(place, screens(asked.games or list(GAMES)), None))
        figures = "\n".join(
            f'<figure><img src="{name}" alt="{name}" loading="lazy">'
            f"<figcaption>{name}</figcaption></figure>"
            for name in taken
        )
        (place / "index.html").write_text(PAGE.format(figures=figures), encoding="utf-8")
    print(f"{len(taken)} pictures in {place}")


if __name__ == "__main__":
    main()
