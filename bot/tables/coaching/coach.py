"""The coach: mistakes in a person's own finished hands, judged by what they could see."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from bot.store.results import ResultStore
from bot.store.tables import TableStore
from bot.values.clock import Clock
from texas42.ai.findings.judgments import Advised, Decision
from texas42.library import load_rules, rules_json
from texas42.records.build import game_text

from ..company.errors import NoInvitation
from ..errors import GameNotOver, NoSuchHand, NotInGame, ReviewNotReady, StillBusy
from ..past import CoachJob, GameLessons, Habits
from ..ports import ComputerPlayers, store_errors_as_try_again
from ..results import HandRow
from .lessons import LocatedDecision, costliest, habits_in

T = TypeVar("T")
NEWEST_HANDS = 50
"""How many hands to search for habits."""
MOST_AT_ONCE = 6
"""How many people can be coached at the same time; others are asked to try again later."""
MOST_SECONDS = 600.0
"""The time limit for one person: an answer can only be edited for fourteen minutes."""
RETRY_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class _OwnHand:
    """A finished hand that the user played: a record that ends with it, and their seat.

    `stood_in`: acts made by others in their place, and `advised`, as in `HandRow`.
    """

    table_id: str
    table_number: int
    hand_no: int
    record: str
    number: int
    seat: int
    stood_in: tuple[int, ...]
    advised: tuple[Advised, ...]


class Coach:
    """Reviews users' finished hands in the background, one at a time.

    Asking again while a review runs returns the same one. Every method raises TryAgain,
    StillBusy while the user's review of something else runs, and ReviewNotReady if too many reviews
    are running.
    """

    def __init__(
        self, tables: TableStore, results: ResultStore, players: ComputerPlayers, clock: Clock
    ) -> None:
        self._tables = tables
        self._results = results
        self._players = players
        self._clock = clock
        self._looks: dict[int, tuple[Hashable, CoachJob[Any]]] = {}  # one a user

    async def stop(self) -> None:
        """Cancel all reviews."""
        tasks = [look.task for _, look in self._looks.values() if look.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def game(
        self, table_id: str, game_no: int, user_id: int, guild_id: int | None
    ) -> CoachJob[GameLessons]:
        """Review a user's own play in a finished game.

        `guild_id`: the server in which they ask, None in a DM. Raises NoSuchHand if the game was
        not played there or, in a DM, not by the user; NotInGame if they did not play in it;
        GameNotOver while it is in progress.
        """
        with store_errors_as_try_again():
            stored = await self._tables.load(table_id)
            rows = await self._results.hands(table_id, game_no)
            finished = await self._results.last_game(table_id, game_no)
        if stored is None or not rows or guild_id not in (None, stored.table.guild_id):
            raise NoSuchHand
        if not any(user_id in row.players for row in rows):
            if stored.table.private:
                raise NoInvitation
            raise NoSuchHand if guild_id is None else NotInGame
        if finished is None:
            raise GameNotOver
        table = stored.table
        number = table.number or 0
        hands = _own_hands(table_id, number, table.game, finished.rules, rows, user_id)

        def summarize(judged: Sequence[LocatedDecision], done: int) -> GameLessons:
            best = costliest(judged)
            return GameLessons(table_id, number, game_no, len(hands), done, best)

        return self._start_job(user_id, (table_id, game_no), hands, summarize)

    async def habits(self, user_id: int, guild_id: int | None) -> CoachJob[Habits]:
        """Find the habits that cost a user most in their newest hands.

        `guild_id`: the server whose hands count, or None for all servers.
        """
        with store_errors_as_try_again():
            newest = await self._results.hands_of(user_id, guild_id, NEWEST_HANDS)
        wanted = {(hand.table_id, hand.hand_no) for hand in newest}
        games = {(hand.table_id, hand.game_no): hand for hand in newest}
        hands: list[_OwnHand] = []
        for (table_id, game_no), hand in games.items():
            with store_errors_as_try_again():
                rows = await self._results.hands(table_id, game_no)
                finished = await self._results.last_game(table_id, game_no)
            rules = hand.rules if finished is None else finished.rules
            own = _own_hands(table_id, hand.table_number, hand.game, rules, rows, user_id)
            hands += [each for each in own if (each.table_id, each.hand_no) in wanted]

        def summarize(judged: Sequence[LocatedDecision], done: int) -> Habits:
            return Habits(len(hands), done, habits_in(judged))

        return self._start_job(user_id, guild_id, hands, summarize)

    def _start_job(
        self,
        user_id: int,
        what: Hashable,
        hands: Sequence[_OwnHand],
        summarize: Callable[[Sequence[LocatedDecision], int], T],
    ) -> CoachJob[T]:
        """Start a user's review, or return the running one of the same."""
        if user_id in self._looks:
            running, known = self._looks[user_id]
            if running != what:
                raise StillBusy
            return known
        if len(self._looks) >= MOST_AT_ONCE:
            raise ReviewNotReady(begun=False)
        looking: CoachJob[T] = CoachJob(len(hands))
        work = self._judge_hands(looking, hands, summarize)
        looking.task = asyncio.create_task(work, name="coach")
        looking.task.add_done_callback(lambda _: self._looks.pop(user_id))
        self._looks[user_id] = what, looking
        return looking

    async def _judge_hands(
        self,
        looking: CoachJob[T],
        hands: Sequence[_OwnHand],
        summarize: Callable[[Sequence[LocatedDecision], int], T],
    ) -> T | None:
        """Judge hand by hand; if time runs out, keep what has been judged."""
        until = self._clock.elapsed() + MOST_SECONDS
        judged = list[LocatedDecision]()
        for hand in hands:
            try:
                decisions = await self._decisions(hand, until)
            except ReviewNotReady:
                break
            if decisions is None:
                return None
            judged += [
                LocatedDecision(hand.table_id, hand.table_number, hand.hand_no, each)
                for each in decisions
                if each.step not in hand.stood_in  # a computer made it in their place
            ]
            looking.done += 1
        return summarize(judged, looking.done)

    async def _decisions(self, hand: _OwnHand, until: float) -> tuple[Decision, ...] | None:
        """Load a hand's decisions, waiting while the review queue is full.

        Raises ReviewNotReady after the deadline.
        """
        while self._clock.elapsed() < until:
            try:
                return await self._players.decisions(
                    hand.record, hand.number, hand.seat, hand.advised
                )
            except ReviewNotReady:
                await self._clock.sleep(RETRY_SECONDS)
        raise ReviewNotReady(begun=False)


def _own_hands(
    table_id: str,
    table_number: int,
    game: str,
    options: Mapping[str, object],
    rows: Sequence[HandRow],
    user_id: int,
) -> list[_OwnHand]:
    """List the hands of a game that a user played; `rows`: all its finished hands."""
    rules = load_rules(game, options)
    records = [row.record for row in rows]
    nobody = ("",) * rules.game.seats
    return [
        _OwnHand(
            table_id,
            table_number,
            row.hand_no,
            # Leave later hands out: the request is then the same for the same hand, and cached.
            game_text(rules.game.id, rules_json(rules), nobody, records[:number]),
            number,
            row.players.index(user_id),
            row.stood_in,
            row.advised,
        )
        for number, row in enumerate(rows, 1)
        if user_id in row.players
    ]
