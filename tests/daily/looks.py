"""Open everything about a day that a person can see, in every way that the program offers."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from datetime import date

from bot.asked.hands import HandQuestions
from bot.asked.model import AskedBidding, PlayQuestion
from bot.asked.votes import Votes
from bot.daily.errors import DailyError
from bot.daily.table import table_id_of
from bot.daily.views import DailyView, Stage
from bot.presenter.daily.screen import about_day, daily_screen, proof_of_day, reminder
from bot.presenter.daily.share import shared_day
from bot.presenter.hand.coach import habits_screen
from bot.presenter.hand.replay import replay_screen
from bot.presenter.hand.replay_place import ReplayPlace
from bot.presenter.people.history import history_screen
from bot.presenter.people.privacy import data_files, privacy_screen
from bot.presenter.rules.refusals import explain
from bot.presenter.table.answers import last_trick
from bot.presenter.words.render_context import RenderContext
from bot.presenter.words.spec import Message
from bot.render import emoji_name
from bot.runtime.randomness import SeededRandomness
from bot.tables.errors import TableError
from bot.tables.service import TableService
from bot.upkeep.own_data import OwnData
from bot.upkeep.views import Host
from tests.asked.asking import RULES, FixedOracle, Wall
from tests.daily.knowledge import TILES
from tests.daily.stage import CHANNEL, HERE, NAMES, DailyStage
from tests.tables.house import SLEEPLESS, Computers
from texas42.engine import Tile, format_tile

EMOJIS = {(tile, tile.count): f"<:{emoji_name(tile, tile.count)}:1>" for tile in TILES}
PICTURES = RenderContext()
WORDS = RenderContext(pictures=False)
CONTEXTS = (PICTURES, WORDS, RenderContext(pictures=False, tile_emoji=EMOJIS))
Look = tuple[str, Message | str]
"""The name of a screen or text, and its contents."""


class NoScreens:
    """A fake with no messages for a deletion to change, and no events to leave."""

    async def leave(self, table_id: str, user_id: int) -> None:
        raise AssertionError("nobody sits anywhere")

    async def stop_following(self, user_id: int) -> None: ...

    async def stop(self) -> None: ...

    def clean(self) -> None: ...


class Program:
    """The program's other services, on the same store."""

    def __init__(self, stage: DailyStage) -> None:
        computers = Computers()
        randomness = SeededRandomness("tables")
        self.store = stage.store
        self.tables = TableService(
            *(self.store.tables, self.store.results, self.store.people),
            *(computers, stage.clock, randomness, SLEEPLESS),
        )
        self.hands = HandQuestions(FixedOracle(), self.tables, self.tables.archive, stage.daily)
        self.votes = Votes(stage.store.votes, Wall(stage.store), self.hands, stage.clock)
        self.own_data = OwnData(
            stage.store.own_data, self.tables, NoScreens(), NoScreens(), stage.clock
        )

    async def ask(self, user_id: int, hand: Sequence[Tile], *, posts: bool) -> tuple[str, str]:
        """Ask about a hand privately, then by a vote; return each refusal, or "" if answered.

        `posts`: really open the vote; otherwise only check that it is allowed.
        """
        question = AskedBidding(RULES, tuple(map(format_tile, hand)))

        async def privately() -> None:
            await self.hands.require_not_in_play(user_id, hand)
            await self.hands.answer(question)

        async def publicly() -> None:
            if not posts:
                await self.hands.require_public(user_id, hand)
                return
            vote = await self.votes.open(user_id, HERE, CHANNEL, question)
            await self.store.votes.drop_vote(vote.vote_id)

        return await _refusal(privately()), await _refusal(publicly())


async def _refusal(asking: Awaitable[None]) -> str:
    try:
        await asking
    except TableError as refusal:
        return repr(explain(refusal, WORDS))
    return ""


