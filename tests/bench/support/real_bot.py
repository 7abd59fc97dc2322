"""The real bot, with parts of the publisher that can be switched off between measurements."""

from __future__ import annotations

import asyncio

from bot.publisher.screens.board import Board
from bot.runtime.composition import compose_bot
from bot.runtime.interpreter import tune_interpreter
from bot.runtime.settings import Settings
from bot.tables.limits import RateLimits
from tests.bench.support.child import serve


class Switches:
    """What the publisher does in the background: everything, people only, or nothing."""

    def __init__(self, publisher: object) -> None:
        self._publisher = publisher
        self._publish = publisher.publish
        self._show = Board.show

    def answers(self) -> None:
        """Answer clicks and do nothing else."""
        self._publisher.publish = lambda _progress: None

    def people(self) -> None:
        """Update the panels of the people in turn, but no boards."""

        async def shown(_board: Board, _table: object) -> None:
            return

        self._publisher.publish = self._publish
        Board.show = shown

    def everything(self) -> None:
        """Do everything that the bot does."""
        self._publisher.publish = self._publish
        Board.show = self._show


async def main() -> None:
    """Serve until standard input closes."""
    settings = Settings(_env_file=None)
    # One server opens in a minute what others open in a week, and presses as fast.
    RateLimits.take = lambda *_: None
    async with compose_bot(settings) as bot:
        switches = Switches(bot.services.publisher)
        running = asyncio.create_task(bot.start(settings.discord_token.get_secret_value()))
        await bot.ready.wait()
        tune_interpreter()
        await serve(
            {
                "answers": switches.answers,
                "people": switches.people,
                "everything": switches.everything,
            }
        )
        await bot.close()
        await running


if __name__ == "__main__":
    asyncio.run(main())
