"""A program that speaks the player protocol, as a player."""

from __future__ import annotations

import json
import shlex
import subprocess
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from types import TracebackType
from typing import Any

from bot.ai.players.protocol import ProtocolError, read_answer, request_json
from bot.engine import Action, SeatView

GRACE = 1.0
"""Seconds that an answer may be late."""
_STARTING = 30.0
"""Seconds a program may take to start, before its first answer."""


class ProgramError(RuntimeError):
    """A program that did not answer in time or legally; the text names it."""


class ExternalPlayer:
    """Runs a program once and asks it one request at a time."""

    def __init__(self, command: str) -> None:
        self._command = command
        try:
            self._process = subprocess.Popen(  # noqa: S603 - it is what the user asked to run
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
        except (OSError, ValueError) as error:
            raise ProgramError(f"{command}: cannot be started: {error}") from error
        self._lines: Queue[str] = Queue()
        self._number = 0
        Thread(target=self._listen, daemon=True).start()

    def __enter__(self) -> ExternalPlayer:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the program: close its input, and kill it if it goes on."""
        if self._process.stdin is not None:
            with suppress(BrokenPipeError):  # it has ended, and a request to it may still be here
                self._process.stdin.close()
        try:
            self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()

    def _listen(self) -> None:
        if self._process.stdout is not None:
            for line in self._process.stdout:
                self._lines.put(line)
        self._lines.put("")

    def choose(self, view: SeatView, seconds: float) -> Action:
        """Ask for a choice; raises ProgramError."""
        self._number += 1
        self._send(request_json(view, self._number, seconds))
        try:
            starting = _STARTING if self._number == 1 else 0.0
            line = self._lines.get(timeout=starting + seconds + GRACE)
        except Empty:
            raise ProgramError(f"{self._command}: no answer in time") from None
        if not line:
            raise ProgramError(f"{self._command}: ended without an answer")
        return self._read(line, view)

    def _send(self, request: dict[str, object]) -> None:
        if self._process.stdin is None:
            raise ProgramError(f"{self._command}: takes no requests")
        try:
            self._process.stdin.write(json.dumps(request) + "\n")
            self._process.stdin.flush()
        except OSError as error:
            raise ProgramError(f"{self._command}: {error}") from error

    def _read(self, line: str, view: SeatView) -> Action:
        try:
            answer: Any = json.loads(line)
            if set(answer) != {"id", "action"} or answer["id"] != self._number:
                raise ProtocolError(f"{line.strip()!r} does not answer request {self._number}")
            return read_answer(answer["action"], view)
        except (TypeError, ValueError) as error:
            raise ProgramError(f"{self._command}: {error}") from error
