"""What a user chooses for themselves."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from discord import app_commands

from bot.app import FortyTwo
from bot.presenter import (
    BOARDS,
    CONFIRM,
    DMS,
    FORCED,
    OFF,
    ON,
    PICTURES,
    Message,
    Verb,
    settings_screen,
)
from bot.publisher.answers import Answer
from bot.publisher.component_router import Click
from bot.publisher.ports import Preferences

from .context import Cog, Interaction, chosen

STATES = {ON: True, OFF: False}
FIELDS = {
    DMS: "dms",
    PICTURES: "pictures",
    CONFIRM: "asks_first",
    FORCED: "plays_forced",
    BOARDS: "on_boards",
}
"""What each setting is called in `Preferences`."""


class Settings(Cog):
    """A user's settings."""

    def handlers(self) -> Mapping[Verb, Callable[[Click], Awaitable[None]]]:
        """Return the handler of the settings' lists."""
        return {Verb.SETTINGS: self.on_setting}

    async def on_setting(self, click: Click) -> None:
        """Change one setting and show all of them."""
        name, _, value = click.arg.partition("/")
        field = chosen(FIELDS, name)
        publisher = self.services.publisher
        kept = await publisher.choose(click.user_id, **{field: chosen(STATES, value)})
        if name == FORCED:
            await self.services.tables.forced_plays.follow(click.user_id)
        await publisher.show(click.answer, self._screen(click.answer, kept), in_place=True)

    @app_commands.command(description="Your dominoes, your panel, leaderboards: you choose")
    async def settings(self, interaction: Interaction) -> None:
        """Show the user's settings."""

        async def work(answer: Answer) -> None:
            kept = await self.services.preferences.preferences(answer.user_id)
            await self.services.publisher.show(answer, self._screen(answer, kept))

        await self.run(interaction, work)

    def _screen(self, answer: Answer, kept: Preferences) -> Message:
        now = {name: ON if getattr(kept, field) else OFF for name, field in FIELDS.items()}
        return settings_screen(now, self.context(answer.interaction))


async def setup(bot: FortyTwo) -> None:
    """Load the cog."""
    await bot.add_cog(Settings(bot))
