"""The application's settings in the Developer Portal, and its registered commands."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from importlib import import_module
from typing import Any, cast

import discord
from discord.ext import commands
from discord.http import Route

from bot.app import COGS
from bot.cli.live.expectations import Expectation, Experiment, Observation
from bot.cli.live.trial import SkipStep, Trial

GUILD_INSTALL = 0
CONTEXTS = {0, 1}  # a server, the bot's own direct messages
_PRIVILEGED = ("gateway_presence", "gateway_guild_members", "gateway_message_content")
MOST_NAMED = 5

_INSTALLS = Expectation(
    "where the bot can be installed",
    "in servers only",
    "In the Developer Portal, under Installation, untick User Install. People who install the bot "
    "for themselves see its commands where it can't post.",
)
_GATEWAY = Expectation(
    "how presses reach the bot",
    "over its connection: there is no Interactions Endpoint URL",
    "In the Developer Portal, under General Information, clear Interactions Endpoint URL. With "
    "one, no press and no command reaches the bot.",
)
_INTENTS = Expectation(
    "the application's flags",
    "no privileged intent",
    "In the Developer Portal, under Bot, turn the privileged intents off. The bot needs none, and "
    "from 10,000 users on Discord reviews them.",
)
_COMMANDS = Expectation(
    "the commands that Discord has stored",
    "this version's, for servers and the bot's own DMs",
    "Start the bot once to store its commands. If that doesn't help, look for “commands” in "
    "CHANGELOG.md.",
)


async def _check_setup(trial: Trial) -> AsyncGenerator[Observation, None]:
    found = await trial.client.http.request(Route("GET", "/applications/@me"))
    installs = {int(kind) for kind in found.get("integration_types_config") or {}}
    told = {0: "servers", 1: "users"}
    yield Observation(
        installs <= {GUILD_INSTALL},
        " and ".join(told.get(kind, str(kind)) for kind in sorted(installs)) or "not set",
    )
    address = found.get("interactions_endpoint_url")
    yield Observation(not address, "there is one" if address else "there is none")
    flags = discord.ApplicationFlags()
    flags.value = found.get("flags") or 0
    names = sorted(name for name, is_set in flags if is_set)
    privileged = [name for name in names if name.startswith(_PRIVILEGED)]
    yield Observation(not privileged, ", ".join(names) or "none")


async def _check_commands(trial: Trial) -> AsyncGenerator[Observation, None]:
    application = cast("int", trial.client.application_id)
    stored = await trial.client.http.get_global_commands(application)
    if not stored:
        raise SkipStep("no commands are stored yet: start the bot once")
    kept = {each["name"]: each for each in stored}
    wanted = _names()
    wrong = [f"{name} is missing" for name in sorted(wanted - kept.keys())]
    wrong += [f"{name} is another version's" for name in sorted(kept.keys() - wanted)]
    wrong += [f"{name} is offered elsewhere" for name in sorted(kept) if not _fits(kept[name])]
    rest = f" and {len(wrong) - MOST_NAMED} more" if len(wrong) > MOST_NAMED else ""
    yield Observation(not wrong, ", ".join(wrong[:MOST_NAMED]) + rest or f"all {len(kept)} of them")


def _names() -> set[str]:
    """Return the names of this version's commands."""
    members = [each for name in COGS for each in vars(import_module(name)).values()]
    cogs = [each for each in members if isinstance(each, type) and issubclass(each, commands.Cog)]
    return {command.name for cog in cogs for command in cog.__cog_app_commands__}


def _fits(command: Mapping[str, Any]) -> bool:
    contexts = command.get("contexts")
    installs = command.get("integration_types") or [GUILD_INSTALL]
    return contexts is not None and set(contexts) <= CONTEXTS and installs == [GUILD_INSTALL]


EXPERIMENTS = (
    Experiment((_INSTALLS, _GATEWAY, _INTENTS), _check_setup),
    Experiment((_COMMANDS,), _check_commands),
)
