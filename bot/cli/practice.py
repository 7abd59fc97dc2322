"""Practice: the real bot on a local Discord, in the browser, without a token."""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import sys
import tempfile
import time
import webbrowser
from collections.abc import Awaitable, Callable
from contextlib import suppress
from importlib.resources import files
from pathlib import Path

from pydantic import SecretStr

from bot.cli import FAILED, OK, complain
from bot.cli.exhibition import buttons, exhibit
from bot.cli.parser import Runner, describe
from bot.render import render_portrait
from bot.runtime.log_setup import set_up_log
from bot.runtime.serving import run_bot
from bot.runtime.settings import Settings, load_settings
from bot.store import UnknownSchema
from bot.store.errors import StoreFailure
from discord_sandbox.checks.components import walk
from discord_sandbox.checks.refusal import Json
from discord_sandbox.server import Sandbox
from discord_sandbox.state.saved_state import StateFile, StateInUse, StateUnreadable, check_sqlite
from texas42.ai.players.warm_up import WarmUp

PEOPLE = ("Guest", "Nancy", "Steve", "Will")
BOT = "Texas 42"
SERVER = "Domino Hall"
CHANNEL = "dominoes"
FOLDER = "practice"  # in DATA_DIR: the bot's tables, and the sandbox's state
MESSAGES_KEPT = 300  # per channel, with their pictures
WARM_UP_SECONDS = 20  # on two cores, the first time


def configure(parser: argparse.ArgumentParser) -> Runner:
    """Add the options of `practice` and return its runner."""
    describe(
        parser,
        "Open a practice table in the browser: you and three computer players, on a local stand-in "
        "for Discord.",
        "practice --four",
    )
    parser.add_argument(
        "--exhibition",
        action="store_true",
        help="have four scripted people play a whole match, print its result and stop",
    )
    parser.add_argument(
        "--four", action="store_true", help="show four people's screens side by side"
    )
    parser.add_argument("--port", type=int, help="default PRACTICE_PORT; 0: any free one")
    parser.add_argument(
        "--seed",
        type=int,
        default=42,
        help="seed of what the scripted people press, default %(default)s",
    )
    parser.add_argument(
        "--pause", type=float, default=0.2, help="seconds before each press of the exhibition"
    )
    parser.add_argument(
        "--fresh", action="store_true", help="forget all earlier tables, results and messages"
    )
    parser.add_argument("--no-browser", action="store_true", help="only print the address")
    return run


def run(options: argparse.Namespace) -> int:
    """Open a practice table until it is stopped; return the exit status."""
    settings = load_settings()
    set_up_log(settings.log_level, settings.log_format, settings.secrets)
    if options.port is None:
        options.port = settings.practice_port
    try:
        return asyncio.run(_practise(options, settings))
    except TimeoutError:  # an OSError too, but not about the port
        raise
    except OSError as error:
        complain(f"port {options.port} cannot be used ({error}); try --port 0", "practice")
        return FAILED
    except (StoreFailure, UnknownSchema) as error:
        complain(f"{str(error).removesuffix('.')}; use --fresh to start over", "practice")
        return FAILED


async def _practise(options: argparse.Namespace, settings: Settings) -> int:
    if options.exhibition:
        with tempfile.TemporaryDirectory(prefix="fortytwo-") as scratch:
            return await _play(options, settings, Path(scratch), None)
    folder = settings.data_dir / FOLDER
    try:
        file = _load_state(folder, fresh=options.fresh)
    except StateInUse:
        print(f"A practice table is already using {folder}; stop it first.", file=sys.stderr)
        return FAILED
    return await _play(options, settings, folder, file)


def _load_state(folder: Path, *, fresh: bool) -> StateFile:
    """Load the saved state of practice; start over if it may not be used or is unreadable."""
    try:
        file = _open_state(folder)
        if not fresh:
            return file
        file.close()
        shutil.rmtree(folder)
    except StateUnreadable as error:
        aside = folder.with_name(f"{folder.name}-unreadable-{time.time_ns()}")
        folder.rename(aside)
        print(
            f"Practice can't read its saved state ({error}). It moved the state to {aside} and "
            "starts over.",
            file=sys.stderr,
        )
    return _open_state(folder)


