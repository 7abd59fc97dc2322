"""The messages of votes: posted once, edited as people vote."""

from __future__ import annotations

import logging

import discord

from bot.asked.model import NO_MESSAGE, Vote
from bot.engine import SeatView
from bot.presenter.asked.answer import Chances
from bot.presenter.asked.vote import closed_vote, open_vote
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Message
from bot.publisher.calls.convert import to_send
from bot.publisher.calls.discord_errors import DISCORD_ERRORS, failure_of, is_out_of_reach
from bot.publisher.calls.nonces import create
from bot.publisher.pictures.rendering import Files
from bot.publisher.publisher import DiscordPublisher

_LOG = logging.getLogger(__name__)


class VoteMessages:
    """Posts and edits the messages of votes. Raises discord.py's errors."""

    def __init__(self, bot: discord.Client, publisher: DiscordPublisher) -> None:
        self._bot = bot
        self._publisher = publisher

    async def post(self, vote: Vote, view: SeatView) -> int:
        """Post a vote and return the message's id; idempotent."""
        channel = self._bot.get_partial_messageable(vote.channel_id)
        posted = NO_MESSAGE

        async def send(written: Message, files: Files) -> None:
            nonlocal posted
            sent, _ = await create(
                channel, ("vote", vote.vote_id), 1, lambda: to_send(written, files)
            )
            posted = sent.id

        await self._publisher.in_pictures(
            vote.channel_id, vote.guild_id, lambda context: open_vote(vote, view, context), send
        )
        return posted

    async def show(self, vote: Vote, view: SeatView, answer: Chances | None) -> None:
        """Update the message if it still exists."""
        if vote.message_id == NO_MESSAGE:
            return

        def write(context: RenderContext) -> Message:
            if vote.closed:
                return closed_vote(vote, view, answer, context)
            return open_vote(vote, view, context)

        channel = self._bot.get_partial_messageable(vote.channel_id)
        try:
            await self._publisher.redraw(
                channel.get_partial_message(vote.message_id), vote.guild_id, write
            )
        except DISCORD_ERRORS as error:
            if not is_out_of_reach(error):
                raise
            _LOG.info("the message of a vote is out of reach: %s", failure_of(error))
