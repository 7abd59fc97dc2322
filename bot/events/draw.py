"""Partners: those who found each other, and the others by lot. Pure but for the lot given in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from .model import SEATS, Entry, Event, Partners

COMPUTER_NAMES = ("Pearl", "Hoyt", "Opal", "Dub", "Fern", "Clyde", "Ima", "Otis")

Item = TypeVar("Item")
Lot = Callable[[int], int]  # a number below the one given


def chosen_pairs(entries: Sequence[Entry]) -> tuple[tuple[Entry, Entry], ...]:
    """Return the pairs that have found each other, in the order in which they joined.

    A wish is fulfilled where the other one is there and wants the same, or has no wish; a wish
    that is answered goes before one that is not.
    """
    by_user = {entry.user_id: entry for entry in entries}
    pairs: list[tuple[Entry, Entry]] = []
    taken: set[int] = set()
    for answered in (True, False):
        for entry in entries:
            other = by_user.get(entry.wish) if entry.wish is not None else None
            if other is None or other is entry or {entry.number, other.number} & taken:
                continue
            if other.wish == entry.user_id if answered else other.wish is None:
                pairs.append((entry, other))
                taken |= {entry.number, other.number}
    return tuple(sorted(pairs, key=lambda pair: min(pair[0].number, pair[1].number)))


def drawn(event: Event, lot: Lot) -> tuple[Entry, ...]:
    """Return the places of an event that begins, numbered anew, computers in those still free."""
    wanted = event.tables_needed * SEATS
    entries = list(event.entries)
    names = [entry.name for entry in entries]
    while len(entries) < wanted:
        name = computer_name(names)
        names.append(name)
        entries.append(Entry(len(entries), None, name))
    if event.partners is Partners.ROTATING:
        return _numbered(_shuffled(entries, lot))
    pairs = list(chosen_pairs(entries))
    paired = {entry.number for pair in pairs for entry in pair}
    single = _shuffled([entry for entry in entries if entry.number not in paired], lot)
    pairs += zip(single[::2], single[1::2], strict=True)
    return _numbered([entry for pair in _shuffled(pairs, lot) for entry in pair])


def computer_name(taken: Sequence[str]) -> str:
    """Return a name for a computer player that nobody in the event has."""
    turn = 1
    while True:
        for name in COMPUTER_NAMES:
            candidate = name if turn == 1 else f"{name} {turn}"
            if candidate not in taken:
                return candidate
        turn += 1


def _shuffled(items: Sequence[Item], lot: Lot) -> list[Item]:
    left, order = list(items), []
    while left:
        order.append(left.pop(lot(len(left))))
    return order


def _numbered(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    return tuple(replace(entry, number=n, wish=None) for n, entry in enumerate(entries))
