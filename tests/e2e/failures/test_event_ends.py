"""What an event's players read at its end, on their own panels and when they press old buttons."""

from __future__ import annotations

from bot.tables.views import TableView
from discord_sandbox.client.simulated_user import SimulatedUser
from tests.e2e.failures.ended_event import ended_event
from tests.support.stage import Stage, text


async def pressed(stage: Stage, person: SimulatedUser, table: TableView) -> str:
    """Press Ready on an old message of a table."""
    outcome = await stage.forge(person, f"42:ready:{table.table_id}:1", channel=stage.channel)
    assert outcome.message is not None
    return text(person.message(outcome.message) or outcome.message)


async def test_own_panel_at_an_events_end_tells_place_and_standings(stage: Stage) -> None:
    ana, bo, cy, di, _ = stage.people
    await ended_event(stage, bo)
    for person in (ana, cy, di):
        assert person.dm is not None
        shown = text(person.messages(person.dm)[-1])
        assert "The event is over" in shown
        assert "You won the event!" in shown or "You finished #" in shown or "You tied" in shown
        assert "Standings" in shown


async def test_press_after_an_events_end_tells_who_left_that_they_left(stage: Stage) -> None:
    ana, bo, *_, eve = stage.people
    seats = await ended_event(stage, bo)
    left = await pressed(stage, bo, seats[bo.id])
    assert left.startswith(f"You left the event in <#{stage.channel}> before it ended.")
    stayed = await pressed(stage, ana, seats[ana.id])
    assert "You left" not in stayed
    never = await pressed(stage, eve, seats[bo.id])
    assert never.startswith(f"The event in <#{stage.channel}> is over.")


async def test_command_tells_who_left_a_running_event_that_they_left(stage: Stage) -> None:
    _, bo, *_, eve = stage.people
    await ended_event(stage, bo, over=False)
    left = (await bo.command("event leave", stage.channel)).message
    assert text(left).startswith(f"You left the event in <#{stage.channel}>.")
    never = (await eve.command("event leave", stage.channel)).message
    assert text(never).startswith("You don't have a place in the event")
