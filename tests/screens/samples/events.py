"""Samples of an event's screens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.events.model import EventStatus, Partners
from bot.events.views import EventView
from bot.presenter.events.ending import event_table_closed
from bot.presenter.events.screen import (
    confirm_event_close,
    event_moved,
    event_said,
    event_screen,
    event_status,
    manage_event,
)
from bot.tables.model import Status
from tests.presenter.tabling import pages_of, sample
from tests.screens.registry import Look, Named, samples_of
from tests.screens.samples.table import numbered
from tests.screens.states.events import event, players, with_round
from tests.screens.states.tables import PLAYED, table_at

HOST = 1
GUEST = 3
STRANGER = 99


def events(look: Look) -> Iterator[tuple[str, EventView]]:
    """Yield events of both kinds in every status, small and large."""
    name = look.names[0]
    for partners in Partners:
        usual = event(8, 6, name, partners=partners)
        who = players(8, 6, name)
        yield f"{partners}-open", usual
        yield f"{partners}-open-few", event(2, name=name, partners=partners)
        yield f"{partners}-open-one", event(1, name=name, partners=partners)
        yield f"{partners}-open-full", event(32, 16, name, partners=partners)
        away = (replace(who[0], away=True), *who[1:])
        yield f"{partners}-away", replace(usual, players=away)
        for status in (EventStatus.PLAYING, EventStatus.BETWEEN, EventStatus.CLOSED):
            for winner in (None, 1):
                found = with_round(usual, status, winner)
                yield f"{partners}-{status}-{winner}".lower(), found
        large = event(32, 16, name, partners=partners)
        yield f"{partners}-large", with_round(large, EventStatus.BETWEEN)
        yield f"{partners}-over", with_round(large, EventStatus.CLOSED)
    open_event = event(8, 6, name)
    pairs = ((who[1], who[3]),)
    yield "pairs", replace(open_event, pairs=pairs, wishes=((who[2], STRANGER),))
    yield "goes-on", replace(with_round(open_event, EventStatus.BETWEEN), goes_on=True)
    yield "no-timer", replace(open_event, next_at=None)
    played = with_round(open_event, EventStatus.PLAYING, None)
    halted = tuple(replace(table, paused=True, counted=False) for table in played.tables)
    yield "halted", replace(played, tables=halted)
    broken = tuple(replace(table, winner=0, counted=False) for table in played.tables)
    yield "broken-off", replace(played, tables=broken)


@samples_of(event_screen)
def cards(look: Look) -> Iterator[Named]:
    for name, found in events(look):
        yield name, event_screen(found, look.context)


@samples_of(event_status)
def statuses(look: Look) -> Iterator[Named]:
    for name, found in events(look):
        yield from numbered(name, pages_of(event_status, found, look.context))


@samples_of(event_said)
def said(look: Look) -> Iterator[Named]:
    for name, found in events(look):
        if "large" in name or "full" in name:
            continue
        for user_id in (HOST, GUEST, STRANGER):
            yield f"{name}-{user_id}", event_said(found, user_id, look.context)
    yield "left", event_said(found, GUEST, look.context, left=True)


@samples_of(event_moved)
def moved(look: Look) -> Iterator[Named]:
    yield "moved", event_moved(event(8, 6, look.names[0]), look.context)


@samples_of(confirm_event_close)
def closing(look: Look) -> Iterator[Named]:
    for name, found in events(look):
        if name.startswith(f"{Partners.FIXED}-") and "large" not in name:
            yield name, confirm_event_close(found, look.context)


@samples_of(manage_event)
def managed(look: Look) -> Iterator[Named]:
    for name, found in events(look):
        yield name, manage_event(found, look.context)


@samples_of(event_table_closed)
def closed_tables(look: Look) -> Iterator[Named]:
    game = sample(PLAYED)
    for winner in (0, None):
        table = table_at(look, game, winner=winner, status=Status.CLOSED, event_id="ev3n7s")
        for name, found in events(look):
            if name.startswith(f"{Partners.ROTATING}-") and "open" not in name:
                for left in (True, False):
                    shown = event_table_closed(found, table, 1000, look.context, left=left)
                    yield f"{name}-{winner}-{left}".lower(), shown
