"""A server whose people play the daily hand, and everything that anybody there is told."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from bot.players.service import ThreadedPlayers
from bot.render import Avatars, DayPicture, Drawing, Priority
from discord_sandbox.client.simulated_user import ActionResult, SimulatedUser
from tests.asked.asking import FixedOracle
from tests.e2e.failures.conftest import built, lift_limits
from tests.e2e.failures.days import go_to, run_until
from tests.e2e.failures.onlookers import Draftsman, Eyes, Sight
from tests.support.daily_house import PlainExperts
from tests.support.health import free_port
from tests.support.patience import PATIENCE
from tests.support.screens import Json, can, files_of, presses
from tests.support.stage import Stage
from texas42.ai.findings.judgments import Review
from texas42.engine import Tile

from . import inside
from .knowledge import tiles_in_file, tiles_told

PEOPLE = ("Ana", "Bo", "Cy", "Dell", "Ester", "Floyd")
UNLISTED = 2
"""The place among them of the one who is on no leaderboard, and wants no pictures."""
ONLOOKER = "Gus"
"""A member of the server who never plays."""
MONDAY = date(2045, 1, 2)
BEGINS = datetime(2045, 1, 2, inside.HOUR, tzinfo=UTC).timestamp()
ACTS = ("call", "contract", "play")
EPHEMERAL = 1 << 6
EVERYBODYS = "First leads:"
"""What a picture with everybody's bids or leads says, too."""
IN_TEXT = (".json", ".txt")
NO_PICTURES = "42:settings:-:0:pictures/off"
NIGHT = 2 * 3600.0
SHORT_PAUSE = 1.2
"""The pause between two edits of a message. Longer ones, of background work, last until a move."""
SLOW_SECONDS = 0.2
"""Longer than an answer waits for its picture."""


class SlowDraftsman(Draftsman):
    """A fake renderer that can be slow, so that answers go out with what is in the caches."""

    def __init__(self) -> None:
        super().__init__(1)
        self.is_slow = False

    async def render(
        self,
        picture: Drawing,
        avatars: Avatars | None = None,
        *,
        priority: Priority = Priority.WATCHING,
    ) -> bytes:
        """Return a placeholder file for a picture, late if slow."""
        if self.is_slow:
            await asyncio.sleep(SLOW_SECONDS)
        return await super().render(picture, avatars, priority=priority)


class Witness(Eyes):
    """Records what everybody sees, the contents of text files included.

    `is_blind`: what a test puts on the stage itself is not recorded. `files`: the text files. The
    tiles of a vote are not recorded, since they were typed, and may be anybody's.
    """

    def __init__(self, stage: Stage, draftsman: Draftsman) -> None:
        super().__init__(stage, draftsman)
        self.is_blind = False
        self.files: list[str] = []
        self._votes: set[str] = set()

    def note(self, sight: Sight) -> None:
        """Record what a user was told."""
        if sight.where == "picture":
            sight = replace(sight, tiles=sight.tiles | tiles_told(sight.text))
        if sight.message is not None and sight.message["id"] in self._votes:
            sight = replace(sight, tiles=frozenset())
        if not self.is_blind:
            super().note(sight)

    def told(self, user_id: str, where: str, text: str) -> None:
        """Record a text that is not a message: choices, a form, a page or a command's output."""
        self.note(Sight(user_id, where, text, tiles_told(text)))

    def look_at(self, user_id: str, message: Json) -> None:
        """Record a message that somebody has found in a channel."""
        for where, text, tiles in self._parts(message):
            self.note(Sight(user_id, where, text, tiles, message))

    def _parts(self, message: Json) -> Iterator[tuple[str, str, frozenset[Tile]]]:
        if can(message, "vote"):
            self._votes.add(message["id"])
        yield from super()._parts(message)
        for file in files_of(message):
            drawing = self._draftsman.drawn.get(self._stage.sandbox.state.blobs[file.id].data)
            if isinstance(drawing, DayPicture) and (drawing.bids or drawing.leads):
                yield "picture", EVERYBODYS, frozenset()
            if file.name.endswith(IN_TEXT):
                text = self._stage.sandbox.state.blobs[file.id].data.decode()
                self.files.append(text)
                rest = inside.without_hands(text) if file.name.endswith(".json") else text
                yield "file", rest, tiles_in_file(rest)


