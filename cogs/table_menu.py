"""The table's menu, "Table…": the game, the computers, the pace, and removing a player."""

from __future__ import annotations

from functools import partial

from bot.app import FortyTwo
from bot.presenter.rules.help import LEVELS
from bot.presenter.rules.screen import rules_screen
from bot.presenter.table.menu import players_page, table_menu
from bot.presenter.words.ids import Verb
from bot.publisher.component_router import Click
from bot.tables.errors import UnknownButton
from bot.tables.model import Status
from bot.tables.views import Progress, TableView
from bot.values.pace import Pace

from .context import Cog, chosen, is_manager, on

AT_LEVEL = {level: level for level in LEVELS}
PACES = {pace.value: pace for pace in Pace}
SWITCH = {"on": True, "off": False}
OF_PLAYERS = frozenset(
    {Verb.REMOVE, Verb.TRADE_SEATS, Verb.DRAW_PARTNERS, Verb.CHANGE_PARTNERS, Verb.LEVEL}
)
"""What the page of players changes, after a game."""


class TableMenu(Cog):
    """The menu of a table, for the people seated there and the server's managers."""

    @on(Verb.MENU)
    async def on_menu(self, click: Click) -> None:
        """Show the table's menu; to a watcher, its rules."""
        table = await self.services.tables.view(click.table_id)
        manager = is_manager(click.answer.interaction)
        if table.held_by(click.user_id) is None and not manager:
            await self.show(click.answer, rules_screen, table)
            return
        await self._show_menu(click, table)

    @on(Verb.GAME)
    async def on_game(self, click: Click) -> None:
        """Change the game of the table, or its next game, with the server's usual rules."""
        interaction = click.answer.interaction
        asked = await self.rules_asked(interaction, click.arg, None, "")
        progress = await self.services.tables.game_choice.change(
            click.table_id, click.user_id, asked.game, asked.rules, asked.best_of
        )
        await self._show_menu(click, progress.after)

    @on(
        Verb.REMOVE,
        Verb.TRADE_SEATS,
        Verb.DRAW_PARTNERS,
        Verb.CHANGE_PARTNERS,
        Verb.PACE,
        Verb.SCORE_WORD,
        Verb.HINTS,
        Verb.LEVEL,
    )
    async def on_change(self, click: Click) -> None:
        """Change something at the table, and show the menu or the page of players again."""
        progress = await self._change(click)
        if click.verb in OF_PLAYERS:
            await self._show_players(click, progress.after)
        else:
            await self._show_menu(click, progress.after)

    async def _change(self, click: Click) -> Progress:
        tables = self.services.tables
        table_id = click.table_id
        user_id = click.user_id
        match click.verb:
            case Verb.REMOVE:
                return await tables.computers.remove(table_id, user_id, click.number)
            case Verb.TRADE_SEATS:
                one, other = _two_seats(click.arg)
                return await tables.game_choice.trade_seats(table_id, user_id, one, other)
            case Verb.DRAW_PARTNERS:
                wanted = chosen(SWITCH, click.arg)
                return await tables.game_choice.draw_partners(table_id, user_id, on=wanted)
            case Verb.CHANGE_PARTNERS:
                wanted = chosen(SWITCH, click.arg)
                return await tables.game_choice.change_partners(table_id, user_id, on=wanted)
            case Verb.PACE:
                return await tables.set_pace(table_id, user_id, chosen(PACES, click.arg))
            case Verb.SCORE_WORD:
                word = chosen({word: word for word in self.services.score_words}, click.arg)
                return await tables.house_rules.set_score_word(table_id, user_id, word)
            case Verb.HINTS:
                wanted = chosen(SWITCH, click.arg)
                return await tables.house_rules.set_hints(table_id, user_id, on=wanted)
            case _:
                level = chosen(AT_LEVEL, click.arg)
                return await tables.computers.set_level(table_id, user_id, level)

    @on(Verb.PLAYERS)
    async def on_players(self, click: Click) -> None:
        """Show the host who plays the next game."""
        await self._show_players(click, await self.services.tables.view(click.table_id))

    async def _show_players(self, click: Click, table: TableView) -> None:
        """Show the page of players; to others, or once a game has begun, the menu."""
        if table.status is Status.FINISHED and table.may_set_rules(click.user_id):
            await self.show(click.answer, players_page, table, click.user_id, in_place=True)
        else:
            await self._show_menu(click, table)

    async def _show_menu(self, click: Click, table: TableView) -> None:
        interaction = click.answer.interaction
        known = await self.services.presets.offered(interaction.guild_id)
        own = await self.services.tables.panel(click.table_id, click.user_id)
        menu = partial(
            table_menu,
            manager=is_manager(interaction),
            score_words=self.services.score_words,
            presets=known.of_server,
            code=own.code,
        )
        await self.show(click.answer, menu, table, click.user_id, in_place=True)


def _two_seats(arg: str) -> tuple[int, int]:
    """Read two seats. Raises UnknownButton."""
    one, _, other = arg.partition("-")
    if not (one.isdecimal() and other.isdecimal()):
        raise UnknownButton
    return int(one), int(other)


async def setup(bot: FortyTwo) -> None:
    """Load the cog."""
    await bot.add_cog(TableMenu(bot))
