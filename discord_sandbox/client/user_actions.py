"""The operations of users, shared by the page's socket and simulated users."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from discord_sandbox.api.commands import GROUP, SUBCOMMAND, Commands
from discord_sandbox.api.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL, Interactions
from discord_sandbox.api.message_writer import MessageWriter
from discord_sandbox.checks.components import (
    BOX,
    BOXES,
    INPUT,
    RADIO,
    SELECT,
    SELECTS,
    UPLOAD,
    walk,
)
from discord_sandbox.checks.form import Form, Path
from discord_sandbox.checks.refusal import Json, Refusal
from discord_sandbox.client.hub import Hub
from discord_sandbox.state.channel_types import THREADS, VOICED, WITHOUT_MESSAGES
from discord_sandbox.state.discord_state import DiscordState
from discord_sandbox.state.installs import authorizing_owners
from discord_sandbox.state.permissions import Permission

HISTORY = 100
GONE = "The message has changed. Press what it shows now."
SendFrame = Callable[[Json], None]


class ImpossibleAction(Exception):
    """An action that Discord's client does not offer."""


class UserActions:
    """Runs the operations of users."""

    def __init__(
        self,
        state: DiscordState,
        hub: Hub,
        messages: MessageWriter,
        commands: Commands,
        interactions: Interactions,
    ) -> None:
        self.state = state
        self.hub = hub
        self.messages = messages
        self.commands = commands
        self.interactions = interactions
        self._operations: dict[str, Callable[[str, Json, SendFrame], None]] = {
            "history": self._history,
            "read": self._read,
            "click": self._click,
            "command": self._command,
            "autocomplete": self._autocomplete,
            "modal": self._modal,
            "send": self._send,
            "dismiss": self._dismiss,
            "settings": self._settings,
            "open_dm": self._open_dm,
        }

    def handle(self, user_id: str, request: Json, send_frame: SendFrame) -> None:
        """Run an operation; report an impossible one as an `error` frame."""
        try:
            self._operations[request["op"]](user_id, request, send_frame)
        except (ImpossibleAction, Refusal, KeyError, TypeError) as problem:
            named = f"{type(problem).__name__}: {problem}"
            text = str(problem) if isinstance(problem, ImpossibleAction) else named
            send_frame({"t": "error", "d": {"nonce": request.get("nonce"), "text": text}})

    # --- reading -----------------------------------------------------------------------

    def _history(self, user_id: str, request: Json, send_frame: SendFrame) -> None:
        channel = self._channel(user_id, request["channel"])
        messages = self.state.visible(channel["id"], user_id, HISTORY)
        send_frame({"t": "history", "d": {"channel": channel["id"], "messages": messages}})

    def _read(self, user_id: str, request: Json, _report: SendFrame) -> None:
        self.hub.mark_read(self._channel(user_id, request["channel"])["id"], user_id)

    def _dismiss(self, user_id: str, request: Json, _report: SendFrame) -> None:
        if self.state.owners.get(request["message"]) != user_id:
            raise ImpossibleAction("only your own private messages can be dismissed")
        message = self.state.find_message(request["message"])
        if message is not None:
            self.state.remove(message)

    # --- writing -----------------------------------------------------------------------

    def _send(self, user_id: str, request: Json, _report: SendFrame) -> None:
        channel = self._channel(user_id, request["channel"])
        thread = channel["type"] in THREADS
        right = Permission.SEND_MESSAGES_IN_THREADS if thread else Permission.SEND_MESSAGES
        if not self.state.permissions(channel, user_id) & right:
            raise ImpossibleAction("you may not write here")
        self.messages.create(channel, user_id, {"content": request["content"]}, ())
        if thread and channel["thread_metadata"]["archived"]:
            self.state.change_channel(channel, {"thread_metadata": {"archived": False}})

    def _settings(self, user_id: str, request: Json, _report: SendFrame) -> None:
        self.state.set_dms_open(user_id, bool(request["dm_open"]))

    def _open_dm(self, user_id: str, _request: Json, _report: SendFrame) -> None:
        self.state.open_dm(user_id)

    # --- acting ------------------------------------------------------------------------

    def _click(self, user_id: str, request: Json, send_frame: SendFrame) -> None:
        channel = self._channel(user_id, request["channel"])
        message = self.state.message(channel["id"], request["message"])
        if self.state.owners.get(message["id"], user_id) != user_id:
            raise ImpossibleAction("only its recipient can use that message")
        component = next(
            (c for c in walk(message["components"]) if c.get("custom_id") == request["custom_id"]),
            None,
        )
        if component is None or component.get("disabled"):
            raise ImpossibleAction(GONE)
        kind = component["type"]
        data: Json = {
            "custom_id": component["custom_id"],
            "component_type": kind,
            "id": component["id"],
        }
        if kind in SELECTS:
            data["values"] = list(request.get("values") or ())
            form = Form()
            check_submission(form, (), component, data)
            form.raise_complaints()
            if kind != SELECT:
                self._resolve(user_id, channel, data, kind, data["values"])
        nonce = request.get("nonce")
        self.interactions.start(
            COMPONENT, user_id, channel, data, nonce, send_frame, source=message
        )

    def _command(self, user_id: str, request: Json, send_frame: SendFrame) -> None:
        channel, command = self._find_command(user_id, request)
        options = request.get("options") or []
        data: Json = {"id": command["id"], "name": command["name"], "type": command["type"]}
        if "guild_id" in command:
            data["guild_id"] = command["guild_id"]
        if command["type"] == COMMAND:
            data |= {"target_id": request["target"]}
            self._resolve(user_id, channel, data, 5, [request["target"]])
        elif command["type"] == 1:
            _check_options(command, options, complete=True)
            data["options"] = options
            for kind, value in _leaves(options):
                if kind in (6, 7, 8):
                    self._resolve(user_id, channel, data, {6: 5, 7: 8, 8: 6}[kind], [value])
        nonce = request.get("nonce")
        self.interactions.start(COMMAND, user_id, channel, data, nonce, send_frame, command=command)

    def _autocomplete(self, user_id: str, request: Json, send_frame: SendFrame) -> None:
        channel, command = self._find_command(user_id, request)
        options = request.get("options") or []
        _check_options(command, options, complete=False)
        data = {"id": command["id"], "name": command["name"], "type": 1, "options": options}
        nonce = request.get("nonce")
        self.interactions.start(
            AUTOCOMPLETE, user_id, channel, data, nonce, send_frame, command=command
        )

    def _modal(self, user_id: str, request: Json, send_frame: SendFrame) -> None:
        opened = self.interactions.by_id.get(request["id"])
        if opened is None or opened.modal is None or opened.user_id != user_id:
            raise ImpossibleAction("there is no such modal")
        submitted = request["components"]
        given = {c["custom_id"]: c for c in walk(submitted) if "custom_id" in c}
        form = Form()
        for component in walk(opened.modal["components"]):
            if "custom_id" in component:
                answer = given.get(component["custom_id"], {})
                check_submission(form, (component["custom_id"],), component, answer)
        form.raise_complaints()
        data: Json = {"custom_id": opened.modal["custom_id"], "components": submitted}
        for component in walk(submitted):
            if component["type"] in (5, 6, 7, 8):
                self._resolve(user_id, opened.channel, data, component["type"], component["values"])
        nonce = request.get("nonce")
        self.interactions.start(
            MODAL, user_id, opened.channel, data, nonce, send_frame, source=opened.source
        )

    # --- helpers -----------------------------------------------------------------------

    def _channel(self, user_id: str, channel_id: str) -> Json:
        channel = self.state.channel(channel_id)
        if not self.hub.can_see(channel, user_id):
            raise ImpossibleAction("you cannot see that channel")
        if channel["type"] in WITHOUT_MESSAGES:
            raise ImpossibleAction("that channel has no chat")
        bits = self.state.permissions(channel, user_id)
        if channel["type"] in VOICED and not bits & Permission.CONNECT:
            raise ImpossibleAction("you may not connect to that channel")
        return channel

    def _find_command(self, user_id: str, request: Json) -> tuple[Json, Json]:
        """Return the channel and command of a request, or raise ImpossibleAction."""
        command = self.commands.get(request["command"])
        return self.require_offered(user_id, request["channel"], command), command

    def require_offered(self, user_id: str, channel_id: str, command: Json) -> Json:
        """Return a channel where a user may use a command, or raise ImpossibleAction."""
        channel = self._channel(user_id, channel_id)
        bits = self.state.permissions(channel, user_id)
        guild_id = channel.get("guild_id")
        if guild_id is not None and not bits & Permission.USE_APPLICATION_COMMANDS:
            raise ImpossibleAction("you may not use commands here")
        if not authorizing_owners(self.state, channel, user_id, command):
            raise ImpossibleAction(f"/{command['name']} is not offered here")
        needed = command["default_member_permissions"]
        if needed is not None and guild_id is not None:
            hidden = int(needed) == 0 and not bits & Permission.ADMINISTRATOR
            if hidden or int(needed) & ~bits:
                raise ImpossibleAction(f"/{command['name']} is not for you")
        if channel["type"] in THREADS and channel["thread_metadata"]["archived"]:
            raise ImpossibleAction("commands do not work in an archived thread")
        return channel

    def _resolve(self, user_id: str, channel: Json, data: Json, kind: int, ids: list[str]) -> None:
        """Add the resolved data of chosen users (5), roles (6), both (7) or channels (8)."""
        resolved = data.setdefault("resolved", {})
        guild_id = channel.get("guild_id")
        for chosen in ids:
            if kind in (5, 7) and chosen in self.state.users:
                resolved.setdefault("users", {})[chosen] = self.state.users[chosen]
                if guild_id and chosen in self.state.guilds[guild_id].members:
                    member = self.state.member_json(guild_id, chosen, with_user=False)
                    bits = str(self.state.permissions(channel, chosen))
                    resolved.setdefault("members", {})[chosen] = {**member, "permissions": bits}
            elif kind in (6, 7) and guild_id and chosen in self.state.guilds[guild_id].roles:
                role = self.state.guilds[guild_id].roles[chosen]
                resolved.setdefault("roles", {})[chosen] = role
            elif kind == 8 and chosen in self.state.channels:
                found = self.state.channels[chosen]
                resolved.setdefault("channels", {})[chosen] = {
                    **found,
                    "permissions": str(self.state.permissions(found, user_id)),
                    "app_permissions": str(self.state.permissions(found, self.state.bot_id)),
                }
            else:
                raise ImpossibleAction(f"no such object: {chosen}")


