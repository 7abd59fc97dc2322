"""Finished games and hands of a table: records, replays and proofs of the shake."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
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
from .deals.deals import LESSON, SHAKEN
from .deals.ids import is_hand
from .describe import seats_in, table_view
from .draws.opening import is_repeatable, series_of
from .errors import DealtAsLesson, NoLongerKept, NoSuchHand, PlayedByOlderRules, WrongStatus
from .finished import AWAY, record_of_hand
from .loaded import with_match
from .model import Occupant, PublicTable, Seat, Status, Table, public_part
from .past import DrawProof, PastGame, PastHand, Replay, ShakeProof
from .ports import store_errors_as_try_again
from .repository import TableRepository
from .results import GameRow, HandRow
from .views import SeatLine, TableView, names_at

T = TypeVar("T")


class Archive:
    """Finished hands by table. Every method raises NoSuchTable."""

    def __init__(
        self, changes: TableRepository, tables: TableStore, results: ResultStore, timing: Timing
    ) -> None:
        self._repository = changes
        self._tables = tables
        self._results = results
        self._timing = timing

    async def record(self, table_id: str, game_no: int | None = None) -> tuple[TableView, str]:
        """Write the record of a game's finished hands; of the current game by default.

        A game that the table has not reached has no hands.
        """
        view = table_view(await self._repository.read(table_id), self._timing)
        number = view.game_no if game_no is None else game_no
        with store_errors_as_try_again():
            rows = await self._results.hands(table_id, number)
            finished = await self._results.last_game(table_id, number)
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

    async def hand(self, table_id: str, hand_no: int) -> TableView:
        """Return the table at the end of a hand of its current or previous game.

        Raises WrongStatus if that hand is not finished.
        """
        view = table_view(await self._repository.read(table_id), self._timing)
        if hand_no == view.hand_no and view.view is not None and view.view.phase is Phase.OVER:
            return view
        for game_no in (view.game_no, view.game_no - 1):
            with store_errors_as_try_again():
                rows = await self._results.hands(table_id, game_no)
            row = next((row for row in rows if row.hand_no == hand_no), None)
            if row is not None:
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

    async def proof(self, table_id: str, hand_no: int) -> ShakeProof:
        """Build the proof of a finished hand's shake.

        Raises WrongStatus if the hand is not finished, NoLongerKept if only the table's results are
        left, and DealtAsLesson for a lesson hand. The secret of a hand in progress never leaves the
        store.
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
        user played in it. A person's hand of a shared deal is theirs alone.
        """
        if is_hand(table_id):
            return await self._replay_of_hand(table_id, user_id)
        return await self._replay(
            table_id, hand_no, lambda table, hand: _may_see(table, hand, user_id, guild_id)
        )

    async def _replay_of_hand(self, table_id: str, user_id: int) -> Replay:
        live = await self._repository.read(table_id)
        view = table_view(live, self._timing)
        if view.seat_of(user_id) is None or view.view is None or view.view.phase is not Phase.OVER:
            raise NoSuchHand
        steps = await asyncio.to_thread(_steps, record_of_hand(live), 1)
        return Replay(view, steps, trick_ends(steps))

    async def card(self, table_id: str, hand_no: int) -> Replay:
        """Load a finished hand for its board, which its whole channel has seen.

        Raises NoSuchHand unless the hand is finished.
        """
        return await self._replay(table_id, hand_no, lambda _table, _hand: True)

    async def _replay(
        self, table_id: str, hand_no: int, may_see: Callable[[Table, HandRow], bool]
    ) -> Replay:
        with store_errors_as_try_again():
            stored = await self._tables.load(table_id)
            game_no = await self._results.game_of_hand(table_id, hand_no)
            rows = [] if game_no is None else await self._results.hands(table_id, game_no)
            rows = [row for row in rows if row.hand_no <= hand_no]
            if stored is None or game_no is None or not rows:
                raise NoSuchHand
            if not may_see(stored.table, rows[-1]):
                raise NoSuchHand
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

        Raises NoSuchHand if there are none.
        """
        with store_errors_as_try_again():
            stored = await self._tables.load(table_id)
            rows = await self._results.hands(table_id, game_no)
            finished = await self._results.last_game(table_id, game_no)
        if stored is None:
            raise NoSuchHand
        table = stored.table
        numbered = list(enumerate(rows, 1))
        seen = [(n, row) for n, row in numbered if _may_see(table, row, user_id, guild_id)]
        if not seen:
            raise NoSuchHand
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
        """Return True if a person finished a game with others at a table of its own in a server."""
        with store_errors_as_try_again():
            game = await self._results.last_game(table_id, game_no)
        if game is None or guild_id is None or game.alone:
            return False
        live = await self._repository.read(table_id)
        return user_id in game.players and live.table.event_id is None

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


def _may_see(table: Table, hand: HandRow, user_id: int, guild_id: int | None) -> bool:
    """Return True if a user may see a finished hand: in its server, or in a DM if they played."""
    return user_id in hand.players if guild_id is None else table.guild_id == guild_id


def past_table(
    table: Table,
    rules: Rules,
    hand: HandRow,
    names: Mapping[int, str],
    game: GameRow | None = None,
) -> TableView:
    """Build the table as it stood after a finished hand, without its view.

    `game`: its game, if finished; computers may have changed seats since.
    """
    then = replace(
        table,
        status=Status.BETWEEN,
        wins=(0,) * rules.game.sides,
        winner=None,
        game_no=hand.game_no,
        hand_no=hand.hand_no,
        seq=hand.hand_no,
        turn_since=hand.at,
        deals=LESSON if hand.is_lesson else SHAKEN,
    )
    return TableView(
        **public_part(PublicTable, then),
        rules=rules,
        seats=tuple(
            _past_seat(table, rules, seat, hand, names, game) for seat in range(len(hand.players))
        ),
        total=(0,) * rules.game.sides,
        view=None,
        commitment=None,
    )


def _past_seat(
    table: Table,
    rules: Rules,
    seat: int,
    hand: HandRow,
    names: Mapping[int, str],
    game: GameRow | None,
) -> SeatLine:
    """Build a seat with the player it had in a finished hand."""
    now = table.seats[seat]
    user_id = hand.players[seat]
    if now.played is not None and hand.hand_no == table.hand_no:
        now = Seat(now.played, now.played_by, now.played_name)
    if game is not None and game.levels[seat] not in ("", AWAY):
        now = Seat(Occupant.COMPUTER, None, game.names[seat], game.levels[seat])
    person = user_id is not None or seat in hand.forgotten
    stayed = not person and now.occupant is Occupant.COMPUTER
    known = names.get(user_id or 0, "") if person else ""
    return SeatLine(
        seat=seat,
        side=rules.game.side_of(seat),
        occupant=Occupant.PERSON if person else Occupant.COMPUTER,
        user_id=user_id,
        name=now.name if stayed else known,
        level=now.level if stayed else "",
    )
