"""Ids of tables at which one person plays a deal that many people share.

On buttons and screens such a table has the name of its deal alone: the person who presses says
whose hand is meant. So no button and no log tells who plays.
"""

from __future__ import annotations

PERSON = "@"  # in no id on a button


def id_of_hand(name: str, user_id: int) -> str:
    """Return the id of the table at which a person plays the deal of this name."""
    return f"{name}{PERSON}{user_id}"


def is_hand(table_id: str) -> bool:
    """Return True if one person plays a deal at this table that many share."""
    return PERSON in table_id


def named(table_id: str) -> str:
    """Return what stands for a table on buttons and in logs: its id, without a person."""
    return table_id.partition(PERSON)[0]


def person_of(table_id: str) -> int:
    """Return the person whose hand is played at a table. Raises ValueError for other tables."""
    return int(table_id.partition(PERSON)[2])
