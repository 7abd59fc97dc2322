"""Tables: opening, seats, starting, moving, closing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import discord
from discord import app_commands

from bot.app import FortyTwo
from bot.library import games
from bot.presenter.rules.help import LEVELS
from bot.presenter.rules.screen import rules_screen
from bot.presenter.table.answers import (
    confirm_close,
    confirm_leave,
    record_file,
    table_list,
    table_status,
)
from bot.presenter.table.menu import pace_changed
from bot.presenter.table.notices import table_opened
from bot.presenter.words.ids import Verb
from bot.publisher.answers import Answer, name_of
from bot.publisher.component_router import Click
from bot.tables.errors import NoSuchTable, RequestKind
from bot.tables.views import Progress, TableView
from bot.values.pace import Pace

from .context import NOT_LIVE, Cog, Interaction, chosen, is_manager
from .opening import THREAD, open_here, require_permissions, require_place, why_no_pictures

YES = "yes"
NOBODY = "none"
COMPUTERS = {**LEVELS, NOBODY: "None: only people play"}
PACES = {pace.value: pace for pace in Pace}


class TablesCog(Cog):
    """Commands and buttons of a table."""

    table = app_commands.Group(name="table", description="Tables of 42", guild_only=True)

    def handlers(self) -> Mapping[Verb, Callable[[Click], Awaitable[None]]]:
        """Map verbs to the handlers of the lobby's and the table's buttons."""
        tables = self.services.tables
        return {
            Verb.SIT: self.on_sit,
            Verb.LEAVE: self.on_leave,
            Verb.START: self._on_board(lambda c: tables.computers.begin(c.table_id, c.user_id)),
            Verb.READY: self.on_ready,
            Verb.REMATCH: self.on_ready,
            Verb.TAKEOVER: self._on_board(lambda c: tables.takeover(c.table_id, c.user_id)),
            Verb.BACK: self.on_back,
            Verb.SKIP: self.on_skip,
            Verb.CLOSE: self.on_close,
            Verb.TABLE: self.on_table,
            Verb.RULES: self.on_rules,
        }

    # Buttons ---------------------------------------------------------------------------------

    def _on_board(
        self, act: Callable[[Click], Awaitable[Progress]]
    ) -> Callable[[Click], Awaitable[None]]:
        """Build a handler whose result appears on the board, or on the panel that was pressed."""

        async def handler(click: Click) -> None:
            progress = await act(click)
            await self.services.publisher.answer(click.answer, progress, board_tells=True)

        return handler

    async def on_sit(self, click: Click) -> None:
        """Take a seat, the one in the argument if given."""
        seat = click.number if click.arg else None
        progress = await self.services.tables.sit(click.table_id, click.user_id, click.name, seat)
        await self.services.publisher.done(click.answer, progress)

    async def on_leave(self, click: Click) -> None:
        """Leave a seat, after a confirmation in mid-game."""
        tables = self.services.tables
        table = await tables.view(click.table_id)
        if click.arg != YES and _leaving_hurts(table, click.user_id):
            context = self.context(click.answer.interaction)
            await self.services.publisher.show(click.answer, confirm_leave(table, context))
            return
        progress = await tables.leave(click.table_id, click.user_id)
        await self.services.publisher.answer(click.answer, progress, board_tells=True)

    async def on_ready(self, click: Click) -> None:
        """Mark the user ready for the next hand; if that deals it, its panel is a new message."""
        publisher = self.services.publisher
        progress = await self.services.tables.ready(click.table_id, click.user_id)
        if progress.hand_began:
            await publisher.done(click.answer, progress)
        else:
            await publisher.answer(click.answer, progress, board_tells=True)

    async def on_back(self, click: Click) -> None:
        """Take the user's seat back from the computer."""
        progress = await self.services.tables.take_back(click.table_id, click.user_id)
        await self.services.publisher.answer(click.answer, progress)

    async def on_skip(self, click: Click) -> None:
        """Let computers play without pauses until the user's turn."""
        progress = await self.services.tables.skip(click.table_id, click.user_id)
        await self.services.publisher.answer(click.answer, progress)

    async def on_close(self, click: Click) -> None:
        """Close a table, after a confirmation in mid-game."""
        tables = self.services.tables
        table = await tables.view(click.table_id)
        context = self.context(click.answer.interaction)
        manager = is_manager(click.answer.interaction)
        if table.view is not None and table.status not in NOT_LIVE and click.arg != YES:
            await tables.require_closer(click.table_id, click.user_id, manager=manager)
            await self.services.publisher.show(click.answer, confirm_close(table, context))
            return
        await tables.close(click.table_id, click.user_id, manager=manager)
        progress = await tables.look(click.table_id, click.user_id)
        await self.services.publisher.answer(click.answer, progress, board_tells=True)

    async def on_table(self, click: Click) -> None:
        """Show the status of a table."""
        table = await self.services.tables.view(click.table_id)
        context = self.context(click.answer.interaction)
        await self.services.publisher.show(click.answer, table_status(table, context))

    async def on_rules(self, click: Click) -> None:
        """Show a table's rules."""
        table = await self.services.tables.view(click.table_id)
        context = self.context(click.answer.interaction)
        await self.services.publisher.show(click.answer, rules_screen(table, context))

    # Commands --------------------------------------------------------------------------------

    @table.command(name="open", description="Open a table here")
    @app_commands.describe(
        game="The game; the usual one of this server if left out",
        preset="House rules",
        options="Your own house rules; pick them from the list while you type",
        where="In this channel, or in a thread of its own",
    )
    @app_commands.choices(
        where=[
            app_commands.Choice(name="in this channel", value="here"),
            app_commands.Choice(name="in a thread", value=THREAD),
        ]
    )
    async def open_table(
        self,
        interaction: Interaction,
        game: str | None = None,
        preset: str | None = None,
        options: str = "",
        where: str = "here",
    ) -> None:
        """Open a table hosted by the user."""

        async def work(answer: Answer) -> None:
            named, rules = await self.rules_asked(interaction, game, preset, options)
            table, no_thread = await open_here(self.services, interaction, named, rules, where)
            context = self.context(interaction)
            opened = table_opened(
                table,
                context,
                no_thread=no_thread,
                no_pictures=why_no_pictures(self.services, interaction, context),
            )
            await self.services.publisher.show(answer, opened)

        await self.run(interaction, work)

    @table.command(description="Sit down at this channel's table")
    @app_commands.describe(seat="Which seat; the first open one if left out")
    async def join(
        self, interaction: Interaction, seat: app_commands.Range[int, 1, 8] | None = None
    ) -> None:
        """Take a seat."""

        async def work(answer: Answer) -> None:
            table_id = await self.table_here(answer)
            user = interaction.user
            wanted = None if seat is None else seat - 1
            progress = await self.services.tables.sit(table_id, user.id, name_of(user), wanted)
            await self.services.publisher.answer(answer, progress)

        await self.run(interaction, work)

    @table.command(description="Leave your seat; in a game a computer takes it")
    async def leave(self, interaction: Interaction) -> None:
        """Leave a seat, after a confirmation in mid-game."""

        async def work(answer: Answer) -> None:
            table = await self.services.tables.view(await self.table_here(answer))
            context = self.context(interaction)
            if _leaving_hurts(table, interaction.user.id):
                await self.services.publisher.show(answer, confirm_leave(table, context))
                return
            progress = await self.services.tables.leave(table.table_id, interaction.user.id)
            await self.services.publisher.answer(answer, progress)

        await self.run(interaction, work)

    @table.command(description="Start the game; computer players fill the empty seats")
    @app_commands.describe(computers="How strong the computer players are, or none")
    @app_commands.choices(
        computers=[app_commands.Choice(name=name, value=level) for level, name in COMPUTERS.items()]
    )
    async def start(self, interaction: Interaction, computers: str = "") -> None:
        """Start the game; by default new computer players get the level of those already seated."""

        async def work(answer: Answer) -> None:
            table_id, user_id = await self.table_here(answer), interaction.user.id
            tables = self.services.tables
            if computers == NOBODY:
                progress = await tables.begin(table_id, user_id)
            else:
                progress = await tables.computers.begin(table_id, user_id, computers)
            await self.services.publisher.answer(answer, progress)

        await self.run(interaction, work)

    @table.command(description="How fast computer players act; for the table's host")
    @app_commands.describe(pace="How fast")
    @app_commands.choices(pace=[app_commands.Choice(name=name, value=name) for name in PACES])
    async def pace(self, interaction: Interaction, pace: str) -> None:
        """Change the pace of this channel's table."""

        async def work(answer: Answer) -> None:
            table_id = await self.table_here(answer)
            progress = await self.services.tables.set_pace(
                table_id, interaction.user.id, chosen(PACES, pace)
            )
            message = pace_changed(progress.after, self.context(interaction))
            await self.services.publisher.show(answer, message)

        await self.run(interaction, work)

    @table.command(description="Show the table again, below the chat")
    async def show(self, interaction: Interaction) -> None:
        """Post the board again."""

        async def work(answer: Answer) -> None:
            table_id = await self.table_here(answer)
            self.require_pace(interaction, RequestKind.BOARD)
            progress = await self.services.tables.look(table_id, interaction.user.id)
            self.services.publisher.post_again(progress)
            await self.services.publisher.show(
                answer, table_status(progress.after, self.context(interaction))
            )

        await self.run(interaction, work)

    @table.command(description="Move the table you host to this channel")
    async def move(self, interaction: Interaction) -> None:
        """Move the user's table to this channel, even if its own channel is gone."""

        async def work(answer: Answer) -> None:
            require_permissions(interaction)
            await require_place(self.services, interaction)
            answer.table_id = await self._mine(interaction)
            self.require_pace(interaction, RequestKind.BOARD)
            mover = None if is_manager(interaction) else interaction.user.id
            channel_id = interaction.channel_id or 0
            table = await self.services.tables.move(answer.table_id, mover, channel_id)
            await self.services.publisher.show(
                answer, table_status(table, self.context(interaction))
            )

        await self.run(interaction, work)

    @table.command(description="See this server's tables")
    async def status(self, interaction: Interaction) -> None:
        """List the server's tables, or show this channel's."""

        async def work(answer: Answer) -> None:
            tables = self.services.tables
            found = await tables.live_tables(guild_id=interaction.guild_id)
            views = [await tables.view(table.table_id) for table in found]
            await self.services.publisher.show(answer, table_list(views, self.context(interaction)))

        await self.run(interaction, work)

    @table.command(name="rules", description="The rules of this channel's table")
    async def table_rules(self, interaction: Interaction) -> None:
        """Show a table's rules."""

        async def work(answer: Answer) -> None:
            table = await self.services.tables.view(await self.table_here(answer))
            await self.services.publisher.show(
                answer, rules_screen(table, self.context(interaction))
            )

        await self.run(interaction, work)

    @table.command(name="record", description="The record of a game at this channel's table")
    @app_commands.describe(game="Which game; the newest if left out")
    async def table_record(
        self, interaction: Interaction, game: app_commands.Range[int, 1, 9999] | None = None
    ) -> None:
        """Send the record of a game."""

        async def work(answer: Answer) -> None:
            archive, table_id = self.services.tables.archive, await self.table_here(answer)
            self.require_pace(interaction, RequestKind.RECORD)
            table, text = await archive.record(table_id, game)
            number = game or table.game_no
            message = record_file(table.number, number, text, self.context(interaction))
            await self.services.publisher.show(answer, message)

        await self.run(interaction, work)

    @table.command(name="close", description="End this channel's table")
    async def close_table(self, interaction: Interaction) -> None:
        """Close a table, after a confirmation in mid-game."""

        async def work(answer: Answer) -> None:
            tables, user_id = self.services.tables, interaction.user.id
            table = await tables.view(await self.table_here(answer))
            context, manager = self.context(interaction), is_manager(interaction)
            if table.view is not None and table.status not in NOT_LIVE:
                await tables.require_closer(table.table_id, user_id, manager=manager)
                await self.services.publisher.show(answer, confirm_close(table, context))
                return
            closed = await tables.close(table.table_id, user_id, manager=manager)
            await self.services.publisher.show(answer, table_status(closed, context))

        await self.run(interaction, work)

    @open_table.autocomplete("game")
    async def _games(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return self.games_offered(interaction, typed, games())

    @open_table.autocomplete("preset")
    async def _presets(
        self, interaction: Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        return await self.presets_offered(interaction, typed)

    @open_table.autocomplete("options")
    async def _options(
        self, interaction: Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        return await self.options_offered(interaction, typed)

    # Inside ----------------------------------------------------------------------------------

    async def _mine(self, interaction: discord.Interaction) -> str:
        """Return the user's table in this server, in whatever channel."""
        for table in reversed(await self.services.tables.tables_of(interaction.user.id)):
            if table.guild_id == interaction.guild_id and table.status not in NOT_LIVE:
                return table.table_id
        raise NoSuchTable


def _leaving_hurts(table: TableView, user_id: int) -> bool:
    """Return True if a user leaves other people in the middle of a game."""
    if table.view is None or table.seat_of(user_id) is None:
        return False
    return any(line.user_id != user_id for line in table.people)


async def setup(bot: FortyTwo) -> None:
    """Load the cog."""
    await bot.add_cog(TablesCog(bot))
