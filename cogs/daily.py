"""The daily hand, by command and by button."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from functools import partial

import discord
from discord import app_commands

from bot.app import FortyTwo
from bot.daily.errors import NotComparable
from bot.daily.hand import daily_rules
from bot.daily.table import day_id_of, day_of
from bot.daily.views import DailyView, Stage
from bot.presenter.daily.names import (
    BEGIN,
    BY_DM,
    FAIR,
    POST,
    PROOF,
    PROOF_OF_FAIR,
    REMIND,
    SHARE,
    SHOW,
    STOP,
)
from bot.presenter.daily.screen import (
    about_day,
    no_dm,
    proof_of_day,
    reminder_refused,
    reminder_set,
    sent_by_dm,
)
from bot.presenter.daily.share import (
    compared,
    posted,
    posted_before,
    share_preview,
    shared_day,
)
from bot.presenter.words.ids import Verb
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Message
from bot.publisher.calls.dm_channels import NoDm
from bot.publisher.component_router import Click, Handler
from bot.publisher.keeper.answers import Answer, name_of
from bot.tables.errors import NoLeaderboard, RequestKind, UnknownButton
from bot.values.names import names_of

from .shared.channels import require_sharing
from .shared.context import Cog, answering, keep_zone, on


class DailyCog(Cog):
    """The hand of the day."""

    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.command(name="daily", description="Today's hand: the same one for everybody")
    @app_commands.describe(friend="Compare hands once you've both finished")
    @answering
    async def show_daily(self, answer: Answer, friend: discord.User | None = None) -> None:
        """Open today's hand, or compare it with a friend's."""
        if friend is not None:
            await self._compare(answer, friend)
            return
        await self.show_day(answer, await self.services.daily.look(answer.user_id))

    async def _compare(self, answer: Answer, friend: discord.User | discord.Member) -> None:
        """Show both results to a user who shares this server's leaderboard with the friend."""
        guild_id = answer.interaction.guild_id
        user = answer.interaction.user
        if guild_id is None:
            raise NotComparable
        if not (await self.services.servers.server_settings(guild_id)).leaderboards:
            raise NoLeaderboard
        found = await self.services.daily.compare(user.id, friend.id)
        for person in (user, friend):
            if not await self.services.stats.is_listed(guild_id, person.id):
                raise NotComparable
        names = names_of([(person.id, name_of(person)) for person in (user, friend)])
        await self.show(answer, compared, found, daily_rules(), names)

    @on(Verb.DAILY)
    async def on_day(self, click: Click) -> None:
        """Open today's hand, or handle a button about a day.

        A press for a hand of it that can't go on shows the day.
        """
        if not click.table_id:
            await self.show_day(click.answer, await self.services.daily.look(click.user_id))
            return
        if click.verb is Verb.PROOF:
            await self._explain(click, click.arg.partition("/")[2])
            return
        if click.verb is not Verb.DAILY:
            await self._show_day(click)
            return
        pages: Mapping[str, Handler] = {
            BEGIN: self._begin,
            BY_DM: self._by_dm,
            SHOW: self._show_day,
            FAIR: self._explain,
            PROOF: self._proof,
            PROOF_OF_FAIR: partial(self._proof, from_fair=True),
            SHARE: self._preview,
            POST: self._post,
            REMIND: partial(self._remind, wanted=True),
            STOP: partial(self._remind, wanted=False),
        }
        page = pages.get(click.arg)
        if page is None:
            raise UnknownButton
        await page(click)

    async def show_day(self, answer: Answer, view: DailyView) -> None:
        """Answer with the user's screen of a day."""
        await self.services.daily_panels.answer(answer, view)

    async def _begin(self, click: Click) -> None:
        await self.show_day(click.answer, await self._begun(click))

    async def _begun(self, click: Click) -> DailyView:
        guild_id = click.answer.interaction.guild_id
        return await self.services.daily.begin(click.user_id, click.name, guild_id)

    async def _by_dm(self, click: Click) -> None:
        """Begin the hand, and send it by DM."""
        view = await self._begun(click)
        if view.stage is not Stage.PLAYING:
            await self.show_day(click.answer, view)
            return
        publisher = self.services.publisher
        panels = self.services.daily_panels
        context = await publisher.context_of(click.answer)
        try:
            await panels.send_direct(view, context, click.answer.interaction.id)
        except NoDm:
            await publisher.show(click.answer, no_dm(view, context), in_place=True)
            return
        await publisher.show(click.answer, sent_by_dm(context), in_place=True)

    async def _show_day(self, click: Click) -> None:
        view = await self.services.daily.look(click.user_id, _day(click))
        await self.show_day(click.answer, view)

    async def _explain(self, click: Click, origin: str = "") -> None:
        """Explain the day's hand, and show the commitment of its deal."""
        view = await self.services.daily.look(click.user_id, _day(click))
        await self.show(click.answer, partial(about_day, origin=origin), view)

    async def _proof(self, click: Click, *, from_fair: bool = False) -> None:
        day = _day(click)
        proof = await self.services.daily.proof(day)
        await self.show(click.answer, partial(proof_of_day, from_fair=from_fair), day, proof)

    async def _remind(self, click: Click, *, wanted: bool) -> None:
        """Turn reminders off, or on once the DM is open to which they will come."""
        if wanted:
            publisher = self.services.publisher
            context = await publisher.context_of(click.answer)
            try:
                await self.services.daily_panels.open_for_reminders(click.user_id, context)
            except NoDm:
                await self.show(click.answer, partial(reminder_refused, _day(click)))
                return
            await keep_zone(self.services, click.answer.interaction)
        await self.services.daily.set_reminder(click.user_id, wanted=wanted)
        await self.show(click.answer, partial(reminder_set, wanted=wanted))

    async def _preview(self, click: Click) -> None:
        """Show what would be posted in the channel: the tricks and the bid, and no domino."""
        channel_id, guild_id = require_sharing(click.answer.interaction)
        view = await self._finished(click)
        screen = partial(posted_before, view.date)
        if not await self._is_posted(click.user_id, channel_id, view.date):
            public = self.services.publisher.public_context(channel_id, guild_id)
            shared = shared_day(view, click.name, public)
            screen = partial(share_preview, shared, view.date)
        await self._leave_result(click, screen)

    async def _post(self, click: Click) -> None:
        """Post the user's finished hand in the channel, once a day."""
        interaction = click.answer.interaction
        channel_id, guild_id = require_sharing(interaction)
        view = await self._finished(click)
        day = view.date
        screen = partial(posted_before, day)
        with self.alone(interaction, RequestKind.SHARE):
            if not await self._is_posted(click.user_id, channel_id, day):
                message = partial(shared_day, view, click.name)
                about = day_id_of(day)
                shared = self.services.shared
                await shared.share(click.user_id, channel_id, guild_id, message, about)
                screen = partial(posted, day)
        await self._leave_result(click, screen)

    async def _finished(self, click: Click) -> DailyView:
        """Return the user's finished hand. Raises UnknownButton."""
        view = await self.services.daily.look(click.user_id, _day(click))
        if view.stage is not Stage.FINISHED:
            raise UnknownButton
        return view

    async def _is_posted(self, user_id: int, channel_id: int, day: date) -> bool:
        return await self.services.shared.has_shared(user_id, channel_id, day_id_of(day))

    async def _leave_result(self, click: Click, screen: Callable[[RenderContext], Message]) -> None:
        """Show another screen in the place of the result, until Back."""
        publisher = self.services.publisher
        context = await publisher.context_of(click.answer)
        await publisher.show(click.answer, screen(context), in_place=True)


def _day(click: Click) -> date:
    """Return the day that a button is about. Raises UnknownButton."""
    day = day_of(click.table_id)
    if day is None:
        raise UnknownButton
    return day


async def setup(bot: FortyTwo) -> None:
    """Load the cog."""
    await bot.add_cog(DailyCog(bot))
