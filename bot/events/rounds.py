"""Partners by choice and by lot, the pairings of the next round, the standings. Pure.

Rotating partners follow the whist schedule: over a whole schedule of n people and n - 1 rounds each
has every other as partner once and as opponent twice (rules 4, "partner rotation"). One round
generates each schedule: the next round adds 1 to every number but the last person's, modulo n - 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeVar

from bot.tables.lobby import computer_name
from texas42.engine import rotate_tables

from .balance import Tables, balanced
from .model import SEATS, Entry, Event, EventGame, Pair, Partners

Item = TypeVar("Item")
Lot = Callable[[int], int]  # a number below the given one


def chosen_pairs(entries: Sequence[Entry]) -> tuple[tuple[Entry, Entry], ...]:
    """List the pairs that have chosen each other, in the order in which they joined.

    A wish comes true if the other one has joined and wants the same, or has no wish. Mutual wishes
    come first.
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


def draw_entries(event: Event, lot: Lot) -> tuple[Entry, ...]:
    """Draw the places of a starting event, renumbered, with computers in the free ones.

    People without a chosen partner share the computers: as few pairs as possible are computers
    alone, since such a pair leaves its table with few people.
    """
    wanted = event.tables_needed * SEATS
    entries = list(event.entries)
    names = [entry.name for entry in entries]
    while len(entries) < wanted:
        name = computer_name(names)
        names.append(name)
        entries.append(Entry(len(entries), None, name))
    if event.partners is Partners.ROTATING:
        return _renumber(_shuffle(entries, lot))
    pairs = list(chosen_pairs(entries))
    paired = {entry.number for pair in pairs for entry in pair}
    single = _shuffle([entry for entry in entries if entry.number not in paired], lot)
    single.sort(key=lambda entry: entry.user_id is None)
    half = len(single) // 2
    pairs += zip(single[:half], single[half:], strict=True)
    return _renumber([entry for pair in _shuffle(pairs, lot) for entry in pair])


def _shuffle(items: Sequence[Item], lot: Lot) -> list[Item]:
    left = list(items)
    order = []
    while left:
        order.append(left.pop(lot(len(left))))
    return order


