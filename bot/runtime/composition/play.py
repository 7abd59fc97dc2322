"""Builds the tables and events, and then what shows them on Discord."""

from __future__ import annotations

from dataclasses import dataclass

import discord

from bot.daily.days import Calendar
from bot.daily.kept import EXPERTS_PACE, DayHands
from bot.events.deadlines import EventTimeouts
from bot.events.service import EventService
from bot.publisher.calls.dm_channels import DmChannels, NewDms
from bot.publisher.event_places import ThreadPlaces
from bot.publisher.events import DiscordEventPublisher
from bot.publisher.keeper.background import Background
from bot.publisher.publisher import DiscordPublisher
from bot.publisher.untold import Untold
from bot.tables.clocks.deadlines import Timing
from bot.tables.model import TableClock
from bot.tables.service import TableService

from .foundation import Foundation


@dataclass(frozen=True, slots=True)
class Play:
    """Tables and events, with what shows them.

    `day_hands` stores the tables of people's daily hands. `background` sends what nobody waits for.
    """

    tables: TableService
    day_hands: DayHands
    events: EventService
    publisher: DiscordPublisher
    event_publisher: DiscordEventPublisher
    untold: Untold
    background: Background


def build_play(base: Foundation, client: discord.Client) -> Play:
    """Build the services before what shows them, and then tell them where to publish.

    A service knows no screen; a screen asks its service. So the way back, by which a change reaches
    the screens, is the one that is given later.
    """
    store = base.store
    clock = base.clock
    day_hands = _day_hands(base)
    tables = TableService(
        store.tables,
        store.results,
        store.people,
        store.blocks,
        store.invitations,
        store.wrong_codes,
        base.players,
        clock,
        base.randomness,
        _timing(base),
        base.leases,
        day_hands,
        base.experts,
    )
    places = ThreadPlaces(client)
    events = EventService(store.events, places, tables, clock, base.randomness, EventTimeouts())
    publisher = _publisher(base, client, tables, events)
    untold = Untold(store.undelivered, publisher, clock)
    background = Background(client, store.undelivered, untold, clock)
    event_publisher = DiscordEventPublisher(publisher, clock, background, events)
    tables.publish_to(publisher)
    events.publish_to(event_publisher.event_changed)
    return Play(tables, day_hands, events, publisher, event_publisher, untold, background)


def _timing(base: Foundation) -> Timing:
    settings = base.settings
    return Timing(
        TableClock(
            pace=settings.pace_seconds,
            nudge=settings.nudge_seconds,
            takeover=settings.takeover_seconds,
        )
    )


def _day_hands(base: Foundation) -> DayHands:
    """Build the storage of daily hands; experts take a little longer than other computers."""
    store = base.store
    return DayHands(
        store.days,
        store.people,
        base.experts,
        Calendar(base.settings.daily_hour_utc),
        base.clock,
        TableClock(pace=EXPERTS_PACE * base.settings.pace_seconds),
    )


def _publisher(
    base: Foundation, client: discord.Client, tables: TableService, events: EventService
) -> DiscordPublisher:
    settings = base.settings
    store = base.store
    new_dms = NewDms(settings.new_dms_per_hour, settings.new_dms_per_day)
    return DiscordPublisher(
        client,
        DmChannels(client, store.dm_channels, new_dms, base.clock, base.metrics.new_dm),
        base.clock,
        messages=store.messages,
        people=store.people,
        pings=store.pings,
        alerts=store.alerts,
        servers=store.servers,
        results=store.results,
        tables=tables,
        events=events,
        renderer=base.renderer,
        emojis=base.emojis,
        queue=base.queue,
        others=base.processes,
    )
