"""Votes on a hand. Each is saved before it is posted, and closed by its asker or after a day."""

from __future__ import annotations

import logging
import secrets
from collections.abc import AsyncIterator, Callable
from dataclasses import replace

from bot.runtime.keyed_locks import KeyedLocks
from bot.runtime.loops import SENDING_GRACE_SECONDS, Loop
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
from .model import AT_ONCE, NO_MESSAGE, DueVote, Question, Vote
from .ports import VotePoster

_LOG = logging.getLogger(__name__)
OPEN_SECONDS = 86_400.0
MOST_OPEN = 3
"""The most open votes of one person."""
REDRAW_SECONDS = 1.0
"""The shortest time between two edits of a vote's message."""
LOOK_SECONDS = 60.0
"""How long a vote may lag behind a change by another process."""
TOGETHER = 100
"""How many due votes are listed at once."""
WAIT_SECONDS = 3_600.0
"""How long a closed vote waits for the expert's answer."""
UNANSWERABLE = (
    *(TableError, EngineError, BadQuestion),
    *(UnknownGame, UnknownRule, DataFileError),
)
"""Errors of a stored question whose hand or rules are gone."""


class Votes:
    """Opens, counts and closes votes. A vote is deleted once its answer has been shown.

    Only votes that are due are looked at: whatever changes one makes it due at once, and each is
    due when it closes. `is_ours`: True if this process, of several, serves a server.
    """

    def __init__(
        self,
        store: VoteStore,
        messages: VotePoster,
        hands: HandQuestions,
        clock: Clock,
        is_ours: Callable[[int], bool] = lambda _guild_id: True,
    ) -> None:
        self._store = store
        self._messages = messages
        self._hands = hands
        self._clock = clock
        self._is_ours = is_ours
        self._locks = KeyedLocks()  # by vote: its message is never edited twice at once
        self._changed: set[str] = set()
        self._deleted: set[int] = set()  # messages that Discord has reported as deleted
        self._waiting: dict[str, float] = {}  # since when a closed vote waits for the expert
        self.loop = Loop(
            "votes",
            self._step,
            clock,
            grace=SENDING_GRACE_SECONDS,
            expected=(StoreFailure, TryAgain),
        )

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
                await self._messages.post(vote, view)
                await self._store.set_vote_shown(vote.vote_id, vote.tally)
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
        """End the vote of a deleted message soon, if it shows one."""
        self._deleted.add(message_id)
        self.loop.wake()

    async def _drop_gone(self, user_id: int) -> None:
        """End a person's votes whose messages were deleted while nobody noticed."""
        for found in await self._store.votes_of(user_id):
            async with self._locks.hold(found.vote_id):
                vote = await self._store.vote(found.vote_id)  # it may be closed by now
                if vote is not None and not vote.closed and vote.message_id != NO_MESSAGE:
                    await self._redraw(vote)

    async def _messages_of(self, user_id: int) -> tuple[tuple[int, int, int], ...]:
        """List where a person's open votes stand, by server, channel and message."""
        return tuple(
            (vote.guild_id, vote.channel_id, vote.message_id)
            for vote in await self._store.votes_of(user_id)
            if vote.message_id != NO_MESSAGE
        )

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
        """Update the votes that are due; return the seconds until the next check.

        A failure doesn't stop the other votes, and one that waits for the experts is none.
        """
        changed = self._changed
        self._changed = set()
        deleted = self._deleted
        self._deleted = set()
        failed = await self._end_all_deleted(deleted)
        async for due in self._due():
            if due.vote_id not in changed and not self._is_ours(due.guild_id):
                continue
            try:
                async with self._locks.hold(due.vote_id):
                    await self._bring_up_to_date(due)
            except Exception as error:  # noqa: BLE001 - the loop logs it, after the other votes
                failed = error
                self._changed |= changed & {due.vote_id}
        if failed is not None:
            raise failed
        if changed or deleted:
            await self._clock.sleep(REDRAW_SECONDS)
        return await self._rest()

    async def _due(self) -> AsyncIterator[DueVote]:
        """Yield the votes that are due, and those that a wrong clock would have due in years."""
        now = self._clock.now()
        last = None
        by = now if self._clock.is_right() else AT_ONCE
        while found := await self._store.due_votes(by, last, TOGETHER):
            for due in found:
                yield due
            last = found[-1]
        if self._clock.is_right():
            for due in await self._store.votes_due_after(now + 2 * OPEN_SECONDS, TOGETHER):
                yield due

    async def _rest(self) -> float:
        """Return the seconds until the next vote is due."""
        now = self._clock.now()
        soon = await self._store.votes_due_after(now, 1)
        return min([LOOK_SECONDS, *(max(vote.due_at - now, REDRAW_SECONDS) for vote in soon)])

    async def _end_all_deleted(self, message_ids: set[int]) -> Exception | None:
        """End the votes of deleted messages; return the last failure."""
        failed = None
        ids = sorted(message_ids)
        for start in range(0, len(ids), TOGETHER):
            some = ids[start : start + TOGETHER]
            try:
                for vote_id in await self._store.votes_shown_by(some):
                    vote = await self._store.vote(vote_id)
                    if vote is not None:
                        await self._end_deleted(vote)
            except Exception as error:  # noqa: BLE001 - the loop logs it, after the other votes
                failed = error
                self._deleted |= {*some}
        return failed

    async def _end_deleted(self, vote: Vote) -> None:
        """End a vote whose message was deleted."""
        await self._drop(vote)
        await self._messages.forget(vote)

    async def _bring_up_to_date(self, due: DueVote) -> None:
        """Close, post or redraw a vote, unless that was done while its lock was awaited."""
        vote = await self._store.vote(due.vote_id)
        if vote is None:
            return
        if vote.closed or self._is_over(vote):
            if self._is_ours(vote.guild_id):
                await self._store.close_vote(vote.vote_id)
                await self._finish_later(due)
        elif vote.message_id == NO_MESSAGE:
            await self._post_later(vote)
        elif vote.tally == vote.shown:
            await self._store.set_vote_shown(vote.vote_id, vote.tally)
        elif not await self._redraw(vote):
            await self._postpone(due, LOOK_SECONDS)

    async def _finish_later(self, due: DueVote) -> None:
        """Show the answer of a closed vote, or look again while the experts are not ready."""
        try:
            await self._finish(due.vote_id)
        except ReviewNotReady:
            now = self._clock.now()
            waited = now - self._waiting.get(due.vote_id, now)
            pause = min(max(waited / 4, REDRAW_SECONDS), LOOK_SECONDS)
            await self._postpone(replace(due, due_at=AT_ONCE), pause)

    async def _postpone(self, due: DueVote, seconds: float) -> None:
        """Look at a vote again later; at each look while the date is wrong."""
        if self._clock.is_right():
            await self._store.postpone_vote(due, self._clock.now() + seconds)

    def _is_over(self, vote: Vote) -> bool:
        """Return True if a vote's day is over, or its end was set by a wrong clock."""
        if not self._clock.is_right():
            return False
        left = vote.closes_at - self._clock.now()
        return left <= 0 or left > 2 * OPEN_SECONDS

    async def _post_later(self, vote: Vote) -> None:
        """Post a vote that an earlier process left; end it if Discord refuses it for good."""
        view = await self._view(vote)
        message_id = None if view is None else await self._messages.post_later(vote, view)
        if message_id is None:
            await self._drop(vote)
        else:
            await self._store.set_vote_shown(vote.vote_id, vote.tally)

    async def _redraw(self, vote: Vote) -> bool:
        """Show the votes cast so far; end a vote whose message is gone.

        Returns False if its message can't be changed now.
        """
        view = await self._view(vote)
        if view is None:
            return False
        delivery = await self._messages.show(vote, view, None)
        if delivery is Delivery.SENT:
            await self._store.set_vote_shown(vote.vote_id, vote.tally)
        elif delivery is Delivery.GONE:
            await self._end_deleted(vote)
        return delivery is not Delivery.REFUSED
