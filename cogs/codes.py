"""Codes: sitting down at a friend's table by its code, and a new one."""

from __future__ import annotations

from discord import app_commands

from bot.app import FortyTwo
from bot.presenter.table.seat_refusals import ANYWAY
from bot.presenter.words.ids import ComponentId, Verb
from bot.publisher.component_router import Click
from bot.publisher.keeper.answers import Answer, name_of
from bot.values.table_codes import read_code

from .shared.context import Cog, answering, on
from .shared.opening import save_direct

LONGEST = 20
"""Letters of a code, with what people type between them."""


class CodesCog(Cog):
    """The command that seats a user by a code, and the button for a new one."""

    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.command(description="Sit down at a friend's table with its code")
    @app_commands.describe(code="The five letters that your friend gave you")
    @answering
    async def join(self, answer: Answer, code: app_commands.Range[str, 1, LONGEST]) -> None:
        """Take a seat at the table with a code."""
        if (read := read_code(code)) is not None:
            answer.again = ComponentId(Verb.JOIN, arg=read)
        await self._join(answer, code, anyway=False)

    @on(Verb.JOIN)
    async def on_join(self, click: Click) -> None:
        """Take a seat at the table with the code in the argument, after a refusal."""
        code, _, anyway = click.arg.partition("/")
        await self._join(click.answer, code, anyway=anyway == ANYWAY)

    @on(Verb.NEW_CODE)
    async def on_new_code(self, click: Click) -> None:
        """Give the table a new code, and show the menu with it."""
        await self.services.tables.codes.change(click.table_id, click.user_id)
        await self.bot.router.repeat(click, ComponentId(Verb.MENU, click.table_id))

    async def _join(self, answer: Answer, code: str, *, anyway: bool) -> None:
        user = answer.interaction.user
        await save_direct(self.services, answer.interaction)
        progress = await self.services.tables.join(code, user.id, name_of(user), anyway=anyway)
        answer.table_id = progress.after.table_id
        await self.services.publisher.answer(answer, progress)


async def setup(bot: FortyTwo) -> None:
    """Load the cog."""
    await bot.add_cog(CodesCog(bot))
