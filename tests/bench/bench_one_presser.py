"""Measure others' plays and `/history` while one person keeps pressing expensive buttons.

    python tests/bench/bench_one_presser.py [--games 200000] [--tables 8] [--postgres URL]

In a database with many finished games, some tables are played, a domino at a time, and eight people
ask for their history. The output is their waiting times: first alone; then while the presser asks
for their privacy page, a copy, replays, the coach and reviews; then while the presser asks for
leaderboards and the profile of a person who played in every tenth game; and then while the presser
deletes all their data and keeps pressing that button. `--postgres` names an empty database; the
default is SQLite. Boards are in words.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from statistics import quantiles

sys.path.insert(0, str(Path(__file__).parents[2]))

from bot.presenter.hand.coach import coach_id
from bot.presenter.people.leaderboard import format_leaders
from bot.presenter.words.ids import ComponentId, Verb, format_id
from bot.stats.views import LeaderboardQuery, Order
from bot.store import open_store
from discord_sandbox.client.simulated_user import SimulatedUser
from discord_sandbox.server import Sandbox
from tests.bench.bench_growth import run_bot
from tests.bench.support.finished import MODEL, fill, rank
from tests.bench.support.load import Click, Latencies, at_a_rate, machine, no_collection, press
from tests.bench.support.tables import House
from tests.support.patience import TexasSandbox

# per second
PRESSES = 10.0
PLAYS = 8.0
HISTORIES = 4.0
ASKERS = 8
STEP = 100  # the presser played in every so-many-th game


def line(name: str, found: Sequence[float]) -> str:
    """Format percentiles in milliseconds."""
    cuts = quantiles(found, n=100, method="inclusive")
    return f"{name:<12} p50 {cuts[49]:6.1f} ms   p95 {cuts[94]:6.1f} ms   {len(found)} answers"


async def histories(
    askers: Sequence[SimulatedUser], channel: str, until: asyncio.Event
) -> Latencies:
    """Request histories for people in turn at a steady rate until an event is set."""
    found = Latencies()
    asking = set[asyncio.Task[None]]()

    async def ask(person: SimulatedUser) -> None:
        began = time.perf_counter()
        found.failed += not (await person.command("history", channel)).ok
        found.taken.append((time.perf_counter() - began) * 1000)

    for person in itertools.cycle(askers):
        if until.is_set():
            break
        asking.add(asyncio.create_task(ask(person)))
        await asyncio.sleep(1 / HISTORIES)
    await asyncio.gather(*asking)
    return found


def looks(games: int) -> Iterator[str]:
    """Yield the ids of the presser's expensive buttons."""
    for number in itertools.cycle(range(STEP, games + 1, STEP)):
        game = f"{MODEL}x{number}"
        yield format_id(ComponentId(Verb.PRIVACY))
        yield format_id(ComponentId(Verb.PRIVACY, arg="export"))
        yield format_id(ComponentId(Verb.OPEN_REPLAY, game, 1))
        yield coach_id(game, 1)
        yield format_id(ComponentId(Verb.HABITS))
        yield format_id(ComponentId(Verb.HISTORY, None, 1))


def ranks() -> Iterator[str]:
    """Yield the ids of buttons that show the presser leaderboards and a profile."""
    for number, order in enumerate(itertools.cycle(Order), 1):
        asked = LeaderboardQuery(order, everywhere=number % 2 == 0)
        yield format_id(Verb.LEADERS, arg=format_leaders(asked, number % 400))
        yield format_id(ComponentId(Verb.LEADERS))
        yield format_id(ComponentId(Verb.PROFILE))


async def pressing(sandbox: Sandbox, person: SimulatedUser, ids: Iterable[str]) -> None:
    """Press buttons on the privacy page, ten times a second, until cancelled."""
    page = (await person.command("privacy", sandbox.channel_id)).message
    assert page is not None
    for custom_id in ids:
        press(sandbox, Click(person, page, custom_id))
        await asyncio.sleep(1 / PRESSES)


async def measure(
    name: str, sandbox: Sandbox, house: House, askers: Sequence[SimulatedUser]
) -> None:
    """Play a hand at each table while people request their history; print the times."""
    await house.bid()
    over = asyncio.Event()
    asking = asyncio.create_task(histories(askers, sandbox.channel_id, over))
    with no_collection():
        plays = await at_a_rate(sandbox, await house.plays(), PLAYS)
    over.set()
    asked = await asking
    print(f"{name}: {plays.failed} plays and {asked.failed} histories failed")
    print(f"    {line('plays', plays.taken)}\n    {line('/history', asked.taken)}", flush=True)
    await house.next_hand()


async def main(options: argparse.Namespace) -> None:
    """Run everything and print the results."""
    print(machine())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        url = options.postgres or f"sqlite:///{folder}/fortytwo.sqlite3"
        async with TexasSandbox(limits=False, new_dms=None, history_limit=40) as sandbox:
            presser = sandbox.add_user("Presser")
            deleter = sandbox.add_user("Deleter")
            askers = [sandbox.add_user(f"Asker{number}") for number in range(ASKERS)]
            store = await open_store(url)
            house = House(sandbox, store, options.tables)
            async with run_bot(sandbox, folder, DATABASE_URL=url):
                await house.open()
                await house.next_hand()
                found = await store.tables.live_tables(channel_id=int(house.channels[0]))
                (hand,) = await store.results.hands(found[0].table_id, 1)
            people = [int(person.id) for person in (presser, deleter, *askers)]
            await fill(store, int(sandbox.guild_id), hand, options.games, people)
            await rank(store, int(sandbox.guild_id))
            async with run_bot(sandbox, folder, DATABASE_URL=url):
                await house.look_at_hands()
                await measure("alone", sandbox, house, askers)
                deletes = itertools.repeat(format_id(ComponentId(Verb.PRIVACY, arg="yes")))
                for name, presses in (
                    ("who looks", pressing(sandbox, presser, looks(options.games))),
                    ("who looks at ranks", pressing(sandbox, deleter, ranks())),
                    ("who deletes", pressing(sandbox, deleter, deletes)),
                ):
                    busy = asyncio.create_task(presses)
                    await measure(f"beside a presser {name}", sandbox, house, askers)
                    print(
                        f"    left of the deleter: {dict(await store.own_data.counts(people[1]))}"
                    )
                    busy.cancel()
            await store.close()
    print(machine())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=200_000)
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--postgres", default="")
    asyncio.run(main(parser.parse_args()))
