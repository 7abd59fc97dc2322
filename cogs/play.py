"""A player's own actions, by command and by button."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import discord
from discord import app_commands

from bot.app import FortyTwo
from bot.presenter.table.answers import last_trick
from bot.presenter.table.more import PICTURES_OFF, PICTURES_ON
from bot.presenter.words.autocomplete import (
    Choice,
    call_choices,
    contract_choices,
    give_choices,
    play_choices,
    take_choices,
)
from bot.presenter.words.ids import Verb
from bot.presenter.words.typed import read_call, read_contract, read_exchange, read_play
from bot.publisher.component_router import Click
from bot.publisher.keeper.answers import Answer
from bot.tables.errors import NoSuchTable, TableElsewhere, TableError
from bot.tables.model import Status
from bot.tables.views import Note, Progress
from texas42.engine import Phase

from .shared.context import Choices, Cog, Interaction, answering, chosen, on, to_choices

PHASES = {
    Verb.CALL: Phase.CALL,
    Verb.CONTRACT: Phase.CONTRACT,
    Verb.EXCHANGE: Phase.EXCHANGE,
    Verb.PLAY_IT: Phase.PLAY,
}
PICTURES = {PICTURES_ON: True, PICTURES_OFF: False}


class PlayCog(Cog):
    """The actions of a player at their turn."""

    @on(*PHASES)
    async def on_act(self, click: Click) -> None:
        """Call, name a contract, exchange, or play a domino."""
        progress = await self.services.tables.act(
            click.table_id, click.user_id, click.arg, phase=PHASES[click.verb], seq=click.seq
        )
        await self._answer_act(click, progress)

    @on(Verb.PLAY)
    async def on_play(self, click: Click) -> None:
        """Play a domino, or ask for confirmation if the player wants that."""
        progress = await self.services.tables.act(
            click.table_id,
            click.user_id,
            click.arg,
            phase=Phase.PLAY,
            seq=click.seq,
            confirmed=False,
        )
        await self._answer_act(click, progress)

    @on(Verb.BIDS, Verb.SWAP, Verb.MISPLAY)
    async def on_step(self, click: Click) -> None:
        """Show the next step of a two-step action, or its confirmation."""
        progress = await self.services.tables.look(click.table_id, click.user_id)
        await self.services.publisher.answer(click.answer, progress, chosen=click.arg)

    @on(Verb.HAND)
    async def on_hand(self, click: Click) -> None:
        """Show the user's panel, or a watcher's."""
        await self._show_hand(click.answer, click.table_id)

    @on(Verb.ASK_DOUBLES)
    async def on_ask_doubles(self, click: Click) -> None:
        """Ask to see the doubles of a plunge or splash."""
        acts = self.services.tables.out_of_turn
        progress = await acts.ask_doubles(click.table_id, click.user_id)
        await self.services.publisher.answer(click.answer, progress)

    @on(Verb.SHOW_KITTY)
    async def on_show_kitty(self, click: Click) -> None:
        """Show the bidder's left-over dominoes to everyone."""
        acts = self.services.tables.out_of_turn
        progress = await acts.show_kitty(click.table_id, click.user_id)
        await self.services.publisher.answer(click.answer, progress)

    @on(Verb.SHAKER)
    async def on_shaker(self, click: Click) -> None:
        """Choose which of the winners shakes the next game."""
        acts = self.services.tables.out_of_turn
        progress = await acts.choose_shaker(click.table_id, click.user_id, click.number)
        await self.services.publisher.answer(click.answer, progress)

    @on(Verb.LAST)
    async def on_last(self, click: Click) -> None:
        """Show the last trick."""
        panel = await self.services.tables.panel(click.table_id, click.user_id)
        screen = partial(last_trick, origin=click.arg, reader=panel.seat, hand=panel.view)
        await self.show(click.answer, screen, panel.table)

    @on(Verb.PICTURES)
    async def on_pictures(self, click: Click) -> None:
        """Switch the user's panel between pictures and words."""
        wanted = chosen(PICTURES, click.arg)
        await self.services.publisher.choices.choose(click.user_id, pictures=wanted)
        await self._show_hand(click.answer, click.table_id)

    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.command(description="Bid when it's your turn, or pass")
    @app_commands.describe(call="Your bid, such as 31, 1 mark, or pass")
    @answering
    async def bid(self, answer: Answer, call: str) -> None:
        """Make a call."""
        await self._act(answer, Phase.CALL, partial(read_call, call))

    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.command(description="Name trump after winning the bid")
    @app_commands.describe(suit="A suit, doubles, or follow me (no trump)")
    @answering
    async def trump(self, answer: Answer, suit: str) -> None:
        """Name the contract."""
        await self._act(answer, Phase.CONTRACT, partial(read_contract, suit))

    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.command(description="Swap for the dominoes left over, or keep your hand")
    @app_commands.describe(
        take="What you take, such as 5-5 5-0, or none", give="What you put back, or none"
    )
    @answering
    async def exchange(self, answer: Answer, take: str, give: str) -> None:
        """Exchange tiles with those left over."""
        await self._act(answer, Phase.EXCHANGE, lambda _, words: read_exchange(take, give, words))

    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.command(description="Play a domino when it's your turn")
    @app_commands.rename(declared="as")
    @app_commands.describe(
        tile="The domino, such as 6-4", declared="The low end to lead it as, where the table allows"
    )
    @answering
    async def play(self, answer: Answer, tile: str, declared: str = "") -> None:
        """Play a domino."""
        await self._act(answer, Phase.PLAY, partial(read_play, tile, declared=declared))

    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.command(description="See your dominoes and what you can do; only you see them")
    @answering
    async def hand(self, answer: Answer) -> None:
        """Show the user's panel."""
        answer.table_id = await self._hand_meant(answer.interaction)
        await self._show_hand(answer, answer.table_id)

    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.command(description="See the last trick again, and the ones still open")
    @answering
    async def last(self, answer: Answer) -> None:
        """Show the last trick."""
        answer.table_id = await self._hand_meant(answer.interaction)
        panel = await self.services.tables.panel(answer.table_id, answer.user_id)
        screen = partial(last_trick, reader=panel.seat, hand=panel.view)
        await self.show(answer, screen, panel.table)

    @bid.autocomplete("call")
    async def _calls(self, interaction: Interaction, typed: str) -> Choices:
        return await self._choices(interaction, typed, call_choices)

    @trump.autocomplete("suit")
    async def _suits(self, interaction: Interaction, typed: str) -> Choices:
        return await self._choices(interaction, typed, contract_choices)

    @exchange.autocomplete("take")
    async def _takes(self, interaction: Interaction, typed: str) -> Choices:
        return await self._choices(interaction, typed, take_choices)

    @exchange.autocomplete("give")
    async def _gives(self, interaction: Interaction, typed: str) -> Choices:
        take = str(interaction.namespace.take or "")
        return await self._choices(interaction, typed, partial(give_choices, take=take))

    @play.autocomplete("tile")
    async def _tiles(self, interaction: Interaction, typed: str) -> Choices:
        return await self._choices(interaction, typed, play_choices)

    async def _answer_act(self, click: Click, progress: Progress) -> None:
        """Show the panel after an act; one that awaits an answer, or was a wrong one, is a step."""
        step = ""
        if progress.note in (Note.UNCONFIRMED, Note.WRONG):
            progress = replace(progress, note=None)
            step = click.arg
        await self.services.publisher.answer(click.answer, progress, chosen=step)

    async def _show_hand(self, answer: Answer, table_id: str) -> None:
        """Show the user's panel; resume a paused table when one of its players asks."""
        tables = self.services.tables
        user_id = answer.user_id
        progress = await tables.look(table_id, user_id)
        seated = progress.after.seat_of(user_id) is not None
        if progress.after.status is Status.PAUSED and seated:
            progress = await tables.take_back(table_id, user_id)
        await self.services.publisher.answer(answer, progress)
        await self.services.publisher.admit_again(answer, progress)

    async def _hand_meant(self, interaction: discord.Interaction) -> str:
        """Return the table that a command is about, or that of the user's daily hand.

        It is the daily hand if there is no table, or in a DM if no table waits for the user.
        """
        user_id = interaction.user.id
        try:
            table_id = await self.table_meant(interaction)
        except (NoSuchTable, TableElsewhere):
            hand = await self.services.daily.hand_in_play(user_id)
            if hand is None:
                raise
            return hand
        if interaction.context.dm_channel:
            panel = await self.services.tables.panel(table_id, user_id)
            if panel.view is None or panel.view.to_act != panel.seat:
                return await self.services.daily.hand_in_play(user_id) or table_id
        return table_id

    async def _act(self, answer: Answer, phase: Phase, reader: Callable[..., str]) -> None:
        """Carry out a typed action, which `reader` reads, at the table of the command."""
        read = partial(reader, words=self.context(answer.interaction).words)
        table_id = await self._hand_meant(answer.interaction)
        answer.table_id = table_id
        progress = await self.services.tables.act(table_id, answer.user_id, read, phase=phase)
        await self.services.publisher.answer(answer, progress)

    async def _choices(
        self, interaction: Interaction, typed: str, choices: Callable[..., tuple[Choice, ...]]
    ) -> Choices:
        """Complete a typed action with the legal ones; nothing if the user can't act."""
        try:
            table_id = await self._hand_meant(interaction)
            panel = await self.services.tables.panel(table_id, interaction.user.id)
        except TableError:
            return []
        if panel.view is None or panel.seat is None:
            return []
        return to_choices(choices(panel.view, typed, self.context(interaction)))


async def setup(bot: FortyTwo) -> None:
    """Load the cog."""
    await bot.add_cog(PlayCog(bot))
