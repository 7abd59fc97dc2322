"""The command `run`: the bot on Discord until it is stopped."""

from __future__ import annotations

import argparse
import asyncio
import logging
from threading import Event

from bot.cli import FAILED, MISUSED, OK, complain_at_start
from bot.cli.parser import Runner, describe
from bot.runtime.errors import SettingsError, StartError, Unreachable
from bot.runtime.interpreter import keep_imports
from bot.runtime.log_setup import Redaction, set_up_log
from bot.runtime.serving import run_bot
from bot.runtime.settings import load_settings
from bot.store import BadDatabaseUrl, DatabaseInUse, UnknownSchema
from bot.store.host.running_bots import announce
from bot.tables.sharing.leases import ShardsDiffer

_LOG = logging.getLogger(__name__)


def configure(parser: argparse.ArgumentParser) -> Runner:
    """Add the options of `run` and return its runner."""
    describe(parser, "Run the bot on Discord until it is stopped.", "run")
    parser.add_argument(
        "--hold",
        action="store_true",
        help="after a mistake that a restart does not fix (status 2), wait to be stopped, for "
        "hosts that restart the bot whatever its status",
    )
    return run


def run(options: argparse.Namespace) -> int:
    """Run the bot; return the exit status."""
    try:
        status = _run()
    except StartError as error:
        complain_at_start(str(error))
        status = FAILED if isinstance(error, Unreachable) else MISUSED
    if status == MISUSED and options.hold:
        complain_at_start("waiting to be stopped, since a restart would not help (--hold)")
        Event().wait()
    return status


def _run() -> int:
    settings = load_settings()
    if settings.discord_token is None:
        raise SettingsError("DISCORD_TOKEN: set it in .env to run the bot on Discord")
    keep_imports()
    set_up_log(settings.log_level, settings.log_format, settings.secrets)
    try:
        with announce(settings.database):
            asyncio.run(run_bot(settings))
    except (BadDatabaseUrl, DatabaseInUse, UnknownSchema) as error:
        complain_at_start(str(error))
        return MISUSED
    except ShardsDiffer as error:
        complain_at_start(str(error))
        return FAILED
    except Unreachable as error:  # it may quote secrets in other programs' errors
        complain_at_start(Redaction(settings.secrets)(str(error)))
        return FAILED
    except StartError:
        raise
    except Exception:  # noqa: BLE001 - the log shows any bug as LOG_FORMAT says, without secrets
        _LOG.critical("the bot failed and is stopping", exc_info=True)
        return FAILED
    return OK