def _open_state(folder: Path) -> StateFile:
    """Open the saved sandbox with a sound bot database beside it: neither works alone."""
    file = StateFile(folder / "discord.sqlite3")
    try:
        check_sqlite(folder / "fortytwo.sqlite3")
    except StateUnreadable:
        file.close()
        raise
    return file


async def _play(
    options: argparse.Namespace, settings: Settings, folder: Path, file: StateFile | None
) -> int:
    """Run the bot on a sandbox until it is stopped, or until the exhibition is over."""
    sandbox = Sandbox(
        port=options.port,
        bot=BOT,
        bot_icon=(files("bot.cli") / "bot.svg").read_bytes(),
        people=PEOPLE,
        guild=None,
        title="Practice table",
        clock_rate=settings.clock_rate,
        history_limit=MESSAGES_KEPT,
        log_limit=1000,
        file=file,
    )
    async with sandbox:
        for person in sandbox.people:
            sandbox.give_avatar(person, render_portrait(person.name))
        ready = asyncio.Event()
        running = asyncio.create_task(
            run_bot(
                _settings(settings, sandbox, folder),
                on_ready=_setting(ready),
                solver=settings.compiled_code,
                watch_warm_up=lambda warm_up: show_warm_up(warm_up, ready, sandbox.hub.announce),
            )
        )
        waiting = asyncio.create_task(ready.wait())
        await asyncio.wait({running, waiting}, return_when=asyncio.FIRST_COMPLETED)
        if not ready.is_set():
            waiting.cancel()
            await running  # raises the bot's error
            return FAILED
        if not sandbox.guild_id:
            # The bot joins once it listens, and says what to press first.
            sandbox.invite(SERVER, (CHANNEL, "general"), system=CHANNEL)
        address = sandbox.page_url(four=options.four)
        print(f"Practice table: {address}\nStop with Ctrl+C.", flush=True)
        if not options.no_browser and _has_screen():
            webbrowser.open(address)
        if options.exhibition:
            await _exhibition(sandbox, options)
            running.cancel()
        with suppress(asyncio.CancelledError):
            await running
    return OK


def _setting(ready: asyncio.Event) -> Callable[[], Awaitable[None]]:
    async def set_ready() -> None:
        ready.set()

    return set_ready


async def show_warm_up(
    warm_up: WarmUp, ready: asyncio.Event, announce: Callable[[str | None], None]
) -> None:
    """Warm up the strong players once the bot is ready, and announce how long it takes."""
    await ready.wait()
    begun = time.monotonic()
    warming = warm_up.start()
    while not warming.done():
        seconds = int(time.monotonic() - begun)
        awaited = f"{seconds} of about {WARM_UP_SECONDS}" if seconds < WARM_UP_SECONDS else seconds
        announce(f"Warming up the strong players… {awaited} s")
        await asyncio.wait({warming}, timeout=1.0)
    announce(None)


def _settings(settings: Settings, sandbox: Sandbox, folder: Path) -> Settings:
    """Build the settings of a bot on the sandbox with its data in `folder`."""
    return settings.model_copy(
        update={
            "discord_token": SecretStr(sandbox.token),
            "discord_api_base": sandbox.api_base,
            "discord_gateway_url": sandbox.gateway_url,
            "discord_cdn_base": sandbox.cdn_base,
            "database_url": None,
            "data_dir": folder,
        }
    )


async def _exhibition(sandbox: Sandbox, options: argparse.Namespace) -> None:
    """Run a match of four scripted users; print the last board and the leaderboard."""
    channel = sandbox.channels[CHANNEL]
    board = await exhibit(
        sandbox.people, channel, seed=options.seed, pause=options.pause, over=_is_over
    )
    print(_text(board))
    outcome = await sandbox.people[0].command("leaderboard", channel)
    print(_text(outcome.message or {}), flush=True)


def _is_over(message: Json) -> bool:
    return any(True for _ in buttons(message, ("rematch",)))


def _text(message: Json) -> str:
    """Collect the texts of a message, including its pictures' alt texts."""
    said = []
    for part in walk(message.get("components") or []):
        said += [item["description"] for item in part.get("items", ())]
        said += [part["content"]] if part.get("content") else []
    return "\n".join(said)


def _has_screen() -> bool:
    """Return True if a browser can open; never start one in a terminal."""
    if sys.platform in ("win32", "darwin"):
        return sys.stdout.isatty()
    shown = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return sys.stdout.isatty() and bool(shown)
