"""The phases of a deal."""

from enum import StrEnum


class Phase(StrEnum):
    """What the seat in turn is asked for."""

    CALL = "call"
    CONTRACT = "contract"
    EXCHANGE = "exchange"
    PLAY = "play"
    OVER = "over"
