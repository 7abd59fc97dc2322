"""Scripted people at a table of 42: what they see, and what they press or type.

They only know the public contract of the screens, `tests/support/screens.py`, and the commands.
Nothing here sleeps: a wait ends with the message that it is for, or with a TimeoutError.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from discord_sandbox.client.simulated_user import ActionResult, SimulatedUser
from tests.support.patience import PATIENCE
from tests.support.screens import (
    Json,
    Press,
    can,
    ids,
    is_board,
    is_game_over,
    is_private,
    presses,
    seq_of,
    table_of,
    text_of,
)

ACTS = ("call", "contract", "exchange", "play")
COMMANDS = {"call": ("bid", "call"), "contract": ("trump", "suit"), "play": ("play", "tile")}
PASS_SHARE = 0.6


# --- one person ----------------------------------------------------------------------------


Choose = Callable[["Player", list[Press]], Press]


def modest(player: Player, acts: list[Press]) -> Press:
    """Choose at random; low bids keep most hands from being for marks."""
    calls = [act for act in acts if act.verb == "call"]
    if not calls:
        return player.randomness.choice(acts)
    quiet = [act for act in calls if act.arg == "pass"]
    bids = [act for act in calls if act.arg != "pass"]
    if quiet and (not bids or player.randomness.random() < PASS_SHARE):
        return quiet[0]
    return bids[0]


@dataclass
class Player:
    """A person at one table. `channel` is the table's.

    `at`: where they look for their buttons, "table", "dm" or "both". `choose` picks one of the acts
    that they may press. `acted` are their acts so far, as (seq, verb, argument).
    """

    person: SimulatedUser
    channel: str
    at: str = "both"
    randomness: random.Random = field(default_factory=random.Random)
    choose: Choose = modest
    acted: list[tuple[int, str, str]] = field(default_factory=list)
    readied: set[str] = field(default_factory=set)

    @property
    def last_seq(self) -> int:
        return self.acted[-1][0] if self.acted else -1

    @property
    def places(self) -> list[str]:
        """The channels they look at."""
        dm = [self.person.dm] if self.person.dm is not None and self.at != "table" else []
        return dm if self.at == "dm" else [self.channel, *dm]

    def visible_messages(self, newest: int = 40) -> list[Json]:
        """Return the messages they see, newest first."""
        found = [m for place in self.places for m in self.person.messages(place, newest)]
        return sorted(found, key=lambda message: int(message["id"]), reverse=True)

    def board(self) -> Json | None:
        """Return the newest public screen at the table."""
        is_shown = reversed(self.person.messages(self.channel))
        return next((message for message in is_shown if is_board(message)), None)

    def panel(self) -> Json | None:
        """Return their newest private message about the hand."""
        return next((m for m in self.visible_messages() if self._is_panel(m)), None)

    def _is_panel(self, message: Json) -> bool:
        private = is_private(message) or message["channel_id"] == self.person.dm
        is_refusal = {press.verb for press in presses(message)} == {"hand"}
        has_table = bool(table_of(message)) and not can(message, "help")
        return private and has_table and not is_refusal

    def acts(self) -> list[Press]:
        """List the enabled buttons that advance the game, except those pressed before."""
        for message in self.visible_messages():
            acts = [p for p in presses(message, *ACTS) if p.seq > self.last_seq]
            if acts and self._is_panel(message):
                return acts
        return []

    async def click(self, press: Press) -> ActionResult:
        return await self.person.click(press.message, press.custom_id, press.values)

    async def press(self, verb: str, arg: str | None = None) -> ActionResult:
        """Press the newest visible button of a verb, waiting for one if needed."""

        def fits(message: Json) -> bool:
            return can(message, verb, arg) and message["channel_id"] in self.places

        message = await self.wait(fits)
        found = (p for p in presses(message, verb) if arg in (None, p.arg))
        return await self.click(next(found))

    async def wait(self, fits: Callable[[Json], bool], channel: str | None = None) -> Json:
        """Wait for a message that matches; on timeout, fail with what they see."""
        try:
            return await self.person.wait_for(fits, channel, timeout=PATIENCE)
        except TimeoutError:
            raise AssertionError(self._story()) from None

    async def until(self, reached: Callable[[], bool]) -> None:
        """Wait for a condition on what they see, checked whenever a message changes."""
        if reached():
            return
        found: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def look(_kind: str, _message: Json) -> None:
            try:
                if not found.done() and reached():
                    found.set_result(None)
            except Exception as error:  # noqa: BLE001 - the test's error, not the sandbox's that calls us
                found.set_exception(error)

        stop = self.person.hub.watch("", self.person.id, look)
        try:
            async with asyncio.timeout(PATIENCE):
                await found
        except TimeoutError:
            raise AssertionError(self._story()) from None
        finally:
            stop()

    def _story(self) -> str:
        seen = "\n".join(f"{m['id']} {ids(m)}\n{text_of(m)}" for m in self.visible_messages())
        return f"{self.person.name} waits, acted {self.acted[-3:]} and sees:\n{seen}"

    async def wait_for_both_hands(self) -> None:
        """Wait until their hand is shown in both places: by DM and at the table."""

        def is_shown() -> bool:
            places = {
                message["channel_id"]
                for message in self.visible_messages()
                if self._is_panel(message)
            }
            return places >= {self.channel, self.person.dm}

        await self.until(is_shown)

    async def only_dm(self) -> str:
        """Wait for the message of their DM, and return its id; there is no other."""

        def has_come() -> bool:
            return self.person.dm is not None and bool(self.person.messages(self.person.dm))

        await self.until(has_come)
        (message,) = self.person.messages(self.person.dm or "")
        return str(message["id"])

    async def my_hand(self) -> ActionResult:
        """Open their panel at the table by the board's "My hand"."""
        board = await self.wait(lambda m: is_board(m) and can(m, "hand"), self.channel)
        return await self.click(next(presses(board, "hand")))

    async def turn(self) -> list[Press]:
        """Wait for their turn; return the buttons that they may press."""
        await self.until(lambda: bool(self.acts()))
        return self.acts()

    async def act(self, act: Press | None = None) -> ActionResult:
        """Wait for their turn and act."""
        chosen = act or self.choose(self, await self.turn())
        outcome = await self.click(chosen)
        assert outcome.ok, f"{self.person.name}: {chosen.custom_id} was not answered"
        self.acted.append((chosen.seq, chosen.verb, chosen.arg))
        return outcome

    async def play_hand(self, since: int | None = None) -> None:
        """Act until the hand that ends after `since` is over; by default the current hand."""
        if since is None:
            since = max((seq_of(message) for message in self.visible_messages()), default=0)

        def over() -> bool:
            ends = [
                p
                for message in self.visible_messages()
                for p in presses(message, "ready", "rematch")
            ]
            return any(end.seq > since for end in ends)

        while not over():
            if self.acts():
                await self.act()
            else:
                await self.until(lambda: over() or bool(self.acts()))

    async def play(self) -> None:
        """Act, and press "Ready" between hands, until the game is over."""
        while not self._is_over():
            if self.acts():
                await self.act()
            elif (ready := self._ready()) is not None:
                self.readied.add(ready.custom_id)
                await self.click(ready)
            else:
                await self.until(lambda: self._is_over() or bool(self.acts() or self._ready()))

    def _is_over(self) -> bool:
        board = self.board()
        return board is not None and is_game_over(board)

    def _ready(self) -> Press | None:
        for message in self.visible_messages():
            for press in presses(message, "ready"):
                if press.custom_id not in self.readied:
                    return press
        return None


