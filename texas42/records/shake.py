"""The shake: a deal computed from a secret and a public text, repeatable by anyone.

The algorithm is pinned: any change would make every past deal unverifiable.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from texas42.engine import Rules, Tile, format_tile

SECRET_BYTES = 32
SHAKE_TEXT_LENGTH = 40

_WORD_BYTES = 4
_WORDS = 1 << (8 * _WORD_BYTES)


@dataclass(frozen=True, slots=True)
class Dealt:
    """The tiles of one deal: each seat's, seat 0 first, and the rest."""

    hands: tuple[tuple[Tile, ...], ...]
    kitty: tuple[Tile, ...]


def commitment(secret: bytes) -> str:
    """Compute the SHA-256 of the secret in hex, shown before the deal."""
    return hashlib.sha256(secret).hexdigest()


def clean_shake(text: str) -> str:
    """Reduce a player's words for the shake to their first 40 letters and digits."""
    return "".join(char for char in text if char.isalnum())[:SHAKE_TEXT_LENGTH]


def hand_name(table: str, hand: int) -> str:
    """Build the public name of the deal of a table's hand."""
    return f"{table}:{hand}"


def public_text(deal: str, shakes: Iterable[tuple[str, str]] = ()) -> str:
    """Build the public half of a shake, `<deal>:<name=text,...>`, texts in order of arrival.

    `deal`: the public name of the deal, two parts joined by a colon: `hand_name`,
    `daily:<yyyy-mm-dd>`, `board:<id>` or `draw-<table>:<game>-<n>`. One secret deals the same hand
    wherever that name is the same. Raises ValueError for any other name of the deal, a text that is
    not 1 to 40 letters and digits, and a player's name that makes the list ambiguous.
    """
    if not all(deal.split(":")) or deal.count(":") != 1:
        raise ValueError(f"Not the name of a deal: {deal!r}.")
    added: list[str] = []
    for name, text in shakes:
        if not text or clean_shake(text) != text:
            raise ValueError(f"Not 1 to {SHAKE_TEXT_LENGTH} letters and digits: {text!r}.")
        if not name or any(char in name for char in ",=:"):
            raise ValueError(f"Not a name for a shake: {name!r}.")
        added.append(f"{name}={text}")
    return f"{deal}:{','.join(added)}"


def deal_in(public: str) -> str:
    """Extract the name of the deal from a public text."""
    return public.rpartition(":")[0]


def shakes_in(public: str) -> tuple[tuple[str, str], ...]:
    """Extract players' additions to a public text: names and texts, in order of arrival."""
    _, _, added = public.rpartition(":")
    pairs = (each.split("=", 1) for each in added.split(",") if each)
    return tuple((name, text) for name, text in pairs)


def words(secret: bytes, public: str) -> Iterator[int]:
    """Yield an endless stream of 32-bit numbers from the secret and the public text."""
    message = public.encode("utf-8")
    number = 0
    while True:
        block = hmac.digest(secret, message + number.to_bytes(8, "big"), "sha256")
        for start in range(0, len(block), _WORD_BYTES):
            yield int.from_bytes(block[start : start + _WORD_BYTES], "big")
        number += 1


def shuffle(tiles: Iterable[Tile], numbers: Iterator[int]) -> tuple[Tile, ...]:
    """Sort the tiles as text, then shuffle them by Fisher-Yates with these numbers."""
    mixed = sorted(tiles, key=format_tile)
    for place in range(len(mixed) - 1, 0, -1):
        other = _below(place + 1, numbers)
        mixed[place], mixed[other] = mixed[other], mixed[place]
    return tuple(mixed)


def _below(bound: int, numbers: Iterator[int]) -> int:
    # Rejection sampling: drop the incomplete last run, so that all results are equally likely.
    limit = _WORDS - _WORDS % bound
    return next(number for number in numbers if number < limit) % bound


def shake(rules: Rules, secret: bytes, public: str) -> Dealt:
    """Deal a table's game from a secret of 32 bytes and a public text."""
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"The secret must be {SECRET_BYTES} bytes, not {len(secret)}.")
    return split_tiles(
        shuffle(rules.game.tiles, words(secret, public)), rules.game.seats, rules.game.hand_size
    )


def split_tiles(tiles: Sequence[Tile], seats: int, hand_size: int) -> Dealt:
    """Cut the tiles into hands, seat 0 first; the rest is the kitty."""
    hands = tuple(tuple(tiles[seat * hand_size : (seat + 1) * hand_size]) for seat in range(seats))
    return Dealt(hands, tuple(tiles[seats * hand_size :]))
