"""What a person may ask the computer players for at his table."""

from __future__ import annotations

from bot.engine import view_for
from bot.library import rules_json
from bot.records.build import game_text

from . import lobby, turns
from .changes import Changes
from .claim import leads, play_out
from .clocks import Timing
from .describe import panel_view, table_view
from .errors import NotProven, NotYourTurn, WrongStatus
from .live import Live, Plan
from .model import Status
from .ports import Chance, Clock, Players, Store, saved
from .views import Advice, Note, PanelView, Review, TableView


class Adviser:
    """Asks the computer players in a person's name: they get his own view and nothing else."""

    def __init__(
        self,
        changes: Changes,
        store: Store,
        players: Players,
        chance: Chance,
        clock: Clock,
        timing: Timing,
    ) -> None:
        self._changes = changes
        self._store = store
        self._players = players
        self._chance = chance
        self._clock = clock
        self._timing = timing

    async def hint(self, table_id: str, user_id: int) -> tuple[PanelView, Advice]:
        """Return what a person could do at his turn and why, with the panel it was made for.

        Raises NoSuchTable, NotSeated, WrongStatus and NotYourTurn.
        """
        live = await self._changes.read(table_id)
        seat = require_turn(live, user_id)
        advice = await self._players.advise(view_for(live.game, seat))
        return panel_view(live, self._timing, user_id), advice

    async def review(self, table_id: str, hand_no: int) -> tuple[TableView, Review | None]:
        """Return what was possible in a finished hand of the table's game or of the one before.

        None where no solver is there. Raises NoSuchTable, and WrongStatus where the hand is not
        finished or no tile was played in it.
        """
        live = await self._changes.read(table_id)
        for game_no in (live.table.game_no, live.table.game_no - 1):
            with saved():
                rows = await self._store.hands(table_id, game_no)
            numbers = [row.hand_no for row in rows if row.contract is not None]
            if hand_no in numbers:
                names = [seat.name for seat in live.table.seats]
                records = [row.record for row in rows]
                text = game_text(live.rules.game.id, rules_json(live.rules), names, records)
                hand = [row.hand_no for row in rows].index(hand_no) + 1
                return table_view(live, self._timing), await self._players.review(text, hand)
        raise WrongStatus(live.table.number, live.table.status)

    async def claim(self, table_id: str, user_id: int, seq: int | None = None) -> PanelView:
        """Play a hand out for its leader, if every trick left is proved to be his.

        With a `seq` that is not the table's, nothing changes and the panel says so. Raises
        NoSuchTable, NotSeated, WrongStatus, NotYourTurn and NotProven; until it is proved,
        nothing that others hold is looked at.
        """
        seen = await self._changes.read(table_id)
        lobby.require_seated(seen, user_id)
        stale = seq is not None and seq != seen.table.seq
        if stale:
            return panel_view(seen, self._timing, user_id, Note.STALE)
        seat = require_turn(seen, user_id)
        if not leads(seen.game, seat):
            raise NotProven(leads=False)
        order = await self._players.lay_down(view_for(seen.game, seat))
        if order is None:
            raise NotProven(leads=True)

        def edit(live: Live) -> Plan | None:
            nonlocal stale
            stale = live.table.seq != seen.table.seq
            if stale or require_turn(live, user_id) != seat:
                return None
            now, present = self._clock.now(), turns.mark_present(live, seat)
            return play_out(present, seat, order, user_id, self._chance, now)

        live = await self._changes.change(table_id, edit)
        return panel_view(live, self._timing, user_id, Note.STALE if stale else None)


def require_turn(live: Live, user_id: int) -> int:
    """Return the seat of a person in turn; raise NotSeated, WrongStatus or NotYourTurn."""
    seat = lobby.require_seated(live, user_id)
    if live.table.status is not Status.PLAYING:
        raise WrongStatus(live.table.number, live.table.status)
    if live.to_act != seat:
        raise NotYourTurn(None if live.to_act is None else live.table.seats[live.to_act].name)
    return seat
