"""Save a picture of every screen in a folder, with a page that shows them.

    python -m tests.e2e.browser.every_screen FOLDER [GAME ...]
    python -m tests.e2e.browser.every_screen --best docs/screens

Each game at each representative position, for the player whose turn it is, one who waits and a
spectator, with the shortest and the longest names, on a phone and on a wide screen, dark and light.
`--best` takes only the pictures in README and docs.
"""

from __future__ import annotations

import asyncio
import time
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import discord
from PIL import Image
from playwright.async_api import Browser, Page

from bot.presenter.hand.result import result
from bot.presenter.panel.screen import hand_panel
from bot.presenter.people.server_settings import POSTS, TABLES, server_settings_screen
from bot.presenter.people.settings import (
    BOARDS,
    COLORS,
    CONFIRM,
    DMS,
    FORCED,
    NOTICES,
    OFF,
    ON,
    OPPONENTS,
    PACE,
    PICTURES,
    PINGS,
    PLAY,
    QUIET_FROM,
    QUIET_UNTIL,
    ZONE,
    settings_screen,
)
from bot.presenter.rules.help import HELP_TOPICS, help_screen
from bot.presenter.rules.screen import rules_screen
from bot.presenter.table.board import table_screen
from bot.presenter.table.lobby import lobby
from bot.presenter.table.menu import table_menu
from bot.presenter.table.more import more_screen
from bot.presenter.table.notices import welcome
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Message
from bot.publisher.calls.convert import picture_of, to_send
from bot.render import draw, draw_portrait, shrink_avatar
from bot.tables.model import Occupant
from bot.values.server_settings import EventHosts, ServerSettings
from tests.e2e.browser.after_a_game import looking_back, results
from tests.e2e.browser.rare_moments import endings, kitty_moments, rare_moments
from tests.e2e.browser.setting_up import events, setting_up
from tests.presenter.tabling import panel_of, seat_lines, table_of
from tests.render.samples import GAMES, NAMES, hand_of, moments
from tests.sandbox.page.chromium import launched
from tests.support.a_day import daily_screens
from tests.support.discord_at import discord_at
from tests.support.patience import TexasSandbox
from texas42.ai.findings.judgments import Advice, Reason, ReasonKind
from texas42.engine import Game
from texas42.library import presets

FIRST = 1000  # the user in seat 0
CONTEXT = RenderContext(avatars={FIRST + seat: f"avatar-{seat}" for seat in range(3)})
WIDTHS = (390, 1280)
WHOLE = 1600  # a page height taller than any screen, for pictures without a scroll bar
THEMES = ("dark", "light")
LENGTHS = ("short", "long")
SETTINGS = {
    DMS: ON,
    PICTURES: ON,
    COLORS: OFF,
    CONFIRM: OFF,
    FORCED: OFF,
    PACE: OFF,
    OPPONENTS: OFF,
    PINGS: "late",
    QUIET_FROM: "22",
    QUIET_UNTIL: "7",
    ZONE: "America/Chicago",
    BOARDS: ON,
}
SERVER = ServerSettings(1, event_hosts=EventHosts.ROLE)
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
    "42-usual-lobby": ("lobby", 390),
    "42-call-usual-guided": ("first-hand", 390),
    "42-call-usual-turn": ("bidding", 390),
    "42-contract-usual-turn": ("trump", 390),
    "42-second-usual-turn": ("play", 390),
    "42-second-usual-board": ("board", 1280),
    "42-over-usual-card": ("hand-end", 390),
    "draw-usual-seat-0": ("draw", 390),
    "doubles-usual-seat-1": ("doubles", 390),
    "42-ending-usual-board": ("ending", 390),
    "88-exchange-usual-turn": ("exchange", 390),
    "moon-second-usual-turn": ("moon", 390),
    "help-trump": ("help", 390),
    "leaderboard-rating-usual": ("leaderboard", 390),
    "profile-usual": ("profile", 390),
    "replay-mistake": ("replay", 390),
    "coach": ("coach", 390),
    "daily-end-closed": ("daily", 390),
    "bid-this": ("bid-this", 390),
    "draw-partners-usual-seat-1": ("partners", 390),
    "words-usual-seat-0": ("score-word", 390),
    "play-vote-closed": ("play-this", 390),
}
"""The screens of README and docs: their names there, and their widths."""


