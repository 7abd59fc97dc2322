"""Hints and reviews that people ask for at their own table."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from bot.store.results import ResultStore
from texas42.ai.findings.judgments import Advised, Review
from texas42.engine import format_action
from texas42.library import rules_json
from texas42.records.build import game_text

from .clocks.deadlines import Timing
from .company.kept import require_seen_by
from .deals.ids import is_hand
from .describe import table_view
from .errors import HintsOff, WrongStatus
from .finished import record_of_hand
from .loaded import LoadedTable, PendingChange, with_table
from .model import Status
from .ports import ComputerPlayers, store_errors_as_try_again
from .repository import TableRepository
from .turns import require_turn
from .views import Progress, TableView


class Adviser:
    """Asks the computer players for advice, from the asking person's view alone."""

    def __init__(
        self,
        repository: TableRepository,
        results: ResultStore,
        players: ComputerPlayers,
        timing: Timing,
    ) -> None:
        self._repository = repository
        self._results = results
        self._players = players
        self._timing = timing

    async def hint(self, table_id: str, user_id: int) -> Progress:
        """Return the table's progress with a suggestion for the user in turn and its reason.

        The hint is recorded before anybody sees it, also where nobody's opponent is a person: one
        may still join the game, which then counts on no leaderboard. Raises what `advise` raises,
        and HintsOff.
        """
        allow = partial(_require_hints, user_id=user_id, timing=self._timing)
        await self._repository.change(table_id, allow, user_id)
        return await self._advise(await self._repository.read(table_id), user_id, asked=True)

    async def advise(self, table_id: str, user_id: int) -> Progress:
        """Return what `hint` does for the guide, whose advice nobody asks for.

        Raises NoSuchTable, NotSeated, WrongStatus, NotYourTurn and TryAgain.
        """
        return await self._advise(await self._repository.read(table_id), user_id, asked=False)

    async def _advise(self, live: LoadedTable, user_id: int, *, asked: bool) -> Progress:
        """Advise the user in turn, and save that with the hand before anybody sees it.

        If the turn ends meanwhile, the progress has no advice.
        """
        seat = require_turn(live, user_id)
        advice = await self._players.advise(live.view(seat), asked=asked)
        text = format_action(advice.action, live.rules)
        save = partial(_save_advice, seq=live.table.seq, seat=seat, text=text, asked=asked)
        progress = await self._repository.change(live.table.table_id, save, user_id)
        if progress.after.seq != live.table.seq:
            return progress
        return replace(progress, advice=advice)

    async def review(
        self, table_id: str, hand_no: int, *, user_id: int | None = None
    ) -> tuple[TableView, Review | None]:
        """Compute the review of a finished hand of the table, for a person or for everybody.

        The review is None without a solver. Raises NoSuchTable, ReviewNotReady, WrongStatus if
        the hand is not finished, and HandKept.
        """
        live = await self._repository.read(table_id)
        asked = await self._record_of(live, hand_no, user_id)
        return table_view(live, self._timing), await self._players.review(*asked)

    async def _record_of(
        self, live: LoadedTable, hand_no: int, user_id: int | None
    ) -> tuple[str, int, tuple[Advised, ...]]:
        """Write the record of a game up to a finished hand.

        Return the hand's number in it too, and what was advised in that hand.
        """
        table_id = live.table.table_id
        if is_hand(table_id):
            if live.table.status is not Status.BETWEEN:
                raise WrongStatus(live.table.number, live.table.status)
            return record_of_hand(live), 1, ()
        with store_errors_as_try_again():
            game_no = await self._results.game_of_hand(table_id, hand_no)
            rows = [] if game_no is None else await self._results.hands(table_id, game_no)
        # Leave later hands out: the request is then the same for the same hand, and cached.
        rows = [row for row in rows if row.hand_no <= hand_no]
        if not rows or rows[-1].hand_no != hand_no:
            raise WrongStatus(live.table.number, live.table.status)
        require_seen_by(live.table, rows[-1:], user_id)
        names = [seat.name for seat in live.table.seats]
        records = [row.record for row in rows]
        text = game_text(live.rules.game.id, rules_json(live.rules), names, records)
        return text, len(records), rows[-1].advised


def _require_hints(live: LoadedTable, user_id: int, timing: Timing) -> None:
    """Refuse a hint out of turn, or where hints are off; change nothing."""
    require_turn(live, user_id)
    view = table_view(live, timing)
    if not view.offers_hints:
        raise HintsOff(view.forbids_hints)


def _save_advice(
    live: LoadedTable, *, seq: int, seat: int, text: str, asked: bool
) -> PendingChange | None:
    """Keep what was advised for the act that is due, and record the hint if one was asked for."""
    if live.table.seq != seq or live.to_act != seat:
        return None
    advised = live.table.advised
    now = len(live.acted) + 1, text
    if now not in advised:
        advised = (*advised, now)
    elif not asked:
        return None
    return PendingChange(with_table(live, advised=advised), hinted=seat if asked else None)
