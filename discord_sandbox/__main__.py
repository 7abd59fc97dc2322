"""Run the sandbox for any bot: `python -m discord_sandbox --help`."""

from __future__ import annotations

import argparse
import asyncio
import logging
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from discord_sandbox.api.rest import Fault
from discord_sandbox.server import Sandbox
from discord_sandbox.state.saved_state import StateFile

FOREVER = 10**9
"""How often a fault without a number of times is injected."""


def main(argv: Sequence[str] | None = None) -> None:
    """Serve a Discord until it is stopped; print its page, its addresses and what it refuses."""
    options = _parser().parse_args(argv)
    logging.basicConfig(format="%(message)s", level=logging.INFO)
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve(options))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m discord_sandbox",
        description="A Discord on this machine, for any bot, with a web page to look at it.",
        epilog="example: python -m discord_sandbox --bot Pinger --port 8042",
    )
    parser.add_argument("--port", type=int, default=0, help="default: any free one")
    parser.add_argument("--bot", default="Bot", help="the bot's name, default %(default)s")
    parser.add_argument("--server", default="Server", help="default %(default)s")
    parser.add_argument(
        "--channel", action="append", metavar="NAME", help="of the server; repeat it for more"
    )
    parser.add_argument(
        "--person", action="append", metavar="NAME", help="who is there; repeat it for more"
    )
    parser.add_argument("--state", type=Path, metavar="FILE", help="keep everything in this file")
    parser.add_argument("--no-limits", action="store_true", help="without Discord's rate limits")
    parser.add_argument(
        "--fault",
        action="append",
        default=[],
        type=read_fault,
        metavar="FAULT",
        help="answer requests with an error: 'STATUS METHOD PATH' or 'STATUSxTIMES METHOD PATH', "
        "as in '503x2 POST /channels/*/messages'; a star is one id",
    )
    return parser


def read_fault(text: str) -> Fault:
    """Read a fault as it is typed: `503x2 POST /channels/*/messages`."""
    terms, _, pattern = text.partition(" ")
    status, _, times = terms.partition("x")
    if not status.isdigit() or not (times or "1").isdigit() or " /" not in pattern:
        raise argparse.ArgumentTypeError(
            f"{text!r} isn't a fault: write one like '503x2 POST /channels/*/messages'"
        )
    return Fault(pattern, status=int(status), times=int(times) if times else FOREVER)


async def _serve(options: argparse.Namespace) -> None:
    sandbox = Sandbox(
        port=options.port,
        bot=options.bot,
        guild=options.server,
        channels=options.channel or ("general",),
        people=options.person or ("Ana", "Bo", "Cy", "Di"),
        title=options.server,
        limits=not options.no_limits,
        log_limit=1,
        file=None if options.state is None else StateFile(options.state),
    )
    for fault in options.fault:
        sandbox.faults.add(fault)
    async with sandbox:
        print(f"Page:    {sandbox.page_url()}")
        print(f"Token:   {sandbox.token}")
        print(f"API:     {sandbox.api_base}")
        print(f"Gateway: {sandbox.gateway_url}")
        print(f"CDN:     {sandbox.cdn_base}")
        print("Stop with Ctrl+C.", flush=True)
        await asyncio.Event().wait()


if __name__ == "__main__":
    main()
