"""Play now: start a game against computers in one press, or continue the last one."""

from __future__ import annotations

from bot.app import FortyTwo
from bot.presenter.people.settings import OPPONENT_LEVELS
from bot.presenter.table.notices import table_opened
from bot.presenter.words.ids import Verb
from bot.publisher.component_router import Click
from bot.publisher.keeper.answers import Answer
from bot.tables.model import Status
from bot.tables.views import TableView

from .shared.context import Cog, chosen, on
from .shared.opening import HERE, alone_here, open_here, why_no_pictures

FIRST_OPPONENTS = "easy"
"""The level of a newcomer's opponents, until they choose another."""


class PlayNowCog(Cog):
    """The Play now button."""

    @on(Verb.NOW)
    async def on_now(self, click: Click) -> None:
        """Deal the server's default game against computers, or continue the user's last one.

        A newcomer gets the lesson hand first.
        """
        answer = click.answer
        interaction = click.answer.interaction
        tables = self.services.tables
        user_id = interaction.user.id
        last = await alone_here(self.services, interaction)
        if last is not None:
            await self._play_on(answer, last)
            return
        asked = await self.rules_asked(interaction, None, None, "")
        table, _ = await open_here(self.services, interaction, asked, HERE)
        newcomer = not await self.services.preferences.knows_game(user_id, asked.game)
        liked = (await self.services.preferences.preferences(user_id)).opponents
        level = liked or (FIRST_OPPONENTS if newcomer else None)
        progress = await tables.computers.fill_against(table.table_id, user_id, level)
        # Answer before dealing: the panel appears through this interaction.
        await self.services.publisher.done(answer, progress)
        await tables.begin(table.table_id, user_id, newcomer=newcomer)
        if table.place is not None and table.place.channel_id != interaction.channel_id:
            opened = table_opened(table, self.context(interaction))
            await self.services.publisher.show(answer, opened)
        words = why_no_pictures(self.services, interaction, self.context(interaction))
        if words is not None:
            await self.services.publisher.show(answer, words)

    @on(Verb.HARDER)
    async def on_harder(self, click: Click) -> None:
        """Keep how strong the user's opponents shall be, at this table and after Play now."""
        level = chosen(dict(zip(OPPONENT_LEVELS, OPPONENT_LEVELS, strict=True)), click.arg)
        await self.services.publisher.choices.choose(click.user_id, opponents=level)
        progress = await self.services.tables.computers.set_opponents(
            click.table_id, click.user_id, level
        )
        await self.services.publisher.answer(click.answer, progress)

    async def _play_on(self, answer: Answer, table: TableView) -> None:
        """Deal the next hand or game at the user's table, or show the hand in progress."""
        tables = self.services.tables
        publisher = self.services.publisher
        user_id = answer.user_id
        progress = await tables.look(table.table_id, user_id)
        if table.status in (Status.BETWEEN, Status.FINISHED):
            await publisher.done(answer, progress)
            await tables.ready(table.table_id, user_id)
            return
        if table.status is Status.PAUSED:
            progress = await tables.take_back(table.table_id, user_id)
        await publisher.answer(answer, progress)


async def setup(bot: FortyTwo) -> None:
    """Load the cog."""
    await bot.add_cog(PlayNowCog(bot))
