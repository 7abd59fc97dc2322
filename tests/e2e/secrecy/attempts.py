"""The attempts of the ways out that people try: each asks the program as a person.

The stage records what appears on anybody's screen and in the log, and the attempt the rest.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from random import Random

from discord_sandbox.client.simulated_user import ActionResult, SimulatedUser
from tests.support.screens import can, presses, text_of
from texas42.engine import Tile, format_tile

from . import inside
from .town import ACTS, Town

STEPS = (0, 11, 22, 33)
"""Moments of a replay."""
COUNT = tuple(Tile(high, low) for high, low in ((5, 5), (6, 4), (5, 0), (4, 1), (3, 2)))
ALL = tuple(sorted(Tile(high, low) for high in range(7) for low in range(high + 1)))
HAND_SIZE = 7
TYPED = ALL[3:20:16]
COMPARED = "Took "
"""What every comparison says."""
USUAL = "Hand: "
"""What every answer about a hand begins with."""
BOARDS = 6
"""So many boards are read back."""
DRAWN = {*ACTS, "replay"}
"""What leads from one picture to another in the same message."""
OFFERING = (
    *(("play", "tile"), ("bid", "call"), ("trump", "suit"), ("replay", "hand")),
    *(("exchange", "take"), ("exchange", "give")),
)
TOOLS = (
    *("sit", "remove", "start", "menu", "players", "ready", "rematch", "takeover", "back"),
    *("ask-doubles", "show-kitty", "shaker", "skip", "last", "more", "hint", "know", "harder"),
    *("claim", "table", "record", "pictures", "swap", "game", "level", "pace", "hints", "house"),
    *("close-vote", "event", "draw-partners", "trade-seats", "game-hands", "server-presets"),
    "blocks",
)
"""The verbs of the other buttons; they are refused, or change nothing that is kept."""


class Role(StrEnum):
    """How somebody stands to the hand of a day."""

    NEW = "has not begun"
    PLAYING = "is mid-hand"
    FINISHED = "has finished"
    HOST = "hosts the bot"


@dataclass(slots=True)
class Attempt:
    """Somebody who tries a way: in a town, about one id of a day's hand. A host is nobody there.

    `days`: the last ones. `said`: what the answers say. `objections`: what the way itself finds
    wrong.
    """

    town: Town
    person: SimulatedUser
    role: Role
    hand_id: str
    day: inside.Day
    days: Mapping[date, inside.Day]
    said: list[str] = field(default_factory=list)
    objections: list[str] = field(default_factory=list)

    async def press(self, verb: str, arg: str = "", seq: int = 0) -> str:
        """Press a button about the hand; return what the answer says."""
        return await self.press_id(f"42:{verb}:{self.hand_id}:{seq}{arg and ':'}{arg}")

    async def choose(self, verb: str, value: str, seq: int = 0) -> str:
        """Choose from a list about the hand; return what the answer says."""
        return await self.press_id(f"42:{verb}:{self.hand_id}:{seq}", value)

    async def press_id(self, custom_id: str, value: str | None = None) -> str:
        """Press a button, or choose in a list with this id; return what the answer says."""
        return self._heard(await self.town.press(self.person, custom_id, value))

    async def command(self, name: str, **options: object) -> str:
        """Run a command; return what the answer says."""
        return self._heard(await self.town.command(self.person, name, **options))

    @property
    def next_person(self) -> SimulatedUser:
        """Somebody else, who plays too."""
        people = self.town.people
        return people[(people.index(self.person) + 1) % len(people) if self.person in people else 0]

    @property
    def knows_nothing(self) -> bool:
        """True if the person has never seen a hand of an open day, now forgotten or not."""
        open_days = [each for each in self.days.values() if not each.is_closed]
        return not any(self.person.id in {*each.hands, *each.forgotten} for each in open_days)

    def finished_by(self, user_id: str) -> set[date]:
        """List the days whose hand a person has finished."""
        hands = {each.date: each.hands.get(user_id) for each in self.days.values()}
        return {day for day, hand in hands.items() if hand is not None and hand.is_finished}

    def _heard(self, outcome: ActionResult) -> str:
        said = "" if outcome.message is None else text_of(outcome.message)
        self.said.append(said)
        return said


Try = Callable[[Attempt], Awaitable[None]]


# The hand itself --------------------------------------------------------------------------


async def screens(attempt: Attempt) -> None:
    """Open the day, in every way that shows it as it stands."""
    await attempt.command("daily")
    await attempt.press_id("42:daily:-:0")
    await attempt.press("daily", "show")


async def how_it_works(attempt: Attempt) -> None:
    """Read how the day works."""
    await attempt.press("daily", "fair")


async def rules(attempt: Attempt) -> None:
    """Read the rules of the hand, which name the dominoes that count."""
    await attempt.press("rules")
    await attempt.press("rules", "2")


async def hand(attempt: Attempt) -> None:
    """Open the panel, and a step of a bid."""
    await attempt.command("hand")
    await attempt.press("hand")
    await attempt.press("bids", "31")


async def update(attempt: Attempt) -> None:
    """Play on until experts act, so that the open screen is edited; none follows a contract."""
    town = attempt.town
    opened = await town.open(attempt.person)
    if any(presses(opened, "contract")):
        await town.act(attempt.person, Random(1))
    await town.act(attempt.person, Random(1))


async def direct_message(attempt: Attempt) -> None:
    """Ask for the hand by direct message."""
    await attempt.press("daily", "dm")
    await attempt.town.settle()


async def last_trick(attempt: Attempt) -> None:
    """Look at the last trick."""
    await attempt.command("last")
    await attempt.press("last")


async def cached_drawings(attempt: Attempt) -> None:
    """Play or turn a page while drawing is slow, so that what was drawn before stands in."""
    town = attempt.town
    shown = await town.open(attempt.person)
    await town.settle()
    shown = attempt.person.message(shown) or shown
    press = next((each for each in presses(shown) if each.verb in DRAWN), None)
    town.draftsman.is_slow = True
    if press is not None:
        await attempt.person.click(shown, press.custom_id, press.values)
    await attempt.press("daily", "show")
    await town.settle()
    town.draftsman.is_slow = False


async def autocomplete(attempt: Attempt) -> None:
    """Ask for the choices of every option that offers acts or hands."""
    for name, option in OFFERING:
        for typed in ("", "6"):
            await attempt.town.offered(attempt.person, name, option, typed)


# Beside the hand --------------------------------------------------------------------------


async def board(attempt: Attempt) -> None:
    """Read the boards of the server."""
    town = attempt.town
    await inside.turn_boards(town.stage)
    for message in attempt.person.messages(town.boards, BOARDS):
        town.eyes.look_at(attempt.person.id, message)


async def reminder(attempt: Attempt) -> None:
    """Turn the reminder on and off."""
    await attempt.press("daily", "remind")
    await attempt.press("daily", "stop")


async def share(attempt: Attempt) -> None:
    """Post the result in the channel, after a look at it."""
    await attempt.press("daily", "share")
    await attempt.press("daily", "post")


async def compare(attempt: Attempt) -> None:
    """Compare with everybody: only two who have both finished a day may."""
    own = attempt.person
    for friend in attempt.town.stage.people:
        if friend is own:
            continue
        said = await attempt.command("daily", friend=friend)
        both = [attempt.finished_by(who.id) for who in (own, friend)]
        if COMPARED in said and not set.intersection(*both):
            attempt.objections.append(f"{own.name} compared with {friend.name} too early")


# Afterwards -------------------------------------------------------------------------------


async def replay(attempt: Attempt) -> None:
    """Replay the hand, in every way that opens a replay."""
    await attempt.command("replay")
    await attempt.command("replay", hand=f"{attempt.hand_id}/1")
    for step in STEPS:
        await attempt.press("replay", f"{step}:po", 1)
    await attempt.press("replay", "9:t2", 1)
    await attempt.press("open-replay", "9:po", 1)
    await attempt.choose("replay-hand", "1")
    await attempt.press("share", "9:po", 1)
    await attempt.press("share", "", 1)


async def review(attempt: Attempt) -> None:
    """Ask for a review of the hand, and of all its plays."""
    await attempt.press("review", "1")
    await attempt.press("all-plays", "0", 1)
    await attempt.press("all-plays", "1", 1)


async def coach(attempt: Attempt) -> None:
    """Ask the coach about the hand."""
    await attempt.press("coach", "", 1)
    await attempt.press("habits", "", 1)


async def history(attempt: Attempt) -> None:
    """List finished games and hands."""
    await attempt.command("history")
    await attempt.press_id("42:history-game:-:0", "42")
    await attempt.press_id("42:game-hands:-:0", f"{attempt.hand_id}/1")


async def record(attempt: Attempt) -> None:
    """Ask for the record, also of the table in this channel."""
    await attempt.press("record", "", 1)
    await attempt.press("record", "1", 1)
    await attempt.command("table record")


async def proof(attempt: Attempt) -> None:
    """Ask for the proof of the deal."""
    for page in ("proof", "fair-proof"):
        await attempt.press("daily", page)
    await attempt.press("proof", "1")
    await attempt.press("proof", "1", 1)
    await attempt.press("draw-proof", "1")
    await attempt.press("shake")


# Questions --------------------------------------------------------------------------------


async def bid_this(attempt: Attempt) -> None:
    """Ask about the day's tiles, about nearly the same ones, and about others."""
    heard = [await _asked(attempt, tiles) for tiles in _questions(attempt.day)]
    if attempt.day.is_closed:
        return
    refused = [USUAL not in each for each in heard]
    if attempt.role is Role.PLAYING and not all(refused):
        attempt.objections.append("help during the hand")
    if attempt.role is Role.NEW and not refused[0]:
        attempt.objections.append("help with the hand before it is begun")
    if attempt.knows_nothing and refused[1] != refused[2]:
        attempt.objections.append("a refusal tells the hand")


