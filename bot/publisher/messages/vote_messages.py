"""The messages of votes: posted once, edited as people vote."""

from __future__ import annotations

from functools import partial

import discord

from bot.asked.model import NO_MESSAGE, Vote
from bot.presenter.asked.answer import Chances
from bot.presenter.asked.vote import answer_below, closed_vote, open_vote
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Message
from bot.publisher.calls.convert import to_send
from bot.publisher.calls.discord_errors import DISCORD_ERRORS, THREAD_ARCHIVED, failure_of, quietly
from bot.publisher.calls.nonces import create
from bot.publisher.calls.threads import in_archived_thread
from bot.publisher.messages.background import Background
from bot.publisher.pictures.rendering import Files
from bot.publisher.publisher import DiscordPublisher, Writing
from bot.values.undelivered import Delivery, Undelivered, UndeliveredKind
from texas42.engine import SeatView


class VoteMessages:
    """Posts and edits the messages of votes. Raises discord.py's errors if a retry may succeed."""

    def __init__(
        self, bot: discord.Client, publisher: DiscordPublisher, background: Background
    ) -> None:
        self._bot = bot
        self._publisher = publisher
        self._background = background

    async def post(self, vote: Vote, view: SeatView) -> int:
        """Post a vote for its asker, who waits, and return the message's id; idempotent.

        Raises all of discord.py's errors.
        """
        return await self._post("vote", vote, lambda context: open_vote(vote, view, context))

    async def post_later(self, vote: Vote, view: SeatView) -> int | None:
        """Post a vote that an earlier process has left; None if Discord refuses it for good."""
        posted = NO_MESSAGE

        async def send() -> None:
            nonlocal posted
            posted = await self.post(vote, view)

        sent = await self._background.send(_about(vote), send, posts=True) is Delivery.SENT
        return posted if sent else None

    async def show(self, vote: Vote, view: SeatView, answer: Chances | None) -> Delivery:
        """Update the message, for the last time if the vote is closed."""
        if vote.message_id == NO_MESSAGE:
            return Delivery.GONE

        def write(context: RenderContext) -> Message:
            if vote.closed:
                return closed_vote(vote, view, answer, context)
            return open_vote(vote, view, context)

        about = _about(vote)
        send = partial(self._show, vote, write)
        delivery = await self._background.send(about, send, posts=False, last=vote.closed)
        if vote.closed:
            await self._background.forget(about)
        return delivery

    async def forget(self, vote: Vote) -> None:
        """Forget a vote that is over because its message was deleted."""
        await self._background.forget(_about(vote))

    async def _show(self, vote: Vote, write: Writing) -> None:
        """Edit the message; in an archived thread, post the answer, which reopens the thread."""
        try:
            await self._redraw(vote, write)
        except DISCORD_ERRORS as error:
            if failure_of(error).code != THREAD_ARCHIVED:
                raise
            if not vote.closed:
                redraw = partial(self._redraw, vote, write)
                await in_archived_thread(self._bot, vote.channel_id, redraw)
                return
            await self._post("answer to a vote", vote, write)
            await quietly(self._redraw(vote, answer_below), "closing a vote above its answer")

    async def _redraw(self, vote: Vote, write: Writing) -> None:
        channel = self._bot.get_partial_messageable(vote.channel_id)
        posted = channel.get_partial_message(vote.message_id)
        await self._publisher.redraw(posted, vote.guild_id, write)

    async def _post(self, what: str, vote: Vote, write: Writing) -> int:
        channel = self._bot.get_partial_messageable(vote.channel_id)
        posted = NO_MESSAGE

        async def send(written: Message, files: Files) -> None:
            nonlocal posted
            sent, _ = await create(
                channel, (what, vote.vote_id), 1, lambda: to_send(written, files)
            )
            posted = sent.id

        await self._publisher.in_pictures(vote.channel_id, vote.guild_id, write, send)
        return posted


def _about(vote: Vote) -> Undelivered:
    kind = UndeliveredKind.VOTE
    return Undelivered(kind, vote.vote_id, vote.guild_id, vote.channel_id, vote.host_id)
