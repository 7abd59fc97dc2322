"""Players' words for a shake: with them no host can choose the deal.

The secret of the next hand is drawn and committed as the last one ends. Players may add words only
after that, until the tiles are dealt: a host who knows the secret can't know the words.
"""

from __future__ import annotations

from dataclasses import replace

from texas42.records.shake import clean_shake, deal_in, public_text, shakes_in

from .errors import NoShakeWords, NotSeated, WrongStatus
from .loaded import LoadedTable, PendingChange
from .model import Status
from .repository import TableRepository
from .stored import StoredShake
from .views import Progress

OPEN = (Status.BETWEEN, Status.FINISHED)


class Shaking:
    """Adds players' words to the next shake. Every method may raise a `TableError`."""

    def __init__(self, repository: TableRepository) -> None:
        self._repository = repository

    async def require_open(self, table_id: str, user_id: int) -> None:
        """Raise NotSeated or WrongStatus if this person can add nothing now."""
        _open_shake(await self._repository.read(table_id), user_id)

    async def add(self, table_id: str, user_id: int, words: str, hand_no: int) -> Progress:
        """Add a player's words to the shake of this hand, replacing their earlier ones.

        Only letters and digits count. Raises NoShakeWords without any, and WrongStatus if that hand
        has been dealt.
        """
        return await self._repository.change(
            table_id, lambda live: _add_words(live, user_id, words, hand_no), user_id
        )


def _open_shake(live: LoadedTable, user_id: int) -> tuple[int, StoredShake]:
    """Return a person's seat and the shake that is open for words."""
    seat = live.table.held_by(user_id)
    if seat is None:
        raise NotSeated(live.table.number)
    if live.coming is None or live.table.status not in OPEN:
        raise WrongStatus(live.table.number, live.table.status)
    return seat, live.coming


def _add_words(live: LoadedTable, user_id: int, words: str, hand_no: int) -> PendingChange | None:
    seat, coming = _open_shake(live, user_id)
    if coming.hand_no != hand_no:
        raise WrongStatus(live.table.number, live.table.status)
    text = clean_shake(words)
    name = f"s{seat}"
    if not text:
        raise NoShakeWords
    others = [each for each in shakes_in(coming.public) if each[0] != name]
    public = public_text(deal_in(coming.public), [*others, (name, text)])
    if public == coming.public:
        return None
    shaken = replace(coming, public=public)
    return PendingChange(replace(live, coming=shaken), shakes=(shaken,))
