"""Application commands: validation, registration and lookup."""

from __future__ import annotations

import re
from collections import defaultdict, deque
from typing import Any

from discord_sandbox.checks.form import (
    Check,
    Form,
    Path,
    anything,
    boolean,
    listing,
    number,
    one_of,
    require,
    shape,
    snowflake,
    text,
    whole,
)
from discord_sandbox.checks.refusal import Json, Refusal
from discord_sandbox.state.discord_state import DiscordState

SUBCOMMAND = 1
GROUP = 2
GLOBAL_LIMIT = 100
COMMAND_SIZE = 8_000
CREATES_A_DAY = 200
DAY = 86_400.0
LOCALES = frozenset(
    {
        *("id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu"),
        *("nl", "no", "pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru"),
        *("uk", "hi", "th", "zh-CN", "ja", "zh-TW", "ko"),
    }
)
_NAME = re.compile(r"[-_'\w]{1,32}")


def _name(form: Form, path: Path, value: Any) -> None:
    if not isinstance(value, str) or not _NAME.fullmatch(value) or value != value.lower():
        form.complain(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _check_locales(check: Check) -> Check:
    def every(form: Form, path: Path, value: Any) -> None:
        known = dict.fromkeys(value, check) if isinstance(value, dict) else {}
        if form.fields(path, value, known):
            for locale in set(value) - LOCALES:
                form.complain((*path, locale), "BASE_TYPE_CHOICES", "Unknown locale.")

    return every


_choice = shape(
    {
        "name": text(1, 100),
        "name_localizations": _check_locales(text(1, 100)),
        "value": anything,
    },
    ("name", "value"),
)
_NAMED: dict[str, Check] = {
    "name": _name,
    "description": text(1, 100),
    "name_localizations": _check_locales(_name),
    "description_localizations": _check_locales(text(1, 100)),
}
_OPTION: dict[str, Check] = {
    **_NAMED,
    "type": whole(1, 11),
    "required": boolean,
    "choices": listing(_choice, 0, 25),
    "options": anything,
    "channel_types": listing(whole(0, 20), 0, 20),
    "min_value": number,
    "max_value": number,
    "min_length": whole(0, 6_000),
    "max_length": whole(1, 6_000),
    "autocomplete": boolean,
}
_COMMAND: dict[str, Check] = {
    **_NAMED,
    "id": snowflake,
    "type": one_of(1, 2, 3),
    "options": anything,
    "nsfw": boolean,
    "dm_permission": boolean,
    "default_permission": boolean,
    "default_member_permissions": snowflake,
    "contexts": listing(one_of(0, 1, 2), 1, 3),
    "integration_types": listing(one_of(0, 1), 1, 2),
}


def check_command(form: Form, path: Path, command: Any) -> None:
    """Check one command's definition."""
    kind = command.get("type", 1) if isinstance(command, dict) else 1
    known = dict(_COMMAND)
    required = ["name"]
    if kind == 1:
        required.append("description")
    else:
        # A context menu command may have capitals and spaces, and has no description.
        known |= {"name": text(1, 32), "name_localizations": _check_locales(text(1, 32))}
        known |= {"description": text(0, 0)}
    if not form.fields(path, command, known, required):
        return
    _check_options(form, (*path, "options"), command.get("options") or [], depth=0)
    if not form.complaints and _size(command) > COMMAND_SIZE:
        form.complain(
            path, "APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds {COMMAND_SIZE} characters."
        )


def _check_options(form: Form, path: Path, options: Any, *, depth: int) -> None:
    if not isinstance(options, list):
        form.complain(path, "LIST_TYPE_CONVERT", "Only iterables may be used here.")
        return
    if len(options) > 25:
        form.complain(path, "BASE_TYPE_BAD_LENGTH", "Must be 25 or fewer in length.")
    seen: set[str] = set()
    optional = False
    for index, option in enumerate(options):
        inner = (*path, index)
        if not form.fields(inner, option, _OPTION, ("type", "name", "description")):
            continue
        name = str(option.get("name"))
        kind = option.get("type")
        if name in seen:
            form.complain(
                (*inner, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATE", "Name is not unique"
            )
        seen.add(name)
        if optional and option.get("required"):
            form.complain(
                inner, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required comes first"
            )
        optional = optional or not option.get("required")
        nested = kind in (SUBCOMMAND, GROUP)
        if nested and kind + depth > GROUP:
            form.complain((*inner, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Too deep.")
        elif nested:
            _check_options(form, (*inner, "options"), option.get("options") or [], depth=3 - kind)
        if option.get("autocomplete") and option.get("choices"):
            form.complain(
                (*inner, "autocomplete"),
                "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES",
                "Autocomplete and choices exclude each other.",
            )
    kinds = {o.get("type") in (SUBCOMMAND, GROUP) for o in options if isinstance(o, dict)}
    if len(kinds) > 1:
        form.complain(
            path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Subcommands stand by themselves."
        )


def _size(node: Json) -> int:
    size = 0
    for name in ("name", "description"):
        words = [node.get(name) or "", *(node.get(f"{name}_localizations") or {}).values()]
        size += max(len(word or "") for word in words)
    for choice in node.get("choices") or []:
        size += len(choice["name"]) + len(str(choice["value"]))
    return size + sum(_size(option) for option in node.get("options") or [])


def _key(command: Json) -> tuple[int, str]:
    """Return what names a command: its type, and its name."""
    return command.get("type", 1), command["name"]


class Commands:
    """The registered commands, global (scope "") and per server."""

    def __init__(self, state: DiscordState) -> None:
        self.state = state
        self.scopes: dict[str, dict[str, Json]] = {"": {}}
        self._created: defaultdict[str, deque[float]] = defaultdict(
            deque
        )  # times of creation, by scope
        for scope, saved in state.loaded("commands").items():
            self.scopes[scope] = {command["id"]: command for command in saved}

    def all(self) -> list[Json]:
        """Return every command."""
        return [command for scope in self.scopes.values() for command in scope.values()]

    def listing(self, scope: str) -> list[Json]:
        """Return the commands of one scope."""
        return list(self._scope(scope).values())

    def get(self, command_id: str) -> Json:
        """Return a command by its id, or raise 10063."""
        for scope in self.scopes.values():
            if command_id in scope:
                return scope[command_id]
        raise Refusal(10063)

    def replace(self, scope: str, definitions: Any) -> list[Json]:
        """Register exactly these commands; those of known names keep their ids."""
        require(listing(self._check, 0, GLOBAL_LIMIT), definitions)
        form = Form()
        names = [_key(definition) for definition in definitions]
        for index, name in enumerate(names):
            if name in names[:index]:
                form.complain(
                    (index, "name"), "APPLICATION_COMMANDS_DUPLICATE_NAME", "Name is not unique"
                )
        form.raise_complaints()
        made = self._register(scope, definitions)
        self.scopes[scope] = {command["id"]: command for command in made}
        self._save(scope)
        return made

    def put(self, scope: str, definition: Any) -> Json:
        """Add a command, or replace the one of the same name."""
        require(self._check, definition)
        (command,) = self._register(scope, [definition])
        self._scope(scope)[command["id"]] = command
        self._save(scope)
        return command

    def delete(self, scope: str, command_id: str) -> None:
        """Delete a command, or raise 10063."""
        if self._scope(scope).pop(command_id, None) is None:
            raise Refusal(10063)
        self._save(scope)

    def _register(self, scope: str, definitions: list[Json]) -> list[Json]:
        """Build checked commands; those of known names keep their ids, the others are counted."""
        known = {_key(command): command["id"] for command in self._scope(scope).values()}
        self._count_creates(scope, len({*map(_key, definitions)} - known.keys()))
        return [self._build(scope, each, known.get(_key(each))) for each in definitions]

    def _count_creates(self, scope: str, creates: int) -> None:
        """Count new commands against a scope's daily limit, or raise 30034."""
        now = self.state.clock.now()
        created = self._created[scope]
        while created and created[0] <= now - DAY:
            created.popleft()
        if len(created) + creates > CREATES_A_DAY:
            raise Refusal(30034)
        created.extend([now] * creates)

    def _check(self, form: Form, path: Path, definition: Any) -> None:
        """Check a definition, and that the application supports its installation types."""
        check_command(form, path, definition)
        if form.complaints:
            return
        wanted = set(definition.get("integration_types") or ())
        if wanted - set(self.state.installs):
            where = (*path, "integration_types")
            form.complain(where, "BASE_TYPE_CHOICES", "The application does not support it.")

    def _save(self, scope: str) -> None:
        self.state.save("commands", scope, self.listing(scope))

    def _scope(self, scope: str) -> dict[str, Json]:
        if scope and scope not in self.state.guilds:
            raise Refusal(10004)
        return self.scopes.setdefault(scope, {})

    def _build(self, scope: str, definition: Json, command_id: str | None) -> Json:
        bits = definition.get("default_member_permissions")
        command: Json = {
            "type": 1,
            "description": "",
            "options": [],
            "nsfw": False,
            "contexts": None,
            "integration_types": list(self.state.installs),
            "dm_permission": True,
            **{name: value for name, value in definition.items() if value is not None},
            "id": command_id or self.state.clock.snowflake(),
            "application_id": self.state.bot_id,
            "version": self.state.clock.snowflake(),
            "default_member_permissions": None if bits is None else str(bits),
        }
        if scope:
            command["guild_id"] = scope
        return command
