"""What a host's monitor asks: is the program alive, is it ready, and a few figures."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web

from bot.app import FortyTwo


@asynccontextmanager
async def health_server(bot: FortyTwo, port: int | None) -> AsyncIterator[None]:
    """Serve `/healthz`, `/readyz` and `/metrics` on a port, or nothing where none is given."""
    if port is None:
        yield
        return
    app = web.Application()

    async def healthz(_: web.Request) -> web.Response:
        # bound to the gateway, not to the process: a bot nobody can reach is not healthy
        alive = not bot.is_closed() and math.isfinite(bot.latency)
        return web.Response(text="ok\n" if alive else "no gateway\n", status=200 if alive else 503)

    async def readyz(_: web.Request) -> web.Response:
        ready = bot.ready.is_set() and not bot.is_closed()
        return web.Response(text="ok\n" if ready else "starting\n", status=200 if ready else 503)

    async def metrics(_: web.Request) -> web.Response:
        latency = bot.latency if math.isfinite(bot.latency) else -1.0
        figures = {
            "fortytwo_ready": int(bot.ready.is_set()),
            "fortytwo_servers": len(bot.guilds),
            "fortytwo_gateway_latency_seconds": latency,
            "fortytwo_clicks_total": bot.router.answered,
            "fortytwo_errors_total": bot.router.failed,
        }
        return web.Response(text="".join(f"{name} {value}\n" for name, value in figures.items()))

    app.router.add_get("/healthz", healthz)
    app.router.add_get("/readyz", readyz)
    app.router.add_get("/metrics", metrics)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, "0.0.0.0", port).start()  # noqa: S104 - a monitor is elsewhere
        yield
    finally:
        await runner.cleanup()
