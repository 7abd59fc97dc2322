"""The bot and a sandbox in one event loop, with control over the clock, store and connections."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from bot.app import FortyTwo
from bot.runtime.composition import compose_bot
from bot.tables.loaded import LoadedTable
from bot.tables.model import Status
from bot.tables.service import TableService
from bot.tables.views import TableView
from discord_sandbox.api.rest import Fault
from discord_sandbox.checks.components import walk
from discord_sandbox.client.simulated_user import ActionResult, SimulatedUser
from discord_sandbox.server import Sandbox
from discord_sandbox.state.permissions import Permission
from tests.support.clocks import MovableClock, Watch
from tests.support.faulty_store import FaultyStore
from tests.support.given_settings import GivenSettings
from tests.support.inner_tables import busy, live, timers
from tests.support.patience import PATIENCE
from texas42 import RulesPlayer
from texas42.engine import format_action

Json = dict[str, Any]
UNLIMITED = 1_000_000


class Stage:
    """A server with people and the bot, and table actions for tests."""

    def __init__(self, sandbox: Sandbox, folder: Path, settings: dict[str, Any]) -> None:
        self.sandbox = sandbox
        self.channel = sandbox.channel_id
        self.clock = MovableClock()
        self.watch = Watch()
        self.stores: list[FaultyStore] = []
        self._store: FaultyStore | None = None
        self._bot: FortyTwo | None = None
        self._settings = GivenSettings(
            discord_token=SecretStr(sandbox.token),
            discord_api_base=sandbox.api_base,
            discord_gateway_url=sandbox.gateway_url,
            discord_cdn_base=sandbox.cdn_base,
            data_dir=folder,
            **{
                "pace_seconds": 0.0,
                "shake_seed": "stage",
                "ai_workers": 1,
                "render_workers": 0,
                "requests_per_second": UNLIMITED,  # no test waits for the pace
            }
            | settings,
        )

    def two_processes(self, folder: Path, settings: dict[str, Any]) -> tuple[Stage, Stage]:
        """Build two bots on one database, on this sandbox and clock.

        The first serves the sandbox's first server, the second all others and direct messages.
        """
        home = int(self.sandbox.guild_id) >> 22
        others = {int(each) >> 22 for each in self.sandbox.state.guilds} - {home}
        apart = (0, *others)  # direct messages belong to shard 0
        count = next(n for n in range(2, 100) if all((home - each) % n for each in apart))
        rest = ",".join(str(n) for n in {each % count for each in apart})
        self.sandbox.gateway.starts.concurrency = count  # no shard waits for its turn to identify
        server = self._beside(folder / "server", settings, count, str(home % count))
        return server, self._beside(folder / "dms", settings, count, rest)

    def _beside(self, folder: Path, settings: dict[str, Any], count: int, shards: str) -> Stage:
        folder.mkdir()
        split = {"shard_count": count, "shard_ids": shards}
        beside = Stage(self.sandbox, folder, settings | split)
        beside.clock = self.clock
        beside.watch = self.watch
        beside.stores = self.stores
        return beside

    # The bot -----------------------------------------------------------------------------

    @contextlib.asynccontextmanager
    async def starting(self) -> AsyncIterator[asyncio.Task[None]]:
        """Start the bot; yield its task, which may still be waiting for Discord."""
        async with compose_bot(self._settings) as bot:
            self._bot = bot
            self._store = self.stores[-1]
            task = asyncio.create_task(bot.start(self.sandbox.token))
            try:
                yield task
            finally:
                await bot.stop()
                await bot.close()
                await asyncio.wait({task})

    @contextlib.asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Run the bot; it is ready when the block begins."""
        async with self.starting() as task:
            ready = asyncio.create_task(self.bot.ready.wait())
            try:
                await asyncio.wait({task, ready}, return_when=asyncio.FIRST_COMPLETED)
                if task.done():
                    task.result()
                yield
                await self.wait_for_screens()
                if task.done():
                    task.result()
            finally:
                ready.cancel()

    @property
    def bot(self) -> FortyTwo:
        assert self._bot is not None
        return self._bot

    @property
    def tables(self) -> TableService:
        return self.bot.services.tables

    @property
    def screens(self) -> Any:
        """The screens that the bot keeps up to date."""
        return self.bot.services.publisher._screens

    @property
    def store(self) -> FaultyStore:
        """The store of the running bot."""
        assert self._store is not None
        return self._store

    async def wait_for_screens(self) -> None:
        """Wait until every act is answered and every screen is up to date."""
        while True:
            if tasks := self._screens_under_way():
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            elif self.bot.router.under_way:
                await asyncio.sleep(0.005)  # an answer's end has no event
            else:
                return

    async def wait_for_events(self) -> None:
        """Wait until the messages of all events are up to date."""
        while tasks := self.bot.services.event_publisher.tasks:
            await asyncio.wait(tasks)

    async def later(self, seconds: float) -> None:
        """Advance the bot's and Discord's clocks and wait for everything due."""
        self.sandbox.clock.date.move(seconds)
        self.clock.move(seconds)
        await self.wait_until_quiet()

    async def wait_until_quiet(self) -> None:
        """Wait until no timer is due and every screen is up to date."""
        await self.wait_for_screens()
        while True:
            if tasks := busy(self.tables):
                await asyncio.wait(tasks)
            elif any(due <= self.clock.now() for due in timers(self.tables).values()):
                await asyncio.sleep(0)  # it is about to fire
            elif self._screens_under_way():
                await self.wait_for_screens()
            else:
                return

    def _screens_under_way(self) -> list[asyncio.Task[Any]]:
        return [task for each in self.screens.all() for task in each.tasks]

    async def wait_for_fault(self, fault: Fault, times: int = 1) -> None:
        """Wait until a fault has hit `times` requests and the bot has handled it."""
        async with asyncio.timeout(PATIENCE):
            while fault.hits < times:  # noqa: ASYNC110 - no event to await
                await asyncio.sleep(0.005)
        await self.wait_for_screens()

    async def until(self, table: str, holds: Callable[[TableView], bool]) -> TableView:
        """Wait until a condition on a table is true and shown."""
        async with asyncio.timeout(PATIENCE):
            while not holds(view := await self.view(table)):  # noqa: ASYNC110
                await asyncio.sleep(0.005)
        await self.wait_until_quiet()
        return view

    # People ------------------------------------------------------------------------------

    @property
    def people(self) -> list[SimulatedUser]:
        return self.sandbox.people

    async def lobby(
        self, *guests: SimulatedUser, channel: str | None = None, **options: str
    ) -> str:
        """Open a table as Ana and seat the others; return its id."""
        host = self.people[0]
        place = channel or self.channel
        assert (await host.command("table open", place, **options)).ok
        for guest in guests:
            assert (await guest.command("table join", place)).ok
        await self.wait_for_screens()
        live = await self.tables.live_tables(channel_id=int(place))
        return live[-1].table_id

    async def start_game(
        self, *guests: SimulatedUser, channel: str | None = None, **options: str
    ) -> str:
        """Open a table as Ana, seat the others, fill it with computers and start."""
        table = await self.lobby(*guests, channel=channel, **options)
        assert (await self.people[0].command("table start", channel or self.channel)).ok
        await self.wait_until_quiet()
        return table

    async def open_by_dm(self, host: SimulatedUser, **options: str) -> tuple[str, str]:
        """Open a table in a person's DM; return its id and its code."""
        assert (await host.command("table open", host.open_dm(), **options)).ok
        await self.wait_until_quiet()
        (table,) = await self.tables.tables_of(int(host.id))
        assert table.code is not None
        return table.table_id, table.code

    async def start_by_dm(self, *guests: SimulatedUser, **options: str) -> str:
        """Open a table in Ana's DM, seat the others by code, fill it with computers and start."""
        host = self.people[0]
        table, code = await self.open_by_dm(host, **options)
        await self._start_with_code(table, code, guests, host.open_dm())
        return table

    async def start_without_board(self, *guests: SimulatedUser, **options: str) -> str:
        """Open a private table as Ana where no thread can be, seat the others by code, and start.

        Computers fill it.
        """
        self.sandbox.deny(self.channel, Permission.CREATE_PRIVATE_THREADS)
        host = self.people[0]
        assert (await host.command("table open", self.channel, private=True, **options)).ok
        (table,) = await self.tables.tables_of(int(host.id))
        assert table.place is None
        assert table.code is not None
        await self._start_with_code(table.table_id, table.code, guests, self.channel)
        return table.table_id

    async def _start_with_code(
        self, table: str, code: str, guests: Sequence[SimulatedUser], channel: str
    ) -> None:
        """Seat people by a table's code, each in their DM, and start it in a channel."""
        for guest in guests:
            assert (await guest.command("join", guest.open_dm(), code=code)).ok
        await self.wait_until_quiet()
        assert (await self.people[0].command("table start", channel)).ok
        await self.wait_until_quiet()

    async def play_hand(self, table: str) -> None:
        """Play the hand to its end."""
        while (view := await self.view(table)).status is Status.PLAYING:
            assert view.view is not None
            assert view.view.to_act is not None
            user = view.seats[view.view.to_act].user_id
            if user is None:
                await self.later(2.0)
                continue
            await self.act_by_rule(table, user)
        await self.wait_until_quiet()

    async def act_by_rule(self, table: str, user: int) -> None:
        """Have the rules player act for a person, through the service."""
        seen = (await self.tables.panel(table, user)).view
        assert seen is not None
        words = format_action(RulesPlayer().choose(seen, 1.0), seen.rules)
        await self.tables.act(table, user, words, phase=seen.phase)

    async def next_hand(self, table: str) -> None:
        """Have everybody at the table ready, which begins the next hand or game."""
        for line in (await self.view(table)).people:
            assert line.user_id is not None
            await self.tables.ready(table, line.user_id)
            await self.wait_until_quiet()

    async def pass_hand(self, table: str) -> None:
        """Let all four players pass, which ends the hand."""
        for _ in range(4):
            person = await self.in_turn(table)
            assert (await person.command("bid", self.channel, call="pass")).ok

    async def view(self, table: str) -> TableView:
        return await self.tables.view(table)

    async def live(self, table: str) -> LoadedTable:
        """Return a table with all its secrets."""
        return await live(self.tables, table)

    async def in_turn(self, table: str) -> SimulatedUser:
        """Return the person whose turn it is, once everything is shown."""
        await self.wait_until_quiet()
        return await self.in_turn_now(table)

    async def in_turn_now(self, table: str) -> SimulatedUser:
        """Return the person whose turn it is, even if screens are still pending."""
        view = await self.view(table)
        assert view.view is not None
        assert view.view.to_act is not None
        user_id = view.seats[view.view.to_act].user_id
        return next(p for p in self.people if p.id == str(user_id))

    async def others(self, table: str) -> list[SimulatedUser]:
        """Return the people at the table whose turn it is not."""
        view = await self.view(table)
        acting = await self.in_turn(table)
        seated = {str(line.user_id) for line in view.people}
        return [p for p in self.people if p.id in seated and p is not acting]

    async def panel(self, person: SimulatedUser, channel: str | None = None) -> Json:
        """Run /hand for a person and return the panel."""
        outcome = await person.command("hand", channel or self.channel)
        assert outcome.ok
        assert outcome.message is not None
        return person.message(outcome.message) or outcome.message

    async def forge(
        self,
        person: SimulatedUser,
        custom_id: str,
        values: Sequence[str] | None = None,
        channel: str | None = None,
    ) -> ActionResult:
        """Use a component with this id, as if on an old message of the bot."""
        component: Json = {"type": 2, "style": 2, "label": "old", "custom_id": custom_id}
        if values is not None:
            options = [{"label": value, "value": value} for value in values or ("x",)]
            component = {
                "type": 3,
                "custom_id": custom_id,
                "options": options,
                "min_values": 0 if not values else 1,
            }
        message = self.sandbox.message_writer.create(
            self.sandbox.state.channel(channel or self.channel),
            self.sandbox.state.bot_id,
            {"content": "old", "components": [{"type": 1, "components": [component]}]},
            (),
        )
        return await person.click(message, custom_id, values or ())

    async def board(self, table: str) -> Json:
        """Return the table's public message, once up to date."""
        await self.wait_for_screens()
        found = [m for m in self.public(table) if m["flags"] & (1 << 15)]
        return found[-1]

    def public(self, table: str) -> list[Json]:
        """Return the bot's public messages about a table, oldest first."""
        found = []
        for channel in self.sandbox.state.guilds[self.sandbox.guild_id].channels:
            for message in self.sandbox.state.visible(channel, None, 100):
                ids = [c.get("custom_id", "") for c in walk(message["components"])]
                if any(i.startswith("42:") and i.split(":")[2] == table for i in ids):
                    found.append(message)
        return found

    def ephemeral_texts(self, person: SimulatedUser, since: int = 0) -> list[str]:
        """Return the text of a person's ephemeral messages, oldest first."""
        seen = [m for m in person.messages(self.channel) if m["flags"] & 64]
        return [text(m) for m in seen[since:]]

    def channel_texts(self, channel: str | None = None) -> list[str]:
        """Return the text of the bot's plain messages in a channel."""
        place = channel or self.channel
        bot = self.sandbox.state.bot_id
        found = self.sandbox.state.visible(place, None, 100)
        return [m["content"] for m in found if m["content"] and m["author"]["id"] == bot]


