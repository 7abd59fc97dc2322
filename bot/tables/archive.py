"""Finished games and hands of a table: records, replays and proofs of the shake."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import TypeVar

from bot.store.results import ResultStore
from bot.store.tables import TableStore
from bot.values.names import NAMELESS, names_by_seat
from texas42.engine import Phase, Rules, view_for
from texas42.library import load_rules, rules_json
from texas42.records.build import game_text
from texas42.records.errors import RecordError
from texas42.records.moments import Moment, moments, trick_ends
from texas42.records.record import Record, parse_record
from texas42.records.replay import replay
from texas42.records.shakefile import format_shake_file, shake_file

from .clocks.deadlines import Timing
from .company.errors import HandKept, HandNotShared
from .company.kept import is_seen_by, require_seen_by
from .company.private import PrivateTables
from .deals.ids import is_hand
from .describe import seats_in, table_view
from .draws.opening import is_repeatable, series_of
from .errors import DealtAsLesson, NoLongerKept, NoSuchHand, PlayedByOlderRules, WrongStatus
from .finished import past_table, record_of_hand
from .loaded import with_match
from .model import Status, Table
from .past import DrawProof, PastGame, PastHand, Replay, ShakeProof
from .ports import store_errors_as_try_again
from .repository import TableRepository
from .results import HandRow
from .views import SeatLine, TableView, names_at

T = TypeVar("T")


class Archive:
    """Finished hands by table. Every method raises NoSuchTable."""

    def __init__(
        self,
        changes: TableRepository,
        tables: TableStore,
        results: ResultStore,
        private: PrivateTables,
        timing: Timing,
    ) -> None:
        self._repository = changes
        self._tables = tables
        self._results = results
        self._private = private
        self._timing = timing

    async def record(
        self, table_id: str, game_no: int | None = None, *, user_id: int | None = None
    ) -> tuple[TableView, str]:
        """Write the record of a game's finished hands; of the current game by default.

        A game that the table has not reached has no hands. Raises HandKept.
        """
        view = table_view(await self._repository.read(table_id), self._timing)
        number = view.game_no if game_no is None else game_no
        with store_errors_as_try_again():
            rows = await self._results.hands(table_id, number)
            finished = await self._results.last_game(table_id, number)
        await self._require_seen(view, rows, user_id)
        # A player may have left since.
        players = view.names
        if finished is not None:
            players = names_by_seat(finished.names)
        elif rows and view.view is not None:  # a swept table has lost its names
            lines = await self._seats_in(table_id, view, rows[-1])
            numbered = enumerate(names_at(lines)[: len(lines)], 1)
            players = tuple(name or f"Computer {number}" for number, name in numbered)
        players = tuple(name or NAMELESS for name in players)
        hands_json = [row.record for row in rows]
        rules = await self._rules_of(table_id, number)
        return view, game_text(rules.game.id, rules_json(rules), players, hands_json)

    async def hand(self, table_id: str, hand_no: int, *, user_id: int | None = None) -> TableView:
        """Return the table at the end of a hand of its current or previous game.

        Raises WrongStatus if that hand is not finished, and HandKept.
        """
        live = await self._repository.read(table_id)
        view = table_view(live, self._timing)
        if hand_no == view.hand_no and view.view is not None and view.view.phase is Phase.OVER:
            await self._require_shown(view, hand_no, user_id)
            return replace(view, view=live.view(None))
        for game_no in (view.game_no, view.game_no - 1):
            with store_errors_as_try_again():
                rows = await self._results.hands(table_id, game_no)
            row = next((row for row in rows if row.hand_no == hand_no), None)
            if row is not None:
                await self._require_seen(view, (row,), user_id)
                records = [each.record for each in rows if each.hand_no <= hand_no]
                rules = await self._rules_of(table_id, game_no)
                text = game_text(rules.game.id, rules_json(rules), view.names, records)
                game = _replayed(text, replay)
                return replace(
                    view,
                    rules=rules,
                    seats=await self._seats_in(table_id, view, row),
                    status=Status.BETWEEN,
                    view=view_for(game, None),
                    total=game.total,
                    winner=game.winner,
                    game_no=game_no,
                    hand_no=hand_no,
                    commitment=None,
                    claimed=None,
                    claim=None,
                    laid_down=(),
                )
        raise WrongStatus(view.number, view.status)

    async def _require_shown(self, view: TableView, hand_no: int, user_id: int | None) -> None:
        """Raise what `_require_seen` raises about a hand of the current game."""
        if view.hides_hands:
            with store_errors_as_try_again():
                rows = await self._results.hands(view.table_id, view.game_no)
            hands = [row for row in rows if row.hand_no == hand_no]
            await self._require_seen(view, hands, user_id)

    async def _require_seen(
        self, table: Table | TableView, hands: Sequence[HandRow], user_id: int | None
    ) -> None:
        """Raise HandKept unless a person may see finished hands; NoInvitation to a stranger."""
        if user_id is not None:
            await self._private.require_finished_hands(table, user_id)
        require_seen_by(table, hands, user_id)

    async def _seats_in(
        self, table_id: str, view: TableView, hand: HandRow
    ) -> tuple[SeatLine, ...]:
        """Return the seats of a finished hand: others may have sat there."""
        stored = (await self._repository.read(table_id)).table
        with store_errors_as_try_again():
            finished = await self._results.last_game(table_id, hand.game_no)
            people = [player for player in hand.players if player is not None]
            names = await self._results.names(people)
        return past_table(stored, view.rules, hand, names, finished).seats

    async def _rules_of(self, table_id: str, game_no: int) -> Rules:
        """Return the rules of a game at a table, which may have changed since."""
        live = await self._repository.read(table_id)
        with store_errors_as_try_again():
            finished = await self._results.last_game(table_id, game_no)
        if finished is None:
            return live.rules
        played = load_rules(live.table.game, finished.rules)
        return with_match(played, live.rules.game.best_of)

    async def proof(self, table_id: str, hand_no: int, *, user_id: int | None = None) -> ShakeProof:
        """Build the proof of a finished hand's shake, from which it can be dealt again.

        Raises WrongStatus if the hand is not finished, NoLongerKept if only the table's results are
        left, DealtAsLesson for a lesson hand, and HandKept. The secret of a hand in progress never
        leaves the store.
        """
        view = table_view(await self._repository.read(table_id), self._timing)
        over = view.view is not None and view.view.phase is Phase.OVER
        finished = view.hand_no if over else view.hand_no - 1
        if view.status is Status.CLOSED and view.view is None:
            raise NoLongerKept
        if not 1 <= hand_no <= finished:
            raise WrongStatus(view.number, view.status)
        with store_errors_as_try_again():
            shake = await self._tables.shake_of(table_id, hand_no)
        if shake is None or not shake.dealt:
            raise DealtAsLesson
        with store_errors_as_try_again():
            game_no = await self._results.game_of_hand(table_id, hand_no)
            rows = [] if game_no is None else await self._results.hands(table_id, game_no)
        await self._require_seen(view, [row for row in rows if row.hand_no == hand_no], user_id)
        rules = view.rules if game_no is None else await self._rules_of(table_id, game_no)
        text = format_shake_file(shake_file(rules, shake.secret, shake.public))
        number = sum(row.hand_no <= hand_no for row in rows)
        draw = None
        if game_no is not None and rows[0].hand_no == hand_no:
            with suppress(WrongStatus):
                draw = await self.draw_proof(table_id, game_no)
        return ShakeProof(table_id, number, text, seats_in(shake.public), draw)

    async def draw_proof(self, table_id: str, game_no: int) -> DrawProof:
        """Build the proof of the draws before a game.

        Raises WrongStatus if no dominoes were drawn for it, and NoLongerKept like `proof`.
        """
        live = await self._repository.read(table_id)
        with store_errors_as_try_again():
            draw = await self._tables.draw_of(table_id, game_no)
        if live.table.status is Status.CLOSED and live.game.deal is None:
            raise NoLongerKept
        rules = await self._rules_of(table_id, game_no)
        if draw is None or not draw.drawn or not is_repeatable(rules, table_id, draw):
            raise WrongStatus(live.table.number, live.table.status)
        series = series_of(rules, table_id, draw)
        files = (shake_file(rules, draw.secret, public) for public in series.deals)
        return DrawProof(game_no, tuple(format_shake_file(file) for file in files))

    async def replay(
        self, table_id: str, hand_no: int, user_id: int, guild_id: int | None
    ) -> Replay:
        """Load a finished hand to step through; `guild_id` is None in a DM.

        Raises NoSuchHand unless the hand is finished and was played in that server or, in a DM, the
        user played in it; and HandKept. A person's hand of a shared deal is theirs alone.
        """
        if is_hand(table_id):
            return await self._replay_of_hand(table_id, user_id)

        async def require(table: Table, hand: HandRow) -> None:
            if not _is_in_reach(table, hand, user_id, guild_id):
                raise NoSuchHand
            await self._require_seen(table, (hand,), user_id)

        return await self._replay(table_id, hand_no, require)

    async def replay_to_share(
        self, table_id: str, hand_no: int, user_id: int, guild_id: int | None
    ) -> Replay:
        """Load a finished hand that a user wants to show to others; see `replay`.

        Raises HandNotShared where hands are kept to those who played them.
        """
        found = await self.replay(table_id, hand_no, user_id, guild_id)
        if found.table.hides_hands:
            raise HandNotShared
        return found

    async def hand_seen_by(self, table_id: str, hand_no: int, user_id: int | None) -> Replay:
        """Load a finished hand for a person, or for everybody if None.

        Raises NoSuchHand, and HandKept if it is kept to those who played it.
        """

        async def require(table: Table, hand: HandRow) -> None:
            await self._require_seen(table, (hand,), user_id)

        return await self._replay(table_id, hand_no, require)

    async def _replay_of_hand(self, table_id: str, user_id: int) -> Replay:
        live = await self._repository.read(table_id)
        view = table_view(live, self._timing)
        if view.seat_of(user_id) is None or view.view is None or view.view.phase is not Phase.OVER:
            raise NoSuchHand
        steps = await asyncio.to_thread(_steps, record_of_hand(live), 1)
        return Replay(view, steps, trick_ends(steps))

    async def card(self, table_id: str, hand_no: int) -> Replay:
        """Load a finished hand for its board, which its whole channel sees.

        Where hands are kept it shows only how this one ended. Raises NoSuchHand unless the hand is
        finished.
        """
        found = await self._replay(table_id, hand_no)
        return replace(found, is_kept=found.table.hides_hands)

    async def _replay(
        self,
        table_id: str,
        hand_no: int,
        require: Callable[[Table, HandRow], Awaitable[None]] | None = None,
    ) -> Replay:
        with store_errors_as_try_again():
            stored = await self._tables.load(table_id)
            game_no = await self._results.game_of_hand(table_id, hand_no)
            rows = [] if game_no is None else await self._results.hands(table_id, game_no)
            rows = [row for row in rows if row.hand_no <= hand_no]
            if stored is None or game_no is None or not rows:
                raise NoSuchHand
            if require is not None:
                await require(stored.table, rows[-1])
            finished = await self._results.last_game(table_id, game_no)
            people = [player for player in rows[-1].players if player is not None]
            names = await self._results.names(people)
        table = stored.table
        played = load_rules(table.game, table.rules if finished is None else finished.rules)
        rules = with_match(played, table.best_of)
        records = [row.record for row in rows]
        text = game_text(rules.game.id, rules_json(rules), ("",) * rules.game.seats, records)
        # a long game takes a tenth of a second, in which others' presses would wait
        steps = await asyncio.to_thread(_steps, text, len(records))
        past = past_table(table, rules, rows[-1], names, finished)
        return Replay(past, steps, trick_ends(steps))

    async def games_of(
        self, user_id: int, guild_id: int | None, game: str | None, *, after: int, count: int
    ) -> Sequence[PastGame]:
        """List a person's finished games, newest first, from offset `after`.

        In one server, or anywhere if None; of one game, or of all if None.
        """
        with store_errors_as_try_again():
            return await self._results.games_of(user_id, guild_id, game, after=after, count=count)

    async def hands_in(
        self, table_id: str, game_no: int, user_id: int, guild_id: int | None
    ) -> Sequence[PastHand]:
        """List the finished hands of a game that a user may see; see `replay`.

        Raises NoSuchHand if there are none, and HandKept if all are kept from them.
        """
        with store_errors_as_try_again():
            stored = await self._tables.load(table_id)
            rows = await self._results.hands(table_id, game_no)
            finished = await self._results.last_game(table_id, game_no)
        if stored is None:
            raise NoSuchHand
        table = stored.table
        await self._private.require_finished_hands(table, user_id)
        numbered = list(enumerate(rows, 1))
        near = [(n, row) for n, row in numbered if _is_in_reach(table, row, user_id, guild_id)]
        seen = [(n, row) for n, row in near if is_seen_by(table, row, user_id)]
        if not seen:
            raise HandKept if near else NoSuchHand
        rules = table.rules if finished is None else finished.rules
        return [
            PastHand(
                table_id=table_id,
                table_number=table.number or 0,
                guild_id=table.guild_id,
                game=table.game,
                rules=rules,
                hand_no=row.hand_no,
                game_no=game_no,
                bid=row.bid,
                made=row.made,
                ended=row.ended,
                at=row.at,
                number=number,
            )
            for number, row in seen
        ]

    async def played_together(
        self, table_id: str, game_no: int, user_id: int, guild_id: int | None
    ) -> bool:
        """Return True if a person finished a game with others at a table of this server.

        In a DM, `guild_id` None, at one that belongs to no server. Tables of events don't count.
        """
        with store_errors_as_try_again():
            game = await self._results.last_game(table_id, game_no)
        if game is None or game.alone or user_id not in game.players:
            return False
        table = (await self._repository.read(table_id)).table
        return table.guild_id == guild_id and table.event_id is None

    async def hands_of(self, user_id: int, guild_id: int | None, count: int) -> Sequence[PastHand]:
        """List the newest finished hands of a person, in one server or anywhere if None."""
        with store_errors_as_try_again():
            return await self._results.hands_of(user_id, guild_id, count)


@lru_cache(maxsize=32)  # stepping through a hand asks for it at every step
def _steps(record: str, hand: int) -> tuple[Moment, ...]:
    return _replayed(record, lambda parsed: moments(parsed, hand))


def _replayed(text: str, replays: Callable[[Record], T]) -> T:
    """Replay a stored record, also from before ruling 8.7 held in all contracts.

    Raises PlayedByOlderRules if another rule has changed since.
    """
    record = parse_record(text)
    for rules in (record.rules, {**(record.rules or {}), "doubles_follow_pip": False}):
        with suppress(RecordError):
            return replays(replace(record, rules=rules))
    raise PlayedByOlderRules


def _is_in_reach(table: Table, hand: HandRow, user_id: int, guild_id: int | None) -> bool:
    """Return True where a user reaches a finished hand: in its server, in a DM if they played."""
    return user_id in hand.players if guild_id is None else table.guild_id == guild_id
