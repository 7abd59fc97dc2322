"""Sampling seeds derived from a seat's view: the same view leads to the same choice."""

from dataclasses import fields, is_dataclass
from enum import Enum
from zlib import crc32

from texas42.engine import SeatView


def seed_of(*seen: object) -> int:
    """Compute a seed that depends only on these values.

    It must never change, as that would change every sampled choice; so it avoids `repr`, which may
    change.
    """
    return crc32(_as_text(seen).encode())


def view_seed(view: SeatView) -> int:
    """Compute a seed that depends only on what the seat has seen of the hand."""
    return seed_of(view.seat, view.hand, view.calls, view.tricks, view.trick, view.deal_number)


def _as_text(value: object) -> str:
    """Format a value as text, with the names of its fields and enum members."""
    if isinstance(value, tuple):
        parts = [_as_text(each) for each in value]
        return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"
    if isinstance(value, Enum):
        return f"<{type(value).__name__}.{value.name}: {value.value!r}>"
    if is_dataclass(value):
        parts = [f"{each.name}={_as_text(getattr(value, each.name))}" for each in fields(value)]
        return f"{type(value).__name__}({', '.join(parts)})"
    return repr(value)
