"""The endpoints for a host's monitor: liveness, readiness and metrics."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager

from aiohttp import web
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from bot.runtime.errors import StartError

Check = Callable[[], Awaitable[str | None]]
"""Describes what is wrong in a few words; returns None if all is well."""


@asynccontextmanager
async def health_server(
    host: str, port: int | None, checks: Mapping[str, Check], registry: CollectorRegistry
) -> AsyncIterator[None]:
    """Serve `/healthz`, `/readyz` and `/metrics`, or nothing without a port.

    `/healthz` reports that the process is alive, so that an outage of Discord restarts nothing;
    `/readyz` runs the checks and names each that fails. Raises StartError if the port is in use.
    """
    if port is None:
        yield
        return
    runner = web.AppRunner(_application(checks, registry), access_log=None)
    await runner.setup()
    try:
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            raise StartError(
                f"HEALTH_PORT: {host}:{port} cannot be used ({error.strerror}); choose another"
            ) from error
        yield
    finally:
        await runner.cleanup()


def _application(checks: Mapping[str, Check], registry: CollectorRegistry) -> web.Application:
    async def healthz(_: web.Request) -> web.Response:
        return web.Response(text="ok\n")

    async def readyz(_: web.Request) -> web.Response:
        wrong = {name: await check() for name, check in checks.items()}
        lines = [f"{name}: {said or 'ok'}\n" for name, said in wrong.items()]
        return web.Response(text="".join(lines), status=503 if any(wrong.values()) else 200)

    async def metrics(_: web.Request) -> web.Response:
        return web.Response(
            body=generate_latest(registry), headers={"Content-Type": CONTENT_TYPE_LATEST}
        )

    application = web.Application()
    application.router.add_get("/healthz", healthz)
    application.router.add_get("/readyz", readyz)
    application.router.add_get("/metrics", metrics)
    return application
