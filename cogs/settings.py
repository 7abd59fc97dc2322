"""What a user chooses for themselves."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace

from discord import app_commands

from bot.app import FortyTwo
from bot.presenter import BOARDS, DMS, OFF, ON, PICTURES, Message, Verb, settings_screen
from bot.publisher.answers import Answer
from bot.publisher.component_router import Click

from .context import Cog, Interaction, chosen

STATES = {ON: True, OFF: False}


class Settings(Cog):
    """A user's settings."""

    def handlers(self) -> Mapping[Verb, Callable[[Click], Awaitable[None]]]:
        """Return the handler of the settings' buttons."""
        return {Verb.SETTINGS: self.on_setting}

    async def on_setting(self, click: Click) -> None:
        """Change one setting and show all of them."""
        name, _, state = click.arg.partition("/")
        change = chosen({DMS: self._dms, PICTURES: self._pictures, BOARDS: self._boards}, name)
        await change(click.user_id, chosen(STATES, state))
        message = await self._screen(click.answer)
        await self.services.publisher.show(click.answer, message, in_place=True)

    @app_commands.command(description="Dominoes by DM, pictures, leaderboards: your choice")
    async def settings(self, interaction: Interaction) -> None:
        """Show the user's settings."""

        async def work(answer: Answer) -> None:
            await self.services.publisher.show(answer, await self._screen(answer))

        await self.run(interaction, work)

    async def _screen(self, answer: Answer) -> Message:
        found = await self.services.preferences.preferences(answer.user_id)
        now = {DMS: found.dms, PICTURES: found.pictures, BOARDS: found.on_boards}
        return settings_screen(now, self.context(answer.interaction))

    async def _dms(self, user_id: int, wanted: bool) -> None:
        preferences = self.services.preferences
        found = await preferences.preferences(user_id)
        await preferences.save_preferences(replace(found, dms=wanted))

    async def _pictures(self, user_id: int, wanted: bool) -> None:
        await self.services.publisher.choose_pictures(user_id, wanted=wanted)

    async def _boards(self, user_id: int, wanted: bool) -> None:
        await self.services.stats.set_on_boards(user_id, on_boards=wanted)


async def setup(bot: FortyTwo) -> None:
    """Load the cog."""
    await bot.add_cog(Settings(bot))
