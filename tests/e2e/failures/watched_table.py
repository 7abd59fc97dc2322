"""A table that everybody there watches for secrets."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from random import Random

import pytest

from bot.presenter.words.ids import Verb
from bot.tables.loaded import LoadedTable
from bot.tables.model import Status
from discord_sandbox.api.rest import Fault
from discord_sandbox.client.simulated_user import SimulatedUser
from tests.e2e.failures.onlookers import Onlookers
from tests.support.stage import Json, Stage, buttons
from texas42 import RulesPlayer
from texas42.engine import Tile, format_action
from texas42.library import games

GAMES = {spec.id: spec.seats for spec in games()}
MOST_HANDS = 8  # hands within which a planted leak must be found
# share of the answers
LATE = 0.15
LOST = 0.05
LOOKS = ("hand", "last", "table show", "table status")
TYPED = (("play", "tile"), ("bid", "call"), ("trump", "suit"), ("exchange", "take"))
SHOWING = (
    *(Verb.HAND, Verb.LAST, Verb.MORE, Verb.TABLE, Verb.RULES, Verb.RECORD, Verb.PROOF),
    *(Verb.REPLAY, Verb.OPEN_REPLAY, Verb.REPLAY_HAND, Verb.REVIEW, Verb.ALL_PLAYS, Verb.SHARE),
)
"""Verbs that show something of a table, and change nothing."""
OF_ONES_OWN = {Verb.NOW, Verb.OPEN, Verb.DAILY, Verb.HELP, Verb.BID_THIS, Verb.HABITS}
"""Verbs that lead to other tiles than those of the table that they are pressed at."""
AT_A_TABLE = tuple(verb for verb in Verb if verb not in OF_ONES_OWN)
WORDS = ("", "6", "6-6", "5-0", "31")


class Table:
    """A table with people in all seats but one, observed by all of them and by a stranger."""

    def __init__(self, stage: Stage, eyes: Onlookers, table_id: str, randomness: Random) -> None:
        self.stage = stage
        self.eyes = eyes
        self.table_id = table_id
        self.randomness = randomness
        self.secret: Tile | None = None
        """A tile that a computer holds, for those who plant a leak."""
        self.face_up: Tile | None = None
        """A tile that was played in this hand."""

    async def live(self) -> LoadedTable:
        """Return the table with all its secrets."""
        return await self.stage.live(self.table_id)

    async def play_hand(self) -> None:
        """Play a hand to its end, with acts by the players or at random."""
        while (live := await self.live()).table.status is Status.PLAYING:
            await self._go_on(live)
        await self._end_hand()

    async def play_until_seen(self) -> None:
        """Play until somebody has seen a tile hidden from them; a hand may end at once."""
        for _ in range(MOST_HANDS):
            while (live := await self.live()).table.status is Status.PLAYING:
                await self._go_on(live)
                if self.eyes.leaks:
                    return
            await self._end_hand()
            if self.eyes.leaks:
                return
            await self.next_hand()

    async def _go_on(self, live: LoadedTable) -> None:
        """Have the seat in turn act and somebody look around."""
        deal = live.game.deal
        assert deal is not None
        assert deal.to_act is not None
        computers = [n for n, s in enumerate(live.table.seats) if s.user_id is None]
        self.secret = next((t for n in computers for t in reversed(deal.hands[n])), None)
        self.face_up = next((play.tile for trick in deal.tricks for play in trick.plays), None)
        user = live.table.seats[deal.to_act].user_id
        if user is None:
            await self.stage.later(2.0)
        else:
            await self._act(next(p for p in self.stage.people if p.id == str(user)), live)
        await self._look_around()
        self.eyes.look(await self.live())

    async def _end_hand(self) -> None:
        await self.stage.wait_until_quiet()
        self.eyes.look(await self.live())

    async def next_hand(self) -> None:
        """Press Ready for everyone, for the next hand or the next game."""
        async with self._trouble():
            for seat in (await self.live()).table.seats:
                if seat.user_id is not None:
                    await self.stage.tables.ready(self.table_id, seat.user_id)
            await self.stage.wait_until_quiet()
        self.eyes.look(await self.live())

    async def _panel(self, person: SimulatedUser) -> Json:
        """Return the panel of a person at the table."""
        return await self.stage.panel(person)

    def _channel(self, _person: SimulatedUser) -> str:
        """Return where somebody looks around."""
        return self.stage.channel

    async def _act(self, person: SimulatedUser, live: LoadedTable) -> None:
        panel = await self._panel(person)
        wanted = ("call", "contract", "play") if self.randomness.random() < 0.8 else ()
        found = [
            part
            for verb in wanted
            for part in buttons(panel, verb)
            if not part.get("disabled") and part["type"] == 2
        ]
        if found:
            async with self._trouble():
                await person.click(panel, str(self.randomness.choice(found)["custom_id"]))
                await self.stage.wait_until_quiet()
            if (await self.live()).table.seq > live.table.seq:
                return
        seat = next(n for n, s in enumerate(live.table.seats) if str(s.user_id) == person.id)
        view = live.view(seat)
        action = RulesPlayer().choose(view, 1.0)
        words = format_action(action, view.rules)
        await self.stage.tables.act(self.table_id, int(person.id), words, phase=view.phase)
        await self.stage.wait_until_quiet()

    @contextlib.asynccontextmanager
    async def _trouble(self) -> AsyncIterator[None]:
        """Make answers randomly on time, late, or lost."""
        kind = self.randomness.random()
        faults = self.stage.sandbox.faults
        if kind < LOST:
            pattern = "POST /interactions/*/*/callback"
            faults.add(Fault(pattern, reset=True, after=self.randomness.random() < 0.5))
        with self.stage.watch.late() if kind > 1 - LATE else contextlib.nullcontext():
            yield
            await self.stage.wait_for_screens()
        faults.clear()

    async def _look_around(self) -> None:
        """Request any screen as a random player or stranger."""
        live = await self.live()
        acting = [p for p in self.stage.people if self._is_in_turn(p, live)]
        person = self.randomness.choice(acting or self.stage.people)
        if self.randomness.random() < 0.6:
            person = self.randomness.choice(self.stage.people)
        typed = self.randomness.choice(WORDS)
        channel = self._channel(person)
        self.eyes.typed(person.id, typed)
        for command, option in TYPED:
            offered = await person.autocomplete(command, channel, option, typed)
            self.eyes.offered(person.id, f"choices of /{command}", offered)
        if self.randomness.random() < 0.3:
            await person.command(self.randomness.choice(LOOKS), channel)
        if self.randomness.random() < 0.3 and not self._is_in_turn(person, live):
            await person.command("play", channel, tile=typed or "6-5")
            self.eyes.typed(person.id, typed or "6-5")
        await self.stage.wait_until_quiet()

    def _is_in_turn(self, person: SimulatedUser, live: LoadedTable) -> bool:
        deal = live.game.deal
        if deal is None or deal.to_act is None:
            return False
        return str(live.table.seats[deal.to_act].user_id) == person.id


class DmTable(Table):
    """A table without a channel. People act in their DMs, and look around there and elsewhere."""

    async def _panel(self, person: SimulatedUser) -> Json:
        shown = person.messages(person.open_dm())
        panels = [m for m in shown if f":{self.table_id}:" in str(m["components"])]
        return self.randomness.choice(panels) if panels else await self.stage.panel(person)

    def _channel(self, person: SimulatedUser) -> str:
        return self.randomness.choice((self.stage.channel, person.open_dm()))


class PrivateTable(DmTable):
    """A private table of a server without a board: nobody sees it who doesn't sit there.

    Of the others one is invited, and sees what is public there. One is invited and blocked, one is
    blocked; these and everybody else try forged buttons, and see nothing.
    """

    async def keep_out(self) -> None:
        """Invite and block people who have no seat."""
        seats = (await self.live()).table.seats
        seated = {str(seat.user_id) for seat in seats}
        others = [each for each in self.stage.people if each.id not in seated]
        host = int(self.stage.people[0].id)
        invited = [int(each.id) for each in others[:2]]
        await self.stage.store.invitations.invite(self.table_id, invited, host, 0.0)
        for each in others[1:3]:
            await self.stage.tables.blocks.block(host, int(each.id))
        self._others = others
        self.eyes.strangers = frozenset(each.id for each in others[1:])

    async def _look_around(self) -> None:
        await super()._look_around()
        person = self.randomness.choice(self._others)
        verbs = SHOWING if person is self._others[0] else AT_A_TABLE
        verb = self.randomness.choice(verbs)
        arg = self.randomness.choice(("", "1", "0:po", "play-9"))
        await self.stage.forge(person, f"42:{verb}:{self.table_id}:1{arg and ':'}{arg}")
        await self.stage.wait_until_quiet()


PEOPLE = ("Ana", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal", "Ida")


@pytest.fixture
def people() -> tuple[str, ...]:
    return PEOPLE
