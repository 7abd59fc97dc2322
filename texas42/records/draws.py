"""Draws of dominoes for the shake and for partners (000:37, 002:11-13), verifiable like a deal."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from texas42.engine import Rules, Tile
from texas42.records.shake import public_text, shake

DRAW = "draw-"
"""The prefix of a draw's public name, which no table's has."""


@dataclass(frozen=True, slots=True)
class Draw:
    """One round of a draw: the public text of its deal, and the domino that each seat drew."""

    public: str
    drawn: tuple[tuple[int, Tile], ...]


@dataclass(frozen=True, slots=True)
class DrawSeries:
    """The rounds of a draw; `order` lists the seats from the highest domino down.

    The rounds after the first are those of deciding ties.
    """

    draws: tuple[Draw, ...]
    order: tuple[int, ...]

    @property
    def deals(self) -> tuple[str, ...]:
        """The public texts of the deals that were drawn from, in order."""
        return tuple(dict.fromkeys(one.public for one in self.draws))

    @property
    def shaker(self) -> int:
        """The seat with the most pips, which shakes (002:13)."""
        return self.order[0]


def draw_name(table: str, game: int, number: int) -> str:
    """Build the public name of a draw's deal: table, number of the next game, its own from 1."""
    return f"{DRAW}{table}:{game}-{number}"


def draw_for_shake(
    rules: Rules, secret: bytes, table: str, game: int, seats: Sequence[int]
) -> DrawSeries:
    """Draw for the shake; seats that tie for the most pips draw again.

    `seats`: all seats, or only the losing ones under `loser-draw`.
    """
    return _series(rules, secret, (table, game), seats, ())


def draw_for_partners(rules: Rules, secret: bytes, table: str, game: int) -> DrawSeries:
    """Draw for partners: the highest seats form one side, and so on; the highest shakes.

    Ties are redrawn only if they decide the sides or the shake.
    """
    spec = rules.game
    size = spec.seats // spec.sides
    ends = range(size, spec.seats, size)
    return _series(rules, secret, (table, game), range(spec.seats), ends)


def sides_of(order: Sequence[int], sides: int) -> tuple[tuple[int, ...], ...]:
    """Split the seats of a draw for partners into sides, the highest first."""
    size = len(order) // sides
    return tuple(tuple(order[at : at + size]) for at in range(0, len(order), size))


def places_of(order: Sequence[int], sides: int) -> tuple[int, ...]:
    """Return each seat's new place after a draw for partners, who sit across from each other.

    The highest gets seat 0.
    """
    places = [0] * len(order)
    for side, members in enumerate(sides_of(order, sides)):
        for number, seat in enumerate(members):
            places[seat] = number * sides + side
    return tuple(places)


def _series(
    rules: Rules, secret: bytes, place: tuple[str, int], seats: Sequence[int], ends: Collection[int]
) -> DrawSeries:
    """Draw until no tie is at the top or spans two sides.

    In each round a seat draws the next tile of its hand in one deal, so that no domino that lies
    face up is drawn again (002:11).
    """
    pips: dict[int, list[int]] = {seat: [] for seat in seats}
    draws: list[Draw] = []
    drawing: Sequence[int] = tuple(seats)
    while drawing:
        draws.append(_draw(rules, secret, place, len(draws), drawing))
        for seat, tile in draws[-1].drawn:
            pips[seat].append(tile.pips)
        order = sorted(seats, key=lambda seat: pips[seat], reverse=True)
        drawing = _tied_seats(order, pips, ends)
    return DrawSeries(tuple(draws), tuple(order))


def _draw(
    rules: Rules, secret: bytes, place: tuple[str, int], number: int, seats: Iterable[int]
) -> Draw:
    """Draw the round of this number, from 0; a new deal follows when the hands run out."""
    deal, at = divmod(number, rules.game.hand_size)
    public = public_text(draw_name(*place, deal + 1))
    hands = shake(rules, secret, public).hands
    return Draw(public, tuple((seat, hands[seat][at]) for seat in seats))


def _tied_seats(
    order: Sequence[int], pips: dict[int, list[int]], ends: Collection[int]
) -> tuple[int, ...]:
    """List the seats in ties that decide the shake or a side, in seat order."""
    found: list[int] = []
    first = 0
    for _, group in groupby(order, key=pips.__getitem__):
        tied = list(group)
        last = first + len(tied)
        if len(tied) > 1 and (first == 0 or any(first < end < last for end in ends)):
            found += tied
        first = last
    return tuple(sorted(found))
