"""Routes every component and form whose id starts with `42:`.

Views are stopped before they are sent, so discord.py keeps and dispatches none, and a button
works after any restart. Each cog registers handlers for its verbs. Commands run under the same
guard: each interaction is answered in time, whatever fails.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import re
import traceback
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from dataclasses import dataclass, replace
from typing import cast

import discord

from bot.budget.kinds import Kind
from bot.budget.turns import requests_are
from bot.events.errors import EventError
from bot.presenter.events.ending import event_table_closed
from bot.presenter.refusals import discord_failed, explain, our_error
from bot.presenter.words.ids import PREFIX, ComponentId, Verb, is_day, parse_id
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Message
from bot.publisher.calls.discord_errors import as_table_error, discord_failure, quietly
from bot.publisher.keeper.answers import Answer, name_of
from bot.publisher.publisher import DiscordPublisher, NotShown
from bot.publisher.rights import OF_HANDS_OF_DAYS, Rights
from bot.store.errors import StoreFailure
from bot.tables.deals.ids import named
from bot.tables.errors import (
    AlreadySeated,
    NoSuchTable,
    ShutOut,
    TableError,
    TooFast,
    TryAgain,
    UnknownButton,
)
from bot.tables.views import PanelView, TableView
from bot.values.clock import Clock
from texas42.ai.findings.bid_chances import BadQuestion
from texas42.engine import IllegalAction, NotationError
from texas42.library import UnknownGame, UnknownRule

_LOG = logging.getLogger(__name__)
FINISH_SECONDS = 1.0  # of the four seconds that a stop may take
PATIENCE_SECONDS = 1.5  # the answer is then deferred: Discord gives up after three
COMPLETION = "completion"
"""The verb of choices offered while a command is typed."""
NUMBER = re.compile("[0-9]{1,6}")
REFUSALS = (
    *(TableError, EventError, BadQuestion),
    *(IllegalAction, NotationError, UnknownGame, UnknownRule),
)


@dataclass(frozen=True, slots=True)
class Click:
    """A decoded click. `arg` is the chosen value if a select was used.

    `written`: the text of a form, else empty. `values`: all chosen values of a select.
    """

    answer: Answer
    verb: Verb
    table_id: str
    seq: int
    arg: str
    written: str = ""
    values: tuple[str, ...] = ()

    @property
    def user_id(self) -> int:
        """The user who clicked."""
        return self.answer.user_id

    @property
    def name(self) -> str:
        """The name of the user who clicked."""
        return name_of(self.answer.interaction.user)

    @property
    def number(self) -> int:
        """The argument as a number. Raises UnknownButton if it is not one."""
        if not NUMBER.fullmatch(self.arg):
            raise UnknownButton
        return int(self.arg)


Handler = Callable[[Click], Awaitable[None]]
SeePanel = Callable[[str, int], Awaitable[PanelView]]
FindHand = Callable[[str, int], Awaitable[str | None]]
Work = Coroutine[object, object, None]


@dataclass(frozen=True, slots=True)
class Admission:
    """Checks who may use the bot now, by user and server.

    `require_unblocked` checks blocks; some buttons stay allowed. `count` and `count_completion`
    limit the rate of presses and commands, and of the choices offered while a command is typed.
    """

    require_unblocked: Callable[[int, int | None, str], None]
    count: Callable[[int, int | None], None]
    count_completion: Callable[[int, int | None], None]


class ComponentRouter:
    """Routes clicks to the cogs and explains their errors.

    `rights` checks that a press may reach its table. `table_panel` reads a user's view of a table,
    to explain a refusal, and raises NoInvitation to whom it is hidden from. `hand_meant` finds the
    table that the id of a day means for the user: that of their own hand; None if they have none to
    act or look at. `clock` is the game's, by which tokens expire; `patience` is the deadline of an
    answer in real time. `on_interaction` is called with each interaction's verb, its outcome
    (`done`, `refused`, `discord`, `not_saved` or `error`), and its duration in seconds.
    `tell_refused` tells a user, after an answer, which of their messages Discord refused.
    """

    def __init__(
        self,
        publisher: DiscordPublisher,
        rights: Rights,
        admission: Admission,
        *,
        table_panel: SeePanel,
        hand_meant: FindHand,
        clock: Clock,
        patience: Clock,
        on_interaction: Callable[[str, str, float], None],
        tell_refused: Callable[[Answer], Awaitable[None]],
    ) -> None:
        self._publisher = publisher
        self._rights = rights
        self._admission = admission
        self._table_panel = table_panel
        self._hand_meant = hand_meant
        self._clock = clock
        self._patience = patience
        self._on_interaction = on_interaction
        self._tell_refused = tell_refused
        self._handlers: dict[Verb, Handler] = {}
        self._pending: set[asyncio.Task[object]] = set()
        self.failed = 0

    def register(self, handlers: Mapping[Verb, Handler]) -> None:
        """Register the handlers of these verbs; each verb has exactly one."""
        for verb, handler in handlers.items():
            if verb in self._handlers:
                raise ValueError(f"two handlers for {verb}")
            self._handlers[verb] = handler

    @property
    def verbs(self) -> frozenset[Verb]:
        """The verbs with a handler."""
        return frozenset(self._handlers)

    @property
    def under_way(self) -> int:
        """The number of interactions being handled."""
        return len(self._pending)

    async def finish(self) -> None:
        """Wait, with a timeout, until pending interactions are answered before a stop."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(FINISH_SECONDS):
                while self._pending:
                    await asyncio.wait(set(self._pending))

    def answer_to(self, interaction: discord.Interaction) -> Answer:
        """Return the answer to a command."""
        command = interaction.command
        verb = "unknown" if command is None else f"/{command.qualified_name}"
        return Answer(interaction, self._clock.now(), verb)

    def may_complete(self, user_id: int, guild_id: int | None) -> bool:
        """Return True if the user may be offered choices now: not blocked, nor too fast."""
        try:
            self._admission.require_unblocked(user_id, guild_id, COMPLETION)
            self._admission.count_completion(user_id, guild_id)
        except (ShutOut, TooFast):
            return False
        return True

    async def route(self, interaction: discord.Interaction) -> None:
        """Answer one of our clicks or forms; ignore others."""
        data = cast("Mapping[str, object]", interaction.data or {})
        custom_id = str(data.get("custom_id", ""))
        if not custom_id.startswith(PREFIX):
            return
        decoded = parse_id(custom_id)
        verb = "unknown" if decoded is None else decoded.verb
        answer = Answer(interaction, self._clock.now(), verb)
        if decoded is not None:
            answer.request = f"{decoded.verb} {decoded.arg}"
        if data.get("component_type") == discord.ComponentType.button.value:
            answer.again = decoded
        if decoded is None or decoded.verb not in self._handlers:
            _LOG.info("no handler for the id %r", custom_id)
            await self._tell(
                answer,
                explain(UnknownButton(), self._publisher.context(None, interaction.locale.value)),
            )
            return
        await self.guard(answer, self._handle(decoded, _click(answer, decoded, data)))

    async def _handle(self, decoded: ComponentId, click: Click) -> None:
        """Run the handler if the press may reach the table; a refusal reveals nothing.

        An id names a day where others name a table. It means the user's own hand of that day; if
        they have none that goes on or can be seen again, the press goes to the day's handler.
        """
        await self._rights.require(click.answer.interaction, decoded)
        verb = decoded.verb
        table_id = decoded.table_id
        if table_id is not None and is_day(table_id):
            hand = None
            if verb in OF_HANDS_OF_DAYS:
                hand = await self._hand_meant(table_id, click.user_id)
            if hand is None:
                verb = Verb.DAILY
            else:
                table_id = hand
                click = replace(click, table_id=hand)
        click.answer.table_id = table_id
        await self._handlers[verb](click)

    async def repeat(self, click: Click, component_id: ComponentId) -> None:
        """Do what another button asks for, as if this press were on it."""
        if component_id.verb not in self._handlers:
            raise UnknownButton
        click.answer.again = component_id
        await self._handle(component_id, _click(click.answer, component_id, {}))

    async def guard(self, answer: Answer, work: Work) -> None:
        """Run a handler; defer the answer if it is slow, and explain errors."""
        loop = asyncio.get_running_loop()
        task = cast("asyncio.Task[object]", asyncio.current_task())
        began = loop.time()
        outcome = "error"
        deferral = asyncio.create_task(self._defer_when_late(answer))
        self._pending.add(task)
        try:
            with self._publisher.defer_to(answer), requests_are(Kind.ASKED):
                outcome = await self._run(answer, work)
        finally:
            self._pending.discard(task)
            deferral.cancel()
            self._on_interaction(answer.verb, outcome, loop.time() - began)

    async def _defer_when_late(self, answer: Answer) -> None:
        await self._patience.sleep(PATIENCE_SECONDS)
        await self._publisher.defer(answer)

    async def _run(self, answer: Answer, work: Work) -> str:
        """Run a handler, explain what went wrong, and return the outcome."""
        try:
            guild_id = answer.interaction.guild_id
            self._admission.require_unblocked(answer.user_id, guild_id, answer.request)
            self._admission.count(answer.user_id, guild_id)
            await work
            await self._save_dm_channel(answer)
            await self._tell_refused(answer)
        except Exception as error:  # noqa: BLE001 - whatever fails, the person gets an answer
            return await self._explain_failure(answer, error)
        finally:
            work.close()  # it may not have started
        return "done"

    async def _explain_failure(self, answer: Answer, error: Exception) -> str:
        """Explain a refusal or an error, and return the outcome."""
        locale = answer.interaction.locale.value
        context = self._publisher.context(answer.interaction.guild_id, locale)
        try:
            if isinstance(error, (TryAgain, StoreFailure)):
                _log_not_saved(answer, error)
                refused = error if isinstance(error, TryAgain) else TryAgain()
                await self._explain(answer, refused, context)
                return "not_saved"
            if isinstance(error, REFUSALS):
                await self._explain(answer, error, context)
                return "refused"
        except Exception as unexplained:  # noqa: BLE001 - then it is an error of ours
            error = unexplained
        done = isinstance(error, NotShown)
        if (failure := discord_failure(error.__cause__ if done else error)) is not None:
            _LOG.warning("%s: %s", answer.verb, failure)
            await self._tell(answer, discord_failed(as_table_error(failure), context, done=done))
            return "discord"
        self.failed += 1
        code = _code(error)
        _LOG.error("error %s while answering an interaction", code, exc_info=error)
        await self._tell(answer, our_error(code, context, done=done))
        return "error"

    async def _save_dm_channel(self, answer: Answer) -> None:
        """Save the DM channel of a player who acts in it, since it is open."""
        interaction = answer.interaction
        if answer.table_id is None or interaction.channel_id is None:
            return
        if not interaction.context.dm_channel:
            return
        try:
            await self._publisher.dm_channels.save(answer.user_id, interaction.channel_id)
        except StoreFailure as error:
            _log_not_saved(answer, error)

    async def _explain(self, answer: Answer, error: Exception, context: RenderContext) -> None:
        """Explain a refusal, and the user's options at their table."""
        panel = None
        if answer.table_id is not None:
            try:
                panel = await self._table_panel(answer.table_id, answer.user_id)
            except (TableError, StoreFailure):
                _LOG.info("explaining a refusal without its table")
        table = None if panel is None else panel.table
        closed = table if isinstance(error, NoSuchTable) else None
        if (message := await self._event_closed(answer.user_id, closed, context)) is not None:
            await self._tell(answer, message)
            return
        view = None if panel is None or panel.seat is None else panel.view
        interaction = answer.interaction
        elsewhere = False
        if isinstance(error, AlreadySeated) and error.place is not None:
            in_dm = interaction.context.dm_channel
            elsewhere = not (in_dm or interaction.guild_id == error.place.guild_id)
        again = answer.again
        message = explain(error, context, table, view, again=again, abroad=elsewhere)
        await self._tell(answer, message)

    async def _event_closed(
        self, user_id: int, table: TableView | None, context: RenderContext
    ) -> Message | None:
        """Explain that a table of an event is closed; None at any other table."""
        if table is None:
            return None
        endings = self._publisher.endings
        try:
            event = await endings.event_after(table)
            left = event is not None and await endings.has_left(event, user_id)
        except (TableError, StoreFailure):
            _LOG.info("explaining a closed table without its event")
            return None
        if event is None:
            return None
        return event_table_closed(event, table, user_id, context, left=left)

    async def _tell(self, answer: Answer, message: Message) -> None:
        await quietly(self._publisher.refuse(answer, message), "explaining a refusal")


