"""Faults of a record, and their location."""

from __future__ import annotations

from enum import StrEnum


class Code(StrEnum):
    """The kinds of fault, by their names in the public format."""

    BAD_RECORD = "bad_record"
    UNKNOWN_RULE = "unknown_rule"
    BAD_DEAL = "bad_deal"
    WRONG_SEAT = "wrong_seat"
    ILLEGAL_CALL = "illegal_call"
    ILLEGAL_CONTRACT = "illegal_contract"
    ILLEGAL_EXCHANGE = "illegal_exchange"
    ILLEGAL_PLAY = "illegal_play"


class RecordError(ValueError):
    """The first fault of a record.

    `hand` counts from 1 and is 0 if the fault is outside every hand; `index` counts from 1 within
    the calls or plays of that hand and is 0 if the fault is in neither.
    """

    def __init__(self, code: Code, message: str, *, hand: int = 0, index: int = 0) -> None:
        super().__init__(message)
        self.code = code
        self.hand = hand
        self.index = index
        self.message = message


def error_json(error: RecordError) -> dict[str, object]:
    """Build the JSON object that the referee prints for a faulty record."""
    return {
        "error": {
            "code": error.code.value,
            "hand": error.hand,
            "index": error.index,
            "message": error.message,
        }
    }
