"""The health pages of a program, as a host's monitoring reads them."""

from __future__ import annotations

import asyncio
import socket

import aiohttp

from tests.support.patience import PATIENCE


def free_port() -> int:
    """Return a port of this machine that nobody listens to."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


async def page_at(port: int, path: str) -> tuple[int, str]:
    """Return the status and text of a page."""
    url = f"http://127.0.0.1:{port}/{path}"
    async with aiohttp.ClientSession() as session, session.get(url) as response:
        return response.status, await response.text()


async def readiness(port: int, status: int) -> str:
    """Poll a program's readiness until it has this status; return the body."""
    async with asyncio.timeout(PATIENCE):
        while (answer := await page_at(port, "readyz"))[0] != status:  # noqa: ASYNC110
            await asyncio.sleep(0.005)
    return answer[1]
