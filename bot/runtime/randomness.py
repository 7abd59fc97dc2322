"""The sources of secrets, table ids and draws: the `Randomness` port."""

from __future__ import annotations

import hashlib
import secrets

from bot.values.table_codes import LENGTH, LETTERS

_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"


class SystemRandomness:
    """Randomness from the operating system."""

    def secret(self) -> bytes:
        """Draw 32 random bytes."""
        return secrets.token_bytes(32)

    def table_id(self) -> str:
        """Draw six letters and digits that can't be confused with each other."""
        return "".join(secrets.choice(_LETTERS) for _ in range(6))

    def table_code(self) -> str:
        """Draw a code to sit down by."""
        return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))

    def choose(self, count: int) -> int:
        """Draw a number from 0 to count - 1."""
        return secrets.randbelow(count)


class SeededRandomness:
    """The same secrets, ids and draws at every start: for tests and practice only."""

    def __init__(self, seed: str) -> None:
        self._seed = seed.encode()
        self._number = 0

    def _next(self) -> bytes:
        self._number += 1
        return hashlib.sha256(self._seed + self._number.to_bytes(8, "big")).digest()

    def secret(self) -> bytes:
        """Return the next 32 bytes."""
        return self._next()

    def table_id(self) -> str:
        """Return the next table id."""
        return "".join(_LETTERS[byte % len(_LETTERS)] for byte in self._next()[:6])

    def table_code(self) -> str:
        """Return the next code to sit down by."""
        return "".join(LETTERS[byte % len(LETTERS)] for byte in self._next()[:LENGTH])

    def choose(self, count: int) -> int:
        """Return the next number from 0 to count - 1."""
        return int.from_bytes(self._next()[:8], "big") % count
