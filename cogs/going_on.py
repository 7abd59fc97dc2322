"""Buttons with which a game goes on: the next hand, a seat taken back, somebody's turn."""

from __future__ import annotations

from bot.app import FortyTwo
from bot.presenter.words.ids import Verb
from bot.publisher.component_router import Click

from .shared.context import Cog, on


class GoingOnCog(Cog):
    """The buttons with which a game goes on."""

    @on(Verb.TAKEOVER)
    async def on_takeover(self, click: Click) -> None:
        """Play an absent player's turn by computer."""
        progress = await self.services.tables.takeover(click.table_id, click.user_id)
        await self.services.publisher.answer(click.answer, progress, board_tells=True)

    @on(Verb.READY, Verb.REMATCH)
    async def on_ready(self, click: Click) -> None:
        """Mark the user ready for the next hand; if that deals it, its panel is a new message."""
        publisher = self.services.publisher
        progress = await self.services.tables.ready(click.table_id, click.user_id, click.seq)
        if progress.hand_began:
            await publisher.done(click.answer, progress)
        else:
            await publisher.answer(click.answer, progress, board_tells=True)

    @on(Verb.BACK)
    async def on_back(self, click: Click) -> None:
        """Take the user's seat back from the computer."""
        progress = await self.services.tables.take_back(click.table_id, click.user_id)
        await self.services.publisher.answer(click.answer, progress)

    @on(Verb.SKIP)
    async def on_skip(self, click: Click) -> None:
        """Let computers play without pauses until the user's turn."""
        progress = await self.services.tables.skip(click.table_id, click.user_id)
        await self.services.publisher.answer(click.answer, progress)


async def setup(bot: FortyTwo) -> None:
    """Load the cog."""
    await bot.add_cog(GoingOnCog(bot))