class Typist(Player):
    """A person who plays with slash commands only, and reads the choices in their panel."""

    async def act(self, act: Press | None = None) -> ActionResult:
        acts = [act] if act else await self.turn()
        chosen = self.choose(self, acts)
        name, option = COMMANDS[chosen.verb]
        channel = self.places[0]
        legal = {one.arg for one in acts}
        offered = await self.person.autocomplete(name, channel, option, "")
        assert {one["value"] for one in offered} == legal
        narrowed = await self.person.autocomplete(name, channel, option, chosen.arg)
        assert chosen.arg in [one["value"] for one in narrowed]
        assert {one["value"] for one in narrowed} <= legal
        outcome = await self.person.command(name, channel, **{option: chosen.arg})
        assert outcome.ok
        self.acted.append((chosen.seq, chosen.verb, chosen.arg))
        return outcome

    def _ready(self) -> Press | None:
        return None


# --- a table -------------------------------------------------------------------------------


async def open_table(host: SimulatedUser, channel: str, **options: Any) -> str:
    """Open a table with /table open; return its channel or thread."""
    before = set(host.state.channels)
    outcome = await host.command("table open", channel, **options)
    assert outcome.ok, "the table was not opened"
    threads = [c for c in host.state.channels.values() if c["id"] not in before]
    return next((c["id"] for c in threads if c.get("parent_id") == channel), channel)


async def seat(
    people: Sequence[SimulatedUser],
    channel: str,
    *,
    kind: type[Player] = Player,
    at: str = "both",
    seed: int = 42,
) -> list[Player]:
    """Seat people with the lobby's buttons; the first is the host."""
    players = [
        kind(person, channel, at=at, randomness=random.Random(seed * 10 + number))
        for number, person in enumerate(people)
    ]
    for number, player in enumerate(players[1:], start=1):
        sit = await player.wait(lambda m, n=number: can(m, "sit", str(n)), channel)
        outcome = await player.click(next(p for p in presses(sit, "sit") if p.arg == str(number)))
        assert outcome.ok
    return players


async def start(players: Sequence[Player]) -> None:
    """Press "Start" as the host and wait for the board of the first hand."""
    host = players[0]
    lobby = await host.wait(lambda m: is_board(m) and can(m, "start"), host.channel)
    assert (await host.click(next(presses(lobby, "start")))).ok
    await host.wait(lambda m: is_board(m) and can(m, "hand"), host.channel)


async def begin(people: Sequence[SimulatedUser], channel: str, **options: Any) -> list[Player]:
    """Open a table, seat these people and start; `options` are those of /table open."""
    place = await open_table(people[0], channel, **options)
    players = await seat(people, place)
    await start(players)
    return players


async def play_game(players: Sequence[Player]) -> Json:
    """Play until the game is over; return its last screen."""
    async with asyncio.TaskGroup() as group:
        for player in players:
            group.create_task(player.play())
    board = players[0].board()
    assert board is not None
    return board


async def play_hand(players: Sequence[Player]) -> None:
    """Play the current hand to its end."""
    async with asyncio.TaskGroup() as group:
        for player in players:
            group.create_task(player.play_hand())


async def acting(players: Sequence[Player]) -> Player:
    """Wait until one of these people is in turn; return that player."""
    waits = {asyncio.create_task(player.turn()): player for player in players}
    try:
        done, _ = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        return waits[done.pop()]
    finally:
        for wait in waits:
            wait.cancel()
        await asyncio.gather(*waits, return_exceptions=True)


async def play_acts(players: Sequence[Player], count: int) -> None:
    """Make `count` acts, each by the player in turn."""
    for _ in range(count):
        await (await acting(players)).act()
