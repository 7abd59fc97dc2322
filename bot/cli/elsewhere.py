"""Warns if this machine's bot runs on another database than the one a command works on."""

from __future__ import annotations

from bot.cli import complain
from bot.runtime.settings import Settings
from bot.store import BadDatabaseUrl
from bot.store.host.running_bots import database_key, running_bots


def other_bot_warning(settings: Settings) -> str | None:
    """Name the database of this machine's bot; None if it is the command's, or none runs."""
    try:
        own = database_key(settings.database)
    except BadDatabaseUrl:  # the command reports it when it opens the database
        return None
    bots = running_bots()
    if not bots or any(bot.database == own for bot in bots):
        return None
    return (
        f"a bot is running on {bots[0].database} (process {bots[0].pid}), but this command uses "
        f"{own}; set DATA_DIR or DATABASE_URL to what that bot uses"
    )


def warn_if_elsewhere(settings: Settings, command: str) -> None:
    """Print one line if this machine's bot runs on another database."""
    warning = other_bot_warning(settings)
    if warning is not None:
        complain(warning, command)
