"""A right or the thread of a private table is lost in mid-game: the game goes on, in private."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from bot.tables.model import Status
from discord_sandbox.client.simulated_user import SimulatedUser
from discord_sandbox.state.channel_types import PRIVATE_THREAD
from discord_sandbox.state.permissions import Permission
from tests.support.stage import Json, Stage, buttons, press, text

from .onlookers import Draftsman, Onlookers

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("draftsman")]

NO_SEAT = "You can't sit here without an invitation."
ACTS = ("call", "contract", "play")
Lose = Callable[[Stage, str], None]


@dataclass(frozen=True, slots=True)
class Loss:
    """What happens to a private thread, and what the panel of a player there says then."""

    happens: Lose
    told: str = ""


def denied(right: Permission) -> Lose:
    """Take a right in the thread's channel away."""
    return lambda stage, _thread: stage.sandbox.deny(stage.channel, right)


LOSSES = {
    "create": Loss(denied(Permission.CREATE_PRIVATE_THREADS)),
    "view": Loss(denied(Permission.VIEW_CHANNEL), "**View Channel**"),
    "send": Loss(denied(Permission.SEND_MESSAGES_IN_THREADS), "**Send Messages in Threads**"),
    "archived": Loss(lambda stage, thread: stage.sandbox.archive(thread)),
    "locked": Loss(
        lambda stage, thread: stage.sandbox.archive(thread, locked=True),
        "A moderator locked the table's thread. The game is saved.",
    ),
}


async def private_game(stage: Stage) -> tuple[str, str]:
    """Start a game of Ana and Bo in a private thread; return the table and the thread."""
    ana, bo = stage.people[:2]
    assert (await ana.command("table open", stage.channel, private=True)).ok
    (row,) = await stage.tables.tables_of(int(ana.id))
    await stage.tables.sit(row.table_id, int(bo.id), bo.name, with_code=True)
    await stage.tables.computers.begin(row.table_id, int(ana.id))
    await stage.wait_until_quiet()
    return row.table_id, str(row.known_place.channel_id)


async def panel_in(stage: Stage, person: SimulatedUser, thread: str) -> Json:
    """Use /hand in a thread, or in a DM where Discord doesn't allow commands in the thread."""
    is_archived = stage.sandbox.state.channel(thread)["thread_metadata"]["archived"]
    return await stage.panel(person, person.open_dm() if is_archived else thread)


async def act_in(stage: Stage, person: SimulatedUser, thread: str) -> str:
    """Have the person in turn act on the panel that /hand shows them; return what it says."""
    panel = await panel_in(stage, person, thread)
    verb = next(verb for verb in ACTS if buttons(panel, verb))
    wanted = "pass" if verb == "call" and buttons(panel, "call") else None
    await press(person, panel, verb, wanted)
    await stage.wait_until_quiet()
    return text(person.message(panel))


@pytest.mark.parametrize("kind", LOSSES)
async def test_game_goes_on_in_private(stage: Stage, draftsman: Draftsman, kind: str) -> None:
    loss = LOSSES[kind]
    table, thread = await private_game(stage)
    eyes = Onlookers(stage, draftsman)
    eyes.strangers = frozenset(each.id for each in stage.people[2:])
    loss.happens(stage, thread)
    told = []
    while (view := await stage.view(table)).hand_no == 1:
        if view.status is Status.BETWEEN:
            await stage.next_hand(table)
        elif await is_computers_turn(stage, table):
            await stage.later(2.0)
        else:
            told.append(await act_in(stage, await stage.in_turn(table), thread))
        eyes.look(await stage.live(table))
    person = await stage.in_turn(table)
    told.append(text(await panel_in(stage, person, thread)))
    assert loss.told in told[-1]
    eve = stage.people[4]
    assert eve.messages(thread) + eve.messages(stage.channel) == []
    assert text((await stage.forge(eve, f"42:hand:{table}:0")).message) == NO_SEAT
    await stage.wait_until_quiet()
    eyes.look(await stage.live(table))
    eyes.close()
    assert eyes.leaks == []
    assert str((await stage.view(table)).known_place.channel_id) == thread


async def is_computers_turn(stage: Stage, table: str) -> bool:
    view = await stage.view(table)
    return view.view is None or view.seats[view.view.to_act or 0].user_id is None


async def test_game_whose_thread_is_deleted_goes_on_by_dm_and_in_a_new_one(stage: Stage) -> None:
    table, thread = await private_game(stage)
    stage.sandbox.delete_channel(thread)
    await stage.until(table, lambda view: view.status is Status.PAUSED)
    while await is_computers_turn(stage, table):
        await stage.later(2.0)
    person = await stage.in_turn(table)
    lost = (await person.command("hand", stage.channel)).message
    assert "If that channel is gone, bring it here with /table move." in text(lost)
    panel = await stage.panel(person, person.open_dm())
    assert (await stage.view(table)).status is Status.PLAYING
    assert "Somebody deleted the table's channel. Nothing is lost." in text(panel)
    await press(person, panel, "call", "pass")
    host = stage.people[0]
    assert (await host.command("table move", stage.channel)).ok
    await stage.wait_until_quiet()
    moved = (await stage.view(table)).known_place
    assert stage.sandbox.state.channel(str(moved.channel_id))["type"] == PRIVATE_THREAD
    others = [each for each in stage.people[2:] if each.messages(str(moved.channel_id))]
    assert others == []
    led = (await host.command("hand", stage.channel)).message
    assert text(led) == f"Your table is in <#{moved.channel_id}>. Use this there."
