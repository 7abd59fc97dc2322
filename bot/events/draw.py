"""Partners: those who chose each other, and the others by lot. Pure, given the lot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from bot.tables.lobby import computer_name

from .model import SEATS, Entry, Event, Partners

Item = TypeVar("Item")
Lot = Callable[[int], int]  # a number below the one given


def chosen_pairs(entries: Sequence[Entry]) -> tuple[tuple[Entry, Entry], ...]:
    """Return the pairs that have chosen each other, in the order in which they joined.

    A wish comes true if the other one has joined and wants the same, or has no wish. Mutual
    wishes come first.
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
    """Return the places of an event that begins, renumbered, with computers in the free ones."""
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


def _shuffled(items: Sequence[Item], lot: Lot) -> list[Item]:
    left, order = list(items), []
    while left:
        order.append(left.pop(lot(len(left))))
    return order


def _numbered(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    return tuple(replace(entry, number=n, wish=None) for n, entry in enumerate(entries))
