"""Finished hands that are kept to those who played them. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from ..loaded import LoadedTable, PendingChange, with_table
from ..lobby import require_host
from ..model import PublicTable
from ..results import HandRow
from .errors import HandKept, HandsStayKept


def is_seen_by(table: PublicTable, hand: HandRow, user_id: int | None) -> bool:
    """Return True if a person may see a finished hand; None stands for everybody."""
    return not table.hides_hands or (user_id is not None and user_id in hand.players)


def require_seen_by(table: PublicTable, hands: Sequence[HandRow], user_id: int | None) -> None:
    """Raise HandKept unless a person, or everybody if None, may see all of some finished hands.

    Where nothing is finished there is only who sits at the table, which they know.
    """
    if not all(is_seen_by(table, hand, user_id) for hand in hands):
        raise HandKept


def keep_hands(live: LoadedTable, user_id: int, *, on: bool) -> PendingChange | None:
    """Keep a table's finished hands to those who played them, for its host, at any time.

    Raises HandsStayKept if that is to end although a hand is finished: it was played in that trust.
    """
    require_host(live, user_id)
    table = live.table
    if table.hides_hands is on:
        return None
    if table.private or (not on and table.has_finished_hands):
        raise HandsStayKept
    return PendingChange(with_table(live, keeps_hands=on))