async def looks_at_day(
    stage: DailyStage, day: date, user_id: int, view: DailyView | DailyError
) -> AsyncIterator[Look]:
    """Yield every screen of a day that a person can open, including refusals.

    `view`: their view of the day, or the refusal that they get instead.
    """
    daily = stage.daily
    yield "a reminder", reminder(day, WORDS)
    try:
        yield "the proof", proof_of_day(day, await daily.proof(day), WORDS)
    except DailyError as refusal:
        yield "the refusal of a proof", explain(refusal, WORDS)
    if isinstance(view, DailyError):
        yield "a refusal", explain(view, WORDS)
        return
    for context in CONTEXTS:
        yield "a screen", daily_screen(view, context, may_share=True)
        if view.panel is not None and view.stage is Stage.PLAYING:
            yield "the last trick", last_trick(view.panel.table, context)
    yield "how the day works", about_day(view, WORDS)
    try:
        replay = await daily.replay(user_id, day)
        for step in range(0, len(replay.moments), 11):
            for context in (PICTURES, WORDS):
                yield "a replay", replay_screen(replay, ReplayPlace(step), context)
    except DailyError as refusal:
        yield "the refusal of a replay", explain(refusal, WORDS)
    stage.reviews.asked.clear()
    try:
        await daily.review(user_id, day)
        yield "a review", stage.reviews.asked[-1]
    except DailyError as refusal:
        yield "the refusal of a review", explain(refusal, WORDS)


def posts_of(view: DailyView) -> Iterator[Look]:
    """Yield what a person can post about a day for everybody."""
    if view.stage is Stage.FINISHED:
        for context in (PICTURES, WORDS):
            yield "a post", shared_day(view, NAMES[view.user_id], context)


async def looks_elsewhere(program: Program, day: date, user_id: int) -> AsyncIterator[Look]:
    """Use the day's id as a table id in every query for tables and past hands."""
    tables = program.tables
    archive = program.tables.archive
    table_id = table_id_of(day)
    ways: dict[str, Callable[[], Awaitable[object]]] = {
        "a table": lambda: tables.view(table_id),
        "a panel": lambda: tables.panel(table_id, user_id),
        "a hint": lambda: tables.adviser.hint(table_id, user_id),
        "a table's review": lambda: tables.adviser.review(table_id, 1),
        "a record": lambda: archive.record(table_id),
        "a hand": lambda: archive.hand(table_id, 1),
        "a table's proof": lambda: archive.proof(table_id, 1),
        "a card": lambda: archive.card(table_id, 1),
        "what would you play": lambda: program.hands.view(PlayQuestion(table_id, 1, 9)),
    }
    for name, way in ways.items():
        yield name, await _answer(way())
    for guild_id in (None, HERE):
        games = await archive.games_of(user_id, guild_id, None, after=0, count=9)
        yield "the history", history_screen(games, 1, None, WORDS)
        yield "the list of hands", repr(await archive.hands_of(user_id, guild_id, 25))
        job = await tables.coach.habits(user_id, guild_id)
        await asyncio.wait([job.task] if job.task else [])
        if (habits := job.found()) is not None:
            yield "habits", habits_screen(habits, WORDS)
        of_guild: dict[str, Callable[[], Awaitable[object]]] = {
            "a table's replay": lambda at=guild_id: archive.replay(table_id, 1, user_id, at),
            "a game's hands": lambda at=guild_id: archive.hands_in(table_id, 1, user_id, at),
            "the coach": lambda at=guild_id: tables.coach.game(table_id, 1, user_id, at),
        }
        for name, way in of_guild.items():
            yield name, await _answer(way())
    summary = await program.own_data.summarize(user_id)
    yield "the privacy screen", privacy_screen(summary, Host(), WORDS)


async def _answer(asking: Awaitable[object]) -> Message | str:
    try:
        return repr(await asking)
    except TableError as refusal:
        return explain(refusal, WORDS)


async def copy_of(program: Program, user_id: int) -> list[str]:
    """Return the files of a person's copy of their data."""
    files = data_files(await program.own_data.export(user_id), WORDS).files
    return [file.content for file in files]
