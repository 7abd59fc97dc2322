"""Random presses, commands and forged ids over live tables: all answered, nothing illegal."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from bot.players import service
from bot.tables.coaching.coach import MOST_SECONDS
from bot.tables.loaded import rebuild
from bot.tables.model import Status
from discord_sandbox.checks.components import walk
from discord_sandbox.client.simulated_user import SimulatedUser
from discord_sandbox.client.user_actions import ImpossibleAction
from tests.e2e.failures.odd_ids import ODD
from tests.support.stage import Json, Stage, text

BATCH = 15
A_LOOK_SECONDS = 0.5
WORDS = ("", "31", "1m", "pass", "fives", "6-4", "x" * 4000, "\u202e", "@everyone", "9" * 300, "🂓")
COMMANDS = (
    ("hand", ()),
    ("last", ()),
    ("bid", ("call",)),
    ("trump", ("suit",)),
    ("play", ("tile", "as")),
    ("exchange", ("take", "give")),
    ("hint", ()),
    ("table open", ("game", "options")),
    ("table join", ()),
    ("table start", ()),
    ("table show", ()),
    ("table status", ()),
    ("table rules", ()),
    ("table record", ()),
    ("profile", ()),
)


@pytest.fixture(autouse=True)
def unready(monkeypatch: pytest.MonkeyPatch) -> None:
    """Report the strong players as not ready: they never load on this stage."""
    monkeypatch.setattr(service, "PATIENCE_SECONDS", 0.05)


async def _one(stage: Stage, random: Random, tables: list[str], channels: list[str]) -> None:
    """Do something as a random user, and check that it is answered."""
    person = random.choice(stage.people)
    channel = random.choice(channels)
    kind = random.random()
    if kind < 0.6 and (found := _pressable(person, channel)):
        message, part = random.choice(found)
        options = [option["value"] for option in part.get("options", ())]
        values = [random.choice(options)] if options else []
        try:
            outcome = await person.click(message, str(part["custom_id"]), values)
        except ImpossibleAction:  # the message has changed since the press was chosen
            return
    elif kind < 0.8:
        table = random.choice(tables)
        odd = random.choice(ODD)
        outcome = await stage.forge(person, odd.format(table=table), channel=channel)
    else:
        name, options_of = random.choice(COMMANDS)
        given = {option: random.choice(WORDS) for option in options_of}
        outcome = await person.command(name, channel, **given)
    assert outcome.ok
    if outcome.message is not None:
        assert "broke" not in text(outcome.message)


def _pressable(person: SimulatedUser, channel: str) -> list[tuple[Json, Json]]:
    return [
        (message, part)
        for message in person.messages(channel, 30)
        for part in walk(message["components"])
        if part.get("custom_id") and not part.get("disabled")
    ]


async def _answered(stage: Stage, all_of: asyncio.Future[list[None]]) -> None:
    """Wait until all interactions are answered.

    The coach would wait for the strong players, which never load here, so its answers may stay
    pending.
    """
    while not all_of.done():
        await asyncio.wait({all_of}, timeout=A_LOOK_SECONDS)
        if not all_of.done():
            stage.clock.move(MOST_SECONDS)
    await all_of


async def _fuzzed(stage: Stage, seed: int, count: int) -> None:
    random = Random(seed)
    general = stage.sandbox.channels["general"]
    tables = [await stage.start_game(*stage.people[1:3])]
    assert (await stage.people[4].command("table open", general)).ok
    tables += [t.table_id for t in await stage.tables.live_tables(channel_id=int(general))]
    for _ in range(count // BATCH):
        doing = (_one(stage, random, tables, [stage.channel, general]) for _ in range(BATCH))
        await _answered(stage, asyncio.gather(*doing))
        assert stage.bot.router.failed == 0
        if not await stage.tables.live_tables():
            tables.append(await stage.start_game(*stage.people[1:3]))
    await stage.wait_until_quiet()
    for table in tables:
        stored = await stage.store.tables.load(table)
        assert stored is not None
        again = rebuild(stored, None)  # raises if an act was illegal
        shown = await stage.view(table)
        assert (again.table.seats, again.table.seq) == (stored.table.seats, shown.seq)
        people = [seat.holder for seat in stored.table.seats if seat.holder is not None]
        assert len(people) == len(set(people))
        if stored.table.status is Status.PLAYING:
            assert shown.view is not None
            assert shown.view == again.view(None)


async def test_random_interactions_are_answered_and_cause_nothing_illegal(
    stage: Stage,
) -> None:
    await _fuzzed(stage, 42, 450)


@pytest.mark.long
@pytest.mark.timeout(20_000)
@pytest.mark.parametrize("seed", range(10))
async def test_ten_thousand_random_interactions_ten_times(stage: Stage, seed: int) -> None:
    await _fuzzed(stage, seed, 10_000)
