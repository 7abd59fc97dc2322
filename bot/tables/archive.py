"""What remains of a table: the records of its games, and the proofs of its deals."""

from __future__ import annotations

from bot.engine import Phase
from bot.library import rules_json
from bot.records.build import game_text
from bot.records.shakefile import format_shake_file, shake_file

from .deadlines import Timing
from .describe import table_view
from .errors import WrongStatus
from .ports import Store, saved
from .repository import TableRepository
from .views import ShakeProof, TableView


class Archive:
    """Finished hands by table. Every method raises NoSuchTable."""

    def __init__(self, changes: TableRepository, store: Store, timing: Timing) -> None:
        self._repository = changes
        self._store = store
        self._timing = timing

    async def record(self, table_id: str, game_no: int | None = None) -> tuple[TableView, str]:
        """Return the record of a game's finished hands as text; of the current game by default.

        A game that the table has not reached has no hands.
        """
        view = table_view(await self._repository.read(table_id), self._timing)
        number = view.game_no if game_no is None else game_no
        with saved():
            rows = await self._store.hands(table_id, number)
            finished = await self._store.last_game(table_id, number)
        # After a game somebody may have left.
        players = tuple(line.name for line in view.seats) if finished is None else finished.names
        hands_json = [row.record for row in rows]
        return view, game_text(view.rules.game.id, rules_json(view.rules), players, hands_json)

    async def proof(self, table_id: str, hand_no: int) -> ShakeProof:
        """Return the proof of a hand's deal; raise WrongStatus if the hand is not finished.

        The secret of a hand that is going on never leaves the store.
        """
        view = table_view(await self._repository.read(table_id), self._timing)
        over = view.view is not None and view.view.phase is Phase.OVER
        finished = view.hand_no if over else view.hand_no - 1
        shake = None
        if hand_no <= finished:
            with saved():
                shake = await self._store.shake_of(table_id, hand_no)
        if shake is None or not shake.dealt:
            raise WrongStatus(view.number, view.status)
        text = format_shake_file(shake_file(view.rules, shake.secret, shake.public))
        return ShakeProof(table_id, hand_no, text)
