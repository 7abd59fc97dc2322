"""The daily hand, by command and by button."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from datetime import date
from functools import partial

import discord
from discord import app_commands

from bot.app import FortyTwo
from bot.daily.errors import NotComparable
from bot.daily.hand import SEAT, daily_rules
from bot.daily.table import day_of, table_id_of
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
from bot.presenter.hand.replay import replay_screen
from bot.presenter.hand.replay_place import parse_replay_place
from bot.presenter.rules.screen import rules_screen
from bot.presenter.table.answers import last_trick
from bot.presenter.words.ids import Verb
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Message
from bot.publisher.calls.dm_channels import NoDm
from bot.publisher.component_router import Click, Handler
from bot.publisher.keeper.answers import Answer, name_of
from bot.tables.errors import NoLeaderboard, RequestKind, ReviewNotReady, UnknownButton
from bot.tables.views import Note, TableView
from bot.values.names import names_of
from texas42.ai.findings.judgments import Review
from texas42.engine import Phase

from .context import Cog, answering, on, page_in
from .opening import require_sharing

PHASES = {
    Verb.CALL: Phase.CALL,
    Verb.CONTRACT: Phase.CONTRACT,
    Verb.PLAY: Phase.PLAY,
    Verb.PLAY_IT: Phase.PLAY,
}
JUDGING_SECONDS = 0.8


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
    async def on_today(self, click: Click) -> None:
        """Open today's hand."""
        await self.show_day(click.answer, await self.services.daily.look(click.user_id))

    @on(Verb.DAILY, of_days=True)
    async def on_day(self, click: Click) -> None:
        """Handle a button about a day."""
        pages: Mapping[str, Handler] = {
            BEGIN: self._begin,
            BY_DM: self._by_dm,
            SHOW: self._show_day,
            FAIR: self.on_fair,
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

    @on(*PHASES, of_days=True)
    async def on_act(self, click: Click) -> None:
        """Bid, name the trump, or play a domino."""
        confirmed = True
        if click.verb is Verb.PLAY:
            chosen = await self.services.preferences.preferences(click.user_id)
            confirmed = not chosen.asks_first
        view = await self.services.daily.act(
            click.user_id,
            _day(click),
            click.arg,
            phase=PHASES[click.verb],
            seq=click.seq,
            confirmed=confirmed,
        )
        note = None if view.panel is None else view.panel.note
        await self.show_day(
            click.answer, view, chosen=click.arg if note is Note.UNCONFIRMED else ""
        )

    @on(Verb.BIDS, Verb.HAND, of_days=True)
    async def on_step(self, click: Click) -> None:
        """Show the hand, or the next step of a bid."""
        view = await self.services.daily.look(click.user_id, _day(click))
        await self.show_day(click.answer, view, chosen=click.arg)

    @on(Verb.LAST, of_days=True)
    async def on_last(self, click: Click) -> None:
        """Show the last trick."""
        await self._show_table(click, partial(last_trick, reader=SEAT))

    @on(Verb.RULES, of_days=True)
    async def on_rules(self, click: Click) -> None:
        """Show a page of the rules of the daily hand."""
        screen = partial(rules_screen, page=page_in(click.arg))
        await self._show_table(click, screen, in_place=bool(click.arg))

    async def _show_table(
        self,
        click: Click,
        screen: Callable[[TableView, RenderContext], Message],
        *,
        in_place: bool = False,
    ) -> None:
        view = await self.services.daily.look(click.user_id, _day(click))
        if view.panel is None:
            raise UnknownButton
        await self.show(click.answer, screen, view.panel.table, in_place=in_place)

    @on(Verb.REPLAY, of_days=True)
    async def on_replay(self, click: Click) -> None:
        """Go to a moment of the user's own finished hand."""
        place = parse_replay_place(click.arg)
        day = _day(click)
        if place is None:
            raise UnknownButton
        with self.alone(click.answer.interaction, RequestKind.REPLAY):
            replay = await self.services.daily.replay(click.user_id, day)
        self.services.daily_panels.release(click.user_id, day, click.answer.clicked_id)
        review, judging = await self._review(click.user_id, day)
        context = await self.services.publisher.context_of(click.answer)
        screen = replay_screen(replay, place, context, review, judging=judging)
        await self.services.publisher.show(click.answer, screen, in_place=True)

    async def _review(self, user_id: int, day: date) -> tuple[Review | None, bool]:
        """Return the review of a hand, and whether it is still being computed."""
        try:
            async with asyncio.timeout(JUDGING_SECONDS):
                return await self.services.daily.review(user_id, day), False
        except (TimeoutError, ReviewNotReady):
            return None, True

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

    @on(Verb.PROOF, of_days=True)
    async def on_fair(self, click: Click) -> None:
        """Explain the day's hand, and show the commitment of its deal."""
        view = await self.services.daily.look(click.user_id, _day(click))
        origin = click.arg.partition("/")[2] if click.verb is Verb.PROOF else ""
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
                about = table_id_of(day)
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
        return await self.services.shared.has_shared(user_id, channel_id, table_id_of(day))

    async def _leave_result(self, click: Click, screen: Callable[[RenderContext], Message]) -> None:
        """Show another screen in the place of the result, until Back."""
        answer = click.answer
        publisher = self.services.publisher
        self.services.daily_panels.release(click.user_id, _day(click), answer.clicked_id)
        context = await publisher.context_of(answer)
        await publisher.show(answer, screen(context), in_place=True)


def _day(click: Click) -> date:
    """Return the day that a button is about. Raises UnknownButton."""
    day = day_of(click.table_id)
    if day is None:
        raise UnknownButton
    return day


async def setup(bot: FortyTwo) -> None:
    """Load the cog."""
    await bot.add_cog(DailyCog(bot))
