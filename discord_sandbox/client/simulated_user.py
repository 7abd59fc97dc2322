"""Users driven by code, limited to what the page lets a person see and do."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from discord_sandbox.api.commands import GROUP, SUBCOMMAND, Commands
from discord_sandbox.checks.components import (
    BOX,
    BOXES,
    INPUT,
    LABEL,
    RADIO,
    ROW,
    SELECTS,
    TEXT,
    walk,
)
from discord_sandbox.checks.refusal import Json
from discord_sandbox.client.hub import Hub
from discord_sandbox.client.user_actions import ImpossibleAction, UserActions
from discord_sandbox.state.discord_state import DiscordState
from discord_sandbox.state.installs import TO_USER


@dataclass(frozen=True, slots=True)
class Modal:
    """A modal that the bot has opened for a user."""

    id: str
    custom_id: str
    title: str
    components: list[Json]


@dataclass(slots=True)
class ActionResult:
    """The result of an action.

    `ok` is False if Discord shows "This interaction failed". `type` is the bot's callback type,
    `message` the message that it created or edited, as of then.
    """

    ok: bool
    type: int | None = None
    message: Json | None = None
    modal: Modal | None = None
    choices: list[Json] = field(default_factory=list)


class SimulatedUser:
    """A user. Actions wait for the bot's answer and return an `ActionResult`."""

    def __init__(
        self, state: DiscordState, hub: Hub, actions: UserActions, commands: Commands, user_id: str
    ) -> None:
        self.state = state
        self.hub = hub
        self.actions = actions
        self.commands = commands
        self.id = user_id
        self._nonces = itertools.count(1)
        self._pending: dict[int, tuple[asyncio.Future[ActionResult], ActionResult]] = {}

    @property
    def name(self) -> str:
        """The display name."""
        return str(self.state.users[self.id]["global_name"])

    @property
    def mention(self) -> str:
        """The text that mentions this user in a message."""
        return f"<@{self.id}>"

    @property
    def dm(self) -> str | None:
        """The id of the DM channel with the bot, None if there is none yet."""
        return self.state.dms.get(self.id)

    @property
    def dms_open(self) -> bool:
        """True if the user accepts DMs from the bot."""
        return self.id not in self.state.closed_dms

    @dms_open.setter
    def dms_open(self, value: bool) -> None:
        self._send_op({"op": "settings", "dm_open": value})

    def install(self) -> None:
        """Install the application to this account until the sandbox is closed."""
        if TO_USER not in self.state.installs:
            raise ImpossibleAction("the application cannot be installed to a user")
        self.state.user_installs.add(self.id)

    # --- reading ------------------------------------------------------------------------

    def offered_commands(self, channel: str) -> list[str]:
        """List the names of the commands that the client offers in a channel."""
        found = []
        for command in self.commands.all():
            with contextlib.suppress(ImpossibleAction):
                self.actions.require_offered(self.id, channel, command)
                found.append(command["name"])
        return found

    def messages(self, channel: str, newest: int = 100) -> list[Json]:
        """Return the last messages that the user sees in a channel, oldest first."""
        if not self.hub.can_see(self.state.channel(channel), self.id):
            return []
        return self.state.visible(channel, self.id, newest)

    def message(self, message: Json) -> Json | None:
        """Return the current version of a message, None if it was deleted."""
        return self.state.messages.get(message["channel_id"], {}).get(message["id"])

    async def wait_for(
        self,
        predicate: Callable[[Json], bool],
        channel: str | None = None,
        *,
        timeout: float = 10.0,  # noqa: ASYNC109 - an endless wait would hang a test
    ) -> Json:
        """Return the newest visible message that matches, waiting for one if needed.

        Without a channel, looks in every channel. Raises TimeoutError after `timeout` real seconds.
        """
        places = [channel] if channel else list(self.state.channels)
        for place in places:
            for message in reversed(self.messages(place)):
                if predicate(message):
                    return message
        found: asyncio.Future[Json] = asyncio.get_running_loop().create_future()

        def look(kind: str, data: Json) -> None:
            if kind != "message_delete" and not found.done() and predicate(data):
                found.set_result(data)

        stop = self.hub.watch(channel or "", self.id, look)
        try:
            async with asyncio.timeout(timeout):
                return await found
        finally:
            stop()

    # --- acting -------------------------------------------------------------------------

    async def click(
        self, message: Json, custom_id: str, values: Sequence[str] = ()
    ) -> ActionResult:
        """Press a button, or choose `values` in a select."""
        current = self.message(message) or message
        kinds = [c["type"] for c in walk(current["components"]) if c.get("custom_id") == custom_id]
        return await self._act(
            {
                "op": "click",
                "message": message["id"],
                "channel": message["channel_id"],
                "custom_id": custom_id,
                "component_type": kinds[0] if kinds else 2,
                "values": list(values),
            }
        )

    async def command(self, name: str, channel: str, **options: Any) -> ActionResult:
        """Run a slash command; `name` includes the subcommand, as in `table open`."""
        request = self._request(name, channel, options, focused=None)
        return await self._act({"op": "command", **request})

    async def autocomplete(
        self, name: str, channel: str, option: str, typed: str, **options: Any
    ) -> list[Json]:
        """Get the bot's choices for the text typed into an option so far."""
        request = self._request(name, channel, {**options, option: typed}, focused=option)
        return (await self._act({"op": "autocomplete", **request})).choices

    async def context(self, name: str, channel: str, target: SimulatedUser) -> ActionResult:
        """Run a user context menu command."""
        request = {
            "channel": channel,
            "command": self._find_command(name, 2)["id"],
            "target": target.id,
        }
        return await self._act({"op": "command", **request})

    async def submit(self, modal: Modal, answers: Mapping[str, Any]) -> ActionResult:
        """Submit a modal with `answers` by custom id; other inputs keep their default."""
        components = [_fill(component, answers) for component in modal.components]
        return await self._act(
            {
                "op": "modal",
                "id": modal.id,
                "custom_id": modal.custom_id,
                "components": components,
            }
        )

    def say(self, channel: str, content: str) -> None:
        """Send a text message."""
        self._send_op({"op": "send", "channel": channel, "content": content})

    def dismiss(self, message: Json) -> None:
        """Dismiss an ephemeral message."""
        self._send_op({"op": "dismiss", "message": message["id"]})

    def open_dm(self) -> str:
        """Open the DM channel with the bot and return its id."""
        self._send_op({"op": "open_dm"})
        return self.state.dms[self.id]

    def _send_op(self, request: Json) -> None:
        problems: list[str] = []

        def send_frame(frame: Json) -> None:
            if frame["t"] == "error":
                problems.append(frame["d"]["text"])

        self.actions.handle(self.id, request, send_frame)
        if problems:
            raise ImpossibleAction(problems[0])

    async def _act(self, request: Json) -> ActionResult:
        nonce = next(self._nonces)
        future: asyncio.Future[ActionResult] = asyncio.get_running_loop().create_future()
        self._pending[nonce] = (future, ActionResult(ok=False))
        try:
            self.actions.handle(self.id, {**request, "nonce": nonce}, self._report)
            return await future
        finally:
            del self._pending[nonce]

    def _report(self, frame: Json) -> None:
        data = frame["d"]
        if data["nonce"] not in self._pending:
            return
        future, outcome = self._pending[data["nonce"]]
        if frame["t"] == "modal":
            outcome.modal = Modal(data["id"], data["custom_id"], data["title"], data["components"])
        elif frame["t"] == "choices":
            outcome.choices = data["choices"]
        elif frame["t"] == "error" and not future.done():
            future.set_exception(ImpossibleAction(data["text"]))
        elif frame["t"] == "interaction" and data["state"] != "pending" and not future.done():
            outcome.ok = data["state"] == "ok"
            outcome.type = data.get("type")
            if data.get("message"):
                outcome.message = self.state.find_message(data["message"])
            future.set_result(outcome)

    def _find_command(self, name: str, kind: int) -> Json:
        for command in self.commands.all():
            if command["name"] == name and command["type"] == kind:
                return command
        raise ImpossibleAction(f"there is no command {name!r}")

    def _request(
        self, name: str, channel: str, values: Mapping[str, Any], focused: str | None
    ) -> Json:
        first, *rest = name.removeprefix("/").split()
        command = self._find_command(first, 1)
        level = command
        kinds = []
        for word in rest:
            level = next((o for o in level["options"] if o["name"] == word), {"options": []})
            kinds.append(level.get("type", SUBCOMMAND))
        known = {option["name"]: option for option in level.get("options") or []}
        options: list[Json] = []
        for option_name, value in values.items():
            if option_name not in known:
                raise ImpossibleAction(f"/{name} has no option {option_name!r}")
            option: Json = {
                "name": option_name,
                "type": known[option_name]["type"],
                "value": value.id if isinstance(value, SimulatedUser) else value,
            }
            if option_name == focused:
                option["focused"] = True
            options.append(option)
        for word, kind in zip(reversed(rest), reversed(kinds), strict=True):
            options = [{"name": word, "type": min(kind, GROUP), "options": options}]
        return {"channel": channel, "command": command["id"], "options": options}


def _fill(component: Json, answers: Mapping[str, Any]) -> Json:
    """Build the submitted form of a modal's component."""
    kind = component["type"]
    if kind == LABEL:
        return {"type": LABEL, "id": 0, "component": _fill(component["component"], answers)}
    if kind == ROW:
        return {"type": ROW, "components": [_fill(c, answers) for c in component["components"]]}
    if kind == TEXT:
        return {"type": TEXT, "id": 0}
    custom_id = component["custom_id"]
    done: Json = {"type": kind, "id": 0, "custom_id": custom_id}
    chosen = [o["value"] for o in component.get("options", ()) if o.get("default")]
    if kind == INPUT:
        done["value"] = answers.get(custom_id, component.get("value") or "")
    elif kind == RADIO:
        done["value"] = answers.get(custom_id, chosen[0] if chosen else None)
    elif kind == BOX:
        done["value"] = answers.get(custom_id, component.get("default", False))
    elif kind in (*SELECTS, BOXES):
        done["values"] = list(answers.get(custom_id, chosen))
    return done
