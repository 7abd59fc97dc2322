"""Replays of finished hands."""

from __future__ import annotations

import asyncio
import re
from functools import partial

import discord
from discord import app_commands

from bot.app import FortyTwo
from bot.presenter.hand.cards import shared_hand
from bot.presenter.hand.ending import is_at_ending
from bot.presenter.hand.replay import replay_screen, share_done, shared_moment
from bot.presenter.hand.replay_place import ReplayPlace, parse_replay_place
from bot.presenter.people.history import GAMES_ON_PAGE, game_hands, history_screen
from bot.presenter.words.autocomplete import (
    game_choices,
    game_meant,
    hand_choices,
    hand_meant,
)
from bot.presenter.words.ids import Verb
from bot.publisher.calls.channel_rights import can_share
from bot.publisher.component_router import Click
from bot.publisher.keeper.answers import Answer
from bot.tables.errors import NoSuchHand, RequestKind, ReviewNotReady, UnknownButton, WrongStatus
from texas42.ai.findings.judgments import Review
from texas42.library import game as game_spec
from texas42.library import games

from .shared.channels import require_sharing
from .shared.context import Choices, Cog, Interaction, answering, on, to_choices

HAND = re.compile(r"(?P<table>[a-z0-9]{1,12})/(?P<hand>[0-9]{1,6})")
OFFERED = 25
JUDGING_SECONDS = 0.8


