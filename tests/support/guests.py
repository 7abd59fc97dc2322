"""Players who follow a test's script, and otherwise pass, play at random and press Ready."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Sequence
from typing import Any

from tests.support.live_stage import LiveStage
from tests.support.play import Player, acting, begin, modest, play_game
from tests.support.screens import Json, Press, is_hand_over, presses, text_of
from texas42.records.record import parse_record
from texas42.records.referee import judge

HAND = re.compile(r"Your dominoes:(?:\*\*)? ([^.\n]+)")
STEPS = {"call": "bids", "exchange": "swap", "play": "misplay"}


def passing(player: Player, acts: list[Press]) -> Press:
    """Pass, exchange nothing, name the first contract, play at random."""
    quiet = [act for act in acts if act.arg in ("pass", "/")]
    if quiet:
        return quiet[0]
    return acts[0] if acts[0].verb != "play" else player.randomness.choice(acts)


class Guests:
    """The people of one table, by their seats."""

    def __init__(self, stage: LiveStage, players: Sequence[Player]) -> None:
        self.stage = stage
        self.players = players
        self.shown: list[str] = []

    @classmethod
    async def start_game(cls, stage: LiveStage, count: int, **options: Any) -> Guests:
        """Open a table of people who all play at the table itself."""
        players = await begin(stage.people[:count], stage.channel, **options)
        for player in players:
            player.choose = passing
            player.at = "table"
            assert (await player.my_hand()).ok
        return cls(stage, players)

    def __getitem__(self, seat: int) -> Player:
        return self.players[seat]

    @property
    def other_channel(self) -> str:
        """A channel of the server without a table."""
        sandbox = self.stage.sandbox
        return sandbox.state.guilds[sandbox.guild_id].channels[1]

    async def says(self, seat: int, verb: str, arg: str) -> Json:
        """Make a seat's act as soon as possible, with as many presses as needed."""
        player = self.players[seat]
        await player.wait(lambda _: self._press(player, verb, arg) is not None)
        while (press := self._press(player, verb, arg)) is not None:
            outcome = await player.click(press)
            assert outcome.ok
            if press.verb == verb:
                player.acted.append((press.seq, press.verb, press.arg))
                assert outcome.message is not None
                return outcome.message
        raise AssertionError(f"{player.person.name} cannot {verb} {arg}:\n{self.panel(seat)}")

    def _press(self, player: Player, verb: str, arg: str) -> Press | None:
        """Return the press for an act, or the furthest step towards it."""
        panel = player.panel()
        if panel is None:
            return None
        found = [p for p in presses(panel, verb) if p.arg == arg and p.seq > player.last_seq]
        step = STEPS.get(verb, "")
        parts = [p for p in presses(panel, step) if arg.startswith(p.arg.rstrip(","))]
        return next(iter(found + sorted(parts, key=lambda p: -len(p.arg))), None)

    def panel(self, seat: int) -> str:
        """Return the text of a player's panel."""
        panel = self.players[seat].panel()
        return "" if panel is None else text_of(panel)

    async def sees(self, seat: int, words: str) -> str:
        """Wait until a person's panel contains a text; return the whole text."""
        found: list[str] = []

        def has_words() -> bool:
            found[:] = [
                self.panel(seat)
            ]  # the text of that moment: it may change before this returns
            return words in found[0]

        await self.players[seat].until(has_words)
        return found[0]

    async def until(self, *verbs: str) -> Player:
        """Play until somebody faces one of these kinds of turn."""
        while True:
            player = await acting(self.players)
            if any(act.verb in verbs for act in player.acts()):
                return player
            await player.act()

    async def others_pass(self) -> None:
        """Pass for everyone else, which ends the auction."""
        for _ in self.players[1:]:
            await (await acting(self.players)).act()

    async def play_hand(self) -> str:
        """Play the hand to its end; return the text of its result."""
        async with asyncio.TaskGroup() as group:
            for player in self.players:
                group.create_task(self._to_the_end(player))
        return self._board()

    async def ended(self) -> str:
        """Wait for a hand without further acts to end; return its result.

        A panel that is not up to date yet may still offer a play.
        """
        player = self.players[0]
        await player.wait(is_hand_over, player.channel)
        return self._board()

    async def play_game(self) -> str:
        """Play the game or match to its end; return the text of its result."""
        for player in self.players:
            player.choose = modest
        await play_game(self.players)
        return self._board()

    async def _to_the_end(self, player: Player) -> None:
        """Act for a person until the hand is over."""
        while not self._is_over(player):
            if player.acts():
                await player.act()
            else:
                await player.wait(lambda _: self._is_over(player) or bool(player.acts()))

    def _is_over(self, player: Player) -> bool:
        board = player.board()
        return board is not None and is_hand_over(board)

    def _board(self) -> str:
        board = self.players[0].board()
        assert board is not None
        return text_of(board)

    async def record(self, game_no: int | None = None) -> tuple[Json, Json]:
        """Download the record by command; return it with the referee's report."""
        player = self.players[-1]
        chosen = {} if game_no is None else {"game": game_no}
        outcome = await player.person.command("table record", player.channel, **chosen)
        return self._judged(outcome.message)

    async def record_of_card(self) -> tuple[Json, Json]:
        """Download the record with the buttons of a finished hand's picture."""
        player = self.players[-1]
        card = await player.wait(lambda message: any(p.arg for p in presses(message, "more")))
        more = await player.click(next(p for p in presses(card, "more") if p.arg))
        assert more.message is not None
        outcome = await player.click(next(presses(more.message, "record")))
        return self._judged(outcome.message)

    def _judged(self, message: Json | None) -> tuple[Json, Json]:
        """Return the record in a message with the referee's report."""
        assert message is not None
        (file,) = message["attachments"]
        text = self.stage.sandbox.state.blobs[file["id"]].data.decode()
        return json.loads(text), judge(parse_record(text))

    def wrong(self, player: Player) -> list[Press]:
        """List the reneges that a player can press."""
        panel = player.panel()
        return [] if panel is None else list(presses(panel, "misplay"))

    async def after(self, seat: int, verb: str, arg: str) -> str:
        """Press one step of an act; return the text of the next panel."""
        outcome = await self.players[seat].press(verb, arg)
        assert outcome.ok
        return self.panel(seat)

    async def an_exchange(self, seat: int) -> tuple[str, str]:
        """Return one tile that a player may take, and one of theirs that they may put back."""

        def offered() -> list[str]:
            panel = self.players[seat].panel()
            return [] if panel is None else [press.arg for press in presses(panel, "swap")]

        await self.players[seat].until(lambda: bool(offered()))
        takes = offered()
        take = next(arg.rstrip("/") for arg in takes if "," not in arg)
        found = HAND.search(self.panel(seat))
        assert found is not None
        plain = [tile.split()[0] for tile in found[1].split(",") if "(" not in tile]
        return take, plain[-1].replace("-", "")

    def held(self, seat: int) -> list[str]:
        """List the tiles that a player's panel shows as theirs, in record notation."""
        panel = self.players[seat].panel()
        assert panel is not None
        words = text_of(panel)
        if (line := HAND.search(words)) is not None:
            return [f"{high}{low}" for high, low in re.findall("([0-8])-([0-8])", line[1])]
        both = (*presses(panel, "play"), *presses(panel, "play", disabled=True))
        return [press.arg for press in both if "@" not in press.arg]


async def answer_to(guests: Guests, seat: int, command: str, **options: Any) -> str:
    """Run a command and return the answer's text."""
    player = guests[seat]
    outcome = await player.person.command(command, player.channel, **options)
    assert outcome.ok
    assert outcome.message is not None
    return text_of(outcome.message)
