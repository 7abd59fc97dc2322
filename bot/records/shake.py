"""The shake: a deal out of a secret and a public text that anybody can do again.

The algorithm is pinned: a change of any step would make every deal ever shown unverifiable.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from bot.engine import Rules, Tile, format_tile

SECRET_BYTES = 32
SHAKE_TEXT_LENGTH = 40

_WORD_BYTES = 4
_WORDS = 1 << (8 * _WORD_BYTES)


@dataclass(frozen=True, slots=True)
class Dealt:
    """The tiles of one deal: each seat's, seat 0 first, and what is left over."""

    hands: tuple[tuple[Tile, ...], ...]
    kitty: tuple[Tile, ...]


def commitment(secret: bytes) -> str:
    """Return what is shown before the deal: the SHA-256 of the secret, in hex."""
    return hashlib.sha256(secret).hexdigest()


def clean_shake(text: str) -> str:
    """Cut what a player adds to the shake down to its letters and digits, at most 40 of them."""
    return "".join(char for char in text if char.isalnum())[:SHAKE_TEXT_LENGTH]


def public_text(table: str, hand: int, shakes: Iterable[tuple[str, str]] = ()) -> str:
    """Write the public half of the deal: `<table>:<hand>:<name=text,...>`, in the order they came.

    Raises ValueError for a text that is empty, longer than 40 characters or holds anything but
    letters and digits, and for a name that would make the list read in two ways.
    """
    added: list[str] = []
    for name, text in shakes:
        if not text or clean_shake(text) != text:
            raise ValueError(f"Not 1 to {SHAKE_TEXT_LENGTH} letters and digits: {text!r}.")
        if not name or any(char in name for char in ",=:"):
            raise ValueError(f"Not a name for a shake: {name!r}.")
        added.append(f"{name}={text}")
    return f"{table}:{hand}:{','.join(added)}"


def words(secret: bytes, public: str) -> Iterator[int]:
    """Yield the endless row of 32-bit numbers that the secret and the public text stand for."""
    message = public.encode("utf-8")
    number = 0
    while True:
        block = hmac.digest(secret, message + number.to_bytes(8, "big"), "sha256")
        for start in range(0, len(block), _WORD_BYTES):
            yield int.from_bytes(block[start : start + _WORD_BYTES], "big")
        number += 1


def shuffle(tiles: Iterable[Tile], numbers: Iterator[int]) -> tuple[Tile, ...]:
    """Sort the tiles as text and mix them by Fisher and Yates with the given numbers."""
    mixed = sorted(tiles, key=format_tile)
    for place in range(len(mixed) - 1, 0, -1):
        other = _below(place + 1, numbers)
        mixed[place], mixed[other] = mixed[other], mixed[place]
    return tuple(mixed)


def _below(bound: int, numbers: Iterator[int]) -> int:
    # Numbers of the incomplete last run are thrown away, so that every result is equally likely.
    limit = _WORDS - _WORDS % bound
    return next(number for number in numbers if number < limit) % bound


def shake(rules: Rules, secret: bytes, public: str) -> Dealt:
    """Deal a hand of the table's game from a secret of 32 bytes and a public text."""
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"The secret must be {SECRET_BYTES} bytes, not {len(secret)}.")
    return cut(
        shuffle(rules.game.tiles, words(secret, public)), rules.game.seats, rules.game.hand_size
    )


def cut(tiles: Sequence[Tile], seats: int, hand_size: int) -> Dealt:
    """Give seat 0 the first tiles, seat 1 the next, and so on; what is left is the kitty."""
    hands = tuple(tuple(tiles[seat * hand_size : (seat + 1) * hand_size]) for seat in range(seats))
    return Dealt(hands, tuple(tiles[seats * hand_size :]))