def _leaves(options: list[Json]) -> list[tuple[int, Any]]:
    found = []
    for option in options:
        if option["type"] in (SUBCOMMAND, GROUP):
            found += _leaves(option.get("options") or [])
        else:
            found.append((option["type"], option.get("value")))
    return found


def _check_options(level: Json, options: list[Json], *, complete: bool) -> None:
    """Check options against the command's definition, as Discord's client does."""
    known = {option["name"]: option for option in level.get("options") or []}
    given = {option["name"] for option in options}
    for option in options:
        wanted = known.get(option["name"])
        if wanted is None or wanted["type"] != option["type"]:
            raise ImpossibleAction(
                f"there is no option {option['name']!r} of type {option['type']}"
            )
        if wanted["type"] in (SUBCOMMAND, GROUP):
            _check_options(wanted, option.get("options") or [], complete=complete)
        elif complete:
            _check_value(wanted, option["value"])
    subcommands = any(option["type"] in (SUBCOMMAND, GROUP) for option in known.values())
    if complete and subcommands and not options:
        raise ImpossibleAction("a subcommand is missing")
    missing = [name for name, option in known.items() if option.get("required")]
    missing = [name for name in missing if name not in given]
    if complete and missing:
        raise ImpossibleAction(f"required: {', '.join(missing)}")


