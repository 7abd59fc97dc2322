"""What requests to Discord are for, in the order in which they are sent."""

from __future__ import annotations

from enum import IntEnum


class Kind(IntEnum):
    """What a request is for; the lowest goes first."""

    CONNECTION = 0  # what it takes to get connected, and to stay so
    IN_TURN = 1  # a person in turn who hasn't seen their hand
    HAND = 2  # the message with a new hand, and what calls people to theirs
    ASKED = 3  # what somebody asked for
    BOARD = 4  # a table's board, and the messages of those who only follow it
    CARD = 5  # cards of finished hands, boards of days, votes, events
    REDRAW = 6  # messages without a person who has deleted their data
    REST = 7

    @property
    def word(self) -> str:
        """Its name in figures."""
        return self.name.lower()


BACKGROUND = frozenset({Kind.CARD, Kind.REDRAW, Kind.REST})
"""What nobody waits for: it stops while Discord refuses too much."""