def _log_not_saved(answer: Answer, error: Exception) -> None:
    """Log a failed write or read: what, where, and why."""
    _LOG.error(
        "not saved: server %s, table %s, %s: %s",
        answer.interaction.guild_id,
        None if answer.table_id is None else named(answer.table_id),
        answer.verb,
        error.__cause__ or error or "other processes keep writing this table",
    )


def _code(error: BaseException) -> str:
    """Compute a code to find an error in the log; equal errors have equal codes."""
    frames = traceback.extract_tb(error.__traceback__)
    text = f"{type(error).__name__} {[(frame.name, frame.lineno) for frame in frames]}"
    return hashlib.sha256(text.encode()).hexdigest()[:4].upper()


def _click(answer: Answer, decoded: ComponentId, data: Mapping[str, object]) -> Click:
    found = data.get("values")
    values = tuple(str(value) for value in found) if isinstance(found, list) else ()
    chosen = values[0] if values else decoded.arg
    written = _form_text(data["components"]) if "components" in data else ""
    table_id = decoded.table_id or ""
    return Click(answer, decoded.verb, table_id, decoded.seq, chosen, written, values)


def _form_text(parts: object) -> str:
    """Return the text of the first field of a form."""
    labels = parts if isinstance(parts, list) else []
    return next((str(label["component"]["value"]) for label in labels), "")