class Town:
    """The stage of the driver. `day`: the day whose hand is tried."""

    def __init__(
        self,
        stage: Stage,
        eyes: Witness,
        draftsman: SlowDraftsman,
        experts: PlainExperts,
        port: int,
    ) -> None:
        self.stage = stage
        self.eyes = eyes
        self.draftsman = draftsman
        self.experts = experts
        self.port = port
        self.channel = stage.channel
        self.boards = stage.sandbox.add_channel("daily")
        self.day = MONDAY
        self.usual: dict[tuple[str, str], str] = {}
        """What a person was told where no day counts, before anybody had played, by way."""
        self.tried: Counter[tuple[str, str]] = Counter()
        """How often each way told something, by its name and the role of who tried it."""

    @property
    def people(self) -> list[SimulatedUser]:
        """Everybody who plays."""
        return self.stage.people[: len(PEOPLE)]

    @property
    def onlooker(self) -> SimulatedUser:
        """The one who never plays."""
        return self.stage.people[-1]

    # Time --------------------------------------------------------------------------------

    async def go_to(self, day: date, seconds: float) -> None:
        """Move the clocks to this many seconds after the beginning of a day."""
        at = inside.CALENDAR.begins(day) + seconds
        today = inside.CALENDAR.day_at(self.stage.clock.now())
        ends = inside.CALENDAR.ends(today)
        if ends <= at < ends + NIGHT:  # a jump over the grace period would look like an outage
            go_to(self.stage, ends)
            await run_until(self.stage, at)
        go_to(self.stage, at)
        await inside.pass_time(self.stage)
        await inside.turn_boards(self.stage)
        await self.settle()

    async def settle(self) -> None:
        """Wait until every screen shows the newest state."""
        await inside.settle(self.stage)

    # Asking ------------------------------------------------------------------------------

    async def press(
        self, person: SimulatedUser, custom_id: str, value: str | None = None
    ) -> ActionResult:
        """Press a button, or choose in a list, of an old private message."""
        part: Json = {"type": 2, "style": 2, "label": "Old", "custom_id": custom_id}
        if value is not None:
            options = [{"label": "Old", "value": value}]
            part = {"type": 3, "custom_id": custom_id, "options": options}
        body = {"components": [{"type": 1, "components": [part]}], "flags": EPHEMERAL}
        sandbox = self.stage.sandbox
        channel = sandbox.state.channel(self.channel)
        self.eyes.is_blind = True
        message = sandbox.message_writer.create(
            channel, sandbox.state.bot_id, {"content": "old", **body}, (), owner=person.id
        )
        self.eyes.is_blind = False
        values = () if value is None else (value,)
        return await self._heard(person, await person.click(message, custom_id, values))

    async def command(self, person: SimulatedUser, name: str, **options: Any) -> ActionResult:
        """Run a slash command in the channel."""
        return await self._heard(person, await person.command(name, self.channel, **options))

    async def offered(self, person: SimulatedUser, name: str, option: str, typed: str) -> None:
        """Ask for the choices of a command's option."""
        found = await person.autocomplete(name, self.channel, option, typed)
        self.eyes.told(person.id, "choices", json.dumps(found))

    async def _heard(self, person: SimulatedUser, outcome: ActionResult) -> ActionResult:
        """Wait for the whole answer, which may have been deferred."""
        assert outcome.ok
        await self.stage.wait_for_screens()
        if outcome.message is not None:
            outcome.message = person.message(outcome.message) or outcome.message
        if outcome.modal is not None:
            form = outcome.modal
            self.eyes.told(person.id, "form", json.dumps([form.title, form.components]))
        return outcome

    # Playing -----------------------------------------------------------------------------

    async def open(self, person: SimulatedUser) -> Json:
        """Open the person's day."""
        message = (await self.command(person, "daily")).message
        assert message is not None
        return message

    async def begin(self, person: SimulatedUser, *, by_dm: bool = False) -> bool:
        """Begin today's hand, here or by direct message; return False if the person can't."""
        message = await self.open(person)
        wanted = "dm" if by_dm else "begin"
        begin = next((each for each in presses(message, "daily") if each.arg == wanted), None)
        if begin is None:
            return False
        await person.click(message, begin.custom_id)
        await self.settle()
        return True

    async def act(self, person: SimulatedUser, choice: random.Random) -> bool:
        """Make one act in the hand that is open; return False if there is none."""
        opened = await self.open(person)
        await self.settle()
        found = list(presses(person.message(opened) or opened, *ACTS))
        if not found:
            return False
        # mostly the last bid or none: high bids end in the same way
        press = choice.choice(found[-2:] if found[0].verb == "call" else found)
        with self.experts.held():  # what they do then comes as an update, not with the answer
            await person.click(press.message, press.custom_id, press.values)
            await self.stage.wait_for_screens()  # a late answer is filled later
        await self.settle()
        return True

    async def forget(self, person: SimulatedUser) -> None:
        """Delete the person's data; they choose again to see no pictures."""
        await self.press(person, "42:privacy:-:0:yes")
        await self.press(person, NO_PICTURES)
        await self.settle()

    async def finish(self, person: SimulatedUser, choice: random.Random) -> None:
        """Play the open hand to its end."""
        async with asyncio.timeout(PATIENCE):
            while await self.act(person, choice):
                pass


@asynccontextmanager
async def running_town(folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Town]:
    """Yield a town on its first Monday, before anybody has played.

    Experts and judges are fakes that answer at once.
    """
    port = free_port()
    settings = {**inside.SETTINGS, "health_port": port, "render_workers": 1}
    draftsman = SlowDraftsman()
    experts = PlainExperts()
    oracle = FixedOracle()
    monkeypatch.setattr("bot.runtime.start_checks.Renderer", lambda _workers: draftsman)
    monkeypatch.setattr(inside.EXPERTS, lambda *_: experts)
    monkeypatch.setattr(ThreadedPlayers, "bid_chances", lambda _, each: oracle.bid_chances(each))
    monkeypatch.setattr(ThreadedPlayers, "play_chances", lambda _, each: oracle.play_chances(each))
    monkeypatch.setattr(ThreadedPlayers, "review", reviewed)
    monkeypatch.setattr(ThreadedPlayers, "decisions", judged)
    monkeypatch.setenv("DATA_DIR", str(folder))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    lift_limits(monkeypatch)
    async with built(folder, (*PEOPLE, ONLOOKER), settings, monkeypatch) as stage:
        stage.clock.short = SHORT_PAUSE
        go_to(stage, BEGINS + 60)
        async with stage.running():
            eyes = Witness(stage, draftsman)
            town = Town(stage, eyes, draftsman, experts, port)
            listed = [each.id for each in stage.people if each.name != PEOPLE[UNLISTED]]
            await inside.prepare(stage, listed, town.boards)
            await inside.pass_time(stage)
            try:
                await town.press(town.people[UNLISTED], NO_PICTURES)
                yield town
            finally:
                eyes.close()


async def reviewed(*_: object) -> Review:
    """Review a hand at once, and find nothing."""
    return Review(None, None, made=True, costs=())


async def judged(*_: object) -> tuple[()]:
    """Judge a seat's decisions at once, and find no mistake."""
    return ()