def _renumber(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    return tuple(replace(entry, number=n, wish=None) for n, entry in enumerate(entries))


_FIRST_ROUNDS: Mapping[int, tuple[tuple[Pair, Pair], ...]] = MappingProxyType(
    {
        8: (((7, 0), (2, 3)), ((1, 5), (6, 4))),
        12: (((11, 0), (3, 10)), ((1, 7), (5, 2)), ((4, 6), (9, 8))),
        16: (((15, 0), (14, 7)), ((1, 3), (13, 12)), ((2, 11), (6, 9)), ((4, 8), (10, 5))),
        20: (
            *(((19, 0), (13, 14)), ((1, 4), (16, 11)), ((2, 12), (10, 18))),
            *(((3, 7), (8, 6)), ((5, 17), (9, 15))),
        ),
        24: (
            *(((23, 0), (13, 14)), ((1, 12), (8, 4)), ((2, 17), (20, 15))),
            *(((3, 16), (9, 7)), ((5, 11), (6, 22)), ((10, 19), (21, 18))),
        ),
        28: (
            *(((27, 0), (13, 25)), ((1, 17), (20, 3)), ((2, 6), (7, 21)), ((4, 10), (9, 14))),
            *(((5, 23), (12, 11)), ((8, 16), (19, 26)), ((15, 18), (22, 24))),
        ),
        32: (
            *(((31, 0), (8, 19)), ((1, 29), (21, 13)), ((2, 24), (7, 3)), ((4, 28), (30, 15))),
            *(((5, 26), (9, 23)), ((6, 25), (16, 22)), ((10, 11), (12, 17)), ((14, 27), (20, 18))),
        ),
    }
)


def next_round(event: Event) -> Tables:
    """Pair up the tables of the next round, table one first.

    Rotating partners follow the whist schedule. Fixed pairs begin as drawn; then the winners move
    up a table and the losers stay, reversed at table one (000:201). Both give way where a person
    would sit alone with computers, see `balanced`. Raises ValueError while a game of the current
    round is in progress.
    """
    return balanced(event, _scheduled(event))


def _scheduled(event: Event) -> Tables:
    """Pair up the tables of the next round, whoever the players are."""
    if event.partners is Partners.ROTATING:
        return whist_round(len(event.entries), event.round_no + 1)
    if not event.round_no:
        firsts = range(0, len(event.entries), SEATS)
        return tuple(((n, n + 1), (n + 2, n + 3)) for n in firsts)
    games = event.round_games
    winners = [game.winner for game in games if game.winner is not None]
    return rotate_tables([game.pairs for game in games], winners)


def whist_round(count: int, round_no: int) -> tuple[tuple[Pair, Pair], ...]:
    """Compute the two pairs at each table in one round; rounds are counted from 1.

    `count`: the number of players, who are numbered from 0. After count - 1 rounds the schedule
    starts over. Raises ValueError if there is no schedule for that number.
    """
    if count not in _FIRST_ROUNDS:
        raise ValueError(f"no schedule for {count} people")
    last = count - 1

    def rotate(number: int) -> int:
        return number if number == last else (number + round_no - 1) % last

    return tuple(
        ((rotate(a), rotate(b)), (rotate(c), rotate(d))) for (a, b), (c, d) in _FIRST_ROUNDS[count]
    )


def by_seat(pairs: tuple[Pair, Pair]) -> tuple[int, ...]:
    """Order two pairs by seat: partners sit opposite."""
    (north, south), (east, west) = pairs
    return north, east, south, west


@dataclass(frozen=True, slots=True)
class PairStanding:
    """One line of the standings: a pair, or with rotating partners one place.

    Equals share a `place`. `scored` and `against` are marks, or points if the game is played for
    points, or games in a match of several games.
    """

    place: int
    entries: tuple[int, ...]
    played: int
    won: int
    scored: int
    against: int


def standings(event: Event) -> tuple[PairStanding, ...]:
    """Compute the standings from the finished games; empty before the start.

    A game counts for the people who played its last hand. Computers have no line, and partners with
    different games one each.
    """
    if not event.round_no:
        return ()
    ranked = sorted((_sums(event, group) for group in _groups(event)), key=_rank)
    lines: list[PairStanding] = []
    for number, line in enumerate(ranked, 1):
        alike = bool(lines) and _rank(lines[-1])[:3] == _rank(line)[:3]
        place = lines[-1].place if alike else number
        lines.append(replace(line, place=place))
    return tuple(lines)


def _rank(line: PairStanding) -> tuple[int, int, int, int]:
    return -line.won, -line.scored, line.against, line.entries[0]


def _groups(event: Event) -> Iterator[tuple[int, ...]]:
    """Yield the places of each line of the standings."""
    step = 2 if event.partners is Partners.FIXED else 1
    for first in range(0, len(event.entries), step):
        places = tuple(range(first, first + step))
        people = [number for number in places if event.entries[number].is_person]
        if len({_games_of(event, number) for number in people}) == 1:
            yield places
        else:
            yield from ((number,) for number in people)


def _games_of(event: Event, number: int) -> tuple[EventGame, ...]:
    """Return the finished games that count for the person in a place."""
    entry = event.entries[number]
    return tuple(
        game
        for game in event.games
        if game.total is not None  # neither in progress nor broken off
        and game.round_no >= entry.counts_from
        and number in (game.entries if game.played is None else game.played)
    )


def _sums(event: Event, group: tuple[int, ...]) -> PairStanding:
    played = won = scored = against = 0
    person = next(number for number in group if event.entries[number].is_person)
    for game in _games_of(event, person):
        total = game.total or (0, 0)
        for side, pair in enumerate(game.pairs):
            if person in pair:
                played += 1
                won += game.winner == side
                scored += total[side]
                against += total[1 - side]
    return PairStanding(0, group, played, won, scored, against)
