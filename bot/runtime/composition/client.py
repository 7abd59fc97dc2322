"""Builds the Discord client, which is not connected yet."""

from __future__ import annotations

from functools import partial

from bot.app import FortyTwo
from bot.budget.gate import guarded
from bot.link.clock_check import ClockCheck
from bot.link.patience import Patience
from bot.link.second_process import SecondProcess
from bot.link.session_starts import SessionStarts
from bot.link.unreadable import UnreadableEvents
from bot.runtime.request_trace import count_requests

from .foundation import Foundation


def build_client(base: Foundation) -> FortyTwo:
    """Build the client; it is given its services once they exist, since they send through it."""
    settings = base.settings
    metrics = base.metrics
    clock = base.clock
    second = SecondProcess()
    trace = guarded(base.queue, settings.discord_api_base, base.refusals.note)
    count_requests(
        trace,
        metrics,
        answered_elsewhere=partial(second.note, "it answered an interaction"),
        dated=clock.compare,
        elapsed=clock.elapsed,
        api=settings.discord_api_base,
    )
    # if another process may stand by, this one gives up its shards after a while
    stands_by = base.database.stand_by is not None
    patience = Patience(settings.start_patience_seconds, clock, waits_out_bans=not stands_by)
    return FortyTwo(
        http_trace=trace,
        patience=patience,
        session_starts=SessionStarts(
            base.store.session_starts,
            patience,
            len(settings.shards) if settings.shards else settings.shard_count,
            is_shared=base.processes is not None,
        ),
        clock_check=ClockCheck(clock, metrics.loops),
        unreadable=UnreadableEvents(metrics.event_unreadable),
        second_process=second,
        shard_count=settings.shard_count,
        shard_ids=settings.shards,
        is_first=base.is_first,
    )