async def vote(attempt: Attempt) -> None:
    """Put the day's tiles, nearly the same ones, and others to a vote."""
    refused = [not await _voted(attempt, tiles) for tiles in _questions(attempt.day)]
    if attempt.day.is_closed:
        return
    if not refused[0]:
        attempt.objections.append("a vote on the hand of an open day")
    if attempt.role is Role.PLAYING and not all(refused):
        attempt.objections.append("a vote during the hand")
    if attempt.role is Role.FINISHED and not refused[1]:
        attempt.objections.append("a vote on nearly the hand of an open day")
    if attempt.knows_nothing and refused[1] != refused[2]:
        attempt.objections.append("a refused vote tells the hand")


async def question_about_the_hand(attempt: Attempt) -> None:
    """Ask, and have others vote, about a moment of the hand."""
    for arg in ("bid-0", "play-9"):
        await attempt.press("ask-hand", arg, 1)
        await attempt.press("ask-table-hand", arg, 1)


def _questions(day: inside.Day) -> tuple[tuple[Tile, ...], ...]:
    others = [each for each in ALL if each not in day.own]
    return day.own, (*day.own[:-1], others[0]), tuple(others[:HAND_SIZE])


async def _asked(attempt: Attempt, tiles: Sequence[Tile]) -> str:
    return await attempt.command("bid-this", hand=" ".join(map(format_tile, tiles)))


