"""The presets of a server: its managers show, rename and delete them."""

from __future__ import annotations

from functools import partial

from bot.app import FortyTwo
from bot.presenter.rules.saved_presets import (
    CONFIRMED,
    DELETE,
    RENAME,
    confirm_preset_deletion,
    preset_screen,
    presets_screen,
    rename_form,
    said_changed,
    said_deleted,
)
from bot.presenter.words.ids import Verb
from bot.publisher.component_router import Click
from bot.tables.errors import UnknownButton

from .shared.context import Cog, on, require_managed_server


class PresetsCog(Cog):
    """The list of a server's presets, and the page of each."""

    @on(Verb.SERVER_PRESETS)
    async def on_presets(self, click: Click) -> None:
        """Show the list or a preset, ask for a name, or delete one after a confirmation."""
        guild_id = require_managed_server(click.answer.interaction)
        presets = self.services.presets
        context = self.context(click.answer.interaction)
        preset_id, _, step = click.arg.partition("/")
        if not preset_id:
            known = await presets.offered(guild_id)
            await self.show(click.answer, presets_screen, known.of_server, in_place=True)
            return
        preset = await presets.find(guild_id, preset_id)
        if step == RENAME:
            await self.services.publisher.ask(click.answer, rename_form(preset, context))
        elif step == DELETE:
            await self.show(click.answer, confirm_preset_deletion, preset, in_place=True)
        elif step == CONFIRMED:
            await presets.remove(guild_id, preset_id)
            left = (await presets.offered(guild_id)).of_server
            screen = partial(presets_screen, said=said_deleted(preset, context))
            await self.show(click.answer, screen, left, in_place=True)
        elif not step:
            await self.show(click.answer, preset_screen, preset, in_place=True)
        else:
            raise UnknownButton

    @on(Verb.RENAME_PRESET)
    async def on_rename(self, click: Click) -> None:
        """Give a preset the name that was entered."""
        guild_id = require_managed_server(click.answer.interaction)
        preset = await self.services.presets.rename(guild_id, click.arg, click.written)
        said = said_changed(self.context(click.answer.interaction))
        await self.show(click.answer, partial(preset_screen, said=said), preset, in_place=True)


async def setup(bot: FortyTwo) -> None:
    """Load the cog."""
    await bot.add_cog(PresetsCog(bot))
