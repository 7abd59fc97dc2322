"""Hints and reviews that people ask for at their own table."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from bot.library import rules_json
from bot.records.build import game_text
from bot.values.findings import Review

from .clocks.deadlines import Timing
from .describe import table_view
from .errors import HintsOff, WrongStatus
from .loaded import LoadedTable, PendingChange
from .ports import ComputerPlayers, Store, store_errors_as_try_again
from .repository import TableRepository
from .turns import require_turn
from .views import Progress, TableView


class Adviser:
    """Asks the computer players for advice, from the asking person's view alone."""

    def __init__(
        self,
        repository: TableRepository,
        store: Store,
        players: ComputerPlayers,
        timing: Timing,
    ) -> None:
        self._repository = repository
        self._store = store
        self._players = players
        self._timing = timing

    async def hint(self, table_id: str, user_id: int) -> Progress:
        """Return the table's progress with a suggestion for the user in turn and its reason.

        The hint is recorded first, also where nobody's opponent is a person: one may still join the
        game, which then counts on no leaderboard. Raises what `advise` raises, HintsOff and
        TryAgain.
        """
        note = partial(_note_hint, user_id=user_id, timing=self._timing)
        await self._repository.change(table_id, note, user_id)
        return await self.advise(table_id, user_id)

    async def advise(self, table_id: str, user_id: int) -> Progress:
        """Return what `hint` does for the guide, whose advice nobody asks for.

        Raises NoSuchTable, NotSeated, WrongStatus and NotYourTurn.
        """
        live = await self._repository.read(table_id)
        seat = require_turn(live, user_id)
        advice = await self._players.advise(live.view(seat))
        return replace(self._repository.unchanged(live, user_id), advice=advice)

    async def review(self, table_id: str, hand_no: int) -> tuple[TableView, Review | None]:
        """Compute the review of a finished hand of the table.

        The review is None without a solver. Raises NoSuchTable, ReviewNotReady, and WrongStatus if
        the hand is not finished.
        """
        live = await self._repository.read(table_id)
        text, number = await self._record_of(live, hand_no)
        return table_view(live, self._timing), await self._players.review(text, number)

    async def _record_of(self, live: LoadedTable, hand_no: int) -> tuple[str, int]:
        """Write the record of a game up to a finished hand, and the hand's number in it."""
        table_id = live.table.table_id
        with store_errors_as_try_again():
            game_no = await self._store.game_of_hand(table_id, hand_no)
            rows = [] if game_no is None else await self._store.hands(table_id, game_no)
        # Leave later hands out: the request is then the same for the same hand, and cached.
        rows = [row for row in rows if row.hand_no <= hand_no]
        if not rows or rows[-1].hand_no != hand_no:
            raise WrongStatus(live.table.number, live.table.status)
        names = [seat.name for seat in live.table.seats]
        records = [row.record for row in rows]
        text = game_text(live.rules.game.id, rules_json(live.rules), names, records)
        return text, len(records)


def _note_hint(live: LoadedTable, user_id: int, timing: Timing) -> PendingChange:
    """Record that the user in turn asked for a hint."""
    seat = require_turn(live, user_id)
    view = table_view(live, timing)
    if not view.offers_hints:
        raise HintsOff(view.forbids_hints)
    return PendingChange(live, hinted=seat)
