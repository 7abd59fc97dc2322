"""The one way of a click: every component whose id starts with `42:` comes through here.

Views are stopped before they are sent, so discord.py keeps none and dispatches none; a button
works after any restart. Each cog registers the verbs that it answers.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import cast

import discord

from bot.engine import IllegalAction, NotationError
from bot.library import UnknownGame, UnknownRule
from bot.presenter import ComponentId, Verb, explain, our_error, parse_id
from bot.publisher.answers import Answer
from bot.publisher.desk import Desk
from bot.publisher.ports import Clock
from bot.tables.errors import TableError, UnknownButton

_LOG = logging.getLogger(__name__)
PATIENCE_SECONDS = 1.5  # then Discord is told to wait: it gives up after three
REFUSALS = (TableError, IllegalAction, NotationError, UnknownGame, UnknownRule)


@dataclass(frozen=True, slots=True)
class Click:
    """A decoded click. `arg` is the chosen option's value where a select was used."""

    answer: Answer
    verb: Verb
    table_id: str
    seq: int
    arg: str

    @property
    def user_id(self) -> int:
        """Who clicked."""
        return self.answer.interaction.user.id

    @property
    def name(self) -> str:
        """The name of him who clicked, as the server shows it."""
        return self.answer.interaction.user.display_name


Handler = Callable[[Click], Awaitable[None]]


class Clicks:
    """Routes clicks to the cogs and answers whatever goes wrong there."""

    def __init__(self, desk: Desk, clock: Clock) -> None:
        self._desk = desk
        self._clock = clock
        self._handlers: dict[Verb, Handler] = {}
        self.answered = 0
        self.failed = 0

    def register(self, handlers: Mapping[Verb, Handler]) -> None:
        """Let these verbs be answered by these handlers; each verb has one."""
        for verb, handler in handlers.items():
            if verb in self._handlers:
                raise ValueError(f"two handlers for {verb}")
            self._handlers[verb] = handler

    @property
    def verbs(self) -> frozenset[Verb]:
        """The verbs that are answered."""
        return frozenset(self._handlers)

    async def route(self, interaction: discord.Interaction) -> None:
        """Answer a click on a component of ours; leave others alone."""
        data = cast("Mapping[str, object]", interaction.data or {})
        custom_id = str(data.get("custom_id", ""))
        if not custom_id.startswith("42:"):
            return
        answer = Answer(interaction)
        decoded = parse_id(custom_id)
        handler = None if decoded is None else self._handlers.get(decoded.verb)
        if decoded is None or handler is None:
            _LOG.info("nobody answers the id %r", custom_id)
            await self._desk.show(answer, explain(UnknownButton(), self._desk.look(None)))
            return
        await self.guard(answer, handler(_click(answer, decoded, data)))

    async def guard(self, answer: Answer, work: Awaitable[None]) -> None:
        """Let a handler work; tell Discord to wait when it takes long, explain what fails."""
        task = asyncio.ensure_future(self._explained(answer, work))
        patience = asyncio.ensure_future(self._clock.sleep(PATIENCE_SECONDS))
        try:
            await asyncio.wait({task, patience}, return_when=asyncio.FIRST_COMPLETED)
            if not task.done():
                await answer.defer()
            await task
        finally:
            patience.cancel()

    async def _explained(self, answer: Answer, work: Awaitable[None]) -> None:
        look = self._desk.look(answer.interaction.guild_id)
        self.answered += 1
        try:
            await work
        except REFUSALS as error:
            await self._desk.show(answer, explain(error, look))
        except Exception:  # noqa: BLE001 - whatever fails, the person gets an answer
            self.failed += 1
            code = secrets.token_hex(2).upper()
            _LOG.exception("error %s while answering an interaction", code)
            try:
                await self._desk.show(answer, our_error(code, look))
            except discord.HTTPException:
                _LOG.exception("error %s could not be told", code)


def _click(answer: Answer, decoded: ComponentId, data: Mapping[str, object]) -> Click:
    values = data.get("values")
    chosen = str(values[0]) if isinstance(values, list) and values else decoded.arg
    return Click(answer, decoded.verb, decoded.table_id or "", decoded.seq, chosen)