async def _voted(attempt: Attempt, tiles: Sequence[Tile]) -> bool:
    """Ask the channel; return False if that is refused. What is posted is closed at once."""
    draft = "".join(map(format_tile, tiles))
    await attempt.press_id(f"42:ask-table:-:0:{draft}//0-0")
    posted = [m for m in attempt.person.messages(attempt.town.channel, 9) if can(m, "vote")]
    for message in posted:
        (close,) = presses(message, "close-vote")
        await attempt.person.click(message, close.custom_id)
    return bool(posted)


# Everything else that people can ask ------------------------------------------------------


async def profile(attempt: Attempt) -> None:
    """Read the profiles of oneself and of the next person."""
    await attempt.command("profile")
    await attempt.command("profile", player=attempt.next_person)


async def leaderboard(attempt: Attempt) -> None:
    """Read the server's leaderboard."""
    await attempt.command("leaderboard")
    await attempt.command("leaderboard", by="games")


async def finished_games(attempt: Attempt) -> None:
    """List the games and habits, where no daily hand belongs."""
    await attempt.command("history")
    await attempt.press_id("42:habits:-:0")


async def privacy(attempt: Attempt) -> None:
    """Read what is kept about oneself, and get a copy."""
    await attempt.command("privacy")
    await attempt.press_id("42:privacy:-:0:2")
    attempt.town.eyes.files.clear()
    await attempt.press_id("42:privacy:-:0:export")
    for text in attempt.town.eyes.files[:1]:
        found = inside.excess_of_copy(json.loads(text)["data"], attempt.day, attempt.person.id)
        attempt.objections += [f"a copy has {each}" for each in found]


async def tools(attempt: Attempt) -> None:
    """Press every other button of a table, with the id of the hand."""
    for verb in TOOLS:
        await attempt.press(verb)
    for name in ("table show", "table status", "table rules"):
        await attempt.command(name)


async def errors(attempt: Attempt) -> None:
    """Act out of turn, against the rules, with an old button, and on other people's hands."""
    await attempt.command("bid", call="29")
    await attempt.command("trump", suit="nonsense")
    for tile in TYPED:
        await attempt.command("play", tile=str(tile))
        await attempt.press("misplay", format_tile(tile), 9999)
        await attempt.press("play", format_tile(tile), 9999)
    await attempt.press("call", "84", 9999)
    await attempt.press("contract", "6", 9999)
    await attempt.command("hint")
    await attempt.command("claim")
