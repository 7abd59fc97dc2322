"""An external program as a player, by the player protocol."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from typing import IO

from texas42.ai.players.protocol import ProtocolError, read_answer, request_json
from texas42.engine import Action, SeatView
from texas42.records.jsontext import parse_json

GRACE = 1.0
"""How many seconds late an answer may be, and how long a program may take to end."""
STARTING = 30.0
"""How many seconds a program may take to start, before its first answer."""
MOST_ANSWER = 64 * 1024
"""The most bytes of an answer; the longest legal one is an exchange of a few tiles."""
_MOST_QUOTED = 200
_LAST_WORDS = 4096
"""How many bytes of standard error to keep, to quote the last line of a failed program."""
_WINDOWS = os.name == "nt"
_GUARD = ("sh", "-c", 'read -r _; kill -s KILL -- "-$0"')
"""Kills a process group once its input closes, as it does when this process ends."""


class ProgramError(RuntimeError):
    """The program's answer was late or illegal; the text names the program."""


def arguments(command: str, *, windows: bool = _WINDOWS) -> str | list[str]:
    """Split a command as the system's shell does; Windows splits the line by itself."""
    return command if windows else shlex.split(command)


class ExternalPlayer:
    """Runs a program once and sends it one request at a time.

    A thread writes each request and reads a single line, so that a program that does not read, or
    never stops writing, cannot exceed its time limit.
    """

    def __init__(self, command: str) -> None:
        self._command = command
        self._process = self._start()
        self._guard = None if _WINDOWS else self._start_guard()
        self._requests: Queue[bytes | None] = Queue()
        self._answers: Queue[bytes] = Queue()
        self._number = 0
        self._last_words = b""
        self._threads = [
            Thread(target=work, args=(pipe,), daemon=True)
            for work, pipe in (
                (self._converse, self._process.stdout),
                (self._listen, self._process.stderr),
            )
        ]
        for thread in self._threads:
            thread.start()

    def _start(self) -> subprocess.Popen[bytes]:
        try:
            split = arguments(self._command)
            if not split:
                raise self._fault("names no program")
            return subprocess.Popen(  # noqa: S603 - it is what the user asked to run
                split,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise self._fault(f"cannot be started: {reason}") from error

    def _start_guard(self) -> subprocess.Popen[bytes]:
        """Start a guard that ends the program and its children if this process is killed."""
        return subprocess.Popen(  # noqa: S603 - its arguments are our own
            (*_GUARD, str(self._process.pid)),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def __enter__(self) -> ExternalPlayer:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the program's input; if it keeps running, kill it and its children."""
        self._requests.put(None)
        with suppress(subprocess.TimeoutExpired):  # it is killed below
            self._process.wait(GRACE)
        self._kill()

    def _kill(self) -> None:
        """Kill the program and its children, and read its last output."""
        if self._guard is not None:  # before the program's id can become another's
            self._guard.kill()
            self._guard.communicate()
        if _WINDOWS:
            self._process.kill()
        else:
            with suppress(ProcessLookupError):  # all of them have already ended
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._requests.put(None)
        for thread in self._threads:
            thread.join(GRACE)  # a child that left the group may hold a pipe for longer

    def _converse(self, answers: IO[bytes]) -> None:
        """Write each request to the program and pass on its answer line."""
        requests = self._process.stdin
        if requests is None:
            raise AssertionError("standard input is a pipe")
        with answers:
            for request in iter(self._requests.get, None):
                with suppress(OSError):  # it has ended, and may have written why
                    requests.write(request)
                    requests.flush()
                self._answers.put(answers.readline(MOST_ANSWER + 1))
            with suppress(OSError):  # an unread request is still in the buffer
                requests.close()

    def _listen(self, errors: IO[bytes]) -> None:
        """Read standard error as it comes, and keep its tail."""
        with errors:
            while written := errors.read(_LAST_WORDS):
                self._last_words = (self._last_words + written)[-_LAST_WORDS:]

    def choose(self, view: SeatView, seconds: float) -> Action:
        """Ask for a choice; raises ProgramError."""
        if self._process.returncode is not None:
            raise self._fault("has exited")
        self._number += 1
        request = json.dumps(request_json(view, self._number, seconds))
        self._requests.put(request.encode() + b"\n")
        try:
            starting = STARTING if self._number == 1 else 0.0
            line = self._answers.get(timeout=starting + seconds + GRACE)
        except Empty:
            self._kill()
            raise self._fault("no answer in time") from None
        try:
            return self._read(line, view)
        except (KeyError, TypeError, ValueError) as error:
            self._kill()
            raise self._fault(str(error)) from error

    def _read(self, line: bytes, view: SeatView) -> Action:
        """Parse the action of an answer; raises ValueError, TypeError or KeyError."""
        if not line:
            self._kill()
            raise ProtocolError(f"exited without an answer{self._last_error_line()}")
        if len(line) > MOST_ANSWER:
            raise ProtocolError(f"an answer longer than {MOST_ANSWER // 1024} KB")
        answer = parse_json(line)
        if not isinstance(answer, dict) or set(answer) != {"id", "action"}:
            raise ProtocolError(f"{answer!r} is not an answer with the keys id and action")
        number = answer["id"]
        if type(number) is not int or number != self._number:
            raise ProtocolError(f"{line!r} does not answer request {self._number}")
        return read_answer(answer["action"], view)

    def _last_error_line(self) -> str:
        """Quote the last line that the program wrote to standard error, if any."""
        lines = self._last_words.decode(errors="replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f": {last[-_MOST_QUOTED:]}" if last else ""

    def _fault(self, what: str) -> ProgramError:
        return ProgramError(f"cmd:{_quote(self._command)}: {_quote(what)}")


def _quote(text: str) -> str:
    """Shorten a text and escape unprintable characters."""
    short = text if len(text) <= _MOST_QUOTED else f"{text[:_MOST_QUOTED]}…"
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in short)
