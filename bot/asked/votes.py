"""Votes on a hand. Each is saved before it is posted, and closed by its asker or after a day."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable

from bot.engine import SeatView
from bot.runtime.loops import Loop
from bot.tables.errors import NotYourVote, ReviewNotReady, TableError, TooManyVotes, VoteOver
from bot.tables.ports import StoreFailure, store_errors_as_try_again
from bot.values.clock import Clock

from .choices import choices
from .hands import HandQuestions
from .model import NO_MESSAGE, Question, Vote
from .ports import VotePoster, VoteStore

_LOG = logging.getLogger(__name__)
OPEN_SECONDS = 86_400.0
MOST_OPEN = 3
"""The most open votes of one person."""
REDRAW_SECONDS = 1.0
"""The shortest time between two edits of a vote's message."""
LOOK_SECONDS = 60.0
"""How long a vote may lag behind a change by another process."""


class Votes:
    """Opens, counts and closes votes. A vote is deleted once its answer has been shown.

    `is_ours`: True if this process, of several, closes votes.
    """

    def __init__(
        self,
        store: VoteStore,
        messages: VotePoster,
        hands: HandQuestions,
        clock: Clock,
        is_ours: Callable[[], bool] = lambda: True,
    ) -> None:
        self._store = store
        self._messages = messages
        self._hands = hands
        self._clock = clock
        self._is_ours = is_ours
        self._changed: set[str] = set()
        self.loop = Loop("votes", self._step, clock, expected=(StoreFailure, ReviewNotReady))

    def start(self) -> None:
        """Post, close and update votes in the background, starting with overdue ones."""
        self.loop.start()

    async def stop(self) -> None:
        """Stop; the next start resumes."""
        await self.loop.stop()

    async def open(self, user_id: int, guild_id: int, channel_id: int, question: Question) -> Vote:
        """Put a question to a vote. Raises HandInPlay, HandOfToday, TooManyVotes and others."""
        view = await self._hands.view(question)
        await self._hands.require_public(user_id, view.hand)
        closes_at = self._clock.now() + OPEN_SECONDS
        vote = Vote(secrets.token_hex(5), guild_id, channel_id, user_id, question, closes_at)
        with store_errors_as_try_again():
            if not await self._store.add_vote(vote, MOST_OPEN):
                raise TooManyVotes(MOST_OPEN)
        try:
            await self._post(vote, view)
        except BaseException:
            await self._store.drop_vote(vote.vote_id)
            raise
        self.loop.wake()
        return vote

    async def cast(self, vote_id: str, user_id: int, guild_id: int | None, choice: str) -> Vote:
        """Count a person's vote, replacing their last one. Raises VoteOver."""
        vote = await self._vote(vote_id, guild_id)
        if choice not in choices(await self._hands.view(vote.question)):
            raise VoteOver
        with store_errors_as_try_again():
            if not await self._store.cast_vote(vote_id, user_id, choice):
                raise VoteOver
        self._changed.add(vote_id)
        self.loop.wake()
        return vote

    async def close(
        self, vote_id: str, user_id: int, guild_id: int | None, *, manager: bool
    ) -> None:
        """Close a vote and show the answer.

        Raises NotYourVote unless the user asked or is a `manager` of the server.
        """
        vote = await self._vote(vote_id, guild_id)
        if vote.host_id != user_id and not manager:
            raise NotYourVote
        with store_errors_as_try_again():
            await self._store.close_vote(vote_id)
        await self._finish(vote_id)

    async def _vote(self, vote_id: str, guild_id: int | None) -> Vote:
        with store_errors_as_try_again():
            vote = await self._store.vote(vote_id)
        if vote is None or vote.closed or vote.guild_id != guild_id:
            raise VoteOver
        return vote

    async def _post(self, vote: Vote, view: SeatView) -> None:
        message_id = await self._messages.post(vote, view)
        await self._store.set_vote_message(vote.vote_id, message_id)

    async def _finish(self, vote_id: str) -> None:
        """Show the answer of a closed vote, then delete it."""
        vote = await self._store.vote(vote_id)
        if vote is None:
            return
        try:
            view = await self._hands.view(vote.question)
            answer = await self._hands.answer(vote.question)
        except ReviewNotReady:
            raise
        except TableError:  # the hand has been deleted
            _LOG.info("a vote ends without an answer: its hand is gone")
        else:
            await self._messages.show(vote, view, answer)
        await self._store.drop_vote(vote_id)

    async def _step(self) -> float:
        """Update every vote; return the seconds until the next check.

        A failure doesn't stop the other votes.
        """
        rest, failed = LOOK_SECONDS, None
        changed, self._changed = self._changed, set()
        for vote in await self._store.all_votes():
            try:
                await self._bring_up_to_date(vote, changed=vote.vote_id in changed)
            except Exception as error:  # noqa: BLE001 - the loop logs it, after the other votes
                failed = error
                self._changed |= changed & {vote.vote_id}
            rest = min(rest, max(vote.closes_at - self._clock.now(), REDRAW_SECONDS))
        if failed is not None:
            raise failed
        if changed:
            await self._clock.sleep(REDRAW_SECONDS)
        return rest

    async def _bring_up_to_date(self, vote: Vote, *, changed: bool) -> None:
        """Close, post or redraw a vote if needed."""
        ours = self._is_ours()
        if ours and (vote.closed or self._is_over(vote)):
            await self._store.close_vote(vote.vote_id)
            await self._finish(vote.vote_id)
        elif ours and vote.message_id == NO_MESSAGE:
            await self._post(vote, await self._hands.view(vote.question))
        elif changed:
            await self._messages.show(vote, await self._hands.view(vote.question), None)

    def _is_over(self, vote: Vote) -> bool:
        """Return True if a vote's day is over, or its end was set by a wrong clock."""
        if not self._clock.is_right():
            return False
        left = vote.closes_at - self._clock.now()
        return left <= 0 or left > 2 * OPEN_SECONDS
