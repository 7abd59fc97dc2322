"""Record what the bot sends, and compare it with a golden file."""

from __future__ import annotations

import difflib
import json
import os
from collections import defaultdict
from pathlib import Path

from discord_sandbox.checks.refusal import Json
from discord_sandbox.server import Sandbox

from .words import Names, lines_of

FOLDER = Path(__file__).resolve().parents[2] / "golden" / "transcripts"
WRITE = "FORTYTWO_WRITE_TRANSCRIPTS"
"""The environment variable that asks for new golden files."""
COMMAND = "python -m tests.e2e.transcripts"
LOADING = 1 << 7


class Sent:
    """A message of the bot: its newest version, its edits, and whether it is gone."""

    def __init__(self, message: Json, owner: str | None) -> None:
        self.message = message
        self.owner = owner
        self.edits = 0
        self.had_buttons = False
        self.is_gone = False

    def note(self, message: Json) -> None:
        """Take over a newer version."""
        self.message = json.loads(json.dumps(message))
        self.had_buttons = self.had_buttons or self.has_buttons

    @property
    def has_buttons(self) -> bool:
        """True if somebody can still act on the message."""
        return '"custom_id"' in json.dumps(self.message.get("components") or [])


class Transcript:
    """Every message that the bot sends on a sandbox, from now on."""

    def __init__(self, sandbox: Sandbox, name: str) -> None:
        self._sandbox = sandbox
        self._path = FOLDER / f"{name}.txt"
        self._sent: dict[str, Sent] = {}
        sandbox.state.listeners.append(self)

    def on_event(self, event: str, channel: Json | None, data: Json, owner: str | None) -> None:
        """Record an event of the sandbox."""
        if channel is None:
            return
        if event == "MESSAGE_CREATE" and data["author"]["id"] == self._sandbox.state.bot_id:
            self._sent[data["id"]] = Sent(data, owner)
        found = self._sent.get(data["id"])
        if found is None:
            return
        if event == "MESSAGE_DELETE":
            found.is_gone = True
            return
        found.edits += event == "MESSAGE_UPDATE"
        found.note(data)

    def check(self) -> None:
        """Compare with the golden file; fail with the difference. The edits are only printed."""
        told = self._text()
        edits = sum(sent.edits for sent in self._sent.values())
        print(f"{self._path.stem}: {len(self._sent)} messages, {edits} edits")
        if os.environ.get(WRITE):
            self._path.parent.mkdir(exist_ok=True)
            self._path.write_text(told, encoding="utf-8")
            return
        before = self._path.read_text(encoding="utf-8") if self._path.exists() else ""
        changes = difflib.unified_diff(
            before.splitlines(), told.splitlines(), str(self._path.name), "sent now", lineterm=""
        )
        difference = "\n".join(changes)
        assert not difference, f"{COMMAND} writes the transcripts anew\n{difference}"

    def _text(self) -> str:
        places: dict[str, list[Sent]] = defaultdict(list)
        names = Names(self._sandbox.state)
        for message_id in sorted(self._sent, key=int):
            sent = self._sent[message_id]
            place = names.place(sent.message["channel_id"], sent.owner)
            places[place].append(sent)
            names.add(message_id, f"{place} {len(places[place])}")
        parts = []
        for place in sorted(places):
            parts.append(f"# {place}")
            for number, sent in enumerate(places[place], 1):
                title = f"## {number}: {self._fate(sent)}"
                parts.append("\n".join([title, *lines_of(sent.message)]))
        return names.plain("\n\n".join(parts)) + "\n"

    def _fate(self, sent: Sent) -> str:
        message_id = sent.message["id"]
        if sent.is_gone and sent.owner is not None:
            return "deleted by the bot"  # nobody dismisses a message in an evening
        if sent.is_gone:
            path = f"/{message_id}"
            deletes = (r for r in self._sandbox.log if r.method == "DELETE")
            own = any(path in request.path and not request.code for request in deletes)
            return "deleted by the bot" if own else "deleted by somebody"
        if sent.had_buttons and not sent.has_buttons:
            return "retired"
        return "stands"
