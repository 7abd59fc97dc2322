"""Tables: opening, seats, starting, moving, closing."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import discord
from discord import app_commands

from bot.app import FortyTwo
from bot.presenter.company.inviting import opened_again, sat_down
from bot.presenter.plans.card import plan_made
from bot.presenter.rules.help import LEVELS
from bot.presenter.rules.screen import rules_screen
from bot.presenter.table.answers import (
    LEAVE_SURELY,
    confirm_close,
    confirm_leave,
    record_file,
    table_list,
    table_status,
)
from bot.presenter.table.menu import pace_changed
from bot.presenter.table.notices import opened_by_dm, opened_privately, table_opened
from bot.presenter.table.seat_refusals import ANYWAY
from bot.presenter.words.ids import PREFIX, ComponentId, Verb, parse_id
from bot.publisher.component_router import Click
from bot.publisher.keeper.answers import Answer, name_of
from bot.tables.errors import NoSuchTable, OutdatedCommand, RequestKind, UnknownButton
from bot.tables.model import Table
from bot.tables.views import TableView
from bot.values.pace import Pace

from .shared.channels import require_permissions, require_place, require_server
from .shared.context import (
    NOT_LIVE,
    Choices,
    Cog,
    Interaction,
    answering,
    chosen,
    is_manager,
    on,
    to_choices,
)
from .shared.opening import HERE, PRIVATE, THREAD, move_here, open_again, open_here, why_no_pictures
from .shared.planning import offered_times, plan_here

YES = "yes"
MOST_REPEATED = 50
"""The longest request of `/table open` that fits an id of Leave."""
NOBODY = "none"
COMPUTERS = {**LEVELS, NOBODY: "None: only people play"}
PACES = {pace.value: pace for pace in Pace}


class TablesCog(Cog):
    """Commands and buttons of a table."""

    table = app_commands.Group(
        name="table",
        description="Tables of 42",
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True),
    )

    # Buttons ---------------------------------------------------------------------------------

    @on(Verb.SIT)
    async def on_sit(self, click: Click) -> None:
        """Take a seat, the one in the argument if given."""
        wanted, _, anyway = click.arg.partition("/")
        seat = replace(click, arg=wanted).number if wanted else None
        progress = await self.services.tables.sit(
            click.table_id, click.user_id, click.name, seat, anyway=anyway == ANYWAY
        )
        if click.answer.on_direct_message and progress.after.place is not None:
            await self.show(click.answer, sat_down, progress.after)
        else:
            await self.services.publisher.done(click.answer, progress)

    @on(Verb.LEAVE)
    async def on_leave(self, click: Click) -> None:
        """Leave a seat, after a confirmation during a game; then do what was refused before."""
        how, _, then = click.arg.partition("/")
        if not then:
            await self._leave(click.answer, click.table_id, confirmed=how == LEAVE_SURELY)
            return
        table = await self.services.tables.view(click.table_id)
        again = parse_id(PREFIX + then)
        if again is None:
            raise UnknownButton
        if how != LEAVE_SURELY and table.is_left_by(click.user_id):
            await self.show(click.answer, partial(confirm_leave, again=again), table, in_place=True)
            return
        await self.services.tables.leave(click.table_id, click.user_id)
        await self.bot.router.repeat(click, again)

    @on(Verb.START)
    async def on_start(self, click: Click) -> None:
        """Start the game with computer players in the open seats."""
        progress = await self.services.tables.computers.begin(click.table_id, click.user_id)
        await self.services.publisher.answer(click.answer, progress, board_tells=True)

    @on(Verb.CLOSE)
    async def on_close(self, click: Click) -> None:
        """Close a table, after a confirmation during a game."""
        if await self._close(click.answer, click.table_id, confirmed=click.arg == YES) is None:
            return
        progress = await self.services.tables.look(click.table_id, click.user_id)
        await self.services.publisher.answer(click.answer, progress, board_tells=True)

    @on(Verb.OPEN)
    async def on_open(self, click: Click) -> None:
        """Open a table; the argument: the game, the preset and the place of `/table open`."""
        game, preset, where = (*click.arg.split("/"), "", "", "")[:3]
        await self._open(click.answer, game or None, preset or None, "", where)

    @on(Verb.AGAIN)
    async def on_again(self, click: Click) -> None:
        """Open a table for the people of a finished game, whose number stands instead of a seq."""
        await self._open_again(click.answer, click.table_id, click.seq)

    # Commands --------------------------------------------------------------------------------

    @table.command(name="open", description="Open a table here")
    @app_commands.describe(
        game="The game; the usual one of this server if left out",
        preset="House rules",
        options="Your own house rules; pick them from the list while you type",
        where="In this channel, or in a thread of its own",
        private="Only people you invite, or who have its code, sit there and see its hands",
    )
    @app_commands.choices(
        where=[
            app_commands.Choice(name="in this channel", value=HERE),
            app_commands.Choice(name="in a thread", value=THREAD),
        ]
    )
    @app_commands.autocomplete(
        game=Cog.games_offered, preset=Cog.presets_offered, options=Cog.options_offered
    )
    @answering
    async def open_table(
        self,
        answer: Answer,
        game: str | None = None,
        preset: str | None = None,
        options: str = "",
        where: str = HERE,
        private: bool = False,
    ) -> None:
        """Open a table hosted by the user."""
        where = PRIVATE if private else where
        wanted = f"{game or ''}/{preset or ''}/{where}"
        if not options and len(wanted) <= MOST_REPEATED:
            answer.again = ComponentId(Verb.OPEN, arg=wanted)
        await self._open(answer, game, preset, options, where)

    @table.command(description="Play again with the people of your last game here")
    @answering
    async def again(self, answer: Answer) -> None:
        """Open a table for the people of the user's last game with others here."""
        by_dm = answer.interaction.context.dm_channel
        guild_id = None if by_dm else require_server(answer.interaction)
        table_id, game_no = await self.services.tables.again.last_game(answer.user_id, guild_id)
        answer.again = ComponentId(Verb.AGAIN, table_id, game_no)
        await self._open_again(answer, table_id, game_no)

    @table.command(description="Plan a table for a time, once or every week")
    @app_commands.describe(
        when='Type a day and an hour, like "fri 8", and pick from the list',
        people="Up to seven people, mentioned with @; for anybody if left out",
        weekly="Every week at the same time",
        game="The game; the usual one of this server if left out",
        preset="House rules",
    )
    @app_commands.autocomplete(game=Cog.games_offered, preset=Cog.presets_offered)
    @answering
    async def plan(
        self,
        answer: Answer,
        when: str,
        people: str = "",
        weekly: bool = False,
        game: str | None = None,
        preset: str | None = None,
    ) -> None:
        """Plan a table in this channel."""
        asked = await self.rules_asked(answer.interaction, game, preset, "")
        plan = await plan_here(
            self.services,
            answer.interaction,
            self.context(answer.interaction).words,
            when=when,
            weekly=weekly,
            people=people,
            asked=asked,
        )
        await self.show(answer, plan_made, plan)

    @plan.autocomplete("when")
    async def _times(self, interaction: Interaction, typed: str) -> Choices:
        words = self.context(interaction).words
        return to_choices(await offered_times(self.services, interaction, typed, words))

    @table.command(description="Sit down at this channel's table")
    @app_commands.describe(seat="Which seat; the first open one if left out")
    @answering
    async def join(self, answer: Answer, seat: app_commands.Range[int, 1, 8] | None = None) -> None:
        """Take a seat."""
        table_id = await self.table_here(answer)
        user = answer.interaction.user
        wanted = None if seat is None else seat - 1
        answer.again = ComponentId(Verb.SIT, table_id, arg="" if wanted is None else str(wanted))
        progress = await self.services.tables.sit(table_id, user.id, name_of(user), wanted)
        await self.services.publisher.answer(answer, progress)

    @table.command(description="Leave your seat; in a game a computer takes it")
    @answering
    async def leave(self, answer: Answer) -> None:
        """Leave a seat, after a confirmation during a game."""
        await self._leave(answer, await self.table_here(answer), confirmed=False)

    @table.command(description="Start the game; computer players fill the empty seats")
    @app_commands.describe(computers="How strong the computer players are, or none")
    @app_commands.choices(
        computers=[app_commands.Choice(name=name, value=level) for level, name in COMPUTERS.items()]
    )
    @answering
    async def start(self, answer: Answer, computers: str = "") -> None:
        """Start the game; by default new computer players get the level of those already seated."""
        table_id = await self.table_here(answer)
        user_id = answer.user_id
        tables = self.services.tables
        if computers == NOBODY:
            progress = await tables.begin(table_id, user_id)
        else:
            progress = await tables.computers.begin(table_id, user_id, computers)
        await self.services.publisher.answer(answer, progress)

    @table.command(description="How fast computer players act; for the table's host")
    @app_commands.describe(pace="How fast")
    @app_commands.choices(pace=[app_commands.Choice(name=name, value=name) for name in PACES])
    @answering
    async def pace(self, answer: Answer, pace: str) -> None:
        """Change the pace of this channel's table."""
        table_id = await self.table_here(answer)
        wanted = chosen(PACES, pace, OutdatedCommand)
        progress = await self.services.tables.set_pace(table_id, answer.user_id, wanted)
        await self.show(answer, pace_changed, progress.after)

    @table.command(name="show", description="Show the table again, below the chat")
    @answering
    async def show_again(self, answer: Answer) -> None:
        """Post the board again; without one, the user's own message."""
        table_id = await self.table_here(answer)
        self.require_pace(answer.interaction, RequestKind.BOARD)
        progress = await self.services.tables.look(table_id, answer.user_id)
        if progress.after.place is None:
            await self.services.publisher.answer(answer, progress)
            return
        self.services.publisher.post_again(progress)
        await self.show(answer, table_status, progress.after)

    @table.command(description="Move the table you host to this channel")
    @answering
    async def move(self, answer: Answer) -> None:
        """Move the user's table to this channel, even if its own channel is gone."""
        interaction = answer.interaction
        require_server(interaction)
        require_permissions(interaction)
        await require_place(self.services, interaction)
        answer.table_id = await self.own_table(interaction)
        self.require_pace(interaction, RequestKind.BOARD)
        mover = None if is_manager(interaction) else answer.user_id
        table = await move_here(self.services, interaction, answer.table_id, mover)
        await self.show(answer, table_status, table)

    @table.command(description="See this server's tables")
    @answering
    async def status(self, answer: Answer) -> None:
        """List the server's tables; in a DM, show the user's own."""
        tables = self.services.tables
        if answer.interaction.context.dm_channel:
            table = await tables.view(await self.table_here(answer))
            await self.show(answer, table_status, table)
            return
        found = await tables.live_tables(guild_id=answer.interaction.guild_id)
        listed = [t for t in found if t.place is not None and _is_listed(t, answer.user_id)]
        views = [await tables.view(table.table_id) for table in listed]
        await self.show(answer, table_list, views)

    @table.command(name="rules", description="The rules of this channel's table")
    @answering
    async def table_rules(self, answer: Answer) -> None:
        """Show a table's rules."""
        table = await self.services.tables.view(await self.table_here(answer))
        screen = partial(rules_screen, manager=is_manager(answer.interaction))
        await self.show(answer, screen, table)

    @table.command(name="record", description="The record of a game at this channel's table")
    @app_commands.describe(game="Which game; the newest if left out")
    @answering
    async def table_record(
        self, answer: Answer, game: app_commands.Range[int, 1, 9999] | None = None
    ) -> None:
        """Send the record of a game."""
        table_id = await self.table_here(answer)
        self.require_pace(answer.interaction, RequestKind.RECORD)
        table, text = await self.services.tables.archive.record(
            table_id, game, user_id=answer.user_id
        )
        number = game or table.game_no
        await self.show(answer, record_file, table.number, number, text)

    @table.command(name="close", description="End this channel's table")
    @answering
    async def close_table(self, answer: Answer) -> None:
        """Close a table, after a confirmation during a game."""
        closed = await self._close(answer, await self.table_here(answer), confirmed=False)
        if closed is not None:
            await self.show(answer, table_status, closed)

    # Inside ----------------------------------------------------------------------------------

    async def _open(
        self, answer: Answer, game: str | None, preset: str | None, options: str, where: str
    ) -> None:
        interaction = answer.interaction
        asked = await self.rules_asked(interaction, game, preset, options)
        table, no_thread = await open_here(self.services, interaction, asked, where)
        if table.place is None:
            if table.home_guild_id is None:
                await self.show(answer, opened_by_dm, table)
            else:
                await self.show(answer, opened_privately, table, no_thread)
            return
        no_pictures = why_no_pictures(self.services, interaction, self.context(interaction))
        opened = partial(table_opened, no_thread=no_thread, no_pictures=no_pictures)
        await self.show(answer, opened, table)

    async def _open_again(self, answer: Answer, table_id: str, game_no: int) -> None:
        table, gone = await open_again(self.services, answer.interaction, table_id, game_no)
        if table.place is not None:
            await self.show(answer, partial(table_opened, gone=gone), table)
            return
        await self.services.publisher.shown(table.table_id)
        view = await self.services.tables.view(table.table_id)
        reached = await self.services.invitation_messages.called_back(view)
        code = (await self.services.tables.row(table.table_id)).code
        await self.show(answer, partial(opened_again, code=code), view, reached)

    async def _leave(self, answer: Answer, table_id: str, *, confirmed: bool) -> None:
        tables = self.services.tables
        table = await tables.view(table_id)
        if not confirmed and table.is_left_by(answer.user_id):
            await self.show(answer, confirm_leave, table)
            return
        progress = await tables.leave(table_id, answer.user_id)
        if answer.on_direct_message and table.held_by(answer.user_id) is None:
            await self.services.publisher.done(answer, progress)  # they have declined a held seat
            return
        await self.services.publisher.answer(answer, progress, board_tells=True)

    async def _close(self, answer: Answer, table_id: str, *, confirmed: bool) -> TableView | None:
        """Close a table; ask for a confirmation first, and return None, if its game goes on."""
        tables = self.services.tables
        manager = is_manager(answer.interaction)
        table = await tables.view(table_id)
        if table.view is not None and table.status not in NOT_LIVE and not confirmed:
            await tables.require_closer(table_id, answer.user_id, manager=manager)
            await self.show(answer, confirm_close, table)
            return None
        return await tables.close(table_id, answer.user_id, manager=manager)

    async def _mine(self, interaction: discord.Interaction) -> str:
        """Return the user's table in this server, in whatever channel."""
        for table in reversed(await self.services.tables.tables_of(interaction.user.id)):
            moves = table.place is not None and table.status not in NOT_LIVE
            if moves and table.guild_id == interaction.guild_id:
                return table.table_id
        raise NoSuchTable


def _is_listed(table: Table, user_id: int) -> bool:
    """Return True if a person sees a table in their server's list: of private ones, their own."""
    return not table.private or table.held_by(user_id) is not None


async def setup(bot: FortyTwo) -> None:
    """Load the cog."""
    await bot.add_cog(TablesCog(bot))
