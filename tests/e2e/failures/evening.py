"""An evening in one place of a server, in which every command is used once."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

from bot.tables.model import Status
from discord_sandbox.client.simulated_user import SimulatedUser
from discord_sandbox.state.channel_types import FORUM, NEWS, STAGE, TEXT, VOICE
from tests.support.stage import Stage, text

NOTHING = "(no answer)"
PLACES = ("text", "thread", "post", "voice", "stage", "news")
KINDS = {"text": TEXT, "thread": TEXT, "post": FORUM, "voice": VOICE, "stage": STAGE, "news": NEWS}
ALONE = ("help", "daily", "settings", "privacy", "profile", "leaderboard", "history", "bid-this")


def add_place(stage: Stage, name: str) -> str:
    """Create a place of a kind, and return its id."""
    person = stage.people[0]
    channel = stage.sandbox.add_channel("lounge", kind=KINDS[name])
    if name in ("post", "thread"):
        return stage.sandbox.add_post(channel, person, "tonight", "Who plays?")
    return channel


@dataclass(frozen=True, slots=True)
class Evening:
    """Four people in one place.

    `elsewhere`: a text channel from which a table moves here. `planner`: who plans
    a table and reports something, which nobody may do six times.
    """

    stage: Stage
    place: str
    elsewhere: str
    planner: SimulatedUser

    async def answers(self) -> AsyncIterator[tuple[str, str]]:
        """Use every command, and yield its name and what it answered."""
        host, guest, *others = self.stage.people[:4]
        for name in ALONE:
            yield await self._say(host, name)
        yield await self._say(host, "block", person=guest)
        await self.stage.forge(host, f"42:unblock:-:0:{guest.id}", channel=self.place)
        yield await self._say(host, "join", code="FHKLM")
        yield await self._say(self.planner, "report", text="The board is hard to read.")
        for name in ("setup", "settings", "rules", "diagnose"):
            yield await self._say(host, f"admin {name}")
        yield await self._say(self.planner, "table plan", when="tomorrow 8 pm")
        async for answer in self._event(host, guest):
            yield answer
        async for answer in self._game(host, guest, others):
            yield answer

    async def _event(
        self, host: SimulatedUser, guest: SimulatedUser
    ) -> AsyncIterator[tuple[str, str]]:
        yield await self._say(host, "event open")
        yield await self._say(guest, "event join")
        for name in ("status", "start", "next", "move"):
            yield await self._say(host, f"event {name}")
        yield await self._say(guest, "event leave")
        yield await self._say(host, "event close")

    async def _game(
        self, host: SimulatedUser, guest: SimulatedUser, others: list[SimulatedUser]
    ) -> AsyncIterator[tuple[str, str]]:
        """Play a game of one hand, and open the next table for the same people."""
        stage = self.stage
        yield await self._say(host, "table open", options="target=1")
        yield await self._say(guest, "table join")
        for person in others:
            await self._say(person, "table join")
        for name in ("status", "show", "rules"):
            yield await self._say(host, f"table {name}")
        yield await self._say(host, "table pace", pace="relaxed")
        yield await self._say(host, "table start")
        table = (await stage.tables.live_tables(channel_id=int(self.place)))[-1].table_id
        yield await self._say(host, "hand")
        bidder = await stage.in_turn(table)
        yield await self._say(bidder, "bid", call="31")
        for _ in range(3):
            await self._say(await stage.in_turn(table), "bid", call="pass")
        yield await self._say(bidder, "exchange", take="6-4", give="6-5")
        yield await self._say(bidder, "trump", suit="fives")
        yield await self._play(table)
        for _ in range(3):
            await self._play(table)
        leader = await stage.in_turn(table)
        for name in ("last", "hint", "claim"):
            yield await self._say(leader, name)
        await stage.play_hand(table)
        assert (await stage.view(table)).status is Status.FINISHED
        for name in ("replay", "table record"):
            yield await self._say(host, name)
        await self._say(host, "table close")
        yield await self._say(host, "table again")
        yield await self._say(host, "table leave")
        await stage.wait_until_quiet()
        assert await stage.tables.live_tables(channel_id=int(self.place)) == []
        await host.command("table open", self.elsewhere)
        yield await self._say(host, "table move")
        yield await self._say(host, "table close")

    async def _play(self, table: str) -> tuple[str, str]:
        person = await self.stage.in_turn(table)
        offered = await person.autocomplete("play", self.place, "tile", "")
        return await self._say(person, "play", tile=offered[0]["value"])

    async def _say(self, person: SimulatedUser, name: str, /, **options: object) -> tuple[str, str]:
        """Use a command, and return its name and what the bot then says to the person."""
        outcome = await person.command(name, self.place, **options)
        await self.stage.wait_until_quiet()
        if not outcome.ok or outcome.message is None:
            return name, "" if outcome.ok else NOTHING
        return name, text(person.message(outcome.message) or outcome.message)
