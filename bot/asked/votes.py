"""Votes on a hand. Each is saved before it is posted, and closed by its asker or after a day."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable

from bot.runtime.keyed_locks import KeyedLocks
from bot.runtime.loops import Loop
from bot.store.asked.votes import VoteStore
from bot.store.errors import StoreFailure
from bot.tables.errors import ReviewNotReady, TableError, TryAgain
from bot.tables.ports import store_errors_as_try_again
from bot.values.clock import Clock
from bot.values.undelivered import Delivery
from texas42.ai.findings.bid_chances import BadQuestion, BidChances
from texas42.ai.findings.play_chances import PlayChances
from texas42.engine import EngineError, SeatView
from texas42.library import DataFileError, UnknownGame, UnknownRule

from .choices import choices
from .errors import NotYourVote, TooManyVotes, VoteOver
from .hands import HandQuestions
from .model import NO_MESSAGE, Question, Vote
from .ports import VotePoster

_LOG = logging.getLogger(__name__)
OPEN_SECONDS = 86_400.0
MOST_OPEN = 3
"""The most open votes of one person."""
REDRAW_SECONDS = 1.0
"""The shortest time between two edits of a vote's message."""
LOOK_SECONDS = 60.0
"""How long a vote may lag behind a change by another process."""
WAIT_SECONDS = 3_600.0
"""How long a closed vote waits for the expert's answer."""
UNANSWERABLE = (
    *(TableError, EngineError, BadQuestion),
    *(UnknownGame, UnknownRule, DataFileError),
)
"""Errors of a stored question whose hand or rules are gone."""


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
        self._locks = KeyedLocks()  # by vote: its message is never edited twice at once
        self._changed: set[str] = set()
        self._message_ids: set[int] = set()  # of the votes at the last look
        self._deleted: set[int] = set()  # the deleted messages that Discord has reported
        self._waiting: dict[str, float] = {}  # since when a closed vote waits for the expert
        self.loop = Loop("votes", self._step, clock, expected=(StoreFailure, TryAgain))

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
                await self._drop_gone(user_id)
                if not await self._store.add_vote(vote, MOST_OPEN):
                    raise TooManyVotes(MOST_OPEN, await self._messages_of(user_id))
        try:
            async with self._locks.hold(vote.vote_id):
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
        async with self._locks.hold(vote_id):
            await self._finish(vote_id)

    async def _vote(self, vote_id: str, guild_id: int | None) -> Vote:
        with store_errors_as_try_again():
            vote = await self._store.vote(vote_id)
        if vote is None or vote.closed or vote.guild_id != guild_id:
            raise VoteOver
        return vote

    def message_deleted(self, message_id: int) -> None:
        """End the vote of a deleted message soon."""
        if message_id in self._message_ids:
            self._deleted.add(message_id)
            self.loop.wake()

    async def _drop_gone(self, user_id: int) -> None:
        """End a person's votes whose messages were deleted while nobody noticed."""
        for found in await self._store.all_votes():
            if found.host_id != user_id:
                continue
            async with self._locks.hold(found.vote_id):
                vote = await self._store.vote(found.vote_id)  # it may be closed by now
                if vote is not None and not vote.closed and vote.message_id != NO_MESSAGE:
                    await self._redraw(vote)

    async def _messages_of(self, user_id: int) -> tuple[tuple[int, int, int], ...]:
        """List where a person's open votes stand, by server, channel and message."""
        votes = await self._store.all_votes()
        return tuple(
            (vote.guild_id, vote.channel_id, vote.message_id)
            for vote in votes
            if vote.host_id == user_id and not vote.closed and vote.message_id != NO_MESSAGE
        )

    async def _post(self, vote: Vote, view: SeatView) -> None:
        self._message_ids.add(await self._messages.post(vote, view))

    async def _finish(self, vote_id: str) -> None:
        """Show the answer of a closed vote, then delete it, even if Discord refuses the answer."""
        vote = await self._store.vote(vote_id)
        if vote is None:
            return
        view = await self._view(vote)
        if view is not None:
            await self._messages.show(vote, view, await self._answer(vote))
        await self._drop(vote)

    async def _view(self, vote: Vote) -> SeatView | None:
        """Return the view that is asked about; None if the hand was deleted, or its rules."""
        try:
            return await self._hands.view(vote.question)
        except TryAgain:
            raise
        except UNANSWERABLE as error:
            _LOG.info("a vote can't be shown: %s", type(error).__name__)
            return None

    async def _answer(self, vote: Vote) -> BidChances | PlayChances | None:
        """Return the expert's answer; None if it has not been ready for long.

        Raises ReviewNotReady.
        """
        now = self._clock.now()
        try:
            return await self._hands.answer(vote.question)
        except ReviewNotReady:
            if now < self._waiting.setdefault(vote.vote_id, now) + WAIT_SECONDS:
                raise
            return None

    async def _drop(self, vote: Vote) -> None:
        await self._store.drop_vote(vote.vote_id)
        self._waiting.pop(vote.vote_id, None)

    async def _step(self) -> float:
        """Update every vote; return the seconds until the next check.

        A failure doesn't stop the other votes, and one that waits for the experts is none.
        """
        rest = LOOK_SECONDS
        failed = None
        changed = self._changed
        self._changed = set()
        deleted = self._deleted
        self._deleted = set()
        votes = await self._store.all_votes()
        self._message_ids = {vote.message_id for vote in votes}
        for vote in votes:
            try:
                if vote.message_id in deleted:
                    await self._end_deleted(vote)
                    continue
                if self._is_stale(vote, changed=vote.vote_id in changed):
                    async with self._locks.hold(vote.vote_id):
                        await self._bring_up_to_date(vote.vote_id)
            except ReviewNotReady:
                continue
            except Exception as error:  # noqa: BLE001 - the loop logs it, after the other votes
                failed = error
                self._changed |= changed & {vote.vote_id}
                self._deleted |= deleted & {vote.message_id}
            rest = min(rest, max(vote.closes_at - self._clock.now(), REDRAW_SECONDS))
        if failed is not None:
            raise failed
        if changed:
            await self._clock.sleep(REDRAW_SECONDS)
        return rest

    async def _end_deleted(self, vote: Vote) -> None:
        """End a vote whose message was deleted."""
        await self._drop(vote)
        await self._messages.forget(vote)

    def _is_stale(self, vote: Vote, *, changed: bool) -> bool:
        """Return True if this process has to close, post or redraw a vote."""
        if vote.tally != vote.shown and changed:
            return True
        missing = vote.message_id == NO_MESSAGE or vote.tally != vote.shown
        return self._is_ours() and (vote.closed or self._is_over(vote) or missing)

    async def _bring_up_to_date(self, vote_id: str) -> None:
        """Close, post or redraw a vote, unless that was done while its lock was awaited."""
        vote = await self._store.vote(vote_id)
        if vote is None:
            return
        if vote.closed or self._is_over(vote):
            if self._is_ours():
                await self._store.close_vote(vote_id)
                await self._finish(vote_id)
        elif vote.message_id == NO_MESSAGE:
            await self._post_later(vote)
        elif vote.tally != vote.shown:
            await self._redraw(vote)

    def _is_over(self, vote: Vote) -> bool:
        """Return True if a vote's day is over, or its end was set by a wrong clock."""
        if not self._clock.is_right():
            return False
        left = vote.closes_at - self._clock.now()
        return left <= 0 or left > 2 * OPEN_SECONDS

    async def _post_later(self, vote: Vote) -> None:
        """Post a vote that an earlier process has left; end it if Discord refuses it for good."""
        view = await self._view(vote)
        message_id = None if view is None else await self._messages.post_later(vote, view)
        if message_id is None:
            await self._drop(vote)

    async def _redraw(self, vote: Vote) -> None:
        """Show the votes cast so far; end a vote whose message is gone."""
        view = await self._view(vote)
        if view is None:
            return
        delivery = await self._messages.show(vote, view, None)
        if delivery is Delivery.SENT:
            await self._store.set_vote_shown(vote.vote_id, vote.tally)
        elif delivery is Delivery.GONE:
            await self._end_deleted(vote)