class ReplaysCog(Cog):
    """A finished hand, step by step, shown only to the user who opened it."""

    @on(Verb.REPLAY, Verb.OPEN_REPLAY)
    async def on_replay(self, click: Click) -> None:
        """Go to a moment of a hand, in the open replay's message if there is one."""
        place = parse_replay_place(click.arg)
        if place is None:
            raise UnknownButton
        opens = click.verb is Verb.OPEN_REPLAY
        await self._show(click.answer, click.table_id, click.seq, place, in_place=not opens)

    @on(Verb.REPLAY_HAND)
    async def on_replay_hand(self, click: Click) -> None:
        """Open the chosen hand."""
        await self._show(click.answer, click.table_id, click.number, ReplayPlace())

    @on(Verb.SHARE)
    async def on_share(self, click: Click) -> None:
        """Share a moment, or the whole hand, with the channel."""
        interaction = click.answer.interaction
        place = parse_replay_place(click.arg)
        if place is None:
            raise UnknownButton
        channel_id, guild_id = require_sharing(interaction)
        with self.alone(interaction, RequestKind.SHARE):
            replay = await self.services.tables.archive.replay_to_share(
                click.table_id, click.seq, click.user_id, guild_id
            )
            seat = replay.table.seat_of(click.user_id)
            name = click.name if seat is None else replay.table.names[seat]
            await click.answer.defer()  # an animation takes time to render
            if click.arg:
                review, _ = await self._review(click.table_id, click.seq, click.user_id)
                message = partial(shared_moment, replay, place, name, review)
            else:
                message = partial(shared_hand, replay, name)
            await self.services.shared.share(click.user_id, channel_id, guild_id, message)
        await self.show(click.answer, share_done)

    @on(Verb.HISTORY, Verb.HISTORY_GAME)
    async def on_history(self, click: Click) -> None:
        """Turn to a page of the user's games, or filter them by game."""
        game = click.arg if click.arg in {spec.id for spec in games()} else None
        await self._show_history(click.answer, max(1, click.seq), game)

    @on(Verb.GAME_HANDS)
    async def on_game_hands(self, click: Click) -> None:
        """List the hands of the chosen game."""
        form = HAND.fullmatch(click.arg)
        if form is None:
            raise UnknownButton
        interaction = click.answer.interaction
        with self.alone(interaction, RequestKind.HISTORY):
            archive = self.services.tables.archive
            game = (form["table"], int(form["hand"]), click.user_id, interaction.guild_id)
            hands = await archive.hands_in(*game)
            may_repeat = await archive.played_together(*game)
        screen = partial(game_hands, page=click.seq, may_repeat=may_repeat)
        await self.show(click.answer, screen, hands, in_place=True)

    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.command(name="history", description="Your finished games, the newest first")
    @app_commands.describe(game="Only one game's; all if left out")
    @answering
    async def show_history(self, answer: Answer, game: str = "") -> None:
        """List the user's games in this server; in a DM, in all servers."""
        meant = game_meant(games(), game, self.context(answer.interaction))
        known = game_spec(meant).id if game else None
        await self._show_history(answer, 1, known)

    @show_history.autocomplete("game")
    async def _games(self, interaction: Interaction, typed: str) -> Choices:
        return to_choices(game_choices(games(), typed, self.context(interaction)))

    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.command(name="replay", description="Step through a hand that's over")
    @app_commands.describe(hand="Which hand; your newest one here if left out")
    @answering
    async def show_replay(self, answer: Answer, hand: str = "") -> None:
        """Open a finished hand."""
        table_id, hand_no = await self._find_hand(answer.interaction, hand)
        await self._show(answer, table_id, hand_no, ReplayPlace())

    @show_replay.autocomplete("hand")
    async def _hands(self, interaction: Interaction, typed: str) -> Choices:
        archive = self.services.tables.archive
        found = await archive.hands_of(interaction.user.id, interaction.guild_id, OFFERED)
        return to_choices(hand_choices(found, typed, self.context(interaction)))

    async def _find_hand(self, interaction: discord.Interaction, hand: str) -> tuple[str, int]:
        """Return the table and the number of the hand that a command is about."""
        typed = hand.strip()
        form = HAND.fullmatch(typed)
        if form is None:
            archive = self.services.tables.archive
            number = OFFERED if typed else 1
            found = await archive.hands_of(interaction.user.id, interaction.guild_id, number)
            if found and not typed:
                return found[0].table_id, found[0].hand_no
            form = HAND.fullmatch(hand_meant(found, typed, self.context(interaction)))
        if form is None:
            raise NoSuchHand
        return form["table"], int(form["hand"])

    async def _show_history(self, answer: Answer, page: int, game: str | None) -> None:
        interaction = answer.interaction
        with self.alone(interaction, RequestKind.HISTORY):
            found = await self.services.tables.archive.games_of(
                answer.user_id,
                interaction.guild_id,
                game,
                after=(page - 1) * GAMES_ON_PAGE,
                count=GAMES_ON_PAGE + 1,
            )
        await self.show(answer, history_screen, found, page, game, in_place=True)

    async def _show(
        self,
        answer: Answer,
        table_id: str,
        hand_no: int,
        place: ReplayPlace,
        *,
        in_place: bool = True,
    ) -> None:
        interaction = answer.interaction
        with self.alone(interaction, RequestKind.REPLAY):
            replay = await self.services.tables.archive.replay(
                table_id, hand_no, answer.user_id, interaction.guild_id
            )
        review, judging = await self._review(table_id, hand_no, answer.user_id)
        table = await self.services.tables.view(table_id)
        message = replay_screen(
            replay,
            place,
            await self.services.publisher.context_of(answer),
            review,
            judging=judging,
            may_share=can_share(interaction) and not replay.table.hides_hands,
            own_seat=None if replay.table.place is None else replay.table.seat_of(answer.user_id),
            from_ending=is_at_ending(table, hand_no, answer.user_id),
        )
        await self.services.publisher.show(answer, message, in_place=in_place)

    async def _review(
        self, table_id: str, hand_no: int, user_id: int
    ) -> tuple[Review | None, bool]:
        """Return the review of a hand for a user, and whether it is still being computed.

        The wait is short: if the review is not ready, the next step will show it.
        """
        try:
            async with asyncio.timeout(JUDGING_SECONDS):
                _, review = await self.services.tables.adviser.review(
                    table_id, hand_no, user_id=user_id
                )
        except (TimeoutError, ReviewNotReady):
            return None, True
        except WrongStatus:
            return None, False
        return review, False


async def setup(bot: FortyTwo) -> None:
    """Load the cog."""
    await bot.add_cog(ReplaysCog(bot))
