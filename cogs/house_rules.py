"""The house rules of a table: the page of toggles, and the lists of all rules behind it."""

from __future__ import annotations

from functools import partial

from bot.app import FortyTwo
from bot.presenter.rules.house_page import MATCH, OFF, ON, PAGE, TARGET, house_page
from bot.presenter.rules.house_rules import PRESET
from bot.presenter.rules.house_rules_screen import MATCHES, all_rules_screen, number_form
from bot.presenter.rules.saved_presets import preset_screen, said_saved, save_form
from bot.presenter.rules.screen import rules_screen
from bot.presenter.words.ids import Verb
from bot.publisher.component_router import Click
from bot.tables.errors import UnknownButton
from bot.tables.views import Progress, TableView
from texas42.library import options_of, parse_options, toggles_of

from .shared.context import Cog, chosen, is_manager, on, require_managed_server

GAMES = {str(games): games for games in MATCHES}
SWITCH = {ON: True, OFF: False}
OF_PAGE = frozenset({"", PAGE, PRESET})
"""Steps that show the page of toggles; the last is that of earlier versions' messages."""
DONE = "done"
"""Shows the rules, from a button of earlier versions."""


class HouseRulesCog(Cog):
    """The house rules of a table, in its lobby and after a game."""

    @on(Verb.HOUSE)
    async def on_step(self, click: Click) -> None:
        """Show the toggles or a list of rules; to people who can't change them, the rules."""
        table = await self.services.tables.view(click.table_id)
        if click.arg == DONE or not table.may_set_rules(click.user_id):
            screen = partial(rules_screen, manager=is_manager(click.answer.interaction))
            await self.show(click.answer, screen, table, in_place=True)
        else:
            await self._show(click, table, click.arg)

    @on(Verb.TOGGLE)
    async def on_toggle(self, click: Click) -> None:
        """Switch a rule of the page."""
        await self._show(click, (await self._toggle(click)).after)

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
        tables = self.services.tables
        known = await self.services.presets.offered(click.answer.interaction.guild_id)
        game = (await tables.view(click.table_id)).rules.game.id
        asked = known.choose(game, {PRESET: click.arg})
        progress = await tables.house_rules.set_all(
            click.table_id, click.user_id, asked.rules, asked.best_of
        )
        await self._show(click, progress.after)

    @on(Verb.SAVE_PRESET)
    async def on_save(self, click: Click) -> None:
        """Open the form for the name under which a manager saves the rules."""
        require_managed_server(click.answer.interaction)
        table = await self.services.tables.view(click.table_id)
        form = save_form(table, self.context(click.answer.interaction))
        await self.services.publisher.ask(click.answer, form)

    @on(Verb.PRESET_NAME)
    async def on_name(self, click: Click) -> None:
        """Save the rules of the table for the server under the name that was entered."""
        guild_id = require_managed_server(click.answer.interaction)
        table = await self.services.tables.view(click.table_id)
        saving = self.services.presets.save(guild_id, click.written, table.rules_ahead)
        preset, is_new = await saving
        context = self.context(click.answer.interaction)
        said = said_saved(preset, context, is_new=is_new)
        if table.may_set_rules(click.user_id):
            await self._show(click, table, saved=said)
        else:
            await self.show(click.answer, partial(preset_screen, said=said), preset)

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

    async def _toggle(self, click: Click) -> Progress:
        """Set what a button of the page asks for."""
        house_rules = self.services.tables.house_rules
        table_id = click.table_id
        user_id = click.user_id
        name, _, value = click.arg.partition("=")
        if name == MATCH:
            return await house_rules.set_best_of(table_id, user_id, chosen(GAMES, value))
        game = (await self.services.tables.view(table_id)).rules.game.id
        if name == TARGET:
            target = parse_options(game, click.arg)[TARGET]
            return await house_rules.set_rule(table_id, user_id, TARGET, target)
        toggle = chosen(toggles_of(game), name)
        wanted = chosen(SWITCH, value)
        return await house_rules.switch(table_id, user_id, toggle, on=wanted)

    async def _set_rule(self, click: Click, option: str, value: object) -> None:
        """Set a rule and redraw its page."""
        house_rules = self.services.tables.house_rules
        progress = await house_rules.set_rule(click.table_id, click.user_id, option, value)
        await self._show(click, progress.after, option)

    async def _show(self, click: Click, table: TableView, step: str = "", saved: str = "") -> None:
        """Show the page of toggles, or a list of rules; `saved`: what was said of a preset."""
        interaction = click.answer.interaction
        context = self.context(interaction)
        if step in OF_PAGE:
            known = await self.services.presets.offered(interaction.guild_id)
            offered = known.of_game(table.rules_ahead.game.id)
            manager = is_manager(interaction)
            message = house_page(table, context, offered, manager=manager, saved=saved)
        else:
            message = all_rules_screen(table, step, context)
        await self.services.publisher.show(click.answer, message, in_place=True)


async def setup(bot: FortyTwo) -> None:
    """Load the cog."""
    await bot.add_cog(HouseRulesCog(bot))