def screens(samples: Sequence[str], lengths: Sequence[str] = LENGTHS) -> Iterator[Named]:
    """Yield every screen with its name."""
    yield "welcome", welcome(CONTEXT)
    yield from results(CONTEXT, FIRST)
    yield from looking_back(CONTEXT)
    yield from daily_screens(CONTEXT)
    yield from events(CONTEXT)
    for topic in HELP_TOPICS:
        yield f"help-{topic}", help_screen(CONTEXT, topic)
    for page in (PLAY, NOTICES):
        yield f"settings-{page}", settings_screen(SETTINGS, CONTEXT, page)
    for page in (TABLES, POSTS):
        screen = server_settings_screen(SERVER, presets("42"), (), CONTEXT, page)
        yield f"server-settings-{page}", screen
    yield from rare_moments(CONTEXT, lengths)
    for sample in samples:
        for length in lengths:
            yield from endings(sample, length, CONTEXT)
            yield from kitty_moments(sample, length, CONTEXT)
            for name, game in moments(sample):
                yield from _moment(f"{sample}-{name}-{length}", game, NAMES[length])
            yield from _beside(f"{sample}-{length}", hand_of(sample)[0], NAMES[length])
            yield from setting_up(f"{sample}-{length}", hand_of(sample)[-1], NAMES[length], CONTEXT)


def _moment(name: str, game: Game, names: Sequence[str]) -> Iterator[Named]:
    """Yield the public view of a position in a hand."""
    deal = game.deal
    assert deal is not None
    table = table_of(game.rules, game, seats=seat_lines(game.rules, names))
    table = replace(table, total=game.total, next_at=time.time() + 20)
    yield f"{name}-board", table_screen(table, CONTEXT)
    turn = deal.to_act or 0
    for who, seat in (("turn", turn), ("waiting", (turn + 1) % game.rules.game.seats)):
        yield f"{name}-{who}", hand_panel(panel_of(table, game, seat), CONTEXT)
    learner = panel_of(table, game, turn)
    if learner.view is not None and learner.view.legal:
        better = Advice(learner.view.legal[0], Reason(ReasonKind.SAMPLED))
        learner = replace(learner, guided=True, better=better)
        yield f"{name}-guided", hand_panel(learner, CONTEXT)
    yield f"{name}-watching", hand_panel(panel_of(table, game, None), CONTEXT)
    yield f"{name}-more", more_screen(panel_of(table, game, turn), CONTEXT)
    if deal.result is not None:
        yield f"{name}-card", result(table, CONTEXT)


def _beside(name: str, game: Game, names: Sequence[str]) -> Iterator[Named]:
    """Yield a lobby, half full, and the rules."""
    seats = list(seat_lines(game.rules, names))
    seats[1] = replace(seats[1], occupant=Occupant.OPEN, user_id=None, name="")
    seats[2] = replace(seats[2], occupant=Occupant.COMPUTER, user_id=None, level="expert")
    table = replace(table_of(game.rules, seats=tuple(seats)), next_at=time.time() + 1800)
    yield f"{name}-lobby", lobby(table, CONTEXT)
    yield f"{name}-menu", table_menu(table, 1000, CONTEXT)
    yield f"{name}-rules", rules_screen(table, CONTEXT)


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
    avatars = {name: shrink_avatar(draw_portrait(name)) for name in CONTEXT.avatars.values()}
    sandbox = TexasSandbox(limits=False, people=("Guest",), history_limit=4, log_limit=10)
    bot = discord.Client(intents=discord.Intents.none())
    async with sandbox, launched() as browser, bot:
        with discord_at(sandbox):
            await bot.login(sandbox.token)
            channel = bot.get_partial_messageable(int(sandbox.channels["dominoes"]))
            looks = [(width, theme) for width in WIDTHS for theme in THEMES]
            scale, address = 1 if best is None else 2, sandbox.page_url()
            pages = {look: await open_page(browser, address, *look, scale) for look in looks}
            for name, message in shown:
                if best is not None and name not in best:
                    continue
                picture = picture_of(message)
                files = {} if picture is None else {picture.name: draw(picture.drawing, avatars)}
                sent = await channel.send(**to_send(message, files))
                for (width, theme), page in pages.items():
                    if best is not None and (width, theme) != (best[name][1], THEMES[0]):
                        continue
                    file = f"{name}-{width}-{theme}" if best is None else best[name][0]
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
