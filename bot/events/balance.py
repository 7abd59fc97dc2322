"""People spread over the tables of a round, so that nobody plays alone with computers. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import product

from .model import Event, Pair, Partners

Players = tuple[Pair, Pair]
Tables = tuple[Players, ...]
LONELY = 1
CROWDED = 3


def balanced(event: Event, tables: Tables) -> Tables:
    """Move people until no table has at most one of them while another has three or more.

    Fixed pairs stay together: two tables trade a pair. Rotating partners trade one place for one.
    """
    people = {entry.number for entry in event.people}
    before = [frozenset(pair) for game in event.games for pair in game.pairs]
    while (move := _next_move(tables, people)) is not None:
        lonely, crowded = (tables[at] for at in move)
        if event.partners is Partners.FIXED:
            after = _trade_pairs(lonely, crowded, people)
        else:
            after = _trade_places(lonely, crowded, people, before)
        changed = dict(zip(move, after, strict=True))
        tables = tuple(changed.get(at, table) for at, table in enumerate(tables))
    return tables


def _next_move(tables: Tables, people: Collection[int]) -> tuple[int, int] | None:
    """Return a table with too few people and the nearest one with enough for both, if any."""
    counts = [_count((*ours, *theirs), people) for ours, theirs in tables]
    crowded = [at for at, count in enumerate(counts) if count >= CROWDED]
    for at in sorted(range(len(tables)), key=counts.__getitem__):
        if counts[at] <= LONELY and crowded:
            return at, min(crowded, key=lambda other: abs(other - at))
    return None


def _count(places: Sequence[int], people: Collection[int]) -> int:
    return sum(number in people for number in places)


def _trade_pairs(lonely: Players, crowded: Players, people: Collection[int]) -> Tables:
    """Trade the lonely table's pair of computers for the other's smaller pair with people."""
    given = min(lonely, key=lambda pair: _count(pair, people))
    taken = min(crowded, key=lambda pair: _count(pair, people))
    return _with_pair(lonely, given, taken), _with_pair(crowded, taken, given)


def _with_pair(table: Players, old: Pair, new: Pair) -> Players:
    ours, theirs = table
    return (new, theirs) if old == ours else (ours, new)


def _trade_places(
    lonely: Players, crowded: Players, people: Collection[int], before: Sequence[frozenset[int]]
) -> Tables:
    """Trade a computer for a person, so that the fewest people get a partner again."""
    computers = [number for pair in lonely for number in pair if number not in people]
    guests = [number for pair in crowded for number in pair if number in people]

    def trade(computer: int, guest: int) -> Tables:
        return _with_place(lonely, computer, guest), _with_place(crowded, guest, computer)

    def repeats(one: tuple[int, int]) -> int:
        pairs = [pair for table in trade(*one) for pair in table if set(pair) <= set(people)]
        return sum(before.count(frozenset(pair)) for pair in pairs)

    return trade(*min(product(computers, guests), key=repeats))


def _with_place(table: Players, old: int, new: int) -> Players:
    (north, south), (east, west) = (
        (new if one == old else one, new if other == old else other) for one, other in table
    )
    return (north, south), (east, west)