def _check_value(option: Json, value: Any) -> None:
    name = option["name"]
    choices = [choice["value"] for choice in option.get("choices") or []]
    if choices and value not in choices:
        raise ImpossibleAction(f"{name}: {value!r} is not among the choices")
    kinds: dict[int, tuple[type, ...]] = {3: (str,), 4: (int,), 5: (bool,), 10: (int, float)}
    if not isinstance(value, kinds.get(option["type"], (str,))):
        raise ImpossibleAction(f"{name}: {value!r} is of the wrong type")
    size = len(value) if isinstance(value, str) else value
    low = option.get("min_length" if isinstance(value, str) else "min_value")
    high = option.get("max_length" if isinstance(value, str) else "max_value")
    if (low is not None and size < low) or (high is not None and size > high):
        raise ImpossibleAction(f"{name}: {value!r} is out of bounds")


def check_submission(form: Form, path: Path, component: Json, answer: Json) -> None:
    """Check a submitted value against the component's limits."""
    kind = component["type"]
    if kind == INPUT:
        _check_typed(form, path, component, answer.get("value") or "")
    elif kind == RADIO:
        chosen = [] if answer.get("value") is None else [answer["value"]]
        _check_chosen(form, path, component, chosen, 1)
    elif kind in (*SELECTS, BOXES, UPLOAD):
        most = len(component.get("options", ())) if kind == BOXES else 1
        _check_chosen(form, path, component, answer.get("values") or [], most)
    elif kind == BOX and not isinstance(answer.get("value"), bool):
        form.complain(path, "BOOLEAN_TYPE_CONVERT", "A checkbox is on or off.")


def _check_typed(form: Form, path: Path, component: Json, value: str) -> None:
    low = component.get("min_length") or (1 if component.get("required", True) else 0)
    if not component.get("required", True) and not value:
        return
    if not low <= len(value) <= (component.get("max_length") or 4_000):
        form.complain(path, "BASE_TYPE_BAD_LENGTH", f"{len(value)} characters are not allowed.")


def _check_chosen(form: Form, path: Path, component: Json, values: list[Any], most: int) -> None:
    least = 1 if component.get("min_values") is None else component["min_values"]
    most = component.get("max_values") or most
    if not component.get("required", True) and not values:
        return
    if not least <= len(values) <= most or len(set(values)) < len(values):
        form.complain(path, "BASE_TYPE_BAD_LENGTH", f"{len(values)} values, not {least}–{most}.")
    if "options" in component:
        offered = {option["value"] for option in component["options"]}
        for value in values:
            if value not in offered:
                form.complain(path, "BASE_TYPE_CHOICES", f"{value!r} is not offered.")
