"""Tables of four people each, with presses computed in advance, so that no bot is asked.

The load reads each hand from the bot's database, so it knows all four hands, and picks legal plays
with a seeded generator.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from itertools import zip_longest

from bot.store import Store
from bot.tables.loaded import LoadedTable, rebuild
from discord_sandbox.checks.refusal import Json
from discord_sandbox.client.simulated_user import ActionResult, SimulatedUser
from discord_sandbox.server import Sandbox
from texas42.engine import Phase, apply, format_action

from .load import QUIET_SECONDS, Click, press, quiet

SEATS = 4
TOGETHER = 8
ATTEMPTS = 5


@dataclass(slots=True)
class Place:
    """One table: its channel, its people by seat, and the message that each of them plays on."""

    channel: str
    people: list[SimulatedUser]
    panels: list[Json] = field(default_factory=list)
    table_id: str = ""


class House:
    """Many tables on one sandbox. `by_dm`: people play on the DM and not on a panel.

    `own_servers`: each table is in a server of its own, one on each shard in turn.
    """

    def __init__(
        self,
        sandbox: Sandbox,
        store: Store,
        count: int,
        *,
        by_dm: bool = False,
        own_servers: bool = False,
    ) -> None:
        self._sandbox = sandbox
        self._store = store
        self._by_dm = by_dm
        self._places = [self._place(number, own_servers=own_servers) for number in range(count)]

    def _place(self, number: int, *, own_servers: bool) -> Place:
        people = [self._sandbox.add_user(f"P{number}{name}") for name in "NESW"]
        if not own_servers:
            return Place(self._sandbox.add_channel(f"table-{number}"), people)
        self._sandbox.clock.move(0.001)  # the next id is on the next shard
        guild_id = self._sandbox.add_guild(f"Server {number}", people, ["dominoes"])
        return Place(self._sandbox.state.guilds[guild_id].channels[0], people)

    @property
    def places(self) -> list[Place]:
        """The tables."""
        return self._places

    @property
    def channels(self) -> list[str]:
        """The channels of the tables."""
        return [place.channel for place in self._places]

    async def open(self) -> None:
        """Open all tables, sit down, deal, and show everyone their hand."""
        await self._all(self._open)
        await self.look_at_hands()

    async def next_hand(self) -> None:
        """Play the hand to its end, press Ready, and show the next one."""
        await self._all(self._next_hand)
        await self.look_at_hands()

    async def bid(self) -> None:
        """Make all calls and name trumps, so that the next click plays a domino."""
        await self._all(lambda place: self._act(place, Phase.CALL, Phase.CONTRACT))

    async def plays(self) -> list[Click]:
        """List the dominoes still to be played, one from each table in turn."""
        hands = [
            list(_clicks(place, await self._live(place), (Phase.PLAY,))) for place in self._places
        ]
        return [click for turn in zip_longest(*hands) for click in turn if click is not None]

    async def _all(self, work: Callable[[Place], Awaitable[None]]) -> None:
        """Run something at all tables, a few at a time."""
        limit = asyncio.Semaphore(TOGETHER)

        async def one(place: Place) -> None:
            async with limit:
                await work(place)

        await asyncio.gather(*(one(place) for place in self._places))

    async def _open(self, place: Place) -> None:
        host, *guests = place.people
        await _answered(host, "table open", place.channel)
        await self._seated(place, 1)
        for people, guest in enumerate(guests, 2):
            await _answered(guest, "table join", place.channel)
            await self._seated(place, people)
        await _answered(host, "table start", place.channel, computers="none")

    async def _seated(self, place: Place, people: int) -> None:
        """Wait until so many people sit: on a busy machine a command is deferred and done later."""
        for _ in range(ATTEMPTS * 10):
            for table in await self._store.tables.live_tables(channel_id=int(place.channel)):
                place.table_id = table.table_id
                stored = await self._store.tables.load(table.table_id)
                if stored and sum(s.user_id is not None for s in stored.table.seats) >= people:
                    return
            await asyncio.sleep(QUIET_SECONDS / 10)
        raise SystemExit(f"nobody else sits down in {place.channel}")

    async def clicks(self, place: Place) -> list[Click]:
        """List all presses until a table's hand ends."""
        return list(_clicks(place, await self._live(place), tuple(Phase)))

    async def take_up_hands(self, place: Place) -> None:
        """Look at the hands of a table's people again, as they did at first."""
        await self._take_up_hands_at(place)

    async def _next_hand(self, place: Place) -> None:
        await self._act(place, *Phase)
        for person, panel in zip(place.people, place.panels, strict=True):
            await press(self._sandbox, Click(person, panel, f"42:ready:{place.table_id}:0"))

    async def look_at_hands(self) -> None:
        """Find the message that each person plays on."""
        if self._by_dm:
            await quiet(self._sandbox)  # the DMs have been sent by then
        await self._all(self._take_up_hands_at)

    async def _take_up_hands_at(self, place: Place) -> None:
        place.panels = []
        for person in place.people:
            if self._by_dm:
                place.panels.append(person.messages(person.dm or "")[-1])
            else:
                panel = (await _answered(person, "hand", place.channel)).message
                place.panels.append(panel or {})

    async def _act(self, place: Place, *phases: Phase) -> None:
        """Act until the table is in none of these phases.

        On a busy machine a press may be answered too late, or hit a panel that a newer one has
        replaced. It is pressed again after a pause, unless nothing moves any more.
        """
        stuck = 0
        reached = 0
        while stuck < ATTEMPTS:
            live = await self._live(place)
            stuck = 0 if live.table.seq > reached else stuck + 1
            reached = live.table.seq
            for click in _clicks(place, live, phases):
                if not await press(self._sandbox, click):
                    break
            else:
                return
            await asyncio.sleep(QUIET_SECONDS)
            await self._take_up_hands_at(place)
        raise SystemExit(f"the table in {place.channel} stands still at act {reached}")

    async def _live(self, place: Place) -> LoadedTable:
        stored = await self._store.tables.load(place.table_id)
        if stored is None:
            raise SystemExit(f"no table in {place.channel}")
        return rebuild(stored, None)


def _clicks(place: Place, live: LoadedTable, phases: tuple[Phase, ...]) -> Iterator[Click]:
    """Yield the future presses from a state, while it is in one of these phases."""
    seq = live.table.seq
    game = live.game
    randomness = random.Random(live.table.hand_no)
    while (deal := game.deal) is not None and deal.to_act is not None and deal.phase in phases:
        action = randomness.choice(game.legal_actions())
        if deal.phase is Phase.CALL:  # three pass, and the last bids low
            action = game.legal_actions()[len(deal.calls) == SEATS - 1]
        seat = deal.to_act
        text = format_action(action, game.rules)
        words = f"42:{deal.phase.value}:{place.table_id}:{seq}:{text}"
        yield Click(place.people[seat], place.panels[seat], words)
        game = apply(game, action).game
        seq = seq + 1


async def _answered(
    person: SimulatedUser, command: str, channel: str, **options: str
) -> ActionResult:
    """Run a command, repeating it on a busy machine until it is answered in time."""
    for _ in range(ATTEMPTS):
        outcome = await person.command(command, channel, **options)
        if outcome.ok:
            return outcome
        await asyncio.sleep(QUIET_SECONDS)
    raise SystemExit(f"/{command} is not answered in time")
