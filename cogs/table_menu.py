"""A table's status, rules and menu, "Table…": the game, the computers, the pace, who leaves."""

from __future__ import annotations

from functools import partial

from bot.app import FortyTwo
from bot.presenter.rules.help import LEVELS
from bot.presenter.rules.screen import rules_screen
from bot.presenter.table.answers import table_status
from bot.presenter.table.menu import players_page, table_menu
from bot.presenter.table.notices import table_opened
from bot.presenter.words.ids import Verb
from bot.publisher.component_router import Click
from bot.tables.company.errors import NoPrivateThread
from bot.tables.errors import NoThread, UnknownButton
from bot.tables.model import Status
from bot.tables.views import Progress, TableView
from bot.values.pace import Pace

from .shared.context import Cog, chosen, is_manager, on, page_in
from .shared.opening import open_private_thread

AT_LEVEL = {level: level for level in LEVELS}
PACES = {pace.value: pace for pace in Pace}
SWITCH = {"on": True, "off": False}
OF_PLAYERS = frozenset(
    {Verb.REMOVE, Verb.TRADE_SEATS, Verb.DRAW_PARTNERS, Verb.CHANGE_PARTNERS, Verb.LEVEL}
)
"""What the page of players changes, after a game."""


class TableMenu(Cog):
    """A table's pages, and its menu for the people seated there and the server's managers."""

    @on(Verb.TABLE)
    async def on_table(self, click: Click) -> None:
        """Show the status of a table."""
        table = await self.services.tables.view(click.table_id)
        await self.show(click.answer, table_status, table)

    @on(Verb.RULES)
    async def on_rules(self, click: Click) -> None:
        """Show a page of a table's rules."""
        table = await self.services.tables.view(click.table_id)
        manager = is_manager(click.answer.interaction)
        screen = partial(rules_screen, page=page_in(click.arg), manager=manager)
        await self.show(click.answer, screen, table, in_place=bool(click.arg))

    @on(Verb.MENU)
    async def on_menu(self, click: Click) -> None:
        """Show the table's menu; to a watcher, its rules."""
        table = await self.services.tables.view(click.table_id)
        manager = is_manager(click.answer.interaction)
        if table.held_by(click.user_id) is None and not manager:
            tells = partial(rules_screen, tells=table.place is not None)
            await self.show(click.answer, tells, table)
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
        if progress.after.table_id != click.table_id:
            messages = self.services.invitation_messages
            is_admitted = self.services.tables.private.is_admitted
            await messages.follow(click.table_id, progress.after, click.user_id, is_admitted)

    @on(
        Verb.REMOVE,
        Verb.TRADE_SEATS,
        Verb.DRAW_PARTNERS,
        Verb.CHANGE_PARTNERS,
        Verb.PACE,
        Verb.SCORE_WORD,
        Verb.HINTS,
        Verb.KEEP_HANDS,
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
            case Verb.KEEP_HANDS:
                wanted = chosen(SWITCH, click.arg)
                return await tables.house_rules.set_keeps_hands(table_id, user_id, on=wanted)
            case _:
                level = chosen(AT_LEVEL, click.arg)
                return await tables.computers.set_level(table_id, user_id, level)

    @on(Verb.MAKE_PRIVATE)
    async def on_make_private(self, click: Click) -> None:
        """Make a lobby private: it moves to a private thread, with the people who sit there."""
        private = self.services.tables.private
        await private.require_makeable(click.table_id, click.user_id)
        table = await self.services.tables.view(click.table_id)
        if table.private:  # by an earlier press
            await self._show_menu(click, table)
            return
        try:
            place = await open_private_thread(self.services, click.answer.interaction)
        except NoThread as refusal:
            raise NoPrivateThread(refusal) from refusal
        progress = await private.make_private(click.table_id, click.user_id, place.channel_id)
        await self.show(click.answer, table_opened, progress.after)

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
        settings = await self.services.servers.server_settings(interaction.guild_id or 0)
        guild = interaction.guild
        role = guild.get_role(settings.players_role or 0) if guild else None
        own = await self.services.tables.panel(click.table_id, click.user_id)
        menu = partial(
            table_menu,
            manager=is_manager(interaction),
            score_words=self.services.score_words,
            presets=known.of_server,
            calls_role=role is not None,
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
