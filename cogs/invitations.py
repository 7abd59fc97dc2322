"""Bringing people in: invitations, and the call for players."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import discord
from discord import app_commands

from bot.app import FortyTwo
from bot.presenter.company.inviting import (
    dm_invitations_on,
    dm_invitations_refused,
    invite_page,
    invited,
    players_called,
)
from bot.presenter.words.ids import Verb
from bot.publisher.calls.dm_channels import NoDm
from bot.publisher.calls.members import chosen_people, people_who_see
from bot.publisher.component_router import Click
from bot.publisher.keeper.answers import Answer, name_of
from bot.tables.company.errors import NobodyToInvite, RoleNotChosen
from bot.tables.errors import (
    NoSuchTable,
    NotSeated,
    RequestKind,
    TableFull,
    WrongStatus,
)
from bot.tables.model import Status, Table
from bot.values.pings import MOST_INVITED

from .shared.channels import require_sharing
from .shared.context import NOT_LIVE, Cog, answering, on

INVITE_TO_MY_TABLE = "Invite to my table"
"""The name of the command in the menu of a person."""


class InvitationsCog(Cog):
    """Buttons and the command that bring people to a table."""

    def __init__(self, bot: FortyTwo) -> None:
        super().__init__(bot)
        self._menu = app_commands.ContextMenu(
            name=INVITE_TO_MY_TABLE, callback=self._invite_to_my_table
        )

    async def cog_load(self) -> None:
        """Register the buttons, and the command in the menu of people."""
        await super().cog_load()
        self.bot.tree.add_command(self._menu)

    # Invitations -----------------------------------------------------------------------------

    @on(Verb.INVITE)
    async def on_invite(self, click: Click) -> None:
        """Ask somebody at a table whom to invite."""
        table = await self.services.invitations.require_inviter(click.table_id, click.user_id)
        await self.show(click.answer, invite_page, table, in_place=True)

    @on(Verb.INVITE_PEOPLE)
    async def on_people(self, click: Click) -> None:
        """Invite the chosen people."""
        chosen = chosen_people(click.answer.interaction)
        if any(each.is_app for each in chosen):
            raise NobodyToInvite(MOST_INVITED)
        people = {each.user_id: each.name for each in chosen}
        await self._invite(click.answer, click.table_id, people, in_place=True)

    @answering
    async def _invite_to_my_table(self, answer: Answer, person: discord.User) -> None:
        """Invite a person to the user's table: the one here, or their only other one."""
        if person.bot:
            raise NobodyToInvite(MOST_INVITED)
        answer.table_id = await self._table_of(answer)
        await self._invite(answer, answer.table_id, {person.id: name_of(person)})

    async def _table_of(self, answer: Answer) -> str:
        """Return the user's table, that in this channel first. Raises NoSuchTable."""
        interaction = answer.interaction
        mine = await self.services.tables.tables_of(answer.user_id)
        live = [table for table in mine if table.guild_id in (None, interaction.guild_id)]
        if not live:
            raise NoSuchTable

        def rank(table: Table) -> tuple[bool, bool]:
            is_here = table.place is not None and table.place.channel_id == interaction.channel_id
            return is_here, table.status not in NOT_LIVE

        return max(reversed(live), key=rank).table_id  # of equal ones the newest

    async def _invite(
        self, answer: Answer, table_id: str, people: Mapping[int, str], *, in_place: bool = False
    ) -> None:
        self.require_pace(answer.interaction, RequestKind.INVITE)
        table = await self.services.invitations.invite(table_id, answer.user_id, people)
        see: frozenset[int] = frozenset()
        if table.place is not None:
            see = await people_who_see(self.bot, table.place.channel_id, people)
            progress = await self.services.tables.look(table_id, answer.user_id)
            await self.services.publisher.admit(progress, see)
        reached = await self.services.invitation_messages.invite(
            table, answer.user_id, people, answer.interaction.id, see
        )
        code = (await self.services.tables.row(table_id)).code
        await self.show(answer, partial(invited, code=code), table, reached, in_place=in_place)

    @on(Verb.INVITED_BY_DM)
    async def on_invited_by_dm(self, click: Click) -> None:
        """Send invitations by DM from now on, once the DM is open to which they will come."""
        context = self.context(click.answer.interaction)
        try:
            message = dm_invitations_on(context)
            await self.services.publisher.write_to(click.user_id, message)
        except NoDm:
            await self.show(click.answer, dm_invitations_refused)
            return
        await self.services.publisher.choices.choose(click.user_id, invited_by_dm=True)
        await self.show(click.answer, dm_invitations_on)

    # The call for players --------------------------------------------------------------------

    @on(Verb.CALL_PLAYERS)
    async def on_call(self, click: Click) -> None:
        """Mention the server's role for players, for somebody who waits in a lobby."""
        _, guild_id = require_sharing(click.answer.interaction)
        table = await self.services.tables.view(click.table_id)
        if table.held_by(click.user_id) is None:
            raise NotSeated(table.number)
        if table.status is not Status.LOBBY or table.private:
            raise WrongStatus(table.number, table.status)
        if not table.free_seats:
            raise TableFull(table.number)
        settings = await self.services.servers.server_settings(guild_id)
        guild = click.answer.interaction.guild
        role = guild.get_role(settings.players_role or 0) if guild else None
        if role is None:
            raise RoleNotChosen
        messages = self.services.invitation_messages
        await messages.call(table, role.id, click.answer.interaction.id)
        await self.show(click.answer, players_called, table, role.id, in_place=True)


async def setup(bot: FortyTwo) -> None:
    """Load the cog."""
    await bot.add_cog(InvitationsCog(bot))
