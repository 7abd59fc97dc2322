"""An event that has ended for one of its people."""

from __future__ import annotations

from bot.tables.views import TableView
from discord_sandbox.client.simulated_user import SimulatedUser
from tests.support.stage import Stage


async def ended_event(
    stage: Stage, leaver: SimulatedUser, *, over: bool = True
) -> dict[str, TableView]:
    """Play one round of an event, after which one person leaves; return the tables by person."""
    ana, bo, cy, di, _ = stage.people
    assert (await ana.command("event open", stage.channel, options="target=1")).ok
    for person in (bo, cy, di):
        assert (await person.command("event join", stage.channel)).ok
        await stage.wait_for_events()
    events = stage.bot.services.events
    (event_id,) = await stage.store.events.live_events()
    await events.begin(event_id, int(ana.id))
    await stage.wait_for_events()
    event = await stage.store.events.load_event(event_id)
    assert event is not None
    tables = [game.table_id for game in event.round_games if game.table_id is not None]
    for table in tables:
        await stage.play_hand(table)
    views = [await stage.view(table) for table in tables]
    seats = {str(line.user_id): view for view in views for line in view.people}
    await events.leave(event_id, int(leaver.id))
    if over:
        await events.close(event_id, int(ana.id))
    await stage.wait_until_quiet()
    await stage.wait_for_events()
    return seats
