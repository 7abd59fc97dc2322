"""The table's menu, "Table…": the game, the computers, the pace, and removing a player."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from bot.app import FortyTwo
from bot.presenter.rules.help import LEVELS
from bot.presenter.rules.screen import rules_screen
from bot.presenter.table.menu import table_menu
from bot.presenter.words.ids import Verb
from bot.publisher.component_router import Click
from bot.tables.views import Progress, TableView
from bot.values.pace import Pace

from .context import Cog, chosen, is_manager

AT_LEVEL = {level: level for level in LEVELS}
PACES = {pace.value: pace for pace in Pace}
SWITCH = {"on": True, "off": False}


class TableMenu(Cog):
    """The menu of a table, for the people seated there and the server's managers."""

    def handlers(self) -> Mapping[Verb, Callable[[Click], Awaitable[None]]]:
        """Map verbs to the handlers of the menu."""
        tables = self.services.tables
        return {
            Verb.MENU: self.on_menu,
            Verb.GAME: self.on_game,
            Verb.REMOVE: self._in_menu(
                lambda c: tables.computers.remove(c.table_id, c.user_id, c.number)
            ),
            Verb.DRAW_PARTNERS: self._in_menu(
                lambda c: tables.game_choice.draw_partners(
                    c.table_id, c.user_id, on=chosen(SWITCH, c.arg)
                )
            ),
            Verb.CHANGE_PARTNERS: self._in_menu(
                lambda c: tables.game_choice.change_partners(
                    c.table_id, c.user_id, on=chosen(SWITCH, c.arg)
                )
            ),
            Verb.PACE: self._in_menu(
                lambda c: tables.set_pace(c.table_id, c.user_id, chosen(PACES, c.arg))
            ),
            Verb.SCORE_WORD: self._in_menu(
                lambda c: tables.house_rules.set_score_word(
                    c.table_id, c.user_id, chosen(self._score_words, c.arg)
                )
            ),
            Verb.LEVEL: self._in_menu(
                lambda c: tables.computers.set_level(c.table_id, c.user_id, chosen(AT_LEVEL, c.arg))
            ),
        }

    @property
    def _score_words(self) -> Mapping[str, str]:
        return {word: word for word in self.services.score_words}

    def _in_menu(
        self, act: Callable[[Click], Awaitable[Progress]]
    ) -> Callable[[Click], Awaitable[None]]:
        """Build a button handler that runs `act` and shows the menu again."""

        async def handler(click: Click) -> None:
            progress = await act(click)
            await self._show_menu(click, progress.after)

        return handler

    async def on_menu(self, click: Click) -> None:
        """Show the table's menu; to a watcher, its rules."""
        table = await self.services.tables.view(click.table_id)
        manager = is_manager(click.answer.interaction)
        if table.held_by(click.user_id) is None and not manager:
            rules = rules_screen(table, self.context(click.answer.interaction))
            await self.services.publisher.show(click.answer, rules)
            return
        await self._show_menu(click, table)

    async def on_game(self, click: Click) -> None:
        """Change the game of the table, or its next game, with the server's usual rules."""
        interaction = click.answer.interaction
        game, rules = await self.rules_asked(interaction, click.arg, None, "")
        progress = await self.services.tables.game_choice.change(
            click.table_id, click.user_id, game, rules
        )
        await self._show_menu(click, progress.after)

    async def _show_menu(self, click: Click, table: TableView) -> None:
        interaction = click.answer.interaction
        message = table_menu(
            table,
            click.user_id,
            self.context(interaction),
            manager=is_manager(interaction),
            score_words=self.services.score_words,
        )
        await self.services.publisher.show(click.answer, message, in_place=True)


async def setup(bot: FortyTwo) -> None:
    """Load the cog."""
    await bot.add_cog(TableMenu(bot))
