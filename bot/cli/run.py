"""The command `run`: the bot on Discord until it is stopped."""

from __future__ import annotations

import argparse
import asyncio

import aiohttp
import discord

from bot.cli import FAILED, MISUSED, OK, complain
from bot.cli.parser import Runner, describe
from bot.runtime.composition import run_bot
from bot.runtime.errors import SettingsError
from bot.runtime.log_setup import Redaction, set_up_log
from bot.runtime.settings import load_settings
from bot.store import BadDatabaseUrl, DatabaseInUse, NewerSchema
from bot.tables.sharing.leases import ShardsDiffer


def configure(parser: argparse.ArgumentParser) -> Runner:
    """Declare the options of `run`; return what runs it."""
    describe(parser, "Run the bot on Discord until it is stopped.", "run")
    return run


def run(_: argparse.Namespace) -> int:
    """Run the bot; return the exit status."""
    settings = load_settings()
    if settings.discord_token is None:
        raise SettingsError("DISCORD_TOKEN: set it in .env to run the bot on Discord")
    set_up_log(settings.log_level, settings.log_format, settings.secrets)
    try:
        asyncio.run(run_bot(settings))
    except discord.LoginFailure:
        complain("Discord refuses DISCORD_TOKEN; copy it again")
        return FAILED
    except (BadDatabaseUrl, DatabaseInUse, NewerSchema) as error:
        complain(str(error))
        return MISUSED
    except ShardsDiffer as error:
        complain(str(error))
        return FAILED
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
        why = " ".join(Redaction(settings.secrets)(str(error) or type(error).__name__).split())
        complain(f"Discord cannot be reached: {why}; check the network and DISCORD_API_BASE")
        return FAILED
    return OK
