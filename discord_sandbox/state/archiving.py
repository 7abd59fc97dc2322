"""Archives threads by their time, as Discord does."""

from __future__ import annotations

from datetime import datetime
from functools import partial

from discord_sandbox.checks.refusal import Json
from discord_sandbox.state.channel_types import THREADS
from discord_sandbox.state.clock import Alarm, snowflake_time
from discord_sandbox.state.discord_state import DiscordState

ACTIVITY = frozenset({"THREAD_CREATE", "THREAD_UPDATE", "MESSAGE_CREATE"})
"""Events after which a thread's time begins again; edits and clicks are not activity."""


class Archiving:
    """Archives each thread that has had no new message for as long as it says."""

    def __init__(self, state: DiscordState) -> None:
        self._state = state
        self._alarms: dict[str, Alarm] = {}

    def start(self) -> None:
        """Time the threads of an earlier run."""
        for channel in list(self._state.channels.values()):
            if channel["type"] in THREADS:
                self._set_alarm(channel)

    def on_event(self, event: str, channel: Json | None, _data: Json, owner: str | None) -> None:
        """Begin a thread's time again after activity that all can see."""
        if event in ACTIVITY and owner is None and channel and channel["type"] in THREADS:
            self._set_alarm(channel)

    def _set_alarm(self, thread: Json) -> None:
        self._alarms.pop(thread["id"], Alarm(None)).cancel()
        metadata = thread["thread_metadata"]
        if metadata["archived"]:
            return
        active = datetime.fromisoformat(metadata["archive_timestamp"]).timestamp()
        if thread["last_message_id"] is not None:
            active = max(active, snowflake_time(thread["last_message_id"]))
        clock = self._state.clock
        left = active + 60.0 * metadata["auto_archive_duration"] - clock.now()
        alarm = clock.date.after(max(left, 0.0), partial(self._archive, thread["id"]))
        self._alarms[thread["id"]] = alarm

    def _archive(self, thread_id: str) -> None:
        thread = self._state.channels.get(thread_id)
        if thread is not None:
            self._state.change_channel(thread, {"thread_metadata": {"archived": True}})
