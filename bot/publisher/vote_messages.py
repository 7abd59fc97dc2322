"""The messages of votes: posted once, edited as people vote."""

from __future__ import annotations

from functools import partial

from bot.asked.model import NO_MESSAGE, Vote
from bot.presenter.asked.answer import Chances
from bot.presenter.asked.vote import answer_below, closed_vote, open_vote
from bot.presenter.words.spec import Message
from bot.publisher.keeper.background import Background
from bot.publisher.keeper.posted_message import PostedMessage
from bot.publisher.keeper.wanted import Wanted
from bot.publisher.publisher import DiscordPublisher
from bot.values.posted import Posted, PostedKey, PostedKind
from bot.values.undelivered import Delivery, Undelivered, UndeliveredKind
from texas42.engine import SeatView


class VoteMessages:
    """Shows votes. Raises discord.py's errors if a retry may succeed."""

    def __init__(self, publisher: DiscordPublisher, background: Background) -> None:
        self._publisher = publisher
        self._background = background

    async def post(self, vote: Vote, view: SeatView) -> int:
        """Post a vote for its asker, who waits, and return the message's id; idempotent.

        Raises all of discord.py's errors.
        """
        message = self._message(vote)
        await message.show(self._wanted(vote, view, None))
        return message.message_id or NO_MESSAGE

    async def post_later(self, vote: Vote, view: SeatView) -> int | None:
        """Post a vote that an earlier process left; None if Discord refuses it for good."""
        message = self._message(vote)
        show = partial(message.show, self._wanted(vote, view, None))
        sent = await self._background.send(_about(vote), show, posts=True) is Delivery.SENT
        return message.message_id if sent else None

    async def show(self, vote: Vote, view: SeatView, answer: Chances | None) -> Delivery:
        """Update the message, for the last time if the vote is closed.

        In an archived thread, the answer is posted below it instead, which unarchives the thread.
        """
        if vote.message_id == NO_MESSAGE:
            return Delivery.GONE
        message = self._message(vote)
        await message.restore()
        about = _about(vote)
        show = partial(message.show, self._wanted(vote, view, answer))
        delivery = Delivery.GONE
        if message.live is not None:
            delivery = await self._background.send(about, show, posts=False, last=vote.closed)
        if vote.closed:
            await self._background.forget(about)
        return delivery

    async def forget(self, vote: Vote) -> None:
        """Forget a vote that is over because its message was deleted."""
        await self._background.forget(_about(vote))

    def _message(self, vote: Vote) -> PostedMessage:
        return self._publisher.message(PostedKey(PostedKind.VOTE, vote.vote_id))

    def _wanted(self, vote: Vote, view: SeatView, answer: Chances | None) -> Wanted:
        def write() -> Message:
            context = self._publisher.public_context(vote.channel_id, vote.guild_id)
            if vote.closed:
                return closed_vote(vote, view, answer, context)
            return open_vote(vote, view, context)

        def below(_old: Posted, _shown: Message | None) -> Message:
            return answer_below(self._publisher.public_context(vote.channel_id, vote.guild_id))

        return Wanted(
            write=write,
            channel_id=vote.channel_id,
            guild_id=vote.guild_id,
            last=vote.closed,
            retired=below,
        )


def _about(vote: Vote) -> Undelivered:
    kind = UndeliveredKind.VOTE
    return Undelivered(kind, vote.vote_id, vote.guild_id, vote.channel_id, vote.host_id)
