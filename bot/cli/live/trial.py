"""Shared by the experiments: the connection to Discord, presses, and the clean-up."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import TypeVar, cast

import aiohttp
import discord
from discord.http import Route

from bot.app import GUILD_READY_SECONDS, MAX_RATELIMIT_SECONDS
from bot.budget.gate import guarded
from bot.budget.queue import RequestQueue
from bot.cli.live.screens import Screen
from bot.publisher.calls.convert import to_send
from bot.publisher.calls.discord_errors import DISCORD_ERRORS
from bot.publisher.keeper.answers import Answer
from bot.values.clock import Clock

T = TypeVar("T")
TOO_MANY = 429


class SkipStep(Exception):
    """A step cannot be taken; the text says why."""


class AnsweredElsewhere(Exception):
    """Another process of this bot has answered a press."""


def reason(error: Exception) -> str:
    """Describe in a few words what Discord refused."""
    cause = error.__cause__ if error.__cause__ is not None else error
    if isinstance(cause, discord.RateLimited):
        return f"Discord asks to wait {cause.retry_after:.0f} s"
    if isinstance(cause, discord.HTTPException):
        return f"refused with {cause.status}/{cause.code}: {cause.text or 'no text'}"
    return f"no answer ({type(cause).__name__})"


def require_answer(sent: T | None) -> T:
    """Return the message of an answer; None means that another process answered first."""
    if sent is None:
        raise AnsweredElsewhere
    return sent


class Tester(discord.Client):
    """A client that collects Discord's responses, presses and messages."""

    def __init__(self, clock: Clock) -> None:
        self.answers: list[aiohttp.ClientResponse] = []
        self.queue = RequestQueue(clock)
        trace = guarded(self.queue, Route.BASE)
        trace.on_request_end.append(self._note)
        super().__init__(
            intents=discord.Intents(guilds=True, guild_messages=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=MAX_RATELIMIT_SECONDS,
            guild_ready_timeout=GUILD_READY_SECONDS,
            http_trace=trace,
        )
        self.presses: asyncio.Queue[discord.Interaction] = asyncio.Queue()
        self.written: asyncio.Queue[discord.Message] = asyncio.Queue()

    async def _note(
        self, _session: object, _context: object, ended: aiohttp.TraceRequestEndParams
    ) -> None:
        self.answers.append(ended.response)

    def rate_limited_since(self, count: int) -> int:
        """Count the rate-limited requests (429) after the first `count` of them."""
        return sum(answer.status == TOO_MANY for answer in self.answers[count:])

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Collect a press."""
        if interaction.type is discord.InteractionType.component:
            self.presses.put_nowait(interaction)

    async def on_message(self, message: discord.Message) -> None:
        """Collect a message."""
        if not message.author.bot:
            self.written.put_nowait(message)

    @asynccontextmanager
    async def stay_connected(self, token: str) -> AsyncIterator[None]:
        """Stay connected during the block. Raises LoginFailure and discord.py's errors."""
        async with self:
            await self.login(token)
            running = asyncio.create_task(self.connect())
            ready = asyncio.create_task(self.wait_until_ready())
            try:
                await asyncio.wait({running, ready}, return_when=asyncio.FIRST_COMPLETED)
                if running.done():
                    running.result()
                yield
            finally:
                ready.cancel()
                running.cancel()
                await asyncio.gather(ready, running, return_exceptions=True)


@dataclass(frozen=True, slots=True)
class Press:
    """A press: its choice, its time, and how to answer it."""

    chosen: str
    arrived: float
    interaction: discord.Interaction
    answer: Answer

    async def put_off(self) -> None:
        """Defer the answer (type 6)."""
        await self.answer.done()
        if not self.interaction.response.is_done():
            raise AnsweredElsewhere


@dataclass
class Trial:
    """The context of the experiments.

    `person`: the user whose presses count, by default the first one who presses. `wait`: how many
    seconds a press may take. `say` instructs the host. `left`: what could not be deleted.
    """

    client: Tester
    channel: discord.TextChannel
    person: int | None
    clock: Clock
    wait: float
    say: Callable[[str], None]
    left: list[str] = field(default_factory=list)
    _stack: AsyncExitStack = field(default_factory=AsyncExitStack)

    async def __aenter__(self) -> Trial:
        return self

    async def __aexit__(self, *_: object) -> None:
        """Clean up, newest first, whatever has happened."""
        await self._stack.aclose()

    def tidy(self, what: str, undo: Callable[[], Awaitable[object]]) -> None:
        """Undo something at the end; name it in `left` if that fails."""

        async def undone() -> None:
            try:
                await undo()
            except discord.NotFound:
                return  # it is already gone
            except DISCORD_ERRORS as error:
                self.left.append(f"{what} ({reason(error)})")

        self._stack.push_async_callback(undone)

    async def post(
        self,
        screen: Screen,
        place: discord.abc.Messageable | None = None,
        nonce: str | None = None,
    ) -> discord.Message:
        """Post a message, by default in the channel of the test."""
        wanted = to_send(screen.message, screen.pictures)
        if nonce is not None:
            wanted["nonce"] = nonce
        sent: discord.Message = await (place or self.channel).send(**wanted)
        self.tidy(f"a message: {sent.jump_url}", sent.delete)
        return sent

    async def direct_channel(self) -> discord.DMChannel:
        """Return the person's DM channel. Raises SkipStep if no one is known yet."""
        if self.person is None:
            raise SkipStep("nobody has pressed a button; name a user with --person")
        return await self.client.create_dm(discord.Object(self.person))

    async def press(self, screen: Screen, ask: str) -> Press:
        """Wait for a press on a screen. Raises SkipStep if none comes."""
        self.say(ask)
        try:
            async with asyncio.timeout(self.wait):
                while True:
                    interaction = await self.client.presses.get()
                    arrived = self.clock.now()
                    data = cast("Mapping[str, object]", interaction.data or {})
                    chosen = screen.button_of(str(data.get("custom_id")))
                    if chosen and self.person in (None, interaction.user.id):
                        break
        except TimeoutError:
            raise SkipStep(f"nobody pressed the button within {self.wait:g} seconds") from None
        self.person = interaction.user.id
        return Press(chosen, arrived, interaction, Answer(interaction, arrived))