def text(message: Json | None) -> str:
    """Return the text of a message."""
    assert message is not None
    parts = [message["content"]] if message["content"] else []
    return "\n".join(parts + [c["content"] for c in walk(message["components"]) if c["type"] == 10])


def buttons(message: Json | None, verb: str) -> list[Json]:
    """Return the buttons and selects of a verb on a message."""
    assert message is not None
    parts = walk(message["components"])
    return [c for c in parts if str(c.get("custom_id", "")).startswith(f"42:{verb}:")]


def button(message: Json | None, verb: str, arg: str | None = None) -> str:
    """Return the id of the first enabled button with this verb and argument."""
    for found in buttons(message, verb):
        fits = arg is None or str(found["custom_id"]).endswith(f":{arg}")
        if fits and not found.get("disabled"):
            return str(found["custom_id"])
    raise AssertionError(f"no button {verb} {arg or ''} on {text(message)!r}")


def links(message: Json | None) -> list[str]:
    """List the URLs of the link buttons."""
    assert message is not None
    return [str(c["url"]) for c in walk(message["components"]) if c.get("url")]


async def press(
    person: SimulatedUser, message: Json | None, verb: str, arg: str | None = None
) -> ActionResult:
    """Press a button and expect an answer."""
    assert message is not None
    outcome = await person.click(message, button(message, verb, arg))
    assert outcome.ok
    return outcome


def until(found: Callable[[str], bool]) -> Callable[[Json], bool]:
    """Turn a condition on text into one on messages."""
    return lambda message: found(text(message))
