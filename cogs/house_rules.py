"""The house-rules screen: players set a table's rules in its lobby, one step at a time."""

from __future__ import annotations

from bot.app import FortyTwo
from bot.library import options_of, parse_options, portable_rules
from bot.presenter.rules.house_rules_screen import (
    DONE,
    MATCH,
    MATCHES,
    house_rules_screen,
    number_form,
)
from bot.presenter.rules.screen import rules_screen
from bot.presenter.words.ids import Verb
from bot.publisher.component_router import Click
from bot.tables.errors import UnknownButton
from bot.tables.model import Status
from bot.tables.views import TableView

from .context import Cog, chosen, on

PRESET = "preset"
GAMES = {str(games): games for games in MATCHES}


class HouseRulesCog(Cog):
    """The house-rules screen of a table in its lobby."""

    @on(Verb.HOUSE)
    async def on_step(self, click: Click) -> None:
        """Show a step of the screen; with `done`, or to a watcher, the list of rules."""
        table = await self.services.tables.view(click.table_id)
        sits = table.seat_of(click.user_id) is not None
        if click.arg == DONE or not sits or table.status is not Status.LOBBY:
            await self.show(click.answer, rules_screen, table, in_place=True)
        else:
            await self._show(click, table, click.arg)

    @on(Verb.SET_RULE)
    async def on_rule(self, click: Click) -> None:
        """Set one rule from its code."""
        table = await self.services.tables.view(click.table_id)
        read = parse_options(table.rules.game.id, click.arg)
        if len(read) != 1:
            raise UnknownButton
        await self._set_rule(click, *read.popitem())

    @on(Verb.SET_PRESET)
    async def on_preset(self, click: Click) -> None:
        """Apply a preset."""
        tables, own = self.services.tables, self.services.host_presets
        game = (await tables.view(click.table_id)).rules.game.id
        rules = portable_rules(game, {PRESET: click.arg}, own)
        progress = await tables.house_rules.set_all(click.table_id, click.user_id, rules)
        await self._show(click, progress.after, PRESET)

    @on(Verb.SET_MATCH)
    async def on_match(self, click: Click) -> None:
        """Set how many games a match is."""
        games = chosen(GAMES, click.arg)
        house_rules = self.services.tables.house_rules
        progress = await house_rules.set_best_of(click.table_id, click.user_id, games)
        await self._show(click, progress.after, MATCH)

    @on(Verb.ASK_NUMBER)
    async def on_ask_number(self, click: Click) -> None:
        """Open the form for a number that the list does not offer."""
        table = await self.services.tables.view(click.table_id)
        option = options_of(table.rules.game.id).get(click.arg)
        if option is None:
            raise UnknownButton
        await self.services.tables.house_rules.require_setter(click.table_id, click.user_id)
        form = number_form(table, option, self.context(click.answer.interaction))
        await self.services.publisher.ask(click.answer, form)

    @on(Verb.NUMBER)
    async def on_number(self, click: Click) -> None:
        """Set the number that was entered in the form."""
        game = (await self.services.tables.view(click.table_id)).rules.game.id
        read = parse_options(game, f"{click.arg}={click.written.strip()}")
        await self._set_rule(click, click.arg, read[click.arg])

    async def _set_rule(self, click: Click, option: str, value: object) -> None:
        """Set a rule and redraw its step."""
        house_rules = self.services.tables.house_rules
        progress = await house_rules.set_rule(click.table_id, click.user_id, option, value)
        await self._show(click, progress.after, option)

    async def _show(self, click: Click, table: TableView, step: str) -> None:
        context = self.context(click.answer.interaction)
        message = house_rules_screen(table, step, context, self.services.host_presets)
        await self.services.publisher.show(click.answer, message, in_place=True)


async def setup(bot: FortyTwo) -> None:
    """Load the cog."""
    await bot.add_cog(HouseRulesCog(bot))
