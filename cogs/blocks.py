"""Blocks: whom people keep away from the tables that they host."""

from __future__ import annotations

from functools import partial

import discord
from discord import app_commands

from bot.app import FortyTwo
from bot.presenter.people.blocks import blocked_screen, blocks_screen, said_unblocked
from bot.presenter.words.ids import Verb
from bot.publisher.component_router import Click
from bot.publisher.keeper.answers import Answer, name_of
from bot.tables.company.errors import NotBlockable
from bot.tables.errors import UnknownButton

from .shared.context import Cog, answering, on, page_in


class BlocksCog(Cog):
    """The list of a user's blocks, and the command that blocks somebody."""

    @on(Verb.BLOCKS)
    async def on_blocks(self, click: Click) -> None:
        """Show a page of the people whom the user has blocked."""
        await self._show(click.answer, page=page_in(click.arg), in_place=bool(click.arg))

    @on(Verb.UNBLOCK)
    async def on_unblock(self, click: Click) -> None:
        """Unblock a person, and show who is left."""
        if not click.arg.isdecimal():
            raise UnknownButton
        await self.services.tables.blocks.unblock(click.user_id, int(click.arg))
        said = said_unblocked(self.context(click.answer.interaction))
        await self._show(click.answer, said=said, in_place=True)

    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.command(description="Keep somebody away from your tables, or list your blocks")
    @app_commands.describe(person="Who to block; your list of blocks if left out")
    @answering
    async def block(self, answer: Answer, person: discord.User | None = None) -> None:
        """Block a person, or show the user's blocks."""
        if person is None:
            await self._show(answer)
            return
        if person.bot:
            raise NotBlockable
        await self.services.tables.blocks.block(answer.user_id, person.id)
        await self.show(answer, partial(blocked_screen, person.id, name_of(person)))
        await self._hide_threads(answer.user_id, person.id)

    async def _hide_threads(self, user_id: int, other_id: int) -> None:
        """Take a person out of the threads of private tables that the user hosts."""
        tables = self.services.tables
        for table in await tables.tables_of(user_id):
            if table.private and table.host_id == user_id:
                progress = await tables.look(table.table_id, user_id)
                await self.services.publisher.dismiss(progress, other_id)

    async def _show(
        self, answer: Answer, *, page: int = 1, said: str = "", in_place: bool = False
    ) -> None:
        blocked = await self.services.tables.blocks.blocked_by(answer.user_id)
        screen = partial(blocks_screen, page=page, said=said)
        await self.show(answer, screen, blocked, in_place=in_place)


async def setup(bot: FortyTwo) -> None:
    """Load the cog."""
    await bot.add_cog(BlocksCog(bot))
